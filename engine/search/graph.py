"""The graph that a search leaves behind, and the search as ordinary code calls it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from threading import get_ident

import numpy as np

from engine.jit.marks import Ints, Words
from engine.search import breadth_first
from engine.search.breadth_first import Workspace, explore
from engine.search.running import DONE, FULL, RUNNING, run, states_room
from engine.search.successors import SearchLevel
from engine.values.budget import Budget, Control

_SMALL = 1 << 14
"""States of a graph that a thread keeps memory for."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The states found, and what every move does in them.

    Attributes:
        words: words of a packed state; moves: edges of a state.
        states: packed states, shape (count * words,).
        parents: the state that each was first reached from, shape (count,); the first is 0's.
        edges: shape (count, moves); rows from ``expanded`` on are not filled.
        starts: first state of each depth, and the count after the last.
        status: DONE, FULL, STOPPED or FOUND.
        won: (state, move) of the first winning move found, or None.
    """

    words: int
    moves: int
    states: Words
    parents: Ints
    edges: Ints
    starts: Ints
    expanded: int
    status: int
    won: tuple[int, int] | None

    @property
    def count(self) -> int:
        """Number of states."""
        return len(self.parents)

    @property
    def complete(self) -> bool:
        """Whether every reachable state is known and expanded."""
        return self.status == DONE

    def depth(self, state: int) -> int:
        """Moves from the start to a state, at the least."""
        return int(np.searchsorted(self.starts, state, side="right")) - 1

    def path(self, state: int) -> list[int]:
        """The moves from the start to a state: the first of the shortest sequences."""
        moves: list[int] = []
        while state != 0:
            parent = int(self.parents[state])
            moves.append(self.edges[parent].tolist().index(state))
            state = parent
        return moves[::-1]

    def follow(self, moves: Iterable[int]) -> tuple[int, int | None] | None:
        """Where moves from the start lead; those that change nothing count for nothing.

        Returns:
            The state, and the move in it by which the game is won or lost, if the last one is
            such; None if moves lead out of what was searched, or go on after the end of the game.
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


def search(
    level: SearchLevel,
    budget: Budget | None = None,
    control: Control | None = None,
    *,
    stop_at_win: bool = False,
) -> Graph:
    """Explores a level within a budget.

    The search needs address space for the whole budget but touches only what it fills.

    Raises:
        EngineError: too little memory for the budget.
    """
    budget = budget or Budget()
    control = control or Control()
    moves, words = level.rules.moves, level.rules.words
    limit = states_room(budget, moves)

    def go_on(work: Workspace, limit: int) -> None:
        """Goes on with the search until it ends, or the limit or the budget is reached."""

        def stretch(portion: int) -> None:
            """Expands up to so many states."""
            explore(level, control.cells, limit, portion, stop_at_win, work)

        run(stretch, work.cursor, breadth_first.STATUS, budget, control)

    work = _small_workspace(get_ident(), moves, words, level.scratch)
    work.cursor[:] = 0
    go_on(work, min(limit, _SMALL))
    if work.cursor[breadth_first.STATUS] != FULL or limit <= _SMALL:
        return _graph(work, moves, words, copied=True)
    small, work = work, breadth_first.workspace(limit, moves, words, level.scratch)
    for name in ("cursor", "states", "parents", "edges", "starts", "slots"):
        kept = getattr(small, name)
        getattr(work, name)[: len(kept)] = kept
    work.cursor[breadth_first.STATUS] = RUNNING
    go_on(work, limit)
    return _graph(work, moves, words, copied=False)


@lru_cache(maxsize=8)
def _small_workspace(thread: int, moves: int, words: int, scratch: int) -> Workspace:
    """A thread's memory for small graphs: to get it anew takes longer than to search one."""
    return breadth_first.workspace(_SMALL, moves, words, scratch)


def _graph(work: Workspace, moves: int, words: int, *, copied: bool) -> Graph:
    """The graph in a workspace, copied if the workspace will be used again."""
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
