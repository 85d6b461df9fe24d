"""The grid of an archive, in which each cell keeps its best level.

Suppose that ``moves`` has the bins 1..5 and 6..10, and ``walls`` the bins 0..9 and 10..19. A level
with 7 moves and 3 walls then belongs to the cell (1, 0). The elite of that cell is the level in it
that ranks highest by the fact ``best``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.catalogue.query import Number
from engine.catalogue.statistics import Axis

ArchiveCell = tuple[int, int]
"""The bin indices on the first and second axes, both counted from 0."""


@dataclass(frozen=True, slots=True)
class GridSpec:
    """The axes of a grid, and the fact that ranks the levels in a cell.

    Attributes:
        keys: The names of the two facts that form the axes.
        axes: The bins for each of the two facts.
        best: The name of the fact that ranks the levels in a cell.
        maximize: True if the highest value of ``best`` wins, False if the lowest does.
    """

    keys: tuple[str, str]
    axes: tuple[Axis, Axis]
    best: str
    maximize: bool

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of bins on the first and second axes."""
        return len(self.axes[0]), len(self.axes[1])

    @property
    def size(self) -> int:
        """The number of cells."""
        return math.prod(self.shape)

    def list_cells(self) -> Iterable[ArchiveCell]:
        """Return all cells, sorted by the first index and then by the second."""
        across, up = self.shape
        return ((col, row) for col in range(across) for row in range(up))

    def find_cell(self, values: Iterable[Any]) -> ArchiveCell | None:
        """Return the cell that contains a level, or None if the level lies outside the grid.

        Args:
            values: The level's values for the two facts in ``keys``.
        """
        places = []
        for axis, value in zip(self.axes, values, strict=True):
            if not _is_number(value):
                return None
            place = axis.find_bin(value)
            if not 0 <= place < len(axis):
                return None
            places.append(place)
        return places[0], places[1]

    def rank_value(self, value: Number | None) -> float:
        """Convert a level's value for ``best`` to a rank, which is higher for better values.

        None gets the lowest rank.
        """
        if value is None:
            return -math.inf
        return float(value) if self.maximize else -float(value)

    def compute_qd_value(self, value: Number | None) -> float:
        """Return the amount that a level with ``value`` for the fact ``best`` adds to the QD score.

        The amount is the value itself if high values are better, and 1 / (1 + value) if low values
        are better. A negative value counts as 0. For None, the amount is 0.
        """
        if value is None:
            return 0.0
        positive = max(float(value), 0.0)
        return positive if self.maximize else 1.0 / (1.0 + positive)


@dataclass(frozen=True, slots=True)
class Elite:
    """The best level in a cell.

    Attributes:
        level: The id of the level in the catalogue.
        value: The level's value for the fact that ranks levels; None if it has no valid value.
    """

    level: int
    value: Number | None


@dataclass(frozen=True, slots=True)
class Archive:
    """A grid and the best level in each filled cell.

    Attributes:
        elites: A mapping from each filled cell to the best level in it.
        levels: The number of levels inside the grid, including those that are not elites.
        outside: The number of levels outside the grid.
    """

    space: GridSpec
    elites: Mapping[ArchiveCell, Elite] = field(default_factory=dict)
    levels: int = 0
    outside: int = 0

    @classmethod
    def from_rows(cls, grid: GridSpec, rows: Iterable[tuple[Any, ...]]) -> Archive:
        """Build an archive from catalogue rows.

        If two levels in a cell rank equally, the one with the lower id becomes the elite.

        Args:
            grid: The grid of the archive.
            rows: One row for each level: its id, its values for the two axis facts, and its value
                for the ranking fact.
        """
        elites: dict[ArchiveCell, Elite] = {}
        levels = outside = 0
        for number, one, other, value in rows:
            cell = grid.find_cell((one, other))
            if cell is None:
                outside += 1
                continue
            levels += 1
            elite, old = Elite(number, value if _is_number(value) else None), elites.get(cell)
            if old is None or _get_sort_key(grid, elite) > _get_sort_key(grid, old):
                elites[cell] = elite
        return cls(grid, elites, levels, outside)

    @property
    def coverage(self) -> float:
        """The fraction of cells that are filled, from 0 to 1."""
        return len(self.elites) / self.space.size if self.space.size else 0.0

    @property
    def qd_score(self) -> float:
        """The QD score, which is the sum of the elites' contributions.

        Source: Pugh et al., "Quality diversity", 2016.
        """
        return math.fsum(self.space.compute_qd_value(elite.value) for elite in self.elites.values())

    def would_improve(self, cell: ArchiveCell, value: Number | None) -> bool:
        """Return True if a level with this value for ``best`` would become the best in ``cell``."""
        old = self.elites.get(cell)
        return old is None or self.space.rank_value(value) > self.space.rank_value(old.value)

    def with_elite(self, cell: ArchiveCell, elite: Elite) -> Archive:
        """Return a copy of the archive with ``elite`` added as the best level in ``cell``."""
        return replace(self, elites={**self.elites, cell: elite}, levels=self.levels + 1)

    def to_record(self) -> dict[str, Any]:
        """Return the JSON object that ``catalogue archive --json`` prints."""
        space = self.space
        return {
            "archive": list(space.keys),
            "best": space.best + (":desc" if space.maximize else ""),
            "edges": [list(axis.edges) for axis in space.axes],
            "cells": [
                {
                    **dict(zip(space.keys, map(_list_ends, space.axes, cell), strict=True)),
                    "id": elite.level,
                    "best": elite.value,
                }
                for cell, elite in sorted(self.elites.items())
            ],
            "size": space.size,
            "filled": len(self.elites),
            "coverage": self.coverage,
            "qd_score": self.qd_score,
            "levels": self.levels,
            "outside": self.outside,
        }


def _is_number(value: Any) -> bool:
    """Return True if ``value`` is a finite number. A damaged catalogue may hold any value."""
    return isinstance(value, int | float) and math.isfinite(value)


def _get_sort_key(space: GridSpec, elite: Elite) -> tuple[float, int]:
    # The id is negated so that, of two levels that rank equally, the one with the lower id wins.
    return space.rank_value(elite.value), -elite.level


def _list_ends(axis: Axis, place: int) -> list[Number]:
    return list(axis.get_ends(place))
