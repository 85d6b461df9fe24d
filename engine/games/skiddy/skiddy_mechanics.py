"""Detection of the mechanics that solutions use: crates, ice, pits, and joint exits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.skiddy import skiddy_codes
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.skiddy_codes import MECHANICS, WIN_KINDS
from engine.games.skiddy.skiddy_compiler import compile_board
from engine.search.graph import Graph
from engine.search.mechanic_analysis import label_solutions
from engine.tiles.board import GONE
from engine.tiles.compiled_tiles import Cells
from engine.values.budget import Control
from engine.values.mechanic_words import choose_word

(
    _CRATE_PUSHED,
    _CRATE_ON_PIT,
    _CRATE_LEANED_ON,
    _ICE_SLID,
    _ICE_IN_PIT,
    _ICE_LEANED_ON,
    _SKIDDY_IN_PIT,
    _COMBO,
    _CARRIED_OUT,
) = (1 << bit for bit in range(len(MECHANICS) - 1))
_FIRST_GOAL_BIT = len(MECHANICS) - 1
"""The number of the first goal's bit; each goal of a board has one bit."""
_PUSHED = {"c": _CRATE_PUSHED, "i": _ICE_SLID}
_IN_PIT = {"c": _CRATE_ON_PIT, "i": _ICE_IN_PIT, "r": _SKIDDY_IN_PIT, "b": _SKIDDY_IN_PIT}
_LEANED_ON = {"c": _CRATE_LEANED_ON, "i": _ICE_LEANED_ON}


def find_mechanics(board: SkiddyBoard, graph: Graph, control: Control) -> Mapping[str, str]:
    """Return, for each mechanic, a word that says how many of the shortest solutions use it.

    Only the shortest of all solutions count, whether or not they have maximum combo. The result is
    empty if the level has no solution.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    moves = _MoveMechanics(board)
    ways = label_solutions(graph, len(WIN_KINDS), moves.compute_bits, control)
    if ways is None:
        return {}
    *names, goals = MECHANICS
    return {
        **ways.classify_mechanics(names),
        goals: choose_word(*ways.check_combination(moves.all_goal_bits)),
    }


class _MoveMechanics:
    """A classifier that finds the mechanics that each move on one board involves."""

    def __init__(self, board: SkiddyBoard) -> None:
        self._compiled = compile_board(board)
        self._glyphs = self._compiled.glyphs
        self._tiles = "".join(board.tiles)
        self._steps = (-board.cols, 1, board.cols, -1)
        goals = [cell for cell, tile in enumerate(self._tiles) if tile in skiddy_codes.GOALS]
        self._goal_bits = {cell: 1 << _FIRST_GOAL_BIT + bit for bit, cell in enumerate(goals)}

    @property
    def all_goal_bits(self) -> int:
        """The combined bits of all goals."""
        return sum(self._goal_bits.values())

    def compute_bits(self, packed: Sequence[int]) -> list[int]:
        """Return the mechanics of each move from a packed state, as bits."""
        cells = self._compiled.sort_by_identity(packed[: len(self._glyphs)])
        return [self._compute_move_bits(cells, direction) for direction in range(len(self._steps))]

    def _compute_move_bits(self, start: Cells, direction: int) -> int:
        step, found = self._steps[direction], 0
        end = start
        out: list[str] = []
        for there, left in self._compiled.iterate_exits(start, direction):
            # A piece that has reached a pit in this move is trapped there. It can leave only if
            # another Skiddy takes it along.
            for piece, glyph in enumerate(self._glyphs):
                if start[piece] != there[piece] != GONE and self._tiles[there[piece]] == "o":
                    found |= _IN_PIT[glyph]
                if left[piece] == GONE != there[piece]:
                    out.append(glyph)
                    found |= self._classify_exit(glyph, start[piece], there[piece], step)
            end = left
        for colour in skiddy_codes.SKIDDIES:
            found |= _COMBO if out.count(colour) > 1 else 0
        cells_at = {cell: piece for piece, cell in enumerate(end) if cell != GONE}
        for piece, glyph in enumerate(self._glyphs):
            # Only a piece that has moved and is still on the board can have been stopped.
            if end[piece] in (GONE, start[piece]):
                continue
            found |= _PUSHED.get(glyph, 0)
            other = cells_at.get(end[piece] + step)
            # A Skiddy in a pit is held by the pit, not stopped by the piece ahead.
            if (
                glyph in skiddy_codes.SKIDDIES
                and other is not None
                and self._tiles[end[piece]] != "o"
            ):
                found |= self._classify_stop(other, start, end)
        return found

    def _classify_exit(self, glyph: str, start: int, cell: int, step: int) -> int:
        """Return the bit for the goal that a Skiddy leaves through, or for being taken along."""
        trapped = start != cell and self._tiles[cell] == "o"
        if not trapped and self._tiles[cell + step] == skiddy_codes.GOAL_OF[glyph]:
            return self._goal_bits[cell + step]
        return _CARRIED_OUT

    def _classify_stop(self, other: int, start: Cells, end: Cells) -> int:
        """Return the bit for the mechanic in which the piece ``other`` stops a Skiddy.

        The result is 0 if ``other`` is a Skiddy or a pushed crate.
        """
        bit = _LEANED_ON.get(self._glyphs[other], 0)
        return 0 if bit == _CRATE_LEANED_ON and start[other] != end[other] else bit
