"""A cursor in a family tree: up to the parent, down to the best descendant, across to siblings."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from engine.staging.lineage import SCORE, FamilyTree, Lineage


class FamilyWalk:
    """Where one is in a family.

    What is shown is a *branch*: the line from the first level through that of the cursor to the
    best of its descendants. At first that is the way to the best level of all.

    Attributes:
        lineage: the family.
        tree: who descends from whom.
        branch: entries of the branch, the first level first.
        depth: where in it the cursor is, 0 for the first level.
    """

    def __init__(self, lineage: Lineage) -> None:
        self.lineage = lineage
        self.tree = FamilyTree(lineage.history, lineage.best)
        self.branch: list[int] = []
        self.depth = 0
        self._records: list[int] | None = None
        self.go(lineage.best)

    @property
    def entry(self) -> int:
        """The entry of the cursor."""
        return self.branch[self.depth]

    def go(self, entry: int) -> bool:
        """To an entry, and to its branch; True."""
        self.branch = self.tree.branch(entry)
        self.depth = self.branch.index(entry)
        self._records = None
        return True

    def seek(self, depth: int) -> bool:
        """To a depth of the branch, held within it; whether that is another one."""
        before, self.depth = self.depth, min(max(depth, 0), len(self.branch) - 1)
        return self.depth != before

    def turn(self, step: int) -> bool:
        """To the next of the levels kept from the same parent, or back; False at the end."""
        siblings = self.tree.siblings(self.entry).tolist()
        at = siblings.index(self.entry) + step
        if not 0 <= at < len(siblings):
            return False
        return self.go(siblings[at])

    def siblings(self, entry: int) -> tuple[int, int]:
        """The rank of a level among those kept from the same parent, from 1, and their number."""
        siblings = self.tree.siblings(entry)
        return int(siblings.searchsorted(entry)) + 1, len(siblings)

    @property
    def records(self) -> Sequence[int]:
        """The depths in the branch whose score is above all before them; the first is none."""
        if self._records is None:
            scores = self.tree.history[self.branch, SCORE]
            best = np.maximum.accumulate(scores)
            self._records = (np.flatnonzero(np.diff(best)) + 1).tolist()
        return self._records

    def is_record(self, depth: int) -> bool:
        """Whether a depth of the branch is one of them."""
        index = bisect_left(self.records, depth)
        return index < len(self.records) and self.records[index] == depth

    def record(self, step: int) -> bool:
        """To the next level with a new best score, or to the one before; False if there is none."""
        depths = self.records
        if step > 0:
            later = bisect_right(depths, self.depth)
            return later < len(depths) and self.seek(depths[later])
        earlier = bisect_left(depths, self.depth)
        return self.seek(depths[earlier - 1] if earlier else 0)


MOVES: Mapping[str, tuple[Callable[[FamilyWalk], bool], str]] = {
    "back": (lambda walk: walk.seek(walk.depth - 1), "this is the first level"),
    "forward": (lambda walk: walk.seek(walk.depth + 1), "nothing better was kept from here on"),
    "left": (lambda walk: walk.turn(-1), "nothing was kept from its parent before it"),
    "right": (lambda walk: walk.turn(1), "nothing was kept from its parent after it"),
    "first": (lambda walk: walk.seek(0) or True, ""),
    "last": (lambda walk: walk.go(walk.tree.best), ""),
    "next-record": (lambda walk: walk.record(1), "no better one comes after it"),
    "previous-record": (lambda walk: walk.record(-1), "no improvement comes before it"),
}
"""What moves the cursor, by the commands of the screen, each with why it may stay where it is."""
