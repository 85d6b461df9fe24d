"""The trace of a search over a graph: every trial of a move, breadth first."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.jit.marks import Bytes, Ints, Longs, Words
from engine.search.breadth_first import LOST_EDGE, STAY_EDGE, UNKNOWN_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.retrograde import DEAD, RetrogradeFacts
from engine.values import trace
from engine.values.trace import Sieve, TraceRow

if TYPE_CHECKING:
    from engine.search.moments import TreeMoments
    from engine.values.trace import Mask

Occupants = Callable[[Words, int, int], Bytes]
"""What stands on the cell of a row and column in each of some packed states, shape (states,
words): codes as :mod:`engine.values.trace` has them."""

FIXED = {trace.NEW: "new", trace.SEEN: "="}
_NAME = re.compile(r"s(\d{1,18})")


@dataclass(frozen=True)
class GraphTrace:
    """Rows of a graph: the start, then every move that changed something, in order of trial.

    States are named S0, S1, ... in the order in which they are found.

    Attributes:
        solution: move numbers of the reported solution, empty if there is none.
        ahead: distances to a win, None for a partial graph.
        wins: what the kinds of winning are called; empty where there is only one.
    """

    strategy: str
    graph: Graph
    letters: tuple[str, ...]
    solution: tuple[int, ...]
    ahead: RetrogradeFacts | None
    loss: Callable[[tuple[str, ...]], str] = field(repr=False)
    occupants: Occupants = field(repr=False)
    wins: tuple[str, ...] = ()

    def prepare(self) -> None:
        """Compute the tables that every look at a row needs."""
        _ = self._trials, self._first_rows, self.path

    def moments(self, *, refined: bool = True) -> TreeMoments | None:
        """The nodes of a tree at every moment; None of a search that makes none."""
        return None

    @cached_property
    def _trials(self) -> Longs:
        """The edge number of every row after the first."""
        edges = self.graph.edges[: self.graph.expanded].reshape(-1)
        trials = np.flatnonzero((edges != STAY_EDGE) & (edges != UNKNOWN_EDGE))
        if self.graph.won is not None and self.strategy == "uniform-cost":
            state, move = self.graph.won
            trials = trials[: np.searchsorted(trials, state * self.graph.moves + move) + 1]
        return trials

    @cached_property
    def path(self) -> dict[int, int]:
        """The states of the reported solution, each with the move that leaves it."""
        states: dict[int, int] = {}
        state = 0
        for move in self.solution:
            states[state] = move
            state = int(self.graph.edges[state, move])
        return states

    @cached_property
    def _first_rows(self) -> Ints:
        """For every state the row in which it was found; the start's is 0."""
        targets = self.graph.edges.reshape(-1)[self._trials]
        rows = np.zeros(self.graph.count, np.int32)
        found = np.flatnonzero(targets > 0)
        rows[targets[found[::-1]]] = found[::-1] + 1
        return rows

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._trials) + 1

    def __getitem__(self, index: int) -> TraceRow:
        """The row at an index from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            return TraceRow("S0", "", "", 0, "start", bool(self.solution), self._is_dead(0))
        state, move, target = self._trial(index)
        on_path = self.path.get(state) == move
        parent, letter = f"S{state}", self.letters[move]
        depth = self.graph.depth(state) + 1
        if target <= WON_EDGE:
            return TraceRow("won", parent, letter, depth, self._won(target), on_path)
        if target == LOST_EDGE:
            reason = self.loss(self.moves_to(index))
            return TraceRow("lost", parent, letter, depth, f"lost: {reason}", dead=True)
        new = int(self._first_rows[target]) == index
        result = "new" if new else f"= S{target}"
        return TraceRow(f"S{target}", parent, letter, depth, result, on_path, self._is_dead(target))

    def _won(self, edge: int) -> str:
        """The result of a winning move, with the kind of winning where there are several."""
        return f"won: {self.wins[WON_EDGE - edge]}" if self.wins else "won"

    def _trial(self, index: int) -> tuple[int, int, int]:
        """State, move and target of a row after the first."""
        state, move = divmod(int(self._trials[index - 1]), self.graph.moves)
        return state, move, int(self.graph.edges[state, move])

    def _is_dead(self, state: int) -> bool:
        return self.ahead is not None and int(self.ahead.distance[state]) == DEAD

    def moves_to(self, index: int) -> tuple[str, ...]:
        """The moves from the start to the situation of a row, its own move included."""
        if index == 0:
            return ()
        state, move, _ = self._trial(index)
        return tuple(self.letters[m] for m in (*self.graph.path(state), move))

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The first row of the situation that moves lead to; ends are found by their move."""
        arrival = self.graph.follow(map(self.letters.index, moves))
        if arrival is None:
            return None
        state, ending = arrival
        if ending is not None:
            return self._row_of(state, ending)
        row = int(self._first_rows[state])
        return row if state == 0 or row else None

    def _row_of(self, state: int, move: int) -> int | None:
        """The row of a move tried in a state, if it has one."""
        edge = state * self.graph.moves + move
        row = int(np.searchsorted(self._trials, edge))
        known = row < len(self._trials) and int(self._trials[row]) == edge
        return row + 1 if known else None

    # Many rows at once.

    def _stretch(self, start: int, stop: int) -> tuple[Longs, Ints]:
        """Edges and targets of rows; the first row has the edge -1 and the target 0."""
        edges = self._trials[max(start - 1, 0) : max(stop - 1, 0)]
        targets = self.graph.edges.reshape(-1)[edges]
        if start == 0 < stop:
            return np.concatenate(([-1], edges)), np.concatenate((np.zeros(1, np.int32), targets))
        return edges, targets

    def saying(self, word: str, start: int, stop: int) -> Sieve:
        """Rows with a word for a name or among the words of the result."""
        edges, targets = self._stretch(start, stop)
        kinds = np.full(len(edges), trace.SEEN, np.uint8)
        states = np.maximum(targets, 0)
        first = self._first_rows[states] == np.arange(start, start + len(edges))
        kinds[first] = trace.NEW
        kinds[targets <= WON_EDGE] = trace.WON
        kinds[targets == LOST_EDGE] = trace.LOST
        kinds[edges < 0] = trace.START
        name = _NAME.fullmatch(word)
        named = targets == int(name[1]) if name else np.zeros(len(edges), np.bool_)
        return trace.said(
            kinds, named, word, FIXED, (trace.LOST, trace.WON) if self.wins else (trace.LOST,)
        )

    def depths(self, start: int, stop: int) -> Ints:
        """Moves from the start to each row."""
        edges, _ = self._stretch(start, stop)
        found = np.searchsorted(self.graph.starts, edges // self.graph.moves, side="right")
        return np.where(edges < 0, 0, found).astype(np.int32)

    def on_path(self, start: int, stop: int) -> Mask:
        """Rows on the reported solution."""
        edges, _ = self._stretch(start, stop)
        wanted = [state * self.graph.moves + move for state, move in self.path.items()]
        return np.isin(edges, [*wanted, -1] if wanted else [])

    def dead(self, start: int, stop: int) -> Mask:
        """Rows from whose situation no win can be reached."""
        _, targets = self._stretch(start, stop)
        dead = targets == LOST_EDGE
        if self.ahead is not None:
            dead |= (targets >= 0) & (self.ahead.distance[np.maximum(targets, 0)] == DEAD)
        return dead

    def changes(self, row: int, col: int, start: int, stop: int) -> Sieve:
        """Rows whose move changes what stands on a cell of the board."""
        edges, targets = self._stretch(start, stop)
        sources = np.where(edges < 0, 0, edges // self.graph.moves)
        states = self.graph.states.reshape(-1, self.graph.words)
        before = self.occupants(states[sources], row, col)
        after = self.occupants(states[np.maximum(targets, 0)], row, col)
        return trace.changed(before, np.where(targets < 0, np.uint8(trace.UNKNOWN), after))

    # How rows hang together.

    def parent(self, index: int) -> int | None:
        """The row in which the situation that a row was tried from was found."""
        return int(self._first_rows[self._trial(index)[0]]) if index else None

    def tried(self, index: int) -> tuple[int, ...]:
        """The rows of the moves tried in the situation of a row."""
        state = self._trial(index)[2] if index else 0
        if state < 0:
            return ()
        first = state * self.graph.moves
        low, high = np.searchsorted(self._trials, (first, first + self.graph.moves))
        return tuple(range(int(low) + 1, int(high) + 1))

    def explain(self, index: int) -> str:
        """What came of a row and why its branch goes on or ends, in one sentence."""
        state, _, target = self._trial(index) if index else (0, 0, 0)
        if target <= WON_EDGE:
            return f"Won in {self.graph.depth(state) + 1} moves: the branch ends."
        if target == LOST_EDGE:
            return f"Lost ({self.loss(self.moves_to(index))}): the branch ends."
        first = int(self._first_rows[target])
        if first != index:
            depth = self.graph.depth(target)
            return f"Cut: same as S{target} (row {first + 1:,}, depth {depth})."
        which = "The start" if index == 0 else f"S{target} is new"
        if target >= self.graph.expanded:
            return f"{which}; the search ended before it was looked into."
        stuck = "" if self.tried(index) else "; no move changes anything there"
        return f"{which}{stuck}."
