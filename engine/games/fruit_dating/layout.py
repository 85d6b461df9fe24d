"""The layout that generation works on, of shape (LAYERS, cells), and its symmetries."""

from __future__ import annotations

from engine.games.fruit_dating.parameters import STAGE_NAMES, SYMMETRY_CHOICES
from engine.generate.staging import NOTED
from engine.jit.marks import kernel
from engine.tiles.cells import MAX_CELLS

GATES = 2
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

AREA = NOTED + 1
QUEUE = AREA + MAX_CELLS
CHOSEN_SYMMETRY = QUEUE + MAX_CELLS
SCRATCH_SIZE = CHOSEN_SYMMETRY + 1
"""Places in the stages' scratch memory, after the count of events: the area of every cell, a queue
of cells, and the symmetry that walls are painted with."""

RANDOM_SYMMETRY = SYMMETRY_CHOICES.index("random")
NO_SYMMETRY = SYMMETRY_CHOICES.index("none")
MIRROR_LR = SYMMETRY_CHOICES.index("mirror-left-right")
MIRROR_TB = SYMMETRY_CHOICES.index("mirror-top-bottom")
ROTATE_180 = SYMMETRY_CHOICES.index("rotate-180")
ROTATE_90 = SYMMETRY_CHOICES.index("rotate-90")
ROTATE_270 = SYMMETRY_CHOICES.index("rotate-270")
TRANSPOSE = SYMMETRY_CHOICES.index("transpose")


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
