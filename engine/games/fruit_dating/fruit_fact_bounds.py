"""Limits on the facts of generated levels that follow from the rules and the parameters alone."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.fruit_dating import fruit_codes
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.generator import create_recipe_site
from engine.games.fruit_dating.parameters import BACKWARDS, PARAMETERS, SHAPES
from engine.stages.accepted_candidate_search import ZERO, Limit, build_true_limits
from engine.stages.candidate import Recipe
from engine.tiles.candidate_arrays import list_graph_limits
from engine.values.parameter_schema import Parameters
from engine.values.ranges import Range

_WEIGHT_PREFIXES = {
    "blockers": "blocker",
    "one_ways": "one_way",
    "mud": "mud",
    "anteaters": "anteater",
    "hedgehogs": "hedgehog",
}
"""A mapping from each parameter that sets a number of objects to the prefix of the parameters that
set their weights."""


def list_limits(recipe: Recipe) -> Iterator[Limit]:
    """Yield the limits that hold for every level that a recipe can generate.

    Raises:
        ParameterError: Parameters contradict each other.
    """
    create_recipe_site(recipe)  # raises an error for impossible parameters
    parameters, held = recipe.parameters, _list_locked_glyphs(recipe)
    yield from build_true_limits(PARAMETERS, "solvable", "complete")
    fruit = sum(1 for glyph in held if glyph in fruit_codes.FRUIT_GLYPHS)
    if not _can_weigh(recipe, "fruit", "fruit"):
        yield Limit("pairs", Range(None, fruit // 2), _explain_zero_weights("fruit"))
    for key, prefix in _WEIGHT_PREFIXES.items():
        if not _can_weigh(recipe, key, prefix):
            yield Limit(key, ZERO, _explain_zero_weights(prefix.replace("_", "-")))
    # A sketch may have several free areas that the generator must keep.
    if recipe.sketch is None:
        yield Limit("regions", Range(1, 1), "only the largest free area is kept")
    yield from _list_space_limits(parameters)
    yield from list_graph_limits(parameters, parameters.get_range("moves").low or 0)
    if parameters.get_word("fruit_mode") == BACKWARDS:
        most = max(_get_high_end(parameters, "backward_moves"), _get_high_end(parameters, "pairs"))
        why = f"backwards placement makes solutions of at most {most} moves"
        yield Limit("moves", Range(None, most), why)
        for key, lines in (("rows", "rows"), ("cols", "columns")):
            inner = Range(1, parameters.get_integer(key) - 2)
            why = f"the {lines} within the border are {inner.low} to {inner.high}"
            yield Limit(f"ending_{key}", inner, why)
    dangers = [
        key for key in ("mud", "hedgehogs") if _can_weigh(recipe, key, _WEIGHT_PREFIXES[key])
    ]
    if not any(parameters.get_range(key).high for key in dangers) and not {"~", "h"} & set(held):
        yield Limit("losing_moves", ZERO, "without mud and hedgehogs no move loses")


def _get_high_end(parameters: Parameters, key: str) -> int:
    """Return the upper end of a parameter's range, or the maximum allowed if it has none."""
    return parameters.get_range(key).high or PARAMETERS[key].high


def _list_locked_glyphs(recipe: Recipe) -> list[str]:
    """Return the glyphs for the tiles and pieces on the locked cells of a recipe's sketch."""
    sketch = recipe.sketch
    if not isinstance(sketch, FruitBoard):
        return []
    planes = sketch.tiles, sketch.pieces
    return [grid[row][col] for grid in planes for row, col in sketch.list_locked_cells()]


def _can_weigh(recipe: Recipe, key: str, prefix: str) -> bool:
    """Return True if at least one tile can have a weight above 0 for one kind of object.

    Args:
        recipe: The recipe, which may contain painted weights.
        key: The key of the parameter that sets the number of these objects. Spelt with hyphens, it
            is also the name of the stage whose weights may be painted.
        prefix: The prefix of the keys of the parameters that set the weights for these objects.
    """
    parameters, painted = recipe.parameters, recipe.weights.get(key.replace("_", "-"))
    if painted is not None:
        inside = [weight for line in painted.rows[1:-1] for weight in line[1:-1]]
        # A cell without a painted weight (None) uses the weight for its shape.
        if any(inside) or None not in inside:
            return any(inside)
    keys = [f"{prefix}_{shape}" for shape in SHAPES]
    drawn = (parameters.get_integer(f"{key}_random") for key in keys)
    # The random part is always less than its parameter, so a parameter of 1 adds 0.
    return any(map(parameters.get_integer, keys)) or max(drawn) > 1


def _explain_zero_weights(thing: str) -> str:
    return f"all weights for {thing} are 0"


def _list_space_limits(parameters: Parameters) -> Iterator[Limit]:
    """Yield the limits that exist because each cell and each edge can hold only one object."""
    rows, cols = parameters.get_integer("rows") - 2, parameters.get_integer("cols") - 2
    takes = {"pairs": 2, "mud": 1, "anteaters": 1, "hedgehogs": 1}
    least = {key: each * (parameters.get_range(key).low or 0) for key, each in takes.items()}
    why = f"fruit, mud and animals cannot share tiles, and only {rows * cols} lie within the border"
    for key, each in takes.items():
        others = sum(least.values()) - least[key]
        yield Limit(key, Range(None, (rows * cols - others) // each), why)
    edges = rows * (cols - 1) + cols * (rows - 1)
    yield Limit("one_ways", Range(None, edges), f"the board has {edges} edges between tiles")
