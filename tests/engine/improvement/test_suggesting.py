"""Suggestions are levels that are better by their measure, and break nothing of the level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from shipped import files_of

from engine import workshop
from engine.edit import editing
from engine.errors import Cancelled
from engine.files import levelfile
from engine.game import registry
from engine.generation import generating
from engine.improvement import suggesting
from engine.improvement.suggesting import OTHER_GROUND, Suggestion
from engine.values.budget import Control
from engine.values.grid import Area
from engine.values.level import Level, board_digest

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
TRIED = 20


def level_of(game: str) -> Level:
    return levelfile.read(files_of(game)[5])


def suggested(level: Level, measure: str) -> Sequence[Suggestion]:
    game = registry.get(level.game)
    basis = suggesting.basis(game, level, measure, Control())
    found = [*suggesting.by_mutations(basis, 1, TRIED, Control())]
    return suggesting.best(basis, found, 3, Control())


@pytest.mark.parametrize("game", GAMES)
def test_every_suggestion_is_a_better_level(game: str) -> None:
    level, own = level_of(game), registry.get(game)
    base = own.solver.solve(level.board).facts
    there = 0
    for measure in suggesting.measures_of(own):
        found = suggested(level, measure)
        prints = {own.boards.fingerprint(each.level.board) for each in found}
        assert len(prints) == len(found)
        ranks = [each.rank for each in found]
        assert ranks == sorted(ranks, reverse=True)
        for each in found:
            facts = own.solver.solve(each.level.board).facts
            assert not own.boards.problems(each.level.board) and facts["solvable"]
            assert each.level.provenance is None or each.level.provenance.edited
            assert {"longer": facts["moves"] > base["moves"],
                    "shorter": facts["moves"] < base["moves"]}.get(measure, True)  # fmt: skip
            if measure == OTHER_GROUND:
                mine, theirs = own.boards.marks(level.board), own.boards.marks(each.level.board)
                ground = next(iter(mine))
                assert mine[ground] != theirs[ground] and facts["moves"] >= base["moves"]
        there += len(found)
    assert there


def test_the_same_seed_suggests_the_same() -> None:
    level = level_of("skiddy")
    one, two = suggested(level, "shorter"), suggested(level, "shorter")
    digests = [[board_digest(each.level.board) for each in found] for found in (one, two)]
    assert digests[0] == digests[1] and digests[0]


@pytest.mark.parametrize("game", ["fruit-dating", "skiddy"])
def test_locked_cells_stay(game: str) -> None:
    level, own = level_of(game), registry.get(game)
    board = editing.locked(own, level.board, Area(1, 4, 1, 3), inside=True)
    locked = own.boards.picture(board).locked
    for measure in ("longer", "shorter", OTHER_GROUND):
        for each in suggested(replace(level, board=board), measure):
            now = each.level.board
            assert own.boards.picture(now).locked == locked
            assert all(
                own.boards.contents(now, *c) == own.boards.contents(board, *c) for c in locked
            )


def test_other_draws_have_a_recipe() -> None:
    game = registry.get("skiddy")
    made = workshop.generate(game, 7)[0]
    basis = suggesting.basis(game, made, OTHER_GROUND, Control())
    found = [suggesting.by_other_draws(basis, seed, Control()) for seed in range(4)]
    better = [each for each in found if each is not None]
    assert better
    for each in better:
        provenance = each.level.provenance
        assert provenance is not None and not provenance.edited
        again, _ = generating.follow(game, workshop.recipe_of(each.level))[:2]
        assert again.board == each.level.board
    assert suggesting.can_be_redrawn(made)
    assert not suggesting.can_be_redrawn(made.with_edited_board(level_of("skiddy").board))


def test_a_draft_has_none_and_a_cancelled_search_ends() -> None:
    game = registry.get("skiddy")
    blank = Level("skiddy", game.boards.blank(6, 6))
    assert suggested(blank, "longer") == ()
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        suggesting.basis(game, level_of("skiddy"), "longer", control)
