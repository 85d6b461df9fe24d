"""Facts about a puzzle's layout, computed without solving the puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.board_problems import find_reach
from engine.values.grid import SYMMETRIES, iterate_cells
from engine.values.parameter_schema import define_fact, define_share

LAYOUT_FACTS = tuple(
    replace(parameter, late=True)
    for parameter in (
        define_share("number_share", "Share of cells that hold a number."),
        define_share("dot_share", "Share of cells that hold a dot."),
        define_share("empty_share", "Share of cells that hold nothing."),
        define_share(
            "clue_symmetry", "Share of clues whose mirror image is a clue of the same kind."
        ),
        define_fact("regions", "Number of independent parts, whose lines can never meet."),
    )
)
"""The facts about the layout. They are checked after all other facts."""


def measure_structure(board: LinjatBoard) -> Mapping[str, float]:
    """Return a mapping from the name of each of the :data:`LAYOUT_FACTS` to its value."""
    cells = board.rows * board.cols
    numbers, dots = len([*board.list_numbers()]), len([*board.list_dots()])
    return {
        "number_share": numbers / cells,
        "dot_share": dots / cells,
        "empty_share": (cells - numbers - dots) / cells,
        "clue_symmetry": measure_clue_symmetry(board),
        "regions": count_regions(board),
    }


def measure_clue_symmetry(board: LinjatBoard) -> float:
    """Return the largest share of clues that a symmetry maps to a clue of the same kind.

    There are two kinds of clue: numbers, whatever their value, and dots. Every symmetry that keeps
    the board's shape is tried, except the identity. The share is 1 for a board without clues.
    """
    clues = {
        (row, col): glyph in glyph_codes.DIGITS
        for row, col, glyph in iterate_cells(board.cells)
        if glyph != glyph_codes.EMPTY_GLYPH
    }
    shape = board.rows, board.cols
    # The first symmetry is the identity; rotations by 90 degrees fit only square boards.
    alike = (
        sum(
            clues.get(symmetry.transform_cell(*cell, *shape)) == kind
            for cell, kind in clues.items()
        )
        for symmetry in SYMMETRIES[1:]
        if symmetry.transform_shape(*shape) == shape
    )
    return max(alike) / len(clues) if clues else 1.0


def count_regions(board: LinjatBoard) -> int:
    """Count the groups of numbers whose lines can never meet a line from another group.

    Two numbers are in the same group if there is a cell that each of their lines could cover, or
    if a chain of such pairs connects them. A 1 needs no line and is ignored.
    """
    parts: list[frozenset[tuple[int, int]]] = []
    for number in board.list_numbers():
        if number[2] == 1:
            continue
        part = find_reach(board, number)
        # The new part may overlap several others. Merging all of these keeps the parts disjoint.
        met = [other for other in parts if other & part]
        parts = [other for other in parts if other not in met] + [part.union(*met)]
    return len(parts)
