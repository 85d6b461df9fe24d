"""The log of a making by whole actions, what its checks refused, and the witness of a level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.checks import problems
from engine.games.mazing_monk.cube.codes import PROTECTIVE
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.generate.making import CHECKS, MOVES, REFUSED, STEP
from engine.games.mazing_monk.generate.parameters import STAGE_NAMES
from engine.games.mazing_monk.play import playing
from engine.generate.generation import LOG_COLUMNS, NOTHING
from engine.jit.marks import Longs

_STAGE, _LAYER, _NEW, _DRAW = map(LOG_COLUMNS.index, ("stage", "layer", "new", "draw"))
_PLACEMENT, _CARVING, _CLIMB = map(STAGE_NAMES.index, ("placement", "carving", "climb"))


def begins(log: Longs) -> Longs:
    """The events that begin whole actions.

    An action is a thing put down at the beginning, a turn or a step with all that it changes, one
    that is refused, all obstacles that become protective at once, karma put elsewhere and
    locked cells put in place in the end, or two cells swapped by the climb.
    """
    stage, draw = log[:, _STAGE], log[:, _DRAW]
    doing = log[:, _LAYER] == MOVES
    marked = ~doing & (log[:, _NEW] == PROTECTIVE) & (draw == NOTHING)
    begun = doing | (stage == _PLACEMENT)
    for start in (stage, marked):
        begun[1:] |= start[1:] != start[:-1]
    # Of a turn or a step and what it changes, outside of carving, there is one draw.
    begun[1:] |= (stage[1:] > _CARVING) & (draw[1:] != draw[:-1])
    swapped = (stage == _CLIMB) & (draw != NOTHING)
    begun[swapped] = np.arange(np.count_nonzero(swapped)) % 2 == 0
    begun[:1] = True
    return np.flatnonzero(begun)


def refused(log: Longs, moment: int) -> Mapping[str, int]:
    """How often each check has refused something up to a moment."""
    values = log[:moment][log[:moment, _LAYER] == MOVES][:, _NEW]
    numbers = Counter((values[values >= REFUSED] // REFUSED - 1).tolist())
    return {CHECKS[number]: numbers[number] for number in sorted(numbers)}


_OPPOSITES = "drlu"
"""The steps that undo the steps up, left, right and down."""


def forwards(made: Iterable[int]) -> tuple[str, ...]:
    """The moves that undo a sequence of the generator's actions, the last one first."""
    return tuple(
        TURNS[action] if action < STEP else _OPPOSITES[action - STEP]
        for action in reversed([*made])
    )


def winning_part(board: MonkBoard, words: Sequence[str]) -> tuple[str, ...] | None:
    """The moves up to the win that they lead to; None if one is illegal or deadly, or none wins."""
    if problems(board):
        return None
    position = playing.start(board)
    for number, word in enumerate(words, 1):
        step = playing.played(position, word)
        position = step.after
        if position.status == "won":
            return tuple(words[:number])
        if not step.changed or position.status == "lost":
            return None
    return None
