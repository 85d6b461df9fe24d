"""The reason why a dead state is dead, where one piece alone shows it.

A win is made from certain states, and in these states each kind of piece is on certain cells, its
*winning cells*. If no piece of a kind can reach any of them, that alone proves a state dead.
For example, the only wins of a level may be made with the red Skiddy at 3,5. In a state from which
only a corner can be reached, the reason is "the red Skiddy cannot reach 3,5".

Another reason is a piece on a cell where no state of the level can be won.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.jit.decorators import Bytes, Longs
from engine.search.breadth_first import WON_EDGE
from engine.search.maps import dead_regions
from engine.search.maps.dead_regions import CELLS, NO_CELL
from engine.search.maps.trapmap import MANY
from engine.search.retrograde import DEAD
from engine.values.grid import Cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.search.maps.trap_finder import TrapFinder

    CellSets = NDArray[np.bool_]
    """One set of cells for each kind of piece, shape (kinds, CELLS)."""


class DeadReason(NamedTuple):
    """A piece that makes a state dead.

    Attributes:
        kind: The kind of the piece, in words.
        unreachable: The winning cells of this kind, none of which can be reached any more; empty if
            the reason is the cell where a piece of this kind is.
        at: That cell, or None.
    """

    kind: str
    unreachable: tuple[Cell, ...]
    at: Cell | None = None


class DeadEnd(NamedTuple):
    """The moves into a dead state, divided where the level was lost, and the reason.

    Attributes:
        good: The moves that lead to the last live state.
        trap: The move from there that leads to a dead state, or None if the start is dead.
        reason: The reason why the state is dead, or None if none is known.
    """

    good: tuple[str, ...]
    trap: str | None
    reason: DeadReason | None


def explain_dead_end(finder: TrapFinder, moves: tuple[str, ...]) -> DeadEnd | None:
    """Explain the dead state after ``moves``, or return None if the state is not a dead one."""
    numbers = [finder.move_words.index(word) for word in moves]
    states = []
    for end in range(len(numbers) + 1):
        arrival = finder.graph.follow_moves(numbers[:end])
        if arrival is None or arrival[1] is not None:
            return None
        states.append(arrival[0])
    dead = [int(finder.ahead.distance[state]) == DEAD for state in states]
    if not dead[-1]:
        return None
    # Dead states lead only to dead states, so the first one divides the moves.
    first = dead.index(True)
    trap = moves[first - 1] if first else None
    return DeadEnd(moves[: max(first - 1, 0)], trap, find_dead_reason(finder, states[-1]))


def find_dead_reason(finder: TrapFinder, state: int) -> DeadReason | None:
    """Return the reason why a dead state is dead, or None if none is known.

    Of several pieces, the one with the fewest winning cells is named.
    """
    kinds, cols = finder.pieces.kind_names, finder.pieces.cols
    reached = _find_reached_cells(finder, state)
    if reached is not None:
        winning = _find_winning_cells(finder)
        apart = [
            kind
            for kind in range(len(kinds))
            if winning[kind].any() and not (winning[kind] & reached[kind]).any()
        ]
        if apart:
            kind = min(apart, key=lambda each: int(winning[each].sum()))
            cells = np.flatnonzero(winning[kind]).tolist()
            return DeadReason(kinds[kind], tuple(divmod(cell, cols) for cell in cells))
    hopeless = _find_hopeless_cells(finder)
    here = _mark_cells(finder, np.array([state])) & hopeless
    for kind, cell in np.argwhere(here).tolist():
        return DeadReason(kinds[kind], (), divmod(cell, cols))
    return None


def _find_reached_cells(finder: TrapFinder, state: int) -> CellSets | None:
    """Return the cells that pieces reach from a state, or None if too many states follow."""
    edges, seen, queue = finder.graph.edges, {state}, [state]
    for each in queue:
        for target in edges[each].tolist():
            if target >= 0 and target not in seen:
                seen.add(target)
                queue.append(target)
        if len(queue) > MANY:
            return None
    return _mark_cells(finder, np.array(queue))


@lru_cache(maxsize=1)
def _find_winning_cells(finder: TrapFinder) -> CellSets:
    """Return the cells of the pieces in all states from which a move wins.

    The set is empty for a kind of which some of these states have no piece on the board.
    """
    wins = np.flatnonzero((finder.graph.edges <= WON_EDGE).any(axis=1))
    found, packed = _mark_cells(finder, wins), _unpack_cells(finder, wins)
    for kind in range(len(found)):
        there = packed[:, np.flatnonzero(finder.pieces.kind_numbers == kind)] != NO_CELL
        found[kind] &= there.any(axis=1).all()
    return found


@lru_cache(maxsize=1)
def _find_hopeless_cells(finder: TrapFinder) -> CellSets:
    """Return the cells where, with a piece of the kind on them, all states are dead."""
    graph, kinds = finder.graph, finder.pieces.kind_numbers
    counts = np.zeros((len(finder.pieces.kind_names), CELLS, 2), np.int64)
    packed = np.ascontiguousarray(graph.states, "<u8").view(np.uint8)
    dead_regions.count_occupants(
        finder.kernel_graph, packed, 8 * graph.words, kinds, counts.reshape(-1)
    )
    found: CellSets = (counts[:, :, 0] > 0) & (counts[:, :, 0] == counts[:, :, 1])
    return found


def _mark_cells(finder: TrapFinder, states: Longs) -> CellSets:
    """Return the cells that pieces of each kind are on in any of ``states``."""
    kinds = finder.pieces.kind_numbers
    found = np.zeros((len(finder.pieces.kind_names), CELLS), np.bool_)
    packed = _unpack_cells(finder, states)
    for piece, kind in enumerate(kinds.tolist()):
        found[kind, packed[:, piece]] = True
    # A piece that has left the board is on no cell.
    found[:, NO_CELL] = False
    return found


def _unpack_cells(finder: TrapFinder, states: Longs) -> Bytes:
    """Return the bytes of states, shape (states, bytes), which begin with the cells of pieces."""
    graph = finder.graph
    chosen = np.ascontiguousarray(graph.states.reshape(-1, graph.words)[states], "<u8")
    return chosen.view(np.uint8).reshape(len(states), 8 * graph.words)
