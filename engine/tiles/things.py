"""What can be taken away from a layout while candidates are judged: its things, by their kinds.

A game gives each of them a kind. Of tiles it is also known which hold no piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from engine.jit.marks import LongRows, Longs, kernel
from engine.staging.site import Site
from engine.tiles.board import MAX_CELLS, Glyphs, TileBoard
from engine.tiles.generator import GATES, PIECES, TILES

FIGURES = 8
"""Numbers by which layouts are compared, at the most; the first is the length of a solution."""
_PIECE, _TILE, _GATE, SLOTS = 0, 1, 2, 6
"""Things of a cell: its piece, its tile, and a gate in each direction."""


class Things(NamedTuple):
    """What can be taken away from a layout.

    Attributes:
        kinds: by plane (tiles, pieces) and code the number of its kind, -1 for what stays.
        left: by plane and code what is left without it.
        solid: by the code of a tile whether it holds no piece.
        gates: the kind of gates, in the plane after these; -1 for a game without.
        least: by kind how many are to be left at least.
        number: by kind how many there are.
        own: the figures of the layout.
        without: those of the layout without one thing.
        counts: how many things are inert, are needed, and are counted.
        known: by cell and slot the worth of a thing, and of which state of the layout.
    """

    kinds: LongRows
    left: LongRows
    solid: Longs
    gates: int
    least: Longs
    number: Longs
    own: Longs
    without: Longs
    counts: Longs
    known: Longs


def things_of(board_type: type[TileBoard], kinds: Mapping[str, int], gates: int = -1) -> Things:
    """What can be taken away from boards of a type; ``kinds`` numbers them by their names."""
    planes = {TILES: board_type.tile_glyphs, PIECES: board_type.piece_glyphs}
    codes = 1 + max(max(glyphs.codes.values()) for glyphs in planes.values())
    numbers, left = np.full((2, codes), -1, np.int64), np.zeros((2, codes), np.int64)

    def enter(plane: int, glyphs: Glyphs, glyph: str, kind: str, rest: str) -> None:
        """Enters a kind, and what is left without it, by the code of a glyph."""
        code = glyphs.codes[glyph]
        numbers[plane, code], left[plane, code] = kinds[kind], glyphs.codes[rest]

    for glyph, kind in board_type.movable.items():
        enter(PIECES, planes[PIECES], glyph, kind, ".")
    for glyph, (kind, rest) in board_type.features.items():
        enter(TILES, planes[TILES], glyph, kind, rest)
    solid = np.zeros(codes, np.int64)
    for glyph in board_type.solid:
        solid[planes[TILES].codes[glyph]] = 1
    most = 1 + max(*kinds.values(), gates)
    least, number = np.zeros(most, np.int64), np.zeros(most, np.int64)
    own, without = np.zeros(FIGURES, np.int64), np.zeros(FIGURES, np.int64)
    counts, known = np.zeros(3, np.int64), np.zeros(MAX_CELLS * SLOTS, np.int64)
    return Things(numbers, left, solid, gates, least, number, own, without, counts, known)


@kernel
def plane_of(slot: int) -> int:
    """The plane of a layout that a thing stands in."""
    if slot == _PIECE:
        return PIECES
    return TILES if slot == _TILE else GATES


@kernel
def kind_at(site: Site, things: Things, cell: int, slot: int) -> int:
    """The kind of a thing on a cell, -1 if there is none."""
    if slot < _GATE:
        plane = plane_of(slot)
        return int(things.kinds[plane, site.layout[plane, cell]])
    if things.gates >= 0 and site.layout[GATES, cell] >> (slot - _GATE) & 1:
        return things.gates
    return -1


@kernel
def left_at(site: Site, things: Things, cell: int, slot: int) -> int:
    """What is left in the plane of a thing without it."""
    plane = plane_of(slot)
    if slot < _GATE:
        return int(things.left[plane, site.layout[plane, cell]])
    return int(site.layout[plane, cell]) & ~(1 << (slot - _GATE))


@kernel
def is_locked(site: Site, cell: int, slot: int) -> bool:
    """Whether a thing is to stay as it is; a gate is on both cells of its edge."""
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
def count_things(site: Site, things: Things) -> None:
    """Enters how many things there are of each kind."""
    for kind in range(len(things.number)):
        things.number[kind] = 0
    for cell in range(site.rows * site.cols):
        for slot in range(SLOTS):
            kind = kind_at(site, things, cell, slot)
            if kind >= 0:
                things.number[kind] += 1


@kernel
def count_open(site: Site, things: Things) -> int:
    """How many cells pieces can be on."""
    found = 0
    for cell in range(site.rows * site.cols):
        found += things.solid[site.layout[TILES, cell]] == 0
    return found
