"""The assessment of a change to a level: the new rank, and the invariants that it violates.

The objectives and invariants are the same as for improvements. An improvement rejects a board that
violates an invariant. Here such a breach is only reported, and the designer decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from engine.evaluation.evaluated_board import EvaluatedBoard
from engine.evaluation.intended_solution import IntendedSolution, check_intended
from engine.evaluation.relevance import count_relevance, has_more_inert
from engine.game.game import Game
from engine.improvement.improvement_objectives import Objective, Rank, parse_objective
from engine.improvement.invariants import Invariants
from engine.values.budget import Budget, Control
from engine.values.grid import Cell
from engine.values.level import Board, Level

MAX_STATES = 50_000
"""The budget, in states, for solving a changed board. A board that needs more stays unsolved."""

BreachKind = Literal["lost", "shorter", "fallen", "unwon", "shortcut", "risen", "locked", "inert"]


class Breach(NamedTuple):
    """A quality of the original level that a change damages.

    Attributes:
        kind: ``lost`` if a fact that every level must have is missing; ``shorter`` if the shortest
            solution is shorter and the objective forbids that; ``fallen`` if the value of a guarded
            fact is lower; ``unwon`` if the intended solution no longer wins; ``shortcut`` if a
            solution is now shorter than the intended one; ``risen`` if the board has more visible
            faults of one kind; ``locked`` if a locked cell has changed; ``inert`` if more objects
            are inert.
        key: The key of the fact or the kind of fault; empty for all other kinds.
    """

    kind: BreachKind
    key: str = ""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The rank of a board for an objective, and the damage to the original level's qualities.

    Attributes:
        facts: The solver's facts; empty for a draft.
        rank: The rank; None for a draft, or if the search reached its limit.
        lacks: The first fact that every level must have but the board lacks; empty for a level or a
            draft, or if the search reached its limit.
        figures: The facts that the objective reads; empty for a board that is not a level.
        breaches: The breaches, except for ``inert``, which :func:`adds_inert_objects` finds.
    """

    facts: Mapping[str, Any] = field(default_factory=dict)
    rank: Rank | None = None
    lacks: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class OriginalLevel:
    """A level, and the data with which changed versions of it are compared.

    Attributes:
        level: The level, whose board may break rules of the game.
        aim: The objective, as in ``workbench improve --aim``.
        assessment: The assessment of the level itself.
        invariants: The invariants of the level.
        locked: A description of the contents of each locked cell.
        intended: The replay of the intended solution; None for a draft, or if none is pinned.
        inert: The number of inert objects; None if unknown.
    """

    level: Level
    aim: str
    assessment: Assessment
    invariants: Invariants
    locked: Mapping[Cell, str]
    intended: IntendedSolution | None = None
    inert: int | None = None

    @property
    def game(self) -> Game:
        """The game of the level."""
        return self.invariants.game


def assess_original(
    game: Game, level: Level, aim: str, control: Control | None = None
) -> OriginalLevel:
    """Assess a level, which may be a draft, so that changed boards can be compared with it.

    Raises:
        ParameterError: The game has no such objective.
        EngineError: There is too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    wanted, board = parse_objective(game, aim), level.board
    locked = _describe_cells(game, board, game.boards.draw_picture(board).locked)
    if game.boards.find_problems(board):
        return OriginalLevel(
            level, aim, Assessment(), Invariants.from_facts(game, board, {}), locked
        )
    control = control or Control()
    found = EvaluatedBoard(game, board, Budget(MAX_STATES), control)
    control.raise_if_cancelled()
    pinned = None if level.intended is None else check_intended(game, level, found.result)
    control.raise_if_cancelled()
    assessment, guards = _assess_board(wanted, found), Invariants.from_board(found)
    inert = _count_inert(found) if _is_decided_level(found) else None
    return OriginalLevel(level, aim, assessment, guards, locked, pinned, inert)


def assess_change(
    before: OriginalLevel, board: Board, control: Control | None = None
) -> Assessment:
    """Assess a changed board that breaks no rule of its game.

    Raises:
        EngineError: There is too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    game, control = before.game, control or Control()
    wanted = parse_objective(game, before.aim)
    found = EvaluatedBoard(game, board, Budget(MAX_STATES), control)
    # After a cancelled search, the facts look as if the budget was spent, so do not return them.
    control.raise_if_cancelled()
    breaches = tuple(_find_breaches(before, wanted, found))
    assessment = _assess_board(wanted, found)
    control.raise_if_cancelled()
    return replace(assessment, breaches=breaches)


def adds_inert_objects(
    before: OriginalLevel, board: Board, assessment: Assessment, control: Control | None = None
) -> bool | None:
    """Return True if a changed board has more inert objects than the original board.

    Args:
        before: The original level.
        board: The changed board.
        assessment: The assessment of the changed board.
        control: The control that can cancel the searches.

    Returns:
        True or False, or None if either board is not a level or the original's inert objects could
        not be counted.

    Raises:
        EngineError: There is too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    control = control or Control()
    if before.inert is None or not assessment.figures:
        return None
    limit = Budget(MAX_STATES)
    more = has_more_inert(before.game, board, assessment.facts, before.inert, limit, control)
    control.raise_if_cancelled()
    return more


def _is_decided_level(found: EvaluatedBoard) -> bool:
    return bool(found.facts["complete"]) and found.is_level


def _assess_board(objective: Objective, found: EvaluatedBoard) -> Assessment:
    if not found.facts["complete"]:
        return Assessment(found.facts)
    lacks = next(found.missing_facts, "")
    figures = {} if lacks else objective.read_facts(found)
    return Assessment(found.facts, objective.rank_board(found), lacks, figures)


def _find_breaches(
    before: OriginalLevel, objective: Objective, found: EvaluatedBoard
) -> Iterator[Breach]:
    guards = before.invariants
    if found.facts["complete"]:
        yield from (Breach("lost", key) for key in guards.find_lost_needs(found.facts)[:1])
    if _is_decided_level(found):
        if objective.keeps_length and found.length < int(before.assessment.facts.get("moves") or 0):
            yield Breach("shorter")
        yield from (Breach("fallen", key) for key in guards.find_fallen_facts(found.facts))
        yield from _find_solution_breaches(before, found)
    yield from (Breach("risen", name) for name in guards.find_increased_faults(found.board))
    if _describe_cells(before.game, found.board, before.locked) != before.locked:
        yield Breach("locked")


def _find_solution_breaches(before: OriginalLevel, found: EvaluatedBoard) -> Iterator[Breach]:
    """Yield the breaches that concern the intended solution, if it won before the change."""
    was = before.intended
    if was is None or not was.is_winning:
        return
    level = replace(before.level, board=found.board)
    now = check_intended(before.game, level)
    if now is None or not now.is_winning:
        yield Breach("unwon")
    # Looking for a shortcut takes another search, so do it only if there was no shortcut before.
    elif was.comparison is not None and was.comparison.shortcut is None:
        now = check_intended(before.game, level, found.result)
        if now is not None and now.comparison is not None and now.comparison.shortcut is not None:
            yield Breach("shortcut")


def _count_inert(found: EvaluatedBoard) -> int | None:
    known = count_relevance(found.game, found.board, found.facts, found.budget, found.control)
    inert = known["inert"]
    return None if inert is None else int(inert)


def _describe_cells(game: Game, board: Board, cells: Iterable[Cell]) -> Mapping[Cell, str]:
    """Return a description of the contents of each given cell."""
    return {cell: game.boards.describe_cell(board, *cell) for cell in cells}
