"""Games in which a figure is steered step by step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from engine.game.position import Position
from engine.values.grid import Cell


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A side from which only a part of a board is seen.

    Attributes:
        name: one word, for records.
        title: what is seen, in a few words.
    """

    name: str
    title: str


class Steering(ABC):
    """How a figure takes single steps, goes where one points, and makes moves of other kinds.

    Attributes:
        loss: what a lost position is called, such as ``death``; play goes on after it.
        turns: how many moves have keys of their own, those of ``Previews.handles``.
        pointing: how moves are made by pointing, a few words.
        views: the sides from which the board can be seen in part, that from which moves are made
            first; empty where it is always seen whole.
    """

    views: tuple[Viewpoint, ...] = ()

    loss: str
    turns: int
    pointing: str

    @abstractmethod
    def meant(self, position: Position, begin: Cell, end: Cell) -> str | None:
        """The move that a drag, or a click, asks for, also where it cannot be made.

        None where it asks for nothing.
        """

    @abstractmethod
    def kind_of(self, move: str, /) -> str:
        """Which kind of move one is, in words that leave open which of its kind.

        Raises:
            MoveError: not a move of the game.
        """

    @abstractmethod
    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        """What a player has to know of a position beside the board, by name."""

    def visible_part(self, position: Position, view: Viewpoint) -> Position:
        """What is known of a position from one of the views; by default all of it.

        The rest is left open in what is returned, so that whatever is drawn or said of that gives
        nothing else away. Moves are not to be made in it.
        """
        return position

    @abstractmethod
    def seen(self, position: Position) -> tuple[str, ...]:
        """All that is seen of a position in words, part by part, for a listener."""
