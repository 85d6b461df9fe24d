"""The trace of the article's solver, row by row as its log holds it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.games.fruit_dating.published.depth_first import (
    CUT,
    LOSS,
    NUMBER,
    OTHER,
    REPLACED,
    SITUATION,
    SOLVED,
    DepthFirstLog,
)
from engine.jit.marks import Bytes, Ints, Longs
from engine.search.running import DEPTH, MOVE, PARENT, RESULT
from engine.search.traces.log_trace import LogTrace
from engine.values import trace
from engine.values.trace import Sieve, TraceRow

_KINDS = {CUT: trace.SEEN, REPLACED: trace.SOONER, SOLVED: trace.WON, LOSS: trace.LOST}
FIXED = {
    trace.NEW: "new",
    trace.LIMIT: "new depth limit",
    trace.SEEN: "= cut",
    trace.SOONER: "= reached sooner replaces it",
}
_NAME = re.compile(r"(?:(\d{1,9})\.)?(?:(start)|(\d{1,9})-(\d{1,9}))")


@dataclass(frozen=True)
class DepthFirstTrace(LogTrace[DepthFirstLog]):
    """Rows of all iterations; names are round and number, with a prefix after the first one."""

    lost: ClassVar[int] = LOSS

    def prepare(self) -> None:
        """Compute the tables that every look at a row needs."""
        _ = self._path, self._first_tried, self._replaced_by

    @cached_property
    def _replaced_by(self) -> Ints:
        """For every row the one that took its place, -1 if none did."""
        rows = np.flatnonzero(self.log.rows[:, RESULT] == REPLACED)
        by = np.full(len(self.log.rows), -1, np.int32)
        by[self.log.rows[rows, OTHER]] = rows
        return by

    def __getitem__(self, index: int) -> TraceRow:
        """The row at an index from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        entry = self.log.rows[index]
        name, on_path = self._name(index), index in self._path
        if entry[PARENT] < 0:
            limit = self.log.limits[self._iteration(index)]
            return TraceRow(name, "", "", 0, f"start, at most {limit} moves", on_path)
        return TraceRow(
            name,
            self._name(int(entry[PARENT])),
            self.letters[int(entry[MOVE])],
            int(entry[DEPTH]),
            self._result(index),
            on_path,
            int(entry[RESULT]) == LOSS,
        )

    def _result(self, index: int) -> str:
        entry = self.log.rows[index]
        result = int(entry[RESULT])
        if result == LOSS:
            return f"lost: {self.loss(self.moves_to(index))}"
        if result == SOLVED:
            return "won"
        if result == CUT:
            return f"= {self._name(int(entry[OTHER]))}, cut"
        if result == REPLACED:
            return f"= {self._name(int(entry[OTHER]))}, reached sooner: replaces it"
        limit = self.log.limits[self._iteration(index)]
        return f"new: depth limit {limit}" if int(entry[DEPTH]) == limit else "new"

    def _iteration(self, index: int) -> int:
        return int(np.searchsorted(self.log.iterations, index, side="right")) - 1

    def _name(self, index: int) -> str:
        iteration = self._iteration(index)
        prefix = f"{iteration + 1}." if iteration else ""
        entry = self.log.rows[index]
        if entry[PARENT] < 0:
            return prefix + "start"
        return f"{prefix}{entry[DEPTH]}-{entry[NUMBER]}"

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The first row whose situation the moves lead to, in the earliest iteration with it."""
        iterations = len(self.log.limits)
        found: int | None = None
        while True:
            earlier = next(
                (
                    row
                    for iteration in range(iterations)
                    if (row := self._find_in(iteration, moves)) is not None
                ),
                None,
            )
            if earlier is None:
                return found
            # A still earlier iteration may know the situation by the way that this one came.
            found, iterations, moves = earlier, self._iteration(earlier), self.moves_to(earlier)

    def _find_in(self, iteration: int, moves: tuple[str, ...]) -> int | None:
        row = self.log.iterations[iteration]
        for letter in moves:
            tried = [at for holder in self._holders(row) for at in self._block(holder)]
            move = self.letters.index(letter)
            found = [at for at in tried if self.log.rows[at, MOVE] == move]
            if found:
                row = found[0]
            elif not tried or any(self.log.rows[at, RESULT] == SOLVED for at in tried):
                return None  # not expanded, or not to the end
            # A move that changes nothing has no row and leaves the situation as it is.
        return next(self._holders(row))

    def _holders(self, row: int) -> Iterator[int]:
        """The rows that stood for the situation of a row, one after the other, in its iteration."""
        rows = self.log.rows
        while rows[row, PARENT] >= 0 and rows[row, RESULT] in (CUT, REPLACED):
            row = int(rows[row, OTHER])
        while row >= 0:
            yield row
            row = int(self._replaced_by[row])

    # Many rows at once.

    def saying(self, word: str, start: int, stop: int) -> Sieve:
        """Rows with a word for a name or among the words of the result."""
        rows = self.log.rows[start:stop]
        kinds = np.full(len(rows), trace.NEW, np.uint8)
        for result, kind in _KINDS.items():
            kinds[rows[:, RESULT] == result] = kind
        kinds[(kinds == trace.NEW) & (rows[:, DEPTH] == self._limits(start, stop))] = trace.LIMIT
        kinds[rows[:, PARENT] < 0] = trace.START
        other = rows[:, OTHER]
        named = np.zeros(len(rows), np.bool_)
        wanted = self._named(word)
        if wanted is not None:
            named = other == wanted
            if start <= wanted < stop:
                named[wanted - start] = True
        return trace.said(kinds, named, word, FIXED, (trace.START, trace.LIMIT, trace.LOST))

    def _limits(self, start: int, stop: int) -> Ints:
        """The depth limit that held at each row."""
        iterations = np.searchsorted(self.log.iterations, np.arange(start, stop), side="right") - 1
        return np.array(self.log.limits, np.int32)[iterations]

    def _named(self, word: str) -> int | None:
        """The row of that name."""
        name = _NAME.fullmatch(word)
        iteration = int(name[1] or 1) - 1 if name else -1
        if name is None or not 0 <= iteration < len(self.log.limits):
            return None
        first = self.log.iterations[iteration]
        if name[2]:
            return first
        rows = self.log.rows[first : self.log.iterations[iteration + 1]]
        found = np.flatnonzero((rows[:, DEPTH] == int(name[3])) & (rows[:, NUMBER] == int(name[4])))
        return first + int(found[0]) if len(found) and found[0] else None

    def found_on(self, rows: Longs, row: int, col: int) -> Bytes:
        """See :meth:`engine.search.traces.log_trace.LogTrace.found_on`."""
        codes = np.full(len(rows), trace.UNKNOWN, np.uint8)
        iterations = np.searchsorted(self.log.iterations, rows, side="right") - 1
        for iteration in np.unique(iterations):
            states = self.log.states[int(iteration)]
            here = np.flatnonzero(iterations == iteration)
            situations = self.log.rows[rows[here], SITUATION]
            here, situations = here[situations >= 0], situations[situations >= 0]
            codes[here] = self.occupants(states[situations], row, col)
        return codes

    # How rows hang together.

    def tried(self, index: int) -> tuple[int, ...]:
        """The rows of the moves tried in the situation of a row, perhaps from another row."""
        rows = self.log.rows
        if rows[index, RESULT] == CUT and rows[index, PARENT] >= 0:
            index = int(rows[index, OTHER])
        while self._first_tried[index] < 0 <= self._replaced_by[index]:
            index = int(self._replaced_by[index])
        return self._block(index)

    def explain(self, index: int) -> str:
        """What came of a row and why its branch goes on or ends, in one sentence."""
        entry = self.log.rows[index]
        name, result, depth = self._name(index), int(entry[RESULT]), int(entry[DEPTH])
        other = int(entry[OTHER])
        limit = self.log.limits[self._iteration(index)]
        if entry[PARENT] < 0:
            iteration = self._iteration(index)
            return f"Run {iteration + 1} starts; it looks for a win in at most {limit} moves."
        if result == SOLVED:
            return f"Won in {depth} moves: the run ends, the next one looks for fewer."
        if result == LOSS:
            return f"Lost ({self.loss(self.moves_to(index))}): the branch ends."
        if result == CUT:
            return f"Cut: same as {self._name(other)} ({self._where(other)}), not deeper."
        which = f"{name} is new"
        if result == REPLACED:
            which = f"Same as {self._name(other)} ({self._where(other)}), sooner: replaces it"
        return f"{which}{self._what_next(index, depth, limit)}."

    def _where(self, index: int) -> str:
        return f"row {index + 1:,}, depth {self.log.rows[index, DEPTH]}"

    def _what_next(self, index: int, depth: int, limit: int) -> str:
        if self._first_tried[index] >= 0:
            return ""
        if depth >= limit:
            return f"; not looked into: depth limit {limit}"
        if self._replaced_by[index] >= 0:
            name = self._name(int(self._replaced_by[index]))
            return f"; not looked into: {name} reached it sooner"
        return "; no move changes anything there, or the run ended first"
