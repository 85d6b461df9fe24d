"""The trace of a search that built a graph: every move that it tried, breadth first.

No row is stored. Row 0 is the start, and row n is the n-th edge that changed something. One array
converts rows to edge numbers, and another converts states to the rows in which they were found.
Dividing a row's edge number by the number of moves gives the state, and the remainder is the move.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from engine.jit.decorators import Bytes, Ints, Longs, Words
from engine.search.breadth_first import LOST_EDGE, STAY_EDGE, UNKNOWN_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.retrograde import DEAD, RetrogradeFacts
from engine.values import solver_trace
from engine.values.moves import name_moves
from engine.values.solver_trace import RowFilter, TraceRow

if TYPE_CHECKING:
    from engine.search.tree_snapshots import TreeSnapshots
    from engine.values.solver_trace import Mask

Occupants = Callable[[Words, int, int], Bytes]
"""A function that takes packed states, shape (states, words), and the row and column of a cell. It
returns the contents of the cell in each state, as codes of :mod:`engine.values.solver_trace`.
"""

FIXED_WORDS = {solver_trace.NEW: "new", solver_trace.SEEN: "="}
_NAME = re.compile(r"s(\d{1,18})")


@dataclass(frozen=True)
class GraphTrace:
    """The trace of a graph search: the start, and then each trial of a move that changed something.

    States are named S0, S1, ... in the order in which they are found.

    Attributes:
        strategy: The name of the strategy.
        graph: The state graph.
        move_words: The word of each move, by its number.
        solution: The move numbers of the reported solution; empty if there is none.
        ahead: The result of the backward pass; None for a partial graph.
        explain_loss: A function that returns, in words, why the last of the given moves loses.
        occupants: A function that returns the contents of a cell in several packed states.
        win_titles: The titles of the kinds of wins; empty if there is only one kind.
    """

    strategy: str
    graph: Graph
    move_words: tuple[str, ...]
    solution: tuple[int, ...]
    ahead: RetrogradeFacts | None
    explain_loss: Callable[[tuple[str, ...]], str] = field(repr=False)
    occupants: Occupants = field(repr=False)
    win_titles: tuple[str, ...] = ()

    def prepare(self) -> None:
        """Compute the tables that rows are created from, so that the first access is fast."""
        _ = self._trials, self._first_rows, self.path

    def create_snapshots(self, *, refined: bool = True) -> TreeSnapshots | None:
        """Return None, because a search that builds a graph has no tree to take snapshots of."""
        return None

    @cached_property
    def _trials(self) -> Longs:
        """The edge number of each row except the first."""
        edges = self.graph.edges[: self.graph.expanded].reshape(-1)
        trials = np.flatnonzero((edges != STAY_EDGE) & (edges != UNKNOWN_EDGE))
        if self.graph.first_win is not None and self.strategy == "uniform-cost":
            state, move = self.graph.first_win
            # Uniform-cost search ends at the winning move, so it did not try later edges of the
            # same state.
            trials = trials[: np.searchsorted(trials, state * self.graph.moves + move) + 1]
        return trials

    @cached_property
    def path(self) -> dict[int, int]:
        """A mapping from each state on the reported solution to the solution's next move."""
        states: dict[int, int] = {}
        state = 0
        for move in self.solution:
            states[state] = move
            state = int(self.graph.edges[state, move])
        return states

    @cached_property
    def _first_rows(self) -> Ints:
        """The row in which each state was found; 0 for the start."""
        targets = self.graph.edges.reshape(-1)[self._trials]
        rows = np.zeros(self.graph.count, np.int32)
        found = np.flatnonzero(targets > 0)
        # Assign in reverse order, because the last assignment to an index wins.
        rows[targets[found[::-1]]] = found[::-1] + 1
        return rows

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._trials) + 1

    def __getitem__(self, index: int) -> TraceRow:
        """Return the row at ``index``, counted from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            path = bool(self.solution)
            return TraceRow("S0", "", "", 0, "start", path, self._is_dead(0), self._get_distance(0))
        state, move, target = self._get_trial(index)
        on_path = self.path.get(state) == move
        parent, letter = f"S{state}", self.move_words[move]
        depth = self.graph.get_depth(state) + 1
        if target <= WON_EDGE:
            return TraceRow("won", parent, letter, depth, self._format_win(target), on_path)
        if target == LOST_EDGE:
            reason = self.explain_loss(self.moves_to(index))
            return TraceRow("lost", parent, letter, depth, f"lost: {reason}", dead=True)
        new = int(self._first_rows[target]) == index
        result = "new" if new else f"= S{target}"
        dead, to_win = self._is_dead(target), self._get_distance(target)
        return TraceRow(f"S{target}", parent, letter, depth, result, on_path, dead, to_win)

    def _format_win(self, edge: int) -> str:
        """Format the result of a winning move, with the kind of win if there are several kinds."""
        return f"won: {self.win_titles[WON_EDGE - edge]}" if self.win_titles else "won"

    def _get_trial(self, index: int) -> tuple[int, int, int]:
        """Return the state, the move and the target of a row other than the first."""
        state, move = divmod(int(self._trials[index - 1]), self.graph.moves)
        return state, move, int(self.graph.edges[state, move])

    def _is_dead(self, state: int) -> bool:
        return self.ahead is not None and int(self.ahead.distance[state]) == DEAD

    def _get_distance(self, state: int) -> int | None:
        """Return the fewest moves from a state to a win, or None if unknown or there is none."""
        found = DEAD if self.ahead is None else int(self.ahead.distance[state])
        return None if found == DEAD else found

    def moves_to(self, index: int) -> tuple[str, ...]:
        """Return the moves from the start to the position of a row, including its own move."""
        if index == 0:
            return ()
        state, move, _ = self._get_trial(index)
        return name_moves(self.move_words, (*self.graph.find_path(state), move))

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the first row for the position after ``moves``, or None if it has no row.

        A win or a loss is not a state. Its row is that of the move that ended the game.
        """
        arrival = self.graph.follow_moves(map(self.move_words.index, moves))
        if arrival is None:
            return None
        state, ending = arrival
        if ending is not None:
            return self._find_row(state, ending)
        row = int(self._first_rows[state])
        # The start has row 0. For any other state, 0 means that no row leads to it.
        return row if state == 0 or row else None

    def _find_row(self, state: int, move: int) -> int | None:
        """Return the row of a move that was tried in a state, or None if it has no row."""
        edge = state * self.graph.moves + move
        row = int(np.searchsorted(self._trials, edge))
        known = row < len(self._trials) and int(self._trials[row]) == edge
        return row + 1 if known else None

    def _get_stretch(self, start: int, stop: int) -> tuple[Longs, Ints]:
        """Return the edges and targets of a range of rows; row 0 has edge -1 and target 0."""
        edges = self._trials[max(start - 1, 0) : max(stop - 1, 0)]
        targets = self.graph.edges.reshape(-1)[edges]
        if start == 0 < stop:
            return np.concatenate(([-1], edges)), np.concatenate((np.zeros(1, np.int32), targets))
        return edges, targets

    def filter_by_word(self, word: str, start: int, stop: int) -> RowFilter:
        """Return the rows whose name is ``word`` or whose result contains ``word``."""
        edges, targets = self._get_stretch(start, stop)
        kinds = np.full(len(edges), solver_trace.SEEN, np.uint8)
        states = np.maximum(targets, 0)
        # A row is new if it is the first row of its state.
        first = self._first_rows[states] == np.arange(start, start + len(edges))
        kinds[first] = solver_trace.NEW
        kinds[targets <= WON_EDGE] = solver_trace.WON
        kinds[targets == LOST_EDGE] = solver_trace.LOST
        kinds[edges < 0] = solver_trace.START
        name = _NAME.fullmatch(word)
        named = targets == int(name[1]) if name else np.zeros(len(edges), np.bool_)
        return solver_trace.filter_words(
            kinds,
            named,
            word,
            FIXED_WORDS,
            (solver_trace.LOST, solver_trace.WON) if self.win_titles else (solver_trace.LOST,),
        )

    def get_depths(self, start: int, stop: int) -> Ints:
        """Return the number of moves from the start to each row."""
        edges, _ = self._get_stretch(start, stop)
        # ``side="right"`` adds one to the depth of the source, which gives the depth of the row.
        found = np.searchsorted(self.graph.starts, edges // self.graph.moves, side="right")
        return np.where(edges < 0, 0, found).astype(np.int32)

    def find_path_rows(self, start: int, stop: int) -> Mask:
        """Return the rows that are part of the reported solution."""
        edges, _ = self._get_stretch(start, stop)
        wanted = [state * self.graph.moves + move for state, move in self.path.items()]
        return np.isin(edges, [*wanted, -1] if wanted else [])

    def find_dead_rows(self, start: int, stop: int) -> Mask:
        """Return the rows whose positions are dead."""
        _, targets = self._get_stretch(start, stop)
        dead = targets == LOST_EDGE
        if self.ahead is not None:
            dead |= (targets >= 0) & (self.ahead.distance[np.maximum(targets, 0)] == DEAD)
        return dead

    def filter_by_change(self, row: int, col: int, start: int, stop: int) -> RowFilter:
        """Return the rows whose moves change the contents of a cell."""
        edges, targets = self._get_stretch(start, stop)
        sources = np.where(edges < 0, 0, edges // self.graph.moves)
        states = self.graph.states.reshape(-1, self.graph.words)
        before = self.occupants(states[sources], row, col)
        # Wins and losses do not lead to a state, so the contents after them are unknown.
        after = self.occupants(states[np.maximum(targets, 0)], row, col)
        return solver_trace.filter_changes(
            before, np.where(targets < 0, np.uint8(solver_trace.UNKNOWN), after)
        )

    def find_parent(self, index: int) -> int | None:
        """Return the first row for the position in which a row's move was tried.

        The result is None for the start.
        """
        return int(self._first_rows[self._get_trial(index)[0]]) if index else None

    def list_children(self, index: int) -> tuple[int, ...]:
        """Return the rows of the moves that were tried in the position of a row."""
        state = self._get_trial(index)[2] if index else 0
        if state < 0:
            return ()
        first = state * self.graph.moves
        low, high = np.searchsorted(self._trials, (first, first + self.graph.moves))
        return tuple(range(int(low) + 1, int(high) + 1))

    def explain_row(self, index: int) -> str:
        """Return a sentence that explains a row's result and why its branch continues or ends."""
        state, _, target = self._get_trial(index) if index else (0, 0, 0)
        if target <= WON_EDGE:
            return f"Won in {self.graph.get_depth(state) + 1} moves: the branch ends."
        if target == LOST_EDGE:
            return f"Lost ({self.explain_loss(self.moves_to(index))}): the branch ends."
        first = int(self._first_rows[target])
        if first != index:
            depth = self.graph.get_depth(target)
            return f"Seen before: same as S{target} (row {first + 1:,}, depth {depth})."
        which = "The start" if index == 0 else f"S{target} is new"
        if target >= self.graph.expanded:
            return f"{which}; the search ended before it was looked into."
        stuck = "" if self.list_children(index) else "; no move changes anything there"
        return f"{which}{stuck}."
