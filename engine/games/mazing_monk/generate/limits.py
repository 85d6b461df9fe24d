"""What no generated level of the monk goes beyond, and what a designer demands of one besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.mazing_monk.cube import rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS
from engine.games.mazing_monk.generate.parameters import (
    FORWARDS,
    NO,
    PARAMETERS,
    SWITCH,
    climbs_from_random,
)
from engine.games.mazing_monk.generate.workplace import site_of
from engine.staging.demands import Limit, certain
from engine.staging.generation import Recipe
from engine.values.parameters import Parameter, Parameters
from engine.values.ranges import Range

_AT_LEAST_ONE = {
    **dict.fromkeys(("walks", "steps", "moves"), "karma lies where the monk has to walk"),
    "optimal_solutions": "only solvable levels are kept",
    **dict.fromkeys(("states_seen", "expanded"), "the search begins with one"),
}
_NOT_ABOVE = {"lower_bound": "turns", "deadly_turns": "traps", "walks": "steps"}
"""Facts that are never more than others are."""


def limits(recipe: Recipe) -> Iterator[Limit]:
    """What no level of a recipe goes beyond.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    site_of(recipe)  # refuses what cannot be made
    parameters = recipe.parameters
    at_least_one = dict(_AT_LEAST_ONE)
    if parameters.word("keep_unsolvable") == SWITCH[NO] or parameters.integer("iterations"):
        yield from certain(PARAMETERS, "solvable")
    else:
        del at_least_one["optimal_solutions"]
    if recipe.sketch is None:
        yield from _room(parameters)
        if parameters.word("mode") not in FORWARDS and not parameters.integer("iterations"):
            yield from _needed(parameters)
    for key, why in at_least_one.items():
        yield Limit(key, Range(1, None), why)
    for key, other in _NOT_ABOVE.items():
        high = parameters.range(other).high
        if high is not None:
            yield Limit(key, Range(None, high), f"it is never more than {other}, at most {high}")
    turns, walks = parameters.range("turns"), parameters.range("walks")
    least = (turns.low or 0) + max(walks.low or 0, 1)
    most = None if turns.high is None or walks.high is None else turns.high + walks.high
    yield Limit("moves", Range(least, most), f"turns and walks add up to it, {Range(least, most)}")


def _room(parameters: Parameters) -> Iterator[Limit]:
    """Things do not share cells; of a random start the obstacles count too."""
    climbs, mode = climbs_from_random(parameters), parameters.word("mode")
    if not climbs and mode in FORWARDS:
        return  # the one refuses what has no room, the other takes what comes
    prefix = "start_" if climbs else ""
    keys = [f"{prefix}karma", f"{prefix}soldiers", *(["start_obstacles"] if climbs else [])]
    taken = sum(map(parameters.integer, keys))
    for key in keys:
        most = CELLS - 1 - taken + parameters.integer(key)
        why = f"the monk and {' and '.join(keys)} share no cell of the {CELLS}"
        yield Limit(key, Range(None, most), why)
    if not climbs and parameters.integer("most_moves"):
        karma = parameters.integer("karma")
        yield Limit("most_moves", Range(karma, None), f"a move leaves one of the {karma} karma")


def _needed(parameters: Parameters) -> Iterator[Limit]:
    """Of more karma than opens the exit, some can be taken away and nothing changes.

    A shortest way to win that picks up just as much needs none of the rest; one that picks up
    more wins as soon without any one of them.
    """
    karma, opens = parameters.integer("karma"), parameters.integer("karma_needed")
    if karma > opens:
        soldiers = parameters.integer("soldiers")
        share = -(-100 * (soldiers + opens) // (soldiers + karma))
        why = f"{opens} of {karma} karma open the exit, so only {opens} can be needed: set karma"
        yield Limit("needed_share", Range(None, share), f"{why}={opens}")


class Demands:
    """The ranges that a recipe has for the rating of a level and for the facts of its verdict."""

    def __init__(self, recipe: Recipe) -> None:
        asked = recipe.parameters.asked.items()
        wanted = {fact: range_ for fact, range_ in asked if not fact.late}
        self._rated = {fact: wanted[fact] for fact in wanted if fact.key in rating.FACTS}
        self._wanted = {fact: wanted[fact] for fact in wanted if fact not in self._rated}

    @property
    def keys(self) -> frozenset[str]:
        """The facts of the solver that are demanded something of."""
        return frozenset(fact.key for fact in self._wanted)

    @property
    def faults(self) -> tuple[str, ...]:
        """All that can be wrong, in the order in which it is looked at."""
        return tuple(_fault(fact) for fact in (*self._rated, *self._wanted))

    def rating_fault(self, board: MonkBoard) -> str | None:
        """What is wrong with the rating of a board, which takes no solver; None if nothing is."""
        return _first_fault(self._rated, rating.facts(board)) if self._rated else None

    def fault_of(self, facts: Mapping[str, Any]) -> str | None:
        """The first fact of the solver that is not as demanded, in words; None if all are."""
        return _first_fault(self._wanted, facts)


def _first_fault(wanted: Mapping[Parameter, Range], facts: Mapping[str, Any]) -> str | None:
    faults = (_fault(fact) for fact, range_ in wanted.items() if fact.found_in(facts) not in range_)
    return next(faults, None)


def _fault(fact: Parameter) -> str:
    return f"{fact.title} out of range"
