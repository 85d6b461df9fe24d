"""What of a level matters: of each thing on its board, what is different without it.

A thing is *relevant* if something is. Each is taken away by itself and what is left solved again;
what can be taken away, and which facts count, the game says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.game.boards import Thing
from engine.game.game import Game
from engine.values.budget import Budget, Control
from engine.values.expression import fact
from engine.values.level import Board

Worth = Literal["inert", "needed", "other", "unknown"]
"""What a thing can be worth; ``other`` if some facts differ without it, and it is not needed."""
COUNTS = ("inert", "needed_share")
"""The facts that :func:`counts` gives."""
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

    @property
    def worth(self) -> Worth:
        """What the thing is worth."""
        if self.needed is None:
            return "unknown"
        return "needed" if self.needed else "inert" if self.inert else "other"

    def table(self) -> dict[str, Any]:
        """The entry of ``rate --json``."""
        thing = self.thing
        place: dict[str, Any] = {"kind": thing.kind, "row": thing.row, "col": thing.col}
        if thing.direction is not None:
            place["direction"] = thing.direction
        return place | {"needed": self.needed, "inert": self.inert, "moves": self.moves}


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
    yield from _relevance(game, board, facts, game.boards.things(board), budget, control)


def counts_of(
    game: Game,
    board: Board,
    facts: Mapping[str, Any],
    budget: Budget | None = None,
    control: Control | None = None,
) -> Mapping[str, float | None]:
    """The counts of the relevance of a board's counted things; see :func:`counts`.

    Raises:
        EngineError: too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    things = (thing for thing in game.boards.things(board) if thing.counted)
    return counts(_relevance(game, board, facts, things, budget, control))


def _relevance(
    game: Game,
    board: Board,
    facts: Mapping[str, Any],
    things: Iterable[Thing],
    budget: Budget | None,
    control: Control | None,
) -> Iterator[Relevance]:
    """What is different without each of some things."""
    control = control or Control()
    for thing in things:
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


def has_more_inert(
    game: Game,
    board: Board,
    facts: Mapping[str, Any],
    most: int,
    budget: Budget | None = None,
    control: Control | None = None,
) -> bool:
    """Whether more than ``most`` counted things of a playable board are, or may be, inert.

    What a search leaves open counts as inert; no more is looked into than needed.

    Raises:
        EngineError: too little memory for the budget.
    """
    left = [thing.without for thing in game.boards.things(board) if thing.counted]
    inert = 0
    for number, without in enumerate(left):
        if inert + len(left) - number <= most:
            return False
        found = game.solver.facts_without(without, budget, control)
        inert += not found["complete"] or _same(facts, found, game.solver.compared)
        if inert > most:
            return True
    return False


def _same(one: Mapping[str, Any], other: Mapping[str, Any], keys: Sequence[str]) -> bool:
    return all(fact(one, key) == fact(other, key) for key in keys)


def counts(found: Iterable[Relevance]) -> Mapping[str, float | None]:
    """How many counted things are inert, and the share of them that is needed.

    Null, both of them, if a search of a counted thing ended by its budget.
    """
    counted = [each for each in found if each.thing.counted]
    if any(each.inert is None for each in counted):
        return dict.fromkeys(COUNTS)
    needed = sum(each.needed is True for each in counted)
    share = needed / len(counted) if counted else 1.0
    return dict(zip(COUNTS, (sum(each.inert is True for each in counted), share), strict=True))
