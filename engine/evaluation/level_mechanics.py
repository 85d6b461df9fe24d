"""The mechanics of a level: for each, a word says how many of the shortest solutions use it."""

from __future__ import annotations

from engine.game.game import Game
from engine.search.solver_result import SolverResult
from engine.values.budget import Control
from engine.values.mechanic_use_words import Mechanics


def find_mechanics(game: Game, solved: SolverResult, control: Control | None = None) -> Mechanics:
    """Find the mechanics that a level's shortest solutions use.

    Args:
        game: The game of the level.
        solved: The result of the game's default strategy.
        control: The control that can cancel the search.

    Returns:
        For each mechanic of the game, a word from :mod:`engine.values.mechanic_use_words`, or None
        if no shortest solution is known.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    known = {} if solved.mechanics is None else solved.mechanics(control or Control())
    return {name: known.get(name) for name in game.solver.mechanic_titles}
