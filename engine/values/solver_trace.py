"""Solver traces: the moves that a solver tried, in order, with their results.

A trace may have millions of rows. Therefore it is a sequence that creates a row only on request,
from the arrays that the search has filled. An :class:`IndexedTrace` also answers questions about
many rows at a time without creating them. Its methods take a range of rows and return an array with
one entry per row.

If the arrays alone cannot decide which rows match, a :class:`RowFilter` separates the rows that
certainly match from the rows that must be examined one by one. For example, a search for the word
``mud`` certainly does not match a won row. It may match a lost row, because only the row itself
gives the reason for the loss.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:  # NumPy is imported by the solvers that leave traces
    import numpy as np
    from numpy.typing import NDArray

    from engine.jit.decorators import Bytes, Ints

    Mask = NDArray[np.bool_]
    """One boolean for each row in a range."""


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One move that a solver tried, with its result.

    Attributes:
        name: A stable name for the position that the move reached, such as ``S7`` or ``2-3``.
        parent: The name of the position from which the move was tried; empty for the start.
        move: The move; empty for the start.
        depth: The number of moves from the start.
        result: The result in words, such as ``new``, ``= S1``, ``lost: mud`` or ``won``.
        on_path: True if the row is part of the reported solution.
        dead: True if no win can be reached from the position.
        to_win: The fewest moves from the position to a win, in the game's most important unit; None
            if unknown, if there is no win, or after the end of the game.
    """

    name: str
    parent: str
    move: str
    depth: int
    result: str
    on_path: bool = False
    dead: bool = False
    to_win: int | None = None

    @property
    def result_words(self) -> list[str]:
        """The words of the result in lower case, without punctuation."""
        return re.sub("[:,]", " ", self.result.lower()).split()

    @property
    def won(self) -> bool:
        """True if the move won the level."""
        return self.result_words[:1] == ["won"]

    @property
    def lost(self) -> bool:
        """True if the move lost the level."""
        return self.result_words[:1] == ["lost"]

    @property
    def seen(self) -> bool:
        """True if the position had already been reached by another path."""
        return self.result_words[:1] == ["="]


class Trace(Protocol):
    """A read-only sequence of trace rows, with the moves that lead to each of them."""

    @property
    def strategy(self) -> str:
        """The name of the strategy that produced the trace."""

    def __len__(self) -> int:
        """Return the number of rows."""

    def __getitem__(self, index: int) -> TraceRow:
        """Return the row at ``index``, counted from 0."""

    def moves_to(self, index: int) -> tuple[str, ...]:
        """Return the moves from the start to the position that row ``index`` reached."""

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the index of the first row for the position after ``moves``.

        The result is None if the trace has no row for the position.
        """


class RowFilter(NamedTuple):
    """The rows in a range that match a condition, decided from arrays where possible.

    Attributes:
        certain: The rows that certainly match.
        unsure: The rows that may match. Only the row itself, or a replay of its moves, can decide.
    """

    certain: Mask
    unsure: Mask


@runtime_checkable
class IndexedTrace(Trace, Protocol):
    """A trace that answers questions about a range of rows from its arrays.

    A range begins at row ``start`` and ends before row ``stop``.
    """

    def prepare(self) -> None:
        """Compute the data for row access in advance, so that the first access is fast."""

    def filter_by_word(self, word: str, start: int, stop: int) -> RowFilter:
        """Return the rows whose name is ``word`` or whose result contains it.

        ``word`` must be in lower case. The case of the rows is ignored.
        """

    def get_depths(self, start: int, stop: int) -> Ints:
        """Return the number of moves from the start to the position of each row."""

    def find_path_rows(self, start: int, stop: int) -> Mask:
        """Return the rows that are part of the reported solution."""

    def find_dead_rows(self, start: int, stop: int) -> Mask:
        """Return the rows whose positions are dead."""

    def filter_by_change(self, row: int, col: int, start: int, stop: int) -> RowFilter:
        """Return the rows whose moves change the contents of a cell of the board."""

    def find_parent(self, index: int) -> int | None:
        """Return the index of the row that reached the position where row ``index`` was tried.

        The result is None for a start row.
        """

    def list_children(self, index: int) -> tuple[int, ...]:
        """Return the indices of the rows tried from the position in row ``index``, in order."""

    def explain_row(self, index: int) -> str:
        """Explain the result of row ``index``, and why its branch continues or ends.

        The explanation is one sentence.
        """


START, NEW, LIMIT, SEEN, SOONER, WON, LOST = range(7)
"""Kinds of rows: a start, a new position, a position at the depth limit, a position already
reached, a position already reached by a longer path, a win, and a loss.
"""

NOTHING, UNKNOWN = 0, 255
"""Codes for the contents of a cell: nothing, and contents that only a replay can determine."""
MIXED = 254
"""The code for objects that the search does not distinguish. Each game defines the other codes."""


_COMMON_WORDS = {START: "start", WON: "won", LOST: "lost"}


def filter_words(
    kinds: Bytes,
    name_mask: Mask,
    word: str,
    fixed_words: Mapping[int, str],
    free_kinds: tuple[int, ...],
) -> RowFilter:
    """Return the rows that contain a word, given the words that all rows of each kind contain.

    Args:
        kinds: The kind of each row.
        name_mask: The rows whose name is the word, or whose result contains it as a name.
        word: The word to look for, in lower case.
        fixed_words: A mapping from each kind to the words that all rows of that kind contain. An
            entry for starts, wins or losses replaces the usual word for that kind.
        free_kinds: The kinds whose rows also contain other words, which are known only from the row
            itself. If ``word`` is a fixed word of any kind, these rows match only by name.
    """
    import numpy as np

    kinds_with_it = [
        kind for kind, words in {**_COMMON_WORDS, **fixed_words}.items() if word in words.split()
    ]
    # Every row of a kind whose fixed words include ``word`` certainly matches.
    certain = name_mask | np.isin(kinds, kinds_with_it)
    unsure = np.isin(kinds, () if kinds_with_it else free_kinds)
    return RowFilter(certain, unsure & ~certain)


def filter_changes(before: Bytes, after: Bytes) -> RowFilter:
    """Return the rows that change a cell, given the cell's codes before and after each row."""
    unknown = (before == UNKNOWN) | (after == UNKNOWN)
    # If both codes are MIXED, one of the objects that share this code may have replaced another.
    mixed = (before == MIXED) & (after == MIXED)
    return RowFilter((before != after) & ~unknown, unknown | mixed)
