"""Candidates by the thousand: made, solved and judged in one compiled function."""

from __future__ import annotations

from engine.games.fruit_dating import layout as at
from engine.games.fruit_dating.layout import GATES
from engine.games.fruit_dating.parameters import FACTS, STAGES, setting_index
from engine.games.fruit_dating.rules import (
    CELLS,
    MOVED_TO,
    SCRATCH_SIZE,
    FruitDatingRules,
    fill_lanes,
    start_state,
    tilt,
)
from engine.games.fruit_dating.stages import run_stages
from engine.games.fruit_dating.table import PIECE_COUNT, START, TABLE_SIZE, compile_level
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
from engine.search.breadth_first import COUNT
from engine.search.retrograde import ALIVE, LOSING, SHORTEST, SOLUTIONS, TRANSITIONS, WINNING
from engine.search.successors import MOVED, WON
from engine.tiles.board import MAX_CELLS
from engine.tiles.generator import PIECES, TILES

MOVES = 4
MAX_WORDS = -(-MAX_CELLS // 8)
REASONS = reasons_of([stage.title for stage in STAGES], ("witness spoiled",), FACTS)
FIRST_FACT = len(REASONS) - len(FACTS)

_STAGES = len(STAGES)
_SPOILED = REASONS.index("witness spoiled")
_MODE = setting_index("fruit_mode")
_MAX_STATES = setting_index("max_states")
_LENGTH = setting_index("moves")
_FACTS = setting_index(FACTS[0])
_MOVES, _STATES, _TRANSITIONS, _WINNING, _LOSING, _DEAD, _SOLUTIONS, _SEEN = range(2, len(FACTS))
"""Indices of the values, in the order of FACTS; ``solvable`` and ``complete`` come first."""
_TOO_MANY = 2**62


def bench_for(max_states: int) -> Bench:
    """A bench for candidates of up to so many states."""
    return new_bench(
        len(REASONS), len(FACTS), TABLE_SIZE, MOVES, MAX_WORDS, SCRATCH_SIZE, max_states
    )


@kernel
def judge(site: Site, bench: Bench) -> int:
    """Why the level on a bench, solved, is rejected; PASSED if it is not."""
    facts, values, count = bench.behind.facts, bench.values, bench.work.cursor[COUNT]
    values[_MOVES] = facts[SHORTEST]
    values[_STATES] = count
    values[_TRANSITIONS] = facts[TRANSITIONS]
    values[_WINNING] = facts[WINNING]
    values[_LOSING] = facts[LOSING]
    values[_DEAD] = count - facts[ALIVE]
    values[_SOLUTIONS] = facts[SOLUTIONS] if facts[SOLUTIONS] >= 0 else _TOO_MANY
    values[_SEEN] = count
    fact = first_outside(values, site.settings, _FACTS)
    return FIRST_FACT + fact if fact >= 0 else PASSED


@kernel
def witness_wins(site: Site, table: Ints, scratch: Ints) -> bool:
    """Whether the tilts that fruit was placed backwards by win, each of them changing something."""
    pieces = table[PIECE_COUNT]
    for piece in range(pieces):
        scratch[CELLS + piece] = table[START + piece]
    for number in range(site.scratch[at.WITNESS_LENGTH]):
        fill_lanes(table, scratch)
        outcome = tilt(table, scratch, site.scratch[at.WITNESS + number])
        if outcome != MOVED:
            return bool(outcome == WON)
        for piece in range(pieces):
            scratch[CELLS + piece] = scratch[MOVED_TO + piece]
    return False


@kernel
def judge_layout(site: Site, control: Longs, bench: Bench) -> int:
    """Solves the candidate on a site and judges it: PASSED, STOPPED, or a reason to reject it."""
    settings, layout, table = site.settings, site.layout, bench.table
    compile_level(layout[TILES], layout[PIECES], layout[GATES], site.rows, site.cols, table)
    if settings[_MODE] != 0 and not witness_wins(site, table, bench.work.expansion.scratch):
        return _SPOILED
    words = (max(table[PIECE_COUNT], 1) + 7) // 8
    start_state(table, words, bench.start, bench.work.expansion.scratch)
    rules = FruitDatingRules(MOVES, words)
    limit = settings[_MAX_STATES] + MOVES
    shortest, longest = settings[_LENGTH], settings[_LENGTH + 1]
    reason = solve_within(
        rules, control, limit, shortest, longest, _STAGES, FIRST_FACT + _MOVES, bench
    )
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
