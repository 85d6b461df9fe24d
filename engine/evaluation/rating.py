"""The rating of a level, which combines its verdict, layout, mechanics and relevance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.evaluation.level_mechanics import find_mechanics
from engine.evaluation.level_verdicts import require_game, require_playable, solve_board
from engine.evaluation.relevance import Relevance, find_relevance, summarize_relevance
from engine.game.game import Game
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget, Control
from engine.values.level import Board, Level
from engine.values.mechanic_use_words import Mechanics
from engine.values.mechanic_use_words import count_mechanics as mechanic_counts


@dataclass(frozen=True, slots=True)
class Rating:
    """The solver's result for a level, and all other facts about the level.

    Attributes:
        solved: The result of the default strategy.
        relevance: The relevance of each object that can be removed.
        derived: The numbers derived from the solver's facts, keyed by name; an unknown number is
            None.
        structure: The measurements of the layout, keyed by name.
        mechanics: For each mechanic of the game, a word that says how many of the shortest
            solutions use it.
        summaries: The tables that the game derives from the mechanics.
        similarities: The similarities to another level, overall and for each part; empty if there
            is no level to compare with.
    """

    solved: SolverResult
    relevance: tuple[Relevance, ...]
    derived: Mapping[str, float | None]
    structure: Mapping[str, float]
    mechanics: Mechanics
    summaries: Mapping[str, Any] = field(default_factory=dict)
    similarities: Mapping[str, float] = field(default_factory=dict)

    @property
    def counts(self) -> Mapping[str, float | None]:
        """The numbers of inert objects and mechanics, and the share of needed objects."""
        played = mechanic_counts(self.mechanics) if self.mechanics else {}
        return {**summarize_relevance(self.relevance), **played}

    def to_table(self) -> dict[str, Any]:
        """Return the fields that ``rate --json`` adds to those of ``solve --json``."""
        relevance = [each.to_table() for each in self.relevance]
        played = {"mechanics": dict(self.mechanics)} if self.mechanics else {}
        others = {**self.derived, **self.structure, **self.counts, **self.similarities}
        return {**others, **played, **self.summaries, "relevance": relevance}

    def list_facts(self) -> dict[str, Any]:
        """Return all facts under the keys that queries use. The key of a mechanic is its name."""
        return {**self.solved.all_facts, **self.to_table(), **self.mechanics}


def rate_level(
    level: Level,
    budget: Budget | None = None,
    control: Control | None = None,
    *,
    like: Level | None = None,
) -> Rating:
    """Solve a level, and compute all other facts about it.

    Args:
        level: The level to rate.
        budget: The budget for each search.
        control: The control that receives the progress and can cancel the searches.
        like: The level to measure similarities to; None for no comparison.

    Raises:
        LevelError: A board breaks a rule of its game, or the two levels belong to different games.
        EngineError: There is too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    game, board, control = require_playable(level), level.board, control or Control()
    alike = {} if like is None else _measure_similarities(game, like, board)
    solved = solve_board(game, board, None, budget, control)
    structure = game.boards.measure_structure(board)
    found = tuple(find_relevance(game, board, solved.facts, budget, control))
    played = find_mechanics(game, solved, control)
    summaries = game.solver.summarize_mechanics(played)
    return Rating(solved, found, _derive_facts(game, solved), structure, played, summaries, alike)


def _derive_facts(game: Game, solved: SolverResult) -> Mapping[str, float | None]:
    """Return the numbers derived from a solver's result, such as the number of uniqueness leaks."""
    others = dict(game.solver.derive_facts(solved.facts))
    if "unique" in solved.facts:
        others["leaks"] = None if solved.leaks is None else len(solved.leaks())
    return others


def _measure_similarities(game: Game, like: Level, board: Board) -> Mapping[str, float]:
    require_game(like, game)
    require_playable(like)
    return game.boards.create_reference(like.board).compute_similarities(
        game.boards.tokenize_board(board)
    )
