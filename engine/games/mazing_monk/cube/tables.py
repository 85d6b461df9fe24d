"""The tables of :mod:`engine.games.mazing_monk.cube.cube` as one flat array, for kernels."""

from __future__ import annotations

import numpy as np

from engine.games.mazing_monk.cube import cube
from engine.games.mazing_monk.cube.cube import CELLS, FACE, MASKS
from engine.games.mazing_monk.cube.net import COLS, PLACES
from engine.jit.marks import Longs, kernel

TURN_COUNT = 6
SOURCE = 0
"""For every turn, then every cell, the cell whose content it brings there."""
TARGET = SOURCE + TURN_COUNT * CELLS
"""For every turn, then every cell, the cell to which it takes the content."""
LINE = TARGET + TURN_COUNT * CELLS
"""For every turn the mask of the line of the top face that it moves."""
NEAR = LINE + TURN_COUNT
"""For every mask the mask of the cells beside its cells."""
REACH = NEAR + MASKS
"""For every mask of open cells, then every cell, the mask of the cells reached from it."""
PLACE = REACH + MASKS * FACE
"""For every cell its place in the unfolded cube, in reading order."""
TABLE_SIZE = PLACE + CELLS


def cube_tables() -> Longs:
    """The tables, TABLE_SIZE integers."""
    places = [row * COLS + col for row, col in PLACES]
    rows = [*cube.SOURCES, *cube.TARGETS, cube.LINES, cube.NEAR, cube.REACH, places]
    return np.array([entry for row in rows for entry in row], np.int64)


@kernel
def reach(tables: Longs, walkable: int, cell: int) -> int:
    """The mask of the cells of the top face reached from one, which is one of them if walkable."""
    return tables[REACH + walkable * FACE + cell]


@kernel
def attacked(tables: Longs, walkable: int, soldiers: int, monk: int) -> bool:
    """See :func:`engine.games.mazing_monk.cube.cube.attacked`."""
    reached = reach(tables, walkable | 1 << monk, monk)
    return tables[NEAR + reached] & soldiers != 0
