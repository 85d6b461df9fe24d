"""What no generated level of the monk goes beyond, by the rules and the parameters alone."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.mazing_monk.cube.cube import CELLS
from engine.games.mazing_monk.generate.parameters import PARAMETERS, climbs_from_random
from engine.generate.demands import Limit, certain
from engine.generate.generation import Recipe
from engine.values.parameters import Parameters, Range

_AT_LEAST_ONE = {
    "walks": "karma lies where the monk has to walk",
    "steps": "karma lies where the monk has to walk",
    "moves": "karma lies where the monk has to walk",
    "optimal_solutions": "only solvable levels are kept",
    "states_seen": "the search begins with one",
    "expanded": "the search begins with one",
}
_NOT_ABOVE = {"lower_bound": "turns", "deadly_turns": "traps", "walks": "steps"}
"""Facts that are never more than others are."""


def limits(recipe: Recipe) -> Iterator[Limit]:
    """What no level of a recipe goes beyond."""
    parameters = recipe.parameters
    yield from certain(PARAMETERS, "solvable")
    if recipe.sketch is None:
        yield from _room(parameters)
    for key, why in _AT_LEAST_ONE.items():
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
    climbs = climbs_from_random(parameters)
    prefix = "start_" if climbs else ""
    keys = [f"{prefix}karma", f"{prefix}soldiers", *(["start_obstacles"] if climbs else [])]
    taken = sum(map(parameters.integer, keys))
    for key in keys:
        most = CELLS - 1 - taken + parameters.integer(key)
        why = f"the monk and {' and '.join(keys)} share no cell of the {CELLS}"
        yield Limit(key, Range(None, most), why)
    if not climbs:
        karma = parameters.integer("karma")
        yield Limit("most_moves", Range(karma, None), f"a move leaves one of the {karma} karma")
