"""Indices in the generator's layout and scratch memory, and the images of cells under symmetries.

The layout is an array of shape (PLANES, cells).
"""

from __future__ import annotations

from engine.games.fruit_dating.parameters import MAX_WITNESS, STAGES, SYMMETRY_CHOICES
from engine.jit.decorators import kernel
from engine.stages.stage_workspace import EVENT_COUNT
from engine.tiles.board import MAX_CELLS
from engine.tiles.candidate_arrays import GATES
from engine.values.grid import SYMMETRIES

(
    BORDER, WALLS, INNER_WALLS, AREAS, WEIGHTS, FRUIT, BLOCKERS, ONE_WAYS, MUD, ANTEATERS,
    HEDGEHOGS, TIDYING,
) = range(len(STAGES))  # fmt: skip
"""The numbers of the stages."""

FRUIT_WEIGHTS = GATES + 1
WALL_NOTES = FRUIT_WEIGHTS + TIDYING - FRUIT
PLANES = WALL_NOTES + 1
"""Indices of planes in the layout, after those for tile codes, piece codes and gates.

Each stage from fruit to hedgehogs has a plane of weights. The last plane holds notes about walls
and moves for the event log."""

AREA = EVENT_COUNT + 1
QUEUE = AREA + MAX_CELLS
CHOSEN_SYMMETRY = QUEUE + MAX_CELLS
IMAGES = CHOSEN_SYMMETRY + 1
DRAWN = IMAGES + 1
WITNESS_LENGTH = DRAWN + 1
WITNESS = WITNESS_LENGTH + 1
SCRATCH_SIZE = WITNESS + MAX_WITNESS
"""Indices in the scratch memory, following EVENT_COUNT: the number of each cell's area, a queue of
cells, the symmetry of the walls, the number of images that a tile has under it, the draw that chose
a cell by weight, and the length and the tilts of the witness (the winning moves that backward
placement finds)."""

RANDOM_SYMMETRY = SYMMETRY_CHOICES.index("random")
NO_SYMMETRY = SYMMETRY_CHOICES.index("none")
ROTATE_90 = SYMMETRY_CHOICES.index("rotate-90")
ROTATE_270 = SYMMETRY_CHOICES.index("rotate-270")
_MATRICES = tuple((*symmetry.matrix[0], *symmetry.matrix[1]) for symmetry in SYMMETRIES)


@kernel
def get_image(symmetry: int, cell: int, rows: int, cols: int) -> int:
    """Return the image of a cell under a symmetry.

    Quarter turns and reflections in a diagonal require a square board.
    """
    down_down, down_right, right_down, right_right = _MATRICES[symmetry - NO_SYMMETRY]
    # Apply the symmetry's matrix to coordinates relative to the board's centre. Doubling them makes
    # them integers for every board size.
    down, right = 2 * (cell // cols) - (rows - 1), 2 * (cell % cols) - (cols - 1)
    row = (down_down * down + down_right * right + rows - 1) // 2
    return row * cols + (right_down * down + right_right * right + cols - 1) // 2
