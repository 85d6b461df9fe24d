"""Cells of an archive in words, for a designer and for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import isclose

from engine.archive.asking import ArchiveError, targets_of
from engine.archive.grid import Archive, Cell, Space
from engine.catalogue.statistics import Axis
from workbench.drawing.density import figure_of
from workbench.text.status import count


def cell_name(archive: Archive, cell: Cell) -> str:
    """A cell in words: the values that it is of."""
    return ", ".join(
        f"{key.replace('_', ' ')} {_range(axis, place)}"
        for key, axis, place in zip(archive.space.keys, archive.space.axes, cell, strict=True)
    )


def _range(axis: Axis, place: int) -> str:
    low, high = axis.ends(place)
    return figure_of(low) if low == high else f"{figure_of(low)}..{figure_of(high)}"


def target_of(archive: Archive, cell: Cell) -> str:
    """A cell as a target, in the words of :class:`engine.archive.asking.Wish`."""
    parts = []
    for key, axis, place in zip(archive.space.keys, archive.space.axes, cell, strict=True):
        low, high = axis.ends(place)
        value = low if axis.whole else (low + high) / 2
        parts.append(f"{key}={value if axis.whole else format(value, '.10g')}")
    return ",".join(parts)


def cells_of(targets: Sequence[str], archive: Archive) -> list[Cell]:
    """The cells that targets name, of those without a level."""
    found: list[Cell] = []
    for target in targets:
        with suppress(ArchiveError):  # of other bins
            found += targets_of([target], archive.space)
    return [cell for cell in dict.fromkeys(found) if cell not in archive.elites]


def named(archive: Archive, cells: Sequence[Cell]) -> str:
    """Cells in words: the values of one, the number of several."""
    return cell_name(archive, cells[0]) if len(cells) == 1 else count(len(cells), "target")


def covered(archive: Archive) -> str:
    """How much of a grid has levels, in words."""
    filled = f"{len(archive.elites):,} of {archive.space.size:,} cells"
    return f"{filled}, coverage {archive.coverage:.0%}, QD score {archive.qd_score:,.1f}"


def alike(one: Space, other: Space) -> bool:
    """Whether cells are the same, but for what is left of rounding."""
    return one.keys == other.keys and all(
        len(axis) == len(its) and all(map(isclose, axis.edges, its.edges))
        for axis, its in zip(one.axes, other.axes, strict=True)
    )
