"""The levels that a search for hard levels kept, made once more from what it swapped."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, FACE, attacked, place_of
from engine.games.mazing_monk.cube.net import TITLES
from engine.games.mazing_monk.generate.making import MONK, TILES
from engine.games.mazing_monk.generate.parameters import CLIMB
from engine.games.mazing_monk.generate.workplace import ENTRY, board_of_tiles
from engine.jit.marks import Longs
from engine.staging.generation import NOTHING, Recipe
from engine.staging.lineage import PARENT, Lineage

KEPT = np.dtype([("made", np.int64, 3), ("swaps", np.int8, 4), ("cells", np.int8, CELLS)])
"""A level that a search kept: a row of a :attr:`engine.staging.lineage.FamilyTree.history`; the
cells swapped to make it of its parent, in pairs one after the other, NOTHING for the rest, so four
times for a random level; and the codes of its tiles."""
Kept = NDArray[np.void]
"""All levels that a search kept, in order."""

_ANEW = "begun anew, with another random level"


def is_attacked(cells: Longs) -> bool:
    """Whether soldiers have a path to the monk on the entrance of a level, by its tiles."""
    walkable = soldiers = 0
    for cell, code in enumerate(cells[:FACE].tolist()):
        if code == codes.SOLDIERS:
            soldiers |= 1 << cell
        elif code != codes.OBSTACLE:
            walkable |= 1 << cell
    return attacked(walkable | 1 << ENTRANCE, soldiers, ENTRANCE)


def level_of(recipe: Recipe, cells: Longs) -> MonkBoard:
    """The level that a search has as the codes of its tiles, with the monk on the entrance."""
    return board_of_tiles(recipe, [MONK, *cells[ENTRANCE + 1 :].tolist()])


class LevelFamily(Lineage):
    """The levels of a search for hard ones.

    ``free`` are the cells that the search could swap.
    """

    def __init__(self, recipe: Recipe, free: Longs, kept: Kept, best: int) -> None:
        super().__init__(kept["made"], best)
        self._recipe, self._free, self._kept = recipe, free, kept

    def board(self, entry: int) -> MonkBoard:
        """See :meth:`engine.staging.lineage.Lineage.board`."""
        return level_of(self._recipe, self._kept["cells"][entry])

    def changes(self, entry: int) -> Iterator[str]:
        """See :meth:`engine.staging.lineage.Lineage.changes`."""
        tiles = self._kept["cells"][self.history[entry, PARENT]].copy()
        pairs = self._swaps(entry)
        if not pairs:
            yield _ANEW
        for one, other in pairs:
            first, second = (f"{_title(int(tiles[c]))} at {_place(c)}" for c in (one, other))
            yield f"{first} swapped with {second}"
            tiles[one], tiles[other] = tiles[other], tiles[one]

    def log(self, layout: Longs) -> Longs:
        """See :meth:`engine.staging.lineage.Lineage.log`."""
        tiles = layout[TILES, ENTRY]
        rows: list[tuple[int, ...]] = []
        for entry in self.line(self.best):
            pairs = self._swaps(entry)
            if not pairs:
                rows += _anew(tiles, self._kept["cells"][entry])
            for pair in pairs:
                rows += self._swapped(tiles, *pair)
        return np.array(rows, np.int64).reshape(-1, 8)

    def _swaps(self, entry: int) -> list[tuple[int, int]]:
        """The pairs that were swapped to make a level."""
        swaps = self._kept["swaps"][entry].reshape(-1, 2).tolist()
        return [(one, other) for one, other in swaps if one != NOTHING]

    def _swapped(self, tiles: Longs, one: int, other: int) -> Iterator[tuple[int, ...]]:
        """The events of a swap, each with the cell drawn of those that could be."""
        others = self._free[tiles[self._free] != tiles[one]]
        before = int(tiles[one]), int(tiles[other])
        for cell, (old, new), among in (
            (one, before, self._free),
            (other, before[::-1], others),
        ):
            tiles[cell] = new
            draw = int(np.searchsorted(among, cell))
            yield CLIMB, TILES, ENTRY[cell], old, new, NOTHING, draw, len(among)


def _anew(tiles: Longs, wanted: Longs) -> Iterator[tuple[int, ...]]:
    """The events that make some tiles of others."""
    for cell, code in enumerate(wanted.tolist()):
        new = MONK if cell == ENTRANCE else code
        if tiles[cell] != new:
            old, tiles[cell] = int(tiles[cell]), new
            yield CLIMB, TILES, ENTRY[cell], old, new, NOTHING, NOTHING, 0


def _place(cell: int) -> str:
    """Where a cell is: its face, and row and column there."""
    face, x, y = place_of(cell)
    return f"{TITLES[face]} {y},{x}"


def _title(code: int) -> str:
    return codes.TITLES[codes.TILE_GLYPHS[code]]
