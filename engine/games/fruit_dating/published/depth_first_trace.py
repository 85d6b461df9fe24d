"""The trace of the article's solver, with one row for each row of its log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.games.fruit_dating.published.depth_first_search import (
    CUT,
    LOSS,
    NUMBER,
    OTHER,
    REPLACED,
    SITUATION,
    SOLVED,
    DepthFirstLog,
)
from engine.jit.decorators import Bytes, Ints, Longs
from engine.search.search_memory import DEPTH, MOVE, PARENT, RESULT
from engine.search.traces.log_trace import LogTrace
from engine.values import solver_trace
from engine.values.solver_trace import RowFilter, TraceRow

_KINDS = {
    CUT: solver_trace.SEEN,
    REPLACED: solver_trace.SOONER,
    SOLVED: solver_trace.WON,
    LOSS: solver_trace.LOST,
}
FIXED = {
    solver_trace.NEW: "new",
    solver_trace.LIMIT: "new depth limit",
    solver_trace.SEEN: "= cut",
    solver_trace.SOONER: "= reached sooner replaces it",
}
_NAME = re.compile(r"(?:(\d{1,9})\.)?(?:(start)|(\d{1,9})-(\d{1,9}))")


@dataclass(frozen=True)
class DepthFirstTrace(LogTrace[DepthFirstLog]):
    """A trace of all iterations.

    Each row is named after its depth and its number at that depth, such as 3-12. From the second
    iteration on, names begin with the number of the iteration, such as 2.3-12.
    """

    lost_result: ClassVar[int] = LOSS

    def prepare(self) -> None:
        """Compute the tables that rows are created from, so that the first access is fast."""
        _ = self._path_rows, self._first_tried, self._replacements

    @cached_property
    def _replacements(self) -> Ints:
        """The row that replaced each row, or -1 if none did."""
        rows = np.flatnonzero(self.log.rows[:, RESULT] == REPLACED)
        by = np.full(len(self.log.rows), -1, np.int32)
        by[self.log.rows[rows, OTHER]] = rows
        return by

    def __getitem__(self, index: int) -> TraceRow:
        """Return the row at ``index``, counted from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        entry = self.log.rows[index]
        name, on_path = self._format_name(index), index in self._path_rows
        if entry[PARENT] < 0:
            limit = self.log.limits[self._find_iteration(index)]
            return TraceRow(name, "", "", 0, f"start, at most {limit} moves", on_path)
        return TraceRow(
            name,
            self._format_name(int(entry[PARENT])),
            self.move_words[int(entry[MOVE])],
            int(entry[DEPTH]),
            self._format_result(index),
            on_path,
            int(entry[RESULT]) == LOSS,
        )

    def _format_result(self, index: int) -> str:
        entry = self.log.rows[index]
        result = int(entry[RESULT])
        if result == LOSS:
            return f"lost: {self.explain_loss(self.moves_to(index))}"
        if result == SOLVED:
            return "won"
        if result == CUT:
            return f"= {self._format_name(int(entry[OTHER]))}, cut"
        if result == REPLACED:
            return f"= {self._format_name(int(entry[OTHER]))}, reached sooner: replaces it"
        limit = self.log.limits[self._find_iteration(index)]
        return f"new: depth limit {limit}" if int(entry[DEPTH]) == limit else "new"

    def _find_iteration(self, index: int) -> int:
        return int(np.searchsorted(self.log.iterations, index, side="right")) - 1

    def _format_name(self, index: int) -> str:
        iteration = self._find_iteration(index)
        prefix = f"{iteration + 1}." if iteration else ""
        entry = self.log.rows[index]
        if entry[PARENT] < 0:
            return prefix + "start"
        return f"{prefix}{entry[DEPTH]}-{entry[NUMBER]}"

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the first row of the situation that ``moves`` lead to, or None if there is none.

        The row is from the earliest iteration that reached the situation.
        """
        iterations = len(self.log.limits)
        found: int | None = None
        while True:
            earlier = next(
                (
                    row
                    for iteration in range(iterations)
                    if (row := self._find_in_iteration(iteration, moves)) is not None
                ),
                None,
            )
            if earlier is None:
                return found
            # An earlier iteration may have reached the situation only by the moves that lead to
            # this row, so search again with those moves.
            found, iterations, moves = (
                earlier,
                self._find_iteration(earlier),
                self.moves_to(earlier),
            )

    def _find_in_iteration(self, iteration: int, moves: tuple[str, ...]) -> int | None:
        row = self.log.iterations[iteration]
        for letter in moves:
            # The moves from a situation may be logged under any row that has owned it.
            tried = [at for holder in self._iterate_owners(row) for at in self._list_block(holder)]
            move = self.move_words.index(letter)
            found = [at for at in tried if self.log.rows[at, MOVE] == move]
            if found:
                row = found[0]
            elif not tried or any(self.log.rows[at, RESULT] == SOLVED for at in tried):
                return None  # the situation was not expanded, or its expansion ended at a win
            # Otherwise the move changes nothing, so it has no row and the situation is the same.
        return next(self._iterate_owners(row))

    def _iterate_owners(self, row: int) -> Iterator[int]:
        """Yield, in order, the rows that owned a row's situation during its iteration."""
        rows = self.log.rows
        # Go back to the first owner of the situation, then forwards through the later owners.
        while rows[row, PARENT] >= 0 and rows[row, RESULT] in (CUT, REPLACED):
            row = int(rows[row, OTHER])
        while row >= 0:
            yield row
            row = int(self._replacements[row])

    def filter_by_word(self, word: str, start: int, stop: int) -> RowFilter:
        """Return the rows whose name is ``word`` or whose result contains ``word``."""
        rows = self.log.rows[start:stop]
        kinds = np.full(len(rows), solver_trace.NEW, np.uint8)
        for result, kind in _KINDS.items():
            kinds[rows[:, RESULT] == result] = kind
        # The result of a new situation at the depth limit is worded differently.
        kinds[(kinds == solver_trace.NEW) & (rows[:, DEPTH] == self._list_limits(start, stop))] = (
            solver_trace.LIMIT
        )
        kinds[rows[:, PARENT] < 0] = solver_trace.START
        other = rows[:, OTHER]
        named = np.zeros(len(rows), np.bool_)
        wanted = self._find_row_named(word)
        if wanted is not None:
            named = other == wanted
            if start <= wanted < stop:
                named[wanted - start] = True
        return solver_trace.filter_words(
            kinds, named, word, FIXED, (solver_trace.START, solver_trace.LIMIT, solver_trace.LOST)
        )

    def _list_limits(self, start: int, stop: int) -> Ints:
        """Return the depth limit that applied to each row's iteration."""
        iterations = np.searchsorted(self.log.iterations, np.arange(start, stop), side="right") - 1
        return np.array(self.log.limits, np.int32)[iterations]

    def _find_row_named(self, word: str) -> int | None:
        """Return the index of the row named ``word``, or None if there is none."""
        name = _NAME.fullmatch(word)
        # Names in the first iteration have no prefix.
        iteration = int(name[1] or 1) - 1 if name else -1
        if name is None or not 0 <= iteration < len(self.log.limits):
            return None
        first = self.log.iterations[iteration]
        if name[2]:
            return first
        rows = self.log.rows[first : self.log.iterations[iteration + 1]]
        found = np.flatnonzero((rows[:, DEPTH] == int(name[3])) & (rows[:, NUMBER] == int(name[4])))
        return first + int(found[0]) if len(found) and found[0] else None

    def find_occupants(self, rows: Longs, row: int, col: int) -> Bytes:
        """Return the code for the piece on a cell in the situation of each row in ``rows``."""
        codes = np.full(len(rows), solver_trace.UNKNOWN, np.uint8)
        iterations = np.searchsorted(self.log.iterations, rows, side="right") - 1
        for iteration in np.unique(iterations):
            states = self.log.states[int(iteration)]
            here = np.flatnonzero(iterations == iteration)
            situations = self.log.rows[rows[here], SITUATION]
            here, situations = here[situations >= 0], situations[situations >= 0]
            codes[here] = self.occupants(states[situations], row, col)
        return codes

    def list_children(self, index: int) -> tuple[int, ...]:
        """Return the rows for the moves that were tried in a row's situation.

        If another row was expanded instead of that row, the result is for the other row.
        """
        rows = self.log.rows
        if rows[index, RESULT] == CUT and rows[index, PARENT] >= 0:
            index = int(rows[index, OTHER])
        while self._first_tried[index] < 0 <= self._replacements[index]:
            index = int(self._replacements[index])
        return self._list_block(index)

    def explain_row(self, index: int) -> str:
        """Return an explanation of a row's result and of why its branch continues or ends."""
        entry = self.log.rows[index]
        name, result, depth = self._format_name(index), int(entry[RESULT]), int(entry[DEPTH])
        other = int(entry[OTHER])
        limit = self.log.limits[self._find_iteration(index)]
        if entry[PARENT] < 0:
            iteration = self._find_iteration(index)
            return f"Run {iteration + 1} starts; it looks for a win in at most {limit} moves."
        if result == SOLVED:
            return f"Won in {depth} moves: the run ends, the next one looks for fewer."
        if result == LOSS:
            return f"Lost ({self.explain_loss(self.moves_to(index))}): the branch ends."
        if result == CUT:
            return (
                f"Seen before: same as {self._format_name(other)} "
                f"({self._format_position(other)}), not deeper."
            )
        which = f"{name} is new"
        if result == REPLACED:
            which = (
                f"Same as {self._format_name(other)} ({self._format_position(other)}), "
                "sooner: replaces it"
            )
        return f"{which}{self._explain_end(index, depth, limit)}."

    def _format_position(self, index: int) -> str:
        return f"row {index + 1:,}, depth {self.log.rows[index, DEPTH]}"

    def _explain_end(self, index: int, depth: int, limit: int) -> str:
        if self._first_tried[index] >= 0:
            return ""
        if depth >= limit:
            return f"; not looked into: depth limit {limit}"
        if self._replacements[index] >= 0:
            name = self._format_name(int(self._replacements[index]))
            return f"; not looked into: {name} reached it sooner"
        return "; no move changes anything there, or the run ended first"
