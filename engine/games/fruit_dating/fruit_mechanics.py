"""Detection of the mechanics that solutions use: gates, anteaters, mud, and pieces that stop fruit.

The compiled rules slide the pieces. The rest of a tilt is implemented again here in plain Python,
to find the cause of each effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.games.fruit_dating import fruit_codes, rules
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_codes import MECHANICS
from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.search.graph import Graph
from engine.search.mechanic_analysis import label_solutions
from engine.tiles.board import GONE
from engine.values.budget import Control
from engine.values.grid import STEPS, iterate_cells, reverse_direction

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

CellList = list[int]
"""A list of cell numbers. Lists of the cells of all pieces are in the order of the table."""


def find_mechanics(board: FruitBoard, graph: Graph, control: Control) -> Mapping[str, str]:
    """Return, for each mechanic, a word that says how many of the shortest solutions use it.

    The result is empty if the level has no solution.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    ways = label_solutions(graph, 1, _TiltMechanics(board).compute_bits, control)
    return {} if ways is None else ways.classify_mechanics([*MECHANICS])


class _TiltMechanics:
    """A classifier that finds the mechanics that each tilt on one board involves.

    Pieces are in the order of the compiled table.
    """

    def __init__(self, board: FruitBoard) -> None:
        self._compiled = compile_board(board)
        self._board, self._cols = board, board.cols
        self._tiles = "".join(board.tiles)
        self._glyphs = [self._compiled.glyphs[number] for number in self._compiled.order]
        self._gates = {(row * board.cols + col, way) for row, col, way in board.gates}
        self._looks = [
            (
                self._list_visible_cells(row, col, fruit_codes.LOOKS.index(tile)),
                fruit_codes.LOOKS.index(tile),
            )
            for row, col, tile in iterate_cells(board.tiles)
            if tile in fruit_codes.LOOKS
        ]

    def _list_visible_cells(self, row: int, col: int, look: int) -> CellList:
        """Return the cells in front of an anteater, up to a solid tile or the edge of the board."""
        down, right = STEPS[look]
        found = CellList()
        while True:
            row, col = row + down, col + right
            if (
                not self._board.has_cell(row, col)
                or self._board.tiles[row][col] in fruit_codes.SOLID
            ):
                return found
            found.append(row * self._cols + col)

    def compute_bits(self, packed: Sequence[int]) -> list[int]:
        """Return the mechanics of each tilt from a packed state, as bits.

        If any tilt would lose, its threat counts as a mechanic of all four tilts.
        """
        cells = [*packed[: len(self._glyphs)]]
        bits = [self._compute_tilt_bits(cells, direction) for direction in range(4)]
        # The player has to avoid a tilt that would lose, so its threat affects the other tilts.
        threats = bits[0] | bits[1] | bits[2] | bits[3]
        return [each | threats & _THREATS for each in bits]

    def _compute_tilt_bits(self, cells: CellList, direction: int) -> int:
        """Return the mechanics of a tilt as bits, or 0 if nothing slides."""
        compiled = self._compiled
        slid = compiled.sort_by_table(
            compiled.slide_pieces(compiled.sort_by_identity(cells), direction)
        )
        if slid == cells:
            return 0
        found = 0
        piece_at = dict(zip(slid, self._glyphs, strict=True))
        for glyph, start, end in zip(self._glyphs, cells, slid, strict=True):
            if start != GONE:
                found |= self._classify_path(glyph, start, end, direction)
                found |= self._classify_stop(glyph, start, end, direction, piece_at)
        # A tilt that loses ends the level before pairs leave.
        return found if found & _THREATS else found | self._classify_matches(slid)

    def _classify_path(self, glyph: str, start: int, end: int, direction: int) -> int:
        """Return the mechanics of the gates and mud on a piece's path, as bits."""
        found, cell = 0, start
        while cell != end:
            if (cell, direction) in self._gates:
                found |= _GATE_PASSED
            cell = self._get_next_cell(cell, direction)
            if self._tiles[cell] == "~":
                found |= _MUD_THREATENED if glyph in fruit_codes.FRUIT_GLYPHS else _MUD_CROSSED
        return found

    def _classify_stop(
        self, glyph: str, start: int, end: int, direction: int, glyph_by_cell: Mapping[int, str]
    ) -> int:
        """Return the bit for the mechanic by which a piece is stopped, or 0 if there is none."""
        ahead = self._get_next_cell(end, direction)
        tile, there = self._tiles[ahead], glyph_by_cell.get(ahead)
        slid = glyph in fruit_codes.FRUIT_GLYPHS and start != end
        if self._is_closed(end, direction):
            # A gate matters if it keeps a piece from a free cell, or a fruit from a hedgehog.
            spared = slid and tile == "h"
            return _GATE_HELD if spared or (tile not in fruit_codes.SOLID and there is None) else 0
        if not slid:
            return 0
        if tile == "h":
            muddy = self._classify_path(glyph, start, end, direction) & _MUD_THREATENED
            return 0 if muddy else _HEDGEHOG_THREATENED
        if there is None or there == glyph:
            return 0
        return _BLOCKER_LEANED_ON if there in fruit_codes.BLOCKER_GLYPHS else _FRUIT_LEANED_ON

    def _classify_matches(self, slid: CellList) -> int:
        """Return, as bits, the mechanics that occur after the slide.

        Pairs leave, anteaters drag, and then further pairs leave.
        """
        table, scratch = self._compiled.table, np.zeros(rules.SCRATCH_SIZE, np.int32)
        scratch[rules.MOVED_TO : rules.MOVED_TO + len(slid)] = slid
        rules.match_fruit(table, scratch)
        moved = scratch[rules.MOVED_TO : rules.MOVED_TO + len(slid)].tolist()
        found = self._drag_fruit(moved)
        if found & _FRUIT_DRAGGED:
            scratch[rules.MOVED_TO : rules.MOVED_TO + len(slid)] = moved
            rules.match_fruit(table, scratch)
            moved = scratch[rules.MOVED_TO : rules.MOVED_TO + len(slid)].tolist()
        pairs = (moved.count(GONE) - slid.count(GONE)) // 2
        return found | (_PAIRS_AT_ONCE if pairs > 1 else 0)

    def _drag_fruit(self, moved: CellList) -> int:
        """Let each anteater drag once, in reading order, and return the mechanics found, as bits.

        The cells in ``moved`` are changed in place. If a fruit is dragged through mud, the
        remaining anteaters do not drag.
        """
        found = 0
        for cells, look in self._looks:
            # Find the nearest piece ahead. Index 0 means that it is already next to the anteater,
            # or that there is none.
            at = next((index for index, cell in enumerate(cells) if cell in moved), 0)
            piece = moved.index(cells[at]) if at else 0
            if not at or self._glyphs[piece] not in fruit_codes.FRUIT_GLYPHS:
                continue  # the anteater sees nothing that it can drag
            way = cells[: at + 1]
            if any(self._is_closed(each, reverse_direction(look)) for each in way):
                found |= _GATE_HELD
                continue
            found |= _FRUIT_DRAGGED
            found |= self._classify_path(
                self._glyphs[piece], way[-1], way[0], reverse_direction(look)
            )
            moved[piece] = way[0]
            if found & _MUD_THREATENED:
                break
        return found

    def _get_next_cell(self, cell: int, direction: int) -> int:
        down, right = STEPS[direction]
        return cell + down * self._cols + right

    def _is_closed(self, cell: int, direction: int) -> bool:
        """Return True if a gate prevents pieces from leaving a cell in a direction."""
        return (self._get_next_cell(cell, direction), reverse_direction(direction)) in self._gates
