"""The compiled function that generates, solves and judges candidates in bulk.

Cheap tests come first: touching pairs, openness, and the replay of a witness. Facts that need the
complete graph follow. Relevance comes last, because the level is solved again without each object.
"""

from __future__ import annotations

from engine.games.fruit_dating import fruit_codes, fruit_layout
from engine.games.fruit_dating.backward_placement import has_ending_constraint, is_ending_cell
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_codes import COLOURS, NO_PIECE, WALL
from engine.games.fruit_dating.fruit_level_array import (
    FRUIT_COUNT,
    GROUP_END,
    PIECE_COUNT,
    START,
    TABLE_SIZE,
    compile_level,
)
from engine.games.fruit_dating.fruit_stages import run_stages
from engine.games.fruit_dating.parameters import FACTS, STAGES, setting_index
from engine.games.fruit_dating.rules import (
    CELLS,
    MOVED_TO,
    SCRATCH_SIZE,
    FruitDatingRules,
    fill_lanes,
    pack_start,
    slide_pieces,
    tilt_pieces,
)
from engine.jit.decorators import Ints, Longs, entry, kernel, subroutine
from engine.search.breadth_first import COUNT
from engine.search.candidate_search import (
    PASSED,
    STOPPED,
    CandidateWorkspace,
    create_candidate_workspace,
    explore_candidate,
    find_graph_facts,
    find_value_outside,
    list_rejection_reasons,
    write_solution,
)
from engine.search.retrograde import ALIVE, LOSING, SHORTEST, SOLUTIONS, TRANSITIONS, WINNING
from engine.search.successors import MOVED, WON
from engine.stages.stage_workspace import Site
from engine.tiles import candidate_checks
from engine.tiles.board import MAX_CELLS
from engine.tiles.candidate_arrays import GATES, PIECES, TILES
from engine.tiles.candidate_checks import (
    TOO_MANY,
    UNSOLVABLE,
    TileWorkspace,
    check_counts,
    check_openness,
    has_relevance_limits,
    prune_layout,
)
from engine.tiles.removable_objects import count_open_cells, create_objects

MOVES = 4
MAX_WORDS = -(-MAX_CELLS // 8)
REASONS = list_rejection_reasons([stage.title for stage in STAGES], ("witness spoiled",), FACTS)
FIRST_FACT = len(REASONS) - len(FACTS)

_STAGES = len(STAGES)
_SPOILED = REASONS.index("witness spoiled")
_MODE = setting_index("fruit_mode")
_MAX_STATES = setting_index("max_states")
_LENGTH = setting_index("moves")
_FACTS = setting_index(FACTS[0])
(
    _MOVES, _STATES, _TRANSITIONS, _WINNING, _LOSING, _DEAD, _SOLUTIONS, _SEEN, _TOUCHING, _OPEN, _,
    _INERT, _,
) = range(2, len(FACTS))  # fmt: skip
"""Indices in the array of values, in the order of FACTS except ``solvable`` and ``complete``."""
INERT_SETTING = _FACTS + 2 * _INERT
"""The index in the settings of the range for inert objects; the range for needed ones follows."""
_TOO_MANY = 2**62

_SURPLUS = setting_index("inert_things")
_BLOCKERS = setting_index("blockers")
_GATES = setting_index("one_ways")
_MUD = setting_index("mud")
_ANTEATERS = setting_index("anteaters")
_HEDGEHOGS = setting_index("hedgehogs")
_BLOCKER, _GATE, _MUD_TILE, _ANTEATER, _HEDGEHOG = range(5)
_THING_KINDS = {
    **dict.fromkeys(fruit_codes.BLOCKER_NAMES.values(), _BLOCKER),
    "mud": _MUD_TILE,
    "anteater": _ANTEATER,
    "hedgehog": _HEDGEHOG,
}
"""A mapping from the names of removable objects to indices in the array of minimums."""


def create_workspace(max_states: int) -> TileWorkspace:
    """Return a workspace for candidates of up to ``max_states`` states."""
    workspace = create_candidate_workspace(
        len(REASONS), len(FACTS), TABLE_SIZE, MOVES, MAX_WORDS, SCRATCH_SIZE, max_states
    )
    return TileWorkspace(workspace, create_objects(FruitBoard, _THING_KINDS, _GATE))


@kernel
def explore_layout(
    rules: FruitDatingRules,
    site: Site,
    control: Longs,
    workspace: CandidateWorkspace,
    shortest: int,
    longest: int,
    outside: int,
) -> int:
    """Search the layout on a site; see :func:`engine.tiles.candidate_checks.explore_layout`."""
    compile_layout(site, workspace.table)
    # A word holds eight pieces, and a state needs at least one word, even without pieces.
    words = (max(workspace.table[PIECE_COUNT], 1) + 7) // 8
    pack_start(workspace.table, words, workspace.start, workspace.search.expansion.scratch)
    own = FruitDatingRules(MOVES, words)
    limit = site.settings[_MAX_STATES] + MOVES
    return explore_candidate(own, control, limit, shortest, longest, TOO_MANY, outside, workspace)


@kernel
def compile_layout(site: Site, table: Ints) -> None:
    """Compile the layout on a site into ``table``."""
    layout = site.layout
    compile_level(layout[TILES], layout[PIECES], layout[GATES], site.rows, site.cols, table)


@kernel
def write_compared_facts(
    rules: FruitDatingRules, workspace: CandidateWorkspace, figures: Longs
) -> bool:
    """Write to ``figures`` the facts that decide relevance; return False on overflow."""
    facts = workspace.retrograde.facts
    figures[0] = facts[SHORTEST]
    figures[1] = workspace.search.cursor[COUNT]
    figures[2] = facts[TRANSITIONS]
    figures[3] = facts[WINNING]
    figures[4] = facts[LOSING]
    figures[5] = facts[ALIVE]
    figures[6] = facts[SOLUTIONS]
    return bool(facts[SOLUTIONS] >= 0)


candidate_checks.register_rules(FruitDatingRules, explore_layout, write_compared_facts)


@kernel
def count_touching(site: Site) -> int:
    """Return the number of pairs of neighbouring fruit of the same colour."""
    pieces, cols, found = site.layout[PIECES], site.cols, 0
    for cell in range(site.rows * cols - cols):
        piece = pieces[cell]
        if NO_PIECE < piece <= COLOURS:
            # Look only right and down, so that each pair counts once. The border has no fruit, so
            # the first cell in the next row is never mistaken for a neighbour.
            found += (pieces[cell + 1] == piece) + (pieces[cell + cols] == piece)
    return found


@kernel
def write_minimums(site: Site, minimums: Longs) -> None:
    """Write to ``minimums`` the lowest number of objects of each kind that the parameters allow."""
    settings, layout, free = site.settings, site.layout, 0
    for cell in range(site.rows * site.cols):
        # Animals count as free tiles, because they are placed after the blockers.
        free += layout[TILES, cell] != WALL
    minimums[_BLOCKER] = (free * settings[_BLOCKERS] + 50) // 100
    minimums[_GATE] = settings[_GATES]
    minimums[_MUD_TILE] = settings[_MUD]
    minimums[_ANTEATER] = settings[_ANTEATERS]
    minimums[_HEDGEHOG] = settings[_HEDGEHOGS]


@kernel
def is_ending_allowed(site: Site, table: Ints, scratch: Ints, number: int) -> bool:
    """Return True if the winning tilt of a witness satisfies the parameters.

    Tilt ``number`` must be the last of the witness, and bring a pair together on an allowed cell.
    """
    if number < site.scratch[fruit_layout.WITNESS_LENGTH] - 1:
        return False
    # The winning tilt has removed the pair, so slide again without matching.
    slide_pieces(table, scratch, site.scratch[fruit_layout.WITNESS + number])
    first = 0
    group = 0
    while first < table[FRUIT_COUNT]:
        end = table[GROUP_END + group]
        for one in range(first, end):
            for other in range(one + 1, end):
                cell, beside = scratch[MOVED_TO + one], scratch[MOVED_TO + other]
                apart = abs(cell - beside)
                meets = apart == 1 or apart == site.cols
                if meets and (is_ending_cell(site, cell) or is_ending_cell(site, beside)):
                    return True
        first = end
        group += 1
    return False


@kernel
def has_winning_witness(site: Site, table: Ints, scratch: Ints, constrained: bool) -> bool:
    """Return True if the tilts of the witness win, and each of them changes something.

    If ``constrained`` is true, the winning tilt must also satisfy the parameters for the ending.
    """
    pieces = table[PIECE_COUNT]
    # The pieces begin on their start cells, in the order of the table.
    for piece in range(pieces):
        scratch[CELLS + piece] = table[START + piece]
    for number in range(site.scratch[fruit_layout.WITNESS_LENGTH]):
        fill_lanes(table, scratch)
        outcome = tilt_pieces(table, scratch, site.scratch[fruit_layout.WITNESS + number])
        if outcome != MOVED:
            if outcome == WON and constrained:
                return is_ending_allowed(site, table, scratch, number)
            return bool(outcome == WON)
        for piece in range(pieces):
            scratch[CELLS + piece] = scratch[MOVED_TO + piece]
    return False


@subroutine
def is_spoiled(site: Site, workspace: CandidateWorkspace) -> bool:
    """Return True if fruit was placed backwards and its witness does not win on this layout."""
    settings, table = site.settings, workspace.table
    if settings[_MODE] == 0:
        return False
    compile_layout(site, table)
    scratch, wished = workspace.search.expansion.scratch, has_ending_constraint(settings)
    return not has_winning_witness(site, table, scratch, wished)


@kernel
def judge_graph_facts(site: Site, workspace: CandidateWorkspace) -> int:
    """Test the solved level in a workspace; return PASSED, or the number of a rejection reason."""
    facts, values = workspace.retrograde.facts, workspace.values
    count = workspace.search.cursor[COUNT]
    values[_MOVES] = facts[SHORTEST]
    values[_STATES] = count
    values[_TRANSITIONS] = facts[TRANSITIONS]
    values[_WINNING] = facts[WINNING]
    values[_LOSING] = facts[LOSING]
    values[_DEAD] = count - facts[ALIVE]
    # If the number of solutions overflowed, it is above every limit.
    values[_SOLUTIONS] = facts[SOLUTIONS] if facts[SOLUTIONS] >= 0 else _TOO_MANY
    values[_SEEN] = count
    fact = find_value_outside(values[:_TOUCHING], site.settings, _FACTS)
    return FIRST_FACT + fact if fact >= 0 else PASSED


@subroutine
def judge_things(site: Site, control: Longs, workspace: TileWorkspace) -> int:
    """Remove inert objects from the level just solved, and test the relevance of the rest."""
    settings, things, rules = site.settings, workspace.objects, FruitDatingRules(MOVES, 0)
    inner, stage = workspace.workspace, fruit_layout.TIDYING
    write_minimums(site, things.minimums)
    reason = prune_layout(rules, site, control, inner, things, stage, _SURPLUS, INERT_SETTING)
    if reason != PASSED:
        return reason if reason == STOPPED else _STAGES
    # The witness may have needed a blocker that was removed.
    if is_spoiled(site, inner):
        return _SPOILED
    outside = check_counts(things, settings, INERT_SETTING)
    return FIRST_FACT + _INERT + outside if outside >= 0 else PASSED


@kernel
def judge_layout(site: Site, control: Longs, tile_workspace: TileWorkspace) -> int:
    """Judge the candidate on a site; return PASSED, STOPPED, or a rejection reason's number."""
    settings, workspace = site.settings, tile_workspace.workspace
    least, most = settings[_FACTS + 2 * _TOUCHING], settings[_FACTS + 2 * _TOUCHING + 1]
    # The tests that need no search come first.
    if not least <= count_touching(site) <= most:
        return FIRST_FACT + _TOUCHING
    fact = check_openness(site, count_open_cells(site, tile_workspace.objects), _FACTS + 2 * _OPEN)
    if fact >= 0:
        return FIRST_FACT + _OPEN + fact
    if is_spoiled(site, workspace):
        return _SPOILED
    shortest, longest = settings[_LENGTH], settings[_LENGTH + 1]
    rules = FruitDatingRules(MOVES, 0)
    outside = FIRST_FACT + _MOVES
    reason = explore_layout(rules, site, control, workspace, shortest, longest, outside)
    if reason == TOO_MANY or reason == UNSOLVABLE:
        return _STAGES + reason
    if reason == PASSED:
        find_graph_facts(MOVES, workspace)
        reason = judge_graph_facts(site, workspace)
    if reason == PASSED:
        if has_relevance_limits(settings, INERT_SETTING):
            return judge_things(site, control, tile_workspace)
        # Store the facts of the accepted level, so that its verdict needs no second search.
        write_compared_facts(rules, workspace, tile_workspace.objects.figures)
    return reason


@entry
def write_first_solution(
    site: Site, control: Longs, tile_workspace: TileWorkspace, solution: Longs
) -> bool:
    """Write to ``solution`` the first of the shortest solutions for the layout on a site.

    The layout must have been accepted, and ``solution`` must be as long as a shortest solution.

    Returns:
        True if the solution was written, False if the search was stopped.
    """
    workspace = tile_workspace.workspace
    if (
        explore_layout(FruitDatingRules(MOVES, 0), site, control, workspace, 0, 0, PASSED)
        == STOPPED
    ):
        return False
    write_solution(MOVES, workspace, solution)
    return True


@entry
def try_candidates(
    site: Site, seed: int, first: int, number: int, control: Longs, workspace: TileWorkspace
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
