"""Functions that solve the levels of any game and store the verdicts in them."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from engine.errors import EngineError, LevelError, quote_input
from engine.game import registry
from engine.game.game import Game
from engine.game.solver import Solver
from engine.search.solver_result import SolverResult, find_strategy
from engine.values.budget import Budget, Control
from engine.values.level import Board, Level, Verdict, compute_digest, require_no_problems
from engine.values.toml_fields import drop_nulls


def require_playable(level: Level) -> Game:
    """Return the game of a level after checking that its board breaks no rule.

    Raises:
        LevelError: The board breaks a rule. The message describes the first problem.
    """
    game = registry.get_game(level.game)
    require_no_problems(game.boards.find_problems(level.board))
    return game


def require_game(level: Level, game: Game) -> None:
    """Raise an error unless a level belongs to ``game``.

    Raises:
        LevelError: The level belongs to another game.
    """
    if level.game != game.name:
        expected = f"expected {quote_input(game.name)}, found {quote_input(level.game)}"
        raise LevelError(expected, key="game")


def solve_level(
    level: Level,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> SolverResult:
    """Solve a level after checking that its board breaks no rule; see :func:`solve_board`.

    Raises:
        LevelError: The board breaks a rule of its game.
        EngineError: There is no such strategy, or it does not support a depth limit in the budget.
    """
    return solve_board(require_playable(level), level.board, strategy, budget, control)


def solve_board(
    game: Game,
    board: Board,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> SolverResult:
    """Solve a valid board, and record the time that the solver took.

    The time does not include loading the solver, which happens once in a process.

    Args:
        game: The game of the board.
        board: The board to solve, which must break no rule.
        strategy: The name of the strategy; None for the game's default strategy.
        budget: The budget for the search.
        control: The control that receives the progress and can cancel the search.

    Raises:
        EngineError: There is no such strategy, or it does not support a depth limit in the budget.
    """
    if budget is not None and budget.depth is not None:
        require_depth_limit(game.solver, strategy)
    _load_strategy(game, board, strategy)
    started = time.perf_counter()
    solved = game.solver.solve(board, strategy, budget, control)
    return replace(solved, seconds=time.perf_counter() - started)


def _load_strategy(game: Game, board: Board, strategy: str | None) -> None:
    """Load the modules, kernels and tables of a strategy, unless this process has done so before.

    Raises:
        EngineError: There is no such strategy.
    """
    key = game.name, find_strategy(strategy, game.solver.strategies)
    if key not in _loaded_strategies:
        # They are loaded on their first use, so run a short search. A level with more states than
        # this takes so long to solve that the last kernels make no difference.
        game.solver.solve(board, strategy, Budget(_LOADING_STATES))
        _loaded_strategies.add(key)


_LOADING_STATES = 1_000
_loaded_strategies: set[tuple[str, str]] = set()
"""The games and strategies that have been loaded."""


def require_depth_limit(solver: Solver, strategy: str | None) -> None:
    """Raise an error if a strategy does not support a depth limit.

    Raises:
        EngineError: The strategy does not support a depth limit, or there is no such strategy.
    """
    name = find_strategy(strategy, solver.strategies)
    if name not in solver.depth_limits:
        others = " and ".join(solver.depth_limits)
        hint = f"expected {others}" if others else "no strategy of this game has"
        raise EngineError(f"strategy {name} has no depth limit; {hint}")


def store_verdict(level: Level, solved: SolverResult) -> Level:
    """Return the level with the solver's facts stored as its verdict.

    Keys in an earlier verdict that this solver does not know are kept. The level's provenance
    decides the form in which facts are stored; see :func:`store_new_verdict`.
    """
    game = registry.get_game(level.game)
    facts: dict[str, Any] = drop_nulls(
        game.solver.select_stored_facts(solved.facts, level.recorded_parameters)
    )
    if level.verdict is not None:
        old = level.verdict.facts.items()
        # Keep only old keys that this solver does not know, because a newer version may need them.
        facts |= {key: value for key, value in old if key not in solved.facts}
    return replace(level, verdict=Verdict(compute_digest(level.board), game.rules_version, facts))


def store_new_verdict(level: Level, solved: SolverResult) -> Level:
    """Return the level with its verdict stored in the newest form.

    The provenance records that form; see :func:`update_storage`.
    """
    return store_verdict(update_storage(level), solved)


def update_storage(level: Level) -> Level:
    """Return the level with a provenance that selects the newest form for stored verdicts."""
    made, storing = level.provenance, registry.get_game(level.game).solver.storage_parameters
    if made is None or not storing:
        return level
    return replace(level, provenance=replace(made, parameters={**made.parameters, **storing}))


def build_solve_table(level: Level, file: str | None, solved: SolverResult) -> dict[str, Any]:
    """Return the object that ``solve --json`` prints for a solved level."""
    game = registry.get_game(level.game)
    return {
        "game": level.game,
        "file": file,
        "rules": game.rules_version,
        **solved.all_facts,
        "seconds": solved.seconds,
    }
