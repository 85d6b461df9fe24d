"""The levels that a climb can start from, as tile codes."""

from __future__ import annotations

import numpy as np

from engine.errors import ParameterError
from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE
from engine.games.mazing_monk.generation import generation_arrays
from engine.games.mazing_monk.generation.candidate_attempts import find_first_candidate
from engine.games.mazing_monk.generation.rewound_cube import TILES
from engine.jit.decorators import Longs, Words
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.rng import draw_below

_CONTENTS = (
    ("start_karma", cube_codes.KARMA),
    ("start_soldiers", cube_codes.SOLDIERS),
    ("start_obstacles", cube_codes.OBSTACLE),
)


def generate_tiles(recipe: Recipe) -> Longs | None:
    """Generate the tiles for a recipe's level; return None if its attempt is rejected.

    Raises:
        ParameterError: The parameters contradict each other, or the locked cells allow no level.
    """
    site, buffers, attempt = (
        generation_arrays.build_site(recipe),
        generation_arrays.build_rewind(recipe),
        recipe.attempt,
    )
    if (
        find_first_candidate(site, recipe.seed, attempt, 1, Control().shared_cells, buffers)
        != attempt
    ):
        return None
    tiles: Longs = site.layout[TILES, generation_arrays.NET_INDICES]
    tiles[ENTRANCE] = cube_codes.PATH
    return tiles


def draw_random_tiles(recipe: Recipe, stream: Words) -> Longs:
    """Return random tiles, with as many of each kind as the recipe asks for and path elsewhere.

    Locked cells keep their tiles, which count towards these numbers.

    Raises:
        ParameterError: There are not enough free cells.
    """
    tiles, sketch = np.full(CELLS, cube_codes.PATH, np.int64), generation_arrays.get_sketch(recipe)
    free = generation_arrays.list_free_cells(recipe)
    locked: list[int] = []
    if sketch is not None:
        locked = sorted(sketch.locked - {ENTRANCE})
        tiles[locked] = np.array(sketch.list_codes(), np.int64)[locked]
    filled = 0
    for key, code in _CONTENTS:
        number = recipe.parameters.get_integer(key) - int((tiles[locked] == code).sum())
        number = max(number, 0)
        if filled + number > len(free):
            raise ParameterError(f"{key}: no room for this many with the others and locked cells")
        tiles[free[filled : filled + number]] = code
        filled += number
    # A Fisher-Yates shuffle makes all arrangements on the free cells equally likely.
    for last in range(len(free) - 1, 0, -1):
        one, other = free[last], free[draw_below(stream, last + 1)]
        tiles[one], tiles[other] = tiles[other], tiles[one]
    return tiles
