"""Candidates by the thousand: made, solved and judged in one compiled function."""

from __future__ import annotations

from engine.games.fruit_dating import codes
from engine.games.fruit_dating import layout as at
from engine.games.fruit_dating.backwards import has_wished_end, in_ending
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.codes import COLOURS, NO_PIECE, WALL
from engine.games.fruit_dating.parameters import FACTS, STAGES, setting_index
from engine.games.fruit_dating.rules import (
    CELLS,
    MOVED_TO,
    SCRATCH_SIZE,
    FruitDatingRules,
    fill_lanes,
    slide,
    start_state,
    tilt,
)
from engine.games.fruit_dating.stages import run_stages
from engine.games.fruit_dating.table import (
    FRUIT_COUNT,
    GROUP_END,
    PIECE_COUNT,
    START,
    TABLE_SIZE,
    compile_level,
)
from engine.jit.marks import Ints, Longs, entry, kernel, subroutine
from engine.search.bench import (
    PASSED,
    STOPPED,
    Bench,
    explore_within,
    first_outside,
    look_behind,
    new_bench,
    reasons_of,
    write_solution,
)
from engine.search.breadth_first import COUNT
from engine.search.retrograde import ALIVE, LOSING, SHORTEST, SOLUTIONS, TRANSITIONS, WINNING
from engine.search.successors import MOVED, WON
from engine.staging.site import Site
from engine.tiles import judging
from engine.tiles.board import MAX_CELLS
from engine.tiles.generator import GATES, PIECES, TILES
from engine.tiles.judging import (
    TOO_MANY,
    UNSOLVABLE,
    TileBench,
    asks_for_things,
    openness_outside,
    things_outside,
    tidy,
)
from engine.tiles.things import count_open, things_of

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
(
    _MOVES, _STATES, _TRANSITIONS, _WINNING, _LOSING, _DEAD, _SOLUTIONS, _SEEN, _TOUCHING, _OPEN, _,
    _INERT, _,
) = range(2, len(FACTS))  # fmt: skip
"""Indices of the values, in the order of FACTS; ``solvable`` and ``complete`` come first."""
INERT_SETTING = _FACTS + 2 * _INERT
"""Where the range of inert things stands in the settings; that of the share needed follows."""
_TOO_MANY = 2**62

_SURPLUS = setting_index("inert_things")
_BLOCKERS = setting_index("blockers")
_GATES = setting_index("one_ways")
_MUD = setting_index("mud")
_ANTEATERS = setting_index("anteaters")
_HEDGEHOGS = setting_index("hedgehogs")
_BLOCKER, _GATE, _MUD_TILE, _ANTEATER, _HEDGEHOG = range(5)
_KINDS = {
    **dict.fromkeys(codes.BLOCKER_NAMES.values(), _BLOCKER),
    "mud": _MUD_TILE,
    "anteater": _ANTEATER,
    "hedgehog": _HEDGEHOG,
}
"""Kinds of things that the parameters have a number for."""


def bench_for(max_states: int) -> TileBench:
    """A bench for candidates of up to so many states."""
    bench = new_bench(
        len(REASONS), len(FACTS), TABLE_SIZE, MOVES, MAX_WORDS, SCRATCH_SIZE, max_states
    )
    return TileBench(bench, things_of(FruitBoard, _KINDS, _GATE))


@kernel
def explore(
    rules: FruitDatingRules,
    site: Site,
    control: Longs,
    bench: Bench,
    shortest: int,
    longest: int,
    outside: int,
) -> int:
    """Searches the layout on a site; see :func:`engine.tiles.judging.explore_layout`."""
    compile_on(site, bench.table)
    words = (max(bench.table[PIECE_COUNT], 1) + 7) // 8
    start_state(bench.table, words, bench.start, bench.work.expansion.scratch)
    own = FruitDatingRules(MOVES, words)
    limit = site.settings[_MAX_STATES] + MOVES
    return explore_within(own, control, limit, shortest, longest, TOO_MANY, outside, bench)


@kernel
def compile_on(site: Site, table: Ints) -> None:
    """Compiles the layout on a site to a table."""
    layout = site.layout
    compile_level(layout[TILES], layout[PIECES], layout[GATES], site.rows, site.cols, table)


@kernel
def enter_compared(rules: FruitDatingRules, bench: Bench, figures: Longs) -> bool:
    """Enters the figures by which levels differ; see :func:`engine.tiles.judging.enter_figures`."""
    facts = bench.behind.facts
    figures[0] = facts[SHORTEST]
    figures[1] = bench.work.cursor[COUNT]
    figures[2] = facts[TRANSITIONS]
    figures[3] = facts[WINNING]
    figures[4] = facts[LOSING]
    figures[5] = facts[ALIVE]
    figures[6] = facts[SOLUTIONS]
    return bool(facts[SOLUTIONS] >= 0)


judging.register(FruitDatingRules, explore, enter_compared)


@kernel
def touching(site: Site) -> int:
    """Neighbouring pairs of fruit of one colour, see ``docs/rating.md``."""
    pieces, cols, found = site.layout[PIECES], site.cols, 0
    for cell in range(site.rows * cols - cols):
        piece = pieces[cell]
        if NO_PIECE < piece <= COLOURS:
            found += (pieces[cell + 1] == piece) + (pieces[cell + cols] == piece)
    return found


@kernel
def enter_least(site: Site, least: Longs) -> None:
    """Enters how many things of each kind the parameters ask for at the least."""
    settings, layout, free = site.settings, site.layout, 0
    for cell in range(site.rows * site.cols):
        # Where an animal is now, blockers found a free tile.
        free += layout[TILES, cell] != WALL
    least[_BLOCKER] = (free * settings[_BLOCKERS] + 50) // 100
    least[_GATE] = settings[_GATES]
    least[_MUD_TILE] = settings[_MUD]
    least[_ANTEATER] = settings[_ANTEATERS]
    least[_HEDGEHOG] = settings[_HEDGEHOGS]


@kernel
def ends_as_wished(site: Site, table: Ints, scratch: Ints, number: int) -> bool:
    """Whether the tilt of a witness that has just won is the one wished, and where it should be.

    It is the last of the way back, and slides a pair together there.
    """
    if number < site.scratch[at.WITNESS_LENGTH] - 1:
        return False
    slide(table, scratch, site.scratch[at.WITNESS + number])
    first = 0
    group = 0
    while first < table[FRUIT_COUNT]:
        end = table[GROUP_END + group]
        for one in range(first, end):
            for other in range(one + 1, end):
                cell, beside = scratch[MOVED_TO + one], scratch[MOVED_TO + other]
                apart = abs(cell - beside)
                meets = apart == 1 or apart == site.cols
                if meets and (in_ending(site, cell) or in_ending(site, beside)):
                    return True
        first = end
        group += 1
    return False


@kernel
def witness_wins(site: Site, table: Ints, scratch: Ints, wished: bool) -> bool:
    """Whether the tilts that fruit was placed backwards by win, each of them changing something.

    If an end of them is ``wished``, they must come to that.
    """
    pieces = table[PIECE_COUNT]
    for piece in range(pieces):
        scratch[CELLS + piece] = table[START + piece]
    for number in range(site.scratch[at.WITNESS_LENGTH]):
        fill_lanes(table, scratch)
        outcome = tilt(table, scratch, site.scratch[at.WITNESS + number])
        if outcome != MOVED:
            if outcome == WON and wished:
                return ends_as_wished(site, table, scratch, number)
            return bool(outcome == WON)
        for piece in range(pieces):
            scratch[CELLS + piece] = scratch[MOVED_TO + piece]
    return False


@subroutine
def is_spoiled(site: Site, bench: Bench) -> bool:
    """Whether fruit was placed backwards by tilts that do not win on the layout as it is now."""
    settings, table = site.settings, bench.table
    if settings[_MODE] == 0:
        return False
    compile_on(site, table)
    scratch, wished = bench.work.expansion.scratch, has_wished_end(settings)
    return not witness_wins(site, table, scratch, wished)


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
    fact = first_outside(values[:_TOUCHING], site.settings, _FACTS)
    return FIRST_FACT + fact if fact >= 0 else PASSED


@subroutine
def judge_things(site: Site, control: Longs, bench: TileBench) -> int:
    """Tidies the level that was solved last and judges it by the relevance of things."""
    settings, things, rules = site.settings, bench.things, FruitDatingRules(MOVES, 0)
    enter_least(site, things.least)
    reason = tidy(rules, site, control, bench.bench, things, at.TIDYING, _SURPLUS, INERT_SETTING)
    if reason != PASSED:
        return reason if reason == STOPPED else _STAGES
    if is_spoiled(site, bench.bench):
        return _SPOILED
    outside = things_outside(things, settings, INERT_SETTING)
    return FIRST_FACT + _INERT + outside if outside >= 0 else PASSED


@kernel
def judge_layout(site: Site, control: Longs, tile_bench: TileBench) -> int:
    """Solves the candidate on a site and judges it: PASSED, STOPPED, or a reason to reject it."""
    settings, bench = site.settings, tile_bench.bench
    least, most = settings[_FACTS + 2 * _TOUCHING], settings[_FACTS + 2 * _TOUCHING + 1]
    if not least <= touching(site) <= most:
        return FIRST_FACT + _TOUCHING
    fact = openness_outside(site, count_open(site, tile_bench.things), _FACTS + 2 * _OPEN)
    if fact >= 0:
        return FIRST_FACT + _OPEN + fact
    if is_spoiled(site, bench):
        return _SPOILED
    shortest, longest = settings[_LENGTH], settings[_LENGTH + 1]
    rules = FruitDatingRules(MOVES, 0)
    outside = FIRST_FACT + _MOVES
    reason = explore(rules, site, control, bench, shortest, longest, outside)
    if reason == TOO_MANY or reason == UNSOLVABLE:
        return _STAGES + reason
    if reason == PASSED:
        look_behind(MOVES, bench)
        reason = judge(site, bench)
    if reason == PASSED:
        if asks_for_things(settings, INERT_SETTING):
            return judge_things(site, control, tile_bench)
        enter_compared(rules, bench, tile_bench.things.own)
    return reason


@entry
def first_solution(site: Site, control: Longs, tile_bench: TileBench, solution: Longs) -> bool:
    """Writes the first of the shortest solutions of the layout on a site; False if stopped.

    The layout was accepted, and ``solution`` has room for just its moves.
    """
    bench = tile_bench.bench
    if explore(FruitDatingRules(MOVES, 0), site, control, bench, 0, 0, PASSED) == STOPPED:
        return False
    write_solution(MOVES, bench, solution)
    return True


@entry
def try_candidates(
    site: Site, seed: int, first: int, number: int, control: Longs, bench: TileBench
) -> int:
    """Makes, solves and judges candidates ``first`` to ``first + number - 1`` until one passes.

    Returns:
        The attempt accepted, -1 if none was, STOPPED if asked to stop.
        ``bench.bench.rejected`` counts by reason.
    """
    for attempt in range(first, first + number):
        reason = run_stages(site, seed, attempt)
        if reason < 0:
            reason = judge_layout(site, control, bench)
        if reason < 0:
            return attempt if reason == PASSED else STOPPED
        bench.bench.rejected[reason] += 1
        control[2] += 1
    return -1
