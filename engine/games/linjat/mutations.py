"""Mutations of Linjat puzzles: numbers changed and moved, dots put down, moved and taken away."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.game.generator import Mutations
from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard, with_cell
from engine.values.grid import Cell, cells_of

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers

_LEAST, _MOST = 2, 9
"""Numbers that a change of their value leads to."""


def _cells(board: LinjatBoard, glyphs: str) -> list[Cell]:
    """The cells with one of some glyphs that are not locked."""
    return [
        (row, col)
        for row, col, glyph in cells_of(board.cells)
        if glyph in glyphs and not board.is_locked(row, col)
    ]


def change_number(board: LinjatBoard, random: RandomNumbers) -> LinjatBoard:
    """A number becomes one more or one less."""
    numbers = _cells(board, codes.DIGITS)
    if not numbers:
        return board
    row, col = random.choice(numbers)
    value = int(board.cells[row][col]) + random.choice((-1, 1))
    return with_cell(board, str(min(max(value, _LEAST), _MOST)), row, col)


def move_clue(board: LinjatBoard, random: RandomNumbers) -> LinjatBoard:
    """A number or a dot goes to an empty cell."""
    clues, free = _cells(board, codes.DIGITS + codes.DOT_GLYPH), _cells(board, codes.EMPTY_GLYPH)
    if not clues or not free:
        return board
    row, col = random.choice(clues)
    moved = with_cell(board, board.cells[row][col], *random.choice(free))
    return with_cell(moved, codes.EMPTY_GLYPH, row, col)


def flip_dot(board: LinjatBoard, random: RandomNumbers) -> LinjatBoard:
    """A dot is taken away, or put on an empty cell."""
    cells = _cells(board, codes.DOT_GLYPH + codes.EMPTY_GLYPH)
    if not cells:
        return board
    row, col = random.choice(cells)
    there = board.cells[row][col] == codes.DOT_GLYPH
    return with_cell(board, codes.EMPTY_GLYPH if there else codes.DOT_GLYPH, row, col)


_KINDS = (change_number, move_clue, move_clue, flip_dot, flip_dot)


class LinjatMutations(Mutations):
    """How Linjat puzzles are changed; they stay unique, and to be solved by the human rules."""

    needs = ("solvable", "unique", "human_solvable")
    solutions = "unique"
    best = "score:desc"
    rising = MappingProxyType({"score": ("score",)})

    def mutate(self, board: LinjatBoard, random: RandomNumbers) -> LinjatBoard:
        """A change of a number or of a clue."""
        return random.choice(_KINDS)(board, random)
