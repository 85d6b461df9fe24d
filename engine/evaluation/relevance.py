"""The relevance of a level's objects, found by removing one object at a time.

The level is solved again without each object in turn. The game decides which objects can be removed
and which facts are compared. An object is

- *needed* if the level is solvable only with it or only without it, or if removing it changes the
  length of the shortest solution;
- *inert* if no compared fact changes;
- *other* if it is neither needed nor inert;
- *unknown* if a search used up its budget.

Two walls that block the same path are both inert, because each is removed while the other remains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.game.boards import BoardObject
from engine.game.game import Game
from engine.values.budget import Budget, Control
from engine.values.expression import get_fact
from engine.values.level import Board

RelevanceKind = Literal["inert", "needed", "other", "unknown"]
"""The relevance of an object in one word."""
RELEVANCE_KEYS = ("inert", "needed_share")
"""The keys of the facts that :func:`summarize_relevance` returns."""
_NEEDED_KEYS = ("solvable", "moves")
"""The facts that decide whether an object is needed."""


@dataclass(frozen=True, slots=True)
class Relevance:
    """The effects of removing one object, which are all None if a search used up its budget.

    Attributes:
        thing: The removed object.
        needed: True if the level is solvable only with the object or only without it, or if the
            length of the shortest solution changes without it.
        inert: True if all facts that the game's solver compares stay the same without the object.
        moves: The length of the shortest solution without the object; None if there is no solution
            or the length is unknown.
        solvable: True if the level can be won without the object.
    """

    thing: BoardObject
    needed: bool | None = None
    inert: bool | None = None
    moves: int | None = None
    solvable: bool | None = None

    @property
    def kind(self) -> RelevanceKind:
        """The relevance of the object in one word."""
        if self.needed is None:
            return "unknown"
        return "needed" if self.needed else "inert" if self.inert else "other"

    def to_table(self) -> dict[str, Any]:
        """Return the object that ``rate --json`` prints for the removed object."""
        thing = self.thing
        place: dict[str, Any] = {"kind": thing.kind, "row": thing.row, "col": thing.col}
        if thing.direction is not None:
            place["direction"] = thing.direction
        return place | {"needed": self.needed, "inert": self.inert, "moves": self.moves}


def find_relevance(
    game: Game,
    board: Board,
    facts: Mapping[str, Any],
    budget: Budget | None = None,
    control: Control | None = None,
) -> Iterator[Relevance]:
    """Find the relevance of each object on a playable board.

    Args:
        game: The game of the board.
        board: The board with the objects.
        facts: The solver's facts about the board.
        budget: The budget for each search.
        control: The control that receives the progress and can cancel the searches.

    Yields:
        The relevance of each object that can be removed.

    Raises:
        EngineError: There is too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    yield from _find_relevance(game, board, facts, game.boards.list_objects(board), budget, control)


def count_relevance(
    game: Game,
    board: Board,
    facts: Mapping[str, Any],
    budget: Budget | None = None,
    control: Control | None = None,
) -> Mapping[str, float | None]:
    """Find the relevance of the counted objects on a board and summarize it.

    The result is that of :func:`summarize_relevance`.

    Raises:
        EngineError: There is too little memory for the budget.
        Cancelled: ``control`` was cancelled.
    """
    things = (thing for thing in game.boards.list_objects(board) if thing.counted)
    return summarize_relevance(_find_relevance(game, board, facts, things, budget, control))


def _find_relevance(
    game: Game,
    board: Board,
    facts: Mapping[str, Any],
    things: Iterable[BoardObject],
    budget: Budget | None,
    control: Control | None,
) -> Iterator[Relevance]:
    """Yield the relevance of each of the given objects."""
    control = control or Control()
    for thing in things:
        without = None
        # Without a complete verdict for the level itself, there is nothing to compare with.
        if facts["complete"]:
            without = game.solver.compute_facts_without(thing.without, budget, control)
        control.raise_if_cancelled()
        if without is None or not without["complete"]:
            yield Relevance(thing)
            continue
        needed = not _has_same_facts(facts, without, _NEEDED_KEYS)
        inert = _has_same_facts(facts, without, game.solver.compared_facts)
        yield Relevance(thing, needed, inert, without["moves"], without["solvable"])


def has_more_inert(
    game: Game,
    board: Board,
    facts: Mapping[str, Any],
    most: int,
    budget: Budget | None = None,
    control: Control | None = None,
) -> bool:
    """Return True if the number of counted objects that are or may be inert exceeds ``most``.

    An object counts as inert if the search without it used up its budget. The function returns as
    soon as the answer is certain.

    Raises:
        EngineError: There is too little memory for the budget.
    """
    left = [thing.without for thing in game.boards.list_objects(board) if thing.counted]
    inert = 0
    for number, without in enumerate(left):
        # The limit would hold even if all remaining objects were inert.
        if inert + len(left) - number <= most:
            return False
        found = game.solver.compute_facts_without(without, budget, control)
        # Count the object as inert if the search is incomplete, so that False is always correct.
        inert += not found["complete"] or _has_same_facts(facts, found, game.solver.compared_facts)
        if inert > most:
            return True
    return False


def _has_same_facts(one: Mapping[str, Any], other: Mapping[str, Any], keys: Sequence[str]) -> bool:
    return all(get_fact(one, key) == get_fact(other, key) for key in keys)


def summarize_relevance(found: Iterable[Relevance]) -> Mapping[str, float | None]:
    """Return the number of inert objects and the share of needed objects.

    Only objects that the game counts are included. If there are no such objects, the share is 1.
    Both values are None if a search for any of these objects used up its budget.
    """
    counted = [each for each in found if each.thing.counted]
    if any(each.inert is None for each in counted):
        return dict.fromkeys(RELEVANCE_KEYS)
    needed = sum(each.needed is True for each in counted)
    share = needed / len(counted) if counted else 1.0
    return dict(
        zip(RELEVANCE_KEYS, (sum(each.inert is True for each in counted), share), strict=True)
    )
