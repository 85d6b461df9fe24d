"""The interface between a game's rules and the search: the successors of a state.

A packed state is ``words`` 64-bit words in a flat array; equal states have equal words. A game
registers two things: a class of rules, which is a NamedTuple with the number of ``moves`` to try in
every state and the number of ``words``, and a kernel with the signature of :func:`expand`. The
search passes an instance of that class to :func:`expand`. The class selects the kernel when the
search is compiled, so the dispatch costs nothing at run time::

    class MyRules(NamedTuple):
        moves: int = 4
        words: int = 1

    register_rules(MyRules, my_expansion)
    level = SearchLevel(MyRules(), table, start, scratch)
    graph = search_graph(level)
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple, cast

from engine.jit.decorators import Bytes, ClassDispatch, Ints, Words, kernel

STAY, MOVED, LOST, WON = range(4)
"""The outcomes of a move. Numbers above WON are further kinds of wins."""


@ClassDispatch
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
    """Try the moves in one state.

    Args:
        rules: The rules of the game, whose class selects the kernel.
        table: The compiled level.
        states: The packed states.
        offset: The index of the state's first word.
        skipped: A bit mask of the moves that need not be tried.
        successors: The array that receives the next states. The state after move m is written at
            index m * words if the outcome is MOVED.
        outcomes: The array that receives the outcome of each move.
        scratch: Scratch memory for the kernel.
    """


@ClassDispatch
def can_retrace(rules: Any, table: Ints, states: Words, before: int, after: int) -> bool:
    """Return whether repeating a move, or making its opposite, has a known result.

    A move m led from the state at ``before`` to the state at ``after``. The state at ``before`` was
    itself reached by a move. Returning True makes two promises. First, making m again at ``after``
    changes nothing. Second, the opposite of m leads from ``after`` to the same state as from
    ``before``, or back to ``before`` if it changes nothing there. The search then fills in both
    edges without trying these moves. The opposite of move m is move m + moves / 2, modulo the
    number of moves.
    """
    return False


@kernel
def never_retrace(rules: Any, table: Ints, states: Words, before: int, after: int) -> bool:
    """Return False; this is the default for games that predict no results of moves."""
    return False


def register_rules(
    rules: type, expansion: Callable[..., None], retracing: Callable[..., bool] = never_retrace
) -> None:
    """Register the kernels for a class of rules.

    ``expansion`` must have the signature of :func:`expand`, and ``retracing`` that of
    :func:`can_retrace`.
    """
    expand.kernels[rules] = cast(FunctionType, expansion)
    can_retrace.kernels[rules] = cast(FunctionType, retracing)


class SearchLevel(NamedTuple):
    """A level in the form that the search uses.

    Attributes:
        rules: The rules of the game.
        table: The compiled level.
        start: The packed start state, shape (words,).
        scratch: The number of int32 cells of scratch memory that the game's kernel needs.
    """

    rules: Any
    table: Ints
    start: Words
    scratch: int


class Expansion(NamedTuple):
    """The memory for one expansion, in the form that :func:`expand` uses."""

    successors: Words
    outcomes: Bytes
    scratch: Ints


@kernel
def expand_state(level: SearchLevel, states: Words, offset: int, memory: Expansion) -> None:
    """Try all moves in one state of a level; see :func:`expand`."""
    rules, table, outcomes = level.rules, level.table, memory.outcomes
    expand(rules, table, states, offset, 0, memory.successors, outcomes, memory.scratch)
