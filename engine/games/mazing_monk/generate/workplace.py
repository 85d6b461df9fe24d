"""From recipes to the arrays that the generator's kernels work with, and back to boards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.errors import ParameterError
from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, EXIT
from engine.games.mazing_monk.cube.net import CELL_AT, COLS, PLACES, ROWS
from engine.games.mazing_monk.generate import making
from engine.games.mazing_monk.generate.making import MakingBench
from engine.games.mazing_monk.generate.parameters import (
    BY_FORMULA,
    BY_PUBLISHED,
    FORWARDS,
    MODES,
    MOST_MOVES,
    STAGE_NAMES,
    climbs_from_random,
)
from engine.jit.marks import Longs
from engine.staging.generation import Recipe
from engine.staging.painting import require_painted_shape
from engine.staging.site import Site, new_site
from engine.values.parameters import Parameters

_LONGEST_WALK = 9
ENTRY = [row * COLS + col for row, col in PLACES]
"""Where cells stand in a plane of the layout."""
_GLYPHS = dict(enumerate(codes.TILE_GLYPHS)) | {
    codes.PROTECTIVE: codes.OBSTACLE_GLYPH,
    making.MONK: codes.MONK_GLYPH,
}
"""What a level file has for the tiles of the layout."""


def sketch_of(recipe: Recipe) -> MonkBoard | None:
    """The board that a recipe's level is made around, if any."""
    return recipe.sketch if isinstance(recipe.sketch, MonkBoard) else None


def site_of(recipe: Recipe, room: int = 0) -> Site:
    """Prepares to make levels of a recipe, with a log of ``room`` events.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    _require_sense(recipe)
    layout = np.zeros((making.PLANES, ROWS * COLS), np.int64)
    layout[making.TILES] = making.OUTSIDE
    layout[making.TILES, ENTRY] = codes.OBSTACLE
    locked = np.zeros(ROWS * COLS, np.int64)
    sketch = sketch_of(recipe)
    if sketch is not None:
        locked[[ENTRY[cell] for cell in sorted(sketch.locked)]] = 1
    return new_site(recipe, STAGE_NAMES, locked, layout, 1, room, (ROWS, COLS))


def bench_of(recipe: Recipe) -> MakingBench:
    """A bench for the levels of a recipe."""
    parameters = recipe.parameters
    actions = parameters.integer("most_moves") or MOST_MOVES
    actions += sum(map(parameters.integer, ("seek_turns", "scramble_turns")))
    bench = making.new_bench(actions + _LONGEST_WALK + 1)
    sketch = sketch_of(recipe)
    if sketch is not None:
        bench.wanted[:] = sketch.codes()
    return bench


def _require_sense(recipe: Recipe) -> None:
    parameters, sketch = recipe.parameters, sketch_of(recipe)
    _require_room(parameters)
    if parameters.integer("iterations") and parameters.word("verify") == BY_PUBLISHED:
        raise ParameterError(
            "verify: levels climbed to are proven; expected usual with iterations, found published"
        )
    key = "start_karma" if climbs_from_random(parameters) else "karma"
    karma, needed = parameters.integer(key), parameters.integer("karma_needed")
    if karma < needed:
        raise ParameterError(f"{key}: expected at least the {needed} needed, found {karma}")
    _require_ending(recipe)
    if sketch is None:
        return
    for cell in sorted(sketch.locked):
        has_monk = sketch.cells[cell] == codes.MONK_GLYPH
        if has_monk != (cell == ENTRANCE):
            row, col = PLACES[cell]
            what = "the monk can be locked on the entrance only, and nothing else there"
            raise ParameterError(f"locked: row {row}, column {col}: {what}")


def _require_ending(recipe: Recipe) -> None:
    """Refuses painted weights where no soldiers are placed by them, or too few can be."""
    painted, parameters = recipe.weights.get(STAGE_NAMES[0]), recipe.parameters
    if painted is None:
        return
    key = f"weights.{STAGE_NAMES[0]}"
    if parameters.word("mode") in FORWARDS or parameters.integer("iterations"):
        raise ParameterError(
            f"{key}: expected a mode that makes levels backwards from their end, without iterations"
        )
    require_painted_shape(STAGE_NAMES[0], painted, ROWS, COLS)
    weights = painted.cells
    for row, col in weights:
        if (row, col) not in CELL_AT:
            raise ParameterError(f"{key}: row {row}, column {col}: the net has no cell there")
    room = sum(weights.get(PLACES[cell], 1) > 0 for cell in range(CELLS) if cell != EXIT)
    if room < parameters.integer("soldiers"):
        soldiers = parameters.integer("soldiers")
        raise ParameterError(f"{key}: expected {soldiers} cells with a weight, found {room}")


def _require_room(parameters: Parameters) -> None:
    """Refuses a formula for more things than there are cells."""
    if parameters.word("mode") != MODES[BY_FORMULA] or climbs_from_random(parameters):
        return
    least = parameters.range("obstacles").low or 0
    taken = parameters.integer("karma") + parameters.integer("soldiers") + least
    if taken >= CELLS:
        raise ParameterError(
            f"obstacles: the monk, karma, soldiers and {least} obstacles share no cell of the "
            f"{CELLS}, found {taken + 1}"
        )


def free_cells(recipe: Recipe) -> Longs:
    """The cells that generation may change after the monk is placed, in order."""
    sketch = sketch_of(recipe)
    fixed = {ENTRANCE} | (sketch.locked if sketch is not None else set())
    return np.array([cell for cell in range(CELLS) if cell not in fixed], np.int64)


def board_of(recipe: Recipe, layout: Longs) -> MonkBoard:
    """The board that a layout holds, with the locks and unknown keys of the recipe's sketch."""
    return board_of_tiles(recipe, layout[making.TILES, ENTRY].tolist())


def board_of_tiles(recipe: Recipe, tiles: Sequence[int]) -> MonkBoard:
    """The board of the values that a layout has on the cells; see :func:`board_of`."""
    protective = frozenset[int]()
    if codes.PROTECTIVE in tiles:
        protective = frozenset(n for n, code in enumerate(tiles) if code == codes.PROTECTIVE)
    cells = "".join([_GLYPHS[code] for code in tiles])
    needed = recipe.parameters.integer("karma_needed")
    sketch = sketch_of(recipe)
    if sketch is None:
        return MonkBoard(cells, needed, protective=protective)
    return MonkBoard(cells, needed, sketch.locked, protective, sketch.extra)
