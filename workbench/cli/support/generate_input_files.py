"""Functions that read the levels and other files named by options of ``workbench generate``."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace

from engine import workshop
from engine.edit import draw_tools
from engine.errors import LevelError, ParameterError, add_file_name, quote_input
from engine.evaluation.level_verdicts import require_game
from engine.files.untrusted_toml import decode_text
from engine.game.game import Game
from engine.generation.constraints import needs_similarity
from engine.stages.painted_weight_checks import drop_blank_weights, require_paintable
from engine.values.level import Board, Level, StreamId
from engine.values.painted_weights import PaintedWeights, read_weights
from engine.values.parameter_schema import Parameters
from engine.values.similarity import SIMILARITY
from workbench.cli.support import input_and_output_files


def read_locked_level(args: argparse.Namespace, game: Game) -> Level:
    """Read the level to generate around, and lock the cells that the options say to keep.

    Raises:
        EngineError: The level cannot be read, an area extends beyond the board, or the game does
            not support locks.
    """
    level = read_level_of_game(game, args.sketch)
    board = level.board
    if args.keep_area is not None:
        board = draw_tools.lock_area(game, board, args.keep_area, inside=True)
    if args.renew_area is not None:
        board = draw_tools.lock_area(game, board, args.renew_area, inside=False)
    return replace(level, board=board)


def require_sketch_size(
    name: str, board: Board, game: Game, settings: Mapping[str, object]
) -> Board:
    """Return the board to generate around, after checking its size against the settings.

    Args:
        name: The name of the level, for the error message.
        board: The board to generate around.
        game: The board's game.
        settings: The parameters that the user has set.

    Raises:
        ParameterError: The settings ask for a different number of rows or columns.
    """
    asked = game.parameters.complete_settings(settings).values
    if workshop.find_sketch(game, board) is None:
        for key, number in (("rows", board.rows), ("cols", board.cols)):
            if key in settings and asked.get(key) != number:
                raise ParameterError(f"{key}={asked[key]}: {name} has {number}")
    return board


def read_level_of_game(game: Game, name: str) -> Level:
    """Read the level called ``name``, raising LevelError if it is for another game."""
    level = input_and_output_files.read_level(name)
    with add_file_name(name):
        require_game(level, game)
    return level


def read_reference_board(name: str | None, game: Game, parameters: Parameters) -> Board | None:
    """Read the board to compare generated boards with, or return None if ``name`` is None.

    Raises:
        ParameterError: A parameter uses similarity but no level is named, or a level is named but
            no parameter uses similarity.
        LevelError: The level cannot be read, or is for another game. The message names the file.
    """
    asked = needs_similarity(game, parameters)
    if asked and name is None:
        raise ParameterError(f"{SIMILARITY} needs --like LEVEL")
    if name is not None and not asked:
        raise ParameterError(f"--like needs {SIMILARITY} in --set or --where")
    return None if name is None else read_level_of_game(game, name).board


def collect_weights(
    named: list[tuple[str, str]], game: Game, source: Level | None
) -> dict[str, PaintedWeights]:
    """Return the cell weights for each stage, from files and from the level to generate around.

    Args:
        named: The stages and file names from ``--weights``.
        game: The game to generate levels for.
        source: The level to generate around, or None. Weights from files override its weights.

    Raises:
        LevelError: A file cannot be read, or is not a grid of weights. The message names the file.
        ParameterError: A stage does not use weights.
    """
    painted = dict(source.next_weights) if source is not None else {}
    require_paintable(game.generator.stages, [*painted, *(stage for stage, _ in named)])
    for stage, name in named:
        with add_file_name(name):
            painted[stage] = read_weights(decode_text(input_and_output_files.read_content(name)))
    return drop_blank_weights(painted)


def read_kept_streams(named: list[tuple[str, StreamId | str]], game: Game) -> dict[str, StreamId]:
    """Return the random stream for each stage that ``--keep`` names.

    If the option gives a level for a stage, the stream is taken from that level's recipe.

    Raises:
        LevelError: The generator has no such stage, or the level cannot be read or is for another
            game.
    """
    known = [stage.name for stage in game.generator.stages]
    kept = {}
    for stage, source in named:
        if stage not in known:
            raise LevelError(
                f"--keep: expected one of {', '.join(known)}, found {quote_input(stage)}"
            )
        if isinstance(source, str):
            level = read_level_of_game(game, source)
            with add_file_name(source):
                kept[stage] = workshop.read_recipe(level).get_stream(stage)
        else:
            kept[stage] = source
    return kept
