"""How many ways there are to win in the fewest turns.

A way is a sequence of turns, with the squares that the monk can reach after each.
"""

from __future__ import annotations

import numpy as np

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.planes import Tables
from engine.games.mazing_monk.search import turns as turn_search
from engine.jit.marks import Bytes, Ints, Longs, entry

LEFT_OUT, LOST = -1, -2
"""In place of the number of a state: one that the search left out, and soldiers reach the monk."""


@entry
def count_trials(tables: Tables, search: turn_search.TurnSearch, firsts: Longs) -> None:
    """Numbers the trials: for each state that was looked at, and one more, the first.

    Trials count from 1, because the start comes before them.
    """
    states, children, kinds = search.states, search.children, search.kinds
    firsts[0] = 1
    for state in range(search.cursor[turn_search.NEXT]):
        found = 0
        if search.marks[state] != turn_search.DROPPED:
            at = planes.STATE_WORDS * state
            found = planes.expand(tables, states[at], states[at + 1], True, children, kinds)
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
    """Lists trials.

    They are those from ``start``, at least 1, which was tried in ``state``, to the one before
    ``stop``; ``firsts`` is as :func:`count_trials` left it. Of each the arrays receive the state
    that it was made in, its turn, and what it leads to: the number of a state, LEFT_OUT or LOST.
    """
    states, children, kinds = search.states, search.children, search.kinds
    while state < search.cursor[turn_search.NEXT] and firsts[state] < stop:
        if firsts[state] < firsts[state + 1]:
            at = planes.STATE_WORDS * state
            found = planes.expand(tables, states[at], states[at + 1], True, children, kinds)
            for child in range(found):
                trial = firsts[state] + child
                if start <= trial < stop:
                    index = trial - start
                    sources[index] = state
                    turns[index] = kinds[child] % planes.ATTACKED
                    targets[index] = LOST
                    if kinds[child] < planes.ATTACKED:
                        targets[index] = turn_search.number_of(
                            search, children, planes.STATE_WORDS * child
                        )
        state += 1


MANY = 1 << 62
"""Ways are counted up to here in machine words."""


@entry
def look_back(tables: Tables, search: turn_search.TurnSearch, control: Longs, ways: Longs) -> bool:
    """Counts the ways from every state to the wins in the last layer of a search; False if stopped.

    ``ways`` receives the counts, no more than MANY.
    """
    cursor, starts, states, marks = search.cursor, search.starts, search.states, search.marks
    children, kinds = search.children, search.kinds
    depth = cursor[turn_search.DEPTH]
    for state in range(starts[depth], cursor[turn_search.COUNT]):
        ways[state] = 1 if marks[state] == turn_search.WON else 0
    for layer in range(depth - 1, -1, -1):
        below, beyond = starts[layer + 1], starts[layer + 2]
        for state in range(starts[layer], below):
            if control[0] != 0:
                return False
            at = planes.STATE_WORDS * state
            found = planes.expand(tables, states[at], states[at + 1], True, children, kinds)
            total = 0
            for child in range(found):
                if kinds[child] < planes.ATTACKED:
                    number = turn_search.number_of(search, children, planes.STATE_WORDS * child)
                    if below <= number < beyond:
                        total = min(total + ways[number], MANY)
            ways[state] = total
    return True


def exact_ways(search: turn_search.TurnSearch, ways: Longs) -> int:
    """The number of ways to win, however many.

    The search has found wins; ``ways`` is as :func:`look_back` left it.
    """
    tables = planes.tables_of_cube()
    firsts = np.empty(int(search.cursor[turn_search.NEXT]) + 1, np.int64)
    count_trials(tables, search, firsts)
    depth = int(search.cursor[turn_search.DEPTH])
    following = dict.fromkeys(range(int(search.starts[depth]), int(search.starts[depth + 1])), 0)
    following.update((state, 1) for state in following if search.marks[state] == turn_search.WON)
    for layer in reversed(range(depth)):
        here = {}
        for state in range(int(search.starts[layer]), int(search.starts[layer + 1])):
            if ways[state]:
                first, last = firsts[state : state + 2].tolist()
                targets = np.empty(last - first, np.int32)
                unused = np.empty_like(targets), np.empty(last - first, np.uint8)
                list_trials(tables, search, firsts, state, first, last, *unused, targets)
                here[state] = sum(following.get(target, 0) for target in targets.tolist())
        following = here
    return following[0]
