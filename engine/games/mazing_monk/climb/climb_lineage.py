"""The levels that a climb kept, and the swaps that lead from each to the next."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, FACE, is_attacked, locate_cell
from engine.games.mazing_monk.cube.net import FACE_TITLES
from engine.games.mazing_monk.generation.generation_arrays import NET_INDICES, build_tile_board
from engine.games.mazing_monk.generation.parameters import CLIMB
from engine.games.mazing_monk.generation.rewound_cube import MONK, TILES
from engine.jit.decorators import Longs
from engine.stages.candidate import NOTHING, Recipe
from engine.stages.lineage import PARENT, Lineage

KEPT = np.dtype([("made", np.int64, 3), ("swaps", np.int8, 4), ("cells", np.int8, CELLS)])
"""The record type for a level that a climb kept. ``made`` is its row in the lineage's history.
``swaps`` holds the pairs of cells that were swapped in its parent, padded with NOTHING; for a
random level, it holds only NOTHING. ``cells`` holds its tile codes."""
Kept = NDArray[np.void]
"""An array of the levels that a climb kept, in order."""

_NEW_START = "begun again, with another random level"


def is_start_attacked(cells: Longs) -> bool:
    """Return True if soldiers have a path to the monk at the start of play."""
    walkable = soldiers = 0
    for cell, code in enumerate(cells[:FACE].tolist()):
        if code == cube_codes.SOLDIERS:
            soldiers |= 1 << cell
        elif code != cube_codes.OBSTACLE:
            walkable |= 1 << cell
    return is_attacked(walkable | 1 << ENTRANCE, soldiers, ENTRANCE)


def build_climb_board(recipe: Recipe, cells: Longs) -> MonkBoard:
    """Build the board with the tile codes ``cells`` and the monk on the entrance."""
    return build_tile_board(recipe, [MONK, *cells[ENTRANCE + 1 :].tolist()])


class ClimbLineage(Lineage):
    """The levels that a climb kept, each with the level that it was made from.

    Args:
        recipe: The recipe for the climb.
        free: The cells that the climb may swap.
        kept: The levels that the climb kept.
        best: The index of the best level.
    """

    def __init__(self, recipe: Recipe, free: Longs, kept: Kept, best: int) -> None:
        super().__init__(kept["made"], best)
        self._recipe, self._free, self._kept = recipe, free, kept

    def make_board(self, entry: int) -> MonkBoard:
        """Build the board of the level at ``entry``."""
        return build_climb_board(self._recipe, self._kept["cells"][entry])

    def describe_changes(self, entry: int) -> Iterator[str]:
        """Yield descriptions of the swaps that made the level at ``entry`` from its parent."""
        tiles = self._kept["cells"][self.history[entry, PARENT]].copy()
        pairs = self._list_swaps(entry)
        if not pairs:
            yield _NEW_START
        for one, other in pairs:
            # Describe a second pair by the tiles that are on its cells after the first swap.
            first, second = (
                f"{_format_tile(int(tiles[c]))} at {_format_place(c)}" for c in (one, other)
            )
            yield f"{first} swapped with {second}"
            tiles[one], tiles[other] = tiles[other], tiles[one]

    def make_log(self, layout: Longs) -> Longs:
        """Return the events that lead from ``layout`` to the best level."""
        # Indexing with an array makes a copy, so ``layout`` itself does not change.
        tiles = layout[TILES, NET_INDICES]
        rows: list[tuple[int, ...]] = []
        for entry in self.list_ancestors(self.best):
            pairs = self._list_swaps(entry)
            if not pairs:
                rows += _log_new_level(tiles, self._kept["cells"][entry])
            for pair in pairs:
                rows += self._log_swap(tiles, *pair)
        return np.array(rows, np.int64).reshape(-1, 8)

    def _list_swaps(self, entry: int) -> list[tuple[int, int]]:
        """Return the pairs of cells that were swapped to make the level at ``entry``."""
        swaps = self._kept["swaps"][entry].reshape(-1, 2).tolist()
        return [(one, other) for one, other in swaps if one != NOTHING]

    def _log_swap(self, tiles: Longs, one: int, other: int) -> Iterator[tuple[int, ...]]:
        """Swap two tiles, and yield an event for each, including the draw that chose its cell."""
        others = self._free[tiles[self._free] != tiles[one]]
        # The climb drew the second cell from those whose tile differed from the first cell's tile,
        # so list these before swapping.
        before = int(tiles[one]), int(tiles[other])
        for cell, (old, new), among in (
            (one, before, self._free),
            (other, before[::-1], others),
        ):
            tiles[cell] = new
            draw = int(np.searchsorted(among, cell))
            yield CLIMB, TILES, NET_INDICES[cell], old, new, NOTHING, draw, len(among)


def _log_new_level(tiles: Longs, wanted: Longs) -> Iterator[tuple[int, ...]]:
    """Change ``tiles`` to the codes ``wanted``, and yield an event for each change."""
    for cell, code in enumerate(wanted.tolist()):
        new = MONK if cell == ENTRANCE else code
        if tiles[cell] != new:
            old, tiles[cell] = int(tiles[cell]), new
            yield CLIMB, TILES, NET_INDICES[cell], old, new, NOTHING, NOTHING, 0


def _format_place(cell: int) -> str:
    """Format a cell as its face, followed by its row and column on that face."""
    face, x, y = locate_cell(cell)
    return f"{FACE_TITLES[face]} {y},{x}"


def _format_tile(code: int) -> str:
    return cube_codes.TITLES[cube_codes.TILE_GLYPHS[code]]
