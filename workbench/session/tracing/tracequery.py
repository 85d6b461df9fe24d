"""What rows of a trace are wanted, as typed: a few words that must all hold.

=========================  =====================================================
``won`` ``lost`` ``new``   a word of the result, such as ``combo``, or of a reason
``=``                      situations met before (also ``seen``)
``dead``                   no win can be reached, as far as the strategy knows
``path``                   on the reported solution
``depth 5``                moves from the start; also ``depth 3..6``, ``depth 4..``
``S7``                     the rows of that name
``RUL``                    the row that these moves lead to
``not dead``               the opposite of the next word
=========================  =====================================================
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import MoveError, quoted
from engine.game.game import Game
from engine.values.budget import Control
from engine.values.trace import IndexedTrace, Sieve, Trace, TraceRow

if TYPE_CHECKING:  # NumPy is imported with the first trace to look through
    from engine.jit.marks import Longs
    from engine.values.trace import Mask

HELP = "won lost dead new = path · depth 3..6 · S7 · RUL · not …"
"""What can be typed, in one line."""
BETWEEN_LOOKS = 200
"""Rows made one by one between two looks at the cancel flag."""

_OTHER_WORDS = {"seen": "=", "known": "=", "solved": "won"}
_DEPTH = re.compile(r"(\d{1,9})(?:(\.\.)(\d{1,9})?)?")


class QueryError(ValueError):
    """A text that asks for nothing; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Term:
    """One condition on a row.

    Attributes:
        sieve: the rows of a stretch for which it holds, as far as arrays tell.
        holds: whether it holds for one row.
        moves: of the only row for which it holds; None for a condition of another kind.
    """

    sieve: Callable[[IndexedTrace, int, int], Sieve]
    holds: Callable[[Trace, int, TraceRow], bool]
    moves: tuple[str, ...] | None = None


def _exactly(
    mask: Callable[[IndexedTrace, int, int], Mask],
    holds: Callable[[Trace, int, TraceRow], bool],
    moves: tuple[str, ...] | None = None,
) -> Term:
    """A condition that arrays answer for every row."""

    def sieve(trace: IndexedTrace, start: int, stop: int) -> Sieve:
        """The rows of a stretch; none is unsure."""
        certain = mask(trace, start, stop)
        return Sieve(certain, certain & False)

    return Term(sieve, holds, moves)


def _word(word: str) -> Term:
    """A name, or a word of the result."""
    return Term(
        lambda trace, start, stop: trace.saying(word, start, stop),
        lambda trace, index, row: word == row.name.lower() or word in row.words,
    )


def _reached(moves: tuple[str, ...]) -> Term:
    """The row that moves from the start lead to."""
    return _exactly(
        lambda trace, start, stop: _only(trace.find(moves), start, stop),
        lambda trace, index, row: trace.find(moves) == index,
        moves,
    )


def _only(row: int | None, start: int, stop: int) -> Mask:
    """A row of a stretch, if it is there."""
    import numpy as np

    mask: Mask = np.arange(start, stop) == (-1 if row is None else row)
    return mask


def _deep(low: int, high: int) -> Term:
    """So many moves from the start, both ends included."""

    def mask(trace: IndexedTrace, start: int, stop: int) -> Mask:
        """The rows of a stretch."""
        depths = trace.depths(start, stop)
        within: Mask = (depths >= low) & (depths <= high)
        return within

    return _exactly(mask, lambda trace, index, row: low <= row.depth <= high)


def _not(term: Term) -> Term:
    """The opposite of another condition."""

    def sieve(trace: IndexedTrace, start: int, stop: int) -> Sieve:
        """The rows of a stretch."""
        certain, unsure = term.sieve(trace, start, stop)
        return Sieve(~certain & ~unsure, unsure)

    return Term(sieve, lambda trace, index, row: not term.holds(trace, index, row))


_DEAD = _exactly(
    lambda trace, start, stop: trace.dead(start, stop), lambda trace, index, row: row.dead
)
_ON_PATH = _exactly(
    lambda trace, start, stop: trace.on_path(start, stop), lambda trace, index, row: row.on_path
)


@dataclass(frozen=True, slots=True)
class Query:
    """Conditions that must all hold."""

    text: str
    terms: tuple[Term, ...]

    def holds(self, trace: Trace, index: int) -> bool:
        """Whether a row is wanted."""
        row = trace[index]
        return all(term.holds(trace, index, row) for term in self.terms)

    def rows(self, trace: Trace, start: int, stop: int, control: Control) -> Longs:
        """The wanted rows of a stretch; cut short when cancelled."""
        import numpy as np

        certain = np.full(stop - start, isinstance(trace, IndexedTrace))
        possible = np.ones(stop - start, np.bool_)
        if isinstance(trace, IndexedTrace):
            for term in self.terms:
                sieve = term.sieve(trace, start, stop)
                certain &= sieve.certain
                possible &= sieve.certain | sieve.unsure
        else:
            # Found once: a look at each row would find it over and over.
            for term in self.terms:
                if term.moves is not None:
                    possible &= _only(trace.find(term.moves), start, stop)
        unsure = start + np.flatnonzero(possible & ~certain)
        for count, index in enumerate(unsure.tolist()):
            if count % BETWEEN_LOOKS == 0 and not breathe(control):
                break
            certain[index - start] = self.holds(trace, index)
        return start + np.flatnonzero(certain)


def breathe(control: Control) -> bool:
    """Lets the other threads have the interpreter; False when the work is no longer wanted."""
    time.sleep(0)
    return not control.cancelled


def parse(text: str, game: Game) -> Query:
    """The conditions that a text spells.

    Raises:
        QueryError: nothing typed, or a word without the one that belongs to it.
    """
    tokens = text.split()
    if not tokens:
        raise QueryError(f"expected some of: {HELP}")
    terms: list[Term] = []
    while tokens:
        terms.append(_term(tokens, game))
    return Query(" ".join(text.split()), tuple(terms))


def _term(tokens: list[str], game: Game) -> Term:
    token = tokens.pop(0)
    word = _OTHER_WORDS.get(token.lower(), token.lower())
    if word == "not":
        if not tokens:
            raise QueryError("not: expected a word after it")
        return _not(_term(tokens, game))
    if word == "depth" and tokens[:1] != ["limit"]:
        return _depth(tokens.pop(0) if tokens else "")
    if word == "dead":
        return _DEAD
    if word == "path":
        return _ON_PATH
    try:
        moves = game.play.read_moves(token)
    except MoveError:
        return _word(word)
    return _reached(moves)


def _depth(text: str) -> Term:
    match = _DEPTH.fullmatch(text)
    if match is None:
        found = f", found {quoted(text)}" if text else ""
        raise QueryError(f"depth: expected a number or a range such as 3..6{found}")
    low = int(match[1])
    high = low if not match[2] else int(match[3]) if match[3] else 10**9
    return _deep(low, high)
