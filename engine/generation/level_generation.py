"""The generation of a level from a recipe, by trying candidates until one is accepted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.evaluation.level_verdicts import store_verdict
from engine.game.game import Game
from engine.generation.constraints import ConstrainedLevels
from engine.search.solver_result import SolverResult
from engine.stages.accepted_candidate_search import find_accepted_attempt, require_possible
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Attempts, Candidate, Recipe
from engine.values.budget import Control
from engine.values.level import Board, Level, Provenance, StreamId
from engine.values.painted_weights import PaintedWeights

WITNESS_KEY = "witness"
"""The provenance key for moves known to win because of the way the board was constructed."""
_DEFAULT_SIZE = (8, 8)


class AcceptedLevel(NamedTuple):
    """A level that a generator accepted, and the way it was found.

    Attributes:
        level: The level, with its verdict.
        candidate: The candidate that became the level, with its event log.
        attempts: The numbers of candidates tried and rejected.
    """

    level: Level
    candidate: Candidate
    attempts: Attempts


def build_level(game: Game, candidate: Candidate) -> Level:
    """Build a level from a candidate, with a provenance but no verdict.

    If the candidate has moves that are known to win, they are saved in the provenance as
    ``witness``.
    """
    return build_recipe_level(
        game, candidate.recipe, candidate.board, build_witness_entry(candidate)
    )


def build_recipe_level(
    game: Game, recipe: Recipe, board: Board, extra: Mapping[str, Any] = {}
) -> Level:
    """Build a level from a recipe and the board that it generated, without a verdict.

    ``extra`` is added to the provenance.
    """
    return Level(
        game=game.name,
        board=board,
        title=f"{game.title} {recipe.seed}",
        provenance=Provenance(
            game.generator_name,
            recipe.seed,
            recipe.attempt,
            reroll=dict(recipe.reroll),
            kept=dict(recipe.kept),
            locked=tuple(recipe.kept),
            weights=dict(recipe.weights),
            parameters=recipe.parameters.to_table(),
            like=recipe.like,
            extra=dict(extra),
        ),
    )


def build_witness_entry(candidate: Candidate) -> dict[str, Any]:
    """Return a provenance entry with the moves known to win, or an empty dict if there are none."""
    witness = candidate.witness
    return {} if witness is None else {WITNESS_KEY: " ".join(witness)}


def find_sketch(game: Game, board: Board) -> Board | None:
    """Return ``board`` as a sketch to generate around, or None if no cell is locked."""
    return board if game.boards.draw_picture(board).locked else None


def get_default_size(game: Game) -> tuple[int, int]:
    """Return the default numbers of rows and columns in a game's levels."""
    # A game whose boards all have the same shape has no parameters for the size.
    if game.boards.shape is not None:
        return game.boards.shape
    defaults = {parameter.key: parameter.default for parameter in game.parameters.parameters}
    rows, cols = (defaults.get(key) for key in ("rows", "cols"))
    return (rows, cols) if isinstance(rows, int) and isinstance(cols, int) else _DEFAULT_SIZE


def add_size(
    game: Game,
    settings: Mapping[str, object],
    sketch: Board | None,
    weights: Mapping[str, PaintedWeights],
) -> dict[str, object]:
    """Return settings whose missing ``rows`` and ``cols`` come from the sketch or the weights.

    The size of the sketch is used if there is one, and otherwise the size of the painted weights.
    Parameters that the game does not have are not added.
    """
    keys = {parameter.key for parameter in game.parameters.parameters}
    shapes = [(sketch.rows, sketch.cols)] if sketch is not None else []
    shapes += [grid.shape for grid in weights.values()]
    size = dict(zip(("rows", "cols"), shapes[0], strict=True)) if shapes else {}
    return {key: value for key, value in size.items() if key in keys} | dict(settings)


def generate_level(
    game: Game,
    seed: int,
    settings: Mapping[str, object] | None = None,
    *,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    sketch: Board | None = None,
    kept: Mapping[str, StreamId] | None = None,
    weights: Mapping[str, PaintedWeights] | None = None,
    like: Board | None = None,
    control: Control | None = None,
) -> AcceptedLevel:
    """Generate the first acceptable level for a seed, and solve it.

    Args:
        game: The game of the level.
        seed: The seed, 0 to MAX_SEED.
        settings: The parameters that differ from their defaults.
        max_attempts: The maximum number of candidates to try.
        sketch: A board whose locked cells are kept; None for no sketch.
        kept: The random streams of the stages that must not depend on the seed, keyed by the
            stage's name.
        weights: The weights that the designer painted for stages, keyed by the stage's name.
        like: The board to which similarity is measured; None if similarity is not constrained.
        control: The control that receives the progress and can cancel the search.

    Raises:
        ParameterError: A parameter is unknown or invalid, or no level can meet a constraint.
        GenerationFailed: No candidate was accepted within ``max_attempts``.
        Cancelled: ``control`` was cancelled.
    """
    parameters = game.parameters.complete_settings(settings or {})
    recipe = Recipe(seed, 0, parameters, {}, sketch, kept or {}, weights or {}, like)
    level, candidate, attempts, _ = follow_recipe(game, recipe, max_attempts, control)
    return AcceptedLevel(level, candidate, attempts)


def follow_recipe(
    game: Game,
    recipe: Recipe,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    control: Control | None = None,
) -> tuple[Level, Candidate, Attempts, SolverResult]:
    """Generate the first acceptable level from a recipe, starting at the recipe's attempt.

    Returns:
        The level, the candidate with its event log, the numbers of candidates tried and rejected,
        and the solver's result.

    Raises:
        ParameterError: No level can meet a constraint.
        GenerationFailed: No candidate was accepted within ``max_attempts``.
        Cancelled: ``control`` was cancelled.
    """
    source = ConstrainedLevels(game)
    require_possible(source, recipe)
    # The attempt number affects only stages without a kept stream. If there are no such stages,
    # every attempt would give the same candidate.
    if all(stage.name in recipe.kept for stage in game.generator.stages if stage.draws):
        max_attempts = 1
    found, attempts = find_accepted_attempt(source, recipe, max_attempts, control)
    candidate = game.generator.build_candidate(found, control)
    level = build_level(game, candidate)
    solved = game.solver.solve(level.board)
    return store_verdict(level, solved), candidate, attempts, solved
