"""The geometry of the cube: cells on six faces of 3 by 3, turns, and paths on the top face.

Faces are numbered in the order T B L R F K (top, bottom, left, right, front, back). The cell in
column x and row y of a face has the index ``9 * face + 3 * y + x``. The top cells are therefore 0
to 8, and a set of them is a *mask* with nine bits. Coordinates are those of the unfolded cube seen
from outside, with the top face towards the reader::

          K          y runs downwards on T L R F K, upwards on B,
        L T R        which hangs below F
          F
          B

A row turns from left to right, which moves its cells from T to R to B to L. A column turns from
front to back, which moves its cells from T to K to B to F. Turning an outer line also spins the
face next to it.

A turn is a permutation of the 54 cells: ``SOURCES[0][20]`` is the cell whose contents the turn of
row 0 moves to cell 20. Questions about the top face, such as which cells are within reach, depend
only on one of 512 masks and one of 9 cells. ``NEAR`` and ``REACH`` hold all the answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import TypeVar

Item = TypeVar("Item")
Permutation = tuple[int, ...]

SIDE = 3
FACE = SIDE * SIDE
"""The number of cells on a face."""
CELLS = 6 * FACE
FACES = "TBLRFK"
TOP, BOTTOM, LEFT, RIGHT, FRONT, BACK = range(6)

ENTRANCE, EXIT = 0, FACE - 1
"""The top cells where the monk begins and where he leaves."""

MASKS = 1 << FACE
TURNS = ("r0", "r1", "r2", "c0", "c1", "c2")
"""The notation for the player's turns. A turn's number is its index here, and ``number % 3`` is its
row or column.
"""
INVERSES = ("R0", "R1", "R2", "C0", "C1", "C2")
"""The notation for turns in the opposite direction, which only the generator makes."""

WALK_STEPS = (("u", 0, -1), ("l", -1, 0), ("r", 1, 0), ("d", 0, 1))
"""Single steps as (notation, x offset, y offset), in the order in which :func:`find_path` tries
them."""


def get_cell(face: int, x: int, y: int) -> int:
    """Return the index of the cell in column ``x`` and row ``y`` of a face."""
    return FACE * face + SIDE * y + x


def locate_cell(cell: int) -> tuple[int, int, int]:
    """Return the face, column and row of a cell."""
    return cell // FACE, cell % SIDE, cell % FACE // SIDE


def _build_sources(turn: int) -> Permutation:
    """Return, for each cell, the cell whose contents a turn moves there."""
    sources = list(range(CELLS))
    line = turn % SIDE
    for n in range(SIDE):
        # The bottom face is upside down in the net, so a line runs backwards on it.
        back = SIDE - 1 - n
        if turn < SIDE:
            ring = [(RIGHT, n, line, TOP, n, line), (BOTTOM, n, line, RIGHT, back, line)]
            ring += [(LEFT, n, line, BOTTOM, back, line), (TOP, n, line, LEFT, n, line)]
        else:
            ring = [(BACK, line, n, TOP, line, n), (BOTTOM, line, n, BACK, line, back)]
            ring += [(FRONT, line, n, BOTTOM, line, back), (TOP, line, n, FRONT, line, n)]
        for face, x, y, from_face, from_x, from_y in ring:
            sources[get_cell(face, x, y)] = get_cell(from_face, from_x, from_y)
    # Only an outer line spins the face next to it.
    side = {0: BACK, 2: FRONT, 3: LEFT, 5: RIGHT}.get(turn)
    if side is not None:
        for x in range(SIDE):
            for y in range(SIDE):
                clockwise = (y, SIDE - 1 - x)
                counter_clockwise = (SIDE - 1 - y, x)
                taken = clockwise if line == SIDE - 1 else counter_clockwise
                sources[get_cell(side, x, y)] = get_cell(side, *taken)
    return tuple(sources)


def _invert_permutation(permutation: Permutation) -> Permutation:
    return tuple(sorted(range(len(permutation)), key=permutation.__getitem__))


SOURCES = tuple(_build_sources(turn) for turn in range(len(TURNS)))
"""``SOURCES[turn][cell]`` is the cell whose contents the turn moves to ``cell``."""
TARGETS = tuple(map(_invert_permutation, SOURCES))
"""``TARGETS[turn][cell]`` is the cell that the turn moves the contents of ``cell`` to. Each row
also lists the sources for the turn in the opposite direction."""

LINES = tuple(
    sum(1 << cell for cell in range(FACE) if sources[cell] != cell) for sources in SOURCES
)
"""``LINES[turn]`` is the mask of the line on the top face that the turn moves."""


_TAKERS = tuple(itemgetter(*sources) for sources in SOURCES)
"""Functions that apply a turn to a sequence by taking each item from its source."""


def apply_turn(contents: Sequence[Item], turn: int) -> tuple[Item, ...]:
    """Return the contents of all cells after one of the player's turns."""
    taken: tuple[Item, ...] = _TAKERS[turn](contents)
    return taken


def list_moved_cells(turn: int) -> tuple[int, ...]:
    """Return the cells whose contents a turn moves, excluding the centre of a spinning face."""
    return tuple(cell for cell in range(CELLS) if SOURCES[turn][cell] != cell)


def _build_cycles(turn: int) -> Permutation:
    cycles: list[int] = []
    for first in list_moved_cells(turn):
        cell = first
        while cell not in cycles:
            cycles.append(cell)
            cell = TARGETS[turn][cell]
    # An outer line moves 20 cells, but a middle line only 12. Its row is padded with a cell that
    # does not move.
    stays = min(set(range(CELLS)) - set(cycles))
    return (*cycles, *[stays] * (20 - len(cycles)))


CYCLES = tuple(_build_cycles(turn) for turn in range(len(TURNS)))
"""``CYCLES[turn]`` lists the cells that the turn moves, in cycles of four. The contents of each
cell move to the next cell in its cycle, and those of the last cell to the first. Short rows are
padded with a cell that does not move."""


def list_neighbours(cell: int) -> Iterator[tuple[str, int]]:
    """Yield the neighbours of a top cell, each as (notation for the step there, cell)."""
    _, x, y = locate_cell(cell)
    for word, right, down in WALK_STEPS:
        if 0 <= x + right < SIDE and 0 <= y + down < SIDE:
            yield word, get_cell(TOP, x + right, y + down)


def _find_near(mask: int) -> int:
    near = 0
    for cell in list_mask_cells(mask):
        for _, other in list_neighbours(cell):
            near |= 1 << other
    return near


def list_mask_cells(mask: int) -> tuple[int, ...]:
    """Return the cells in a mask, in ascending order."""
    return tuple(cell for cell in range(FACE) if mask >> cell & 1)


NEAR = tuple(map(_find_near, range(MASKS)))
"""``NEAR[mask]`` is the mask of all top cells that are next to a cell in ``mask``."""


def _find_reach(mask: int, cell: int) -> int:
    reached, last = 1 << cell & mask, 0
    while reached != last:
        reached, last = reached | NEAR[reached] & mask, reached
    return reached


REACH = tuple(_find_reach(mask, cell) for mask in range(MASKS) for cell in range(FACE))
"""``REACH[mask * 9 + cell]`` is the mask of the cells within reach of ``cell`` if only the cells in
``mask`` are open. It includes ``cell`` itself, and is 0 if ``cell`` is not open."""


def is_attacked(walkable: int, soldiers: int, monk: int) -> bool:
    """Return True if soldiers on the top face have a path to the monk.

    Args:
        walkable: The mask of top cells with path or karma. The monk's cell is always added to it.
        soldiers: The mask of top cells with soldiers.
        monk: The top cell that the monk is on.
    """
    return NEAR[REACH[(walkable | 1 << monk) * FACE + monk]] & soldiers != 0


@cache
def find_path(walkable: int, start: int, goal: int) -> tuple[str, ...] | None:
    """Return the steps of a shortest path on the top face, or None if there is no path.

    If there are several shortest paths, the result is the one that a breadth-first search finds
    first. The search tries up, left, right and down in that order.
    """
    steps: dict[int, tuple[str, ...]] = {start: ()}
    queue = [start]
    for cell in queue:
        for word, other in list_neighbours(cell):
            if walkable >> other & 1 and other not in steps:
                steps[other] = (*steps[cell], word)
                queue.append(other)
    return steps.get(goal)
