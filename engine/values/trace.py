"""The trace of a solver: what it tried, in order, and what came of it.

A trace may have millions of rows, so it is a sequence that makes a row when asked for it,
from the arrays that the search left behind. A trace that is an :class:`IndexedTrace` also
answers questions about many rows at once, without making any.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:  # NumPy is imported by the solvers that leave traces
    import numpy as np
    from numpy.typing import NDArray

    from engine.jit.marks import Bytes, Ints

    Mask = NDArray[np.bool_]
    """One truth for each row of a stretch of rows."""


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One trial of a solver.

    Attributes:
        name: stable name of the situation reached, such as ``S7`` or ``2-3``.
        parent: name of the situation it was tried from; empty for the start.
        move: the move tried; empty for the start.
        depth: moves from the start.
        result: what came of it, in words: ``new``, ``= S1``, ``lost: mud``, ``won``, ...
        on_path: on the reported solution.
        dead: no win can be reached from the situation.
    """

    name: str
    parent: str
    move: str
    depth: int
    result: str
    on_path: bool = False
    dead: bool = False

    @property
    def words(self) -> list[str]:
        """The result as single words in lower case, without punctuation."""
        return re.sub("[:,]", " ", self.result.lower()).split()

    @property
    def won(self) -> bool:
        """Whether the move won."""
        return self.words[:1] == ["won"]

    @property
    def lost(self) -> bool:
        """Whether the move lost."""
        return self.words[:1] == ["lost"]

    @property
    def seen(self) -> bool:
        """Whether the situation was met before, by another way."""
        return self.words[:1] == ["="]


class Trace(Protocol):
    """A read-only sequence of rows, each with the moves that lead to it."""

    @property
    def strategy(self) -> str:
        """Which strategy left the trace."""

    def __len__(self) -> int:
        """Number of rows."""

    def __getitem__(self, index: int) -> TraceRow:
        """The row at an index from 0."""

    def moves_to(self, index: int) -> tuple[str, ...]:
        """The moves from the start to the situation of a row, its own move included."""

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The first row of the situation that moves from the start lead to, if the trace has it."""


class Sieve(NamedTuple):
    """The rows of a stretch that are wanted, as far as arrays show.

    Attributes:
        certain: rows that are.
        unsure: rows that may be: only a look at each, or a replay of its moves, decides.
    """

    certain: Mask
    unsure: Mask


@runtime_checkable
class IndexedTrace(Trace, Protocol):
    """A trace that answers from arrays: which rows, and how rows hang together.

    A stretch of rows is given by its first row and the one after its last.
    """

    def prepare(self) -> None:
        """Compute now what the first look at a row would have to wait for."""

    def saying(self, word: str, start: int, stop: int) -> Sieve:
        """Rows with a word, in lower case, for a name or among the words of the result."""

    def depths(self, start: int, stop: int) -> Ints:
        """Moves from the start to each row."""

    def on_path(self, start: int, stop: int) -> Mask:
        """Rows on the reported solution."""

    def dead(self, start: int, stop: int) -> Mask:
        """Rows from whose situation no win can be reached."""

    def changes(self, row: int, col: int, start: int, stop: int) -> Sieve:
        """Rows whose move changes what stands on a cell of the board."""

    def parent(self, index: int) -> int | None:
        """The row from whose situation a row was tried, None for a start."""

    def tried(self, index: int) -> tuple[int, ...]:
        """The rows of the moves tried in the situation of a row, in order."""

    def explain(self, index: int) -> str:
        """What came of a row and why its branch goes on or ends, in one sentence."""


START, NEW, LIMIT, SEEN, SOONER, WON, LOST = range(7)
"""Kinds of rows: a start; a new situation; one at the depth limit; one met before; one met
before by a longer way; the two ends."""

NOTHING, UNKNOWN = 0, 255
"""Codes of what stands on a cell: nothing, and not known without a replay."""
MIXED = 254
"""Code of an object that is one of several to the search; further codes are a game's own."""


_ALWAYS = {START: "start", WON: "won", LOST: "lost"}


def said(
    kinds: Bytes, named: Mask, word: str, fixed: Mapping[int, str], free: tuple[int, ...]
) -> Sieve:
    """The rows with a word, where the words of a kind of row are always the same.

    Args:
        kinds: the kind of each row.
        named: rows that have the word for a name, or name it in their result.
        word: the word, in lower case.
        fixed: the words that rows of a kind always have, where those of starts and ends are not
            just that.
        free: the kinds of rows with further words, which only the row itself has; a fixed
            word is not looked for among them.
    """
    import numpy as np

    kinds_with_it = [kind for kind, words in {**_ALWAYS, **fixed}.items() if word in words.split()]
    certain = named | np.isin(kinds, kinds_with_it)
    unsure = np.isin(kinds, () if kinds_with_it else free)
    return Sieve(certain, unsure & ~certain)


def changed(before: Bytes, after: Bytes) -> Sieve:
    """What moves do to a cell, from the codes of what stands there before and after."""
    unknown = (before == UNKNOWN) | (after == UNKNOWN)
    mixed = (before == MIXED) & (after == MIXED)
    return Sieve((before != after) & ~unknown, unknown | mixed)
