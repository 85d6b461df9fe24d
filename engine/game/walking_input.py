"""Input for games in which the player's figure walks step by step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from engine.game.play_position import Position
from engine.values.grid import Cell


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A side from which only part of a board is visible.

    Attributes:
        name: The name in playtest records, as one word.
        title: A name for the visible part, in a few words.
    """

    name: str
    title: str


class StepInput(ABC):
    """Input for a figure that takes steps, walks to a chosen cell, and makes other kinds of moves.

    Attributes:
        loss_title: The name for a loss, such as ``death``, after which play can continue.
        turn_key_count: The number of moves from ``Previews.list_handles`` that have their own keys.
        pointing_help: A short explanation of how to make moves with the pointer.
        views: The sides from which the player can see part of the board; empty if the whole board
            is always visible. Moves are made from the first side.
    """

    views: tuple[Viewpoint, ...] = ()

    loss_title: str
    turn_key_count: int
    pointing_help: str

    @abstractmethod
    def interpret_drag(self, position: Position, begin: Cell, end: Cell) -> str | None:
        """Return the move that a drag or a click represents, or None if it represents none.

        The move may be impossible in ``position``.
        """

    @abstractmethod
    def describe_move_kind(self, move: str, /) -> str:
        """Describe the kind of a move in words that do not reveal the move itself.

        Raises:
            MoveError: The word is not a move of the game.
        """

    @abstractmethod
    def list_status(self, position: Position) -> tuple[tuple[str, str], ...]:
        """Return facts about a position that the board does not show, as (name, value) pairs."""

    def hide_unseen(self, position: Position, view: Viewpoint) -> Position:
        """Return a copy of a position in which everything that is unknown from a view is hidden.

        No picture or description of the result reveals the hidden parts, and no moves may be made
        in it. The base class hides nothing.
        """
        return position

    @abstractmethod
    def describe_visible(self, position: Position) -> tuple[str, ...]:
        """Describe the visible part of a position for a screen reader, as separate lines."""
