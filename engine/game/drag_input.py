"""Input for games whose moves name cells: moves made by dragging, and pencil marks.

Pencil marks are a player's notes. They are not moves and do not change the position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.game.play_position import Position
from engine.values.grid import Cell

PencilMarks = Mapping[Cell, str]
"""The kind of pencil mark on each cell that has one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason why a position is not won.

    Attributes:
        cells: The cells at fault; empty if the position is merely unfinished.
        text: A description of the fault, in a few words.
    """

    cells: tuple[Cell, ...]
    text: str


class DragInput(ABC):
    """The rules for making moves by dragging from one cell to another.

    Attributes:
        object_title: The name of an object that is dragged, such as ``line``.
        pointing_help: A short explanation of where a drag can begin; empty for none.
    """

    object_title: str = "piece"
    pointing_help: str = ""

    @abstractmethod
    def find_drag_move(self, position: Position, begin: Cell, end: Cell) -> str | None:
        """Return the move made by a drag from ``begin`` to ``end``, or None if it makes no move.

        A drag that ends in the cell where it began is a click.
        """

    @abstractmethod
    def can_begin_drag(self, position: Position, cell: Cell) -> bool:
        """Return whether a drag can begin at ``cell``."""

    @abstractmethod
    def can_follow(self, position: Position, begin: Cell, end: Cell) -> bool:
        """Return whether the object that a drag took at ``begin`` can be dragged to ``end``."""

    @abstractmethod
    def find_clearing_move(self, position: Position, cell: Cell) -> str | None:
        """Return the move that erases what is drawn on a cell, or None if nothing is drawn."""

    @abstractmethod
    def describe_cell(self, position: Position, cell: Cell, /) -> str:
        """Describe the contents of a cell, and the progress made there, in words."""

    @abstractmethod
    def find_faults(self, position: Position) -> tuple[Fault, ...]:
        """Return all reasons why a position is not won. Errors come before unfinished parts."""


def mark_cell(marks: PencilMarks, cell: Cell, kind: str) -> PencilMarks:
    """Return the marks with the mark of one cell replaced, or removed if ``kind`` is empty."""
    rest = {place: mark for place, mark in marks.items() if place != cell}
    return {**rest, cell: kind} if kind else rest


class Pencil(ABC):
    """The rules for pencil marks in one game.

    Attributes:
        kinds: The kinds of marks, each as a word in lower case.
    """

    kinds: tuple[str, ...]

    @abstractmethod
    def find_refusal(self, position: Position, cell: Cell, kind: str) -> str | None:
        """Return the reason why a cell cannot have a mark of this kind, or None if it can.

        A mark that is already on the cell is hidden as long as there is such a reason.
        """

    @abstractmethod
    def find_wrong_marks(
        self, position: Position, marks: PencilMarks, solution: Sequence[str]
    ) -> tuple[Fault, ...]:
        """Return a fault for each mark that contradicts the level's only solution."""
