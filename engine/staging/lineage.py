"""How the puzzles that an optimisation kept descend from the one that it began with.

A game whose generator goes on from puzzle to puzzle leaves a :class:`Lineage` with its
candidate. It records all that was kept in a few integers each; the puzzles themselves are made
once more on demand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine.values.level import Board

if TYPE_CHECKING:
    from engine.jit.marks import Longs

PARENT, ITERATION, SCORE = range(3)
"""Columns of a history: the entry of the parent (-1 for the first puzzle), the iteration that made
the puzzle, and its score."""


@dataclass(frozen=True, slots=True)
class Relative:
    """One puzzle of a family.

    Attributes:
        parent: that of the puzzle it was made from; None for the first.
        iteration: the iteration that made it.
        changes: what is otherwise than on its parent, in words; empty for the first.
    """

    entry: int
    parent: int | None
    iteration: int
    score: int
    board: Board
    changes: tuple[str, ...]


class FamilyTree:
    """Who descends from whom in a history.

    ``history`` is everything kept, in order, shape (entries, 3); see PARENT, ITERATION and SCORE.
    ``best`` is the entry that the optimisation ended with.
    """

    def __init__(self, history: Longs, best: int) -> None:
        self.history = history
        self.best = best

    def __len__(self) -> int:
        """Number of puzzles."""
        return len(self.history)

    def parent(self, entry: int) -> int | None:
        """The puzzle that one was made from; None for the first."""
        parent = int(self.history[entry, PARENT])
        return parent if parent >= 0 else None

    def iteration(self, entry: int) -> int:
        """The iteration that made a puzzle."""
        return int(self.history[entry, ITERATION])

    def score(self, entry: int) -> int:
        """The score of a puzzle."""
        return int(self.history[entry, SCORE])

    def children(self, entry: int) -> Longs:
        """The puzzles made from one, in order."""
        order, starts = self._by_parent
        return order[starts[entry] : starts[entry + 1]]

    def siblings(self, entry: int) -> Longs:
        """The puzzles made from the same one, this one among them, in order."""
        import numpy as np

        parent = self.parent(entry)
        return np.array([entry]) if parent is None else self.children(parent)

    def line(self, entry: int) -> list[int]:
        """The puzzles from the first to this one."""
        line = [entry]
        while (parent := self.parent(line[-1])) is not None:
            line.append(parent)
        return line[::-1]

    def branch(self, entry: int) -> list[int]:
        """The line through a puzzle to the best of its descendants."""
        line = self.line(entry)
        line += self.line(self.heir(entry))[len(line) :]
        return line

    def heir(self, entry: int) -> int:
        """The best of a puzzle's descendants: the best of all if it is one, or itself."""
        return self.best if entry in self.bloodline else self._heirs[entry]

    @cached_property
    def bloodline(self) -> frozenset[int]:
        """The puzzles on the way from the first to the best."""
        return frozenset(self.line(self.best))

    @cached_property
    def _by_parent(self) -> tuple[Longs, Longs]:
        parents = self.history[:, PARENT]
        import numpy as np

        order = parents.argsort(kind="stable")
        return order, np.searchsorted(parents[order], np.arange(len(parents) + 1))

    @cached_property
    def _heirs(self) -> list[int]:
        # Lists: a million puzzles are gone through one by one, while a user waits.
        parents, scores = (self.history[:, column].tolist() for column in (PARENT, SCORE))
        heirs = list(range(len(parents)))
        for entry in range(len(heirs) - 1, 0, -1):  # children come after their parents
            parent, heir = parents[entry], heirs[entry]
            if scores[heir] > scores[heirs[parent]]:
                heirs[parent] = heir
        return heirs


class Lineage(FamilyTree, ABC):
    """The family of the puzzle that an optimisation ended with; a game knows how to make them."""

    def relatives(self, entries: Iterable[int]) -> tuple[Relative, ...]:
        """Puzzles of some entries, made once more; not for two threads at a time."""
        return tuple(
            Relative(
                entry,
                self.parent(entry),
                self.iteration(entry),
                self.score(entry),
                self.board(entry),
                tuple(self.changes(entry)) if self.parent(entry) is not None else (),
            )
            for entry in entries
        )

    @abstractmethod
    def board(self, entry: int) -> Board:
        """The puzzle of an entry, made once more."""

    @abstractmethod
    def log(self, layout: Longs) -> Longs:
        """The events from the first puzzle to the best, by way of all between the two.

        The layout is what the stages before have left. The events are rows as in the log of a
        :class:`engine.staging.site.Site`.
        """

    @abstractmethod
    def changes(self, entry: int) -> Iterable[str]:
        """What is otherwise on a puzzle than on its parent, in words; not asked of the first."""
