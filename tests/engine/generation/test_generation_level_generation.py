"""Levels generated to be like another one, or unlike it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import workshop
from engine.errors import GenerationFailed, LevelError, ParameterError
from engine.files import levelfile
from engine.game import registry
from engine.generation.constraints import ConstrainedLevels
from engine.stages.accepted_candidate_search import require_possible
from engine.stages.candidate import Recipe

SKIDDY = registry.get_game("skiddy")
SETTINGS = {"perfect": "3..30", "stars": 1}
MODEL = workshop.generate(SKIDDY, 1, SETTINGS)[0]


def test_what_is_not_like_the_other_is_refused_and_reported() -> None:
    level, _, attempts = workshop.generate(
        SKIDDY, 2, {**SETTINGS, "similarity": "0.45.."}, like=MODEL.board
    )
    assert SKIDDY.boards.compute_similarity(MODEL.board, level.board) >= 0.45
    assert attempts.rejections["similarity out of range"] > 0
    known = workshop.rate(level, like=MODEL).to_table()
    assert known["similarity"] == SKIDDY.boards.compute_similarity(level.board, MODEL.board)
    assert known["feature_similarity"] <= 1


def test_parts_can_be_asked_for_in_an_expression() -> None:
    wanted = {**SETTINGS, "where": "wall_similarity<0.3 similarity>0.2"}
    level, _, _ = workshop.generate(SKIDDY, 2, wanted, like=MODEL.board)
    found = workshop.rate(level, like=MODEL)
    assert found.similarities["wall_similarity"] < 0.3 and found.similarities["similarity"] > 0.2


def test_the_other_level_stands_in_the_file_and_the_bytes_come_again() -> None:
    level, _, _ = workshop.generate(
        SKIDDY, 2, {**SETTINGS, "similarity": "..0.6"}, like=MODEL.board
    )
    text = levelfile.dumps(level)
    again = levelfile.loads(text)
    assert again.provenance is not None and again.provenance.like == MODEL.board
    assert levelfile.dumps(workshop.rebuild(again)) == text
    recipe = workshop.read_recipe(again)
    assert workshop.is_generated_by(again, recipe)
    assert not workshop.is_generated_by(again, replace(recipe, like=level.board))


@pytest.mark.parametrize(
    "asked", [{"similarity": "..0.5"}, {"where": "moves>1 or not dot_similarity>0.5"}]
)
def test_likeness_to_nothing_is_refused_before_the_search(asked: dict[str, object]) -> None:
    game = registry.get_game("linjat")
    recipe = Recipe(1, 0, game.generator.parameters.complete_settings(asked))
    with pytest.raises(ParameterError, match="similarity: no level to compare with"):
        require_possible(ConstrainedLevels(game), recipe)


def test_what_no_candidate_is_like_ends_with_counts() -> None:
    with pytest.raises(GenerationFailed, match=r"similarity out of range: \d"):
        workshop.generate(
            SKIDDY, 2, {**SETTINGS, "similarity": "1"}, like=MODEL.board, max_attempts=300
        )


@pytest.mark.parametrize(
    ("like", "message"),
    [
        ("like = 3", r"provenance.like: expected a table"),
        (
            "[provenance.like]\npieces = 3\ntiles = 3",
            r"provenance.like.tiles: expected",
        ),
        ('[provenance.like]\ntiles = "#"', r"provenance.like.pieces: missing"),
    ],
)
def test_a_board_to_be_like_that_is_none_is_refused(like: str, message: str) -> None:
    text = levelfile.dumps(replace(MODEL, verdict=None))
    head, provenance = text.split("[provenance]\n")
    own = provenance if like.startswith("[") else f"{like}\n{provenance}"
    after = f"\n{like}\n" if like.startswith("[") else ""
    with pytest.raises(LevelError, match=message):
        levelfile.loads(f"{head}[provenance]\n{own}{after}")


def test_a_draft_is_nothing_to_be_like() -> None:
    draft = replace(MODEL, board=SKIDDY.boards.create_blank(40, 40))
    parameters = SKIDDY.generator.parameters.complete_settings({"similarity": "..0.5"})
    with pytest.raises(ParameterError, match="the level to compare with is a draft: 40 rows of 40"):
        require_possible(ConstrainedLevels(SKIDDY), Recipe(1, 0, parameters, like=draft.board))
    with pytest.raises(LevelError, match="40 rows of 40"):
        workshop.rate(MODEL, like=draft)


def test_levels_of_different_games_are_not_compared() -> None:
    other = workshop.generate(registry.get_game("linjat"), 1, {"iterations": 1})[0]
    with pytest.raises(LevelError, match="expected 'skiddy', found 'linjat'"):
        workshop.rate(MODEL, like=other)
