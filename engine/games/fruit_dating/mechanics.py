"""What happens in a tilt beside plain sliding: gates, anteaters, mud, things to lean on.

The slide itself is that of the compiled rules; what follows it is played here once more, on plain
cells, so that it is known which did what.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.games.fruit_dating import codes, rules
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.codes import MECHANICS
from engine.games.fruit_dating.compiled import compile_board
from engine.search.graph import Graph
from engine.search.mechanics import labelled
from engine.tiles.board import GONE
from engine.values.budget import Control
from engine.values.grid import STEPS, cells_of, opposite

(
    _GATE_HELD,
    _GATE_PASSED,
    _FRUIT_DRAGGED,
    _MUD_CROSSED,
    _MUD_THREATENED,
    _HEDGEHOG_THREATENED,
    _BLOCKER_LEANED_ON,
    _FRUIT_LEANED_ON,
    _PAIRS_AT_ONCE,
) = (1 << bit for bit in range(len(MECHANICS)))
_THREATS = _MUD_THREATENED | _HEDGEHOG_THREATENED

Cells = list[int]
"""Cells by number; of every piece of the table where it is."""


def mechanics(board: FruitBoard, graph: Graph, control: Control) -> Mapping[str, str]:
    """In which shortest solutions of a board each mechanic acts; empty if there is none.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    ways = labelled(graph, 1, _Tilts(board).acts, control)
    return {} if ways is None else ways.words([*MECHANICS])


class _Tilts:
    """Tilts of one board, pieces in the order of the compiled table."""

    def __init__(self, board: FruitBoard) -> None:
        self._compiled = compile_board(board)
        self._board, self._cols = board, board.cols
        self._tiles = "".join(board.tiles)
        self._glyphs = [self._compiled.glyphs[number] for number in self._compiled.order]
        self._gates = {(row * board.cols + col, way) for row, col, way in board.gates}
        self._looks = [
            (self._free_cells(row, col, codes.LOOKS.index(tile)), codes.LOOKS.index(tile))
            for row, col, tile in cells_of(board.tiles)
            if tile in codes.LOOKS
        ]

    def _free_cells(self, row: int, col: int, look: int) -> Cells:
        """The cells that an anteater looks over, up to what is solid or the end of the board."""
        down, right = STEPS[look]
        found = Cells()
        while True:
            row, col = row + down, col + right
            if not self._board.inside(row, col) or self._board.tiles[row][col] in codes.SOLID:
                return found
            found.append(row * self._cols + col)

    def acts(self, packed: Sequence[int]) -> list[int]:
        """What happens in each tilt of a state; a threat is there whichever is chosen."""
        cells = [*packed[: len(self._glyphs)]]
        bits = [self._bits(cells, direction) for direction in range(4)]
        threats = bits[0] | bits[1] | bits[2] | bits[3]
        return [each | threats & _THREATS for each in bits]

    def _bits(self, cells: Cells, direction: int) -> int:
        """What happens in a tilt; nothing if nothing slides."""
        compiled = self._compiled
        slid = compiled.in_order(compiled.slid(compiled.by_identity(cells), direction))
        if slid == cells:
            return 0
        found = 0
        standing = dict(zip(slid, self._glyphs, strict=True))
        for glyph, start, end in zip(self._glyphs, cells, slid, strict=True):
            if start != GONE:
                found |= self._on_the_way(glyph, start, end, direction)
                found |= self._at_the_end(glyph, start, end, direction, standing)
        return found if found & _THREATS else found | self._afterwards(slid)

    def _on_the_way(self, glyph: str, start: int, end: int, direction: int) -> int:
        """What a piece goes through."""
        found, cell = 0, start
        while cell != end:
            if (cell, direction) in self._gates:
                found |= _GATE_PASSED
            cell = self._next(cell, direction)
            if self._tiles[cell] == "~":
                found |= _MUD_THREATENED if glyph in codes.FRUIT_GLYPHS else _MUD_CROSSED
        return found

    def _at_the_end(
        self, glyph: str, start: int, end: int, direction: int, standing: Mapping[int, str]
    ) -> int:
        """What keeps a piece from going on."""
        ahead = self._next(end, direction)
        tile, there = self._tiles[ahead], standing.get(ahead)
        slid = glyph in codes.FRUIT_GLYPHS and start != end
        if self._closed(end, direction):
            spared = slid and tile == "h"
            return _GATE_HELD if spared or (tile not in codes.SOLID and there is None) else 0
        if not slid:
            return 0
        if tile == "h":
            muddy = self._on_the_way(glyph, start, end, direction) & _MUD_THREATENED
            return 0 if muddy else _HEDGEHOG_THREATENED
        if there is None or there == glyph:
            return 0
        return _BLOCKER_LEANED_ON if there in codes.BLOCKER_GLYPHS else _FRUIT_LEANED_ON

    def _afterwards(self, slid: Cells) -> int:
        """What happens once all have come to rest: pairs leave, anteaters drag, pairs leave."""
        table, scratch = self._compiled.table, np.zeros(rules.SCRATCH_SIZE, np.int32)
        scratch[rules.MOVED_TO : rules.MOVED_TO + len(slid)] = slid
        rules.match(table, scratch)
        moved = scratch[rules.MOVED_TO : rules.MOVED_TO + len(slid)].tolist()
        found = self._dragged(moved)
        if found & _FRUIT_DRAGGED:
            scratch[rules.MOVED_TO : rules.MOVED_TO + len(slid)] = moved
            rules.match(table, scratch)
            moved = scratch[rules.MOVED_TO : rules.MOVED_TO + len(slid)].tolist()
        pairs = (moved.count(GONE) - slid.count(GONE)) // 2
        return found | (_PAIRS_AT_ONCE if pairs > 1 else 0)

    def _dragged(self, moved: Cells) -> int:
        """Lets every anteater drag once, in reading order; pieces are moved in place."""
        found = 0
        for cells, look in self._looks:
            at = next((index for index, cell in enumerate(cells) if cell in moved), 0)
            piece = moved.index(cells[at]) if at else 0
            if not at or self._glyphs[piece] not in codes.FRUIT_GLYPHS:
                continue  # nothing is visible from it, or next to the anteater, or no fruit
            way = cells[: at + 1]
            if any(self._closed(each, opposite(look)) for each in way):
                found |= _GATE_HELD
                continue
            found |= _FRUIT_DRAGGED
            found |= self._on_the_way(self._glyphs[piece], way[-1], way[0], opposite(look))
            moved[piece] = way[0]
            if found & _MUD_THREATENED:
                break
        return found

    def _next(self, cell: int, direction: int) -> int:
        down, right = STEPS[direction]
        return cell + down * self._cols + right

    def _closed(self, cell: int, direction: int) -> bool:
        """Whether a gate keeps pieces from leaving a cell in a direction."""
        return (self._next(cell, direction), opposite(direction)) in self._gates
