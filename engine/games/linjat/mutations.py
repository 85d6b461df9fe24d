"""Mutations for Linjat puzzles: changing a number, moving a clue, and adding or removing a dot."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.game.generator import Mutations
from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard, with_cell
from engine.values.grid import Cell, iterate_cells

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers

_MIN_VALUE, _MAX_VALUE = 2, 9
"""The lowest and highest values that a mutation can give to a number."""


def _list_cells(board: LinjatBoard, glyphs: str) -> list[Cell]:
    """Return the unlocked cells whose glyph is one of ``glyphs``."""
    return [
        (row, col)
        for row, col, glyph in iterate_cells(board.cells)
        if glyph in glyphs and not board.is_locked(row, col)
    ]


def change_number(board: LinjatBoard, random: RandomNumbers) -> LinjatBoard:
    """Return the board with a random unlocked number increased or decreased by one."""
    numbers = _list_cells(board, glyph_codes.DIGITS)
    if not numbers:
        return board
    row, col = random.draw_item(numbers)
    value = int(board.cells[row][col]) + random.draw_item((-1, 1))
    return with_cell(board, str(min(max(value, _MIN_VALUE), _MAX_VALUE)), row, col)


def move_clue(board: LinjatBoard, random: RandomNumbers) -> LinjatBoard:
    """Return the board with a random unlocked number or dot moved to a random empty cell."""
    clues, free = (
        _list_cells(board, glyph_codes.DIGITS + glyph_codes.DOT_GLYPH),
        _list_cells(board, glyph_codes.EMPTY_GLYPH),
    )
    if not clues or not free:
        return board
    row, col = random.draw_item(clues)
    moved = with_cell(board, board.cells[row][col], *random.draw_item(free))
    return with_cell(moved, glyph_codes.EMPTY_GLYPH, row, col)


def flip_dot(board: LinjatBoard, random: RandomNumbers) -> LinjatBoard:
    """Return the board with a random dot removed, or a dot added on a random empty cell."""
    cells = _list_cells(board, glyph_codes.DOT_GLYPH + glyph_codes.EMPTY_GLYPH)
    if not cells:
        return board
    row, col = random.draw_item(cells)
    there = board.cells[row][col] == glyph_codes.DOT_GLYPH
    return with_cell(board, glyph_codes.EMPTY_GLYPH if there else glyph_codes.DOT_GLYPH, row, col)


# Moving clues and flipping dots are listed twice, so that they are twice as likely.
_KINDS = (change_number, move_clue, move_clue, flip_dot, flip_dot)


class LinjatMutations(Mutations):
    """The mutations for Linjat. A mutated puzzle must have one solution, which deduction finds."""

    required_facts = ("solvable", "unique", "human_solvable")
    solution_count = "unique"
    tie_breaker = "score:desc"
    raised_facts = MappingProxyType({"score": ("score",)})

    def mutate(self, board: LinjatBoard, random: RandomNumbers) -> LinjatBoard:
        return random.draw_item(_KINDS)(board, random)
