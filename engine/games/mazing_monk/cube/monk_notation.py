"""The notation for moves: turns ``r0`` to ``c2``, walks ``mXY``, and single steps ``u l r d``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.errors import MoveError, quote_input
from engine.games.mazing_monk.cube.cube import SIDE, TOP, TURNS, WALK_STEPS, get_cell, locate_cell

_WALK = re.compile(r"m([0-2])([0-2])")
_STEPS = tuple(word for word, _, _ in WALK_STEPS)
_STEP_TITLES = {"u": "step up", "l": "step left", "r": "step right", "d": "step down"}


@dataclass(frozen=True, slots=True)
class TurnMove:
    """A turn of a row or column, given by the turn's number."""

    number: int


@dataclass(frozen=True, slots=True)
class WalkMove:
    """A walk along a shortest path to the top cell ``goal``."""

    goal: int


@dataclass(frozen=True, slots=True)
class StepMove:
    """A single step, given by its offsets to the right and downwards."""

    right: int
    down: int


MonkMove = TurnMove | WalkMove | StepMove


@lru_cache(maxsize=256)
def parse_move(word: str) -> MonkMove:
    """Parse a turn, walk or step in the notation of the game.

    Raises:
        MoveError: The word is not a move in this game's notation.
    """
    if word in TURNS:
        return TurnMove(TURNS.index(word))
    if word in _STEPS:
        _, right, down = WALK_STEPS[_STEPS.index(word)]
        return StepMove(right, down)
    found = _WALK.fullmatch(word)
    if found is None:
        raise MoveError(
            f"expected a turn {TURNS[0]} to {TURNS[-1]}, a walk mXY or a step u d l r, "
            f"found {quote_input(word)}"
        )
    return WalkMove(get_cell(TOP, int(found[1]), int(found[2])))


def format_walk(goal: int) -> str:
    """Return the notation for a walk to a top cell."""
    _, x, y = locate_cell(goal)
    return f"m{x}{y}"


def describe_move(word: str) -> str:
    """Describe a move in words.

    Raises:
        MoveError: The word is not a move in this game's notation.
    """
    match parse_move(word):
        case TurnMove(number):
            line = number % SIDE
            if number < SIDE:
                return f"turn row {line} to the right"
            return f"turn column {line} to the back"
        case WalkMove(goal):
            _, x, y = locate_cell(goal)
            return f"walk to row {y}, column {x}"
        case StepMove():
            return _STEP_TITLES[word]
