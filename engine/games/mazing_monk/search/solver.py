"""The strategies of the monk's solver, their facts and traces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import EngineError, quoted
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.planes import tables_of_cube
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search import proving
from engine.games.mazing_monk.search.guide import WalkGuide
from engine.games.mazing_monk.search.proving import Finding
from engine.games.mazing_monk.search.situation import Situation
from engine.games.mazing_monk.search.trace import PlayedSolution, TurnsTrace
from engine.games.mazing_monk.thesis import published, rating
from engine.values.budget import Budget, Control
from engine.values.solved import Solved

STRATEGIES = ("optimal", "published", "fast")


def solve(
    board: MonkBoard,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> Solved:
    """The verdict on a valid board.

    Args:
        board: the board.
        strategy: one of STRATEGIES; the first by default.
        budget: states, in all runs of a search together, and seconds.
        control: to stop it, and to watch its progress.

    Raises:
        EngineError: no such strategy, or too little memory for the budget.
        LevelError: the board breaks a rule of the game.
    """
    name = STRATEGIES[0] if strategy is None else strategy
    strategies: Mapping[str, Callable[[MonkBoard, Budget, Control], Solved]] = dict(
        zip(STRATEGIES, (_optimal, _as_published, _fast), strict=True)
    )
    if name not in strategies:
        raise EngineError(
            f"unknown strategy {quoted(name)}; expected one of {', '.join(STRATEGIES)}"
        )
    return strategies[name](board, budget or Budget(), control or Control())


def _optimal(board: MonkBoard, budget: Budget, control: Control) -> Solved:
    """The least turns, proven; then the fewest walks, and how many ways there are."""
    begin = Situation.of(playing.start(board))
    found = proving.proven(begin, budget, control)
    play = found.play if found.settled else PlayedSolution()
    guide = WalkGuide(board)
    if found.settled and found.words is not None:
        guide.learn(playing.start(board), found.words)
    return Solved(_facts(board, found), _trace("optimal", found, play), guide, path=found.words)


def _fast(board: MonkBoard, budget: Budget, control: Control) -> Solved:
    """A solution soon, and a bound for the least turns."""
    found = proving.beamed(Situation.of(playing.start(board)), budget, control)
    return Solved(_facts(board, found), _trace("fast", found, found.play), path=found.words)


def _trace(strategy: str, found: Finding, play: PlayedSolution) -> TurnsTrace:
    return TurnsTrace(strategy, tables_of_cube(), found.run, found.begin, found.spare, play)


def _facts(board: MonkBoard, found: Finding) -> dict[str, Any]:
    """The facts in the order of the contract; None for what is not established."""
    shown = found.settled and found.solvable
    words = found.words if shown else None
    turns, walks = (found.turns, found.walks) if shown else (None, None)
    return facts_of(
        board,
        solvable=found.solvable,
        complete=found.settled,
        moves=None if turns is None or walks is None else turns + walks,
        solution=None if words is None else " ".join(words),
        turns=turns,
        walks=walks,
        steps=found.steps if shown else None,
        optimal=None if found.solvable is False else bool(shown and found.optimal),
        lower_bound=None if found.solvable is False else found.bound,
        optimal_solutions=found.ways,
        traps=found.traps,
        deadly_turns=found.deadly,
        expanded=found.expanded,
        states_seen=found.seen,
    )


def facts_of(board: MonkBoard, **facts: Any) -> dict[str, Any]:
    """The facts of a verdict with the rating of its board."""
    return facts | rating.facts(board)


def _as_published(board: MonkBoard, budget: Budget, control: Control) -> Solved:
    """The thesis's solver: a first solution, by the best candidate."""
    log = published.search(Situation.of(playing.start(board)), budget, control)
    return Solved(facts_of(board, **log.facts()), published.PublishedTrace(log), path=log.words)
