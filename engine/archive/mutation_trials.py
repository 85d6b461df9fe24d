"""The evaluation of mutations: each yields a new best level for a cell, or is rejected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from engine.archive.archive_grid import ArchiveCell, GridSpec
from engine.catalogue.query import Number
from engine.evaluation.evaluated_board import EvaluatedBoard
from engine.evaluation.relevance import (
    RELEVANCE_KEYS,
    find_relevance,
    has_more_inert,
    summarize_relevance,
)
from engine.game import registry
from engine.game.game import Game
from engine.improvement.invariants import Invariants
from engine.improvement.late_acceptance import MIN_STATES
from engine.improvement.mutation_chain import mutate_board
from engine.values.budget import Budget, Control
from engine.values.expression import get_fact
from engine.values.level import Board

NOT_BETTER = "not better than the best in its cell"
OUTSIDE_GRID = "outside the archive"
_UNKNOWN_INERT = 1 << 30
_CACHED_SOURCES = 256
"""The number of parent boards whose facts a worker keeps in memory."""


class Trial(NamedTuple):
    """A mutation to try.

    Attributes:
        number: The number of the mutation.
        source: The packed board to mutate.
        inert: The number of inert objects on that board; None if not known yet.
    """

    number: int
    source: bytes
    inert: int | None


class TrialGroup(NamedTuple):
    """A group of mutations that a worker tries one after the other.

    Attributes:
        trials: The mutations, with consecutive numbers.
        bests: The filled cells, each with its best level's value for the fact that ranks levels.
    """

    trials: tuple[Trial, ...]
    bests: tuple[tuple[ArchiveCell, Number | None], ...]


class PlacedLevel(NamedTuple):
    """A level that a mutation produced, with its cell in the grid.

    Attributes:
        cell: The cell that the level belongs to.
        value: The level's value for the fact that ranks levels.
        board: The packed board.
        fingerprint: The fingerprint of the board, which is the same for all duplicates.
        facts: The facts that catalogue queries can use.
        verdict: The solver's facts in the form that level files store.
    """

    cell: ArchiveCell
    value: Number | None
    board: bytes
    fingerprint: bytes
    facts: Mapping[str, Any]
    verdict: Mapping[str, Any]


TrialOutcome = str | PlacedLevel
"""The reason why a mutation was rejected, or the level that it produced."""


@dataclass(frozen=True, slots=True)
class TrialSpec:
    """The settings shared by all mutations in a fill.

    Attributes:
        game: The name of the game.
        grid: The grid of the archive.
        seed: The seed of the mutations.
    """

    game: str
    grid: GridSpec
    seed: int


def run_trials(
    spec: TrialSpec,
    trials: TrialGroup,
    control: Control,
    should_stop: Callable[[], bool] = lambda: False,
) -> tuple[TrialOutcome, ...] | None:
    """Try mutations in order and return their outcomes, or None if ``should_stop`` returned True.

    The outcomes depend only on ``spec`` and ``trials``.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    bests = dict(trials.bests)
    found: list[TrialOutcome] = []
    for trial in trials.trials:
        if should_stop():
            return None
        found.append(_run_trial(spec, trial, bests, control))
    return tuple(found)


class _SourceBoard:
    """A parent board, and the facts with which its mutations are compared."""

    def __init__(self, game: Game, packed: bytes, inert: int | None) -> None:
        self._inert = inert
        self.board: Board = game.boards.unpack_board(packed)
        self.found = EvaluatedBoard(game, self.board, Budget(), Control())
        self.guards = Invariants.from_board(self.found)
        # The solver may visit only as many states as it visited for the parent, so that harder
        # boards are rejected quickly.
        seen = self.found.facts.get("states_seen") or 0
        self.budget = Budget(max(MIN_STATES, int(seen)))

    @cached_property
    def inert(self) -> int:
        """The number of inert objects, or a huge number if the budget was too small to find it."""
        if self._inert is not None:
            return self._inert
        found, budget = self.found, Budget()
        each = find_relevance(found.game, self.board, found.facts, budget, Control())
        number = summarize_relevance(each)["inert"]
        return _UNKNOWN_INERT if number is None else int(number)


@lru_cache(_CACHED_SOURCES)
def _get_source(game: str, packed: bytes, inert: int | None) -> _SourceBoard:
    return _SourceBoard(registry.get_game(game), packed, inert)


def _run_trial(
    spec: TrialSpec, trial: Trial, bests: Mapping[ArchiveCell, Number | None], control: Control
) -> TrialOutcome:
    """Mutate a board, evaluate the result and return the outcome.

    The checks run in order of cost, cheapest first. The first one to fail gives the reason for the
    rejection.
    """
    game, source = registry.get_game(spec.game), _get_source(spec.game, trial.source, trial.inert)
    control.raise_if_cancelled()
    board = mutate_board(game, source.board, spec.seed, trial.number)
    # The random changes in a mutation may cancel each other out.
    if board.to_table() == source.board.to_table():
        return "nothing changed"
    if source.guards.find_increased_faults(board):
        return "looks worse"
    if game.boards.find_problems(board):
        return "breaks a rule"
    found = EvaluatedBoard(game, board, source.budget, control)
    control.raise_if_cancelled()
    if not found.facts["complete"]:
        return "too many positions"
    lacking = next(found.missing_facts, None)
    if lacking is not None:
        return f"not {lacking.replace('_', ' ')}"
    return _place_level(spec, source, found, bests, control)


def _place_level(
    spec: TrialSpec,
    source: _SourceBoard,
    found: EvaluatedBoard,
    bests: Mapping[ArchiveCell, Number | None],
    control: Control,
) -> TrialOutcome:
    """Return the placed level if it is the best in its cell, or the reason for rejecting it."""
    game, space, board = found.game, spec.grid, found.board
    # The facts that define the grid may be worse than the parent's, because the archive needs
    # levels with every value of these facts.
    named = {*space.keys, space.best}
    fallen = [key for key in source.guards.find_fallen_facts(found.facts) if key not in named]
    if fallen:
        return f"fewer {fallen[0]}"
    # The solver's facts are known already. If they include every fact that the grid needs, check
    # the cell before computing any others.
    facts = {**game.solver.derive_facts(found.facts), **found.facts}
    if None not in _get_values(space, facts) and (reason := _find_refusal(space, facts, bests)):
        return reason
    known = found.result.all_facts
    facts = {
        **known,
        **game.solver.derive_facts(found.result.facts),
        **game.boards.measure_structure(board),
    }
    # Finding the relevance is by far the most expensive step, because it solves the board once for
    # each object. Check the cell first, unless the grid itself depends on the relevance.
    if named.isdisjoint(RELEVANCE_KEYS) and (reason := _find_refusal(space, facts, bests)):
        return reason
    if has_more_inert(game, board, found.facts, source.inert, source.budget, control):
        return "more inert objects"
    facts |= summarize_relevance(find_relevance(game, board, found.facts, source.budget, control))
    if reason := _find_refusal(space, facts, bests):
        return reason
    control.raise_if_cancelled()
    *measures, value = _get_values(space, facts)
    cell = space.find_cell(measures)
    assert cell is not None
    return PlacedLevel(
        cell,
        value,
        game.boards.pack_board(board),
        game.boards.compute_fingerprint(board),
        facts,
        dict(found.result.facts),
    )


def _find_refusal(
    grid: GridSpec, facts: Mapping[str, Any], bests: Mapping[ArchiveCell, Number | None]
) -> str | None:
    """Return the reason to reject a level with ``facts``, or None if it is the best in its cell."""
    *measures, value = _get_values(grid, facts)
    cell = grid.find_cell(measures)
    if cell is None:
        return OUTSIDE_GRID
    better = cell not in bests or grid.rank_value(value) > grid.rank_value(bests[cell])
    return None if better else NOT_BETTER


def _get_values(grid: GridSpec, facts: Mapping[str, Any]) -> list[Any]:
    """Return a level's values for the grid's two facts and for the fact that ranks levels."""
    return [get_fact(facts, key) for key in (*grid.keys, grid.best)]
