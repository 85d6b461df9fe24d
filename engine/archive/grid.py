"""The grid of an archive: cells over two facts, each with the best of its levels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.catalogue.query import Number
from engine.catalogue.statistics import Axis

Cell = tuple[int, int]
"""The bin of the first fact and that of the second, from 0."""


@dataclass(frozen=True, slots=True)
class Space:
    """What the cells of an archive are, and what is best in each.

    Attributes:
        keys: the two facts.
        axes: their bins.
        best: the fact by which levels of one cell are compared.
        falling: the greatest is best, else the least.
    """

    keys: tuple[str, str]
    axes: tuple[Axis, Axis]
    best: str
    falling: bool

    @property
    def shape(self) -> tuple[int, int]:
        """Bins of the first fact and of the second."""
        return len(self.axes[0]), len(self.axes[1])

    @property
    def size(self) -> int:
        """How many cells there are."""
        return math.prod(self.shape)

    def cells(self) -> Iterable[Cell]:
        """All cells, in order."""
        across, up = self.shape
        return ((col, row) for col in range(across) for row in range(up))

    def cell(self, values: Iterable[Any]) -> Cell | None:
        """The cell of a level by its values of the two facts; None if it is in none."""
        places = []
        for axis, value in zip(self.axes, values, strict=True):
            if not _is_number(value):
                return None
            place = axis.place(value)
            if not 0 <= place < len(axis):
                return None
            places.append(place)
        return places[0], places[1]

    def rank(self, value: Number | None) -> float:
        """How good a value of the third fact is; none is worst."""
        if value is None:
            return -math.inf
        return float(value) if self.falling else -float(value)

    def worth(self, value: Number | None) -> float:
        """What a level adds to the QD score, never less than nothing.

        It is the value itself where the greatest is best, and 1 / (1 + value) where the least is.
        """
        if value is None:
            return 0.0
        positive = max(float(value), 0.0)
        return positive if self.falling else 1.0 / (1.0 + positive)


@dataclass(frozen=True, slots=True)
class Elite:
    """The best level of a cell.

    Attributes:
        level: its number in the catalogue.
        value: what it has of the fact by which it is best.
    """

    level: int
    value: Number | None


@dataclass(frozen=True, slots=True)
class Archive:
    """A grid with the best level of each cell that has any.

    Attributes:
        elites: by cell.
        levels: how many levels are in cells.
        outside: how many are in none.
    """

    space: Space
    elites: Mapping[Cell, Elite] = field(default_factory=dict)
    levels: int = 0
    outside: int = 0

    @classmethod
    def of(cls, space: Space, rows: Iterable[tuple[Any, ...]]) -> Archive:
        """The archive of levels: the number of each, its two facts and the third.

        Of levels that are as good the one of the lowest number is kept.
        """
        elites: dict[Cell, Elite] = {}
        levels = outside = 0
        for number, one, other, value in rows:
            cell = space.cell((one, other))
            if cell is None:
                outside += 1
                continue
            levels += 1
            elite, old = Elite(number, value if _is_number(value) else None), elites.get(cell)
            if old is None or _order(space, elite) > _order(space, old):
                elites[cell] = elite
        return cls(space, elites, levels, outside)

    @property
    def coverage(self) -> float:
        """The share of cells that have a level, 0 to 1."""
        return len(self.elites) / self.space.size if self.space.size else 0.0

    @property
    def qd_score(self) -> float:
        """The worth of all best levels together (Pugh et al., "Quality diversity", 2016)."""
        return math.fsum(self.space.worth(elite.value) for elite in self.elites.values())

    def wants(self, cell: Cell, value: Number | None) -> bool:
        """Whether a level would be the best of a cell."""
        old = self.elites.get(cell)
        return old is None or self.space.rank(value) > self.space.rank(old.value)

    def with_elite(self, cell: Cell, elite: Elite) -> Archive:
        """The archive with one more level, which is the best of its cell."""
        return replace(self, elites={**self.elites, cell: elite}, levels=self.levels + 1)

    def record(self) -> dict[str, Any]:
        """What ``catalogue archive --json`` prints."""
        space = self.space
        return {
            "archive": list(space.keys),
            "best": space.best + (":desc" if space.falling else ""),
            "edges": [list(axis.edges) for axis in space.axes],
            "cells": [
                {
                    **dict(zip(space.keys, map(_ends, space.axes, cell), strict=True)),
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
    """Whether a value counts; a file from elsewhere may have anything in any column."""
    return isinstance(value, int | float) and math.isfinite(value)


def _order(space: Space, elite: Elite) -> tuple[float, int]:
    return space.rank(elite.value), -elite.level


def _ends(axis: Axis, place: int) -> list[Number]:
    return list(axis.ends(place))
