"""Levels like one: they are levels, not the same one, and made again from what they record."""

from __future__ import annotations

from functools import cache

import pytest

from engine import workshop
from engine.errors import Cancelled, LevelError, ParameterError
from engine.game import registry
from engine.generation.variants import (
    METHODS,
    generate_variant,
    vary_by_mutations,
    vary_level,
    vary_stages,
)
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.level import Level, compute_digest

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


@cache
def level_of(game: str) -> Level:
    return workshop.generate(registry.get_game(game), 3)[0]


@pytest.mark.parametrize("way", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_a_variant_is_another_level(game: str, way: str) -> None:
    level, own = level_of(game), registry.get_game(game)
    found = vary_level(level, way, 5, Control())
    other = found.level
    assert compute_digest(other.board) != compute_digest(level.board)
    assert not own.boards.find_problems(other.board)
    assert other.has_fresh_verdict(own.rules_version) and found.facts["solvable"]
    assert vary_level(level, way, 5, Control()).level == other, "the same seed gives the same"
    provenance = other.provenance
    assert provenance is not None
    if way == "mutations":
        assert provenance.edited and provenance.generated == compute_digest(level.board)
    else:
        assert not provenance.edited and not provenance.locked
        assert compute_digest(workshop.remake_candidate(other, Control()).board) == compute_digest(
            other.board
        )


def test_stages_that_are_kept_draw_the_same_numbers() -> None:
    level = level_of("fruit-dating")
    before = workshop.read_recipe(level)
    drawing = [
        stage.name for stage in registry.get_game("fruit-dating").generator.stages if stage.draws
    ]
    for seed in range(3):
        after = workshop.read_recipe(vary_stages(level, seed, Control()))
        same = [name for name in drawing if after.get_stream(name) == before.get_stream(name)]
        assert len(drawing) - 2 <= len(same) < len(drawing)


def test_one_from_a_seed_is_the_one_that_is_generated() -> None:
    game = registry.get_game("skiddy")
    recipe = Recipe(9, 0, game.generator.parameters.complete_settings({}))
    assert generate_variant(game, recipe, Control()).level == workshop.generate(game, 9)[0]


def test_what_cannot_be_varied_is_refused() -> None:
    game = registry.get_game("skiddy")
    drawn = Level("skiddy", level_of("skiddy").board)
    for way in ("stages", "parameters"):
        with pytest.raises(LevelError, match="not a generated level"):
            METHODS[way](drawn, 1, Control())
    assert vary_by_mutations(drawn, 1, Control()).provenance is None
    with pytest.raises(ParameterError):
        generate_variant(
            game,
            Recipe(1, 0, game.generator.parameters.complete_settings({"solvable": "0"})),
            Control(),
        )


@pytest.mark.parametrize("way", METHODS)
def test_it_can_be_stopped(way: str) -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        METHODS[way](level_of("skiddy"), 1, control)
