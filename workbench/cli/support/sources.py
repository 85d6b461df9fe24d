"""What ``generate`` takes from levels and files that it is given by name."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace

from engine import workshop
from engine.edit import editing
from engine.errors import LevelError, ParameterError, naming, quoted
from engine.evaluation.solving import require_game
from engine.files.tomltext import decode
from engine.game.game import Game
from engine.generation.wishes import asks_likeness
from engine.staging.painting import painted_only, require_paintable
from engine.values.level import Board, Level, Stream
from engine.values.likeness import SIMILARITY
from engine.values.parameters import Parameters
from engine.values.weights import PaintedWeights, read_weights
from workbench.cli.support import inputs


def locked(args: argparse.Namespace, game: Game) -> Level:
    """The level to generate around, with all cells locked that are to stay.

    Raises:
        EngineError: an area reaches beyond its board, or the game has no locks.
    """
    level = level_of(game, args.sketch)
    board = level.board
    if args.keep_area is not None:
        board = editing.locked(game, board, args.keep_area, inside=True)
    if args.renew_area is not None:
        board = editing.locked(game, board, args.renew_area, inside=False)
    return replace(level, board=board)


def sketch(name: str, board: Board, game: Game, settings: Mapping[str, object]) -> Board:
    """The board of a named level, to generate around.

    Raises:
        ParameterError: another number of rows or columns is asked for.
    """
    asked = game.parameters.complete(settings).values
    if workshop.sketch_of(game, board) is None:
        for key, number in (("rows", board.rows), ("cols", board.cols)):
            if key in settings and asked.get(key) != number:
                raise ParameterError(f"{key}={asked[key]}: {name} has {number}")
    return board


def level_of(game: Game, name: str) -> Level:
    """A named level of a game."""
    level = inputs.level(name)
    with naming(name):
        require_game(level, game)
    return level


def like(name: str | None, game: Game, parameters: Parameters) -> Board | None:
    """The board of a named level that others are to be like, or unlike; None for none.

    Raises:
        ParameterError: similarity is asked for without one, or there is one and it is not.
        LevelError: it cannot be read, or is of another game; names the file.
    """
    asked = asks_likeness(game, parameters)
    if asked and name is None:
        raise ParameterError(f"{SIMILARITY} needs --like LEVEL")
    if name is not None and not asked:
        raise ParameterError(f"--like needs {SIMILARITY} in --set or --where")
    return None if name is None else level_of(game, name).board


def painted(
    named: list[tuple[str, str]], game: Game, source: Level | None
) -> dict[str, PaintedWeights]:
    """The weights to choose cells by, by stage name: those of files, else those of a level.

    Raises:
        LevelError: a file cannot be read, or is no grid of weights; names it.
        ParameterError: a stage that takes no weights.
    """
    painted = dict(source.painted) if source is not None else {}
    require_paintable(game.generator.stages, [*painted, *(stage for stage, _ in named)])
    for stage, name in named:
        with naming(name):
            painted[stage] = read_weights(decode(inputs.content(name)))
    return painted_only(painted)


def kept(named: list[tuple[str, Stream | str]], game: Game) -> dict[str, Stream]:
    """The streams of the stages to keep, by stage name; of a level's file as that records it."""
    known = [stage.name for stage in game.generator.stages]
    kept = {}
    for stage, source in named:
        if stage not in known:
            raise LevelError(f"--keep: expected one of {', '.join(known)}, found {quoted(stage)}")
        if isinstance(source, str):
            level = level_of(game, source)
            with naming(source):
                kept[stage] = workshop.recipe_of(level).stream(stage)
        else:
            kept[stage] = source
    return kept
