"""A search for hard levels: swap cells, prove the optimum, keep what takes as many turns or more.

It climbs from a random level. Most changes are for the worse, and a beam shows that at once: it
finds a solution in fewer turns than the level at hand takes, or none. Only what stands that test is
proven. When nothing has become better for long, the climb begins again from another random level.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Longs
from engine.budget import Control
from engine.errors import EngineError
from engine.games.mazing_monk import codes, desk, search
from engine.games.mazing_monk.board import MonkBoard
from engine.games.mazing_monk.checks import problems
from engine.games.mazing_monk.cube import CELLS, ENTRANCE
from engine.games.mazing_monk.desk import new_desk, open_level, take_stock
from engine.games.mazing_monk.planes import tables_of_cube
from engine.games.mazing_monk.search import NO_LIMIT, explore, prove
from engine.rng import below, open_stream

MOST_STATES = 3_000_000
"""States that one proof may see at the most; a level that needs more is passed over."""
_STATES_BY_SQUARE = 200
"""States that a proof may see, by the square of the turns of the level at hand. Without this the
climb is drawn to levels with wide searches, which then take all of its time."""
_FEW_TURNS = 15
"""Turns that allowances are made for at the least."""
_BEAM = 100
_NO_PAUSE = 1 << 62
_DOUBLE = 4
"""One in so many changes swaps two pairs of cells."""

TRIED, PROVEN, CLIMBS, TURNS, BEST, SINCE = range(6)
_COUNTS = 6


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a search for hard levels begins with.

    Attributes:
        seed: names its course.
        karma, soldiers, obstacles: how many there are; the rest is path.
        needed: karma that opens the exit.
        patience: states to look into without an improvement before the climb begins again, by the
            square of the turns of the level at hand.
    """

    seed: int
    karma: int = codes.DEFAULT_KARMA
    soldiers: int = 13
    obstacles: int = 20
    needed: int = codes.DEFAULT_KARMA
    patience: int = 4_000


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is.

    Attributes:
        tried: levels looked at.
        proven: those whose optimum was proven.
        climbs: climbs begun.
        turns: optimum of the level at hand; 0 until there is one that can be won.
        best: greatest optimum so far.
    """

    tried: int
    proven: int
    climbs: int
    turns: int
    best: int


class Hardening:
    """One search; its course depends on the recipe alone, however it is sliced."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._desk = new_desk(MOST_STATES)
        self._tables = tables_of_cube()
        self._stream = np.zeros(1, np.uint64)
        open_stream(self._stream, recipe.seed, 0, 0, 0)
        self._counts = np.zeros(_COUNTS, np.int64)
        self._cells, self._best = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
        self._begin()

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return Progress(*self._counts[:SINCE].tolist())

    @property
    def best(self) -> MonkBoard | None:
        """The hardest level so far, if one that can be won was met."""
        return self._board(self._best) if self._counts[BEST] else None

    def advance(self, changes: int, control: Control | None = None) -> None:
        """Goes on by so many changes, unless stopped; a change under way is then made again.

        Args:
            changes: how many.
            control: to stop it; its progress counts levels looked at.
        """
        control = control or Control()
        for _ in range(changes):
            before = self._stream[0], self._counts[SINCE]
            if control.cancelled or not self._change(control):
                self._stream[0], self._counts[SINCE] = before
                return
            control.cells[1] = self._counts[TRIED]

    def saved(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on another time; see :meth:`resumed`."""
        return {name: array.copy() for name, array in self._arrays().items()}

    @classmethod
    def resumed(cls, recipe: Recipe, arrays: Mapping[str, NDArray[Any]]) -> Hardening:
        """The search of a recipe where :meth:`saved` left it.

        Raises:
            EngineError: the arrays are not those of such a search.
        """
        found = cls(recipe)
        for name, array in found._arrays().items():
            other = arrays.get(name)
            if other is None or (other.shape, other.dtype) != (array.shape, array.dtype):
                raise EngineError(f"not saved by a search for hard levels: {name}")
            array[...] = other
        return found

    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {
            "stream": self._stream,
            "counts": self._counts,
            "cells": self._cells,
            "best": self._best,
        }

    def _board(self, cells: Longs) -> MonkBoard:
        glyphs = "".join(codes.TILE_GLYPHS[code] for code in cells[1:].tolist())
        return MonkBoard(codes.MONK_GLYPH + glyphs, self.recipe.needed)

    def _begin(self) -> None:
        """Puts a random level at hand, whether it can be won or not."""
        recipe = self.recipe
        path = CELLS - 1 - recipe.karma - recipe.soldiers - recipe.obstacles
        tiles = np.repeat(
            [codes.KARMA, codes.SOLDIERS, codes.OBSTACLE, codes.PATH],
            [recipe.karma, recipe.soldiers, recipe.obstacles, path],
        )
        self._cells[ENTRANCE], self._cells[1:] = codes.PATH, tiles
        while True:
            for cell in range(CELLS - 1, 1, -1):
                self._swap(self._cells, cell, 1 + below(self._stream, cell))
            if not problems(self._board(self._cells)):
                break
        self._counts[CLIMBS] += 1
        self._counts[TURNS] = 0
        self._counts[SINCE] = 0

    @staticmethod
    def _swap(cells: Longs, one: int, other: int) -> None:
        cells[one], cells[other] = cells[other], cells[one]

    def _change(self, control: Control) -> bool:
        """Tries one change; False if stopped in the middle of it."""
        cells = self._cells.copy()
        for _ in range(1 if below(self._stream, _DOUBLE) else 2):
            one = other = 1 + below(self._stream, CELLS - 1)
            while cells[one] == cells[other]:
                other = 1 + below(self._stream, CELLS - 1)
            self._swap(cells, one, other)
        turns = 0 if problems(self._board(cells)) else self._optimum(cells, control)
        if turns is None:
            return False
        counts = self._counts
        counts[TRIED] += 1
        if turns >= counts[TURNS]:
            counts[SINCE] = 0 if turns > counts[TURNS] else counts[SINCE]
            self._cells[:], counts[TURNS] = cells, turns
            if turns > counts[BEST]:
                self._best[:], counts[BEST] = cells, turns
        if counts[SINCE] > self.recipe.patience * max(int(counts[TURNS]), _FEW_TURNS) ** 2:
            self._begin()
        return True

    def _optimum(self, cells: Longs, control: Control) -> int | None:
        """The least turns of a level, 0 if it is of no use; None if stopped."""
        table, tables, cursor = self._desk, self._tables, self._desk.run.cursor
        open_level(table, cells, ENTRANCE, self.recipe.needed)
        spare, least = int(table.facts[desk.SPARE]), int(self._counts[TURNS])
        most = min(_STATES_BY_SQUARE * max(_FEW_TURNS, least) ** 2, MOST_STATES)
        search_in = (tables, table.run, table.start, control.cells)
        explore(*search_in, NO_LIMIT, _BEAM, spare, MOST_STATES, _NO_PAUSE)
        status = int(cursor[search.STATUS])
        self._counts[SINCE] += cursor[search.EXPANDED]
        if status != search.STOPPED:
            if status != search.FOUND or cursor[search.DEPTH] < least:
                return 0
            open_level(table, cells, ENTRANCE, self.recipe.needed)
            if least:
                # Whatever the first limit, the first win takes the fewest turns.
                cursor[search.RUNS], cursor[search.LIMIT] = 1, least
            prove(*search_in, spare, most, _NO_PAUSE)
            take_stock(table)
            status = int(cursor[search.STATUS])
            self._counts[SINCE] += cursor[search.EXPANDED]
        if status == search.STOPPED:
            return None
        self._counts[PROVEN] += 1
        return int(table.facts[desk.TURNS]) if status == search.FOUND else 0
