"""Presets, and the usual recipe: what is promised of the levels that come of them."""

from __future__ import annotations

import functools

import pytest
from presets import Sample, sample

from engine.game import registry
from engine.values.difficulty_presets import PRESETS, USUAL_PRESET

TILES = {"fruit-dating": "moves", "skiddy": "max_combo.moves"}
"""Games whose kernels judge relevance, and the fact that is the length of their levels."""
THOUSAND = pytest.param(1000, marks=pytest.mark.slow)
counts = pytest.mark.parametrize("count", [20, THOUSAND])
tile_games = pytest.mark.parametrize("game", TILES)


@functools.cache
def levels(game: str, preset: str, count: int) -> Sample:
    return sample(registry.get_game(game), preset, count)


@counts
@tile_games
@pytest.mark.parametrize("preset", [USUAL_PRESET, *PRESETS])
def test_nothing_is_there_in_vain(game: str, preset: str, count: int) -> None:
    found = levels(game, preset, count)
    assert found.things["inert"] == 0
    assert not any(found.values("touching"))
    assert found.needed >= 0.8 or preset == USUAL_PRESET
    assert found.median(TILES[game]) >= 7 or preset == "gentle"


@pytest.mark.slow
@tile_games
def test_presets_rise_and_every_kind_of_thing_is_common_in_some(game: str) -> None:
    samples = [levels(game, preset, 1000) for preset in PRESETS]
    medians = [found.median(TILES[game]) for found in samples]
    assert medians == sorted(set(medians))
    boards = registry.get_game(game).boards
    kinds = {kind for kind, _ in boards.board_type.features.values()}
    kinds |= {*boards.board_type.movable.values()} | ({"gate"} if game == "fruit-dating" else set())
    assert all(max(found.kinds[kind] for found in samples) >= 250 for kind in kinds)


@pytest.mark.slow
def test_presets_of_the_monk_rise_by_proven_turns() -> None:
    found = [
        sample(registry.get_game("mazing-monk"), preset, 200, rated=False) for preset in PRESETS
    ]
    medians = [each.median("turns") for each in found]
    assert medians == sorted(set(medians))


@pytest.mark.slow
def test_presets_of_linjat_rise_by_the_time_that_a_person_takes() -> None:
    found = [sample(registry.get_game("linjat"), preset, 20, rated=False) for preset in PRESETS]
    medians = [each.median("human_time") for each in found]
    assert medians == sorted(set(medians))
