"""A search of a candidate that ends as soon as its rejection is certain.

An accepted candidate needs its complete graph. A rejected one does not: it is usually certain to
fail long before all its positions are found. So the rules of correctness are tested during the
search, whenever the part of the graph found so far can prove that a rule fails:

- The search is breadth first. If no win in the first layer with wins has the maximum combo, there
  are two cases. Either the shortest solution with maximum combo is longer than the shortest one
  without it, and the third rule fails. Or there is no solution with maximum combo, and the second
  rule fails.
- If pieces can get stuck permanently, as crates do at walls, the graph has many dead ends, but they
  are deep. A random walk soon reaches one. If only a few positions can be reached from the end of
  the walk, and none of them wins, that end is a dead end, and the first rule fails.

Both tests reject only candidates that the complete graph would reject too.
"""

from __future__ import annotations

from functools import lru_cache
from threading import get_ident

from engine.games.skiddy.fun_rating import FAIR_STARS
from engine.games.skiddy.parameters import setting_index
from engine.games.skiddy.rules import SCRATCH_SIZE, SkiddyRules, expand_moves, pack_start
from engine.games.skiddy.skiddy_level_array import PIECES as PIECE_COUNT
from engine.games.skiddy.skiddy_level_array import compile_level
from engine.jit.decorators import Ints, Longs, Words, kernel, subroutine
from engine.search.breadth_first import (
    DEPTH,
    LAYER_END,
    NEXT,
    STATUS,
    WON_EDGE,
    WON_FROM,
    Workspace,
    create_workspace,
)
from engine.search.candidate_search import (
    CandidateWorkspace,
    continue_search,
    get_outcome,
    reset_search,
)
from engine.search.search_memory import DONE, FOUND, RUNNING
from engine.search.successors import MOVED
from engine.stages.stage_workspace import Site
from engine.tiles.board import MAX_CELLS
from engine.tiles.candidate_arrays import PIECES, TILES
from engine.values.rng import draw_below, open_stream

MOVES = 4
MAX_WORDS = MAX_CELLS // 8 + 1

_MAX_STATES = setting_index("max_states")
_PERFECT = setting_index("perfect")
_LENGTH = setting_index("moves")
_STARS = setting_index("stars")
_FIRST_PORTION = 1_000
"""The number of positions to expand before the first test for dead ends.

Smaller graphs are completed without a test."""
_GROWTH = 4
"""The ratio of the size of each portion of the search to the size of the one before it."""
_WALKS, _STEPS, _NEARBY = 4, 100, 500
"""The number of random walks, the number of moves in each walk, and the number of positions to
search from the end of each walk."""


def get_scout() -> Workspace:
    """Return this thread's workspace for finding dead ends."""
    return _create_scout(get_ident())


@lru_cache(maxsize=4)
def _create_scout(thread: int) -> Workspace:
    """Create a thread's workspace; ``thread`` is the cache key that gives each thread its own."""
    return create_workspace(_NEARBY + MOVES, MOVES, MAX_WORDS, SCRATCH_SIZE)


@kernel
def compile_layout(site: Site, workspace: CandidateWorkspace) -> SkiddyRules:
    """Compile the layout on a site into a workspace, and return the rules for searching it."""
    layout, table = site.layout, workspace.table
    compile_level(layout[TILES], layout[PIECES], site.rows, site.cols, table)
    words = table[PIECE_COUNT] // 8 + 1
    pack_start(table, words, workspace.start, workspace.search.expansion.scratch)
    return SkiddyRules(MOVES, words)


@kernel
def is_combo_late(
    rules: SkiddyRules, control: Longs, limit: int, workspace: CandidateWorkspace
) -> bool:
    """Return True if no win with maximum combo is as short as the first win found.

    The search must have stopped at its first win. This function continues it to the end of the
    layer.
    """
    work = workspace.search
    cursor, edges = work.cursor, work.edges
    rest = cursor[LAYER_END] - cursor[NEXT]
    continue_search(rules, control, limit, rest, False, workspace.table, workspace.start, work)
    # An incomplete layer proves nothing: the search was stopped or ran out of budget.
    if cursor[NEXT] < cursor[LAYER_END]:
        return False
    # Look for a maximum combo among the edges in this layer, beginning at the first winning state.
    for edge in range(cursor[WON_FROM] * MOVES, cursor[NEXT] * MOVES):
        if edges[edge] == WON_EDGE:
            return False
    return True


@kernel
def walk_randomly(
    rules: SkiddyRules, table: Ints, start: Words, stream: Words, scout: Workspace
) -> None:
    """Make random non-winning moves from ``start``; store the end as the scout's first state."""
    states, expansion, words = scout.states, scout.expansion, rules.words
    successors, outcomes, scratch = expansion.successors, expansion.outcomes, expansion.scratch
    for word in range(words):
        states[word] = start[word]
    for _ in range(_STEPS):
        move = draw_below(stream, MOVES)
        # Skip all moves except the one drawn.
        others = (1 << MOVES) - 1 ^ 1 << move
        expand_moves(rules, table, states, 0, others, successors, outcomes, scratch)
        if outcomes[move] == MOVED:
            for word in range(words):
                states[word] = successors[move * words + word]


@subroutine
def has_dead_end(
    rules: SkiddyRules,
    control: Longs,
    stream: Words,
    workspace: CandidateWorkspace,
    scout: Workspace,
) -> bool:
    """Return True if one of several random walks ends in a state from which no win is possible."""
    table = workspace.table
    for _ in range(_WALKS):
        walk_randomly(rules, table, workspace.start, stream, scout)
        reset_search(scout)
        limit = _NEARBY + MOVES
        found = continue_search(rules, control, limit, _NEARBY, True, table, scout.states, scout)
        # DONE means that everything reachable from the end of the walk was searched without a win.
        if found == DONE:
            return True
    return False


@kernel
def search_layout(
    site: Site,
    control: Longs,
    workspace: CandidateWorkspace,
    scout: Workspace,
    outside: int,
    first_rule: int,
) -> int:
    """Search the layout on a site, and leave its complete graph in the workspace if it passes.

    Args:
        site: The site that holds the layout.
        control: The shared array through which the search can be cancelled.
        workspace: The workspace for the search.
        scout: The workspace for finding dead ends.
        outside: The number of the rejection reason for a shortest solution that is too short or
            too long.
        first_rule: The number of the rejection reason for dead ends. Those for the other two rules
            of correctness follow it.

    Returns:
        PASSED, STOPPED, or the number of a rejection reason: 0 for too many positions, 1 for no
        win, ``outside``, or a number from ``first_rule`` on.
    """
    settings, work, table = site.settings, workspace.search, workspace.table
    cursor, stars = work.cursor, settings[_STARS]
    shortest, longest = settings[_LENGTH], settings[_LENGTH + 1]
    if stars == FAIR_STARS:
        # In a level with three stars, the shortest win with maximum combo is a shortest win.
        shortest = max(shortest, settings[_PERFECT])
        longest = min(longest, settings[_PERFECT + 1])
    rules = compile_layout(site, workspace)
    limit = settings[_MAX_STATES] + MOVES
    portion = _FIRST_PORTION
    open_stream(site.stream, 0, 0, 0, 0)  # the rejection must not depend on the seed
    reset_search(work)
    while cursor[STATUS] == RUNNING:
        # While no win is known, stop at the first one, because its length alone may be a reason to
        # reject the candidate.
        if cursor[WON_FROM] < 0:
            continue_search(rules, control, limit, portion, True, table, workspace.start, work)
            if cursor[STATUS] == FOUND:
                if not shortest <= cursor[DEPTH] + 1 <= longest:
                    return outside
                if stars == FAIR_STARS and is_combo_late(rules, control, limit, workspace):
                    return first_rule + 2
        # The facts about a candidate need the complete graph, so do not stop at any later win.
        if cursor[WON_FROM] >= 0:
            continue_search(rules, control, limit, portion, False, table, workspace.start, work)
        # The walks take little time compared with a portion of the search.
        dead_ends = cursor[STATUS] == RUNNING and stars > 0
        if dead_ends and has_dead_end(rules, control, site.stream, workspace, scout):
            return first_rule
        portion *= _GROWTH
    return get_outcome(work, 0)
