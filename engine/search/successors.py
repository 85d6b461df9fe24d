"""How a game tells the search what can follow a state.

A packed state is ``words`` 64-bit words in a flat array; equal states have equal words. A game
registers a class of rules (a NamedTuple, so that Numba sees its class, with the number of
``moves`` tried in every state and ``words``) and a kernel with the signature of :func:`expand`;
the search passes the rules on and Numba picks the kernel when it compiles. Without compilation
the stub's body picks it from the same table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.jit.marks import Bytes, Ints, Words, at_bind, kernel, twin

STAY, MOVED, LOST, WON = range(4)
"""Outcomes of a move. Numbers above WON are further kinds of winning."""


Expand = Callable[..., None]
_EXPANDERS: dict[type, Expand] = {}


def register(rules: type, function: Expand) -> None:
    """Makes ``function`` the expansion of states for rules of that class."""
    _EXPANDERS[rules] = function


def expand(
    rules: Any,
    table: Ints,
    states: Words,
    offset: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Tries every move in one state.

    ``rules`` are the game's, whose class chooses the kernel. The state begins at ``offset`` of the
    packed ones. ``successors`` receives the state after move m at m * words, where the outcome is
    MOVED; ``scratch`` is memory for the kernel's own use.
    """
    _EXPANDERS[type(rules)](rules, table, states, offset, successors, outcomes, scratch)


class SearchLevel(NamedTuple):
    """A level as the search takes it.

    Attributes:
        start: the packed start state, shape (words,).
        scratch: number of int32 cells that the game's kernel needs for itself.
    """

    rules: Any
    table: Ints
    start: Words
    scratch: int


class Expansion(NamedTuple):
    """Memory for one expansion, as :func:`expand` takes it."""

    successors: Words
    outcomes: Bytes
    scratch: Ints


@kernel
def expand_state(level: SearchLevel, states: Words, offset: int, memory: Expansion) -> None:
    """Tries every move in one state of a level; see :func:`expand`."""
    rules, table, outcomes = level.rules, level.table, memory.outcomes
    expand(rules, table, states, offset, memory.successors, outcomes, memory.scratch)


@at_bind
def _compile() -> None:
    from numba.extending import overload

    options = {"error_model": "numpy", "forceinline": True}

    @overload(expand, jit_options=options, strict=False)  # type: ignore[untyped-decorator]
    def choose(
        rules: Any,
        table: Any,
        states: Any,
        offset: Any,
        successors: Any,
        outcomes: Any,
        scratch: Any,
    ) -> Any:
        """The kernel of the game whose rules are handed over; None for what are no rules."""
        function = _EXPANDERS.get(getattr(rules, "instance_class", object))
        return None if function is None else twin(function)
