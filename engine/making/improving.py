"""Levels of any game improved for an aim, and improved again from what they record of it.

What is tried and kept is a matter of :mod:`engine.making.climbing`, what for of
:mod:`engine.making.aims`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import LevelError, ParameterError
from engine.files.improvedtable import MOST_ITERATIONS
from engine.game import registry
from engine.making.aims import aim_named
from engine.making.climbing import ImprovementSearch
from engine.making.solving import require_playable
from engine.values.budget import Control
from engine.values.level import Board, Improved, Level, Provenance

IMPROVER = "improve/1"
"""Name and version of the search; a change of results is a new version."""
_SHOWN = 16
"""Iterations between two looks at how far it has come."""
_KEY = "provenance.improve"


@dataclass(frozen=True, slots=True)
class ImprovedLevel:
    """What came of an improvement.

    Attributes:
        level: the best level, with how it was made and no verdict yet.
        before, after: what the aim looks at, of the source and of the best board.
        iterations: boards mutated.
    """

    level: Level
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    iterations: int


def improve(
    level: Level,
    aim: str,
    seed: int,
    *,
    iterations: int = MOST_ITERATIONS,
    seconds: float | None = None,
    control: Control | None = None,
) -> ImprovedLevel:
    """Improves a level for an aim, until nothing is left to improve or a limit is reached.

    Asked to finish, it ends with the best so far; ``control`` has its ``snapshot``.

    Args:
        level: of a game with mutations.
        aim: as ``workbench improve --aim`` has it.
        seed: 0 to 2**63 - 1, of the random numbers.
        iterations: boards to mutate at the most.
        seconds: how long it may go on; None for no limit.
        control: to watch and to stop it.

    Raises:
        LevelError: the board breaks a rule of its game.
        ParameterError: the game has no such aim, or no mutations.
        GenerationFailed: the level is not decided within the budget of a search.
        Cancelled: ``control`` was cancelled.
    """
    game, control = require_playable(level), control or Control()
    wanted = aim_named(game, aim)
    search = ImprovementSearch(game, level.board, wanted, seed, control, seconds)
    while not (control.finishing or search.time_is_up) and _goes_on(search, iterations, control):
        search.step()
    record = _recorded(level, aim, seed, search.iterations)
    return ImprovedLevel(
        _improved(level, search.best.board, record),
        wanted.read(search.source),
        wanted.read(search.best),
        search.iterations,
    )


def _goes_on(search: ImprovementSearch, iterations: int, control: Control) -> bool:
    """Whether there is something left to improve, and to be done; shows how far it has come."""
    shown, done = control.snapshot, search.iterations
    goes_on = done < iterations and not search.reached
    if not goes_on or shown is None or shown.board is not search.best.board or not done % _SHOWN:
        control.snapshot = search.snapshot(0 if iterations == MOST_ITERATIONS else iterations)
    return goes_on


def _recorded(level: Level, aim: str, seed: int, iterations: int) -> Improved:
    """How a level was improved, with how it was made before that."""
    old = level.provenance
    if old is None:
        return Improved(IMPROVER, aim, seed, iterations, level.board)
    earlier = old.improve
    return Improved(
        IMPROVER,
        aim,
        seed,
        iterations,
        level.board,
        old.edited,
        old.generated,
        () if earlier is None else (*earlier.earlier, replace(earlier, earlier=())),
    )


def _improved(level: Level, board: Board, record: Improved) -> Level:
    """The level with the board that a record leads to."""
    provenance = level.provenance or Provenance(IMPROVER, record.seed, 0)
    provenance = replace(provenance.before_edits(), improve=record)
    return replace(level, board=board, provenance=provenance, verdict=None)


def improved_again(level: Level, record: Improved, control: Control) -> Board:
    """The board that an improvement leads to, from what a level records of it.

    Raises:
        LevelError: the record cannot be followed; names its key.
        GenerationFailed: its board is not decided within the budget of a search.
        Cancelled: ``control`` was cancelled.
    """
    game = registry.get(level.game)
    if record.improver != IMPROVER:
        message = f"made by {record.improver}; this is {IMPROVER}"
        raise LevelError(message, key=f"{_KEY}.improver")
    for problem in game.boards.problems(record.board):
        key = f"{_KEY}.{problem.key}"
        raise LevelError(problem.message, key=key, row=problem.row, col=problem.col)
    try:
        aim = aim_named(game, record.aim)
    except ParameterError as error:
        raise LevelError(str(error), key=f"{_KEY}.aim") from error
    search = ImprovementSearch(game, record.board, aim, record.seed, control)
    while _goes_on(search, record.iterations, control):
        search.step()
    return search.best.board
