"""Limits on the facts about generated levels, and the ranges that a designer sets for facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.mazing_monk.cube import thesis_rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS
from engine.games.mazing_monk.generation.generation_arrays import build_site
from engine.games.mazing_monk.generation.parameters import (
    FORWARDS,
    NO,
    PARAMETERS,
    SWITCH,
    climbs_from_random,
)
from engine.stages.accepted_candidate_search import Limit, build_true_limits
from engine.stages.candidate import Recipe
from engine.values.parameter_schema import Parameter, Parameters, find_fact_outside
from engine.values.ranges import Range

_AT_LEAST_ONE = {
    **dict.fromkeys(("walks", "steps", "moves"), "the monk has to walk to collect karma"),
    "optimal_solutions": "all levels must be solvable",
    **dict.fromkeys(("states_seen", "expanded"), "every search sees at least one state"),
}
_NOT_ABOVE = {"lower_bound": "turns", "deadly_turns": "traps", "walks": "steps"}
"""A mapping from each fact to another fact that it never exceeds."""


def list_limits(recipe: Recipe) -> Iterator[Limit]:
    """Yield the limits that hold for every level made from a recipe.

    Raises:
        ParameterError: The parameters contradict each other, or the locked cells allow no level.
    """
    build_site(recipe)  # raises an error for impossible parameters
    parameters = recipe.parameters
    at_least_one = dict(_AT_LEAST_ONE)
    if parameters.get_word("keep_unsolvable") == SWITCH[NO] or parameters.get_integer("iterations"):
        yield from build_true_limits(PARAMETERS, "solvable")
    else:
        del at_least_one["optimal_solutions"]
    if recipe.sketch is None:
        yield from _limit_room(parameters)
        if parameters.get_word("mode") not in FORWARDS and not parameters.get_integer("iterations"):
            yield from _limit_needed_share(parameters)
    for key, why in at_least_one.items():
        yield Limit(key, Range(1, None), why)
    for key, other in _NOT_ABOVE.items():
        high = parameters.get_range(other).high
        if high is not None:
            yield Limit(
                key, Range(None, high), f"it cannot exceed {other}, which is at most {high}"
            )
    turns, walks = parameters.get_range("turns"), parameters.get_range("walks")
    # Every solution has at least one walk, because the monk must reach the exit.
    least = (turns.low or 0) + max(walks.low or 0, 1)
    most = None if turns.high is None or walks.high is None else turns.high + walks.high
    yield Limit(
        "moves", Range(least, most), f"it is the sum of turns and walks, {Range(least, most)}"
    )


def _limit_room(parameters: Parameters) -> Iterator[Limit]:
    """Limit the numbers of objects, which must all fit on the cube without sharing cells.

    If a climb starts from a random level, the obstacles on that level are included.
    """
    climbs, mode = climbs_from_random(parameters), parameters.get_word("mode")
    if not climbs and mode in FORWARDS:
        return  # ``build_site`` checks the mode ``formula``, and ``random`` ignores these numbers
    prefix = "start_" if climbs else ""
    keys = [f"{prefix}karma", f"{prefix}soldiers", *(["start_obstacles"] if climbs else [])]
    taken = sum(map(parameters.get_integer, keys))
    for key in keys:
        most = CELLS - 1 - taken + parameters.get_integer(key)
        why = f"the monk and {' and '.join(keys)} must fit on {CELLS} cells"
        yield Limit(key, Range(None, most), why)
    if not climbs and parameters.get_integer("most_moves"):
        karma = parameters.get_integer("karma")
        yield Limit(
            "most_moves", Range(karma, None), f"each move places at most one of the {karma} karma"
        )


def _limit_needed_share(parameters: Parameters) -> Iterator[Limit]:
    """Limit the share of needed objects if there is more karma than the exit needs.

    If a shortest solution collects exactly as much karma as the exit needs, no other karma is
    needed. If it collects more, it wins just as fast without any one piece of that karma.
    """
    karma, opens = parameters.get_integer("karma"), parameters.get_integer("karma_needed")
    if karma > opens:
        soldiers = parameters.get_integer("soldiers")
        # Round the percentage up.
        share = -(-100 * (soldiers + opens) // (soldiers + karma))
        why = f"{opens} of {karma} karma open the exit, so no more can be needed; set karma"
        yield Limit("needed_share", Range(None, share), f"{why}={opens}")


class FactRanges:
    """The ranges that a recipe sets for the rating and the solver's facts."""

    def __init__(self, recipe: Recipe) -> None:
        asked = recipe.parameters.demands.items()
        wanted = {fact: range_ for fact, range_ in asked if not fact.late}
        self._rated = {fact: wanted[fact] for fact in wanted if fact.key in thesis_rating.FACTS}
        self._wanted = {fact: wanted[fact] for fact in wanted if fact not in self._rated}

    @property
    def keys(self) -> frozenset[str]:
        """The names of the solver's facts for which the recipe sets a range."""
        return frozenset(fact.key for fact in self._wanted)

    @property
    def faults(self) -> tuple[str, ...]:
        """The descriptions of all possible faults, in the order in which the facts are checked."""
        return tuple(_format_fault(fact) for fact in (*self._rated, *self._wanted))

    def find_rating_fault(self, board: MonkBoard) -> str | None:
        """Describe the first rating fact that is out of range, or return None if none is."""
        # Most recipes do not constrain the rating, and then it need not be computed.
        facts = thesis_rating.build_rating_facts(board) if self._rated else {}
        return _find_fault(self._rated, facts)

    def find_fault(self, facts: Mapping[str, Any]) -> str | None:
        """Describe the first solver fact that is out of range, or return None if none is."""
        return _find_fault(self._wanted, facts)


def _find_fault(wanted: Mapping[Parameter, Range], facts: Mapping[str, Any]) -> str | None:
    fact = find_fact_outside(wanted, facts)
    return _format_fault(fact) if fact else None


def _format_fault(fact: Parameter) -> str:
    return f"{fact.full_title} out of range"
