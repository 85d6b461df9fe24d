"""Levels of any game from a seed: recipes followed to the first accepted candidate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.evaluation.solving import with_verdict
from engine.game.game import Game
from engine.generation.wishes import WishedLevels
from engine.search.solved import Solved
from engine.staging.demands import first_accepted, require_possible
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Attempts, Candidate, Recipe
from engine.values.budget import Control
from engine.values.level import Board, Level, Provenance, Stream
from engine.values.weights import PaintedWeights

WITNESS_KEY = "witness"
"""In provenance: moves that win the generated board, known from how it was made."""
_USUAL_SIZE = (8, 8)


def level_of(game: Game, candidate: Candidate) -> Level:
    """The level that a candidate makes, with its provenance and no verdict yet.

    Moves that are known to win are kept there too, as ``witness``.
    """
    return level_by(game, candidate.recipe, candidate.board, witness_entry(candidate))


def level_by(game: Game, recipe: Recipe, board: Board, extra: Mapping[str, Any] = {}) -> Level:
    """The level of a board that a recipe leads to; ``extra`` is what else to say of its making."""
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
            parameters=recipe.parameters.table(),
            like=recipe.like,
            extra=dict(extra),
        ),
    )


def witness_entry(candidate: Candidate) -> dict[str, Any]:
    """What provenance says of moves that are known to win."""
    witness = candidate.witness
    return {} if witness is None else {WITNESS_KEY: " ".join(witness)}


def sketch_of(game: Game, board: Board) -> Board | None:
    """The board as a sketch to generate around; None if none of its cells is locked."""
    return board if game.boards.picture(board).locked else None


def usual_size(game: Game) -> tuple[int, int]:
    """Rows and columns of a game's levels unless asked for others: those of its generator."""
    if game.boards.shape is not None:
        return game.boards.shape
    defaults = {parameter.key: parameter.default for parameter in game.parameters.parameters}
    rows, cols = (defaults.get(key) for key in ("rows", "cols"))
    return (rows, cols) if isinstance(rows, int) and isinstance(cols, int) else _USUAL_SIZE


def sized_like(
    game: Game,
    settings: Mapping[str, object],
    sketch: Board | None,
    weights: Mapping[str, PaintedWeights],
) -> dict[str, object]:
    """The settings with the size of a sketch, else of painted weights, where they do not say."""
    keys = {parameter.key for parameter in game.parameters.parameters}
    shapes = [(sketch.rows, sketch.cols)] if sketch is not None else []
    shapes += [grid.shape for grid in weights.values()]
    size = dict(zip(("rows", "cols"), shapes[0], strict=True)) if shapes else {}
    return {key: value for key, value in size.items() if key in keys} | dict(settings)


def generate(
    game: Game,
    seed: int,
    settings: Mapping[str, object] | None = None,
    *,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    sketch: Board | None = None,
    kept: Mapping[str, Stream] | None = None,
    weights: Mapping[str, PaintedWeights] | None = None,
    like: Board | None = None,
    control: Control | None = None,
) -> tuple[Level, Candidate, Attempts]:
    """The first acceptable level of a seed, solved, with the log of its making.

    Args:
        game: whose level.
        seed: 0 to MAX_SEED.
        settings: the parameters that are not to have their defaults.
        max_attempts: candidates to try.
        sketch: a board whose locked cells stay as they are.
        kept: streams of the stages that do not follow the seed, by stage name.
        weights: weights painted by hand, by stage name.
        like: the board that similarity is to.
        control: to watch and to stop the search.

    Raises:
        ParameterError: an unknown or bad parameter, or a demand that no level can meet.
        GenerationFailed: none accepted within ``max_attempts``.
        Cancelled: ``control`` was cancelled.
    """
    parameters = game.parameters.complete(settings or {})
    recipe = Recipe(seed, 0, parameters, {}, sketch, kept or {}, weights or {}, like)
    level, candidate, attempts, _ = follow(game, recipe, max_attempts, control)
    return level, candidate, attempts


def follow(
    game: Game,
    recipe: Recipe,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    control: Control | None = None,
) -> tuple[Level, Candidate, Attempts, Solved]:
    """The first acceptable level of a recipe from its attempt on; see :func:`generate`.

    Returns:
        The level, the log of its making, what was tried, and all that the solver says.

    Raises:
        ParameterError: a demand that no level can meet.
        GenerationFailed: none accepted within ``max_attempts``.
        Cancelled: ``control`` was cancelled.
    """
    source = WishedLevels(game)
    require_possible(source, recipe)
    if all(stage.name in recipe.kept for stage in game.generator.stages if stage.draws):
        max_attempts = 1  # nothing depends on the attempt
    found, attempts = first_accepted(source, recipe, max_attempts, control)
    candidate = game.generator.candidate(found, control)
    level = level_of(game, candidate)
    solved = game.solver.solve(level.board)
    return with_verdict(level, solved), candidate, attempts, solved
