"""Candidates by the thousand: made, solved and judged in one compiled function."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.arrays import Ints, Longs, Words
from engine.games.fruit_dating.codes import MAX_CELLS
from engine.games.fruit_dating.layout import GATES, LAYERS, PIECES, SCRATCH_SIZE, STAGE_COUNT, TILES
from engine.games.fruit_dating.parameters import FACTS, STAGES, place_of
from engine.games.fruit_dating.plan import Plan
from engine.games.fruit_dating.rules import FruitDatingRules, start_state
from engine.games.fruit_dating.stages import run_stages
from engine.games.fruit_dating.table import PIECE_COUNT, TABLE_SIZE, compile_level
from engine.jit import entry, kernel
from engine.search.backward import (
    ALIVE,
    LOSING,
    SHORTEST,
    SOLUTIONS,
    TRANSITIONS,
    WINNING,
    Hindsight,
    look_back,
)
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
)

MAX_WORDS = -(-MAX_CELLS // 8)
TOO_LARGE, UNSOLVABLE = STAGE_COUNT, STAGE_COUNT + 1
FIRST_FACT = STAGE_COUNT + 2
"""Reasons to reject a candidate: a stage that gave up by its number, then these, then every
fact out of its range by its place in FACTS."""
REASONS = (
    *(f"{stage.title.lower()} failed" for stage in STAGES),
    "too many positions",
    "unsolvable",
    *(f"{fact.replace('_', ' ')} out of range" for fact in FACTS),
)
STOPPED_ATTEMPT = -2

_MAX_STATES = place_of("max_states")
_FACTS = place_of(FACTS[0])
_FACT_COUNT = len(FACTS)
_MOVES_FACT = FACTS.index("moves")
_STATES_FACT = FACTS.index("states")
_TRANSITIONS_FACT = FACTS.index("transitions")
_WINNING_FACT = FACTS.index("winning_moves")
_LOSING_FACT = FACTS.index("losing_moves")
_DEAD_FACT = FACTS.index("dead_states")
_SOLUTIONS_FACT = FACTS.index("shortest_solutions")
_SEEN_FACT = FACTS.index("states_seen")
_MOVES = place_of("moves")
_TOO_MANY = 2**62


class Bench(NamedTuple):
    """The arrays in which candidates are made.

    ``table`` and ``start`` are the level as the search takes it, ``rejected`` counts rejections
    by reason, ``no_log`` is a log without room.
    """

    layout: Longs
    stream: Words
    scratch: Longs
    table: Ints
    start: Words
    rejected: Longs
    no_log: Longs


def new_bench(plan: Plan) -> Bench:
    """Arrays for the candidates of a plan."""
    return Bench(
        plan.sketch.copy(),
        np.zeros(1, np.uint64),
        np.zeros(SCRATCH_SIZE, np.int64),
        np.zeros(TABLE_SIZE, np.int32),
        np.zeros(MAX_WORDS, np.uint64),
        np.zeros(len(REASONS), np.int64),
        np.zeros((0, 7), np.int64),
    )


@kernel
def judge(facts: Longs, count: int, settings: Longs) -> int:
    """The first fact out of the range that the settings ask for, as a reason; -1 for none."""
    for fact in range(_FACT_COUNT):
        value = 1  # solvable and complete, or the candidate would not be here
        if fact == _MOVES_FACT:
            value = facts[SHORTEST]
        elif fact == _STATES_FACT or fact == _SEEN_FACT:
            value = count
        elif fact == _TRANSITIONS_FACT:
            value = facts[TRANSITIONS]
        elif fact == _WINNING_FACT:
            value = facts[WINNING]
        elif fact == _LOSING_FACT:
            value = facts[LOSING]
        elif fact == _DEAD_FACT:
            value = count - facts[ALIVE]
        elif fact == _SOLUTIONS_FACT:
            value = facts[SOLUTIONS] if facts[SOLUTIONS] >= 0 else _TOO_MANY
        if value < settings[_FACTS + 2 * fact] or value > settings[_FACTS + 2 * fact + 1]:
            return FIRST_FACT + fact
    return -1


@entry
def try_candidates(
    settings: Longs,
    locked: Longs,
    sketch: Longs,
    rows: int,
    cols: int,
    seed: int,
    first: int,
    number: int,
    rerolls: Longs,
    control: Longs,
    bench: Bench,
    work: Workspace,
    behind: Hindsight,
) -> int:
    """Makes, solves and judges candidates ``first`` to ``first + number - 1`` until one passes.

    Returns:
        The attempt accepted, -1 if none was, STOPPED_ATTEMPT if cancelled.
        ``bench.rejected`` counts by reason.
    """
    layout, table, start = bench.layout, bench.table, bench.start
    cursor, starts, edges = work.cursor, work.starts, work.edges
    for attempt in range(first, first + number):
        for layer in range(LAYERS):
            for cell in range(rows * cols):
                layout[layer, cell] = sketch[layer, cell]
        reason = run_stages(
            settings,
            locked,
            layout,
            rows,
            cols,
            seed,
            attempt,
            rerolls,
            bench.stream,
            bench.no_log,
            bench.scratch,
        )
        if reason < 0:
            compile_level(layout[TILES], layout[PIECES], layout[GATES], rows, cols, table)
            words = (max(table[PIECE_COUNT], 1) + 7) // 8
            start_state(table, words, start, work.scratch)
            cursor[COUNT] = 0
            cursor[STATUS] = RUNNING
            limit = settings[_MAX_STATES] + 4
            this = FruitDatingRules(4, words)
            # Up to the first win first: a length out of range spares the rest of the graph.
            explore(this, table, start, control, limit, limit, True, work)
            if cursor[STATUS] == FOUND:
                length = cursor[DEPTH] + 1
                if length < settings[_MOVES] or length > settings[_MOVES + 1]:
                    reason = FIRST_FACT + _MOVES_FACT
                else:
                    explore(this, table, start, control, limit, limit, False, work)
            if cursor[STATUS] == STOPPED:
                return STOPPED_ATTEMPT
            if cursor[STATUS] == FULL:
                reason = TOO_LARGE
            elif cursor[WON_FROM] < 0:
                reason = UNSOLVABLE
            elif reason < 0:
                look_back(edges, cursor[COUNT], 4, starts[: cursor[DEPTH] + 2], behind)
                reason = judge(behind.facts, cursor[COUNT], settings)
        if reason < 0:
            return attempt
        bench.rejected[reason] += 1
        control[2] += 1
    return -1
