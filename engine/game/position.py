"""The values of play: moves, positions, and what one move did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Status = Literal["playing", "won", "lost"]

OwnBoard = Any
"""A board of the game's own type, to which its parts narrow it; boards of other games never
reach them. To everything else it is an :class:`engine.values.level.Board`."""


@dataclass(frozen=True, slots=True)
class Move:
    """One input of the player: how it is written, and its direction number if it has one."""

    word: str
    title: str
    direction: int | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of play: the board, the status, and the pieces, which belong to the game."""

    board: OwnBoard
    pieces: tuple[Any, ...]
    status: Status = "playing"


@dataclass(frozen=True, slots=True)
class Step:
    """What one move did.

    ``changed`` is false when the move is no move and does not count; ``note`` says what else
    happened, such as a match or why the level is lost; ``between`` is passed through on the way.
    """

    move: str
    before: Position
    after: Position
    changed: bool
    note: str = ""
    between: tuple[Position, ...] = ()
