"""Kernels that find the regions of dead states, and the traps that lead into them.

No move leads from a dead state to a state that can still be won. Therefore the dead states form a
graph by themselves, which contains everything that can follow a trap. Its *regions* are its
connected components, ignoring the direction of the edges. A *walk* through it continues until no
move changes anything or the level is lost. A walk that can go round a cycle is endless.

Kernels that look at pieces have these parameters: ``packed``, the states as bytes, where each state
begins with the cells of its pieces; ``stride``, the number of bytes of each state; and ``kinds``,
the number of each piece's kind. Kernels that take ``control`` stop when its first cell is not 0.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.jit.decorators import Bytes, Ints, Longs, entry, kernel
from engine.search.breadth_first import LOST_EDGE
from engine.search.retrograde import DEAD

ENDLESS = -1
"""The value that marks a longest walk as endless."""
CELLS = 256
"""The number of values that a byte for a cell can have. The last value means no cell."""
NO_CELL = CELLS - 1


class SearchedGraph(NamedTuple):
    """A complete graph: its edges in one flat array, and the distance to win of each state."""

    edges: Ints
    states: int
    moves: int
    distance: Ints


# Marks for states that find_longest_walks has not reached or has finished. For any other state, the
# value is the next move to try.
_UNSEEN, _CLOSED = 255, 254
_POLL = 0xFFFF


@entry
def list_traps(graph: SearchedGraph, found: Longs) -> int:
    """List the edges that lead from live states to dead states or to losses.

    The edge numbers are written to ``found``, as many as fit.

    Returns:
        The total number of such edges, including those that did not fit.
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
def find_root(region: Ints, state: int) -> int:
    """Return the representative of a dead state's region in the union-find forest ``region``."""
    while region[state] != state:
        # Path halving: each step also shortens the path for later calls.
        region[state] = region[region[state]]
        state = region[state]
    return state


@entry
def join_regions(graph: SearchedGraph, region: Ints, control: Longs) -> bool:
    """Write the first state of each dead state's region to ``region``, and -1 for live states.

    Returns:
        True if the kernel finished, False if it was stopped.
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
                one, other = find_root(region, state), find_root(region, edges[edge])
                # The smaller root remains, so a region is named by its first state.
                region[max(one, other)] = min(one, other)
    for state in range(count):
        if distance[state] == DEAD:
            region[state] = find_root(region, state)
    return True


@kernel
def lengthen_walk(longest: Ints, state: int, onward: int) -> None:
    """Record that a move from ``state`` leads to a walk of ``onward`` further moves.

    ``onward`` is ENDLESS if that walk is endless.
    """
    if onward == ENDLESS:
        longest[state] = ENDLESS
    # An endless walk stays endless, whatever the other moves lead to.
    elif longest[state] != ENDLESS:
        longest[state] = max(longest[state], onward + 1)


@entry
def find_longest_walks(
    graph: SearchedGraph, longest: Ints, stack: Ints, tried: Bytes, control: Longs
) -> bool:
    """Write the length of the longest walk from each dead state to ``longest``.

    The length is the number of moves, or ENDLESS if the walk can reach a cycle. The values for live
    states have no meaning. ``stack`` and ``tried`` are scratch memory with one entry for each
    state.

    This is a depth-first search with an explicit stack. An edge to a state that is still open
    closes a cycle, so all states that lead to it have endless walks.

    Returns:
        True if the kernel finished, False if it was stopped.
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
            # All moves have been tried, so the state is closed. The state below it on the stack
            # led here, so its walk continues with this state's walk.
            if move == moves:
                tried[state] = _CLOSED
                top -= 1
                if top >= 0:
                    lengthen_walk(longest, stack[top], longest[state])
                continue
            tried[state] = move + 1
            target = edges[state * moves + move]
            if target == LOST_EDGE:
                lengthen_walk(longest, state, 0)
            elif target >= 0 and tried[target] == _UNSEEN:
                top += 1
                stack[top] = target
                tried[target] = 0
            elif target >= 0:
                # A closed target has its final length. An open target is on the stack, so this edge
                # closes a cycle.
                closed = tried[target] == _CLOSED
                lengthen_walk(longest, state, longest[target] if closed else ENDLESS)
    return True


@entry
def count_reachable(
    graph: SearchedGraph, targets: Ints, reach: Ints, marks: Ints, queue: Ints, control: Longs
) -> bool:
    """Count the states that can be reached from each dead state in ``targets``, up to a limit.

    The limit is the length of ``queue``. All entries in ``reach`` and ``marks`` must be 0 on entry.
    The count for each target is written to its entry in ``reach``.

    Returns:
        True if the kernel finished, False if it was stopped.
    """
    edges, moves, many = graph.edges, graph.moves, len(queue)
    for number in range(len(targets)):
        if control[0] != 0:
            return False
        first = targets[number]
        if reach[first] != 0:
            continue
        # Each target has a mark that no other target uses, so the marks need not be cleared.
        mark = number + 1
        marks[first] = mark
        queue[0] = first
        seen, done = 1, 0
        # This is a breadth-first search that ends as soon as it reaches the limit.
        while done < seen < many:
            state = queue[done]
            done += 1
            for edge in range(state * moves, (state + 1) * moves):
                target = edges[edge]
                if target < 0 or marks[target] == mark or seen == many:
                    continue
                # If the target is known to reach the limit, this state does too.
                if reach[target] == many:
                    seen = many
                    continue
                marks[target] = mark
                queue[seen] = target
                seen += 1
        reach[first] = seen
    return True


@entry
def count_occupants(
    graph: SearchedGraph, packed: Bytes, stride: int, kinds: Ints, counts: Longs
) -> None:
    """Count the states in which pieces of each kind are on each cell.

    Two numbers for each kind and cell are written to ``counts``: the number of all such states, and
    the number of dead ones.
    """
    for state in range(graph.states):
        dead = graph.distance[state] == DEAD
        for piece in range(len(kinds)):
            cell = int(packed[state * stride + piece])
            # A piece that has left the board is on no cell.
            if cell != NO_CELL:
                index = 2 * (kinds[piece] * CELLS + cell)
                counts[index] += 1
                counts[index + 1] += dead


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
    """Count the moves that bring a piece to rest on a cell where no piece of its kind was before.

    Each move is given by its source and target states; the target is negative if the move ends the
    game. The counts for each kind and cell are written to ``landings``. For each cell, the number
    of such moves is written to ``firsts``, followed by the indices of the first ``each`` of them.
    """
    for move in range(len(targets)):
        if targets[move] < 0:
            continue
        before, after = sources[move] * stride, targets[move] * stride
        for piece in range(len(kinds)):
            cell = int(packed[after + piece])
            # Pieces of a kind are interchangeable, so any one of them may have been there before.
            stood = cell == NO_CELL
            for other in range(len(kinds)):
                if kinds[other] == kinds[piece] and packed[before + other] == cell:
                    stood = True
            if stood:
                continue
            landings[kinds[piece] * CELLS + cell] += 1
            # The entry of a cell is a count, followed by room for the first moves.
            first = cell * (each + 1)
            number = firsts[first]
            if number < each:
                firsts[first + 1 + number] = move
            firsts[first] = number + 1
