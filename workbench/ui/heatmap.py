"""What a map of cells draws over the board."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.values.grid import Cell

HOTTEST = 9
"""The highest degree."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """By cell: a degree from 0 to HOTTEST, a figure of at most two columns, and a theme's mark."""

    heat: dict[Cell, int] = field(default_factory=dict)
    numbers: dict[Cell, str] = field(default_factory=dict)
    marks: dict[Cell, str] = field(default_factory=dict)
