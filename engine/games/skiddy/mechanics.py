"""What happens in a move beside plain sliding: crates, ice, pits, Skiddies that leave together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.skiddy import codes
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.codes import KINDS, MECHANICS
from engine.games.skiddy.compiled import compile_board
from engine.search.graph import Graph
from engine.search.mechanics import labelled
from engine.tiles.board import GONE
from engine.tiles.compiled import Cells
from engine.values.budget import Control
from engine.values.mechanics import word

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
_GOALS_AT = len(MECHANICS) - 1
"""From this bit on there is one for every goal."""
_PUSHED = {"c": _CRATE_PUSHED, "i": _ICE_SLID}
_IN_PIT = {"c": _CRATE_ON_PIT, "i": _ICE_IN_PIT, "r": _SKIDDY_IN_PIT, "b": _SKIDDY_IN_PIT}
_LEANED_ON = {"c": _CRATE_LEANED_ON, "i": _ICE_LEANED_ON}


def mechanics(board: SkiddyBoard, graph: Graph, control: Control) -> Mapping[str, str]:
    """In which shortest solutions of a board each mechanic acts; empty if there is none.

    Solutions are those in the fewest moves, whether they win by maximum combo or without.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    moves = _Moves(board)
    ways = labelled(graph, len(KINDS), moves.acts, control)
    if ways is None:
        return {}
    *names, goals = MECHANICS
    return {**ways.words(names), goals: word(*ways.whole(moves.goals))}


class _Moves:
    """Moves on one board, pieces by their identity."""

    def __init__(self, board: SkiddyBoard) -> None:
        self._compiled = compile_board(board)
        self._glyphs = self._compiled.glyphs
        self._tiles = "".join(board.tiles)
        self._steps = (-board.cols, 1, board.cols, -1)
        goals = [cell for cell, tile in enumerate(self._tiles) if tile in codes.GOALS]
        self._goal_bits = {cell: 1 << _GOALS_AT + bit for bit, cell in enumerate(goals)}

    @property
    def goals(self) -> int:
        """The bits of all goals."""
        return sum(self._goal_bits.values())

    def acts(self, packed: Sequence[int]) -> list[int]:
        """What happens in each move of a state."""
        cells = self._compiled.by_identity(packed[: len(self._glyphs)])
        return [self._bits(cells, direction) for direction in range(len(self._steps))]

    def _bits(self, start: Cells, direction: int) -> int:
        step, found = self._steps[direction], 0
        end = start
        out: list[str] = []
        for there, left in self._compiled.moments(start, direction):
            # Where a piece came to a pit in this move it is trapped, and goes out with others only.
            for piece, glyph in enumerate(self._glyphs):
                if start[piece] != there[piece] != GONE and self._tiles[there[piece]] == "o":
                    found |= _IN_PIT[glyph]
                if left[piece] == GONE != there[piece]:
                    out.append(glyph)
                    found |= self._exit(glyph, start[piece], there[piece], step)
            end = left
        for colour in codes.SKIDDIES:
            found |= _COMBO if out.count(colour) > 1 else 0
        standing = {cell: piece for piece, cell in enumerate(end) if cell != GONE}
        for piece, glyph in enumerate(self._glyphs):
            if end[piece] in (GONE, start[piece]):
                continue
            found |= _PUSHED.get(glyph, 0)
            other = standing.get(end[piece] + step)
            if glyph in codes.SKIDDIES and other is not None and self._tiles[end[piece]] != "o":
                found |= self._leaning(other, start, end)
        return found

    def _exit(self, glyph: str, start: int, cell: int, step: int) -> int:
        """The goal that a Skiddy leaves by, or that it is carried out by others."""
        trapped = start != cell and self._tiles[cell] == "o"
        if not trapped and self._tiles[cell + step] == codes.GOAL_OF[glyph]:
            return self._goal_bits[cell + step]
        return _CARRIED_OUT

    def _leaning(self, other: int, start: Cells, end: Cells) -> int:
        """What stops a Skiddy that slid; not the crate that it has pushed."""
        bit = _LEANED_ON.get(self._glyphs[other], 0)
        return 0 if bit == _CRATE_LEANED_ON and start[other] != end[other] else bit
