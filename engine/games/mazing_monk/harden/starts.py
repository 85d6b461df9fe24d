"""The levels that a search for hard levels begins with, as codes of tiles."""

from __future__ import annotations

import numpy as np

from engine.errors import ParameterError
from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE
from engine.games.mazing_monk.generate import workplace
from engine.games.mazing_monk.generate.attempting import first_candidate
from engine.games.mazing_monk.generate.making import TILES
from engine.jit.marks import Longs, Words
from engine.staging.generation import Recipe
from engine.values.budget import Control
from engine.values.rng import below

_CONTENTS = (
    ("start_karma", codes.KARMA),
    ("start_soldiers", codes.SOLDIERS),
    ("start_obstacles", codes.OBSTACLE),
)


def generated_tiles(recipe: Recipe) -> Longs | None:
    """The tiles of the level that an attempt leads to; None if it leads to none.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    site, bench, attempt = workplace.site_of(recipe), workplace.bench_of(recipe), recipe.attempt
    if first_candidate(site, recipe.seed, attempt, 1, Control().cells, bench) != attempt:
        return None
    tiles: Longs = site.layout[TILES, workplace.ENTRY]
    tiles[ENTRANCE] = codes.PATH
    return tiles


def random_tiles(recipe: Recipe, stream: Words) -> Longs:
    """Tiles at random, as many of each kind as a recipe says, path for the rest.

    Locked cells are as they are, and count.

    Raises:
        ParameterError: there is no room for so many.
    """
    tiles, sketch = np.full(CELLS, codes.PATH, np.int64), workplace.sketch_of(recipe)
    free = workplace.free_cells(recipe)
    locked: list[int] = []
    if sketch is not None:
        locked = sorted(sketch.locked - {ENTRANCE})
        tiles[locked] = np.array(sketch.codes(), np.int64)[locked]
    filled = 0
    for key, code in _CONTENTS:
        number = recipe.parameters.integer(key) - int((tiles[locked] == code).sum())
        number = max(number, 0)
        if filled + number > len(free):
            raise ParameterError(f"{key}: no room for so many with the others and locked cells")
        tiles[free[filled : filled + number]] = code
        filled += number
    for last in range(len(free) - 1, 0, -1):
        one, other = free[last], free[below(stream, last + 1)]
        tiles[one], tiles[other] = tiles[other], tiles[one]
    return tiles
