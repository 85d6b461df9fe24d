"""How a deduction stands, in plain values: for traces, hints and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.games.linjat.board import table
from engine.games.linjat.board.board import LinjatBoard, Number
from engine.games.linjat.board.lines import Cells, cross_cells, placements
from engine.jit.marks import Longs, Words
from engine.values.grid import Cell

Lines = tuple[Cells, ...]


def common(lines: Iterable[Cells]) -> frozenset[Cell] | None:
    """The cells of all lines; None, for every cell, if there are no lines."""
    cells = [frozenset(line) for line in lines]
    return frozenset.intersection(*cells) if cells else None


@dataclass(frozen=True)
class DeductionMoment:
    """What is known at one moment of a deduction.

    Attributes:
        board: the board.
        alive: the placements that each number has left, furthest up or left first.
        own: the cells that each number owns.
    """

    board: LinjatBoard
    alive: tuple[Lines, ...]
    own: tuple[Cells, ...]

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers, in the order of the deduction."""
        return tuple(self.board.numbers())

    @cached_property
    def dots(self) -> frozenset[Cell]:
        """The dots."""
        return frozenset(self.board.dots())

    @cached_property
    def owner(self) -> dict[Cell, int]:
        """The number that owns each owned cell."""
        return {cell: number for number, cells in enumerate(self.own) for cell in cells}

    @cached_property
    def reach(self) -> dict[Cell, frozenset[int]]:
        """The numbers that can still cover each cell; cells without any are left out."""
        reach: dict[Cell, set[int]] = {}
        for number, lines in enumerate(self.alive):
            for cell in {cell for line in lines for cell in line}:
                reach.setdefault(cell, set()).add(number)
        return {cell: frozenset(numbers) for cell, numbers in reach.items()}

    @cached_property
    def open_dots(self) -> Cells:
        """The dots that no number owns yet, in reading order."""
        return tuple(sorted(self.dots - self.owner.keys()))

    def home(self, number: int) -> Cell:
        """The cell of a number."""
        row, col, _ = self.numbers[number]
        return row, col

    def called(self, number: int) -> str:
        """A number in words, such as ``the 4 at 2,3``."""
        row, col, value = self.numbers[number]
        return f"the {value} at {row},{col}"

    def reached_by(self, cell: Cell) -> frozenset[int]:
        """The numbers that can still cover a cell."""
        return self.reach.get(cell, frozenset())


def moment_of(board: LinjatBoard, words: Words, integers: Longs) -> DeductionMoment:
    """The moment that the arrays of a deduction hold."""
    numbers = tuple(board.numbers())
    assert integers[table.NUMBERS] == len(numbers)
    alive = words[table.ALIVE : table.ALIVE + len(numbers)].tolist()
    own = words[table.OWN : table.OWN + len(numbers)].tolist()
    return DeductionMoment(
        board,
        tuple(placements(*number, word) for number, word in zip(numbers, alive, strict=True)),
        tuple(
            cross_cells(row, col, word) for (row, col, _), word in zip(numbers, own, strict=True)
        ),
    )
