"""The trace of plain enumeration: all sequences of moves, shorter ones first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from engine.jit.decorators import Bytes, Longs
from engine.search.search_memory import DEPTH, MOVE, RESULT
from engine.search.sequence_enumeration import SequenceLog
from engine.search.successors import LOST as LOST_OUTCOME
from engine.search.successors import MOVED
from engine.search.successors import WON as WON_OUTCOME
from engine.search.traces.log_trace import LogTrace
from engine.values.moves import format_moves
from engine.values.solver_trace import (
    LIMIT,
    LOST,
    NEW,
    START,
    UNKNOWN,
    WON,
    RowFilter,
    TraceRow,
    filter_words,
)

FIXED_WORDS = {NEW: "tried", LIMIT: "tried depth limit"}


@dataclass(frozen=True)
class SequenceTrace(LogTrace[SequenceLog]):
    """A trace with one row for each sequence of moves, named by the words of those moves.

    Attributes:
        win_titles: The titles of the kinds of wins; empty if there is only one kind.
    """

    lost_result: ClassVar[int] = LOST_OUTCOME

    win_titles: tuple[str, ...] = ()

    def prepare(self) -> None:
        """Compute the tables that rows are created from, so that the first access is fast."""
        _ = self._first_tried, self._path_rows

    def __getitem__(self, index: int) -> TraceRow:
        """Return the row at ``index``, counted from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        on_path = index in self._path_rows
        if index == 0:
            return TraceRow("start", "", "", 0, "start", on_path)
        moves = self.moves_to(index)
        result = int(self.log.rows[index, RESULT])
        lost = result == LOST_OUTCOME
        if result >= WON_OUTCOME:
            text = f"won: {self.win_titles[result - WON_OUTCOME]}" if self.win_titles else "won"
        elif lost:
            text = f"lost: {self.explain_loss(moves)}"
        else:
            limit = self.log.depth_limit
            text = f"tried: depth limit {limit}" if len(moves) == limit else "tried"
        name, parent = format_moves(moves), format_moves(moves[:-1]) or "start"
        return TraceRow(name, parent, moves[-1], len(moves), text, on_path, lost)

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the row for exactly these moves, or None if they were not tried."""
        row = 0
        for letter in moves:
            move = self.move_words.index(letter)
            found = [at for at in self.list_children(row) if self.log.rows[at, MOVE] == move]
            if not found:
                return None
            row = found[0]
        return row

    def filter_by_word(self, word: str, start: int, stop: int) -> RowFilter:
        """Return the rows whose name is ``word`` or whose result contains ``word``."""
        rows = self.log.rows[start:stop]
        kinds = np.full(len(rows), LOST, np.uint8)
        kinds[rows[:, RESULT] == MOVED] = NEW
        kinds[(kinds == NEW) & (rows[:, DEPTH] == self.log.depth_limit)] = LIMIT
        kinds[rows[:, RESULT] >= WON_OUTCOME] = WON
        if start == 0:
            kinds[:1] = START
        named = np.zeros(len(rows), np.bool_)
        row = self._find_named_row(word)
        if row is not None and start <= row < stop:
            named[row - start] = True
        unsure = (LIMIT, LOST, WON) if self.win_titles else (LIMIT, LOST)
        return filter_words(kinds, named, word, FIXED_WORDS, unsure)

    def _find_named_row(self, word: str) -> int | None:
        """Return the row whose name is ``word``, ignoring case; None if there is none."""
        by_name = {move.lower(): move for move in self.move_words}
        parts = word.split() if any(len(move) > 1 for move in by_name) else [*word]
        known = set(parts) <= set(by_name)
        return self.find_row(tuple(by_name[part] for part in parts)) if known else None

    def find_occupants(self, rows: Longs, row: int, col: int) -> Bytes:
        """Return the contents of a cell after the move of each row in ``rows``."""
        codes = self.occupants(self.log.states[rows], row, col)
        # A move that ends the game does not lead to a state.
        ended = self.log.rows[rows, RESULT] != MOVED
        return np.where(ended, np.uint8(UNKNOWN), codes)

    def list_children(self, index: int) -> tuple[int, ...]:
        """Return the rows whose sequences extend the sequence of a row by one move."""
        return self._list_block(index)

    def explain_row(self, index: int) -> str:
        """Return a sentence that explains a row's result and why its branch continues or ends."""
        row = self[index]
        if index == 0:
            return "The start: every sequence of moves is tried, without a memory."
        if row.won:
            return f"Won in {row.depth} moves: the search ends."
        if row.lost:
            return f"Lost ({row.result.removeprefix('lost: ')}): no longer sequence begins so."
        if row.depth == self.log.depth_limit:
            return f"Tried; not made longer: depth limit {row.depth}."
        if self.list_children(index):
            return "Tried, and made longer by every move that changes something."
        return "Tried; no move changes anything there, or the search ended first."
