"""Games in which somebody is steered step by step, and play is counted in kinds of moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Protocol, runtime_checkable

from engine.game.game import Position
from engine.game.placing import PlacedMoves
from engine.values.grid import Cell
from engine.values.level import Board


@runtime_checkable
class SteeredMoves(PlacedMoves, Protocol):
    """A game whose player takes single steps, points at places, and makes moves of other kinds.

    Attributes:
        loss: what a lost position is called, such as ``death``; play goes on after it.
        turns: how many moves have keys of their own, those of ``PreviewedMoves.handles``.
        pointing: how moves are made by pointing, a few words.
    """

    loss: ClassVar[str]
    turns: ClassVar[int]
    pointing: ClassVar[str]

    def stepped(self, direction: int) -> str:
        """The move that is a single step in a direction of :mod:`engine.values.grid`."""
        ...

    def meant(self, position: Position, begin: Cell, end: Cell) -> str | None:
        """The move that a drag, or a click, asks for, also where it cannot be made.

        None where it asks for nothing.
        """
        ...

    def titled(self, move: str) -> str:
        """What a move says, in words.

        Raises:
            MoveError: not a move of the game.
        """
        ...

    def kind_of(self, move: str) -> str:
        """Which kind of move one is, in words that leave open which of its kind.

        Raises:
            MoveError: not a move of the game.
        """
        ...

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        """What a player has to know of a position beside the board, by name."""
        ...

    def tally(self, board: Board, moves: Iterable[str]) -> Mapping[str, int]:
        """How much play some moves are, counted in plurals such as ``turns``.

        The first of them is what is to be as little as possible, the second decides between equal
        ones. A verdict has facts of the same names, told of its solution.

        Args:
            board: a valid one.
            moves: legal moves from its start.
        """
        ...

    def seen(self, position: Position) -> tuple[str, ...]:
        """The whole position in words, part by part, for somebody who listens."""
        ...
