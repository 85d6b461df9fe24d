"""Pencil marks: what a player notes on a board without making a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from engine.game.placing import Fault
from engine.game.position import Position
from engine.values.grid import Cell

Marks = Mapping[Cell, str]
"""The kind of mark on each cell that has one."""


def marked(marks: Marks, cell: Cell, kind: str) -> Marks:
    """The marks with another on a cell, or with none there if it is of no kind."""
    rest = {place: mark for place, mark in marks.items() if place != cell}
    return {**rest, cell: kind} if kind else rest


class Pencil(ABC):
    """The marks of one game.

    Attributes:
        kinds: of marks, each a word in lower case.
    """

    kinds: tuple[str, ...]

    @abstractmethod
    def refusal(self, position: Position, cell: Cell, kind: str) -> str | None:
        """Why there can be no mark of a kind on a cell, in words; None if there can.

        A mark that is there already is out of sight while there is a reason.
        """

    @abstractmethod
    def wrong(self, position: Position, marks: Marks, solution: Sequence[str]) -> tuple[Fault, ...]:
        """The marks that the moves of the only solution belie, each with its cell."""
