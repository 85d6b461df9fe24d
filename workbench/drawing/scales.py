"""How large cells are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Scale = Literal["compact", "large"]

SIZES: Mapping[Scale, tuple[int, int]] = {"compact": (2, 1), "large": (4, 2)}
"""Columns and lines of one cell."""
SCALES: tuple[Scale, ...] = ("large", "compact")
"""From the largest to the smallest."""
