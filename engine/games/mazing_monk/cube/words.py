"""The words for moves: turns, walks and single steps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.errors import MoveError, quoted
from engine.games.mazing_monk.cube.cube import SIDE, TOP, TURNS, WALK_STEPS, cell_at, place_of

_WALK = re.compile(r"m([0-2])([0-2])")
_STEPS = tuple(word for word, _, _ in WALK_STEPS)
_STEP_TITLES = {"u": "step up", "l": "step left", "r": "step right", "d": "step down"}


@dataclass(frozen=True, slots=True)
class TurnMove:
    """A turn, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class WalkMove:
    """A walk along a shortest path to a cell of the top face."""

    goal: int


@dataclass(frozen=True, slots=True)
class Single:
    """A single step to the right and downwards."""

    right: int
    down: int


Input = TurnMove | WalkMove | Single


@lru_cache(maxsize=256)
def read_word(word: str) -> Input:
    """What a word means.

    Raises:
        MoveError: not a move of this game.
    """
    if word in TURNS:
        return TurnMove(TURNS.index(word))
    if word in _STEPS:
        _, right, down = WALK_STEPS[_STEPS.index(word)]
        return Single(right, down)
    found = _WALK.fullmatch(word)
    if found is None:
        raise MoveError(
            f"expected a turn {TURNS[0]} to {TURNS[-1]}, a walk mXY or a step u d l r, "
            f"found {quoted(word)}"
        )
    return WalkMove(cell_at(TOP, int(found[1]), int(found[2])))


def walk_word(goal: int) -> str:
    """The word for a walk to a cell of the top face."""
    _, x, y = place_of(goal)
    return f"m{x}{y}"


def title_of(word: str) -> str:
    """What a word says, in plain words.

    Raises:
        MoveError: not a move of this game.
    """
    match read_word(word):
        case TurnMove(number):
            line = number % SIDE
            if number < SIDE:
                return f"turn row {line} to the right"
            return f"turn column {line} to the back"
        case WalkMove(goal):
            _, x, y = place_of(goal)
            return f"walk to row {y}, column {x}"
        case Single():
            return _STEP_TITLES[word]
