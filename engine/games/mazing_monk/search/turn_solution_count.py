"""The number of solutions with the fewest turns, counted backwards from the wins.

Two solutions are different if they have different turns, or if the monk can reach different squares
after any turn. Walks make no difference.
"""

from __future__ import annotations

import numpy as np

from engine.games.mazing_monk.cube import bitcube
from engine.games.mazing_monk.cube.bitcube import Tables
from engine.games.mazing_monk.search import turn_search
from engine.jit.decorators import Bytes, Ints, Longs, entry

LEFT_OUT, LOST = -1, -2
"""The targets of trials that lead to no state in the search: LEFT_OUT if the search pruned the
state, and LOST if soldiers reach the monk.
"""


@entry
def count_trials(tables: Tables, search: turn_search.TurnSearch, firsts: Longs) -> None:
    """Fill ``firsts`` with the number of the first trial from each expanded state.

    The last entry is 1 plus the number of the last trial. Trials are counted from 1, because row 0
    in a trace is the start.
    """
    states, children, kinds = search.states, search.children, search.kinds
    firsts[0] = 1
    for state in range(search.cursor[turn_search.NEXT]):
        found = 0
        if search.marks[state] != turn_search.DROPPED:
            at = bitcube.STATE_WORDS * state
            found = bitcube.list_children(tables, states[at], states[at + 1], True, children, kinds)
        firsts[state + 1] = firsts[state] + found


@entry
def list_trials(
    tables: Tables,
    search: turn_search.TurnSearch,
    firsts: Longs,
    state: int,
    start: int,
    stop: int,
    sources: Ints,
    turns: Bytes,
    targets: Ints,
) -> None:
    """List the trials with numbers from ``start`` up to, but not including, ``stop``.

    Args:
        tables: The lookup tables.
        search: The finished search.
        firsts: The first trial from each state, as written by :func:`count_trials`.
        state: The state from which trial ``start`` was made.
        start: The number of the first trial, at least 1.
        stop: One more than the number of the last trial.
        sources: The array that receives the state from which each trial was made.
        turns: The array that receives the turn in each trial.
        targets: The array that receives the state after each trial, or LEFT_OUT or LOST.
    """
    states, children, kinds = search.states, search.children, search.kinds
    while state < search.cursor[turn_search.NEXT] and firsts[state] < stop:
        # States that a beam search dropped have no trials.
        if firsts[state] < firsts[state + 1]:
            at = bitcube.STATE_WORDS * state
            found = bitcube.list_children(tables, states[at], states[at + 1], True, children, kinds)
            for child in range(found):
                trial = firsts[state] + child
                if start <= trial < stop:
                    index = trial - start
                    sources[index] = state
                    turns[index] = kinds[child] % bitcube.ATTACKED
                    targets[index] = LOST
                    if kinds[child] < bitcube.ATTACKED:
                        targets[index] = turn_search.find_number(
                            search, children, bitcube.STATE_WORDS * child
                        )
        state += 1


SATURATED = 1 << 61
"""The highest value in the compiled count of solutions. It also represents all higher numbers.

The sum of two such numbers still fits into 64 bits.
"""


@entry
def count_solutions(
    tables: Tables, search: turn_search.TurnSearch, control: Longs, ways: Longs
) -> bool:
    """Count the shortest solutions from each state; return False if the count was stopped.

    ``ways`` receives the counts, which are at most SATURATED. In the last layer, the count is 1 for
    a win and 0 for any other state. For an earlier state, it is the sum over the state's children
    in the next layer.
    """
    cursor, starts, states, marks = search.cursor, search.starts, search.states, search.marks
    children, kinds = search.children, search.kinds
    depth = cursor[turn_search.DEPTH]
    for state in range(starts[depth], cursor[turn_search.COUNT]):
        ways[state] = 1 if marks[state] == turn_search.WON else 0
    # Going backwards, children are counted before their parents.
    for layer in range(depth - 1, -1, -1):
        below, beyond = starts[layer + 1], starts[layer + 2]
        for state in range(starts[layer], below):
            if control[0] != 0:
                return False
            at = bitcube.STATE_WORDS * state
            found = bitcube.list_children(tables, states[at], states[at + 1], True, children, kinds)
            total = 0
            for child in range(found):
                if kinds[child] < bitcube.ATTACKED:
                    number = turn_search.find_number(search, children, bitcube.STATE_WORDS * child)
                    # A child that is not in the next layer is not on a shortest solution.
                    if below <= number < beyond:
                        total = min(total + ways[number], SATURATED)
            ways[state] = total
    return True


def count_exactly(search: turn_search.TurnSearch, ways: Longs) -> int:
    """Count the shortest solutions from the start with Python's unlimited integers.

    The search must have found wins, and ``ways`` must hold the counts from :func:`count_solutions`.
    """
    tables = bitcube.get_cube_tables()
    firsts = np.empty(int(search.cursor[turn_search.NEXT]) + 1, np.int64)
    count_trials(tables, search, firsts)
    depth = int(search.cursor[turn_search.DEPTH])
    following = dict.fromkeys(range(int(search.starts[depth]), int(search.starts[depth + 1])), 0)
    following.update((state, 1) for state in following if search.marks[state] == turn_search.WON)
    for layer in reversed(range(depth)):
        here = {}
        for state in range(int(search.starts[layer]), int(search.starts[layer + 1])):
            # A missing count is read as 0, so states on no solution can be skipped.
            if ways[state]:
                first, last = firsts[state : state + 2].tolist()
                targets = np.empty(last - first, np.int32)
                unused = np.empty_like(targets), np.empty(last - first, np.uint8)
                list_trials(tables, search, firsts, state, first, last, *unused, targets)
                here[state] = sum(following.get(target, 0) for target in targets.tolist())
        following = here
    return following[0]
