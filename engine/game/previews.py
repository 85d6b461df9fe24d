"""Moves seen before they are made: what moves where, and what follows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game.position import Position, Status, Step
from engine.values.grid import Cell


@dataclass(frozen=True, slots=True)
class Handle:
    """A move that shifts a line of the board, and where that line is taken hold of.

    Attributes:
        cell: the cell at the end of the line where it is pushed.
        direction: in which direction it is pushed, as numbered in :mod:`engine.values.grid`.
        refused: why the move cannot be made now; empty if it can.
        fatal: whether the game is lost by it.
    """

    move: str
    title: str
    cell: Cell
    direction: int
    refused: str = ""
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would do.

    Attributes:
        refused: why it cannot be made; empty if it can.
        step: what play makes of it; None if it is refused.
        moved: for every cell whose content changes its place, where that comes to.
        flow: for these cells, the direction in the picture in which the content sets out.
    """

    move: str
    refused: str = ""
    step: Step | None = None
    moved: Mapping[Cell, Cell] = field(default_factory=dict)
    flow: Mapping[Cell, int] = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """How the game would stand."""
        return "playing" if self.step is None else self.step.after.status

    @property
    def fatal(self) -> bool:
        """Whether the game would be lost."""
        return self.status == "lost"

    @property
    def note(self) -> str:
        """What else would happen, in words."""
        return "" if self.step is None else self.step.note


class Previews(ABC):
    """What moves would do, before they are made."""

    @abstractmethod
    def handles(self, position: Position) -> tuple[Handle, ...]:
        """All moves that shift a line, those that cannot be made now too, in a fixed order."""

    @abstractmethod
    def preview(self, position: Position, move: str, /) -> Preview:
        """What a move would do; of one that is refused, what it would move all the same.

        Raises:
            MoveError: not a move of the game.
        """

    @abstractmethod
    def reachable(self, position: Position) -> tuple[Cell, ...]:
        """The cells that the player can walk to now, that where the player stands left out."""

    @abstractmethod
    def threatened(self, position: Position) -> tuple[Cell, ...]:
        """The cells that enemies could walk to now, those where they stand left out."""
