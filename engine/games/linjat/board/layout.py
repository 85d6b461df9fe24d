"""Figures of a puzzle's layout, which are known without solving it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.checks import reach_of
from engine.values.grid import SYMMETRIES, cells_of
from engine.values.parameters import fact, share

LAYOUT = tuple(
    replace(parameter, late=True)
    for parameter in (
        share("number_share", "Share of cells that hold a number."),
        share("dot_share", "Share of cells that hold a dot."),
        share("empty_share", "Share of cells that hold nothing."),
        share("clue_symmetry", "Share of clues that a symmetry maps to one of their kind."),
        fact("regions", "Parts in which the puzzle falls, whose lines never share a cell."),
    )
)
"""Facts that are judged last."""


def structure(board: LinjatBoard) -> Mapping[str, float]:
    """How many clues there are, how symmetric they are, and in how many parts they fall."""
    cells = board.rows * board.cols
    numbers, dots = len([*board.numbers()]), len([*board.dots()])
    return {
        "number_share": numbers / cells,
        "dot_share": dots / cells,
        "empty_share": (cells - numbers - dots) / cells,
        "clue_symmetry": clue_symmetry(board),
        "regions": regions(board),
    }


def clue_symmetry(board: LinjatBoard) -> float:
    """The share of clues whose image is one of their kind, a number of whatever value or a dot.

    It is the best over all symmetries but the identity that keep the board's shape; 1 without
    clues.
    """
    clues = {
        (row, col): glyph in codes.DIGITS
        for row, col, glyph in cells_of(board.cells)
        if glyph != codes.EMPTY_GLYPH
    }
    shape = board.rows, board.cols
    alike = (
        sum(clues.get(symmetry.cell(*cell, *shape)) == kind for cell, kind in clues.items())
        for symmetry in SYMMETRIES[1:]
        if symmetry.shape(*shape) == shape
    )
    return max(alike) / len(clues) if clues else 1.0


def regions(board: LinjatBoard) -> int:
    """In how many parts the numbers fall that draw lines: those of different parts never meet.

    Two numbers are of one part if there is a cell that either could draw a line to, or if both are
    of one with a third.
    """
    parts: list[frozenset[tuple[int, int]]] = []
    for number in board.numbers():
        if number[2] == 1:
            continue
        part = reach_of(board, number)
        met = [other for other in parts if other & part]
        parts = [other for other in parts if other not in met] + [part.union(*met)]
    return len(parts)
