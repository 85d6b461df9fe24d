"""What happens in the turns of play that wins in the fewest turns.

A way is a sequence of turns, with the squares that the monk can reach after each (see
:mod:`engine.games.mazing_monk.search.ways`): between turns he picks up all karma within reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.codes import MECHANICS
from engine.games.mazing_monk.cube.cube import SIDE
from engine.games.mazing_monk.cube.planes import tables_of_cube
from engine.games.mazing_monk.search import turns
from engine.games.mazing_monk.search.following import TriedTurn, trials_in
from engine.games.mazing_monk.search.proving import Finding
from engine.games.mazing_monk.search.settling import SPARE
from engine.games.mazing_monk.search.turns import TurnSearch
from engine.games.mazing_monk.search.ways import LOST, look_back
from engine.search.mechanics import LabelledWays, Step
from engine.search.shortest import WINS
from engine.values.budget import Control

(
    _TURN_BARRED,
    _KARMA_TURNED_IN,
    _KARMA_LEFT,
    _SQUARES_PARTED,
    _ROW_TURNED,
    _COLUMN_TURNED,
    _SIDE_SPUN,
) = (1 << bit for bit in range(len(MECHANICS)))


def mechanics(found: Finding, control: Control) -> Mapping[str, str]:
    """In which ways to win in the fewest turns each mechanic acts; empty if there is none.

    The search has proven the fewest turns, or that there is no win.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    if not found.solvable:
        return {}
    ways = _ways(found.search, found.known[SPARE], control)
    return ways.words([*MECHANICS])


def _ways(search: TurnSearch, spare: int, control: Control) -> LabelledWays:
    """All ways to win in the fewest turns, with what happens in their turns."""
    search = search._replace(
        children=np.empty_like(search.children), kinds=np.empty_like(search.kinds)
    )
    leading = np.empty(int(search.cursor[turns.COUNT]), np.int64)
    look_back(tables_of_cube(), search, control.cells, leading)
    control.require_going_on()
    depth = int(search.cursor[turns.DEPTH])
    ends = search.starts[: depth + 1].tolist()
    if not depth:
        return LabelledWays([[(WINS, _at_the_win(search, 0))]])
    numbers, going = {0: 0}, [0]
    steps: list[list[Step]] = []
    for state in going:
        control.require_going_on()
        layer = int(np.searchsorted(ends, state, side="right"))
        trials = trials_in(search, state)
        bits = _bits(search, state, trials, spare)
        here: list[Step] = []
        for trial, own in zip(trials, bits, strict=True):
            target = trial.target
            beyond = ends[layer + 1] if layer < depth else len(leading)
            if not ends[layer] <= target < beyond or not leading[target]:
                continue
            if layer == depth:
                here.append((WINS, own | _at_the_win(search, target)))
                continue
            if target not in numbers:
                numbers[target] = len(numbers)
                going.append(target)
            here.append((numbers[target], own))
        steps.append(here)
    return LabelledWays(steps)


def _bits(search: TurnSearch, state: int, trials: Sequence[TriedTurn], spare: int) -> list[int]:
    """What happens in each turn tried in a state; what soldiers bar, they bar for all of them."""
    barred = _TURN_BARRED if any(trial.target == LOST for trial in trials) else 0
    groups = Counter(trial.turn for trial in trials)
    karma, found = _karma(search, state), []
    for trial in trials:
        bits = barred | (_ROW_TURNED if trial.turn < SIDE else _COLUMN_TURNED)
        if trial.turn % SIDE != 1:
            bits |= _SIDE_SPUN
        if groups[trial.turn] > 1:
            bits |= _SQUARES_PARTED
        if karma > spare and trial.target >= 0 and _karma(search, trial.target) < karma:
            bits |= _KARMA_TURNED_IN
        found.append(bits)
    return found


def _karma(search: TurnSearch, state: int) -> int:
    """How much karma is not picked up in a state."""
    at = planes.STATE_WORDS * state
    return int(planes.karma_cells(search.states[at], search.states[at + 1])).bit_count()


def _at_the_win(search: TurnSearch, state: int) -> int:
    return _KARMA_LEFT if _karma(search, state) else 0
