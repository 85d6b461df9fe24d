"""The graph of a board's states as something to draw: layers, states, and where moves lead.

The layers are the states by their least number of moves from the start, so a move leads at most
one layer down. States have numbers in the order in which they are found, as the trace has them:
S0 is the start, and the states of a layer follow one another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from engine.jit.marks import Bytes, Longs

UNKNOWN, DEAD, ALIVE = range(3)
"""Kinds of states: the search ended before it was known; no win can be reached; a win can be,
but not by one move. Further kinds are ALIVE plus the sum of ``1 << way`` over the ways to win
at once (see :func:`winning`)."""

End = Literal["won", "lost"]


def winning(kind: int) -> tuple[int, ...]:
    """The ways in which a state of a kind can be won by one move, by their numbers."""
    mask = max(kind - ALIVE, 0)
    return tuple(way for way in range(mask.bit_length()) if mask >> way & 1)


def name(state: int) -> str:
    """What a state is called."""
    return f"S{state}"


@dataclass(frozen=True, slots=True)
class Lead:
    """What one move does in a state.

    Attributes:
        move: the word of the move.
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
        number: its number.
        depth: its layer.
        kind: see above.
        remaining: moves to the nearest win; None where none can be reached, or it is not known.
        on_path: on the reported solution.
        expanded: it is known what its moves do.
    """

    number: int
    depth: int
    kind: int
    remaining: int | None
    on_path: bool
    expanded: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The states of one layer that are alike.

    Attributes:
        kind: of all of them.
        remaining: moves from each to the nearest win; None where none can be reached, or it is
            not known.
        count: how many they are, at least one.
        first: the one with the lowest number.
    """

    kind: int
    remaining: int | None
    count: int
    first: int


class StateMap(Protocol):
    """Knows the states of one board layer by layer, as far as a search has found them."""

    @property
    def complete(self) -> bool:
        """Whether every state is known; if not, neither dead states nor distances are."""
        ...

    @property
    def count(self) -> int:
        """Number of states."""
        ...

    @property
    def dead(self) -> int | None:
        """Number of dead states, None if that is not known."""
        ...

    @property
    def layers(self) -> int:
        """Number of layers."""
        ...

    @property
    def ways(self) -> tuple[str, ...]:
        """What the ways to win are called, by their numbers; at least one."""
        ...

    @property
    def path(self) -> tuple[int, ...]:
        """The states of the reported solution, one a layer; empty if there is none."""
        ...

    @property
    def prepared(self) -> bool:
        """Whether no question has to wait for anything."""
        ...

    def prepare(self) -> None:
        """Compute now what the first question would have to wait for."""
        ...

    def layer(self, depth: int) -> range:
        """The states of a layer."""
        ...

    def arranged(self, depth: int) -> Longs:
        """The states of a layer in an order that keeps edges short.

        In large layers, of which edges are not drawn, that is the order of the numbers.
        """
        ...

    def kinds(self, depth: int) -> Bytes:
        """The kind of every state of a layer, by number."""
        ...

    def groups(self, depth: int) -> tuple[Group, ...]:
        """The states of a layer by kind and distance, every state in one group."""
        ...

    def members(self, depth: int, kind: int, remaining: int | None) -> Longs:
        """The states of a group."""
        ...

    def node(self, state: int) -> StateNode:
        """One state."""
        ...

    def leads(self, state: int) -> tuple[Lead, ...]:
        """What every move does in a state, in the game's order; moves that change nothing left out.

        Empty where that is not known.
        """
        ...

    def sources(self, state: int) -> Longs:
        """The states from which a move leads to a state."""
        ...

    def parent(self, state: int) -> int | None:
        """The state from which a state was found, None for the start."""
        ...

    def moves_to(self, state: int) -> tuple[str, ...]:
        """The first of the shortest sequences of moves from the start to a state."""
        ...

    def arrival(self, moves: tuple[str, ...]) -> Arrival | None:
        """Where moves from the start lead; None where the search has not come.

        Args:
            moves: legal moves of the game; those that change nothing count for nothing.
        """
        ...

    def dead_after(self, state: int, step: int) -> int | None:
        """The next dead state by number (step 1), or the one before (step -1), round and round.

        None if there is none, or it is not known.
        """
        ...
