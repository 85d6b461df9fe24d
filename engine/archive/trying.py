"""What becomes of a mutation: refused for a reason, or a level that is the best of a cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from engine.archive.grid import Cell, Space
from engine.catalogue.query import Number
from engine.evaluation.candidates import AssessedBoard
from engine.evaluation.relevance import COUNTS, counts, has_more_inert, relevance
from engine.game import registry
from engine.game.game import Game
from engine.improvement.climbing import LEAST_STATES
from engine.improvement.descending import mutated
from engine.improvement.guards import Guards
from engine.values.budget import Budget, Control
from engine.values.expression import fact
from engine.values.level import Board

WORSE = "no better than the best of its cell"
OUTSIDE = "in no cell"
_MANY = 1 << 30
_SOURCES = 256
"""Boards whose qualities a worker keeps in mind."""


class Trial(NamedTuple):
    """A mutation to be tried.

    Attributes:
        number: of the mutation.
        source: the board that it begins with, packed.
        inert: how many counted things of that are inert; None if it is not known yet.
    """

    number: int
    source: bytes
    inert: int | None


class Trials(NamedTuple):
    """Mutations to be tried one after the other.

    Attributes:
        trials: of consecutive numbers.
        bests: the values that the best level of each cell has, of cells that have one.
    """

    trials: tuple[Trial, ...]
    bests: tuple[tuple[Cell, Number | None], ...]


class PlacedLevel(NamedTuple):
    """A level that a mutation led to.

    Attributes:
        value: what it has of the fact by which levels are compared.
        board: packed.
        facts: by which it can be asked for.
        verdict: the solver's facts, as level files have them.
    """

    cell: Cell
    value: Number | None
    board: bytes
    fingerprint: bytes
    facts: Mapping[str, Any]
    verdict: Mapping[str, Any]


Outcome = str | PlacedLevel
"""Why nothing came of a mutation, or the level that did."""


@dataclass(frozen=True, slots=True)
class TrialOrder:
    """What each mutation is tried with.

    Attributes:
        game: the name of the game.
        seed: of the mutations.
    """

    game: str
    space: Space
    seed: int


def outcomes(
    order: TrialOrder, trials: Trials, control: Control, over: Callable[[], bool] = lambda: False
) -> tuple[Outcome, ...] | None:
    """What becomes of mutations, in their order; None if it was ``over`` before their end.

    It depends on them and the order alone.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    bests = dict(trials.bests)
    found: list[Outcome] = []
    for trial in trials.trials:
        if over():
            return None
        found.append(_outcome(order, trial, bests, control))
    return tuple(found)


class _Source:
    """A board that is mutated, and what its mutations are held against."""

    def __init__(self, game: Game, packed: bytes, inert: int | None) -> None:
        self._inert = inert
        self.board: Board = game.boards.unpack(packed)
        self.found = AssessedBoard(game, self.board, Budget(), Control())
        self.guards = Guards.of(self.found)
        seen = self.found.facts.get("states_seen") or 0
        self.budget = Budget(max(LEAST_STATES, int(seen)))

    @cached_property
    def inert(self) -> int:
        """How many counted things are inert; as many as there can be if that is open."""
        if self._inert is not None:
            return self._inert
        found, budget = self.found, Budget()
        each = relevance(found.game, self.board, found.facts, budget, Control())
        number = counts(each)["inert"]
        return _MANY if number is None else int(number)


@lru_cache(_SOURCES)
def _source(game: str, packed: bytes, inert: int | None) -> _Source:
    return _Source(registry.get(game), packed, inert)


def _outcome(
    order: TrialOrder, trial: Trial, bests: Mapping[Cell, Number | None], control: Control
) -> Outcome:
    """What becomes of a mutation, found out from what costs little to what costs most."""
    game, source = registry.get(order.game), _source(order.game, trial.source, trial.inert)
    control.require_going_on()
    board = mutated(game, source.board, order.seed, trial.number)
    if board.table() == source.board.table():
        return "nothing changed"
    if source.guards.risen(board):
        return "looks worse"
    if game.boards.problems(board):
        return "breaks a rule"
    found = AssessedBoard(game, board, source.budget, control)
    control.require_going_on()
    if not found.facts["complete"]:
        return "too many positions"
    lacking = next(found.lacking, None)
    if lacking is not None:
        return f"not {lacking.replace('_', ' ')}"
    return _placed(order, source, found, bests, control)


def _placed(
    order: TrialOrder,
    source: _Source,
    found: AssessedBoard,
    bests: Mapping[Cell, Number | None],
    control: Control,
) -> Outcome:
    """The level of a board that is one, if it is the best of its cell and nothing has suffered."""
    game, space, board = found.game, order.space, found.board
    named = {*space.keys, space.best}
    fallen = [key for key in source.guards.fallen(found.facts) if key not in named]
    if fallen:
        return f"fewer {fallen[0]}"
    facts = {**game.solver.derived(found.facts), **found.facts}
    if None not in _values(space, facts) and (reason := _refusal(space, facts, bests)):
        return reason
    known = found.solved.all_facts
    facts = {**known, **game.solver.derived(found.solved.facts), **game.boards.structure(board)}
    if named.isdisjoint(COUNTS) and (reason := _refusal(space, facts, bests)):
        return reason
    if has_more_inert(game, board, found.facts, source.inert, source.budget, control):
        return "more inert things"
    facts |= counts(relevance(game, board, found.facts, source.budget, control))
    if reason := _refusal(space, facts, bests):
        return reason
    control.require_going_on()
    *measures, value = _values(space, facts)
    cell = space.cell(measures)
    assert cell is not None
    return PlacedLevel(
        cell,
        value,
        game.boards.pack(board),
        game.boards.fingerprint(board),
        facts,
        dict(found.solved.facts),
    )


def _refusal(
    space: Space, facts: Mapping[str, Any], bests: Mapping[Cell, Number | None]
) -> str | None:
    """Why a level is not the best of a cell by some facts; None if it is."""
    *measures, value = _values(space, facts)
    cell = space.cell(measures)
    if cell is None:
        return OUTSIDE
    better = cell not in bests or space.rank(value) > space.rank(bests[cell])
    return None if better else WORSE


def _values(space: Space, facts: Mapping[str, Any]) -> list[Any]:
    """The values of the two facts and of the third."""
    return [fact(facts, key) for key in (*space.keys, space.best)]
