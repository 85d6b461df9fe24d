"""Suggestions are levels that are better by their measure, and break nothing of the level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from shipped import files_of

from engine import workshop
from engine.edit import draw_tools
from engine.errors import Cancelled
from engine.files import levelfile
from engine.game import registry
from engine.generation import level_generation
from engine.improvement import suggestions
from engine.improvement.suggestions import OTHER_GROUND, Suggestion
from engine.values.budget import Control
from engine.values.grid import Area
from engine.values.level import Level, compute_digest

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
TRIED = 20


def level_of(game: str) -> Level:
    return levelfile.read_level(files_of(game)[5])


def suggested(level: Level, measure: str) -> Sequence[Suggestion]:
    game = registry.get_game(level.game)
    basis = suggestions.create_basis(game, level, measure, Control())
    found = [*suggestions.suggest_mutations(basis, 1, TRIED, Control())]
    return suggestions.choose_best(basis, found, 3, Control())


@pytest.mark.parametrize("game", GAMES)
def test_every_suggestion_is_a_better_level(game: str) -> None:
    level, own = level_of(game), registry.get_game(game)
    base = own.solver.solve(level.board).facts
    there = 0
    for measure in suggestions.list_measures(own):
        found = suggested(level, measure)
        prints = {own.boards.compute_fingerprint(each.level.board) for each in found}
        assert len(prints) == len(found)
        ranks = [each.rank for each in found]
        assert ranks == sorted(ranks, reverse=True)
        for each in found:
            facts = own.solver.solve(each.level.board).facts
            assert not own.boards.find_problems(each.level.board) and facts["solvable"]
            assert each.level.provenance is None or each.level.provenance.edited
            assert {"longer": facts["moves"] > base["moves"],
                    "shorter": facts["moves"] < base["moves"]}.get(measure, True)  # fmt: skip
            if measure == OTHER_GROUND:
                mine, theirs = (
                    own.boards.list_tokens(level.board),
                    own.boards.list_tokens(each.level.board),
                )
                ground = next(iter(mine))
                assert mine[ground] != theirs[ground] and facts["moves"] >= base["moves"]
        there += len(found)
    assert there


def test_the_same_seed_suggests_the_same() -> None:
    level = level_of("skiddy")
    one, two = suggested(level, "shorter"), suggested(level, "shorter")
    digests = [[compute_digest(each.level.board) for each in found] for found in (one, two)]
    assert digests[0] == digests[1] and digests[0]


@pytest.mark.parametrize("game", ["fruit-dating", "skiddy"])
def test_locked_cells_stay(game: str) -> None:
    level, own = level_of(game), registry.get_game(game)
    board = draw_tools.lock_area(own, level.board, Area(1, 4, 1, 3), inside=True)
    locked = own.boards.draw_picture(board).locked
    for measure in ("longer", "shorter", OTHER_GROUND):
        for each in suggested(replace(level, board=board), measure):
            now = each.level.board
            assert own.boards.draw_picture(now).locked == locked
            assert all(
                own.boards.describe_cell(now, *c) == own.boards.describe_cell(board, *c)
                for c in locked
            )


def test_other_draws_have_a_recipe() -> None:
    game = registry.get_game("skiddy")
    made = workshop.generate(game, 7)[0]
    basis = suggestions.create_basis(game, made, OTHER_GROUND, Control())
    found = [suggestions.suggest_variant(basis, seed, Control()) for seed in range(4)]
    better = [each for each in found if each is not None]
    assert better
    for each in better:
        provenance = each.level.provenance
        assert provenance is not None and not provenance.edited
        again, _ = level_generation.follow_recipe(game, workshop.read_recipe(each.level))[:2]
        assert again.board == each.level.board
    assert suggestions.can_be_redrawn(made)
    assert not suggestions.can_be_redrawn(made.with_edited_board(level_of("skiddy").board))


def test_a_draft_has_none_and_a_cancelled_search_ends() -> None:
    game = registry.get_game("skiddy")
    blank = Level("skiddy", game.boards.create_blank(6, 6))
    assert suggested(blank, "longer") == ()
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        suggestions.create_basis(game, level_of("skiddy"), "longer", control)
