"""How many solutions a board has, up to a limit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.games.linjat.board import codes, table
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import Cells, cells_of_board, placements
from engine.games.linjat.exact import search
from engine.values.budget import Budget, Control, portions

_CHUNK = 4_096
"""Nodes between two looks at the clock at the most: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a count has found out.

    Attributes:
        solutions: solutions met; at the limit there may be more.
        complete: whether every solution was met.
        nodes: nodes of the search that were settled.
        found: the first solutions, the cells of each number's line in order of the numbers.
    """

    solutions: int
    complete: bool
    nodes: int
    found: tuple[tuple[Cells, ...], ...]

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None if undecided."""
        if self.solutions > 1:
            return False
        return self.solutions == 1 if self.complete else None

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None if undecided."""
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
) -> Count:
    """Counts the solutions of a board; two differ if some number has another line.

    Counting stops at ``limit`` solutions: 2 decides whether a solution is unique. ``keep`` is how
    many to give; the budget is of nodes.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    budget, control = budget or Budget(), control or Control()
    cells = cells_of_board(board)
    numbers = tuple(board.numbers())
    levels = len(numbers) + int(np.count_nonzero(cells == codes.DOT)) + 1
    words, integers = np.zeros(table.WORDS, np.uint64), np.zeros(table.INTEGERS, np.int64)
    nodes, options = np.empty(levels * len(numbers), np.uint64), np.empty(levels, np.uint64)
    found = np.zeros(keep * len(numbers), np.uint64)
    state = np.zeros(search.SPLIT + levels, np.int64)
    memory = search.SearchMemory(words, integers, nodes, options, found, state)
    begins = budget.max_states > 0 and not control.cancelled
    if not begins:
        return Count(0, False, 0, ())
    search.open_search(cells, board.rows, board.cols, memory)
    control.cells[1] = state[search.NODES]
    for portion in portions(_CHUNK):
        if (
            state[search.DEPTH] < 0
            or state[search.SOLUTIONS] >= limit
            or state[search.NODES] >= budget.max_states
            or control.cancelled
            or budget.is_spent(control.seconds)
        ):
            break
        pause = min(int(state[search.NODES]) + portion, budget.max_states)
        search.search(memory, control.cells, limit, pause)
    solutions, depth = int(state[search.SOLUTIONS]), int(state[search.DEPTH])
    lines = found.reshape(keep, len(numbers))[: min(solutions, keep)].tolist()
    return Count(
        solutions,
        not options[: depth + 1].any(),
        int(state[search.NODES]),
        tuple(
            tuple(
                placements(*number, starts)[0]
                for number, starts in zip(numbers, solution, strict=True)
            )
            for solution in lines
        ),
    )
