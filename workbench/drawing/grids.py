"""The grid of an archive as text: which cells have a level, and how good the best of each is."""

from __future__ import annotations

from collections.abc import Iterator

from engine.archive.grid import Archive, Cell
from workbench.drawing.density import plane

_LEAST = 1e-9
"""How dark the worst of all is: darker than a cell without a level."""


def as_text(archive: Archive, *, ascii_only: bool) -> Iterator[str]:
    """The grid as lines of text: a level that is better than others stands darker."""
    space = archive.space
    best = "greatest" if space.falling else "least"
    yield f"{space.keys[1]} over {space.keys[0]}, darker is better: {best} {space.best}"
    yield from plane(*space.axes, depths(archive), ascii_only=ascii_only)


def depths(archive: Archive) -> dict[Cell, float]:
    """How dark the cells are that have a level, from 0 to 1: the best is darkest."""
    space = archive.space
    worths = {cell: space.worth(elite.value) for cell, elite in archive.elites.items()}
    least, most = min(worths.values(), default=0.0), max(worths.values(), default=0.0)
    span = most - least
    return {
        cell: max((worth - least) / span, _LEAST) if span else 1.0 for cell, worth in worths.items()
    }
