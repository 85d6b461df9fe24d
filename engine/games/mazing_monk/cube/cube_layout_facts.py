"""Facts about a cube's layout that need no solver, and the symmetries of the cube."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import (
    BACK,
    BOTTOM,
    CELLS,
    FACE,
    FRONT,
    LEFT,
    RIGHT,
    SOURCES,
    TOP,
    Permutation,
    get_cell,
    locate_cell,
)
from engine.values.parameter_schema import define_fact, define_share

LAYOUT = tuple(
    replace(parameter, late=True)
    for parameter in (
        define_share("obstacle_share", "Share of the 54 cells that hold an obstacle."),
        define_fact("fullest_face", "Most obstacles on one face."),
        define_fact("emptiest_face", "Fewest obstacles on one face."),
        define_fact("top_open", "Cells of the top face that start without an obstacle."),
        define_share(
            "obstacle_symmetry",
            "Share of cells whose mirror image is as open, in the best symmetry.",
        ),
    )
)
"""The facts about the layout. They are checked after all other facts."""


def measure_structure(board: MonkBoard) -> Mapping[str, float]:
    """Return a mapping from the name of each :data:`LAYOUT` fact to its value."""
    cells = board.cells
    faces = [
        cells.count(cube_codes.OBSTACLE_GLYPH, start, start + FACE)
        for start in range(0, CELLS, FACE)
    ]
    return {
        "obstacle_share": sum(faces) / CELLS,
        "fullest_face": max(faces),
        "emptiest_face": min(faces),
        "top_open": FACE - faces[TOP],
        "obstacle_symmetry": _count_symmetric_cells(cells) / CELLS,
    }


def _count_symmetric_cells(cells: str) -> int:
    """Return the largest number of cells that any single symmetry maps to cells of the same kind.

    There are two kinds of cell: obstacles and all others. A set of cells is a 64-bit word, and the
    images of the set under all 47 symmetries are computed together as the words of one large
    integer.
    """
    images, each = _build_images()
    # ``solid`` is the set of obstacles, and word k in ``mapped`` is its image under symmetry k.
    solid, mapped = 0, 0
    for cell, glyph in enumerate(cells):
        if glyph == cube_codes.OBSTACLE_GLYPH:
            solid |= 1 << cell
            mapped |= images[cell]
    # ``each`` has a 1 in every word, so the product has a copy of ``solid`` in every word.
    unlike = memoryview(
        (mapped ^ solid * each).to_bytes(_WORD * len(list_symmetries()), sys.byteorder)
    )
    return CELLS - min(map(int.bit_count, unlike.cast("Q")))


_WORD = 8
"""The number of bytes in a word. Its 64 bits have room for all 54 cells."""


@cache
def _build_images() -> tuple[tuple[int, ...], int]:
    """Return the images of each cell under all symmetries, and an integer with a 1 in every word.

    The images of a cell are one integer, with one word for each symmetry.
    """
    places = [0] * CELLS
    for number, sources in enumerate(list_symmetries()):
        for cell, source in enumerate(sources):
            places[source] |= 1 << 8 * _WORD * number + cell
    return tuple(places), sum(1 << 8 * _WORD * number for number in range(len(list_symmetries())))


_MIRROR_FACES = {TOP: TOP, BOTTOM: BOTTOM, LEFT: BACK, BACK: LEFT, RIGHT: FRONT, FRONT: RIGHT}
"""The image of each face under the reflection in the top face's diagonal."""


@cache
def list_symmetries() -> tuple[Permutation, ...]:
    """Return all symmetries except the identity, each as a tuple with the source of each cell.

    Turning all three rows together and turning all three columns together generate the 24
    rotations. With a reflection, they generate all 48 symmetries.
    """
    identity = tuple(range(CELLS))
    mirror = [0] * CELLS
    for cell in identity:
        face, x, y = locate_cell(cell)
        mirror[cell] = get_cell(_MIRROR_FACES[face], y, x)
    rows, columns = SOURCES[:3], SOURCES[3:]
    makers = (_compose_permutations(*rows), _compose_permutations(*columns), tuple(mirror))
    found, waiting = {identity}, [identity]
    # Compose every known symmetry with each generator until no new symmetry is found.
    while waiting:
        known = waiting.pop()
        new = {_compose_permutations(known, maker) for maker in makers} - found
        found |= new
        waiting += new
    return tuple(sorted(found - {identity}))


def _compose_permutations(*permutations: Permutation) -> Permutation:
    """Return the permutation that applies ``permutations``, each a list of sources, in order."""
    cells: Permutation = tuple(range(CELLS))
    for sources in permutations:
        cells = tuple(cells[source] for source in sources)
    return cells
