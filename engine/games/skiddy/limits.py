"""What no generated level of Skiddy goes beyond, by the rules and the parameters alone."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.codes import KINDS
from engine.games.skiddy.fun import FAIR
from engine.games.skiddy.parameters import EXTRA_KINDS, PARAMETERS
from engine.staging.demands import NONE, Limit, certain
from engine.staging.generation import Recipe
from engine.tiles.generator import graph_limits
from engine.values.parameters import Parameters
from engine.values.ranges import ANY, Range

_OF_FAIR = ("perfect", "fun")
"""What only levels with three stars have."""


def asks_for_fair(parameters: Parameters) -> bool:
    """Whether something is demanded that only levels with three stars have."""
    return bool(_demanded(parameters))


def _demanded(parameters: Parameters) -> list[str]:
    """Which of them are demanded; all moves for Perfect, and what goes unsaid, ask nothing."""
    perfect, unsaid = PARAMETERS["perfect"], PARAMETERS.defaults(parameters.values)["perfect"]
    nothing = {"perfect": (unsaid, Range(perfect.low, perfect.high)), "fun": (ANY,)}
    return [key for key in _OF_FAIR if parameters.range(key) not in nothing[key]]


def limits(recipe: Recipe) -> Iterator[Limit]:
    """What no level of a recipe goes beyond."""
    parameters = recipe.parameters
    yield from certain(PARAMETERS, "solvable", "complete")
    for key in _demanded(parameters):
        said = f"{key}: only levels with {FAIR} stars have it, and it is asked for"
        yield Limit("stars", Range(FAIR, FAIR), said)
    stars, shortest = parameters.range("stars").low or 0, parameters.range("moves").low or 0
    if asks_for_fair(parameters) or stars >= FAIR:
        perfect = parameters.range("perfect")
        yield Limit(
            "moves", perfect, f"with {FAIR} stars they are the moves for Perfect, {perfect}"
        )
        yield Limit("max_combo.moves", perfect, f"they are the moves for Perfect, {perfect}")
        longer = f"with {FAIR} stars it is not shorter than the moves for Perfect, {perfect}"
        yield Limit("no_combo.moves", Range(perfect.low, None), longer)
        yield Limit("fun.lead", Range(0, None), f"with {FAIR} stars the other way is not shorter")
        stars, shortest = FAIR, max(shortest, perfect.low or 0)
    if stars > 1:
        for kind in KINDS:
            for key in (f"{kind}.moves", f"{kind}.shortest_solutions", f"winning_edges.{kind}"):
                why = f"levels with {stars} stars can be won both ways"
                yield Limit(key, Range(1, None), why)
    if stars > 0:
        yield Limit("dead_states", NONE, "levels with dead ends have no star")
    yield from _room(recipe)
    yield from graph_limits(parameters, shortest)


def _room(recipe: Recipe) -> Iterator[Limit]:
    """Blocks, pits and pieces do not share cells."""
    parameters = recipe.parameters
    rows, cols = parameters.integer("rows"), parameters.integer("cols")
    inside = (rows - 2) * (cols - 2)
    if not (isinstance(recipe.sketch, SkiddyBoard) and recipe.sketch.locked):
        static = inside * (parameters.range("static").low or 0) // 100
        kinds = ("reds", *EXTRA_KINDS)
        least = {key: parameters.range(key).low or 0 for key in kinds}
        pieces = sum(least.values())
        why = f"blocks, pits and pieces share no cell, and within the border are {inside}"
        for key in kinds:
            yield Limit(key, Range(None, inside - static - pieces + least[key]), why)
        yield Limit("static", Range(None, (100 * (inside - pieces) + 99) // inside), why)
    exits = 2 * (rows + cols - 4)
    for key, needed in (("red_goals", True), ("blue_goals", bool(parameters.range("blues").low))):
        if needed:
            yield Limit(key, Range(None, exits), f"the border has {exits} cells for exits")
