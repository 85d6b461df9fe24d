"""Checks that run when a game is loaded, so that a mistake is reported once and in one line.

Without these checks, a wrong default or an unknown stage would fail later, in the middle of a
designer's work, with a message that does not name its cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import ParameterError, quote_input
from engine.game.game import Boards, Game, Generator, Play, Solver
from engine.values.moves import MoveAlphabet
from engine.values.parameter_schema import Parameter
from engine.values.ranges import Range

_PARTS = {"boards": Boards, "play": Play, "solver": Solver, "generator": Generator}
"""The class of each part that every game has."""


def find_game_faults(game: Game, name: str) -> Iterator[str]:
    """Yield the mistakes in the definition of a game, one line each.

    Args:
        game: The game.
        name: The name of its entry point.
    """
    if game.name != name:
        yield f"its entry point is named {name}, the game itself {game.name}"
    wrong = [
        f"{part} is a {type(found).__name__}, expected a {kind.__name__}"
        for part, kind in _PARTS.items()
        if not isinstance(found := getattr(game, part), kind)
    ]
    # The other checks read the parts, so the parts must have the right classes.
    yield from wrong or _find_part_faults(game)


def _find_part_faults(game: Game) -> Iterator[str]:
    yield from _find_move_faults(game)
    stages = [stage.name for stage in game.generator.stages]
    yield from (f"two stages are named {stage}" for stage in _find_repeated(stages))
    parameters = game.parameters.parameters
    keys = [parameter.key for parameter in parameters]
    yield from (f"two parameters are named {key}" for key in _find_repeated(keys))
    for parameter in parameters:
        fault = _find_parameter_fault(parameter, stages)
        if fault is not None:
            yield f"parameter {parameter.key}: {fault}"
    yield from _find_preset_faults(game)
    painted = [stage.name for stage in game.generator.stages if stage.paintable]
    if painted and game.boards.shape is None and not {"rows", "cols"} <= {*keys}:
        yield f"weights can be painted for stage {painted[0]}, so rows and cols must be parameters"


def _find_move_faults(game: Game) -> Iterator[str]:
    moves: object = game.play.moves
    if not isinstance(moves, MoveAlphabet):
        yield f"its moves are a {type(moves).__name__}, expected a MoveAlphabet"
        return
    yield from (f"two moves are written {word}" for word in _find_repeated(list(moves.words)))
    for word in moves.words:
        if not word or any(letter.isspace() for letter in word):
            yield f"the move {quote_input(word)} is empty or contains a blank"
        elif len(word) > 1 and set(word) <= {*moves.words}:
            yield f"the move {quote_input(word)} reads as the moves {' '.join(word)}"
    yield from _find_key_faults(moves)


def _find_key_faults(moves: MoveAlphabet) -> Iterator[str]:
    declared = [move for move in moves if move.key]
    for key in _find_repeated([move.key for move in declared]):
        words = " and ".join(move.word for move in declared if move.key == key)
        yield f"the moves {words} have one key, {key}"
    for move in declared:
        fault = ""
        if move.direction is not None:
            fault = "is for moves without a direction"
        elif len(move.key) != 1 or not "!" <= move.key <= "~":
            fault = "is not a single character of ASCII"
        elif move.key in moves.reserved_keys:
            fault = f"is used for other actions; none of {moves.reserved_keys} can be a key"
        if fault:
            yield f"the key {quote_input(move.key)} of the move {move.word} {fault}"


def _find_repeated(names: list[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _find_parameter_fault(parameter: Parameter, stages: list[str]) -> str | None:
    """Return the first mistake in a parameter, or None."""
    # Parameters that constrain facts belong to the stage verify, which the timeline does not show.
    if parameter.stage not in ("", "verify", *stages):
        return f"unknown stage {parameter.stage}; the stages are {', '.join(stages)}"
    default = parameter.default
    if default is None:
        return None
    if parameter.kind in ("range", "fact") and not isinstance(default, Range):
        return f"its default {quote_input(default)} is not a Range"
    try:
        parameter.parse_value(default)
    except ParameterError as error:
        return f"its default is not allowed: {error}"
    return None


def _find_preset_faults(game: Game) -> Iterator[str]:
    known = {parameter.key: parameter for parameter in game.parameters.parameters}
    for key, words in game.parameters.presets.items():
        if key not in known:
            yield f"presets of an unknown parameter {key}"
        for word, values in words.items():
            for name, value in values.items():
                try:
                    known[name].parse_value(value)
                except KeyError:
                    yield f"preset {key}={word} sets an unknown parameter {name}"
                except ParameterError as error:
                    yield f"preset {key}={word}: {error}"
