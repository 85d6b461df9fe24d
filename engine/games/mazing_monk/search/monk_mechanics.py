"""The mechanics that are used in a level's solutions with the fewest turns.

Here, a solution is a sequence of turns, together with the squares that the monk can reach after
each turn. Between turns, he collects all karma within reach. Each turn in each solution is labelled
with a set of mechanics, one bit for each. The labels are then combined over all solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from engine.games.mazing_monk.cube import bitcube
from engine.games.mazing_monk.cube.bitcube import get_cube_tables
from engine.games.mazing_monk.cube.cube import SIDE
from engine.games.mazing_monk.cube.cube_codes import MECHANICS
from engine.games.mazing_monk.search import turn_search
from engine.games.mazing_monk.search.compiled_level_facts import SPARE
from engine.games.mazing_monk.search.move_state_conversion import TriedTurn, list_state_trials
from engine.games.mazing_monk.search.proof_search import TurnSearchResult
from engine.games.mazing_monk.search.turn_search import TurnSearch
from engine.games.mazing_monk.search.turn_solution_count import LOST, count_solutions
from engine.search.mechanic_analysis import LabelledSolutions, LabelledStep
from engine.search.shortest_solutions import WINS
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


def find_mechanics(found: TurnSearchResult, control: Control) -> Mapping[str, str]:
    """Determine, for each mechanic, whether all, some or none of the shortest solutions use it.

    The search must have proven the fewest turns, or that there is no win.

    Returns:
        A mapping from each mechanic to the word that gives this answer, or an empty mapping if the
        level is unsolvable.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    if not found.is_solvable:
        return {}
    ways = _label_solutions(found.search, found.known[SPARE], control)
    return ways.classify_mechanics([*MECHANICS])


def _label_solutions(search: TurnSearch, spare: int, control: Control) -> LabelledSolutions:
    """Label the turns in all shortest solutions with the mechanics that they use."""
    # A trace may use the search at the same time, so use separate arrays for the children.
    search = search._replace(
        children=np.empty_like(search.children), kinds=np.empty_like(search.kinds)
    )
    leading = np.empty(int(search.cursor[turn_search.COUNT]), np.int64)
    count_solutions(get_cube_tables(), search, control.shared_cells, leading)
    control.raise_if_cancelled()
    depth = int(search.cursor[turn_search.DEPTH])
    ends = search.starts[: depth + 1].tolist()
    if not depth:
        return LabelledSolutions([[(WINS, _label_win(search, 0))]])
    # States on solutions get consecutive numbers in the order of discovery.
    numbers, going = {0: 0}, [0]
    steps: list[list[LabelledStep]] = []
    # ``going`` grows during the loop, so this is a breadth-first search.
    for state in going:
        control.raise_if_cancelled()
        layer = int(np.searchsorted(ends, state, side="right"))
        trials = list_state_trials(search, state)
        bits = _label_trials(search, state, trials, spare)
        here: list[LabelledStep] = []
        for trial, own in zip(trials, bits, strict=True):
            target = trial.target
            beyond = ends[layer + 1] if layer < depth else len(leading)
            # A turn is part of a shortest solution if it leads to a state in the next layer that
            # can still win.
            if not ends[layer] <= target < beyond or not leading[target]:
                continue
            if layer == depth:
                here.append((WINS, own | _label_win(search, target)))
                continue
            if target not in numbers:
                numbers[target] = len(numbers)
                going.append(target)
            here.append((numbers[target], own))
        steps.append(here)
    return LabelledSolutions(steps)


def _label_trials(
    search: TurnSearch, state: int, trials: Sequence[TriedTurn], spare: int
) -> list[int]:
    """Return the mechanics that each turn from a state uses, as bits."""
    # One deadly turn restricts the monk's choice, so every turn from this state gets the label.
    barred = _TURN_BARRED if any(trial.target == LOST for trial in trials) else 0
    groups = Counter(trial.turn for trial in trials)
    karma, found = _count_karma(search, state), []
    for trial in trials:
        bits = barred | (_ROW_TURNED if trial.turn < SIDE else _COLUMN_TURNED)
        if trial.turn % SIDE != 1:
            bits |= _SIDE_SPUN
        # A turn with several children has split the monk's squares into groups.
        if groups[trial.turn] > 1:
            bits |= _SQUARES_PARTED
        # All karma within reach is collected in a whole state, so less karma means that the turn
        # brought some within reach.
        if karma > spare and trial.target >= 0 and _count_karma(search, trial.target) < karma:
            bits |= _KARMA_TURNED_IN
        found.append(bits)
    return found


def _count_karma(search: TurnSearch, state: int) -> int:
    """Return the amount of karma left on the cube in a state."""
    at = bitcube.STATE_WORDS * state
    return int(bitcube.find_karma(search.states[at], search.states[at + 1])).bit_count()


def _label_win(search: TurnSearch, state: int) -> int:
    return _KARMA_LEFT if _count_karma(search, state) else 0
