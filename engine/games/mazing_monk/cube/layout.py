"""Figures of a cube's layout, which are known without solving it, and the symmetries of cubes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from engine.games.mazing_monk.cube import codes
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
    cell_at,
    place_of,
)
from engine.values.parameters import fact, share

LAYOUT = tuple(
    replace(parameter, late=True)
    for parameter in (
        share("obstacle_share", "Share of the 54 cells that hold an obstacle."),
        fact("fullest_face", "Obstacles on the face that has the most."),
        fact("emptiest_face", "Obstacles on the face that has the fewest."),
        fact("top_open", "Cells of the top face without an obstacle at the start."),
        share("obstacle_symmetry", "Share of cells that a symmetry maps to one as open or as not."),
    )
)
"""Facts that are judged last."""


def structure(board: MonkBoard) -> Mapping[str, float]:
    """How many obstacles there are, where, and how symmetric they are."""
    cells = board.cells
    faces = [
        cells.count(codes.OBSTACLE_GLYPH, start, start + FACE) for start in range(0, CELLS, FACE)
    ]
    return {
        "obstacle_share": sum(faces) / CELLS,
        "fullest_face": max(faces),
        "emptiest_face": min(faces),
        "top_open": FACE - faces[TOP],
        "obstacle_symmetry": _most_alike(cells) / CELLS,
    }


def _most_alike(cells: str) -> int:
    """The most cells that a symmetry of the cube maps to one as open or as not.

    Sets of cells are words, and those of all symmetries stand side by side in one long number.
    """
    images, each = _images()
    solid, mapped = 0, 0
    for cell, glyph in enumerate(cells):
        if glyph == codes.OBSTACLE_GLYPH:
            solid |= 1 << cell
            mapped |= images[cell]
    unlike = memoryview((mapped ^ solid * each).to_bytes(_WORD * len(symmetries()), sys.byteorder))
    return CELLS - min(map(int.bit_count, unlike.cast("Q")))


_WORD = 8
"""Bytes of a word, which has room for all cells."""


@cache
def _images() -> tuple[tuple[int, ...], int]:
    """For every cell where the symmetries take it, a word each; and the number 1 in each word."""
    places = [0] * CELLS
    for number, sources in enumerate(symmetries()):
        for cell, source in enumerate(sources):
            places[source] |= 1 << 8 * _WORD * number + cell
    return tuple(places), sum(1 << 8 * _WORD * number for number in range(len(symmetries())))


_MIRRORED = {TOP: TOP, BOTTOM: BOTTOM, LEFT: BACK, BACK: LEFT, RIGHT: FRONT, FRONT: RIGHT}
"""The faces by those that the mirror in the diagonal of the top face takes them to."""


@cache
def symmetries() -> tuple[Permutation, ...]:
    """The 47 symmetries of the cube but the identity: for each cell the one that comes there.

    Turning all rows at once, and all columns, makes the 24 that it can be turned by; with a mirror
    they make the rest.
    """
    identity = tuple(range(CELLS))
    mirror = [0] * CELLS
    for cell in identity:
        face, x, y = place_of(cell)
        mirror[cell] = cell_at(_MIRRORED[face], y, x)
    rows, columns = SOURCES[:3], SOURCES[3:]
    makers = (_one_after_another(*rows), _one_after_another(*columns), tuple(mirror))
    found, waiting = {identity}, [identity]
    while waiting:
        known = waiting.pop()
        new = {_one_after_another(known, maker) for maker in makers} - found
        found |= new
        waiting += new
    return tuple(sorted(found - {identity}))


def _one_after_another(*permutations: Permutation) -> Permutation:
    """What comes where after several permutations."""
    cells: Permutation = tuple(range(CELLS))
    for sources in permutations:
        cells = tuple(cells[source] for source in sources)
    return cells
