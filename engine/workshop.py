"""What the command line and the app do with levels: solve, generate, rebuild.

The outer shell of the engine: it joins files' values (:mod:`engine.values.level`), games and
generation, for every game alike.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.errors import EngineError, LevelError, ParameterError, quoted
from engine.game import registry
from engine.game.game import Game
from engine.generate.demands import first_accepted, require_possible
from engine.generate.generation import DEFAULT_MAX_ATTEMPTS, Attempts, Candidate, Recipe
from engine.values.budget import Budget, Control
from engine.values.level import Board, Level, Provenance, Stream, Verdict, board_digest
from engine.values.solved import Solved

MAX_SEED = 2**63 - 1
WITNESS_KEY = "witness"
"""In provenance: moves that win the generated board, known from how it was made."""
_USUAL_SIZE = (8, 8)


def require_playable(level: Level) -> Game:
    """The level's game, once its board breaks no rule.

    Raises:
        LevelError: the first problem of the board.
    """
    game = registry.get(level.game)
    for problem in game.problems(level.board):
        raise LevelError(problem.message, key=problem.key, row=problem.row, col=problem.col)
    return game


def solve(
    level: Level,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> Solved:
    """The verdict on a level, with its trace.

    Raises:
        LevelError: the board breaks a rule of its game.
        EngineError: no such strategy.
    """
    return timed(require_playable(level), level.board, strategy, budget, control)


def timed(
    game: Game,
    board: Board,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> Solved:
    """The verdict on a valid board, with the time that the solver alone took for it.

    Raises:
        EngineError: no such strategy.
    """
    started = time.perf_counter()
    solved = game.solve(board, strategy, budget, control)
    return replace(solved, seconds=time.perf_counter() - started)


def with_verdict(level: Level, solved: Solved) -> Level:
    """The level with the solver's facts as its stored verdict; unknown keys of an old one stay."""
    game = registry.get(level.game)
    facts = _established(solved.facts)
    if level.verdict is not None:
        old = level.verdict.facts.items()
        facts |= {key: value for key, value in old if key not in solved.facts}
    return replace(level, verdict=Verdict(board_digest(level.board), game.rules_version, facts))


def _established(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts without those that are not established, in tables of facts too: no file holds them."""
    return {
        key: _established(value) if isinstance(value, Mapping) else value
        for key, value in facts.items()
        if value is not None
    }


def level_of(game: Game, candidate: Candidate) -> Level:
    """The level that a candidate makes, with its provenance and no verdict yet.

    Moves that are known to win are kept there too, as ``witness``.
    """
    return level_by(game, candidate.recipe, candidate.board, _witness_of(candidate))


def level_by(game: Game, recipe: Recipe, board: Board, extra: Mapping[str, Any] = {}) -> Level:
    """The level of a board that a recipe leads to; ``extra`` is what else to say of its making."""
    return Level(
        game=game.name,
        board=board,
        title=f"{game.title} {recipe.seed}",
        provenance=Provenance(
            game.generator,
            recipe.seed,
            recipe.attempt,
            reroll=dict(recipe.reroll),
            kept=dict(recipe.kept),
            locked=tuple(recipe.kept),
            parameters=recipe.parameters.table(),
            extra=dict(extra),
        ),
    )


def _witness_of(candidate: Candidate) -> dict[str, Any]:
    """What provenance says of moves that are known to win."""
    witness = candidate.witness
    return {} if witness is None else {WITNESS_KEY: " ".join(witness)}


def sketch_of(game: Game, board: Board) -> Board | None:
    """The board as a sketch to generate around; None if none of its cells is locked."""
    return board if game.picture(board).locked else None


def usual_size(game: Game) -> tuple[int, int]:
    """Rows and columns of a game's levels unless asked for others: those of its generator."""
    if game.shape is not None:
        return game.shape
    defaults = {parameter.key: parameter.default for parameter in game.parameters.parameters}
    rows, cols = (defaults.get(key) for key in ("rows", "cols"))
    return (rows, cols) if isinstance(rows, int) and isinstance(cols, int) else _USUAL_SIZE


def sized_like(game: Game, sketch: Board, settings: Mapping[str, object]) -> dict[str, object]:
    """The settings with a sketch's number of rows and columns, where they do not say."""
    keys = {parameter.key for parameter in game.parameters.parameters}
    size = {"rows": sketch.rows, "cols": sketch.cols}
    return {key: value for key, value in size.items() if key in keys} | dict(settings)


def generate(
    game: Game,
    seed: int,
    settings: Mapping[str, object] | None = None,
    *,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    sketch: Board | None = None,
    kept: Mapping[str, Stream] | None = None,
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
        control: to watch and to stop the search.

    Raises:
        ParameterError: an unknown or bad parameter, or a demand that no level can meet.
        GenerationFailed: none accepted within ``max_attempts``.
        Cancelled: ``control`` was cancelled.
    """
    parameters = game.parameters.complete(settings or {})
    recipe = Recipe(seed, 0, parameters, sketch=sketch, kept=kept or {})
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
    require_possible(game, recipe)
    if all(stage.name in recipe.kept for stage in game.stages if stage.draws):
        max_attempts = 1  # nothing depends on the attempt
    found, attempts = first_accepted(game, recipe, max_attempts, control)
    candidate = game.candidate(found, control)
    level = level_of(game, candidate)
    solved = game.solve(level.board)
    return with_verdict(level, solved), candidate, attempts, solved


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
    if provenance.generator != game.generator:
        raise LevelError(
            f"made by {provenance.generator}; this is {game.generator}",
            key="provenance.generator",
        )
    known = {stage.name for stage in game.stages}
    for key in ("reroll", "kept"):
        for stage in getattr(provenance, key):
            if stage not in known:
                raise LevelError(f"no such stage: {quoted(stage)}", key=f"provenance.{key}")
    return Recipe(
        provenance.seed,
        provenance.attempt,
        game.parameters.complete(game.parameters.recorded(provenance.parameters)),
        dict(provenance.reroll),
        level.board,
        dict(provenance.kept),
    )


def is_made_by(level: Level, recipe: Recipe, *, finished_early: bool = False) -> bool:
    """Whether a level is one that :func:`generate` makes by a recipe, whatever its attempt.

    Its title and what else a designer wrote on it do not count; a board that was changed since
    does, and so does a verdict that is not of this board by the rules of today.

    Args:
        level: the level.
        recipe: parameters with the demands among them, seed, sketch and kept stages.
        finished_early: whether it may have been improved by fewer iterations.
    """
    try:
        own = recipe_of(level)
    except EngineError:
        return False
    game, provenance = registry.get(level.game), level.provenance
    assert provenance is not None
    parameters = own.parameters
    if finished_early and game.improves:
        most = recipe.parameters.integer("iterations")
        if parameters.integer("iterations") <= most:
            parameters = parameters.having("iterations", most)
    return (
        (own.seed, dict(own.kept), dict(parameters.values))
        == (recipe.seed, dict(recipe.kept), dict(recipe.parameters.values))
        and not (provenance.edited or provenance.reroll or set(provenance.extra) - {WITNESS_KEY})
        and level.verdict_is_fresh(game.rules_version)
        and _locked_cells(game, level.board) == _locked_cells(game, recipe.sketch)
    )


def _locked_cells(game: Game, board: Board | None) -> dict[tuple[int, int], str]:
    """What stands on the locked cells of a board, in words by row and column."""
    locked = () if board is None else game.picture(board).locked
    return {place: game.contents(board, *place) for place in locked if board is not None}


def origin(level: Level, control: Control | None = None) -> Candidate:
    """The candidate that a level is, or was before a hand changed it, with the log of its making.

    It is made around the level's locked cells, else around none: locks that were changed after
    the level had been generated around others leave nothing to find it by.

    Args:
        level: a generated level.
        control: to watch and to stop the making.

    Raises:
        LevelError: the level has no recipe that can be followed (see :func:`recipe_of`).
        EngineError: its recipe does not lead to the board that was generated.
        Cancelled: ``control`` was cancelled.
    """
    recipe = recipe_of(level)
    provenance = level.provenance
    assert provenance is not None
    wanted = provenance.generated if provenance.edited else board_digest(level.board)
    for sketch in (level.board, None):
        try:
            candidate = registry.get(level.game).candidate(replace(recipe, sketch=sketch), control)
        except ParameterError:  # the locked cells are on a board of another size by now
            continue
        if board_digest(candidate.board) == wanted:
            return candidate
    raise EngineError("the recorded recipe does not lead to the board that was generated")


def regenerated(level: Level, control: Control | None = None) -> Level:
    """The level generated again from its provenance, under its own title and notes.

    Its verdict is the old one still; see :func:`with_verdict`.

    Args:
        level: a generated level.
        control: to watch and to stop the making.

    Raises:
        LevelError: the level cannot be rebuilt (see :func:`recipe_of`).
        EngineError: its recipe leads to a board that breaks a rule of the game.
        Cancelled: ``control`` was cancelled.
    """
    game = registry.get(level.game)
    candidate = game.candidate(recipe_of(level), control)
    assert level.provenance is not None
    if game.problems(candidate.board):
        raise EngineError("the recipe leads to a board that breaks a rule of the game")
    provenance = level.provenance.before_edits()
    others = {key: value for key, value in provenance.extra.items() if key != WITNESS_KEY}
    provenance = replace(provenance, extra=_witness_of(candidate) | others)
    return replace(level, board=candidate.board, provenance=provenance)


def rebuild(level: Level) -> Level:
    """The level generated again from its provenance, with its verdict.

    Raises:
        EngineError: as :func:`regenerated`.
    """
    rebuilt = regenerated(level)
    return with_verdict(rebuilt, registry.get(level.game).solve(rebuilt.board))


def answer(level: Level, file: str | None, solved: Solved) -> dict[str, Any]:
    """The object that ``solve --json`` prints."""
    game = registry.get(level.game)
    return {
        "game": level.game,
        "file": file,
        "rules": game.rules_version,
        **solved.facts,
        "seconds": solved.seconds,
    }
