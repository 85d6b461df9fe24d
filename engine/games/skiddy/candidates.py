"""Candidates by the thousand: made, solved and judged in one compiled function."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.codes import BLOCK, PIT
from engine.games.skiddy.parameters import FACTS, STAGES, setting_index
from engine.games.skiddy.rules import SCRATCH_SIZE, SkiddyRules
from engine.games.skiddy.searching import MAX_WORDS, MOVES, lay_out, new_scout, search_layout
from engine.games.skiddy.stages import TIDYING, run_stages
from engine.games.skiddy.table import TABLE_SIZE
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
)
from engine.search.breadth_first import COUNT, DEPTH, WON_EDGE, Workspace
from engine.search.retrograde import ALIVE, SHORTEST
from engine.staging.site import Site, is_inner
from engine.tiles import judging
from engine.tiles.generator import TILES
from engine.tiles.judging import (
    TOO_MANY,
    UNSOLVABLE,
    asks_for_things,
    openness_outside,
    things_outside,
    tidy,
)
from engine.tiles.things import Things, count_open, things_of

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
_MOVES, _STATES, _DEAD, _STARS_FACT, _SEEN, _OPEN, _, _INERT, _ = range(2, len(FACTS))
"""Indices of the values, in the order of FACTS; ``solvable`` and ``complete`` come first."""
INERT_SETTING = _FACTS + 2 * _INERT
"""Where the range of inert things stands in the settings; that of the share needed follows."""
_NEVER = 2**31 - 1
_TOO_MANY = 2**62

_SURPLUS = setting_index("inert_things")
_STATIC = setting_index("static")
_PIT_SHARE = setting_index("pits")
_CRATES = setting_index("crates")
_ICE_CUBES = setting_index("ice")
_CRATE, _ICE, _PIT = range(3)
_KINDS = {"crate": _CRATE, "ice": _ICE, "pit": _PIT}
"""Kinds of things that the parameters have a number for."""


class SkiddyBench(NamedTuple):
    """Where candidates are judged, and searched for dead ends.

    It is a :class:`engine.tiles.judging.TileBench` with memory to look for dead ends in.
    """

    bench: Bench
    things: Things
    scout: Workspace

    @property
    def rejected(self) -> Longs:
        """How many candidates were rejected, by number of the reason."""
        return self.bench.rejected


def bench_for(max_states: int) -> SkiddyBench:
    """A bench for candidates of up to so many states."""
    bench = new_bench(
        len(REASONS), len(FACTS), TABLE_SIZE, MOVES, MAX_WORDS, SCRATCH_SIZE, max_states
    )
    return SkiddyBench(bench, things_of(SkiddyBoard, _KINDS), new_scout())


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
def shortest_ways(edges: Ints, starts: Ints, length: int, edge: int, ways: Longs) -> int:
    """How many solutions of a length, the shortest, end by one kind of edge; -1 for too many.

    ``ways`` is memory for the ways to each state.
    """
    if length == _NEVER:
        return 0
    ways[0] = 1
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
def enter_compared(rules: SkiddyRules, bench: Bench, figures: Longs) -> bool:
    """Enters the figures by which levels differ; see :func:`engine.tiles.judging.enter_figures`."""
    work, count, ways = bench.work, bench.work.cursor[COUNT], bench.behind.ways
    figures[0] = bench.behind.facts[SHORTEST]
    figures[1] = count
    figures[2] = bench.behind.facts[ALIVE]
    for kind in range(2):
        edge = WON_EDGE - kind
        length = shortest_win(work.edges, count, work.starts, edge)
        figures[3 + 2 * kind] = length
        figures[4 + 2 * kind] = shortest_ways(work.edges, work.starts, length, edge, ways)
    return bool(figures[4] >= 0 and figures[6] >= 0)


@kernel
def explore(
    rules: SkiddyRules,
    site: Site,
    control: Longs,
    bench: Bench,
    shortest: int,
    longest: int,
    outside: int,
) -> int:
    """Searches the layout on a site; see :func:`engine.tiles.judging.explore_layout`."""
    own, limit = lay_out(site, bench), site.settings[_MAX_STATES] + MOVES
    return explore_within(own, control, limit, shortest, longest, TOO_MANY, outside, bench)


judging.register(SkiddyRules, explore, enter_compared)


@kernel
def enter_least(site: Site, least: Longs) -> None:
    """Enters how many things of each kind the parameters ask for at the least."""
    settings, tiles = site.settings, site.layout[TILES]
    blocks, pits = 0, 0
    for cell in range(site.rows * site.cols):
        if is_inner(cell, site.rows, site.cols):
            blocks += tiles[cell] == BLOCK
            pits += tiles[cell] == PIT
    static = (site.rows - 2) * (site.cols - 2) * settings[_STATIC] // 100
    least[_PIT] = max(static - blocks, (blocks + pits) * settings[_PIT_SHARE] // 100)
    least[_CRATE] = settings[_CRATES]
    least[_ICE] = settings[_ICE_CUBES]


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
    fact = first_outside(values[:_OPEN], settings, _FACTS)
    if fact >= 0:
        return FIRST_FACT + fact
    if stars == 3 and not settings[_PERFECT] <= with_combo <= settings[_PERFECT + 1]:
        return NOT_PERFECT
    return PASSED


@subroutine
def judge_things(site: Site, control: Longs, bench: SkiddyBench) -> int:
    """Tidies the level that was solved last and judges it by the relevance of things."""
    settings, things, rules = site.settings, bench.things, SkiddyRules(MOVES, 0)
    enter_least(site, things.least)
    reason = tidy(rules, site, control, bench.bench, things, TIDYING, _SURPLUS, INERT_SETTING)
    if reason != PASSED:
        return reason if reason == STOPPED else _STAGES
    outside = things_outside(things, settings, INERT_SETTING)
    return FIRST_FACT + _INERT + outside if outside >= 0 else PASSED


@kernel
def judge_layout(site: Site, control: Longs, tile_bench: SkiddyBench) -> int:
    """Solves the candidate on a site and judges it: PASSED, STOPPED, or a reason to reject it."""
    settings, bench = site.settings, tile_bench.bench
    fact = openness_outside(site, count_open(site, tile_bench.things), _FACTS + 2 * _OPEN)
    if fact >= 0:
        return FIRST_FACT + _OPEN + fact
    outside = FIRST_FACT + _MOVES
    reason = search_layout(site, control, bench, tile_bench.scout, outside, FIRST_RULE)
    if reason == TOO_MANY or reason == UNSOLVABLE:
        return _STAGES + reason
    if reason == outside:
        found = bench.work.cursor[DEPTH] + 1
        allowed = settings[_LENGTH] <= found <= settings[_LENGTH + 1]
        return NOT_PERFECT if allowed else outside
    if reason == PASSED:
        look_behind(MOVES, bench)
        reason = judge(site, bench)
    if reason == PASSED and asks_for_things(settings, INERT_SETTING):
        reason = judge_things(site, control, tile_bench)
    return reason


@entry
def try_candidates(
    site: Site, seed: int, first: int, number: int, control: Longs, bench: SkiddyBench
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
