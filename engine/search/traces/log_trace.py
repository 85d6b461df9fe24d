"""The base class for traces that have one row for each row of a solver's log."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import numpy as np

from engine.jit.decorators import Bytes, Ints, Longs
from engine.search.search_memory import DEPTH, PARENT, RESULT, TrialLog, list_ancestors
from engine.search.traces.graph_trace import Occupants
from engine.values.moves import name_moves
from engine.values.solver_trace import RowFilter, filter_changes

if TYPE_CHECKING:
    from engine.values.solver_trace import Mask

L = TypeVar("L", bound=TrialLog)


@dataclass(frozen=True)
class LogTrace(ABC, Generic[L]):
    """A trace with one row for each row of a log.

    Attributes:
        lost_result: The code that the log uses for a lost game.
        strategy: The name of the strategy.
        log: The log of the search.
        move_words: The word of each move, by its number.
        explain_loss: A function that returns, in words, why the last of the given moves loses.
        occupants: A function that returns the contents of a cell in several packed states.
    """

    lost_result: ClassVar[int]

    strategy: str
    log: L
    move_words: tuple[str, ...]
    explain_loss: Callable[[tuple[str, ...]], str] = field(repr=False)
    occupants: Occupants = field(repr=False)

    @cached_property
    def _path_rows(self) -> frozenset[int]:
        """The rows on the last solution that the solver found."""
        solved = self.log.winning_row
        return frozenset(() if solved is None else list_ancestors(self.log.rows[:, PARENT], solved))

    @cached_property
    def _first_tried(self) -> Ints:
        """The first child of each row, or -1 if it has none. Its siblings are the next rows."""
        parents = self.log.rows[:, PARENT]
        # The children of a row are consecutive, so a block begins wherever the parent changes.
        begins = np.flatnonzero(np.diff(parents, prepend=-1) != 0)
        begins = begins[parents[begins] >= 0]
        first = np.full(len(parents), -1, np.int32)
        first[parents[begins]] = begins
        return first

    def _list_block(self, index: int) -> tuple[int, ...]:
        """Return the rows for the moves that were tried from a row."""
        first = int(self._first_tried[index])
        if first < 0:
            return ()
        # A row has at most one child per move, so its block ends within that number of rows.
        block = self.log.rows[first : first + len(self.move_words), PARENT] == index
        return tuple(first + int(row) for row in np.flatnonzero(block))

    def __len__(self) -> int:
        """Return the number of rows, including the starts."""
        return len(self.log.rows)

    def moves_to(self, index: int) -> tuple[str, ...]:
        """Return the moves from the start to the position of a row, including its own move."""
        return name_moves(self.move_words, self.log.find_path(index))

    def get_depths(self, start: int, stop: int) -> Ints:
        """Return the number of moves from the start to each row."""
        return self.log.rows[start:stop, DEPTH]

    def find_path_rows(self, start: int, stop: int) -> Mask:
        """Return the rows on the last solution that the solver found."""
        return np.isin(np.arange(start, stop), list(self._path_rows))

    def find_dead_rows(self, start: int, stop: int) -> Mask:
        """Return the rows of losing moves, the only dead ends that the solver knows of."""
        dead: Mask = self.log.rows[start:stop, RESULT] == self.lost_result
        return dead

    def filter_by_change(self, row: int, col: int, start: int, stop: int) -> RowFilter:
        """Return the rows whose moves change the contents of a cell."""
        rows = np.arange(start, stop)
        parents = self.log.rows[start:stop, PARENT]
        # A start has no parent, so compare it with itself. This reports no change.
        before = self.find_occupants(np.where(parents < 0, rows, parents), row, col)
        return filter_changes(before, self.find_occupants(rows, row, col))

    @abstractmethod
    def find_occupants(self, rows: Longs, row: int, col: int) -> Bytes:
        """Return the contents of a cell after the move of each row in ``rows``.

        The contents are codes of :mod:`engine.values.solver_trace`.
        """

    def find_parent(self, index: int) -> int | None:
        """Return the row from which a row's move was tried, or None for a start."""
        parent = int(self.log.rows[index, PARENT])
        return parent if parent >= 0 else None
