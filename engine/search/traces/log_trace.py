"""What traces have in common that show the rows of a solver's log as they are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import numpy as np

from engine.jit.marks import Bytes, Ints, Longs
from engine.search.running import DEPTH, PARENT, RESULT, TrialLog, rows_to
from engine.search.traces.graph_trace import Occupants
from engine.values.trace import Sieve, changed

if TYPE_CHECKING:
    from engine.values.trace import Mask

L = TypeVar("L", bound=TrialLog)


@dataclass(frozen=True)
class LogTrace(ABC, Generic[L]):
    """Rows of a log.

    Attributes:
        lost: the result of rows that lost.
    """

    lost: ClassVar[int]

    strategy: str
    log: L
    letters: tuple[str, ...]
    loss: Callable[[tuple[str, ...]], str] = field(repr=False)
    occupants: Occupants = field(repr=False)

    @cached_property
    def _path(self) -> frozenset[int]:
        """The rows of the solution that the solver found last."""
        solved = self.log.solved
        return frozenset(() if solved is None else rows_to(self.log.rows[:, PARENT], solved))

    @cached_property
    def _first_tried(self) -> Ints:
        """For every row the first of those tried from it, which follow one another; -1 if none."""
        parents = self.log.rows[:, PARENT]
        begins = np.flatnonzero(np.diff(parents, prepend=-1) != 0)
        begins = begins[parents[begins] >= 0]
        first = np.full(len(parents), -1, np.int32)
        first[parents[begins]] = begins
        return first

    def _block(self, index: int) -> tuple[int, ...]:
        """The rows of the moves tried from a row itself."""
        first = int(self._first_tried[index])
        if first < 0:
            return ()
        block = self.log.rows[first : first + len(self.letters), PARENT] == index
        return tuple(first + int(row) for row in np.flatnonzero(block))

    def __len__(self) -> int:
        """Number of rows, starts included."""
        return len(self.log.rows)

    def moves_to(self, index: int) -> tuple[str, ...]:
        """The moves from the start to the situation of a row, its own move included."""
        return tuple(self.letters[move] for move in self.log.path(index))

    def depths(self, start: int, stop: int) -> Ints:
        """Moves from the start to each row."""
        return self.log.rows[start:stop, DEPTH]

    def on_path(self, start: int, stop: int) -> Mask:
        """Rows on the solution that the solver itself found last."""
        return np.isin(np.arange(start, stop), list(self._path))

    def dead(self, start: int, stop: int) -> Mask:
        """Rows that lost; the solver knows no other dead ends."""
        dead: Mask = self.log.rows[start:stop, RESULT] == self.lost
        return dead

    def changes(self, row: int, col: int, start: int, stop: int) -> Sieve:
        """Rows whose move changes what stands on a cell of the board."""
        rows = np.arange(start, stop)
        parents = self.log.rows[start:stop, PARENT]
        before = self.found_on(np.where(parents < 0, rows, parents), row, col)
        return changed(before, self.found_on(rows, row, col))

    @abstractmethod
    def found_on(self, rows: Longs, row: int, col: int) -> Bytes:
        """What stands on a cell in the situations of some rows; see :mod:`engine.values.trace`."""

    def parent(self, index: int) -> int | None:
        """The row that a row was tried from, None for a start."""
        parent = int(self.log.rows[index, PARENT])
        return parent if parent >= 0 else None
