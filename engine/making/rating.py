"""Everything there is to be said of a level: what the solver says, its structure, and relevance.

A thing on the board is *relevant* if something is different without it. Each is taken away by
itself and what is left solved again; what can be taken away, and which facts count, the game says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.boards import Thing
from engine.game.game import Game
from engine.making.solving import require_playable, timed
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.expression import fact
from engine.values.level import Board, Level

_WINNING = ("solvable", "moves")
"""The facts by which a thing is needed."""


@dataclass(frozen=True, slots=True)
class Relevance:
    """What is different without one thing; None throughout where a budget ended a search.

    Attributes:
        thing: the thing.
        needed: whether the level is solvable only with it or only without it, or its shortest
            solution is of another length without it.
        inert: whether all facts of :attr:`engine.game.solver.Solver.compared` are the same.
        moves: the length of the shortest solution without it; None also if there is none.
        solvable: whether the level can be won without it.
    """

    thing: Thing
    needed: bool | None = None
    inert: bool | None = None
    moves: int | None = None
    solvable: bool | None = None

    def table(self) -> dict[str, Any]:
        """The entry of ``rate --json``."""
        thing = self.thing
        place: dict[str, Any] = {"kind": thing.kind, "row": thing.row, "col": thing.col}
        if thing.direction is not None:
            place["direction"] = thing.direction
        return place | {"needed": self.needed, "inert": self.inert, "moves": self.moves}


@dataclass(frozen=True, slots=True)
class Rating:
    """A level's verdict, and all else that is known of it.

    Attributes:
        solved: the verdict by the default strategy.
        relevance: of each thing that can be taken away.
        others: numbers that follow from the verdict, by their names; None for what does not follow.
        structure: figures of the layout.
    """

    solved: Solved
    relevance: tuple[Relevance, ...]
    others: Mapping[str, float | None]
    structure: Mapping[str, float]

    @property
    def counts(self) -> Mapping[str, float | None]:
        """How many counted things are inert, and the share of them that is needed."""
        counted = [each for each in self.relevance if each.thing.counted]
        if any(each.inert is None for each in counted):
            return {"inert": None, "needed_share": None}
        needed = sum(each.needed is True for each in counted)
        share = needed / len(counted) if counted else 1.0
        return {"inert": sum(each.inert is True for each in counted), "needed_share": share}

    def facts(self) -> dict[str, Any]:
        """What ``rate --json`` has beside the fields of ``solve --json``."""
        relevance = [each.table() for each in self.relevance]
        return {**self.others, **self.structure, **self.counts, "relevance": relevance}


def rate(level: Level, budget: Budget | None = None, control: Control | None = None) -> Rating:
    """Rates a level; the budget is that of every single search.

    Raises:
        LevelError: the board breaks a rule of its game.
        EngineError: too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    game, board, control = require_playable(level), level.board, control or Control()
    solved = timed(game, board, None, budget, control)
    structure = game.boards.structure(board)
    found = tuple(relevance(game, board, solved.facts, budget, control))
    return Rating(solved, found, _others(game, solved), structure)


def relevance(
    game: Game,
    board: Board,
    facts: Mapping[str, Any],
    budget: Budget | None = None,
    control: Control | None = None,
) -> Iterator[Relevance]:
    """What is different without each thing on a playable board, whose own facts are given.

    Raises:
        EngineError: too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    control = control or Control()
    for thing in game.boards.things(board):
        without = None
        if facts["complete"]:
            without = game.solver.facts_without(thing.without, budget, control)
        control.require_going_on()
        if without is None or not without["complete"]:
            yield Relevance(thing)
            continue
        needed = not _same(facts, without, _WINNING)
        inert = _same(facts, without, game.solver.compared)
        yield Relevance(thing, needed, inert, without["moves"], without["solvable"])


def _same(one: Mapping[str, Any], other: Mapping[str, Any], keys: Sequence[str]) -> bool:
    return all(fact(one, key) == fact(other, key) for key in keys)


def _others(game: Game, solved: Solved) -> Mapping[str, float | None]:
    """Numbers that the solver's facts lead to, and leaks in games that have them."""
    others = dict(game.solver.derived(solved.facts))
    if "unique" in solved.facts:
        others["leaks"] = None if solved.leaks is None else len(solved.leaks.leaks())
    return others
