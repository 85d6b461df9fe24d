"""A recipe as the generator's kernels take it."""

from __future__ import annotations

import numpy as np

from engine.errors import ParameterError
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.compiled import layers_of
from engine.games.fruit_dating.layout import LAYERS, SCRATCH_SIZE
from engine.games.fruit_dating.parameters import PARAMETERS, STAGE_NAMES
from engine.generation import Recipe
from engine.grid import SYMMETRY_NAMED, cells_of
from engine.staging import Site, new_site


def site_of(recipe: Recipe, room: int = 0) -> Site:
    """Prepares to make candidates of a recipe, with a log of ``room`` events.

    Raises:
        ParameterError: parameters that do not go together.
    """
    parameters, sketch = recipe.parameters, recipe.sketch
    rows, cols = parameters.integer("rows"), parameters.integer("cols")
    symmetry = SYMMETRY_NAMED.get(parameters.word("symmetry"))
    if symmetry is not None and symmetry.swaps and rows != cols:
        raise ParameterError(f"symmetry: {symmetry.name} needs as many rows as columns")
    locked = np.zeros(rows * cols, np.int64)
    layout = np.zeros((LAYERS, rows * cols), np.int64)
    if isinstance(sketch, FruitBoard) and sketch.locked is not None:
        if (sketch.rows, sketch.cols) != (rows, cols):
            raise ParameterError(
                f"rows, cols: the locked cells are on a board of {sketch.rows} by {sketch.cols}, "
                f"not {rows} by {cols}"
            )
        locked[:] = [mark == "x" for _, _, mark in cells_of(sketch.locked)]
        for layer, values in enumerate(layers_of(sketch)):
            layout[layer] = values * locked
    return new_site(recipe, PARAMETERS, STAGE_NAMES, locked, layout, SCRATCH_SIZE, room)
