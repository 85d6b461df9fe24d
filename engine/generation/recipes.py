"""The recipes that generated levels record, and the candidates that they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from engine.errors import EngineError, LevelError, ParameterError, quoted
from engine.game import registry
from engine.game.game import Game
from engine.generation.generating import WITNESS_KEY
from engine.staging.generation import Candidate, Recipe
from engine.staging.painting import require_paintable
from engine.values.budget import Control
from engine.values.level import Board, Level, board_digest


def recipe_of(level: Level) -> Recipe:
    """The recipe that a generated level records.

    Raises:
        LevelError: the level was not generated, or by another generator or version.
        ParameterError: its parameters no longer fit.
    """
    provenance = level.provenance
    if provenance is None:
        raise LevelError("not a generated level", key="provenance")
    game = registry.get(level.game)
    if provenance.generator != game.generator_name:
        raise LevelError(
            f"made by {provenance.generator}; this is {game.generator_name}",
            key="provenance.generator",
        )
    known = {stage.name for stage in game.generator.stages}
    for key in ("reroll", "kept"):
        for stage in getattr(provenance, key):
            if stage not in known:
                raise LevelError(f"no such stage: {quoted(stage)}", key=f"provenance.{key}")
    with _naming("provenance.weights"):
        require_paintable(game.generator.stages, provenance.weights)
    schema, own = game.parameters, (provenance.seed, provenance.attempt)
    parameters = schema.complete(schema.recorded(provenance.parameters))
    reroll, kept = dict(provenance.reroll), dict(provenance.kept)
    weights, like = provenance.weights, provenance.like
    return Recipe(*own, parameters, reroll, level.board, kept, weights, like)


@contextmanager
def _naming(key: str) -> Iterator[None]:
    """Lets errors of parameters within it name the key of a level file that they come from."""
    try:
        yield
    except ParameterError as error:
        raise LevelError(str(error), key=key) from error


def is_made_by(level: Level, recipe: Recipe, *, finished_early: bool = False) -> bool:
    """Whether a level is one that :func:`generate` makes by a recipe, whatever its attempt.

    Its title and what else a designer wrote on it do not count; a board that was changed since
    does, and so does a verdict that is not of this board by the rules of today.

    The recipe has the demands among its parameters. A level finished early was improved by fewer
    iterations.
    """
    try:
        own = recipe_of(level)
    except EngineError:
        return False
    game, provenance = registry.get(level.game), level.provenance
    assert provenance is not None
    parameters = own.parameters
    if finished_early and game.generator.improves:
        most = recipe.parameters.integer("iterations")
        if parameters.integer("iterations") <= most:
            parameters = parameters.having("iterations", most)
    return (
        (own.seed, dict(own.kept), dict(own.weights), dict(parameters.values))
        == (recipe.seed, dict(recipe.kept), dict(recipe.weights), dict(recipe.parameters.values))
        and not (provenance.edited or provenance.reroll or set(provenance.extra) - {WITNESS_KEY})
        and provenance.improve is None
        and _table(own.like) == _table(recipe.like)
        and level.verdict_is_fresh(game.rules_version)
        and _locked_cells(game, level.board) == _locked_cells(game, recipe.sketch)
    )


def _table(board: Board | None) -> Mapping[str, Any] | None:
    return None if board is None else board.table()


def _locked_cells(game: Game, board: Board | None) -> dict[tuple[int, int], str]:
    """What stands on the locked cells of a board, in words by row and column."""
    locked = () if board is None else game.boards.picture(board).locked
    return {cell: game.boards.contents(board, *cell) for cell in locked if board is not None}


def origin(level: Level, control: Control | None = None) -> Candidate:
    """The candidate that a level was generated as, with the log of its making.

    A hand may have changed it since, and a search improved it.

    It is made around the level's locked cells, else around none: locks that were changed after
    the level had been generated around others leave nothing to find it by.

    Raises:
        LevelError: the level has no recipe that can be followed (see :func:`recipe_of`).
        EngineError: its recipe does not lead to the board that was generated.
        Cancelled: ``control`` was cancelled.
    """
    recipe = recipe_of(level)
    provenance = level.provenance
    assert provenance is not None
    wanted = provenance.generated if provenance.edited else board_digest(level.board)
    if provenance.improve is not None:
        wanted = provenance.improve.made
    for sketch in (level.board, None):
        try:
            candidate = registry.get(level.game).generator.candidate(
                replace(recipe, sketch=sketch), control
            )
        except ParameterError:  # the locked cells are on a board of another size by now
            continue
        if board_digest(candidate.board) == wanted:
            return candidate
    raise EngineError("the recorded recipe does not lead to the board that was generated")
