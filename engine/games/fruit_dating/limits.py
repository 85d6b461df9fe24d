"""What no generated level of Fruit Dating goes beyond, by the rules and the parameters alone."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.fruit_dating import codes
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.parameters import BACKWARDS, PARAMETERS
from engine.staging.demands import NONE, Limit, certain
from engine.staging.generation import Recipe
from engine.tiles.generator import graph_limits
from engine.values.parameters import Parameters
from engine.values.ranges import Range

_SHAPES = ("dead_end", "corner", "corridor", "open")
_WEIGHED = {
    "blockers": "blocker",
    "one_ways": "one_way",
    "mud": "mud",
    "anteaters": "anteater",
    "hedgehogs": "hedgehog",
}
"""Parameters that say how much there is to be of a thing, with the prefix of its weights."""


def limits(recipe: Recipe) -> Iterator[Limit]:
    """What no level of a recipe goes beyond."""
    parameters, held = recipe.parameters, _held(recipe)
    yield from certain(PARAMETERS, "solvable", "complete")
    fruit = sum(1 for glyph in held if glyph in codes.FRUIT_GLYPHS)
    if not _can_weigh(recipe, "fruit", "fruit"):
        yield Limit("pairs", Range(None, fruit // 2), _weightless("fruit"))
    for key, prefix in _WEIGHED.items():
        if not _can_weigh(recipe, key, prefix):
            yield Limit(key, NONE, _weightless(prefix.replace("_", "-")))
    if recipe.sketch is None:
        yield Limit("regions", Range(1, 1), "of all free areas the largest one is kept")
    yield from _room(parameters)
    yield from graph_limits(parameters, parameters.range("moves").low or 0)
    if parameters.word("fruit_mode") == BACKWARDS:
        most = max(_most(parameters, "backward_moves"), _most(parameters, "pairs"))
        why = f"fruit is placed backwards by {most} moves at most, and they win"
        yield Limit("moves", Range(None, most), why)
        for key, lines in (("rows", "rows"), ("cols", "columns")):
            inner = Range(1, parameters.integer(key) - 2)
            why = f"within the border are the {lines} {inner.low} to {inner.high}"
            yield Limit(f"ending_{key}", inner, why)
    dangers = [key for key in ("mud", "hedgehogs") if _can_weigh(recipe, key, _WEIGHED[key])]
    if not any(parameters.range(key).high for key in dangers) and not {"~", "h"} & set(held):
        yield Limit("losing_moves", NONE, "nothing loses without mud and hedgehogs")


def _most(parameters: Parameters, key: str) -> int:
    """The upper end of a range that has one."""
    return parameters.range(key).high or PARAMETERS[key].high


def _held(recipe: Recipe) -> list[str]:
    """The tiles and pieces of a recipe's locked cells."""
    sketch = recipe.sketch
    if not isinstance(sketch, FruitBoard):
        return []
    planes = sketch.tiles, sketch.pieces
    return [grid[row][col] for grid in planes for row, col in sketch.locked_cells()]


def _can_weigh(recipe: Recipe, key: str, prefix: str) -> bool:
    """Whether any tile can have a weight for a thing; a number below 1 is 0.

    Its own weights have a ``prefix``, those painted by hand are for the stage of its ``key``.
    """
    parameters, painted = recipe.parameters, recipe.weights.get(key.replace("_", "-"))
    if painted is not None:
        inside = [weight for line in painted.rows[1:-1] for weight in line[1:-1]]
        if any(inside) or None not in inside:
            return any(inside)
    keys = [f"{prefix}_{shape}" for shape in _SHAPES]
    drawn = (parameters.integer(f"{key}_random") for key in keys)
    return any(map(parameters.integer, keys)) or max(drawn) > 1


def _weightless(thing: str) -> str:
    return f"all weights for {thing} are 0"


def _room(parameters: Parameters) -> Iterator[Limit]:
    """Fruit, mud and animals do not share tiles, and gates need an edge each."""
    rows, cols = parameters.integer("rows") - 2, parameters.integer("cols") - 2
    takes = {"pairs": 2, "mud": 1, "anteaters": 1, "hedgehogs": 1}
    least = {key: each * (parameters.range(key).low or 0) for key, each in takes.items()}
    why = f"fruit, mud and animals share no tile, and within the border are {rows * cols}"
    for key, each in takes.items():
        others = sum(least.values()) - least[key]
        yield Limit(key, Range(None, (rows * cols - others) // each), why)
    edges = rows * (cols - 1) + cols * (rows - 1)
    yield Limit("one_ways", Range(None, edges), f"there are {edges} edges between tiles")
