"""The compiled function that generates, solves and judges candidates in bulk.

Cheap tests come first: the openness of the layout, then the search with early rejection, then the
facts about the whole graph, and last the relevance of the objects. Relevance takes longest, because
the level is solved again without each of the objects.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.early_rejection import (
    MAX_WORDS,
    MOVES,
    compile_layout,
    get_scout,
    search_layout,
)
from engine.games.skiddy.parameters import FACTS, STAGES, setting_index
from engine.games.skiddy.rules import SCRATCH_SIZE, SkiddyRules
from engine.games.skiddy.skiddy_codes import BLOCK, PIT
from engine.games.skiddy.skiddy_level_array import TABLE_SIZE
from engine.games.skiddy.skiddy_stages import TIDYING, run_stages
from engine.jit.decorators import Ints, Longs, entry, kernel, subroutine
from engine.search.breadth_first import COUNT, DEPTH, WON_EDGE, Workspace
from engine.search.candidate_search import (
    PASSED,
    STOPPED,
    CandidateWorkspace,
    create_candidate_workspace,
    explore_candidate,
    find_graph_facts,
    find_value_outside,
    list_rejection_reasons,
)
from engine.search.retrograde import ALIVE, SHORTEST
from engine.stages.stage_workspace import Site, is_inner
from engine.tiles import candidate_checks
from engine.tiles.candidate_arrays import TILES
from engine.tiles.candidate_checks import (
    TOO_MANY,
    UNSOLVABLE,
    check_counts,
    check_openness,
    has_relevance_limits,
    prune_layout,
)
from engine.tiles.removable_objects import LayoutObjects, count_open_cells, create_objects

REASONS = list_rejection_reasons(
    [stage.title for stage in STAGES],
    (
        "dead ends",
        "not solvable with and without maximum combo",
        "shorter without maximum combo",
        "moves for Perfect out of range (perfect)",
    ),
    FACTS,
)
FIRST_FACT = len(REASONS) - len(FACTS)
NOT_PERFECT = FIRST_FACT - 1
FIRST_RULE = NOT_PERFECT - 3
"""The number of the rejection reason for the first rule; those for the other two rules follow."""

_STAGES = len(STAGES)
_MAX_STATES = setting_index("max_states")
_PERFECT = setting_index("perfect")
_LENGTH = setting_index("moves")
_STARS = setting_index("stars")
_FACTS = setting_index(FACTS[0])
_MOVES, _STATES, _DEAD, _STARS_FACT, _SEEN, _OPEN, _, _INERT, _ = range(2, len(FACTS))
"""Indices in the array of values, in the order of FACTS.

The first two facts, ``solvable`` and ``complete``, are true for every candidate that is tested."""
INERT_SETTING = _FACTS + 2 * _INERT
"""The index in the settings of the range for inert objects; the range for needed ones follows."""
_NEVER = 2**31 - 1
_TOO_MANY = 2**62

_SURPLUS = setting_index("inert_things")
_STATIC = setting_index("static")
_PIT_SHARE = setting_index("pits")
_CRATES = setting_index("crates")
_ICE_CUBES = setting_index("ice")
_CRATE, _ICE, _PIT = range(3)
_THING_KINDS = {"crate": _CRATE, "ice": _ICE, "pit": _PIT}
"""A mapping from the names of removable objects to indices in the array of minimums."""


class SkiddyWorkspace(NamedTuple):
    """The memory for searching and judging candidates.

    It has the attributes of :class:`engine.tiles.candidate_checks.TileWorkspace`, and also
    ``scout``, a second workspace for finding dead ends.
    """

    workspace: CandidateWorkspace
    objects: LayoutObjects
    scout: Workspace

    @property
    def rejections(self) -> Longs:
        """The number of rejected candidates for each reason, indexed by the reason's number."""
        return self.workspace.rejections


def create_workspace(max_states: int) -> SkiddyWorkspace:
    """Return a workspace for candidates of up to ``max_states`` states."""
    workspace = create_candidate_workspace(
        len(REASONS), len(FACTS), TABLE_SIZE, MOVES, MAX_WORDS, SCRATCH_SIZE, max_states
    )
    return SkiddyWorkspace(workspace, create_objects(SkiddyBoard, _THING_KINDS), get_scout())


@kernel
def find_shortest_win(edges: Ints, count: int, starts: Ints, edge: int) -> int:
    """Return the length of the shortest win of one kind in a complete graph.

    Args:
        edges: The edge for each state and move: the number of the next state, or a negative
            outcome.
        count: The number of states.
        starts: The first state of each layer.
        edge: The negative outcome for this kind of win.

    Returns:
        The number of moves, or _NEVER if the level has no such win.
    """
    # States are numbered in breadth-first order, so the first winning edge ends a shortest win.
    for index in range(count * MOVES):
        if edges[index] == edge:
            depth = 0
            while starts[depth + 1] <= index // MOVES:
                depth += 1
            return depth + 1
    return _NEVER


@kernel
def count_shortest_solutions(edges: Ints, starts: Ints, length: int, edge: int, ways: Longs) -> int:
    """Return the number of shortest solutions of one kind, or -1 if it might overflow 64 bits.

    Args:
        edges: The edge for each state and move: the number of the next state, or a negative
            outcome.
        starts: The first state of each layer.
        length: The number of moves in the shortest solutions, or _NEVER.
        edge: The negative outcome for this kind of win.
        ways: Memory for the number of shortest move sequences to each state.
    """
    if length == _NEVER:
        return 0
    ways[0] = 1
    # Count layer by layer, because only edges to the next layer are on shortest solutions.
    for depth in range(length - 1):
        for state in range(starts[depth + 1], starts[depth + 2]):
            ways[state] = 0
        for state in range(starts[depth], starts[depth + 1]):
            for move in range(MOVES):
                target = edges[state * MOVES + move]
                if target >= starts[depth + 1]:
                    ways[target] += ways[state]
                    if ways[target] > _TOO_MANY:
                        return -1
    total = 0
    for state in range(starts[length - 1], starts[length]):
        for move in range(MOVES):
            if edges[state * MOVES + move] == edge:
                total += ways[state]
                if total > _TOO_MANY:
                    return -1
    return total


@kernel
def write_compared_facts(rules: SkiddyRules, workspace: CandidateWorkspace, figures: Longs) -> bool:
    """Write to ``figures`` the facts that decide relevance; return False on overflow."""
    work, count, ways = workspace.search, workspace.search.cursor[COUNT], workspace.retrograde.ways
    figures[0] = workspace.retrograde.facts[SHORTEST]
    figures[1] = count
    figures[2] = workspace.retrograde.facts[ALIVE]
    for kind in range(2):
        edge = WON_EDGE - kind
        length = find_shortest_win(work.edges, count, work.starts, edge)
        figures[3 + 2 * kind] = length
        figures[4 + 2 * kind] = count_shortest_solutions(
            work.edges, work.starts, length, edge, ways
        )
    return bool(figures[4] >= 0 and figures[6] >= 0)


@kernel
def explore_layout(
    rules: SkiddyRules,
    site: Site,
    control: Longs,
    workspace: CandidateWorkspace,
    shortest: int,
    longest: int,
    outside: int,
) -> int:
    """Search the layout on a site; see :func:`engine.tiles.candidate_checks.explore_layout`."""
    own, limit = compile_layout(site, workspace), site.settings[_MAX_STATES] + MOVES
    return explore_candidate(own, control, limit, shortest, longest, TOO_MANY, outside, workspace)


candidate_checks.register_rules(SkiddyRules, explore_layout, write_compared_facts)


@kernel
def write_minimums(site: Site, minimums: Longs) -> None:
    """Write to ``minimums`` the lowest number of objects of each kind that the parameters allow."""
    settings, tiles = site.settings, site.layout[TILES]
    blocks, pits = 0, 0
    for cell in range(site.rows * site.cols):
        if is_inner(cell, site.rows, site.cols):
            blocks += tiles[cell] == BLOCK
            pits += tiles[cell] == PIT
    # Blocks are never removed, so enough pits must remain for the minimum number of static blocks
    # and for the minimum share of pits.
    static = (site.rows - 2) * (site.cols - 2) * settings[_STATIC] // 100
    minimums[_PIT] = max(static - blocks, (blocks + pits) * settings[_PIT_SHARE] // 100)
    minimums[_CRATE] = settings[_CRATES]
    minimums[_ICE] = settings[_ICE_CUBES]


@kernel
def compute_stars(dead: int, with_combo: int, without_combo: int) -> int:
    """Return the number of stars, by the same rules as for a verdict.

    Args:
        dead: The number of dead states.
        with_combo: The length of the shortest solution with maximum combo, or _NEVER.
        without_combo: The length of the shortest solution without it, or _NEVER.
    """
    if dead > 0:
        return 0
    if with_combo == _NEVER or without_combo == _NEVER:
        return 1
    return 2 if without_combo < with_combo else 3


@kernel
def judge_graph_facts(site: Site, workspace: CandidateWorkspace) -> int:
    """Test the solved level in a workspace; return PASSED, or the number of a rejection reason."""
    settings, facts, values, work = (
        site.settings,
        workspace.retrograde.facts,
        workspace.values,
        workspace.search,
    )
    count = work.cursor[COUNT]
    # Every state is either alive or dead, because the graph is complete.
    dead = count - facts[ALIVE]
    with_combo = find_shortest_win(work.edges, count, work.starts, WON_EDGE)
    without = find_shortest_win(work.edges, count, work.starts, WON_EDGE - 1)
    stars = compute_stars(dead, with_combo, without)
    if stars < settings[_STARS]:
        return FIRST_RULE + stars
    values[_MOVES] = facts[SHORTEST]
    values[_STATES] = count
    values[_DEAD] = dead
    values[_STARS_FACT] = stars
    values[_SEEN] = count
    # Openness and relevance are tested elsewhere, so leave out their values.
    fact = find_value_outside(values[:_OPEN], settings, _FACTS)
    if fact >= 0:
        return FIRST_FACT + fact
    if stars == 3 and not settings[_PERFECT] <= with_combo <= settings[_PERFECT + 1]:
        return NOT_PERFECT
    return PASSED


@subroutine
def judge_things(site: Site, control: Longs, workspace: SkiddyWorkspace) -> int:
    """Remove inert objects from the level just solved, and test the relevance of the rest.

    Returns:
        PASSED, STOPPED, or the number of a rejection reason.
    """
    settings, things, rules = site.settings, workspace.objects, SkiddyRules(MOVES, 0)
    write_minimums(site, things.minimums)
    reason = prune_layout(
        rules, site, control, workspace.workspace, things, TIDYING, _SURPLUS, INERT_SETTING
    )
    if reason != PASSED:
        return reason if reason == STOPPED else _STAGES
    outside = check_counts(things, settings, INERT_SETTING)
    return FIRST_FACT + _INERT + outside if outside >= 0 else PASSED


@kernel
def judge_layout(site: Site, control: Longs, tile_workspace: SkiddyWorkspace) -> int:
    """Solve the candidate on a site and judge it.

    Returns:
        PASSED, STOPPED, or the number of a rejection reason.
    """
    settings, workspace = site.settings, tile_workspace.workspace
    # Openness needs no search, so it comes first.
    fact = check_openness(site, count_open_cells(site, tile_workspace.objects), _FACTS + 2 * _OPEN)
    if fact >= 0:
        return FIRST_FACT + _OPEN + fact
    outside = FIRST_FACT + _MOVES
    reason = search_layout(site, control, workspace, tile_workspace.scout, outside, FIRST_RULE)
    if reason == TOO_MANY or reason == UNSOLVABLE:
        return _STAGES + reason
    if reason == outside:
        # The search ended at a win of the wrong length. Find out whether the limit on moves or the
        # limit on moves for Perfect excludes it.
        found = workspace.search.cursor[DEPTH] + 1
        allowed = settings[_LENGTH] <= found <= settings[_LENGTH + 1]
        return NOT_PERFECT if allowed else outside
    if reason == PASSED:
        find_graph_facts(MOVES, workspace)
        reason = judge_graph_facts(site, workspace)
    if reason == PASSED and has_relevance_limits(settings, INERT_SETTING):
        reason = judge_things(site, control, tile_workspace)
    return reason


@entry
def try_candidates(
    site: Site, seed: int, first: int, number: int, control: Longs, workspace: SkiddyWorkspace
) -> int:
    """Generate, solve and judge candidates, starting with attempt ``first``, until one passes.

    Args:
        site: The site to generate on.
        seed: The seed of the generator.
        first: The number of the first attempt.
        number: The maximum number of attempts.
        control: The shared array through which the work is cancelled and rejections are counted.
        workspace: The arrays to work in, which also count the rejections for each reason.

    Returns:
        The number of the accepted attempt, -1 if no attempt passed, or STOPPED.
    """
    for attempt in range(first, first + number):
        reason = run_stages(site, seed, attempt)
        # Any number but -1 is that of a stage that failed, so there is no candidate to judge.
        if reason < 0:
            reason = judge_layout(site, control, workspace)
        if reason < 0:
            return attempt if reason == PASSED else STOPPED
        workspace.workspace.rejections[reason] += 1
        control[2] += 1
    return -1
