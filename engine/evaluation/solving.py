"""Verdicts on levels of any game."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from engine.errors import EngineError, LevelError, quoted
from engine.game import registry
from engine.game.game import Game
from engine.game.solver import Solver
from engine.search.solved import Solved, strategy_named
from engine.values.budget import Budget, Control
from engine.values.entries import present
from engine.values.level import Board, Level, Verdict, board_digest, require_no_problems


def require_playable(level: Level) -> Game:
    """The level's game, once its board breaks no rule.

    Raises:
        LevelError: the first problem of the board.
    """
    game = registry.get(level.game)
    require_no_problems(game.boards.problems(level.board))
    return game


def require_game(level: Level, game: Game) -> None:
    """Refuses a level of another game.

    Raises:
        LevelError: it is one.
    """
    if level.game != game.name:
        expected = f"expected {quoted(game.name)}, found {quoted(level.game)}"
        raise LevelError(expected, key="game")


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
        EngineError: no such strategy, or a limit of depth for one that has none.
    """
    if budget is not None and budget.depth is not None:
        require_limited(game.solver, strategy)
    started = time.perf_counter()
    solved = game.solver.solve(board, strategy, budget, control)
    return replace(solved, seconds=time.perf_counter() - started)


def require_limited(solver: Solver, strategy: str | None) -> None:
    """Refuses a limit of depth for a strategy that looks as far as there is anything.

    Raises:
        EngineError: it has no such limit, or there is no such strategy.
    """
    name = strategy_named(strategy, solver.strategies)
    if name not in solver.limited:
        others = " and ".join(solver.limited)
        hint = f"expected {others}" if others else "none of the game has"
        raise EngineError(f"strategy {name} has no depth limit; {hint}")


def with_verdict(level: Level, solved: Solved) -> Level:
    """The level with the solver's facts as its stored verdict; unknown keys of an old one stay.

    What is stored is as its provenance records; see :func:`with_new_verdict`.
    """
    game = registry.get(level.game)
    facts: dict[str, Any] = present(game.solver.stored(solved.facts, level.recorded))
    if level.verdict is not None:
        old = level.verdict.facts.items()
        facts |= {key: value for key, value in old if key not in solved.facts}
    return replace(level, verdict=Verdict(board_digest(level.board), game.rules_version, facts))


def with_new_verdict(level: Level, solved: Solved) -> Level:
    """Return the level with a verdict as new files store it, and with that in its provenance."""
    return with_verdict(storing_anew(level), solved)


def storing_anew(level: Level) -> Level:
    """Return the level whose provenance says that it stores a verdict as new files do."""
    made, storing = level.provenance, registry.get(level.game).solver.storing
    if made is None or not storing:
        return level
    return replace(level, provenance=replace(made, parameters={**made.parameters, **storing}))


def answer(level: Level, file: str | None, solved: Solved) -> dict[str, Any]:
    """The object that ``solve --json`` prints."""
    game = registry.get(level.game)
    return {
        "game": level.game,
        "file": file,
        "rules": game.rules_version,
        **solved.all_facts,
        "seconds": solved.seconds,
    }
