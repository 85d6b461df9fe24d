"""Previews, which show the effect of a move before the player makes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game.play_position import Position, Status, Step
from engine.values.grid import Cell


@dataclass(frozen=True, slots=True)
class Handle:
    """A move that shifts a row or column, and the cell at which the player pushes to make it.

    Attributes:
        move: The move, in the notation of the game.
        title: A description of the move in words.
        cell: The cell to push, at one end of the row or column.
        direction: The direction of the push, as numbered in :mod:`engine.values.grid`.
        refusal: The reason why the move is impossible now; empty if it is possible.
        is_fatal: True if the move loses the game.
    """

    move: str
    title: str
    cell: Cell
    direction: int
    refusal: str = ""
    is_fatal: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a move.

    Attributes:
        move: The move, in the notation of the game.
        refusal: The reason why the move is impossible; empty if it is possible.
        step: The step that the move would make; None if the move is impossible.
        destinations: A mapping from each cell that the move shifts to the new cell of its content.
        exit_directions: A mapping from each of these cells to the direction, in the picture, in
            which its content leaves.
    """

    move: str
    refusal: str = ""
    step: Step | None = None
    destinations: Mapping[Cell, Cell] = field(default_factory=dict)
    exit_directions: Mapping[Cell, int] = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """The status of the game after the move; ``playing`` if the move is impossible."""
        return "playing" if self.step is None else self.step.after.status

    @property
    def is_fatal(self) -> bool:
        """True if the move would lose the game."""
        return self.status == "lost"

    @property
    def note(self) -> str:
        """The other consequences of the move, in words."""
        return "" if self.step is None else self.step.note


class Previews(ABC):
    """The part of a game that shows the effects of moves in advance."""

    @abstractmethod
    def list_handles(self, position: Position) -> tuple[Handle, ...]:
        """Return all moves that shift a row or column, in a fixed order.

        Moves that are impossible in ``position`` are included.
        """

    @abstractmethod
    def preview_move(self, position: Position, move: str, /) -> Preview:
        """Return the preview of a move.

        The preview of an impossible move shows the shift that the move would make.

        Raises:
            MoveError: The word is not a move of the game.
        """

    @abstractmethod
    def find_reachable_cells(self, position: Position) -> tuple[Cell, ...]:
        """Return the cells to which the player can walk now, excluding the player's own cell."""

    @abstractmethod
    def find_threatened_cells(self, position: Position) -> tuple[Cell, ...]:
        """Return the cells to which enemies could walk now, excluding their own cells."""
