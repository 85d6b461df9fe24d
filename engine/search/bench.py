"""Where a generator's candidates are solved, one after the other and no further than needed.

A game makes a candidate, compiles it to the bench's table and start state, calls
:func:`explore_within`, and judges what the search left on the bench, all in one compiled function.
What only retrograde analysis finds, see :func:`look_behind`, costs as much again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np

from engine.jit.marks import Ints, Longs, Words, kernel, subroutine
from engine.search import breadth_first
from engine.search.breadth_first import Workspace
from engine.search.retrograde import RetrogradeArrays, look_back, retrograde_arrays
from engine.search.running import FOUND, FULL, RUNNING
from engine.search.running import STOPPED as SEARCH_STOPPED
from engine.search.successors import SearchLevel

PASSED, STOPPED = -1, -2
"""In place of a reason to reject a candidate: there is none; the search was stopped."""


class Bench(NamedTuple):
    """Where candidates are judged.

    ``table`` and ``start`` are the level as the search takes it, ``rejected`` counts rejections
    by reason, ``values`` are the facts that a candidate is judged by (those that the game does not
    set are 1: true), ``work`` and ``behind`` are the arrays of the search.
    """

    table: Ints
    start: Words
    rejected: Longs
    values: Longs
    work: Workspace
    behind: RetrogradeArrays


def reasons_of(stages: Sequence[str], own: Sequence[str], facts: Sequence[str]) -> tuple[str, ...]:
    """The reasons to reject a candidate, in the order of their numbers.

    Stages by their titles can give up, then come those of :func:`explore_within`, the game's own,
    and facts by their keys, which can be out of their range.
    """
    return (
        *(f"{stage.lower()} failed" for stage in stages),
        "too many positions",
        "unsolvable",
        *own,
        *(f"{fact.replace('_', ' ')} out of range" for fact in facts),
    )


def new_bench(
    reasons: int, facts: int, table: int, moves: int, words: int, scratch: int, max_states: int
) -> Bench:
    """A bench for candidates of up to ``max_states`` states, with the memory of the last one.

    ``table``, ``words`` and ``scratch`` are the numbers of a compiled level, words of a packed
    state, and numbers that the game's kernel needs for itself, at the most.
    """
    work, behind = _memory(get_ident(), moves, words, scratch, max_states + moves)
    return Bench(
        np.zeros(table, np.int32),
        np.zeros(words, np.uint64),
        np.zeros(reasons, np.int64),
        np.ones(facts, np.int64),
        work,
        behind,
    )


@lru_cache(maxsize=4)
def _memory(
    thread: int, moves: int, words: int, scratch: int, limit: int
) -> tuple[Workspace, RetrogradeArrays]:
    """The arrays of a search, kept: no two threads share any."""
    return breadth_first.workspace(limit, moves, words, scratch), retrograde_arrays(limit, moves)


@kernel
def begin_search(work: Workspace) -> None:
    """Resets a search, so that :func:`search_on` begins it."""
    work.cursor[breadth_first.COUNT] = 0
    work.cursor[breadth_first.STATUS] = RUNNING
    work.cursor[breadth_first.WON_FROM] = -1


@subroutine
def search_on(
    rules: Any,
    control: Longs,
    limit: int,
    expansions: int,
    stop_at_win: bool,
    table: Ints,
    start: Words,
    work: Workspace,
) -> int:
    """Goes on with a search for so many expansions; its status then.

    ``limit`` is of states, the moves of one included; see
    :func:`engine.search.breadth_first.explore`.
    """
    level = SearchLevel(rules, table, start, 0)
    breadth_first.explore(level, control, limit, expansions, stop_at_win, work)
    return work.cursor[breadth_first.STATUS]


@kernel
def outcome_of(work: Workspace, reason: int) -> int:
    """What a search that is over says of a candidate.

    Returns:
        PASSED, STOPPED, ``reason`` for more states than allowed, the next for no win.
    """
    if work.cursor[breadth_first.STATUS] == SEARCH_STOPPED:
        return STOPPED
    if work.cursor[breadth_first.STATUS] == FULL:
        return reason
    if work.cursor[breadth_first.WON_FROM] < 0:
        return reason + 1
    return PASSED


@kernel
def explore_within(
    rules: Any,
    control: Longs,
    limit: int,
    shortest: int,
    longest: int,
    reason: int,
    outside: int,
    bench: Bench,
) -> int:
    """Searches the candidate on a bench; its whole graph is there if it passes.

    A shortest solution has from ``shortest`` to ``longest`` moves, or the reason is ``outside``. A
    graph of more states than ``limit``, less the moves, is rejected for ``reason``, one without a
    win for the next.

    Returns:
        PASSED, STOPPED, or one of the three reasons.
    """
    table, start, work = bench.table, bench.start, bench.work
    begin_search(work)
    # Up to the first win first: a length out of range spares the rest of the graph.
    if search_on(rules, control, limit, limit, True, table, start, work) == FOUND:
        if not shortest <= work.cursor[breadth_first.DEPTH] + 1 <= longest:
            return outside
        search_on(rules, control, limit, limit, False, table, start, work)
    return outcome_of(work, reason)


@subroutine
def look_behind(moves: int, bench: Bench) -> None:
    """Finds the facts of the whole graph on a bench, of a game with so many moves."""
    work, cursor = bench.work, bench.work.cursor
    starts = work.starts[: cursor[breadth_first.DEPTH] + 2]
    look_back(work.edges, cursor[breadth_first.COUNT], moves, starts, bench.behind)


@kernel
def shortest_on(bench: Bench) -> int:
    """Moves of the shortest solution in the graph on a bench, which has a win."""
    depth = 0
    while bench.work.starts[depth + 1] <= bench.work.cursor[breadth_first.WON_FROM]:
        depth += 1
    return depth + 1


@kernel
def write_solution(moves: int, bench: Bench, solution: Longs) -> None:
    """Writes the first of the shortest solutions in the graph on a bench, which has a win.

    ``solution`` has room for just its moves, of which the game has so many.
    """
    work = bench.work
    parents, edges, state = work.parents, work.edges, work.cursor[breadth_first.WON_FROM]
    at = len(solution) - 1
    solution[at] = work.cursor[breadth_first.WON_BY]
    while at > 0:
        at -= 1
        parent = parents[state]
        move = 0
        while edges[parent * moves + move] != state:
            move += 1
        solution[at] = move
        state = parent


@kernel
def first_outside(values: Longs, settings: Longs, index: int) -> int:
    """The first value out of its range, -1 for none.

    ``index`` is where the low end of the first range stands in the settings; its high end follows,
    then the ranges of the other values.
    """
    for number in range(len(values)):
        low, high = settings[index + 2 * number], settings[index + 2 * number + 1]
        if not low <= values[number] <= high:
            return number
    return -1
