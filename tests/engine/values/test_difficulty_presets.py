"""Presets of difficulty: what they stand for."""

from __future__ import annotations

import pytest

from engine import workshop
from engine.errors import ParameterError
from engine.game import registry
from engine.values.difficulty_presets import PRESETS
from engine.values.level import Level
from engine.values.ranges import Range

TILES = {"fruit-dating": "moves", "skiddy": "max_combo.moves"}
"""Games whose kernels judge relevance, and the fact that is the length of their levels."""
tile_games = pytest.mark.parametrize("game", TILES)


@pytest.mark.parametrize("game", registry.list_names())
def test_a_preset_stands_for_what_is_not_set(game: str) -> None:
    schema = registry.get_game(game).generator.parameters
    usual = schema.complete_settings({}).values
    for preset in PRESETS:
        chosen = schema.complete_settings({"preset": preset})
        changed = {key for key, value in chosen.values.items() if usual.get(key) != value}
        assert len(changed) > 1
        assert schema.complete_settings(chosen.to_table()) == chosen
    with pytest.raises(ParameterError, match="preset: expected one of usual, gentle"):
        schema.complete_settings({"preset": "mean"})


@tile_games
def test_what_is_set_goes_before_a_preset(game: str) -> None:
    length = "moves" if game == "fruit-dating" else "perfect"
    schema = registry.get_game(game).generator.parameters
    assert schema.complete_settings({"preset": "gentle", length: "9"}).get_range(length) == Range(
        9, 9
    )


@tile_games
def test_a_file_records_the_preset_and_all_that_it_stands_for(game: str) -> None:
    level = made(game, preset="gentle")
    assert level.provenance is not None
    recorded = level.provenance.parameters
    assert recorded["preset"] == "gentle"
    assert (recorded["inert"], recorded["inert_things"]) == (0, "removed")
    assert workshop.rebuild(level) == level
    plain = made(game)
    assert plain.provenance is not None
    assert "preset" not in plain.provenance.parameters


def made(game: str, **settings: object) -> Level:
    return workshop.generate(registry.get_game(game), 2, settings)[0]
