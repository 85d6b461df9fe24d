"""The grid of an archive as text, in which the shade of a cell shows how good its best level is."""

from __future__ import annotations

from collections.abc import Iterator

from engine.archive.archive_grid import Archive, ArchiveCell
from workbench.drawing.density_plot import draw_plane

_MIN_DEPTH = 1e-9
"""The darkness of the worst level; it must be above 0, the darkness of an empty archive cell."""


def draw_text(archive: Archive, *, ascii_only: bool) -> Iterator[str]:
    """Yield the grid as lines of text, with better levels in darker shades."""
    space = archive.space
    best = "greatest" if space.maximize else "least"
    yield f"{space.keys[1]} over {space.keys[0]}, darker is better: {best} {space.best}"
    yield from draw_plane(*space.axes, compute_depths(archive), ascii_only=ascii_only)


def compute_depths(archive: Archive) -> dict[ArchiveCell, float]:
    """Return how dark each occupied archive cell is, from almost 0 (worst level) to 1 (best)."""
    space = archive.space
    worths = {cell: space.compute_qd_value(elite.value) for cell, elite in archive.elites.items()}
    least, most = min(worths.values(), default=0.0), max(worths.values(), default=0.0)
    # If all levels are equally good, all of them get the darkest shade.
    span = most - least
    return {
        cell: max((worth - least) / span, _MIN_DEPTH) if span else 1.0
        for cell, worth in worths.items()
    }
