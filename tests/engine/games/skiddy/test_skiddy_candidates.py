"""Candidates by the thousand: made, solved and judged in one compiled function."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from skiddy_boards import GAME, boards, random_levels, to_engine
from skiddy_candidates import recipe
from skiddy_reference import RefFacts

from engine.games.skiddy import early_rejection
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.generator import create_recipe_site
from engine.games.skiddy.rules import SkiddyRules
from engine.games.skiddy.skiddy_candidates import SkiddyWorkspace, create_workspace
from engine.jit import decorators
from engine.search.candidate_search import PASSED, continue_search, reset_search
from engine.search.search_memory import FOUND
from engine.stages.stage_workspace import Site
from engine.tiles.candidate_checks import UNSOLVABLE
from engine.tiles.compiled_tiles import encode_planes
from engine.values.budget import Budget, Control
from engine.values.rng import open_stream

pytestmark = pytest.mark.jitless

LIMIT = 20_000


@pytest.fixture(scope="module")
def workspace() -> SkiddyWorkspace:
    """Memory to search candidates in."""
    return create_workspace(LIMIT)


def laid_out(
    board: SkiddyBoard, workspace: SkiddyWorkspace, chosen: Mapping[str, object] = {}
) -> tuple[Site, SkiddyRules]:
    """A board as a candidate on a site, ready to be searched."""
    site = create_recipe_site(recipe({**chosen, "rows": board.rows, "cols": board.cols}, 1))
    site.layout[:] = encode_planes(board)
    return site, early_rejection.compile_layout(site, workspace.workspace)


def meets_dead_end(board: SkiddyBoard, workspace: SkiddyWorkspace) -> bool:
    """Whether random walks on a board come to a dead end."""
    site, rules = laid_out(board, workspace)
    open_stream(site.stream, 0, 0, 0, 0)
    asked = rules, Control().shared_cells, site.stream, workspace.workspace, workspace.scout
    return bool(early_rejection.has_dead_end(*asked))


def lacks_combo(board: SkiddyBoard, workspace: SkiddyWorkspace) -> bool | None:
    """Whether the layer of the first win has none with maximum combo; None without a win."""
    _, rules = laid_out(board, workspace)
    control, (bench_, _, _) = Control().shared_cells, workspace
    reset_search(bench_.search)
    asked = rules, control, LIMIT, LIMIT, True, bench_.table, bench_.start, bench_.search
    if continue_search(*asked) != FOUND:
        return None
    return early_rejection.is_combo_late(rules, control, LIMIT, bench_)


@settings(max_examples=4 if decorators.is_disabled() else 15)
@given(board=boards(max_pieces=6))
def test_a_dead_end_that_is_met_is_one(board: SkiddyBoard, workspace: SkiddyWorkspace) -> None:
    facts = GAME.solver.solve(board, budget=Budget(LIMIT)).facts
    if meets_dead_end(board, workspace) and facts["complete"]:
        assert facts["dead_states"] > 0


def test_dead_ends_are_met_where_they_are(workspace: SkiddyWorkspace) -> None:
    met = {False: 0, True: 0}
    for board, facts in random_levels(
        range(8 if decorators.is_disabled() else 24), (4, 5), (5, 6), 300
    ):
        found = meets_dead_end(to_engine(board), workspace)
        assert not found or facts.dead_ends
        met[found] += bool(facts.dead_ends)
    assert met[True] > met[False]


def test_the_layer_of_the_first_win_shows_which_way_is_shorter(workspace: SkiddyWorkspace) -> None:
    seen = set()
    for board, facts in random_levels(range(80), (4, 5), (5, 6), 300):
        expected = None if facts.best is None else lacking(facts)
        assert lacks_combo(to_engine(board), workspace) == expected
        seen.add((expected, facts.max_combo is None))
    assert seen == {(None, True), (True, True), (True, False), (False, False)}


def lacking(facts: RefFacts) -> bool:
    """Whether a level that can be won can be won in fewer moves without maximum combo."""
    combo, other = facts.max_combo, facts.no_combo
    return combo is None or (other is not None and other.moves < combo.moves)


def test_what_is_refused_on_the_way_would_be_refused_at_the_end(
    workspace: SkiddyWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With portions so small that searches of small graphs pause many times."""
    monkeypatch.setattr(early_rejection, "_FIRST_PORTION", 4)
    monkeypatch.setattr(early_rejection, "_GROWTH", 2)
    outside, first_rule = 10, 20
    seen = set()
    for board, facts in random_levels(range(24), (4, 5), (5, 6), 300):
        site, _ = laid_out(to_engine(board), workspace, {"perfect": "2.."})
        asked = workspace.workspace, workspace.scout, outside, first_rule
        reason = early_rejection.search_layout(site, Control().shared_cells, *asked)
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
