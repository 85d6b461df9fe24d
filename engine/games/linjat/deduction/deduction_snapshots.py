"""Moments: snapshots of a deduction as plain values, for traces, hints and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.board.board import LinjatBoard, Number
from engine.games.linjat.board.line_notation import Cells, decode_cross_cells, decode_placements
from engine.jit.decorators import Longs, Words
from engine.values.grid import Cell

Lines = tuple[Cells, ...]


def intersect_lines(lines: Iterable[Cells]) -> frozenset[Cell] | None:
    """Return the cells common to all lines, or None if there are no lines."""
    cells = [frozenset(line) for line in lines]
    return frozenset.intersection(*cells) if cells else None


@dataclass(frozen=True)
class DeductionMoment:
    """Everything that is known at one point in a deduction.

    Attributes:
        board: The board on which the deduction runs.
        alive: The placements that each number has left. Those that extend furthest up or left come
            first.
        own: The cells that each number owns.
    """

    board: LinjatBoard
    alive: tuple[Lines, ...]
    own: tuple[Cells, ...]

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers on the board in reading order, which is also the order of their indices."""
        return tuple(self.board.list_numbers())

    @cached_property
    def dots(self) -> frozenset[Cell]:
        """The cells with a dot."""
        return frozenset(self.board.list_dots())

    @cached_property
    def owner(self) -> dict[Cell, int]:
        """A mapping from each owned cell to the index of the number that owns it."""
        return {cell: number for number, cells in enumerate(self.own) for cell in cells}

    @cached_property
    def reach(self) -> dict[Cell, frozenset[int]]:
        """A mapping from each reachable cell to the indices of the numbers that can cover it."""
        reach: dict[Cell, set[int]] = {}
        for number, lines in enumerate(self.alive):
            for cell in {cell for line in lines for cell in line}:
                reach.setdefault(cell, set()).add(number)
        return {cell: frozenset(numbers) for cell, numbers in reach.items()}

    @cached_property
    def open_dots(self) -> Cells:
        """The dots that no number owns yet, in reading order."""
        return tuple(sorted(self.dots - self.owner.keys()))

    def get_home(self, number: int) -> Cell:
        """Return the cell of the number with the index ``number``."""
        row, col, _ = self.numbers[number]
        return row, col

    def format_number(self, number: int) -> str:
        """Describe the number with the index ``number``, for example as ``the 4 at 2,3``."""
        row, col, value = self.numbers[number]
        return f"the {value} at {row},{col}"

    def find_reaching(self, cell: Cell) -> frozenset[int]:
        """Return the indices of the numbers that can still cover a cell."""
        return self.reach.get(cell, frozenset())


def read_moment(board: LinjatBoard, words: Words, integers: Longs) -> DeductionMoment:
    """Decode the moment stored in the arrays of a deduction."""
    numbers = tuple(board.list_numbers())
    assert integers[deduction_arrays.NUMBERS] == len(numbers)
    alive = words[deduction_arrays.ALIVE : deduction_arrays.ALIVE + len(numbers)].tolist()
    own = words[deduction_arrays.OWN : deduction_arrays.OWN + len(numbers)].tolist()
    return DeductionMoment(
        board,
        tuple(
            decode_placements(*number, word) for number, word in zip(numbers, alive, strict=True)
        ),
        tuple(
            decode_cross_cells(row, col, word)
            for (row, col, _), word in zip(numbers, own, strict=True)
        ),
    )
