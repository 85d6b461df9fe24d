"""The cube: 54 cells on six faces of 3 by 3, six turns, and ways over the top face.

Faces are numbered T B L R F K (top, bottom, left, right, front, back) and hold their cells row by
row, so the cell (x, y) of a face has the index ``9 * face + 3 * y + x``, and the cells of the top
face are 0 to 8: a set of them is a *mask* of nine bits. Coordinates are those of the unfolded cube
seen from outside, with the top towards the reader::

          K          y runs downwards on T L R F K, upwards on B,
        L T R        which hangs below F
          F
          B

Row r turns from left to right, T to R to B to L; column c from front to back, T to K to B to F. An
outer line also turns the face at its side.
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
"""Cells of a face; those of the top face come first."""
CELLS = 6 * FACE
FACES = "TBLRFK"
TOP, BOTTOM, LEFT, RIGHT, FRONT, BACK = range(6)

ENTRANCE, EXIT = 0, FACE - 1
"""The cells of the top face where the monk begins, and where he leaves."""

MASKS = 1 << FACE
TURNS = ("r0", "r1", "r2", "c0", "c1", "c2")
"""The player's turns by number, as words; row or column ``number % 3``."""
INVERSES = ("R0", "R1", "R2", "C0", "C1", "C2")
"""The turns back, which only the generator makes."""

WALK_STEPS = (("u", 0, -1), ("l", -1, 0), ("r", 1, 0), ("d", 0, 1))
"""Single steps as (word, x, y), in the order in which a walk tries them: see :func:`way`."""


def cell_at(face: int, x: int, y: int) -> int:
    """The index of a cell."""
    return FACE * face + SIDE * y + x


def place_of(cell: int) -> tuple[int, int, int]:
    """The face, x and y of a cell."""
    return cell // FACE, cell % SIDE, cell % FACE // SIDE


def _sources(turn: int) -> Permutation:
    """For every cell, the cell whose content a turn brings there."""
    sources = list(range(CELLS))
    line = turn % SIDE
    for n in range(SIDE):
        back = SIDE - 1 - n
        if turn < SIDE:
            ring = [(RIGHT, n, line, TOP, n, line), (BOTTOM, n, line, RIGHT, back, line)]
            ring += [(LEFT, n, line, BOTTOM, back, line), (TOP, n, line, LEFT, n, line)]
        else:
            ring = [(BACK, line, n, TOP, line, n), (BOTTOM, line, n, BACK, line, back)]
            ring += [(FRONT, line, n, BOTTOM, line, back), (TOP, line, n, FRONT, line, n)]
        for face, x, y, from_face, from_x, from_y in ring:
            sources[cell_at(face, x, y)] = cell_at(from_face, from_x, from_y)
    side = {0: BACK, 2: FRONT, 3: LEFT, 5: RIGHT}.get(turn)
    if side is not None:
        for x in range(SIDE):
            for y in range(SIDE):
                clockwise = (y, SIDE - 1 - x)
                counter_clockwise = (SIDE - 1 - y, x)
                taken = clockwise if line == SIDE - 1 else counter_clockwise
                sources[cell_at(side, x, y)] = cell_at(side, *taken)
    return tuple(sources)


def _inverse(permutation: Permutation) -> Permutation:
    return tuple(sorted(range(len(permutation)), key=permutation.__getitem__))


SOURCES = tuple(_sources(turn) for turn in range(len(TURNS)))
"""``SOURCES[turn][cell]``: the cell whose content a turn brings to a cell."""
TARGETS = tuple(map(_inverse, SOURCES))
"""``TARGETS[turn][cell]``: the cell to which a turn takes the content of a cell; also the sources
of the turn back."""

LINES = tuple(
    sum(1 << cell for cell in range(FACE) if sources[cell] != cell) for sources in SOURCES
)
"""The mask of the line of the top face that a turn moves."""


_TAKERS = tuple(itemgetter(*sources) for sources in SOURCES)


def turned(contents: Sequence[Item], turn: int) -> tuple[Item, ...]:
    """The contents of all cells after one of the player's turns."""
    taken: tuple[Item, ...] = _TAKERS[turn](contents)
    return taken


def moved_cells(turn: int) -> tuple[int, ...]:
    """The cells whose content a turn moves, those of face centres that only spin left out."""
    return tuple(cell for cell in range(CELLS) if SOURCES[turn][cell] != cell)


def _cycles(turn: int) -> Permutation:
    cycles: list[int] = []
    for first in moved_cells(turn):
        cell = first
        while cell not in cycles:
            cycles.append(cell)
            cell = TARGETS[turn][cell]
    stays = min(set(range(CELLS)) - set(cycles))
    return (*cycles, *[stays] * (20 - len(cycles)))


CYCLES = tuple(_cycles(turn) for turn in range(len(TURNS)))
"""``CYCLES[turn]``: the cells that a turn moves, in fours: it takes the content of each to the next
of its four, of the last to the first. Fours of one cell that stays fill up the row."""


# The top face.


def neighbours(cell: int) -> Iterator[tuple[str, int]]:
    """Cells beside one of the top face, with the word of the step, in walking order."""
    _, x, y = place_of(cell)
    for word, right, down in WALK_STEPS:
        if 0 <= x + right < SIDE and 0 <= y + down < SIDE:
            yield word, cell_at(TOP, x + right, y + down)


def _near(mask: int) -> int:
    near = 0
    for cell in cells_of_mask(mask):
        for _, other in neighbours(cell):
            near |= 1 << other
    return near


def cells_of_mask(mask: int) -> tuple[int, ...]:
    """The cells of a mask, in rising order."""
    return tuple(cell for cell in range(FACE) if mask >> cell & 1)


NEAR = tuple(map(_near, range(MASKS)))
"""``NEAR[mask]``: the mask of the cells that are beside a cell of a mask."""


def _reach(mask: int, cell: int) -> int:
    reached, last = 1 << cell & mask, 0
    while reached != last:
        reached, last = reached | NEAR[reached] & mask, reached
    return reached


REACH = tuple(_reach(mask, cell) for mask in range(MASKS) for cell in range(FACE))
"""``REACH[mask * 9 + cell]``: the mask of the cells reached from a cell through open cells, itself
one of them; nothing if it is not open."""


def attacked(walkable: int, soldiers: int, monk: int) -> bool:
    """Whether soldiers on the top face have a path to the monk.

    Walkable cells, path and karma, and soldiers are masks; the monk's cell always counts as
    walkable.
    """
    return NEAR[REACH[(walkable | 1 << monk) * FACE + monk]] & soldiers != 0


@cache
def way(walkable: int, start: int, goal: int) -> tuple[str, ...] | None:
    """The steps of a shortest path on the top face, ``u l r d``; None if there is none.

    Of several the one found first, breadth first, trying up, left, right and down.
    """
    steps: dict[int, tuple[str, ...]] = {start: ()}
    queue = [start]
    for cell in queue:
        for word, other in neighbours(cell):
            if walkable >> other & 1 and other not in steps:
                steps[other] = (*steps[cell], word)
                queue.append(other)
    return steps.get(goal)
