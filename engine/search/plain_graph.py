"""Breadth-first search of the whole graph of a level whose rules are a plain Python function.

The result is the same :class:`~engine.search.graph.Graph` as for compiled rules, with the same
numbers for the same states. Therefore everything that reads a graph also works for games without
kernels: the backward pass, traces, maps of states and traps, and lists of solutions.

A state is any hashable value. :meth:`PlainLevel.pack` converts it to bytes, which must be equal for
equal states and different for different ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import NoKernelError
from engine.jit.plain_python import refuse_plain_python
from engine.search.breadth_first import LOST_EDGE, STAY_EDGE, UNKNOWN_EDGE
from engine.search.graph import Graph
from engine.search.search_memory import DONE, FOUND, FULL, RUNNING, STOPPED, compute_room
from engine.search.successors import LOST, MOVED, STAY
from engine.values.budget import Budget, Control

_WORD = 8
"""The number of bytes in a word of a packed state."""
_POLL_INTERVAL = 64
"""The number of expanded states between two readings of the clock and of the cancel flag."""


@dataclass(frozen=True, slots=True)
class PlainLevel:
    """A level in the form that this search uses.

    Attributes:
        moves: The number of moves to try in each state.
        start: The start state.
        make_move: A function that takes a state and the number of a move. It returns an outcome of
            :mod:`engine.search.successors`, and the next state if the outcome is MOVED.
        pack: A function that packs a state into bytes. All packed states must have the same length.
    """

    moves: int
    start: Hashable
    make_move: Callable[[Any, int], tuple[int, Hashable]]
    pack: Callable[[Any], bytes]


def search_plain_graph(
    level: PlainLevel,
    budget: Budget | None = None,
    control: Control | None = None,
    *,
    stop_at_win: bool = False,
) -> Graph:
    """Explore the states of a level within a budget, as ``search_graph`` does for compiled rules.

    Args:
        level: The level to search.
        budget: The limits on the number of states and the time.
        control: The control, which can cancel the search.
        stop_at_win: True to end the search at the first win.

    Raises:
        NoKernelError: This thread must not run plain Python.
    """
    refuse_plain_python(NoKernelError("search_plain_graph"))
    budget, control = budget or Budget(), control or Control()
    limit = compute_room(budget, level.moves)
    # The keys of the dictionary are the packed states in the order of their numbers.
    numbers = {level.pack(level.start): 0}
    states, parents = [level.start], [-1]
    edges: list[int] = []
    starts: list[int] = []
    status, state, layer_end, first_win = RUNNING, 0, 0, None
    while status == RUNNING:
        if state == layer_end:
            starts.append(state)
            layer_end = len(states)
        # The limit must not be exceeded even if all moves lead to new states.
        if state == len(states):
            status = DONE
        elif len(states) + level.moves > limit:
            status = FULL
        elif state % _POLL_INTERVAL == 0 and _is_stopped(budget, control, len(states)):
            status = STOPPED
        if status != RUNNING:
            break
        for move in range(level.moves):
            outcome, target = level.make_move(states[state], move)
            if outcome == STAY:
                edges.append(STAY_EDGE)
            elif outcome == LOST:
                edges.append(LOST_EDGE)
            elif outcome == MOVED:
                packed = level.pack(target)
                number = numbers.setdefault(packed, len(states))
                if number == len(states):
                    states.append(target)
                    parents.append(state)
                edges.append(number)
            else:
                # Outcomes from WON upwards are kinds of wins, and become edges from WON_EDGE
                # downwards.
                edges.append(-1 - outcome)
                if first_win is None:
                    first_win = state, move
                    status = FOUND if stop_at_win else status
        state += 1
    if status != DONE:
        # In a complete graph, the last layer is empty, so ``starts`` already ends with the number
        # of states.
        starts.append(layer_end)
    control.shared_cells[1] = len(states)
    return _create_graph(level, numbers, parents, edges, starts, state, status, first_win)


def _is_stopped(budget: Budget, control: Control, count: int) -> bool:
    """Report the number of states, and return whether the search must stop."""
    control.shared_cells[1] = count
    return control.is_cancelled or budget.is_spent(control.seconds)


def _create_graph(
    level: PlainLevel,
    numbers: dict[bytes, int],
    parents: list[int],
    edges: list[int],
    starts: list[int],
    expanded: int,
    status: int,
    first_win: tuple[int, int] | None,
) -> Graph:
    """Build the graph. All edges of states that were not expanded are UNKNOWN_EDGE."""
    size = len(next(iter(numbers)))
    words = -(-size // _WORD)
    packed = b"".join(state.ljust(_WORD * words, b"\0") for state in numbers)
    rows = np.full((len(parents), level.moves), UNKNOWN_EDGE, np.int32)
    rows.reshape(-1)[: len(edges)] = edges
    return Graph(
        words,
        level.moves,
        np.frombuffer(packed, "<u8").astype(np.uint64),
        np.array(parents, np.int32),
        rows,
        np.array(starts, np.int32),
        expanded,
        status,
        first_win,
    )
