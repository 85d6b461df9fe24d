"""The state graph that a search produces, and the search in a form that ordinary code can call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from threading import get_ident

import numpy as np

from engine.jit.decorators import Ints, Words
from engine.search import breadth_first
from engine.search.breadth_first import Workspace, explore_states
from engine.search.search_memory import DONE, FULL, RUNNING, compute_room, run_search
from engine.search.successors import SearchLevel
from engine.values.budget import Budget, Control

_SMALL = 1 << 14
"""The maximum number of states in a graph that is explored in a thread's reusable memory."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The states that a search found, and the effect of every move in each of them.

    Attributes:
        words: The number of words in a packed state.
        moves: The number of edges per state, one for each move of the game.
        states: The packed states, shape (count * words,).
        parents: The state from which each state was first reached, shape (count,); -1 for state 0.
        edges: The edges of each state, shape (count, moves). The edges of states that were not
            expanded are not filled in.
        starts: The first state of each depth, followed by the number of states.
        expanded: The number of states that were expanded.
        status: The final status of the search: DONE, FULL, STOPPED or FOUND.
        first_win: The state and the move of the first win that was found; None if there is none.
    """

    words: int
    moves: int
    states: Words
    parents: Ints
    edges: Ints
    starts: Ints
    expanded: int
    status: int
    first_win: tuple[int, int] | None

    @property
    def count(self) -> int:
        """The number of states."""
        return len(self.parents)

    @property
    def is_complete(self) -> bool:
        """True if every reachable state is known and expanded."""
        return self.status == DONE

    def get_depth(self, state: int) -> int:
        """Return the minimum number of moves from the start to a state."""
        return int(np.searchsorted(self.starts, state, side="right")) - 1

    def find_path(self, state: int) -> list[int]:
        """Return the first of the shortest paths from the start to a state, as move numbers."""
        moves: list[int] = []
        while state != 0:
            parent = int(self.parents[state])
            # Moves are tried in order, so the first edge to the state is the one that found it.
            moves.append(self.edges[parent].tolist().index(state))
            state = parent
        return moves[::-1]

    def follow_moves(self, moves: Iterable[int]) -> tuple[int, int | None] | None:
        """Follow moves from the start, ignoring those that change nothing.

        Returns:
            The last state, and the move that ended the game there, or None in its place if the
            game has not ended. The whole result is None if the moves leave the explored part of the
            graph or continue after the end of the game.
        """
        state, ending = 0, None
        for move in moves:
            if ending is not None or state >= self.expanded:
                return None
            target = int(self.edges[state, move])
            if target == breadth_first.UNKNOWN_EDGE:
                return None
            if target < breadth_first.STAY_EDGE:
                ending = move
            elif target != breadth_first.STAY_EDGE:
                state = target
        return state, ending


def search_graph(
    level: SearchLevel,
    budget: Budget | None = None,
    control: Control | None = None,
    *,
    stop_at_win: bool = False,
) -> Graph:
    """Explore the states of a level within a budget.

    The search reserves address space for the whole budget, but uses only the memory it fills.

    Raises:
        EngineError: There is not enough memory for the budget.
    """
    budget = budget or Budget()
    control = control or Control()
    moves, words = level.rules.moves, level.rules.words
    limit = compute_room(budget, moves)

    def continue_search(work: Workspace, limit: int) -> None:

        def expand_states(portion: int) -> None:
            explore_states(level, control.shared_cells, limit, portion, stop_at_win, work)

        run_search(expand_states, work.cursor, breadth_first.STATUS, budget, control)

    # Most graphs are small, so the search begins in memory that the thread reuses. A graph that
    # outgrows this memory moves to memory allocated for it alone.
    work = _get_small_workspace(get_ident(), moves, words, level.scratch)
    work.cursor[:] = 0
    continue_search(work, min(limit, _SMALL))
    if work.cursor[breadth_first.STATUS] != FULL or limit <= _SMALL:
        return _create_graph(work, moves, words, copied=True)
    small, work = work, breadth_first.create_workspace(limit, moves, words, level.scratch)
    # The hash set can be copied unchanged: its size is part of the cursor, and slots beyond that
    # size are written when the set grows.
    for name in ("cursor", "states", "parents", "edges", "starts", "slots"):
        kept = getattr(small, name)
        getattr(work, name)[: len(kept)] = kept
    work.cursor[breadth_first.STATUS] = RUNNING
    continue_search(work, limit)
    return _create_graph(work, moves, words, copied=False)


@lru_cache(maxsize=8)
def _get_small_workspace(thread: int, moves: int, words: int, scratch: int) -> Workspace:
    """Return a thread's memory for small graphs.

    It is cached, because allocating it takes longer than searching a small graph.
    """
    return breadth_first.create_workspace(_SMALL, moves, words, scratch)


def _create_graph(work: Workspace, moves: int, words: int, *, copied: bool) -> Graph:
    """Build a graph from a workspace, copying the arrays if the workspace will be reused."""
    cursor = work.cursor.tolist()
    count, depth = cursor[breadth_first.COUNT], cursor[breadth_first.DEPTH]
    state, move = cursor[breadth_first.WON_FROM], cursor[breadth_first.WON_BY]
    states, parents = work.states[: count * words], work.parents[:count]
    edges, starts = work.edges[: count * moves], work.starts[: depth + 2]
    if copied:
        states, parents, edges, starts = (
            states.copy(), parents.copy(), edges.copy(), starts.copy()
        )  # fmt: skip
    expanded, status = cursor[breadth_first.NEXT], cursor[breadth_first.STATUS]
    won = (state, move) if state >= 0 else None
    edges = edges.reshape(count, moves)
    return Graph(words, moves, states, parents, edges, starts, expanded, status, won)
