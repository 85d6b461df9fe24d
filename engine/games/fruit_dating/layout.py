"""The layout that generation works on, and the one way to change it.

A layout has shape (LAYERS, cells), cells in reading order.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.arrays import Longs, Words
from engine.games.fruit_dating.codes import MAX_CELLS
from engine.games.fruit_dating.parameters import STAGE_NAMES, SYMMETRY_CHOICES
from engine.jit import kernel

TILES, PIECES, GATES = range(3)
FRUIT_WEIGHT, BLOCKER_WEIGHT, GATE_WEIGHT, MUD_WEIGHT, ANTEATER_WEIGHT, HEDGEHOG_WEIGHT = range(
    3, 9
)
LAYERS = 9
"""Layers of the layout: codes of tiles and pieces, bits of gates by the direction in which they
are left, and the weights."""

BORDER_STAGE = STAGE_NAMES.index("border")
WALL_STAGE = STAGE_NAMES.index("walls")
INNER_STAGE = STAGE_NAMES.index("inner-walls")
AREA_STAGE = STAGE_NAMES.index("areas")
WEIGHT_STAGE = STAGE_NAMES.index("weights")
FRUIT_STAGE = STAGE_NAMES.index("fruit")
BLOCKER_STAGE = STAGE_NAMES.index("blockers")
GATE_STAGE = STAGE_NAMES.index("one-ways")
MUD_STAGE = STAGE_NAMES.index("mud")
ANTEATER_STAGE = STAGE_NAMES.index("anteaters")
HEDGEHOG_STAGE = STAGE_NAMES.index("hedgehogs")
STAGE_COUNT = len(STAGE_NAMES)

AREA, QUEUE = 0, MAX_CELLS
CHOSEN_SYMMETRY = 2 * MAX_CELLS
NOTED = CHOSEN_SYMMETRY + 1
SCRATCH_SIZE = NOTED + 1
"""Places in the stages' scratch memory: the area of every cell, a queue of cells, the symmetry
that walls are painted with, and the number of events logged."""

KEPT_SEED, KEPT_ATTEMPT, REROLL = range(3)
FOLLOWS = -1
"""In place of the seed and attempt of a stage that follows those of the candidate."""

RANDOM_SYMMETRY = SYMMETRY_CHOICES.index("random")
NO_SYMMETRY = SYMMETRY_CHOICES.index("none")
MIRROR_LR = SYMMETRY_CHOICES.index("mirror-left-right")
MIRROR_TB = SYMMETRY_CHOICES.index("mirror-top-bottom")
ROTATE_180 = SYMMETRY_CHOICES.index("rotate-180")
ROTATE_90 = SYMMETRY_CHOICES.index("rotate-90")
ROTATE_270 = SYMMETRY_CHOICES.index("rotate-270")
TRANSPOSE = SYMMETRY_CHOICES.index("transpose")


class Site(NamedTuple):
    """Where a candidate is made: all that a stage works with.

    Attributes:
        settings: the parameters; see :func:`engine.games.fruit_dating.parameters.settings_of`.
        locked: by cell, 1 where generation must leave everything as it is.
        sketch: the layout that every candidate starts from, shape (LAYERS, cells).
        layout: the layout so far, shape (LAYERS, cells).
        streams: by stage what names its random numbers, shape (STAGE_COUNT, 3), columns
            KEPT_SEED, KEPT_ATTEMPT and REROLL; see :data:`FOLLOWS`.
        rows, cols: shape of the board.
        stream: the random stream of the stage under way.
        log: receives the events, shape (room, 7); no rows for no log.
        scratch: SCRATCH_SIZE integers; NOTED receives the number of events.
    """

    settings: Longs
    locked: Longs
    sketch: Longs
    layout: Longs
    streams: Longs
    rows: int
    cols: int
    stream: Words
    log: Longs
    scratch: Longs


@kernel
def put(site: Site, stage: int, layer: int, cell: int, new: int, weight: int, draw: int) -> None:
    """Changes one cell of one layer, and logs it if there is a log with room."""
    layout, log, scratch = site.layout, site.log, site.scratch
    if len(log) > 0:
        row = scratch[NOTED]
        scratch[NOTED] = row + 1
        if row < len(log):
            log[row, 0] = stage
            log[row, 1] = layer
            log[row, 2] = cell
            log[row, 3] = layout[layer, cell]
            log[row, 4] = new
            log[row, 5] = weight
            log[row, 6] = draw
    layout[layer, cell] = new


@kernel
def image_of(symmetry: int, cell: int, rows: int, cols: int) -> int:
    """Where a symmetry puts a cell; rotations and transpositions are for square boards."""
    row, col = cell // cols, cell % cols
    if symmetry == NO_SYMMETRY:
        return cell
    if symmetry == MIRROR_LR:
        return row * cols + cols - 1 - col
    if symmetry == MIRROR_TB:
        return (rows - 1 - row) * cols + col
    if symmetry == ROTATE_180:
        return (rows - 1 - row) * cols + cols - 1 - col
    if symmetry == ROTATE_90:
        return col * cols + cols - 1 - row
    if symmetry == ROTATE_270:
        return (rows - 1 - col) * cols + row
    if symmetry == TRANSPOSE:
        return col * cols + row
    return (rows - 1 - col) * cols + cols - 1 - row


@kernel
def is_inner(cell: int, rows: int, cols: int) -> bool:
    """Whether a cell lies within the outer ring."""
    row, col = cell // cols, cell % cols
    return 0 < row < rows - 1 and 0 < col < cols - 1
