"""Limits on the facts of generated levels that follow from the rules and the parameters alone."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.fun_rating import FAIR_STARS
from engine.games.skiddy.generator import create_recipe_site
from engine.games.skiddy.parameters import EXTRA_KINDS, PARAMETERS, list_fair_constraints
from engine.games.skiddy.skiddy_codes import WIN_KINDS
from engine.stages.accepted_candidate_search import ZERO, Limit, build_true_limits
from engine.stages.candidate import Recipe
from engine.tiles.candidate_arrays import list_graph_limits
from engine.values.ranges import Range


def list_limits(recipe: Recipe) -> Iterator[Limit]:
    """Yield the limits that hold for every level that a recipe can generate.

    Raises:
        ParameterError: Parameters contradict each other, or a locked cell breaks a rule.
    """
    create_recipe_site(recipe)  # raises an error for impossible parameters
    parameters = recipe.parameters
    yield from build_true_limits(PARAMETERS, "solvable", "complete")
    fair = list_fair_constraints(parameters)
    for key in fair:
        said = f"{key} is set, and only levels with {FAIR_STARS} stars have it"
        yield Limit("stars", Range(FAIR_STARS, FAIR_STARS), said)
    stars, shortest = parameters.get_range("stars").low or 0, parameters.get_range("moves").low or 0
    if fair or stars >= FAIR_STARS:
        perfect = parameters.get_range("perfect")
        yield Limit(
            "moves", perfect, f"with {FAIR_STARS} stars it equals the moves for Perfect, {perfect}"
        )
        yield Limit("max_combo.moves", perfect, f"it equals the moves for Perfect, {perfect}")
        longer = f"with {FAIR_STARS} stars it is at least the moves for Perfect, {perfect}"
        yield Limit("no_combo.moves", Range(perfect.low, None), longer)
        yield Limit(
            "fun.lead",
            Range(0, None),
            f"with {FAIR_STARS} stars no solution without maximum combo is shorter",
        )
        # Every level has three stars here, even if the parameter ``stars`` allows fewer.
        stars, shortest = FAIR_STARS, max(shortest, perfect.low or 0)
    if stars > 1:
        for kind in WIN_KINDS:
            for key in (f"{kind}.moves", f"{kind}.shortest_solutions", f"winning_edges.{kind}"):
                why = f"levels with {stars} stars can be won with and without maximum combo"
                yield Limit(key, Range(1, None), why)
    if stars > 0:
        yield Limit("dead_states", ZERO, "levels with dead ends have no stars")
    yield from _list_space_limits(recipe)
    yield from list_graph_limits(parameters, shortest)


def _list_space_limits(recipe: Recipe) -> Iterator[Limit]:
    """Yield the limits that exist because each cell can hold only one object."""
    parameters = recipe.parameters
    rows, cols = parameters.get_integer("rows"), parameters.get_integer("cols")
    inside = (rows - 2) * (cols - 2)
    # Locked cells may already hold objects, and then the remaining space is not known.
    if not (isinstance(recipe.sketch, SkiddyBoard) and recipe.sketch.locked):
        static = inside * (parameters.get_range("static").low or 0) // 100
        kinds = ("reds", *EXTRA_KINDS)
        least = {key: parameters.get_range(key).low or 0 for key in kinds}
        pieces = sum(least.values())
        why = f"blocks, pits and pieces cannot share cells, and only {inside} lie within the border"
        for key in kinds:
            yield Limit(key, Range(None, inside - static - pieces + least[key]), why)
        yield Limit("static", Range(None, (100 * (inside - pieces) + 99) // inside), why)
    # Exits can be on all border cells except the corners.
    exits = 2 * (rows + cols - 4)
    for key, needed in (
        ("red_goals", True),
        ("blue_goals", bool(parameters.get_range("blues").low)),
    ):
        if needed:
            yield Limit(key, Range(None, exits), f"the border has room for {exits} exits")
