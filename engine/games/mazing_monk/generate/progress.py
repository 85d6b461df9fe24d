"""The log of a making by whole actions, and what its checks have refused so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from engine.games.mazing_monk.cube.codes import PROTECTIVE
from engine.games.mazing_monk.generate.making import CHECKS, MOVES, REFUSED
from engine.games.mazing_monk.generate.parameters import STAGE_NAMES
from engine.generate.generation import LOG_COLUMNS, NOTHING
from engine.jit.arrays import Longs

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
