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
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.errors import MoveError, quoted
from engine.game.game import Game
from engine.jit.marks import Longs
from engine.values.budget import Control
from engine.values.trace import IndexedTrace, Mask, Sieve, Trace, TraceRow

HELP = "won lost dead new = path · depth 3..6 · S7 · RUL · not …"
"""What can be typed, in one line."""
BETWEEN_LOOKS = 200
"""Rows made one by one between two looks at the cancel flag."""

_OTHER_WORDS = {"seen": "=", "known": "=", "solved": "won"}
_DEPTH = re.compile(r"(\d{1,9})(?:(\.\.)(\d{1,9})?)?")


class QueryError(ValueError):
    """A text that asks for nothing; the message says what was expected."""


class Term(Protocol):
    """One condition on a row."""

    def sieve(self, trace: IndexedTrace, start: int, stop: int) -> Sieve:
        """The rows of a stretch for which it holds, as far as arrays tell."""
        ...

    def holds(self, trace: Trace, index: int, row: TraceRow) -> bool:
        """Whether it holds for a row."""
        ...


def _certain(mask: Mask) -> Sieve:
    return Sieve(mask, np.zeros(len(mask), np.bool_))


@dataclass(frozen=True, slots=True)
class Word:
    """A name, or a word of the result."""

    word: str

    def sieve(self, trace: IndexedTrace, start: int, stop: int) -> Sieve:
        """The rows of a stretch."""
        return trace.saying(self.word, start, stop)

    def holds(self, trace: Trace, index: int, row: TraceRow) -> bool:
        """Whether the row has it."""
        return self.word == row.name.lower() or self.word in row.words


@dataclass(frozen=True, slots=True)
class Dead:
    """No win can be reached."""

    def sieve(self, trace: IndexedTrace, start: int, stop: int) -> Sieve:
        """The rows of a stretch."""
        return _certain(trace.dead(start, stop))

    def holds(self, trace: Trace, index: int, row: TraceRow) -> bool:
        """Whether the row is one."""
        return row.dead


@dataclass(frozen=True, slots=True)
class OnPath:
    """On the reported solution."""

    def sieve(self, trace: IndexedTrace, start: int, stop: int) -> Sieve:
        """The rows of a stretch."""
        return _certain(trace.on_path(start, stop))

    def holds(self, trace: Trace, index: int, row: TraceRow) -> bool:
        """Whether the row is one."""
        return row.on_path


@dataclass(frozen=True, slots=True)
class Depth:
    """So many moves from the start, both ends included."""

    low: int
    high: int

    def sieve(self, trace: IndexedTrace, start: int, stop: int) -> Sieve:
        """The rows of a stretch."""
        depths = trace.depths(start, stop)
        return _certain((depths >= self.low) & (depths <= self.high))

    def holds(self, trace: Trace, index: int, row: TraceRow) -> bool:
        """Whether the row is that deep."""
        return self.low <= row.depth <= self.high


@dataclass(frozen=True, slots=True)
class Moves:
    """The row that moves from the start lead to."""

    moves: tuple[str, ...]

    def sieve(self, trace: IndexedTrace, start: int, stop: int) -> Sieve:
        """That row, if it is in the stretch."""
        row = trace.find(self.moves)
        return _certain(np.arange(start, stop) == (-1 if row is None else row))

    def holds(self, trace: Trace, index: int, row: TraceRow) -> bool:
        """Whether it is the row."""
        return trace.find(self.moves) == index


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of another condition."""

    term: Term

    def sieve(self, trace: IndexedTrace, start: int, stop: int) -> Sieve:
        """The rows of a stretch."""
        certain, unsure = self.term.sieve(trace, start, stop)
        return Sieve(~certain & ~unsure, unsure)

    def holds(self, trace: Trace, index: int, row: TraceRow) -> bool:
        """Whether the other does not hold."""
        return not self.term.holds(trace, index, row)


@dataclass(frozen=True, slots=True)
class Query:
    """Conditions that must all hold.

    Attributes:
        text: how they were typed.
        terms: the conditions.
    """

    text: str
    terms: tuple[Term, ...]

    def holds(self, trace: Trace, index: int) -> bool:
        """Whether a row is wanted."""
        row = trace[index]
        return all(term.holds(trace, index, row) for term in self.terms)

    def rows(self, trace: Trace, start: int, stop: int, control: Control) -> Longs:
        """The wanted rows of a stretch; cut short when cancelled."""
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
                if isinstance(term, Moves):
                    row = trace.find(term.moves)
                    possible &= np.arange(start, stop) == (-1 if row is None else row)
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
        return Not(_term(tokens, game))
    if word == "depth" and tokens[:1] != ["limit"]:
        return _depth(tokens.pop(0) if tokens else "")
    if word == "dead":
        return Dead()
    if word == "path":
        return OnPath()
    try:
        moves = game.read_moves(token)
    except MoveError:
        return Word(word)
    return Moves(moves)


def _depth(text: str) -> Depth:
    match = _DEPTH.fullmatch(text)
    if match is None:
        found = f", found {quoted(text)}" if text else ""
        raise QueryError(f"depth: expected a number or a range such as 3..6{found}")
    low = int(match[1])
    high = low if not match[2] else int(match[3]) if match[3] else 10**9
    return Depth(low, high)
