"""What a change of a level would do: how good it would be for an aim, and what it would break.

The aims are those that levels are improved for, and what an improvement keeps to is what a change
is said to break: it is listed here, not refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from engine.evaluation.candidates import AssessedBoard
from engine.evaluation.intended import Intended, intended
from engine.evaluation.relevance import counts_of, has_more_inert
from engine.game.game import Game
from engine.improvement.aims import Objective, Rank, aim_named
from engine.improvement.guards import Guards
from engine.values.budget import Budget, Control
from engine.values.grid import Cell
from engine.values.level import Board, Level

MAX_STATES = 50_000
"""States that the search after one change may see: a level of more is left undecided."""

BreachKind = Literal["lost", "shorter", "fallen", "unwon", "shortcut", "risen", "locked", "inert"]


class Breach(NamedTuple):
    """One thing that a change breaks.

    Attributes:
        kind: ``lost``, something that makes a board a level; ``shorter``, a solution that the aim
            wants as long as it is; ``fallen``, a guarded fact; ``unwon``, the intended solution no
            longer wins; ``shortcut``, there is a shorter one now; ``risen``, what a look shows to
            be wrong; ``locked``, a locked cell is another; ``inert``, more things change nothing.
        key: of the fact, or what a look shows; empty for the other kinds.
    """

    kind: BreachKind
    key: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How good a board is for an aim, and what it breaks of the level that it was made of.

    Attributes:
        facts: of the solver; nothing of a draft.
        rank: how good it is; None for a draft, and where the search ended by its limit.
        lacks: the first fact that makes a board a level and that it does not have; empty of a
            level, of a draft, and where the search ended by its limit.
        figures: what the aim looks at, of a board that is a level.
        breaches: what it breaks; those of kind ``inert`` are looked for apart, see :func:`idles`.
    """

    facts: Mapping[str, Any] = field(default_factory=dict)
    rank: Rank | None = None
    lacks: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class Original:
    """A level whose changes are judged, with all that they are held against.

    Attributes:
        level: the level; its board may break rules of the game.
        aim: as ``workbench improve --aim`` has it.
        standing: how good the level is as it stands.
        guards: what changes are not to take away.
        locked: what stands on its locked cells.
        intended: its intended solution; None if none is pinned, and of a draft.
        inert: how many of its things change nothing; None if that is not known.
    """

    level: Level
    aim: str
    standing: Standing
    guards: Guards
    locked: Mapping[Cell, str]
    intended: Intended | None = None
    inert: int | None = None

    @property
    def game(self) -> Game:
        """The level's game."""
        return self.guards.game


def original(game: Game, level: Level, aim: str, control: Control | None = None) -> Original:
    """What changes of a level are held against; the level may be a draft.

    Raises:
        ParameterError: the game has no such aim.
        EngineError: too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    wanted, board = aim_named(game, aim), level.board
    locked = _on_cells(game, board, game.boards.picture(board).locked)
    if game.boards.problems(board):
        return Original(level, aim, Standing(), Guards.of_facts(game, board, {}), locked)
    control = control or Control()
    found = AssessedBoard(game, board, Budget(MAX_STATES), control)
    control.require_going_on()
    pinned = None if level.intended is None else intended(game, level, found.solved)
    control.require_going_on()
    standing, guards = _standing(wanted, found), Guards.of(found)
    inert = _inert(found) if _is_decided_level(found) else None
    return Original(level, aim, standing, guards, locked, pinned, inert)


def standing(before: Original, board: Board, control: Control | None = None) -> Standing:
    """How a changed board stands, which breaks no rule of its game.

    Raises:
        EngineError: too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    game, control = before.game, control or Control()
    wanted = aim_named(game, before.aim)
    found = AssessedBoard(game, board, Budget(MAX_STATES), control)
    control.require_going_on()
    breaches = tuple(_breaches(before, wanted, found))
    stands = _standing(wanted, found)
    control.require_going_on()
    return replace(stands, breaches=breaches)


def idles(
    before: Original, board: Board, stands: Standing, control: Control | None = None
) -> bool | None:
    """Whether more things change nothing on a changed board than did on the original.

    Returns:
        None if that is not known.

    Raises:
        EngineError: too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    control = control or Control()
    if before.inert is None or not stands.figures:
        return None
    limit = Budget(MAX_STATES)
    more = has_more_inert(before.game, board, stands.facts, before.inert, limit, control)
    control.require_going_on()
    return more


def _is_decided_level(found: AssessedBoard) -> bool:
    return bool(found.facts["complete"]) and found.is_level


def _standing(wanted: Objective, found: AssessedBoard) -> Standing:
    if not found.facts["complete"]:
        return Standing(found.facts)
    lacks = next(found.lacking, "")
    figures = {} if lacks else wanted.read(found)
    return Standing(found.facts, wanted.whole_rank(found), lacks, figures)


def _breaches(before: Original, wanted: Objective, found: AssessedBoard) -> Iterator[Breach]:
    guards = before.guards
    if found.facts["complete"]:
        yield from (Breach("lost", key) for key in guards.lost(found.facts)[:1])
    if _is_decided_level(found):
        if wanted.as_long and found.length < int(before.standing.facts.get("moves") or 0):
            yield Breach("shorter")
        yield from (Breach("fallen", key) for key in guards.fallen(found.facts))
        yield from _from_intended(before, found)
    yield from (Breach("risen", name) for name in guards.risen(found.board))
    if _on_cells(before.game, found.board, before.locked) != before.locked:
        yield Breach("locked")


def _from_intended(before: Original, found: AssessedBoard) -> Iterator[Breach]:
    """What becomes of an intended solution that wins."""
    was = before.intended
    if was is None or not was.wins:
        return
    level = replace(before.level, board=found.board)
    now = intended(before.game, level)
    if now is None or not now.wins:
        yield Breach("unwon")
    elif was.rivals is not None and was.rivals.shortcut is None:
        now = intended(before.game, level, found.solved)
        if now is not None and now.rivals is not None and now.rivals.shortcut is not None:
            yield Breach("shortcut")


def _inert(found: AssessedBoard) -> int | None:
    known = counts_of(found.game, found.board, found.facts, found.budget, found.control)
    inert = known["inert"]
    return None if inert is None else int(inert)


def _on_cells(game: Game, board: Board, cells: Iterable[Cell]) -> Mapping[Cell, str]:
    """What stands on some cells, in words."""
    return {cell: game.boards.contents(board, *cell) for cell in cells}
