"""The trace of plain enumeration: every sequence of moves, shorter ones first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from engine.arrays import Bytes, Ints, Longs
from engine.search.enumeration import DEPTH, MOVE, PARENT, RESULT, Sequences
from engine.search.successors import LOST as LOST_OUTCOME
from engine.search.successors import MOVED
from engine.search.successors import WON as WON_OUTCOME
from engine.search.trace import Occupants
from engine.trace import (
    LIMIT,
    LOST,
    NEW,
    START,
    UNTOLD,
    WON,
    Mask,
    Sieve,
    TraceRow,
    changed,
    said,
)

FIXED = {
    START: frozenset({"start"}),
    NEW: frozenset({"tried"}),
    LIMIT: frozenset({"tried", "depth", "limit"}),
    WON: frozenset({"won"}),
    LOST: frozenset({"lost"}),
}


@dataclass(frozen=True)
class SequencesTrace:
    """Rows of the sequences, each named by its moves.

    Attributes:
        strategy: name of the strategy.
        sequences: what was tried.
        letters: the move words, by move number.
        loss: why a move sequence loses, in words.
        occupants: what stands on a cell in packed states.
    """

    strategy: str
    sequences: Sequences
    letters: tuple[str, ...]
    loss: Callable[[tuple[str, ...]], str] = field(repr=False)
    occupants: Occupants = field(repr=False)

    def prepare(self) -> None:
        """Compute the tables that every look at a row needs."""
        _ = self._parents, self._path

    @cached_property
    def _parents(self) -> Ints:
        """The row that each was tried from, in ascending order; -1 for the start."""
        return np.ascontiguousarray(self.sequences.rows[:, PARENT])

    @cached_property
    def _path(self) -> frozenset[int]:
        """The rows of the solution."""
        rows, row = set(), len(self) - 1 if self.sequences.found else -1
        while row >= 0:
            rows.add(row)
            row = int(self._parents[row])
        return frozenset(rows)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.sequences.rows)

    def __getitem__(self, index: int) -> TraceRow:
        """The row at an index from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        on_path = index in self._path
        if index == 0:
            return TraceRow("start", "", "", 0, "start", on_path)
        moves = self.moves_to(index)
        result = int(self.sequences.rows[index, RESULT])
        lost = result == LOST_OUTCOME
        if result >= WON_OUTCOME:
            text = "won"
        elif lost:
            text = f"lost: {self.loss(moves)}"
        else:
            limit = self.sequences.depth_limit
            text = f"tried: depth limit {limit}" if len(moves) == limit else "tried"
        name, parent = "".join(moves), "".join(moves[:-1]) or "start"
        return TraceRow(name, parent, moves[-1], len(moves), text, on_path, lost)

    def moves_to(self, index: int) -> tuple[str, ...]:
        """The moves of a row."""
        return tuple(self.letters[move] for move in self.sequences.path(index))

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The row of exactly these moves."""
        row = 0
        for letter in moves:
            move = self.letters.index(letter)
            found = [at for at in self.tried(row) if self.sequences.rows[at, MOVE] == move]
            if not found:
                return None
            row = found[0]
        return row

    # Many rows at once.

    def saying(self, word: str, start: int, stop: int) -> Sieve:
        """Rows with a word for a name or among the words of the result."""
        rows = self.sequences.rows[start:stop]
        kinds = np.full(len(rows), LOST, np.uint8)
        kinds[rows[:, RESULT] == MOVED] = NEW
        kinds[(kinds == NEW) & (rows[:, DEPTH] == self.sequences.depth_limit)] = LIMIT
        kinds[rows[:, RESULT] >= WON_OUTCOME] = WON
        if start == 0:
            kinds[:1] = START
        named = np.zeros(len(rows), np.bool_)
        row = self._named(word)
        if row is not None and start <= row < stop:
            named[row - start] = True
        return said(kinds, named, word, FIXED, (LIMIT, LOST))

    def _named(self, word: str) -> int | None:
        """The row whose name is the word, whatever the case of its letters."""
        by_name = {letter.lower(): letter for letter in self.letters}
        known = set(word) <= set(by_name)
        return self.find(tuple(by_name[sign] for sign in word)) if known else None

    def depths(self, start: int, stop: int) -> Ints:
        """Moves from the start to each row."""
        return self.sequences.rows[start:stop, DEPTH]

    def on_path(self, start: int, stop: int) -> Mask:
        """Rows on the solution."""
        return np.isin(np.arange(start, stop), list(self._path))

    def dead(self, start: int, stop: int) -> Mask:
        """Rows that lost; the solver knows no other dead ends."""
        dead: Mask = self.sequences.rows[start:stop, RESULT] == LOST_OUTCOME
        return dead

    def changes(self, row: int, col: int, start: int, stop: int) -> Sieve:
        """Rows whose move changes what stands on a cell of the board."""
        parents = np.maximum(self._parents[start:stop], 0).astype(np.int64)
        before = self._occupants(parents, row, col)
        return changed(before, self._occupants(np.arange(start, stop), row, col))

    def _occupants(self, rows: Longs, row: int, col: int) -> Bytes:
        """What stands on a cell at the end of some sequences."""
        codes = self.occupants(self.sequences.states[rows], row, col)
        ended = self.sequences.rows[rows, RESULT] != MOVED
        return np.where(ended, np.uint8(UNTOLD), codes)

    # How rows hang together.

    def parent(self, index: int) -> int | None:
        """The row of the same sequence without its last move."""
        parent = int(self._parents[index])
        return parent if parent >= 0 else None

    def tried(self, index: int) -> tuple[int, ...]:
        """The rows of the sequences longer by a move."""
        low, high = np.searchsorted(self._parents, (index, index + 1))
        return tuple(range(int(low), int(high)))

    def explain(self, index: int) -> str:
        """What came of a row and why its branch goes on or ends, in one sentence."""
        row = self[index]
        if index == 0:
            return "The start: every sequence of moves is tried, without a memory."
        if row.won:
            return f"Won in {row.depth} moves: the search ends."
        if row.lost:
            return f"Lost ({row.result.removeprefix('lost: ')}): no longer sequence begins so."
        if row.depth == self.sequences.depth_limit:
            return f"Tried; not made longer: depth limit {row.depth}."
        if self.tried(index):
            return "Tried, and made longer by every move that changes something."
        return "Tried; no move changes anything there, or the search ended first."
