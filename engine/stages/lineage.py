"""Lineages, which record how the boards kept by an improvement descend from the first one.

A generator that improves its boards returns a :class:`Lineage` with its candidate. The lineage has
a few integers for each board that was kept. The boards themselves are rebuilt on demand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.values.level import Board

if TYPE_CHECKING:
    from engine.jit.decorators import Longs

PARENT, ITERATION, SCORE = range(3)
"""The columns of a history: the entry of the board's parent (-1 for the first board), the iteration
that made the board, and the board's score."""


@dataclass(frozen=True, slots=True)
class LineageMember:
    """One board that an improvement kept, rebuilt from its entry in the history.

    Attributes:
        entry: The index of the board's entry in the history.
        parent: The entry of the board from which it was made, or None for the first board.
        iteration: The number of the iteration that made the board.
        score: The score of the board.
        board: The board itself.
        changes: The differences between the board and its parent, in words; empty for the first
            board.
    """

    entry: int
    parent: int | None
    iteration: int
    score: int
    board: Board
    changes: tuple[str, ...]


class LineageTree:
    """The boards in a history as a tree, in which each board is a child of the one it came from.

    Attributes:
        history: The entries of all kept boards, in order, as an array of shape (entries, 3) with
            the columns PARENT, ITERATION and SCORE.
        best: The entry of the best board, which is the result of the improvement.
    """

    def __init__(self, history: Longs, best: int) -> None:
        self.history = history
        self.best = best

    def __len__(self) -> int:
        """Return the number of boards in the history."""
        return len(self.history)

    def get_parent(self, entry: int) -> int | None:
        """Return the entry of a board's parent, or None for the first board."""
        parent = int(self.history[entry, PARENT])
        return parent if parent >= 0 else None

    def get_iteration(self, entry: int) -> int:
        """Return the number of the iteration that made a board."""
        return int(self.history[entry, ITERATION])

    def get_score(self, entry: int) -> int:
        """Return the score of a board."""
        return int(self.history[entry, SCORE])

    def list_children(self, entry: int) -> Longs:
        """Return the entries of the boards that were made from the board of ``entry``, in order."""
        order, starts = self._children_by_parent
        return order[starts[entry] : starts[entry + 1]]

    def list_siblings(self, entry: int) -> Longs:
        """Return the entries with the same parent as ``entry``, in order, including ``entry``."""
        import numpy as np

        parent = self.get_parent(entry)
        return np.array([entry]) if parent is None else self.list_children(parent)

    def list_ancestors(self, entry: int) -> list[int]:
        """Return the entries from the first board to ``entry``, including both."""
        line = [entry]
        while (parent := self.get_parent(line[-1])) is not None:
            line.append(parent)
        return line[::-1]

    def list_branch(self, entry: int) -> list[int]:
        """Return the entries from the first board through ``entry`` to its best descendant."""
        line = self.list_ancestors(entry)
        line += self.list_ancestors(self.find_best_descendant(entry))[len(line) :]
        return line

    def find_best_descendant(self, entry: int) -> int:
        """Return the entry of a board's best descendant, or ``entry`` if none is better."""
        return self.best if entry in self.best_line else self._best_descendants[entry]

    @cached_property
    def best_line(self) -> frozenset[int]:
        """The entries of the boards from the first one to the best one."""
        return frozenset(self.list_ancestors(self.best))

    @cached_property
    def _children_by_parent(self) -> tuple[Longs, Longs]:
        parents = self.history[:, PARENT]
        import numpy as np

        # Sort the entries by parent, so that the children of each entry form a slice.
        order = parents.argsort(kind="stable")
        return order, np.searchsorted(parents[order], np.arange(len(parents) + 1))

    @cached_property
    def _best_descendants(self) -> list[int]:
        # Use lists, because looping over them is faster than looping over arrays. There may be a
        # million entries, and a user is waiting.
        parents, scores = (self.history[:, column].tolist() for column in (PARENT, SCORE))
        heirs = list(range(len(parents)))
        # Children come after their parents. So in reverse order, each entry's result is final by
        # the time its parent needs it.
        for entry in range(len(heirs) - 1, 0, -1):
            parent, heir = parents[entry], heirs[entry]
            if scores[heir] > scores[heirs[parent]]:
                heirs[parent] = heir
        return heirs


class Lineage(LineageTree, ABC):
    """The tree of boards that an improvement kept, each of which can be rebuilt.

    A game defines a subclass that rebuilds its own boards.
    """

    def make_members(self, entries: Iterable[int]) -> tuple[LineageMember, ...]:
        """Rebuild the boards of the given entries. This method is not thread-safe."""
        return tuple(
            LineageMember(
                entry,
                self.get_parent(entry),
                self.get_iteration(entry),
                self.get_score(entry),
                self.make_board(entry),
                tuple(self.describe_changes(entry)) if self.get_parent(entry) is not None else (),
            )
            for entry in entries
        )

    @abstractmethod
    def make_board(self, entry: int) -> Board:
        """Rebuild the board of an entry."""

    @abstractmethod
    def make_log(self, layout: Longs) -> Longs:
        """Return the events that lead from the first board to the best one.

        ``layout`` is the layout before these events. The result has the same columns as the log of
        a :class:`engine.stages.stage_workspace.Site`.
        """

    @abstractmethod
    def describe_changes(self, entry: int) -> Iterable[str]:
        """Describe how a board other than the first one differs from its parent."""
