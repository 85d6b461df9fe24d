"""Everything there is to be said of a level: what the solver says, its structure, and relevance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.evaluation.mechanics import mechanics
from engine.evaluation.relevance import Relevance, counts, relevance
from engine.evaluation.solving import require_game, require_playable, timed
from engine.game.game import Game
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.level import Board, Level
from engine.values.mechanics import Mechanics
from engine.values.mechanics import counts as mechanic_counts


@dataclass(frozen=True, slots=True)
class Rating:
    """A level's verdict, and all else that is known of it.

    Attributes:
        solved: the verdict by the default strategy.
        relevance: of each thing that can be taken away.
        others: numbers that follow from the verdict, by their names; None for what does not follow.
        structure: figures of the layout.
        mechanics: in which shortest solutions each mechanic of the game acts.
        summaries: tables of the game that follow from these.
        alike: how alike another level is, as a whole and in each part; empty without one.
    """

    solved: Solved
    relevance: tuple[Relevance, ...]
    others: Mapping[str, float | None]
    structure: Mapping[str, float]
    mechanics: Mechanics
    summaries: Mapping[str, Any] = field(default_factory=dict)
    alike: Mapping[str, float] = field(default_factory=dict)

    @property
    def counts(self) -> Mapping[str, float | None]:
        """How many counted things are inert, the share that is needed, and of mechanics."""
        played = mechanic_counts(self.mechanics) if self.mechanics else {}
        return {**counts(self.relevance), **played}

    def facts(self) -> dict[str, Any]:
        """What ``rate --json`` has beside the fields of ``solve --json``."""
        relevance = [each.table() for each in self.relevance]
        played = {"mechanics": dict(self.mechanics)} if self.mechanics else {}
        others = {**self.others, **self.structure, **self.counts, **self.alike}
        return {**others, **played, **self.summaries, "relevance": relevance}

    def asked(self) -> dict[str, Any]:
        """All facts by the keys that they are asked for by, mechanics by their own names."""
        return {**self.solved.all_facts, **self.facts(), **self.mechanics}


def rate(
    level: Level,
    budget: Budget | None = None,
    control: Control | None = None,
    *,
    like: Level | None = None,
) -> Rating:
    """Rates a level; the budget is that of every single search.

    It is held against the level ``like``, where there is one.

    Raises:
        LevelError: the board breaks a rule of its game; the two are levels of different games.
        EngineError: too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    game, board, control = require_playable(level), level.board, control or Control()
    alike = {} if like is None else _alike(game, like, board)
    solved = timed(game, board, None, budget, control)
    structure = game.boards.structure(board)
    found = tuple(relevance(game, board, solved.facts, budget, control))
    played = mechanics(game, solved, control)
    summaries = game.solver.summarize_mechanics(played)
    return Rating(solved, found, _others(game, solved), structure, played, summaries, alike)


def _others(game: Game, solved: Solved) -> Mapping[str, float | None]:
    """Numbers that the solver's facts lead to, and leaks in games that have them."""
    others = dict(game.solver.derived(solved.facts))
    if "unique" in solved.facts:
        others["leaks"] = None if solved.leaks is None else len(solved.leaks())
    return others


def _alike(game: Game, like: Level, board: Board) -> Mapping[str, float]:
    require_game(like, game)
    require_playable(like)
    return game.boards.model(like.board).similarities(game.boards.marked(board))
