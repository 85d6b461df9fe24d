"""The ratings for the levels in a list of seeds, used to order the list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.errors import GenerationFailed
from engine.game.game import Game
from engine.game.win_record import NO_SETTINGS
from engine.games.mazing_monk.cube import thesis_rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.generation.candidate_attempts import find_first_candidate
from engine.games.mazing_monk.generation.generation_arrays import (
    build_board,
    build_rewind,
    build_site,
)
from engine.games.mazing_monk.generation.generator import build_candidate, try_candidates
from engine.games.mazing_monk.generation.parameters import PARAMETERS
from engine.games.mazing_monk.published.thesis_verifier import ThesisVerifier
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Control


def list_ratings(
    game: Game,
    grade: int,
    seeds: Sequence[int],
    control: Control,
    settings: Mapping[str, object] = NO_SETTINGS,
) -> Iterator[float]:
    """Generate a level of difficulty ``grade`` from each seed, and yield its rating.

    A solver is used only if ``settings`` limit facts that need one.

    Raises:
        GenerationFailed: A seed leads to no level. The message names the seed.
        Cancelled: ``control`` was cancelled.
    """
    recipe = Recipe(0, 0, PARAMETERS.complete_settings({**settings, "difficulty": grade}))
    # Settings other than the defaults may limit facts, which only the whole generator checks.
    if not settings.items() <= PARAMETERS.restore_settings({}).items():
        yield from _list_accepted_ratings(recipe, seeds, control)
        return
    site, buffers = build_site(recipe), build_rewind(recipe)
    for seed in seeds:
        found = find_first_candidate(
            site, seed, 0, DEFAULT_MAX_ATTEMPTS, control.shared_cells, buffers
        )
        control.raise_if_cancelled()
        if found < 0:
            raise GenerationFailed(f"seed {seed}: no level of difficulty {grade}")
        yield thesis_rating.sum_terms(thesis_rating.measure_terms(build_board(recipe, site.layout)))


def _list_accepted_ratings(
    recipe: Recipe, seeds: Sequence[int], control: Control
) -> Iterator[float]:
    """Yield the rating for the first accepted level of each seed."""
    for seed in seeds:
        begun = replace(recipe, seed=seed)
        found = try_candidates(begun, DEFAULT_MAX_ATTEMPTS, control, ThesisVerifier)
        control.raise_if_cancelled()
        if found.accepted is None:
            raise GenerationFailed(f"seed {seed}: no level is accepted")
        board = build_candidate(found.update_recipe(begun)).board
        assert isinstance(board, MonkBoard)
        yield thesis_rating.sum_terms(thesis_rating.measure_terms(board))
