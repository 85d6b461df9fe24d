"""The values that describe play: moves, positions and steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Status = Literal["playing", "won", "lost"]

OwnBoard = Any
"""A board of the type that the game defines.

The parts of a game never receive boards of another game, so they can annotate boards with their own
type instead. Other code sees an :class:`engine.values.level.Board`.
"""


@dataclass(frozen=True, slots=True)
class Position:
    """A snapshot of play: the board, the pieces in a form that the game defines, and the status."""

    board: OwnBoard
    pieces: tuple[Any, ...]
    status: Status = "playing"


class Step(NamedTuple):
    """The result of one move.

    Attributes:
        move: The move, in the notation of the game.
        before: The position before the move.
        after: The position after the move.
        changed: False if the move changed nothing and therefore does not count.
        note: The other consequences of the move in words, such as a match or the reason for a loss.
        passed: The positions between ``before`` and ``after``, for animation.
    """

    move: str
    before: Position
    after: Position
    changed: bool
    note: str = ""
    passed: tuple[Position, ...] = ()
