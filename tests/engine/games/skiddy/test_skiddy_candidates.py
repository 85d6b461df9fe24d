"""Candidates by the thousand: made, solved and judged in one compiled function."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from skiddy_boards import GAME, boards, random_levels, to_engine
from skiddy_candidates import recipe
from skiddy_reference import RefFacts

from engine.games.skiddy import searching
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.candidates import SkiddyBench, bench_for
from engine.games.skiddy.generator import site_of
from engine.games.skiddy.rules import SkiddyRules
from engine.jit import marks
from engine.search.bench import PASSED, begin_search, search_on
from engine.search.running import FOUND
from engine.staging.site import Site
from engine.tiles.compiled import code_planes
from engine.tiles.judging import UNSOLVABLE
from engine.values.budget import Budget, Control
from engine.values.rng import open_stream

pytestmark = pytest.mark.jitless

LIMIT = 20_000


@pytest.fixture(scope="module")
def bench() -> SkiddyBench:
    """Memory to search candidates in."""
    return bench_for(LIMIT)


def laid_out(
    board: SkiddyBoard, bench: SkiddyBench, chosen: Mapping[str, object] = {}
) -> tuple[Site, SkiddyRules]:
    """A board as a candidate on a site, ready to be searched."""
    site = site_of(recipe({**chosen, "rows": board.rows, "cols": board.cols}, 1))
    site.layout[:] = code_planes(board)
    return site, searching.lay_out(site, bench.bench)


def meets_dead_end(board: SkiddyBoard, bench: SkiddyBench) -> bool:
    """Whether random walks on a board come to a dead end."""
    site, rules = laid_out(board, bench)
    open_stream(site.stream, 0, 0, 0, 0)
    asked = rules, Control().cells, site.stream, bench.bench, bench.scout
    return bool(searching.meets_dead_end(*asked))


def lacks_combo(board: SkiddyBoard, bench: SkiddyBench) -> bool | None:
    """Whether the layer of the first win has none with maximum combo; None without a win."""
    _, rules = laid_out(board, bench)
    control, (bench_, _, _) = Control().cells, bench
    begin_search(bench_.work)
    asked = rules, control, LIMIT, LIMIT, True, bench_.table, bench_.start, bench_.work
    if search_on(*asked) != FOUND:
        return None
    return searching.lacks_combo(rules, control, LIMIT, bench_)


@settings(max_examples=4 if marks.disabled() else 15)
@given(board=boards(max_pieces=6))
def test_a_dead_end_that_is_met_is_one(board: SkiddyBoard, bench: SkiddyBench) -> None:
    facts = GAME.solver.solve(board, budget=Budget(LIMIT)).facts
    if meets_dead_end(board, bench) and facts["complete"]:
        assert facts["dead_states"] > 0


def test_dead_ends_are_met_where_they_are(bench: SkiddyBench) -> None:
    met = {False: 0, True: 0}
    for board, facts in random_levels(range(8 if marks.disabled() else 24), (4, 5), (5, 6), 300):
        found = meets_dead_end(to_engine(board), bench)
        assert not found or facts.dead_ends
        met[found] += bool(facts.dead_ends)
    assert met[True] > met[False]


def test_the_layer_of_the_first_win_shows_which_way_is_shorter(bench: SkiddyBench) -> None:
    seen = set()
    for board, facts in random_levels(range(80), (4, 5), (5, 6), 300):
        expected = None if facts.best is None else lacking(facts)
        assert lacks_combo(to_engine(board), bench) == expected
        seen.add((expected, facts.max_combo is None))
    assert seen == {(None, True), (True, True), (True, False), (False, False)}


def lacking(facts: RefFacts) -> bool:
    """Whether a level that can be won can be won in fewer moves without maximum combo."""
    combo, other = facts.max_combo, facts.no_combo
    return combo is None or (other is not None and other.moves < combo.moves)


def test_what_is_refused_on_the_way_would_be_refused_at_the_end(
    bench: SkiddyBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With portions so small that searches of small graphs pause many times."""
    monkeypatch.setattr(searching, "_FIRST_PORTION", 4)
    monkeypatch.setattr(searching, "_GROWTH", 2)
    outside, first_rule = 10, 20
    seen = set()
    for board, facts in random_levels(range(24), (4, 5), (5, 6), 300):
        site, _ = laid_out(to_engine(board), bench, {"perfect": "2.."})
        asked = bench.bench, bench.scout, outside, first_rule
        reason = searching.search_layout(site, Control().cells, *asked)
        best = facts.best
        against = {
            UNSOLVABLE: best is None,
            outside: best is not None and best.moves < 2,
            first_rule: bool(facts.dead_ends),
            first_rule + 2: best is not None and lacking(facts),
        }
        assert (
            against[reason]
            if reason != PASSED
            else not any((against[UNSOLVABLE], against[outside], against[first_rule + 2]))
        )
        seen.add(reason)
    assert seen >= {PASSED, first_rule, first_rule + 2}
