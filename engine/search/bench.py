"""Where a generator's candidates are solved, one after the other and no further than needed.

A game makes a candidate, compiles it to the bench's table and start state, calls
:func:`solve_within`, and judges what the search left on the bench, all in one compiled function.
"""

from __future__ import annotations

from functools import lru_cache
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np

from engine.arrays import Ints, Longs, Words
from engine.jit import kernel
from engine.search.backward import Hindsight, hindsight, look_back
from engine.search.explore import (
    COUNT,
    DEPTH,
    FOUND,
    FULL,
    RUNNING,
    STATUS,
    STOPPED,
    WON_FROM,
    Workspace,
    explore,
    workspace,
)

SOLVED, OUTSIDE, UNSOLVABLE, TOO_LARGE, CANCELLED = range(5)
"""How solving a candidate ended: with the whole graph; with a shortest length out of range; with
no win; with more states than allowed; somebody asked to stop."""


class Bench(NamedTuple):
    """Where candidates are judged.

    ``table`` and ``start`` are the level as the search takes it, ``rejected`` counts rejections
    by reason, ``work`` and ``behind`` are the arrays of the search.
    """

    table: Ints
    start: Words
    rejected: Longs
    work: Workspace
    behind: Hindsight


def new_bench(
    reasons: int, table: int, moves: int, words: int, scratch: int, max_states: int
) -> Bench:
    """A bench for candidates of up to ``max_states`` states, with the memory of the last one.

    Args:
        reasons: how many reasons there are to reject a candidate.
        table: numbers of a compiled level.
        moves: moves tried in every state.
        words: words of a packed state, at the most.
        scratch: numbers that the game's kernel needs for itself.
        max_states: states of the largest graph.
    """
    work, behind = _memory(get_ident(), moves, words, scratch, max_states + moves)
    return Bench(
        np.zeros(table, np.int32),
        np.zeros(words, np.uint64),
        np.zeros(reasons, np.int64),
        work,
        behind,
    )


@lru_cache(maxsize=4)
def _memory(
    thread: int, moves: int, words: int, scratch: int, limit: int
) -> tuple[Workspace, Hindsight]:
    """The arrays of a search, kept: no two threads share any."""
    return workspace(limit, moves, words, scratch), hindsight(limit, moves)


@kernel
def solve_within(
    rules: Any, control: Longs, limit: int, shortest: int, longest: int, bench: Bench
) -> int:
    """Solves the candidate on a bench; the whole graph and its facts are there if SOLVED.

    Args:
        rules: the game's rules value; see :mod:`engine.search.successors`.
        control: cancel flag and progress; see :class:`engine.budget.Control`.
        limit: states of the largest graph, and as many more as there are moves.
        shortest: moves that a shortest solution has at the least.
        longest: moves that it has at the most.
        bench: holds the compiled candidate, and receives the graph.
    """
    table, start, work, behind = bench.table, bench.start, bench.work, bench.behind
    cursor = work.cursor
    cursor[COUNT] = 0
    cursor[STATUS] = RUNNING
    # Up to the first win first: a length out of range spares the rest of the graph.
    explore(rules, table, start, control, limit, limit, True, work)
    if cursor[STATUS] == FOUND:
        if not shortest <= cursor[DEPTH] + 1 <= longest:
            return OUTSIDE
        explore(rules, table, start, control, limit, limit, False, work)
    if cursor[STATUS] == STOPPED:
        return CANCELLED
    if cursor[STATUS] == FULL:
        return TOO_LARGE
    if cursor[WON_FROM] < 0:
        return UNSOLVABLE
    starts = work.starts[: cursor[DEPTH] + 2]
    look_back(work.edges, cursor[COUNT], rules.moves, starts, behind)
    return SOLVED
