"""What dead states have to do with each other, computed over the arrays of a complete graph.

Nothing leads from a dead state back to one with a win ahead. So dead states make a graph of their
own, and all that can be met behind a trap is in it: its *regions* are what hangs together there,
and a *walk* through it ends where nothing moves or the level is lost, or goes on for ever.

Kernels here take the ``packed`` states as bytes, the cell of each piece first, with the ``stride``
in bytes from state to state, and the number of each piece's kind. They stop when the first of
``control`` is not 0.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.jit.marks import Bytes, Ints, Longs, entry, kernel
from engine.search.breadth_first import LOST_EDGE
from engine.search.retrograde import DEAD

ENDLESS = -1
"""Length of the longest walk where there is none."""
CELLS = 256
"""Cells that a byte can name; the last stands for no cell."""
NO_CELL = CELLS - 1


class Searched(NamedTuple):
    """A complete graph: its edges one after another, and how far each state is from a win."""

    edges: Ints
    states: int
    moves: int
    distance: Ints


_UNSEEN, _CLOSED = 255, 254
_POLL = 0xFFFF


@entry
def list_traps(graph: Searched, found: Longs) -> int:
    """Lists the edges from states with a win ahead to dead ones and to losses.

    ``found`` receives the numbers of as many as it has room for.

    Returns:
        How many there are.
    """
    edges, count, moves, distance = graph
    number = 0
    for state in range(count):
        if distance[state] == DEAD:
            continue
        for edge in range(state * moves, (state + 1) * moves):
            target = edges[edge]
            if target == LOST_EDGE or (target >= 0 and distance[target] == DEAD):
                if number < len(found):
                    found[number] = edge
                number += 1
    return number


@kernel
def root_of(region: Ints, state: int) -> int:
    """The state that stands for the region of a dead state, as far as regions are joined."""
    while region[state] != state:
        region[state] = region[region[state]]
        state = region[state]
    return state


@entry
def join_regions(graph: Searched, region: Ints, control: Longs) -> bool:
    """Finds the regions; ``region`` receives the first state of each dead state's, else -1.

    Returns:
        Whether it was not stopped.
    """
    edges, count, moves, distance = graph
    for state in range(count):
        region[state] = state if distance[state] == DEAD else -1
    for state in range(count):
        if state & _POLL == 0 and control[0] != 0:
            return False
        if distance[state] != DEAD:
            continue
        for edge in range(state * moves, (state + 1) * moves):
            if edges[edge] >= 0:
                one, other = root_of(region, state), root_of(region, edges[edge])
                region[max(one, other)] = min(one, other)
    for state in range(count):
        if distance[state] == DEAD:
            region[state] = root_of(region, state)
    return True


@kernel
def lengthen(longest: Ints, state: int, onward: int) -> None:
    """Takes note of a walk of ``onward`` moves, or an endless one, behind a move of a state."""
    if onward == ENDLESS:
        longest[state] = ENDLESS
    elif longest[state] != ENDLESS:
        longest[state] = max(longest[state], onward + 1)


@entry
def longest_walks(
    graph: Searched, longest: Ints, stack: Ints, tried: Bytes, control: Longs
) -> bool:
    """Finds the longest walk from every dead state: moves, or ENDLESS if a circle can be met.

    A search in depth: where it meets a state that is still open there is a circle, and all that
    lead there can go round for ever.

    The lengths are of no meaning for other states. ``stack`` and ``tried`` are memory for each
    state.

    Returns:
        Whether it was not stopped.
    """
    edges, count, moves, distance = graph
    steps = 0
    for state in range(count):
        tried[state] = _UNSEEN
        longest[state] = 0
    for start in range(count):
        if distance[start] != DEAD or tried[start] != _UNSEEN:
            continue
        stack[0] = start
        tried[start] = 0
        top = 0
        while top >= 0:
            steps += 1
            if steps & _POLL == 0 and control[0] != 0:
                return False
            state = stack[top]
            move = int(tried[state])
            if move == moves:
                tried[state] = _CLOSED
                top -= 1
                if top >= 0:
                    lengthen(longest, stack[top], longest[state])
                continue
            tried[state] = move + 1
            target = edges[state * moves + move]
            if target == LOST_EDGE:
                lengthen(longest, state, 0)
            elif target >= 0 and tried[target] == _UNSEEN:
                top += 1
                stack[top] = target
                tried[target] = 0
            elif target >= 0:
                closed = tried[target] == _CLOSED
                lengthen(longest, state, longest[target] if closed else ENDLESS)
    return True


@entry
def measure(
    graph: Searched, targets: Ints, reach: Ints, marks: Ints, queue: Ints, control: Longs
) -> bool:
    """Counts the states that can be reached from some dead ones, as many as the queue has room for.

    ``reach`` and ``marks`` have a 0 for each state at first; ``reach`` receives the counts of the
    targets.

    Returns:
        Whether it was not stopped.
    """
    edges, moves, many = graph.edges, graph.moves, len(queue)
    for number in range(len(targets)):
        if control[0] != 0:
            return False
        first = targets[number]
        if reach[first] != 0:
            continue
        mark = number + 1
        marks[first] = mark
        queue[0] = first
        seen, done = 1, 0
        while done < seen < many:
            state = queue[done]
            done += 1
            for edge in range(state * moves, (state + 1) * moves):
                target = edges[edge]
                if target < 0 or marks[target] == mark or seen == many:
                    continue
                if reach[target] == many:
                    seen = many
                    continue
                marks[target] = mark
                queue[seen] = target
                seen += 1
        reach[first] = seen
    return True


@entry
def count_standing(
    graph: Searched, packed: Bytes, stride: int, kinds: Ints, standing: Longs
) -> None:
    """Counts in how many states pieces of each kind stand on each cell.

    ``standing`` receives for every kind and cell the states, and those of them that are dead.
    """
    for state in range(graph.states):
        dead = graph.distance[state] == DEAD
        for piece in range(len(kinds)):
            cell = int(packed[state * stride + piece])
            if cell != NO_CELL:
                index = 2 * (kinds[piece] * CELLS + cell)
                standing[index] += 1
                standing[index + 1] += dead


@entry
def count_landings(
    packed: Bytes,
    stride: int,
    kinds: Ints,
    sources: Ints,
    targets: Ints,
    landings: Longs,
    firsts: Ints,
    each: int,
) -> None:
    """Counts the moves by which pieces come to rest where none of their kind stood.

    The moves are given by source and target, negative for none. ``landings`` receives how many
    there are for every kind and cell, ``firsts`` how many for every cell, then the first ``each``
    of them.
    """
    for move in range(len(targets)):
        if targets[move] < 0:
            continue
        before, after = sources[move] * stride, targets[move] * stride
        for piece in range(len(kinds)):
            cell = int(packed[after + piece])
            stood = cell == NO_CELL
            for other in range(len(kinds)):
                if kinds[other] == kinds[piece] and packed[before + other] == cell:
                    stood = True
            if stood:
                continue
            landings[kinds[piece] * CELLS + cell] += 1
            first = cell * (each + 1)
            number = firsts[first]
            if number < each:
                firsts[first + 1 + number] = move
            firsts[first] = number + 1
