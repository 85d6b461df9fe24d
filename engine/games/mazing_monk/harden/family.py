"""The levels that a search for hard levels kept, made once more from what it swapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, FACE, attacked, place_of
from engine.games.mazing_monk.cube.net import TITLES
from engine.games.mazing_monk.generate.making import MONK, TILES
from engine.games.mazing_monk.generate.parameters import CLIMB
from engine.games.mazing_monk.generate.workplace import ENTRY, board_of_tiles
from engine.generate.generation import NOTHING, Recipe
from engine.generate.lineage import PARENT, SCORE, Lineage
from engine.jit.marks import Longs

Swaps = tuple[int, ...]
"""Cells that were swapped, in pairs one after the other: none, two or four."""

_MOST = 4
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


class Changes:
    """What a search kept: a history, and by entry what was swapped or where it began anew.

    Attributes:
        start: the tiles that the first entry has.
        history: rows of a :attr:`engine.generate.lineage.FamilyTree`.
    """

    def __init__(self, start: Longs) -> None:
        self.start = start
        self.history: list[tuple[int, int, int]] = []
        self._swaps: list[Swaps] = []
        self._anew: dict[int, Longs] = {}

    def begin(self, score: int) -> None:
        """Notes the start."""
        self.history.append((-1, 0, score))
        self._swaps.append(())

    def note(self, parent: int, iteration: int, score: int, swaps: Swaps, cells: Longs) -> int:
        """Notes a level, and returns its entry.

        Nothing was swapped for a random level.
        """
        self.history.append((parent, iteration, score))
        self._swaps.append(swaps)
        if not swaps:
            self._anew[len(self.history) - 1] = cells.copy()
        return len(self.history) - 1

    def score_of(self, entry: int) -> int:
        """The turns of an entry."""
        return self.history[entry][SCORE]

    def swaps_of(self, entry: int) -> Swaps:
        """What was swapped to make an entry."""
        return self._swaps[entry]

    def tiles(self, entry: int) -> Longs:
        """The tiles of an entry."""
        line = []
        while entry and entry not in self._anew:
            line.append(entry)
            entry = self.history[entry][PARENT]
        tiles = self._anew.get(entry, self.start).copy()
        for later in reversed(line):
            swap(tiles, self._swaps[later])
        return tiles

    def copy(self) -> Changes:
        """The same, which does not grow with this."""
        other = Changes(self.start)
        other.history, other._swaps = self.history.copy(), self._swaps.copy()
        other._anew = self._anew.copy()
        return other

    def saved(self) -> dict[str, NDArray[Any]]:
        """All of it as arrays; see :meth:`resumed`."""
        swaps = np.full((len(self._swaps), _MOST), NOTHING, np.int64)
        for row, cells in zip(swaps, self._swaps, strict=True):
            row[: len(cells)] = cells
        anew = [[entry, *cells.tolist()] for entry, cells in self._anew.items()]
        return {
            "start": self.start.copy(),
            "history": np.array(self.history, np.int64),
            "swaps": swaps,
            "anew": np.array(anew, np.int64).reshape(-1, 1 + CELLS),
        }

    @classmethod
    def resumed(cls, arrays: Mapping[str, NDArray[Any]]) -> Changes:
        """What :meth:`saved` left.

        Raises:
            EngineError: the arrays are not those of such a search.
        """
        for name, shape in (("start", ()), ("history", (3,)), ("swaps", (_MOST,))):
            found = arrays.get(name)
            if found is None or found.dtype != np.int64 or found.shape[1:] != shape:
                raise EngineError(f"not saved by a search for hard levels: {name}")
        changes = cls(arrays["start"].copy())
        changes.history = [(p, i, s) for p, i, s in arrays["history"].tolist()]
        changes._swaps = [tuple(c for c in row if c >= 0) for row in arrays["swaps"].tolist()]
        changes._anew = {int(row[0]): row[1:].copy() for row in arrays["anew"]}
        return changes


def swap(tiles: Longs, swaps: Swaps) -> None:
    """Swaps pairs of cells."""
    for one, other in pairs(swaps):
        tiles[one], tiles[other] = tiles[other], tiles[one]


def pairs(swaps: Swaps) -> Iterator[tuple[int, int]]:
    """The pairs, one after the other."""
    return zip(swaps[::2], swaps[1::2], strict=True)


class LevelFamily(Lineage):
    """The levels of a search for hard ones.

    ``free`` are the cells that the search could swap.
    """

    def __init__(self, recipe: Recipe, free: Longs, changes: Changes, best: int) -> None:
        super().__init__(np.array(changes.history, np.int64), best)
        self._recipe, self._free, self._changes = recipe, free, changes

    def board(self, entry: int) -> MonkBoard:
        """See :meth:`engine.generate.lineage.Lineage.board`."""
        return board_of_tiles(self._recipe, self._changes.tiles(entry).tolist())

    def changes(self, entry: int) -> Iterator[str]:
        """See :meth:`engine.generate.lineage.Lineage.changes`."""
        swaps = self._changes.swaps_of(entry)
        tiles = self._changes.tiles(self._changes.history[entry][PARENT])
        if not swaps:
            yield _ANEW
        for one, other in pairs(swaps):
            first, second = (f"{_title(int(tiles[c]))} at {_place(c)}" for c in (one, other))
            yield f"{first} swapped with {second}"
            swap(tiles, (one, other))

    def log(self, layout: Longs) -> Longs:
        """The events from a layout to the best level, by way of all between the two.

        Args:
            layout: what the stages before have left.

        Returns:
            Rows as in the log of a :class:`engine.generate.staging.Site`.
        """
        tiles = layout[TILES, ENTRY]
        rows: list[tuple[int, ...]] = []
        for entry in self.line(self.best):
            swaps = self._changes.swaps_of(entry)
            if not swaps:
                rows += _anew(tiles, self._changes.tiles(entry))
            for pair in pairs(swaps):
                rows += self._swapped(tiles, *pair)
        return np.array(rows, np.int64).reshape(-1, 8)

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
