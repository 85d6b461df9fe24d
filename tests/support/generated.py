"""Levels of every game, generated from seeds, for round trips through other formats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

from engine.game import registry
from engine.game.game import Game
from engine.stages.candidate import Recipe
from engine.values.level import Level

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "fruit-dating": [
        {"one_ways": 9, "mud": 3, "anteaters": 3, "hedgehogs": 2, "colours": "1..4", "pairs": 4},
        {"rows": 12, "cols": 5},
    ],
    "skiddy": [{"crates": 3, "ice": 2}, {"blues": 3, "pits": 60, "rows": 9}],
    "linjat": [{"rows": 5, "cols": 7, "numbers": "4..6", "iterations": 0, "rounds": 1}],
    "mazing-monk": [{"karma_needed": 4}, {}],
}


def list_levels(game: Game, count: int) -> Iterator[Level]:
    """Yield playable boards that the game's generator made, whether they are solvable or not."""
    settings = cycle(SETTINGS[game.name])
    seeds = zip(range(10 * count), settings, strict=False)
    return islice((level for seed, each in seeds for level in make(game, seed, each)), count)


def make(game: Game, seed: int, settings: dict[str, Any]) -> Iterator[Level]:
    parameters = game.parameters.complete_settings(settings)
    board = game.generator.build_candidate(Recipe(seed, 0, parameters, {})).board
    if not game.boards.find_problems(board):
        yield Level(game.name, board, f"Seed {seed}", "A. Author", "Two\nlines", ("one", "two"))


def list_games() -> list[str]:
    return [game.name for game in registry.list_games() if game.name in SETTINGS]
