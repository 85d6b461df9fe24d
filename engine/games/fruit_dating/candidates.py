"""Candidates by the thousand: made, solved and judged in one compiled function."""

from __future__ import annotations

from engine.arrays import Longs
from engine.games.fruit_dating.layout import GATES, PIECES, STAGE_COUNT, TILES
from engine.games.fruit_dating.parameters import FACTS, STAGES, place_of
from engine.games.fruit_dating.rules import SCRATCH_SIZE, FruitDatingRules, start_state
from engine.games.fruit_dating.stages import run_stages
from engine.games.fruit_dating.table import PIECE_COUNT, TABLE_SIZE, compile_level
from engine.jit import entry, kernel
from engine.search.backward import ALIVE, LOSING, SHORTEST, SOLUTIONS, TRANSITIONS, WINNING
from engine.search.bench import (
    CANCELLED,
    OUTSIDE,
    TOO_LARGE,
    UNSOLVABLE,
    Bench,
    new_bench,
    solve_within,
)
from engine.search.explore import COUNT
from engine.staging import Site
from engine.tiles.cells import MAX_CELLS

MOVES = 4
MAX_WORDS = -(-MAX_CELLS // 8)
LARGE_GRAPH, NO_SOLUTION = STAGE_COUNT, STAGE_COUNT + 1
FIRST_FACT = STAGE_COUNT + 2
"""Reasons to reject a candidate: a stage that gave up by its number, then these, then every
fact out of its range by its place in FACTS."""
REASONS = (
    *(f"{stage.title.lower()} failed" for stage in STAGES),
    "too many positions",
    "unsolvable",
    *(f"{fact.replace('_', ' ')} out of range" for fact in FACTS),
)
STOPPED = -2
"""Neither a reason nor an attempt: somebody asked to stop."""

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
_LENGTH = place_of("moves")
_TOO_MANY = 2**62


def bench_for(max_states: int) -> Bench:
    """A bench for candidates of up to so many states."""
    return new_bench(len(REASONS), TABLE_SIZE, MOVES, MAX_WORDS, SCRATCH_SIZE, max_states)


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


@kernel
def judge_layout(site: Site, control: Longs, bench: Bench) -> int:
    """Solves the candidate on a site and judges it.

    Returns:
        -1 if it passes, a reason to reject it, or STOPPED.
    """
    settings, layout, table = site.settings, site.layout, bench.table
    compile_level(layout[TILES], layout[PIECES], layout[GATES], site.rows, site.cols, table)
    words = (max(table[PIECE_COUNT], 1) + 7) // 8
    start_state(table, words, bench.start, bench.work.scratch)
    rules = FruitDatingRules(MOVES, words)
    limit = settings[_MAX_STATES] + MOVES
    end = solve_within(rules, control, limit, settings[_LENGTH], settings[_LENGTH + 1], bench)
    if end == CANCELLED:
        return STOPPED
    if end == TOO_LARGE:
        return LARGE_GRAPH
    if end == UNSOLVABLE:
        return NO_SOLUTION
    if end == OUTSIDE:
        return FIRST_FACT + _MOVES_FACT
    return judge(bench.behind.facts, bench.work.cursor[COUNT], settings)


@entry
def try_candidates(
    site: Site, seed: int, first: int, number: int, control: Longs, bench: Bench
) -> int:
    """Makes, solves and judges candidates ``first`` to ``first + number - 1`` until one passes.

    Returns:
        The attempt accepted, -1 if none was, STOPPED if asked to stop.
        ``bench.rejected`` counts by reason.
    """
    for attempt in range(first, first + number):
        reason = run_stages(site, seed, attempt)
        if reason < 0:
            reason = judge_layout(site, control, bench)
        if reason == STOPPED:
            return STOPPED
        if reason < 0:
            return attempt
        bench.rejected[reason] += 1
        control[2] += 1
    return -1
