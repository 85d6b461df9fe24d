"""The trace of plain enumeration: every sequence of moves, shorter ones first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from engine.jit.marks import Bytes, Longs
from engine.search.enumeration import Sequences
from engine.search.running import DEPTH, MOVE, RESULT
from engine.search.successors import LOST as LOST_OUTCOME
from engine.search.successors import MOVED
from engine.search.successors import WON as WON_OUTCOME
from engine.search.traces.log_trace import LogTrace
from engine.values.trace import LIMIT, LOST, NEW, START, UNKNOWN, WON, Sieve, TraceRow, said

FIXED = {NEW: "tried", LIMIT: "tried depth limit"}


@dataclass(frozen=True)
class SequencesTrace(LogTrace[Sequences]):
    """Rows of the sequences, each named by its moves.

    Attributes:
        wins: what the kinds of winning are called; empty where there is only one.
    """

    lost: ClassVar[int] = LOST_OUTCOME

    wins: tuple[str, ...] = ()

    def prepare(self) -> None:
        """Compute the tables that every look at a row needs."""
        _ = self._first_tried, self._path

    def __getitem__(self, index: int) -> TraceRow:
        """The row at an index from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        on_path = index in self._path
        if index == 0:
            return TraceRow("start", "", "", 0, "start", on_path)
        moves = self.moves_to(index)
        result = int(self.log.rows[index, RESULT])
        lost = result == LOST_OUTCOME
        if result >= WON_OUTCOME:
            text = f"won: {self.wins[result - WON_OUTCOME]}" if self.wins else "won"
        elif lost:
            text = f"lost: {self.loss(moves)}"
        else:
            limit = self.log.depth_limit
            text = f"tried: depth limit {limit}" if len(moves) == limit else "tried"
        name, parent = "".join(moves), "".join(moves[:-1]) or "start"
        return TraceRow(name, parent, moves[-1], len(moves), text, on_path, lost)

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The row of exactly these moves."""
        row = 0
        for letter in moves:
            move = self.letters.index(letter)
            found = [at for at in self.tried(row) if self.log.rows[at, MOVE] == move]
            if not found:
                return None
            row = found[0]
        return row

    # Many rows at once.

    def saying(self, word: str, start: int, stop: int) -> Sieve:
        """Rows with a word for a name or among the words of the result."""
        rows = self.log.rows[start:stop]
        kinds = np.full(len(rows), LOST, np.uint8)
        kinds[rows[:, RESULT] == MOVED] = NEW
        kinds[(kinds == NEW) & (rows[:, DEPTH] == self.log.depth_limit)] = LIMIT
        kinds[rows[:, RESULT] >= WON_OUTCOME] = WON
        if start == 0:
            kinds[:1] = START
        named = np.zeros(len(rows), np.bool_)
        row = self._named(word)
        if row is not None and start <= row < stop:
            named[row - start] = True
        unsure = (LIMIT, LOST, WON) if self.wins else (LIMIT, LOST)
        return said(kinds, named, word, FIXED, unsure)

    def _named(self, word: str) -> int | None:
        """The row whose name is the word, whatever the case of its letters."""
        by_name = {letter.lower(): letter for letter in self.letters}
        known = set(word) <= set(by_name)
        return self.find(tuple(by_name[sign] for sign in word)) if known else None

    def found_on(self, rows: Longs, row: int, col: int) -> Bytes:
        """See :meth:`engine.search.traces.log_trace.LogTrace.found_on`."""
        codes = self.occupants(self.log.states[rows], row, col)
        ended = self.log.rows[rows, RESULT] != MOVED
        return np.where(ended, np.uint8(UNKNOWN), codes)

    # How rows hang together.

    def tried(self, index: int) -> tuple[int, ...]:
        """The rows of the sequences longer by a move."""
        return self._block(index)

    def explain(self, index: int) -> str:
        """What came of a row and why its branch goes on or ends, in one sentence."""
        row = self[index]
        if index == 0:
            return "The start: every sequence of moves is tried, without a memory."
        if row.won:
            return f"Won in {row.depth} moves: the search ends."
        if row.lost:
            return f"Lost ({row.result.removeprefix('lost: ')}): no longer sequence begins so."
        if row.depth == self.log.depth_limit:
            return f"Tried; not made longer: depth limit {row.depth}."
        if self.tried(index):
            return "Tried, and made longer by every move that changes something."
        return "Tried; no move changes anything there, or the search ended first."
