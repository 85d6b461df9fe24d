"""Functions that convert recipes to arrays for the generator's kernels, and arrays to boards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.errors import ParameterError
from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, EXIT
from engine.games.mazing_monk.cube.net import CELL_AT, COLS, PLACES, ROWS
from engine.games.mazing_monk.generation import rewound_cube
from engine.games.mazing_monk.generation.parameters import (
    BY_FORMULA,
    BY_PUBLISHED,
    FORWARDS,
    MAX_MOVES,
    MODES,
    STAGE_NAMES,
    climbs_from_random,
)
from engine.games.mazing_monk.generation.rewound_cube import CubeRewind
from engine.jit.decorators import Longs
from engine.stages.candidate import Recipe
from engine.stages.painted_weight_checks import require_painted_shape
from engine.stages.stage_workspace import Site, create_stage_site
from engine.values.parameter_schema import Parameters

_LONGEST_WALK = 9
NET_INDICES = [row * COLS + col for row, col in PLACES]
"""The index of each cell in a plane of the layout."""
_GLYPHS = dict(enumerate(cube_codes.TILE_GLYPHS)) | {
    cube_codes.PROTECTIVE: cube_codes.OBSTACLE_GLYPH,
    rewound_cube.MONK: cube_codes.MONK_GLYPH,
}
"""The glyph in level files for each value in a layout's plane of tiles."""


def get_sketch(recipe: Recipe) -> MonkBoard | None:
    """Return the board whose locked cells a recipe's levels must keep, or None if there is none."""
    return recipe.sketch if isinstance(recipe.sketch, MonkBoard) else None


def build_site(recipe: Recipe, room: int = 0) -> Site:
    """Build the site for generating a recipe's levels, with room for ``room`` events in its log.

    Raises:
        ParameterError: The parameters contradict each other, or the locked cells allow no level.
    """
    _require_consistent(recipe)
    layout = np.zeros((rewound_cube.PLANES, ROWS * COLS), np.int64)
    # The layout covers the whole net, and half of the places in the net are not cells.
    layout[rewound_cube.TILES] = rewound_cube.OUTSIDE
    layout[rewound_cube.TILES, NET_INDICES] = cube_codes.OBSTACLE
    locked = np.zeros(ROWS * COLS, np.int64)
    sketch = get_sketch(recipe)
    if sketch is not None:
        locked[[NET_INDICES[cell] for cell in sorted(sketch.locked)]] = 1
    return create_stage_site(recipe, STAGE_NAMES, locked, layout, 1, room, (ROWS, COLS))


def build_rewind(recipe: Recipe) -> CubeRewind:
    """Allocate the cube for generating a recipe's levels."""
    parameters = recipe.parameters
    actions = parameters.get_integer("most_moves") or MAX_MOVES
    actions += sum(map(parameters.get_integer, ("seek_turns", "scramble_turns")))
    # There may also be a walk to the entrance and one more action.
    buffers = rewound_cube.new_rewind(actions + _LONGEST_WALK + 1)
    sketch = get_sketch(recipe)
    if sketch is not None:
        buffers.wanted[:] = sketch.list_codes()
    return buffers


def _require_consistent(recipe: Recipe) -> None:
    parameters, sketch = recipe.parameters, get_sketch(recipe)
    _require_room(parameters)
    if parameters.get_integer("iterations") and parameters.get_word("verify") == BY_PUBLISHED:
        raise ParameterError(
            "verify: expected usual, because iterations prove their levels, found published"
        )
    key = "start_karma" if climbs_from_random(parameters) else "karma"
    karma, needed = parameters.get_integer(key), parameters.get_integer("karma_needed")
    if karma < needed:
        raise ParameterError(f"{key}: expected at least the {needed} needed, found {karma}")
    _require_paintable(recipe)
    if sketch is None:
        return
    # Locked cells must agree with the rule that the monk begins on the entrance.
    for cell in sorted(sketch.locked):
        has_monk = sketch.cells[cell] == cube_codes.MONK_GLYPH
        if has_monk != (cell == ENTRANCE):
            row, col = PLACES[cell]
            what = "the monk can be locked on the entrance only, and nothing else there"
            raise ParameterError(f"locked: row {row}, column {col}: {what}")


def _require_paintable(recipe: Recipe) -> None:
    """Reject painted weights that the mode ignores or that leave too few cells for soldiers."""
    painted, parameters = recipe.weights.get(STAGE_NAMES[0]), recipe.parameters
    if painted is None:
        return
    key = f"weights.{STAGE_NAMES[0]}"
    if parameters.get_word("mode") in FORWARDS or parameters.get_integer("iterations"):
        raise ParameterError(f"{key}: expected a mode that plays backwards, without iterations")
    require_painted_shape(STAGE_NAMES[0], painted, ROWS, COLS)
    weights = painted.cells
    for row, col in weights:
        if (row, col) not in CELL_AT:
            raise ParameterError(f"{key}: row {row}, column {col}: the net has no cell there")
    # A cell without a painted weight has weight 1.
    room = sum(weights.get(PLACES[cell], 1) > 0 for cell in range(CELLS) if cell != EXIT)
    if room < parameters.get_integer("soldiers"):
        soldiers = parameters.get_integer("soldiers")
        raise ParameterError(f"{key}: expected {soldiers} cells with a weight, found {room}")


def _require_room(parameters: Parameters) -> None:
    """In the mode ``formula``, reject parameters that ask for more objects than there are cells."""
    if parameters.get_word("mode") != MODES[BY_FORMULA] or climbs_from_random(parameters):
        return
    least = parameters.get_range("obstacles").low or 0
    taken = parameters.get_integer("karma") + parameters.get_integer("soldiers") + least
    if taken >= CELLS:
        raise ParameterError(
            f"obstacles: the monk, karma, soldiers and {least} obstacles must fit on "
            f"{CELLS} cells, found {taken + 1}"
        )


def list_free_cells(recipe: Recipe) -> Longs:
    """Return the cells that are neither locked nor the entrance, in ascending order."""
    sketch = get_sketch(recipe)
    fixed = {ENTRANCE} | (sketch.locked if sketch is not None else set())
    return np.array([cell for cell in range(CELLS) if cell not in fixed], np.int64)


def build_board(recipe: Recipe, layout: Longs) -> MonkBoard:
    """Build a board from a layout, with the locks and unknown keys of the recipe's sketch."""
    return build_tile_board(recipe, layout[rewound_cube.TILES, NET_INDICES].tolist())


def build_tile_board(recipe: Recipe, tiles: Sequence[int]) -> MonkBoard:
    """Build a board as :func:`build_board` does, given the tile value of each cell."""
    protective = frozenset[int]()
    if cube_codes.PROTECTIVE in tiles:
        protective = frozenset(n for n, code in enumerate(tiles) if code == cube_codes.PROTECTIVE)
    cells = "".join([_GLYPHS[code] for code in tiles])
    needed = recipe.parameters.get_integer("karma_needed")
    sketch = get_sketch(recipe)
    if sketch is None:
        return MonkBoard(cells, needed, protective=protective)
    return MonkBoard(cells, needed, sketch.locked, protective, sketch.extra)
