"""The trace of a search over a graph: every trial of a move, breadth first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from engine.arrays import Ints, Longs
from engine.search.backward import DEAD, Outlook
from engine.search.explore import LOST_EDGE, STAY_EDGE, UNKNOWN_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.trace import TraceRow


@dataclass(frozen=True)
class GraphTrace:
    """Rows of a graph: the start, then every move that changed something, in order of trial.

    States are named S0, S1, ... in the order in which they are found.

    Attributes:
        strategy: name of the strategy.
        graph: the states and their edges.
        letters: the move words, by move number.
        solution: move numbers of the reported solution, empty if there is none.
        ahead: distances to a win, None for a partial graph.
        loss: why a move sequence loses, in words.
    """

    strategy: str
    graph: Graph
    letters: tuple[str, ...]
    solution: tuple[int, ...]
    ahead: Outlook | None
    loss: Callable[[tuple[str, ...]], str] = field(repr=False)

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
    def _path(self) -> dict[int, int]:
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
        edge = int(self._trials[index - 1])
        state, move = divmod(edge, self.graph.moves)
        target = int(self.graph.edges[state, move])
        on_path = self._path.get(state) == move
        parent, letter = f"S{state}", self.letters[move]
        depth = self.graph.depth(state) + 1
        if target <= WON_EDGE:
            return TraceRow("won", parent, letter, depth, "won", on_path)
        if target == LOST_EDGE:
            reason = self.loss(self.moves_to(index))
            return TraceRow("lost", parent, letter, depth, f"lost: {reason}", dead=True)
        new = int(self._first_rows[target]) == index
        result = "new" if new else f"= S{target}"
        return TraceRow(f"S{target}", parent, letter, depth, result, on_path, self._is_dead(target))

    def _is_dead(self, state: int) -> bool:
        return self.ahead is not None and int(self.ahead.distance[state]) == DEAD

    def moves_to(self, index: int) -> tuple[str, ...]:
        """The moves from the start to the situation of a row, its own move included."""
        if index == 0:
            return ()
        state, move = divmod(int(self._trials[index - 1]), self.graph.moves)
        return tuple(self.letters[m] for m in (*self.graph.path(state), move))

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The first row of the situation that moves lead to; ends are found by their move."""
        state = 0
        for place, letter in enumerate(moves):
            move = self.letters.index(letter)
            if state >= self.graph.expanded:
                return None
            target = int(self.graph.edges[state, move])
            if target < STAY_EDGE:
                edge = state * self.graph.moves + move
                row = int(np.searchsorted(self._trials, edge))
                last = place == len(moves) - 1
                known = row < len(self._trials) and int(self._trials[row]) == edge
                return row + 1 if last and known else None
            state = state if target == STAY_EDGE else target
        row = int(self._first_rows[state])
        return row if state == 0 or row else None
