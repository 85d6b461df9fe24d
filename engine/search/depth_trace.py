"""The trace of the article's solver, row by row as its log holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from engine.arrays import Ints, Longs
from engine.search.depth_first import (
    CUT,
    DEPTH,
    LOSS,
    MOVE,
    NUMBER,
    OTHER,
    PARENT,
    REPLACED,
    RESULT,
    SITUATION,
    SOLVED,
    DepthFirstLog,
)
from engine.trace import TraceRow

START = "start"


@dataclass(frozen=True)
class DepthFirstTrace:
    """Rows of all runs; situations are named by round and number, reruns with a prefix.

    Attributes:
        strategy: name of the strategy.
        log: what the solver tried.
        letters: the move words, by move number.
        loss: why a move sequence loses, in words.
    """

    strategy: str
    log: DepthFirstLog
    letters: tuple[str, ...]
    loss: Callable[[tuple[str, ...]], str] = field(repr=False)

    @cached_property
    def _path(self) -> frozenset[int]:
        rows = set()
        row = -1 if self.log.solved is None else self.log.solved
        while row >= 0:
            rows.add(row)
            row = int(self.log.rows[row, PARENT])
        return frozenset(rows)

    def __len__(self) -> int:
        """Number of rows, the start of every run included."""
        return len(self.log.rows)

    def __getitem__(self, index: int) -> TraceRow:
        """The row at an index from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        entry = self.log.rows[index]
        name, on_path = self._name(index), index in self._path
        if entry[PARENT] < 0:
            limit = self.log.limits[self._run(index)]
            return TraceRow(name, "", "", 0, f"start, at most {limit} moves", on_path)
        result = int(entry[RESULT])
        other = self._name(int(entry[OTHER])) if entry[OTHER] >= 0 else ""
        if result == LOSS:
            text = f"lost: {self.loss(self.moves_to(index))}"
        else:
            text = {
                SOLVED: "solved",
                CUT: f"= {other}, cut",
                REPLACED: f"= {other}, reached sooner: replaces it",
            }.get(result, "new")
        return TraceRow(
            name,
            self._name(int(entry[PARENT])),
            self.letters[int(entry[MOVE])],
            int(entry[DEPTH]),
            text,
            on_path,
            result == LOSS,
        )

    def _run(self, index: int) -> int:
        return int(np.searchsorted(self.log.runs, index, side="right")) - 1

    def _name(self, index: int) -> str:
        run = self._run(index)
        prefix = f"{run + 1}." if run else ""
        entry = self.log.rows[index]
        if entry[PARENT] < 0:
            return prefix + START
        return f"{prefix}{entry[DEPTH]}-{entry[NUMBER]}"

    def moves_to(self, index: int) -> tuple[str, ...]:
        """The moves from the start to the situation of a row, its own move included."""
        return tuple(self.letters[move] for move in self.log.path(index))

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The first row whose situation the moves lead to, in the earliest run that has it."""
        runs = len(self.log.limits)
        found: int | None = None
        while True:
            earlier = next(
                (row for run in range(runs) if (row := self._find_in(run, moves)) is not None), None
            )
            if earlier is None:
                return found
            # A still earlier run may know the situation by the way that this one came.
            found, runs, moves = earlier, self._run(earlier), self.moves_to(earlier)

    def _find_in(self, run: int, moves: tuple[str, ...]) -> int | None:
        first = self.log.runs[run]
        rows = self.log.rows[first : self.log.runs[run + 1]]
        row = 0
        for letter in moves:
            same = self._same_situation(rows, row)
            tried = np.flatnonzero(np.isin(rows[:, PARENT], same + first))
            found = tried[rows[tried, MOVE] == self.letters.index(letter)]
            if len(found):
                row = int(found[0])
            elif not len(tried) or rows[tried[-1], RESULT] == SOLVED:
                return None  # not looked into, or not to the end
            # A move that changes nothing has no row and leaves the situation as it is.
        return first + int(self._same_situation(rows, row)[0])

    def _same_situation(self, rows: Ints, row: int) -> Longs:
        """The rows of a run that lead to a row's situation; an end is only itself."""
        if rows[row, SITUATION] < 0:
            return np.array([row])
        return np.flatnonzero(rows[:, SITUATION] == rows[row, SITUATION])
