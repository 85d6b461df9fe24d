"""Functions that a thread or the helper process runs, each with a control."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from engine import workshop
from engine.evaluation.mechanics import mechanics
from engine.evaluation.relevance import Relevance, relevance
from engine.game.game import Game
from engine.game.reasoning import ReasonedTrace
from engine.generation.wishes import WishedLevels
from engine.search.solved import Solved
from engine.staging.demands import first_accepted, require_possible
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Attempts, Candidate, Recipe
from engine.values.budget import Budget, Control
from engine.values.guide import Guide, Prospect
from engine.values.level import Board, Level
from engine.values.mechanics import COUNTS, counts
from engine.values.trace import IndexedTrace

PONDERED = 0.2
"""Seconds after which no further position is looked into, so that an answer comes soon."""

Moves = tuple[str, ...]
T = TypeVar("T")
Task = Callable[[Control], T]
"""One computation that polls its control: a function that can be pickled."""


def solve(
    game: Game,
    board: Board,
    control: Control,
    *,
    strategy: str | None = None,
    budget: Budget | None = None,
    guided: bool = False,
) -> Solved:
    """Solve one valid board, and make ready the parts of the answer that panes show.

    Args:
        game: the game of the board.
        board: the board.
        control: stops it.
        strategy: the name of the strategy; None for the game's default.
        budget: limits of the search; None for the usual ones.
        guided: whether the way from its other positions is found too.
    """
    solved = workshop.timed(game, board, strategy, budget, control)
    if guided and solved.guide is None and not control.cancelled:
        solved = replace(solved, guide=_guide(game, board, solved, control))
    if isinstance(solved.trace, IndexedTrace | ReasonedTrace):
        # Here, not when the screen first shows one of millions of rows.
        solved.trace.prepare()
    if solved.leaks is not None:
        solved.leaks()
    return solved


def _guide(game: Game, board: Board, solved: Solved, control: Control) -> Guide | None:
    """A guide to the positions, or at least to those of the solution."""
    from engine.game import exploration

    found = None
    if solved.facts.get("complete"):
        found = exploration.explored(game.play, board, control=control)
    solution = solved.facts.get("solution")
    if found is None and isinstance(solution, str):
        found = exploration.along(game.play, board, game.play.read_moves(solution))
    return found


def judge(game: Game, recipe: Recipe, control: Control) -> Attempts:
    """Whether the candidate of a recipe would be accepted, and why not."""
    return WishedLevels(game).attempts(recipe, 1, control)


def improve(
    level: Level, aim: str, seed: int, islands: int, seconds: float | None, control: Control
) -> workshop.ImprovedLevel:
    """What comes of improving a level, see :func:`engine.improvement.improving.improve`.

    All positions of the source are left behind: there may be millions.
    """
    found = workshop.improve(level, aim, seed, islands=islands, seconds=seconds, control=control)
    return replace(found, solved=None)


def relevances(
    game: Game, board: Board, facts: Mapping[str, Any], control: Control
) -> tuple[Relevance, ...]:
    """What is different without each thing on a board, whose own facts are given.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    return tuple(relevance(game, board, facts, None, control))


COUNTED_STATES = 50_000
"""States of a level whose mechanics are counted for a list."""


def mechanics_needed(game: Game, board: Board, control: Control) -> float | None:
    """How many mechanics act in every shortest solution of a board; None if that is not known.

    A draft, and a level of too many states, has no number.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    if game.boards.problems(board) or not game.solver.mechanics:
        return None
    solved = game.solver.solve(board, None, Budget(COUNTED_STATES), control)
    return counts(mechanics(game, solved, control))[COUNTS[0]]


def candidate(game: Game, recipe: Recipe, control: Control) -> Candidate:
    """The candidate of a recipe.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    control.require_going_on()
    made = game.generator.candidate(recipe, control)
    control.require_going_on()
    return made


def find(game: Game, recipe: Recipe, control: Control) -> tuple[Recipe, Attempts]:
    """The first accepted candidate's recipe, and what was tried before it.

    Raises:
        ParameterError: a demand that no level can meet.
        GenerationFailed: none was accepted.
        Cancelled: ``control`` was cancelled.
    """
    source = WishedLevels(game)
    require_possible(source, recipe)
    return first_accepted(source, recipe, DEFAULT_MAX_ATTEMPTS, control)


def ponder(guide: Guide, asked: Sequence[Moves], control: Control) -> dict[Moves, Prospect | None]:
    """What a guide says of the positions after some moves, and on the best way on from there.

    Returns:
        That by moves from the start; of the later ones perhaps nothing.
    """
    found: dict[Moves, Prospect | None] = {}
    for moves in asked:
        if control.cancelled or (found and control.seconds > PONDERED):
            break
        way = moves
        while way not in found:
            found[way] = ahead = guide.prospect(way)
            if ahead is not None and ahead.best:
                way = (*way, ahead.best[0])
    return found
