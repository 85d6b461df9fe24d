"""How a game defines, for the search, the successors of a state.

A packed state is ``words`` 64-bit words in a flat array; equal states have equal words. A game
registers a class of rules (a NamedTuple, so that Numba sees its class, with the number of
``moves`` tried in every state and ``words``) and a kernel with the signature of :func:`expand`;
the search passes the rules on, and their class chooses the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple, cast

from engine.jit.marks import ByClass, Bytes, Ints, Words, kernel

STAY, MOVED, LOST, WON = range(4)
"""Outcomes of a move. Numbers above WON are further kinds of winning."""


@ByClass
def expand(
    rules: Any,
    table: Ints,
    states: Words,
    offset: int,
    skipped: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Tries moves in one state.

    ``rules`` are the game's, whose class chooses the kernel. The state begins at ``offset`` of the
    packed ones. ``skipped`` has a bit for every move that need not be tried. ``successors``
    receives the state after move m at m * words, where the outcome is MOVED; ``scratch`` is memory
    for the kernel's own use.
    """


@ByClass
def retraces(rules: Any, table: Ints, states: Words, before: int, after: int) -> bool:
    """Whether a move between two states did nothing that the opposite move does not undo.

    The state at ``after`` was reached by one move m from that at ``before``, itself reached by a
    move. If so, m leads nowhere from there, and the opposite of m leads where it leads from
    ``before``; where it led nowhere, back to that. The opposite of a move is half of all moves on.
    """
    return False


@kernel
def never_retraces(rules: Any, table: Ints, states: Words, before: int, after: int) -> bool:
    """Answers no, for games of which no such moves are known."""
    return False


def register(
    rules: type, expansion: Callable[..., None], retracing: Callable[..., bool] = never_retraces
) -> None:
    """Registers, for rules of a class, how states are expanded and which moves that can spare.

    They have the signatures of :func:`expand` and :func:`retraces`.
    """
    expand.kernels[rules] = cast(FunctionType, expansion)
    retraces.kernels[rules] = cast(FunctionType, retracing)


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
    expand(rules, table, states, offset, 0, memory.successors, outcomes, memory.scratch)
