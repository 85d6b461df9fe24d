"""Candidates by the thousand: made, solved and judged in one compiled function."""

from __future__ import annotations

from engine.games.skiddy.parameters import FACTS, STAGES, setting_index
from engine.games.skiddy.rules import SCRATCH_SIZE, SkiddyRules, start_state
from engine.games.skiddy.stages import run_stages
from engine.games.skiddy.table import PIECES as PIECE_COUNT
from engine.games.skiddy.table import TABLE_SIZE, compile_level
from engine.generate.staging import Site
from engine.jit.marks import Ints, Longs, entry, kernel
from engine.search.bench import (
    PASSED,
    STOPPED,
    Bench,
    first_outside,
    new_bench,
    reasons_of,
    solve_within,
)
from engine.search.breadth_first import COUNT, DEPTH, WON_EDGE
from engine.search.retrograde import ALIVE, SHORTEST
from engine.tiles.board import MAX_CELLS
from engine.tiles.generator import PIECES, TILES

MOVES = 4
MAX_WORDS = MAX_CELLS // 8 + 1

REASONS = reasons_of(
    [stage.title for stage in STAGES],
    (
        "dead ends",
        "not solvable both with and without maximum combo",
        "shorter without maximum combo",
        "moves for Perfect out of range",
    ),
    FACTS,
)
FIRST_FACT = len(REASONS) - len(FACTS)
NOT_PERFECT = FIRST_FACT - 1
FIRST_RULE = NOT_PERFECT - 3
"""The first of the reasons that say which of the three rules of correctness fails."""

_STAGES = len(STAGES)
_MAX_STATES = setting_index("max_states")
_PERFECT = setting_index("perfect")
_LENGTH = setting_index("moves")
_STARS = setting_index("stars")
_FACTS = setting_index(FACTS[0])
_MOVES, _STATES, _DEAD, _STARS_FACT, _SEEN = range(2, len(FACTS))
"""Indices of the values, in the order of FACTS; ``solvable`` and ``complete`` come first."""
_NEVER = 2**31 - 1


def bench_for(max_states: int) -> Bench:
    """A bench for candidates of up to so many states."""
    return new_bench(
        len(REASONS), len(FACTS), TABLE_SIZE, MOVES, MAX_WORDS, SCRATCH_SIZE, max_states
    )


@kernel
def shortest_win(edges: Ints, count: int, starts: Ints, edge: int) -> int:
    """Moves of the shortest win by one kind of edge in a complete graph; _NEVER if none."""
    for index in range(count * MOVES):
        if edges[index] == edge:
            depth = 0
            while starts[depth + 1] <= index // MOVES:
                depth += 1
            return depth + 1
    return _NEVER


@kernel
def stars_of(dead: int, with_combo: int, without: int) -> int:
    """The rules of correctness passed; see :func:`engine.games.skiddy.fun.rate`."""
    if dead > 0:
        return 0
    if with_combo == _NEVER or without == _NEVER:
        return 1
    return 2 if without < with_combo else 3


@kernel
def judge(site: Site, bench: Bench) -> int:
    """Why the level on a bench, solved, is rejected; PASSED if it is not."""
    settings, facts, values, work = site.settings, bench.behind.facts, bench.values, bench.work
    count = work.cursor[COUNT]
    dead = count - facts[ALIVE]
    with_combo = shortest_win(work.edges, count, work.starts, WON_EDGE)
    without = shortest_win(work.edges, count, work.starts, WON_EDGE - 1)
    stars = stars_of(dead, with_combo, without)
    if stars < settings[_STARS]:
        return FIRST_RULE + stars
    values[_MOVES] = facts[SHORTEST]
    values[_STATES] = count
    values[_DEAD] = dead
    values[_STARS_FACT] = stars
    values[_SEEN] = count
    fact = first_outside(values, settings, _FACTS)
    if fact >= 0:
        return FIRST_FACT + fact
    if stars == 3 and not settings[_PERFECT] <= with_combo <= settings[_PERFECT + 1]:
        return NOT_PERFECT
    return PASSED


@kernel
def judge_layout(site: Site, control: Longs, bench: Bench) -> int:
    """Solves the candidate on a site and judges it: PASSED, STOPPED, or a reason to reject it."""
    settings, layout, table = site.settings, site.layout, bench.table
    compile_level(layout[TILES], layout[PIECES], site.rows, site.cols, table)
    words = table[PIECE_COUNT] // 8 + 1
    start_state(table, words, bench.start, bench.work.expansion.scratch)
    rules = SkiddyRules(MOVES, words)
    limit = settings[_MAX_STATES] + MOVES
    shortest, longest = settings[_LENGTH], settings[_LENGTH + 1]
    if settings[_STARS] == 3:
        # With three stars no win is shorter than the shortest with maximum combo.
        shortest = max(shortest, settings[_PERFECT])
        longest = min(longest, settings[_PERFECT + 1])
    outside = FIRST_FACT + _MOVES
    reason = solve_within(rules, control, limit, shortest, longest, _STAGES, outside, bench)
    if reason == outside:
        found = bench.work.cursor[DEPTH] + 1
        allowed = settings[_LENGTH] <= found <= settings[_LENGTH + 1]
        return NOT_PERFECT if allowed else outside
    return judge(site, bench) if reason == PASSED else reason


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
        if reason < 0:
            return attempt if reason == PASSED else STOPPED
        bench.rejected[reason] += 1
        control[2] += 1
    return -1
