"""How far a candidate is searched: no further than it takes to see that it is refused.

Of a candidate that is kept every position is known. Of one that is refused, most of the work would
be its other positions, up to the greatest number that is allowed. So whether it has three stars is
asked while the search goes on, as far as that is certain:

- The search is breadth first. If a layer of positions has the first win, but none with maximum
  combo, then the shortest solution with maximum combo is longer than the one without, or there is
  none: the third rule fails, or the second.
- Where pieces wear their freedom away, as crates do that come to rest at walls, dead ends are
  many, but lie deep. A random walk is soon there. If the positions that can be reached from its end
  are few, and none of them wins, then it has come to a dead end: the first rule fails.

Neither refuses a candidate that the whole graph would not refuse too.
"""

from __future__ import annotations

from functools import lru_cache
from threading import get_ident

from engine.games.skiddy.fun import FAIR
from engine.games.skiddy.parameters import setting_index
from engine.games.skiddy.rules import SCRATCH_SIZE, SkiddyRules, expand, start_state
from engine.games.skiddy.table import PIECES as PIECE_COUNT
from engine.games.skiddy.table import compile_level
from engine.jit.marks import Ints, Longs, Words, kernel, subroutine
from engine.search.bench import Bench, begin_search, outcome_of, search_on
from engine.search.breadth_first import (
    DEPTH,
    LAYER_END,
    NEXT,
    STATUS,
    WON_EDGE,
    WON_FROM,
    Workspace,
    workspace,
)
from engine.search.running import DONE, FOUND, RUNNING
from engine.search.successors import MOVED
from engine.staging.site import Site
from engine.tiles.board import MAX_CELLS
from engine.tiles.generator import PIECES, TILES
from engine.values.rng import below, open_stream

MOVES = 4
MAX_WORDS = MAX_CELLS // 8 + 1

_MAX_STATES = setting_index("max_states")
_PERFECT = setting_index("perfect")
_LENGTH = setting_index("moves")
_STARS = setting_index("stars")
_FIRST_PORTION = 1_000
"""Positions expanded before it is asked for dead ends; small graphs are searched as quickly."""
_GROWTH = 4
"""How much further the search goes before that is asked again."""
_WALKS, _STEPS, _NEARBY = 4, 100, 500
"""Random walks, their moves, and positions searched from the end of each."""


def new_scout() -> Workspace:
    """Memory to look for dead ends in, that of the last one."""
    return _scout_of(get_ident())


@lru_cache(maxsize=4)
def _scout_of(thread: int) -> Workspace:
    """Such memory, kept: no two threads share any."""
    return workspace(_NEARBY + MOVES, MOVES, MAX_WORDS, SCRATCH_SIZE)


@kernel
def lay_out(site: Site, bench: Bench) -> SkiddyRules:
    """Compiles the layout on a site to a bench's table and start; the rules to search it by."""
    layout, table = site.layout, bench.table
    compile_level(layout[TILES], layout[PIECES], site.rows, site.cols, table)
    words = table[PIECE_COUNT] // 8 + 1
    start_state(table, words, bench.start, bench.work.expansion.scratch)
    return SkiddyRules(MOVES, words)


@kernel
def lacks_combo(rules: SkiddyRules, control: Longs, limit: int, bench: Bench) -> bool:
    """Whether no win as short as the first one found is with maximum combo.

    The search has ended at that win, and goes on to the end of its layer.
    """
    work = bench.work
    cursor, edges = work.cursor, work.edges
    rest = cursor[LAYER_END] - cursor[NEXT]
    search_on(rules, control, limit, rest, False, bench.table, bench.start, work)
    if cursor[NEXT] < cursor[LAYER_END]:
        return False
    for edge in range(cursor[WON_FROM] * MOVES, cursor[NEXT] * MOVES):
        if edges[edge] == WON_EDGE:
            return False
    return True


@kernel
def walk(rules: SkiddyRules, table: Ints, start: Words, stream: Words, scout: Workspace) -> None:
    """Makes random moves from a state on, none that wins; to the scout's first state."""
    states, expansion, words = scout.states, scout.expansion, rules.words
    successors, outcomes, scratch = expansion.successors, expansion.outcomes, expansion.scratch
    for word in range(words):
        states[word] = start[word]
    for _ in range(_STEPS):
        move = below(stream, MOVES)
        others = (1 << MOVES) - 1 ^ 1 << move
        expand(rules, table, states, 0, others, successors, outcomes, scratch)
        if outcomes[move] == MOVED:
            for word in range(words):
                states[word] = successors[move * words + word]


@subroutine
def meets_dead_end(
    rules: SkiddyRules, control: Longs, stream: Words, bench: Bench, scout: Workspace
) -> bool:
    """Whether one of some random walks comes to where no win can be reached any more."""
    table = bench.table
    for _ in range(_WALKS):
        walk(rules, table, bench.start, stream, scout)
        begin_search(scout)
        limit = _NEARBY + MOVES
        found = search_on(rules, control, limit, _NEARBY, True, table, scout.states, scout)
        if found == DONE:
            return True
    return False


@kernel
def search_layout(
    site: Site, control: Longs, bench: Bench, scout: Workspace, outside: int, first_rule: int
) -> int:
    """Searches the layout on a site; its whole graph is on the bench if it passes.

    ``outside`` is the reason for a shortest solution of another length than asked for,
    ``first_rule`` that for dead ends, followed by those of the other two rules.

    Returns:
        PASSED, STOPPED, or a reason: 0 for too many positions, 1 for no win, or one of these.
    """
    settings, work, table = site.settings, bench.work, bench.table
    cursor, stars = work.cursor, settings[_STARS]
    shortest, longest = settings[_LENGTH], settings[_LENGTH + 1]
    if stars == FAIR:
        # With three stars no win is shorter than the shortest with maximum combo.
        shortest = max(shortest, settings[_PERFECT])
        longest = min(longest, settings[_PERFECT + 1])
    rules = lay_out(site, bench)
    limit = settings[_MAX_STATES] + MOVES
    portion = _FIRST_PORTION
    open_stream(site.stream, 0, 0, 0, 0)  # a layout is refused for one reason, whatever its seed
    begin_search(work)
    while cursor[STATUS] == RUNNING:
        if cursor[WON_FROM] < 0:
            search_on(rules, control, limit, portion, True, table, bench.start, work)
            if cursor[STATUS] == FOUND:
                if not shortest <= cursor[DEPTH] + 1 <= longest:
                    return outside
                if stars == FAIR and lacks_combo(rules, control, limit, bench):
                    return first_rule + 2
        if cursor[WON_FROM] >= 0:
            search_on(rules, control, limit, portion, False, table, bench.start, work)
        dead_ends = cursor[STATUS] == RUNNING and stars > 0
        if dead_ends and meets_dead_end(rules, control, site.stream, bench, scout):
            return first_rule
        portion *= _GROWTH
    return outcome_of(work, 0)
