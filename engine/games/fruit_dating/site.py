"""A recipe as the generator's kernels take it."""

from __future__ import annotations

import numpy as np

from engine.arrays import Longs
from engine.errors import ParameterError
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.compiled import layers_of
from engine.games.fruit_dating.layout import FOLLOWS, LAYERS, SCRATCH_SIZE, Site
from engine.games.fruit_dating.parameters import STAGE_NAMES, settings_of
from engine.generation import LOG_COLUMNS, Recipe
from engine.grid import SYMMETRY_NAMED, cells_of


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
    return Site(
        settings_of(parameters),
        locked,
        layout,
        layout.copy(),
        _streams(recipe),
        rows,
        cols,
        np.zeros(1, np.uint64),
        np.zeros((room, len(LOG_COLUMNS)), np.int64),
        np.zeros(SCRATCH_SIZE, np.int64),
    )


def _streams(recipe: Recipe) -> Longs:
    """What names the random numbers of every stage."""
    streams = []
    for name in STAGE_NAMES:
        stream = recipe.stream(name)
        kept = (stream.seed, stream.attempt) if name in recipe.kept else (FOLLOWS, FOLLOWS)
        streams.append((*kept, stream.reroll))
    return np.array(streams, np.int64)
