"""Counting the solutions to a board, up to a limit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.games.linjat.board import deduction_arrays, glyph_codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.line_notation import Cells, decode_placements, encode_cells
from engine.games.linjat.exact import exact_search
from engine.values.budget import Budget, Control, iterate_portions

_CHUNK = 4_096
"""The maximum number of nodes to settle between two checks of the clock. Settling them takes a few
milliseconds."""


@dataclass(frozen=True, slots=True)
class SolutionCount:
    """The result of counting a board's solutions.

    Attributes:
        solutions: The number of solutions found. If it equals the limit, there may be more.
        complete: True if every solution was found.
        nodes: The number of nodes that the search has settled.
        found: The first solutions. Each holds the cells of every number's line, with the numbers in
            reading order.
    """

    solutions: int
    complete: bool
    nodes: int
    found: tuple[tuple[Cells, ...], ...]

    @property
    def is_unique(self) -> bool | None:
        """True if there is exactly one solution, False if not, or None if that is undecided."""
        if self.solutions > 1:
            return False
        return self.solutions == 1 if self.complete else None

    @property
    def is_solvable(self) -> bool | None:
        """True if there is a solution, False if there is none, or None if that is undecided."""
        if self.solutions:
            return True
        return False if self.complete else None


def count_solutions(
    board: LinjatBoard,
    limit: int = 2,
    budget: Budget | None = None,
    control: Control | None = None,
    *,
    keep: int = 2,
) -> SolutionCount:
    """Count the solutions to a board. Two solutions differ if any number has a different line.

    Args:
        board: The board whose solutions are counted.
        limit: The number of solutions at which to stop. 2 is enough to decide uniqueness.
        budget: The maximum numbers of nodes and seconds that the search may use.
        control: The control for reporting progress and cancelling the search.
        keep: The maximum number of solutions to return.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    budget, control = budget or Budget(), control or Control()
    cells = encode_cells(board)
    numbers = tuple(board.list_numbers())
    # Each split decides a number or a dot, so the stack has at most one level for each of them.
    levels = len(numbers) + int(np.count_nonzero(cells == glyph_codes.DOT)) + 1
    words, integers = (
        np.zeros(deduction_arrays.WORDS, np.uint64),
        np.zeros(deduction_arrays.INTEGERS, np.int64),
    )
    nodes, options = np.empty(levels * len(numbers), np.uint64), np.empty(levels, np.uint64)
    found = np.zeros(keep * len(numbers), np.uint64)
    state = np.zeros(exact_search.SPLIT + levels, np.int64)
    memory = exact_search.ExactSearchMemory(words, integers, nodes, options, found, state)
    begins = budget.max_states > 0 and not control.is_cancelled
    if not begins:
        return SolutionCount(0, False, 0, ())
    exact_search.open_search(cells, board.rows, board.cols, memory)
    control.shared_cells[1] = state[exact_search.NODES]
    # Run the kernel in portions, to check the budget and cancellation between them.
    for portion in iterate_portions(_CHUNK):
        if (
            state[exact_search.DEPTH] < 0
            or state[exact_search.SOLUTIONS] >= limit
            or state[exact_search.NODES] >= budget.max_states
            or control.is_cancelled
            or budget.is_spent(control.seconds)
        ):
            break
        pause = min(int(state[exact_search.NODES]) + portion, budget.max_states)
        exact_search.run_search(memory, control.shared_cells, limit, pause)
    solutions, depth = int(state[exact_search.SOLUTIONS]), int(state[exact_search.DEPTH])
    lines = found.reshape(keep, len(numbers))[: min(solutions, keep)].tolist()
    return SolutionCount(
        solutions,
        # The search is complete if no level on the stack has an untried option.
        not options[: depth + 1].any(),
        int(state[exact_search.NODES]),
        tuple(
            tuple(
                decode_placements(*number, starts)[0]
                for number, starts in zip(numbers, solution, strict=True)
            )
            for solution in lines
        ),
    )
