"""Levels as they hang on the wall: with their facts, and with what marks those that are alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.files import levelfile
from engine.game import registry
from engine.game.game import Game
from engine.values.level import Level, canonical_board

Likeness = Literal["board", "solution", "walls"]
"""In what levels can be alike: the same up to symmetry, the same solution, the same walls."""

_TURNS = ("RULD", "URDL", "LURD", "DLUR", "ULDR", "LDRU", "DRUL", "RDLU")
"""What the moves right, up, left and down become under each symmetry of a square."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A level on the wall.

    Attributes:
        facts: of the solver, the board and the level itself, by key: words and numbers.
        origin: what it was made like, in a few words; empty for a new seed.
        alike: by likeness, what all levels have in common that are alike in it.
    """

    level: Level
    facts: Mapping[str, Any]
    origin: str
    alike: Mapping[Likeness, str]

    @classmethod
    def of(cls, level: Level, facts: Mapping[str, Any], origin: str = "") -> Exhibit:
        """The exhibit of a level whose facts are known."""
        game = registry.get(level.game)
        return cls(level, facts, origin, likenesses(game, level, facts))


def likenesses(game: Game, level: Level, facts: Mapping[str, Any]) -> Mapping[Likeness, str]:
    """What a level has in common with those that are alike."""
    moves = str(facts.get("solution") or "")
    return {
        "board": game.boards.fingerprint(level.board).hex(),
        "solution": _unturned(moves) or canonical_board(level.board),
        "walls": _unturned_ground(game.boards.picture(level.board).tiles),
    }


def _unturned_ground(tiles: Sequence[Sequence[str]]) -> str:
    """One text for all images of some tiles under the symmetries of a square."""
    images = []
    for _ in range(4):
        tiles = [*zip(*tiles[::-1], strict=True)]
        images += [tiles, [row[::-1] for row in tiles]]
    return min("\n".join("|".join(row) for row in image) for image in images)


def _unturned(moves: str) -> str:
    """One text for all images of some moves under the symmetries of a square."""
    if not moves or not set(moves) <= set("RULD"):
        return moves
    return min(moves.translate(str.maketrans("RULD", turn)) for turn in _TURNS)


def text_of(level: Level) -> str:
    """The text of a level file."""
    return levelfile.dumps(level)
