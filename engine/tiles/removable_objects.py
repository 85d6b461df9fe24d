"""The removable objects of a layout, for kernels that check candidates.

An object is addressed by its cell and a *slot*: 0 for the piece on the cell, 1 for the tile, and 2
to 5 for a gate in each direction. Tables map each code of a tile or piece to the number of its
kind, and to the code that remains after the object is removed. The game assigns the numbers of
kinds, so the same kernels can count and remove the objects of any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from engine.jit.decorators import LongRows, Longs, kernel
from engine.stages.stage_workspace import Site
from engine.tiles.board import MAX_CELLS, Glyphs, TileBoard
from engine.tiles.candidate_arrays import GATES, PIECES, TILES

FIGURES = 8
"""The maximum number of figures by which layouts are compared.

The first figure is the length of a shortest solution.
"""
_PIECE, _TILE, _GATE, SLOTS = 0, 1, 2, 6
"""The slots of a cell (piece, tile, and the first of four gates), and the number of slots."""


class LayoutObjects(NamedTuple):
    """The removable objects of a layout, and the memory for checking them.

    Attributes:
        kinds: The number of the kind that each code belongs to, indexed by plane (tiles, pieces)
            and code; -1 if objects with that code cannot be removed.
        remainders: The code that remains after an object is removed, indexed by plane and code.
        solid: An array with 1 for each tile code that cannot hold a piece, and 0 for all others.
        gates: The number of the kind that all gates belong to; -1 for a game without gates.
        minimums: The minimum number of objects of each kind that must remain.
        numbers: The number of objects of each kind in the layout.
        figures: The figures of the whole layout.
        figures_without: The figures of the layout without one object.
        counts: The numbers of inert, needed and all counted objects.
        known_worths: The cached relevance of the object in each slot of each cell. Each entry also
            contains a number that says whether the layout has changed since; see
            :func:`prune_layout` in :mod:`engine.tiles.candidate_checks`.
    """

    kinds: LongRows
    remainders: LongRows
    solid: Longs
    gates: int
    minimums: Longs
    numbers: Longs
    figures: Longs
    figures_without: Longs
    counts: Longs
    known_worths: Longs


def create_objects(
    board_type: type[TileBoard], kinds: Mapping[str, int], gates: int = -1
) -> LayoutObjects:
    """Create the tables of removable objects. ``kinds`` maps each kind's name to its number."""
    planes = {TILES: board_type.tile_glyphs, PIECES: board_type.piece_glyphs}
    # Use the same number of codes for both planes, so that one table can hold both.
    codes = 1 + max(max(glyphs.codes.values()) for glyphs in planes.values())
    numbers, left = np.full((2, codes), -1, np.int64), np.zeros((2, codes), np.int64)

    def enter_kind(plane: int, glyphs: Glyphs, glyph: str, kind: str, rest: str) -> None:
        code = glyphs.codes[glyph]
        numbers[plane, code], left[plane, code] = kinds[kind], glyphs.codes[rest]

    for glyph, kind in board_type.movable.items():
        enter_kind(PIECES, planes[PIECES], glyph, kind, ".")
    for glyph, (kind, rest) in board_type.features.items():
        enter_kind(TILES, planes[TILES], glyph, kind, rest)
    solid = np.zeros(codes, np.int64)
    for glyph in board_type.solid:
        solid[planes[TILES].codes[glyph]] = 1
    most = 1 + max(*kinds.values(), gates)
    least, number = np.zeros(most, np.int64), np.zeros(most, np.int64)
    own, without = np.zeros(FIGURES, np.int64), np.zeros(FIGURES, np.int64)
    counts, known = np.zeros(3, np.int64), np.zeros(MAX_CELLS * SLOTS, np.int64)
    return LayoutObjects(numbers, left, solid, gates, least, number, own, without, counts, known)


@kernel
def get_plane(slot: int) -> int:
    """Return the plane of a layout that holds the object in a slot."""
    if slot == _PIECE:
        return PIECES
    return TILES if slot == _TILE else GATES


@kernel
def get_kind(site: Site, objects: LayoutObjects, cell: int, slot: int) -> int:
    """Return the kind of the object in a cell's slot, or -1 if there is none."""
    if slot < _GATE:
        plane = get_plane(slot)
        return int(objects.kinds[plane, site.layout[plane, cell]])
    # A gate is one bit of the cell's code in the third plane.
    if objects.gates >= 0 and site.layout[GATES, cell] >> (slot - _GATE) & 1:
        return objects.gates
    return -1


@kernel
def get_remainder(site: Site, objects: LayoutObjects, cell: int, slot: int) -> int:
    """Return the code that a cell has in the object's plane after the object is removed."""
    plane = get_plane(slot)
    if slot < _GATE:
        return int(objects.remainders[plane, site.layout[plane, cell]])
    # A gate is one bit of its cell's code; the bits of other gates remain.
    return int(site.layout[plane, cell]) & ~(1 << (slot - _GATE))


@kernel
def is_locked(site: Site, cell: int, slot: int) -> bool:
    """Return whether an object is on a locked cell. A gate is on both cells next to its edge."""
    # Directions are numbered right, up, left, down.
    beside = cell
    if slot == _GATE:
        beside = cell + 1
    elif slot == _GATE + 1:
        beside = cell - site.cols
    elif slot == _GATE + 2:
        beside = cell - 1
    elif slot == _GATE + 3:
        beside = cell + site.cols
    return bool(site.locked[cell] != 0 or site.locked[beside] != 0)


@kernel
def count_objects(site: Site, objects: LayoutObjects) -> None:
    """Count the objects of each kind in the layout, and store the counts in ``numbers``."""
    for kind in range(len(objects.numbers)):
        objects.numbers[kind] = 0
    for cell in range(site.rows * site.cols):
        for slot in range(SLOTS):
            kind = get_kind(site, objects, cell, slot)
            if kind >= 0:
                objects.numbers[kind] += 1


@kernel
def count_open_cells(site: Site, objects: LayoutObjects) -> int:
    """Count the cells that can hold a piece."""
    found = 0
    for cell in range(site.rows * site.cols):
        found += objects.solid[site.layout[TILES, cell]] == 0
    return found
