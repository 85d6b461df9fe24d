"""A board's state graph, prepared for drawing: its layers, states and transitions.

A layer contains all states that are the same minimum number of moves from the start, so a move
leads down by at most one layer. States are numbered in the order in which they are found, as in the
trace: S0 is the start, and the states of a layer have consecutive numbers.

A few tables are computed once, in passes over the arrays of the whole graph: one byte per state for
its kind, and the groups of states with equal kind and distance in each layer. After that, drawing
needs only a few states of a few layers, however large the graph is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from engine.jit.decorators import Bytes, Ints, Longs
from engine.search import retrograde
from engine.search.breadth_first import LOST_EDGE, WON_EDGE
from engine.search.graph import Graph
from engine.search.traces.graph_trace import GraphTrace
from engine.values.moves import name_moves

UNKNOWN, DEAD, ALIVE = range(3)
"""Kinds of states: unknown, because the search ended too early; dead; alive, but not one move from
a win. A state that is one move from a win has the kind ALIVE plus ``1 << way`` for each way to win
(see :func:`list_winning_ways`). MISSED is added if the best way to win is possible from the start,
but no longer from the state.
"""

MISSED = 1 << 6

End = Literal["won", "lost"]


def list_winning_ways(kind: int) -> tuple[int, ...]:
    """Return the numbers of the ways to win in one move from a state of the given kind."""
    mask = max(kind - ALIVE, 0) % MISSED
    return tuple(way for way in range(mask.bit_length()) if mask >> way & 1)


def is_missed(kind: int) -> bool:
    """Return whether a state of this kind can still be won, but no longer in the best way."""
    return kind >= ALIVE + MISSED


def format_name(state: int) -> str:
    """Return the name of a state, such as ``S12``."""
    return f"S{state}"


class Transition(NamedTuple):
    """The effect of one move in a state.

    Attributes:
        move: The word of the move.
        state: The next state; None if the move ends the game.
        end: The way in which the game ends; None if it does not end.
        note: The kind of win or the reason for the loss; may be empty.
    """

    move: str
    state: int | None
    end: End | None = None
    note: str = ""


class Arrival(NamedTuple):
    """The state that a sequence of moves reaches, and the transition that ends the game, if any."""

    state: int
    end: Transition | None = None


class StateNode(NamedTuple):
    """One state of the graph.

    Attributes:
        remaining: The distance to win; None if it is unknown or no win can be reached.
    """

    number: int
    depth: int
    kind: int
    remaining: int | None
    on_path: bool
    expanded: bool


@dataclass(frozen=True, slots=True)
class StateGroup:
    """The states of one layer that have the same kind and the same distance to win.

    Attributes:
        remaining: The distance to win; None if it is unknown or no win can be reached.
        first: The state with the lowest number.
    """

    kind: int
    remaining: int | None
    count: int
    first: int


_CHUNK = 1 << 18
"""The number of states whose edges are read at a time, so that their arrays fit in the cache."""


@dataclass(frozen=True, eq=False)
class StateMap:
    """The states of one board that a search has found, arranged in layers."""

    trace: GraphTrace

    @property
    def _graph(self) -> Graph:
        return self.trace.graph

    @property
    def is_complete(self) -> bool:
        """True if every state is known; otherwise dead states and distances are unknown."""
        return self._graph.is_complete

    @property
    def count(self) -> int:
        """The number of states."""
        return self._graph.count

    @property
    def dead_count(self) -> int | None:
        """The number of dead states; None if it is unknown."""
        return None if self.trace.ahead is None else self.trace.ahead.dead_states

    @cached_property
    def missed(self) -> int:
        """The number of states that can still be won, but no longer in the best way."""
        return int(np.count_nonzero(self._kinds >= ALIVE + MISSED))

    @property
    def layer_count(self) -> int:
        """The number of layers."""
        return len(self._starts) - 1

    @cached_property
    def _starts(self) -> Ints:
        """The first state of every layer, followed by the number of states.

        The graph's own array has no end for a layer that the search has not completed.
        """
        starts, count = self._graph.starts, self._graph.count
        return starts if starts[-1] == count else np.append(starts, np.int32(count))

    @property
    def win_titles(self) -> tuple[str, ...]:
        """The titles of the ways to win, in the order of their numbers; there is at least one."""
        return self.trace.win_titles or ("win",)

    @property
    def path(self) -> tuple[int, ...]:
        """The states of the reported solution, one per layer; empty if there is no solution."""
        return tuple(self.trace.path)

    @property
    def is_prepared(self) -> bool:
        """True if all tables have been computed, so that every method is fast."""
        return {"_kinds", "_groups", "_layer_orders", "missed"} <= vars(self).keys()

    def prepare(self) -> None:
        """Compute the tables that the other methods need, so that those methods are fast."""
        _ = self._kinds, self._groups, self._layer_orders, self.path, self.missed

    def get_layer(self, depth: int) -> range:
        """Return the states of a layer."""
        starts = self._starts
        return range(int(starts[depth]), int(starts[depth + 1]))

    def get_ordered_layer(self, depth: int) -> Longs:
        """Return the states of a layer in an order that keeps edges short.

        Large layers, whose edges are not drawn, are ordered by number.
        """
        states = self.get_layer(depth)
        order = self._layer_orders.get(depth)
        return np.arange(states.start, states.stop) if order is None else order

    def get_kinds(self, depth: int) -> Bytes:
        """Return the kind of every state in a layer, ordered by the number of the state."""
        states = self.get_layer(depth)
        return self._kinds[states.start : states.stop]

    def get_groups(self, depth: int) -> tuple[StateGroup, ...]:
        """Return the groups of states in a layer, by kind and distance to win."""
        return self._groups[depth]

    def list_members(self, depth: int, kind: int, remaining: int | None) -> Longs:
        """Return the states in a layer that have the given kind and distance to win."""
        found = self.get_kinds(depth) == kind
        if remaining is not None and self.trace.ahead is not None:
            states = self.get_layer(depth)
            found &= self.trace.ahead.distance[states.start : states.stop] == remaining
        return np.flatnonzero(found) + self.get_layer(depth).start

    @cached_property
    def _layer_orders(self) -> dict[int, Longs]:
        from engine.search.maps.crossing_minimization import arrange_layers

        return arrange_layers(self._graph, self._starts)

    @cached_property
    def _kinds(self) -> Bytes:
        graph, ahead = self._graph, self.trace.ahead
        kinds = np.full(graph.count, UNKNOWN, np.uint8)
        if ahead is not None:
            kinds[:] = np.where(ahead.distance == retrograde.DEAD, DEAD, ALIVE)
        # Edges are read in chunks, to keep the temporary arrays small.
        for start in range(0, graph.expanded, _CHUNK):
            stop = min(start + _CHUNK, graph.expanded)
            edges = graph.edges[start:stop]
            ways = np.zeros(stop - start, np.uint8)
            for way in range(len(self.win_titles)):
                ways |= (edges == WON_EDGE - way).any(axis=1).astype(np.uint8) << way
            part = kinds[start:stop]
            part[ways > 0] = ways[ways > 0] + ALIVE
        if ahead is not None and len(self.win_titles) > 1:
            best = retrograde.find_distances_toward(graph, 0)
            # If the best kind of win is impossible from the start, it cannot be missed later.
            if best[0] != retrograde.DEAD:
                kinds[(best == retrograde.DEAD) & (kinds >= ALIVE)] += MISSED
        return kinds

    @cached_property
    def _groups(self) -> tuple[tuple[StateGroup, ...], ...]:
        return tuple(self._group_layer(depth) for depth in range(self.layer_count))

    def _group_layer(self, depth: int) -> tuple[StateGroup, ...]:
        states, kinds = self.get_layer(depth), self.get_kinds(depth)
        ahead = self.trace.ahead
        left: Ints | None = None if ahead is None else ahead.distance[states.start : states.stop]
        span = 1 if left is None else int(left.max()) + 2
        # One key combines kind and distance, so that one count groups by both.
        keys = kinds.astype(np.int32) * span
        if left is not None:
            keys += left - retrograde.DEAD
        counts = np.bincount(keys)
        firsts = np.empty(len(counts), np.int64)
        # Assign in reverse order: the last assignment wins, so the lowest state remains.
        firsts[keys[::-1]] = np.arange(states.stop - 1, states.start - 1, -1)
        return tuple(
            StateGroup(
                key // span,
                self._convert_distance(key % span + retrograde.DEAD),
                int(counts[key]),
                int(firsts[key]),
            )
            for key in np.flatnonzero(counts).tolist()
        )

    def _convert_distance(self, distance: int) -> int | None:
        """Return a distance from the backward pass; None if it is unknown or infinite."""
        return distance if self.trace.ahead is not None and distance != retrograde.DEAD else None

    def get_node(self, state: int) -> StateNode:
        """Return the state with the given number."""
        ahead = self.trace.ahead
        depth = self._graph.get_depth(state)
        return StateNode(
            state,
            depth,
            int(self._kinds[state]),
            None if ahead is None else self._convert_distance(int(ahead.distance[state])),
            state in self.trace.path,
            state < self._graph.expanded,
        )

    def list_transitions(self, state: int) -> tuple[Transition, ...]:
        """Return the effects of all moves in a state, in the game's order.

        Moves that change nothing are left out. The result is empty if the effects are unknown.
        """
        if state >= self._graph.expanded:
            return ()
        edges = self._graph.edges[state].tolist()
        return tuple(
            self._create_transition(state, word, edge)
            for word, edge in zip(self.trace.move_words, edges, strict=True)
            if edge >= 0 or edge <= LOST_EDGE
        )

    def _create_transition(self, state: int, letter: str, edge: int) -> Transition:
        if edge >= 0:
            return Transition(letter, edge)
        if edge == LOST_EDGE:
            return Transition(
                letter, None, "lost", self.trace.explain_loss((*self.moves_to(state), letter))
            )
        return Transition(
            letter,
            None,
            "won",
            self.trace.win_titles[WON_EDGE - edge] if self.trace.win_titles else "",
        )

    def find_sources(self, state: int) -> Longs:
        """Return the states from which one move leads to ``state``."""
        graph = self._graph
        # No move leads down by more than one layer.
        first = int(self._starts[max(graph.get_depth(state) - 1, 0)])
        found = np.flatnonzero(graph.edges[first : graph.expanded].reshape(-1) == state)
        return np.unique(found // graph.moves) + first

    def get_parent(self, state: int) -> int | None:
        """Return the state from which a state was first found; None for the start."""
        return int(self._graph.parents[state]) if state else None

    def moves_to(self, state: int) -> tuple[str, ...]:
        """Return the first of the shortest move sequences from the start to a state."""
        return name_moves(self.trace.move_words, self._graph.find_path(state))

    def follow_moves(self, moves: tuple[str, ...]) -> Arrival | None:
        """Follow moves from the start, or return None if they leave the explored part of the graph.

        Legal moves that change nothing are ignored.
        """
        found = self._graph.follow_moves(map(self.trace.move_words.index, moves))
        if found is None:
            return None
        state, ending = found
        if ending is None:
            return Arrival(state)
        edge = int(self._graph.edges[state, ending])
        return Arrival(state, self._create_transition(state, self.trace.move_words[ending], edge))

    def find_next_dead(self, state: int, step: int) -> int | None:
        """Return the next dead state after ``state`` (step 1) or before it (step -1), cyclically.

        Returns:
            The state, or None if there are no dead states or they are unknown.
        """
        if not self.dead_count:
            return None
        dead = np.flatnonzero(self._kinds == DEAD)
        index = int(np.searchsorted(dead, state, side="right" if step > 0 else "left"))
        return int(dead[(index if step > 0 else index - 1) % len(dead)])
