"""Functions that format archive cells for the designer and for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import isclose

from engine.archive.archive_grid import Archive, ArchiveCell, GridSpec
from engine.archive.archive_spec import ArchiveError, parse_targets
from engine.catalogue.statistics import Axis
from workbench.drawing.density_plot import format_value
from workbench.text.quantity_text import format_count


def format_cell(archive: Archive, cell: ArchiveCell) -> str:
    """Return the two fact ranges that an archive cell covers, as text."""
    return ", ".join(
        f"{key.replace('_', ' ')} {_format_range(axis, place)}"
        for key, axis, place in zip(archive.space.keys, archive.space.axes, cell, strict=True)
    )


def _format_range(axis: Axis, place: int) -> str:
    low, high = axis.get_ends(place)
    return format_value(low) if low == high else f"{format_value(low)}..{format_value(high)}"


def format_target(archive: Archive, cell: ArchiveCell) -> str:
    """Return an archive cell in the form that the command line accepts as a target."""
    parts = []
    for key, axis, place in zip(archive.space.keys, archive.space.axes, cell, strict=True):
        low, high = axis.get_ends(place)
        # Use the middle of the bin, so that rounding cannot move the target to a neighbouring bin.
        value = low if axis.whole else (low + high) / 2
        parts.append(f"{key}={value if axis.whole else format(value, '.10g')}")
    return ",".join(parts)


def find_empty_cells(targets: Sequence[str], archive: Archive) -> list[ArchiveCell]:
    """Return the archive cells that are named by ``targets`` and are still empty.

    Args:
        targets: The targets as text. Those outside the grid are ignored.
        archive: The archive that contains the cells.
    """
    found: list[ArchiveCell] = []
    for target in targets:
        # `parse_targets` raises an error for a target that lies outside the grid.
        with suppress(ArchiveError):
            found += parse_targets([target], archive.space)
    return [cell for cell in dict.fromkeys(found) if cell not in archive.elites]


def format_cells(archive: Archive, cells: Sequence[ArchiveCell]) -> str:
    """Return text for cells: the fact ranges of a single cell, or the number of several cells."""
    return format_cell(archive, cells[0]) if len(cells) == 1 else format_count(len(cells), "target")


def format_coverage(archive: Archive) -> str:
    """Return an archive's number of filled cells, coverage and QD score, as text."""
    filled = f"{len(archive.elites):,} of {archive.space.size:,} cells"
    return f"{filled}, coverage {archive.coverage:.0%}, QD score {archive.qd_score:,.1f}"


def is_same_grid(one: GridSpec, other: GridSpec) -> bool:
    """Return True if two grids have the same cells, ignoring rounding errors."""
    return one.keys == other.keys and all(
        len(axis) == len(its) and all(map(isclose, axis.edges, its.edges))
        for axis, its in zip(one.axes, other.axes, strict=True)
    )
