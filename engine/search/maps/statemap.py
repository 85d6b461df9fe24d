"""The graph of a board's states as something to draw: layers, states, and where moves lead.

The layers are the states by their least number of moves from the start, so a move leads at most
one layer down. States have numbers in the order in which they are found, as the trace has them:
S0 is the start, and the states of a layer follow one another.

A few tables are computed once, by passes over the whole graph in arrays: a byte a state for its
kind, and how many states of a layer are alike. What is drawn afterwards asks for a few states of
a few layers, whatever the size of the graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from engine.jit.marks import Bytes, Ints, Longs
from engine.search import retrograde
from engine.search.breadth_first import LOST_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.maps.arranging import arrange
from engine.search.traces.graph_trace import GraphTrace

UNKNOWN, DEAD, ALIVE = range(3)
"""Kinds of states: the search ended before it was known; no win can be reached; a win can be,
but not by one move. Further kinds are ALIVE plus the sum of ``1 << way`` over the ways to win
at once (see :func:`winning`), and plus MISSED where no win of the best way can be reached though
it can be from the start."""

MISSED = 1 << 6

End = Literal["won", "lost"]


def winning(kind: int) -> tuple[int, ...]:
    """The ways in which a state of a kind can be won by one move, by their numbers."""
    mask = max(kind - ALIVE, 0) % MISSED
    return tuple(way for way in range(mask.bit_length()) if mask >> way & 1)


def misses(kind: int) -> bool:
    """Whether the best way to win is lost in states of a kind, though others are not."""
    return kind >= ALIVE + MISSED


def name(state: int) -> str:
    """What a state is called."""
    return f"S{state}"


@dataclass(frozen=True, slots=True)
class Lead:
    """What one move does in a state.

    Attributes:
        state: the state it leads to; None if it ends the game.
        end: how it ends the game, None if it does not.
        note: in what way that is won, or why it is lost; may be empty.
    """

    move: str
    state: int | None
    end: End | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where moves from the start lead: the last state, and the end that followed, if any."""

    state: int
    end: Lead | None = None


@dataclass(frozen=True, slots=True)
class StateNode:
    """One state.

    Attributes:
        remaining: moves to the nearest win; None where none can be reached, or it is not known.
    """

    number: int
    depth: int
    kind: int
    remaining: int | None
    on_path: bool
    expanded: bool


@dataclass(frozen=True, slots=True)
class StateGroup:
    """The states of one layer that are alike.

    Attributes:
        remaining: moves from each to the nearest win; None where none can be reached, or it is
            not known.
        first: the one with the lowest number.
    """

    kind: int
    remaining: int | None
    count: int
    first: int


_CHUNK = 1 << 18
"""States whose edges are looked at in one go, so that what that needs stays in the cache."""


@dataclass(frozen=True, eq=False)
class StateMap:
    """Knows the states of one board layer by layer, as far as a search has found them."""

    trace: GraphTrace

    @property
    def _graph(self) -> Graph:
        return self.trace.graph

    @property
    def complete(self) -> bool:
        """Whether every state is known; if not, neither dead states nor distances are."""
        return self._graph.complete

    @property
    def count(self) -> int:
        """Number of states."""
        return self._graph.count

    @property
    def dead(self) -> int | None:
        """Number of dead states, None if that is not known."""
        return None if self.trace.ahead is None else self.trace.ahead.dead_states

    @cached_property
    def missed(self) -> int:
        """Number of states in which the best way to win is lost, though others are not."""
        return int(np.count_nonzero(self._kinds >= ALIVE + MISSED))

    @property
    def layers(self) -> int:
        """Number of layers."""
        return len(self._starts) - 1

    @cached_property
    def _starts(self) -> Ints:
        """The first state of every layer, and the count after the last.

        Of a layer that the search did not come to the graph does not know where it ends.
        """
        starts, count = self._graph.starts, self._graph.count
        return starts if starts[-1] == count else np.append(starts, np.int32(count))

    @property
    def ways(self) -> tuple[str, ...]:
        """What the ways to win are called, by their numbers; at least one."""
        return self.trace.wins or ("win",)

    @property
    def path(self) -> tuple[int, ...]:
        """The states of the reported solution, one a layer; empty if there is none."""
        return tuple(self.trace.path)

    @property
    def prepared(self) -> bool:
        """Whether no question has to wait for anything."""
        return {"_kinds", "_groups", "_arranged", "missed"} <= vars(self).keys()

    def prepare(self) -> None:
        """Compute now what the first question would have to wait for."""
        _ = self._kinds, self._groups, self._arranged, self.path, self.missed

    # Layers.

    def layer(self, depth: int) -> range:
        """The states of a layer."""
        starts = self._starts
        return range(int(starts[depth]), int(starts[depth + 1]))

    def arranged(self, depth: int) -> Longs:
        """The states of a layer in an order that keeps edges short.

        In large layers, of which edges are not drawn, that is the order of the numbers.
        """
        states = self.layer(depth)
        order = self._arranged.get(depth)
        return np.arange(states.start, states.stop) if order is None else order

    def kinds(self, depth: int) -> Bytes:
        """The kind of every state of a layer, by number."""
        states = self.layer(depth)
        return self._kinds[states.start : states.stop]

    def groups(self, depth: int) -> tuple[StateGroup, ...]:
        """The states of a layer by kind and distance, every state in one group."""
        return self._groups[depth]

    def members(self, depth: int, kind: int, remaining: int | None) -> Longs:
        """The states of a group."""
        found = self.kinds(depth) == kind
        if remaining is not None and self.trace.ahead is not None:
            states = self.layer(depth)
            found &= self.trace.ahead.distance[states.start : states.stop] == remaining
        return np.flatnonzero(found) + self.layer(depth).start

    @cached_property
    def _arranged(self) -> dict[int, Longs]:
        return arrange(self._graph, self._starts)

    @cached_property
    def _kinds(self) -> Bytes:
        graph, ahead = self._graph, self.trace.ahead
        kinds = np.full(graph.count, UNKNOWN, np.uint8)
        if ahead is not None:
            kinds[:] = np.where(ahead.distance == retrograde.DEAD, DEAD, ALIVE)
        for start in range(0, graph.expanded, _CHUNK):
            stop = min(start + _CHUNK, graph.expanded)
            edges = graph.edges[start:stop]
            ways = np.zeros(stop - start, np.uint8)
            for way in range(len(self.ways)):
                ways |= (edges == WON_EDGE - way).any(axis=1).astype(np.uint8) << way
            part = kinds[start:stop]
            part[ways > 0] = ways[ways > 0] + ALIVE
        if ahead is not None and len(self.ways) > 1:
            best = retrograde.distances_toward(graph, 0)
            if best[0] != retrograde.DEAD:
                kinds[(best == retrograde.DEAD) & (kinds >= ALIVE)] += MISSED
        return kinds

    @cached_property
    def _groups(self) -> tuple[tuple[StateGroup, ...], ...]:
        return tuple(self._grouped(depth) for depth in range(self.layers))

    def _grouped(self, depth: int) -> tuple[StateGroup, ...]:
        states, kinds = self.layer(depth), self.kinds(depth)
        ahead = self.trace.ahead
        left: Ints | None = None if ahead is None else ahead.distance[states.start : states.stop]
        span = 1 if left is None else int(left.max()) + 2
        keys = kinds.astype(np.int32) * span
        if left is not None:
            keys += left - retrograde.DEAD
        counts = np.bincount(keys)
        firsts = np.empty(len(counts), np.int64)
        firsts[keys[::-1]] = np.arange(states.stop - 1, states.start - 1, -1)
        return tuple(
            StateGroup(
                key // span,
                self._remaining(key % span + retrograde.DEAD),
                int(counts[key]),
                int(firsts[key]),
            )
            for key in np.flatnonzero(counts).tolist()
        )

    def _remaining(self, distance: int) -> int | None:
        """Moves to a win for a distance of the backward pass, if there was one."""
        return distance if self.trace.ahead is not None and distance != retrograde.DEAD else None

    # States.

    def node(self, state: int) -> StateNode:
        """One state."""
        ahead = self.trace.ahead
        depth = self._graph.depth(state)
        return StateNode(
            state,
            depth,
            int(self._kinds[state]),
            None if ahead is None else self._remaining(int(ahead.distance[state])),
            state in self.trace.path,
            state < self._graph.expanded,
        )

    def leads(self, state: int) -> tuple[Lead, ...]:
        """What every move does in a state, in the game's order; moves that change nothing left out.

        Empty where that is not known.
        """
        if state >= self._graph.expanded:
            return ()
        edges = self._graph.edges[state].tolist()
        return tuple(
            self._lead(state, letter, edge)
            for letter, edge in zip(self.trace.letters, edges, strict=True)
            if edge >= 0 or edge <= LOST_EDGE
        )

    def _lead(self, state: int, letter: str, edge: int) -> Lead:
        if edge >= 0:
            return Lead(letter, edge)
        if edge == LOST_EDGE:
            return Lead(letter, None, "lost", self.trace.loss((*self.moves_to(state), letter)))
        return Lead(
            letter, None, "won", self.trace.wins[WON_EDGE - edge] if self.trace.wins else ""
        )

    def sources(self, state: int) -> Longs:
        """The states from which a move leads to a state."""
        graph = self._graph
        # No move leads more than one layer down.
        first = int(self._starts[max(graph.depth(state) - 1, 0)])
        found = np.flatnonzero(graph.edges[first : graph.expanded].reshape(-1) == state)
        return np.unique(found // graph.moves) + first

    def parent(self, state: int) -> int | None:
        """The state from which a state was found, None for the start."""
        return int(self._graph.parents[state]) if state else None

    def moves_to(self, state: int) -> tuple[str, ...]:
        """The first of the shortest sequences of moves from the start to a state."""
        return tuple(self.trace.letters[move] for move in self._graph.path(state))

    def arrival(self, moves: tuple[str, ...]) -> Arrival | None:
        """Where moves from the start lead; None where the search has not come.

        Legal moves that change nothing count for nothing.
        """
        found = self._graph.follow(map(self.trace.letters.index, moves))
        if found is None:
            return None
        state, ending = found
        if ending is None:
            return Arrival(state)
        edge = int(self._graph.edges[state, ending])
        return Arrival(state, self._lead(state, self.trace.letters[ending], edge))

    def dead_after(self, state: int, step: int) -> int | None:
        """The next dead state by number (step 1), or the one before (step -1), round and round.

        None if there is none, or it is not known.
        """
        if not self.dead:
            return None
        dead = np.flatnonzero(self._kinds == DEAD)
        index = int(np.searchsorted(dead, state, side="right" if step > 0 else "left"))
        return int(dead[(index if step > 0 else index - 1) % len(dead)])
