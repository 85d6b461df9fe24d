"""The layout that generation works on, of shape (PLANES, cells), and its symmetries."""

from __future__ import annotations

from engine.games.fruit_dating.parameters import MAX_WITNESS, STAGES, SYMMETRY_CHOICES
from engine.jit.marks import kernel
from engine.staging.site import NOTED
from engine.tiles.board import MAX_CELLS
from engine.tiles.generator import GATES
from engine.values.grid import SYMMETRIES

(
    BORDER, WALLS, INNER_WALLS, AREAS, WEIGHTS, FRUIT, BLOCKERS, ONE_WAYS, MUD, ANTEATERS,
    HEDGEHOGS, TIDYING,
) = range(len(STAGES))  # fmt: skip
"""Numbers of the stages."""

FRUIT_WEIGHTS = GATES + 1
WALL_NOTES = FRUIT_WEIGHTS + TIDYING - FRUIT
PLANES = WALL_NOTES + 1
"""Planes of the layout: codes of tiles and pieces, gates, the weights of each stage from the fruit
to the hedgehogs, and what names walls in the log."""

AREA = NOTED + 1
QUEUE = AREA + MAX_CELLS
CHOSEN_SYMMETRY = QUEUE + MAX_CELLS
IMAGES = CHOSEN_SYMMETRY + 1
DRAWN = IMAGES + 1
WITNESS_LENGTH = DRAWN + 1
WITNESS = WITNESS_LENGTH + 1
SCRATCH_SIZE = WITNESS + MAX_WITNESS
"""Indices in the stages' scratch memory, after the count of events: the area of every cell, a queue
of cells, the symmetry that walls are painted with and on how many tiles, the number that chose a
cell by weight, and the tilts that win where fruit was placed backwards."""

RANDOM_SYMMETRY = SYMMETRY_CHOICES.index("random")
NO_SYMMETRY = SYMMETRY_CHOICES.index("none")
ROTATE_90 = SYMMETRY_CHOICES.index("rotate-90")
ROTATE_270 = SYMMETRY_CHOICES.index("rotate-270")
_MATRICES = tuple((*symmetry.matrix[0], *symmetry.matrix[1]) for symmetry in SYMMETRIES)


@kernel
def image_of(symmetry: int, cell: int, rows: int, cols: int) -> int:
    """Where a symmetry puts a cell; rotations and transpositions are for square boards."""
    down_down, down_right, right_down, right_right = _MATRICES[symmetry - NO_SYMMETRY]
    down, right = 2 * (cell // cols) - (rows - 1), 2 * (cell % cols) - (cols - 1)
    row = (down_down * down + down_right * right + rows - 1) // 2
    return row * cols + (right_down * down + right_right * right + cols - 1) // 2
