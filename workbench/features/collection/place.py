"""The place at which a catalogue is looked at, and at which this session has left it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.archive.grid import Cell
from workbench.features.collection.shelf import ShelfQuery

View = Literal["wall", "table", "grid"]
VIEWS: tuple[View, ...] = ("wall", "table", "grid")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a catalogue was left.

    Attributes:
        number: of the level under the cursor; 0 for the first.
        facts: of the grid; empty for the most informative ones.
        cell: under the cursor of the grid.
        targets: cells of the grid that are to be filled.
    """

    showing: ShelfQuery = field(default_factory=ShelfQuery)
    view: View = "wall"
    number: int = 0
    facts: str = ""
    cell: Cell | None = None
    targets: tuple[Cell, ...] = ()


LEFT: dict[Path, Place] = {}
"""Where catalogues were left in this session, by their files."""
