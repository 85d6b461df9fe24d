"""Play by places: moves that name them, and pencil marks, which are notes and no moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.game.position import Position
from engine.values.grid import Cell

Marks = Mapping[Cell, str]
"""The kind of mark on each cell that has one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that keeps a position from being won.

    Attributes:
        cells: where; none for what has only not been done yet.
        text: what, in a few words.
    """

    cells: tuple[Cell, ...]
    text: str


class Placing(ABC):
    """How moves are made by dragging from one cell to another."""

    @abstractmethod
    def dragged(self, position: Position, begin: Cell, end: Cell) -> str | None:
        """The move that a drag between two cells makes; None if it makes none.

        A drag that ends where it began is a click.
        """

    @abstractmethod
    def grips(self, position: Position, cell: Cell) -> bool:
        """Whether a drag can begin at a cell."""

    @abstractmethod
    def follows(self, position: Position, begin: Cell, end: Cell) -> bool:
        """Whether a drag that began at a cell can go to another; else it stays where it was."""

    @abstractmethod
    def cleared(self, position: Position, cell: Cell) -> str | None:
        """The move that takes back what was drawn over a cell; None if there is nothing."""

    @abstractmethod
    def contents(self, position: Position, cell: Cell, /) -> str:
        """What is on a cell and how far it has come, in words."""

    @abstractmethod
    def faults(self, position: Position) -> tuple[Fault, ...]:
        """All that keeps a position from being won, what is wrong first; nothing if it is won."""


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

        A mark that is there already is hidden while there is a reason.
        """

    @abstractmethod
    def wrong(self, position: Position, marks: Marks, solution: Sequence[str]) -> tuple[Fault, ...]:
        """The marks that the moves of the only solution belie, each with its cell."""
