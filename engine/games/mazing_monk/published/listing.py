"""The ratings of the levels of a list, by which it is put in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.errors import GenerationFailed
from engine.game.campaign import NO_SETTINGS
from engine.game.game import Game
from engine.games.mazing_monk.cube import rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.generate.attempting import first_candidate
from engine.games.mazing_monk.generate.generator import attempts, candidate
from engine.games.mazing_monk.generate.parameters import PARAMETERS
from engine.games.mazing_monk.generate.workplace import bench_of, board_of, site_of
from engine.games.mazing_monk.published.verifying import PublishedJudge
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Control


def ratings(
    game: Game,
    grade: int,
    seeds: Sequence[int],
    control: Control,
    settings: Mapping[str, object] = NO_SETTINGS,
) -> Iterator[float]:
    """The ratings of the levels of some seeds, without a log.

    No solver is asked but where the levels that are accepted depend on one.

    Raises:
        GenerationFailed: a seed leads to no level; names it.
        Cancelled: ``control`` was cancelled.
    """
    recipe = Recipe(0, 0, PARAMETERS.complete({**settings, "difficulty": grade}))
    if not settings.items() <= PARAMETERS.recorded({}).items():
        yield from _ratings_accepted(recipe, seeds, control)
        return
    site, bench = site_of(recipe), bench_of(recipe)
    for seed in seeds:
        found = first_candidate(site, seed, 0, DEFAULT_MAX_ATTEMPTS, control.cells, bench)
        control.require_going_on()
        if found < 0:
            raise GenerationFailed(f"seed {seed}: no level of difficulty {grade}")
        yield rating.total(rating.terms(board_of(recipe, site.layout)))


def _ratings_accepted(recipe: Recipe, seeds: Sequence[int], control: Control) -> Iterator[float]:
    """The ratings of the levels that are accepted with a recipe's parameters, by any seed."""
    for seed in seeds:
        begun = replace(recipe, seed=seed)
        found = attempts(begun, DEFAULT_MAX_ATTEMPTS, control, PublishedJudge)
        control.require_going_on()
        if found.accepted is None:
            raise GenerationFailed(f"seed {seed}: no level is accepted")
        board = candidate(found.followed(begun)).board
        assert isinstance(board, MonkBoard)
        yield rating.total(rating.terms(board))
