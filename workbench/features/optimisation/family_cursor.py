"""A cursor that moves through a family tree to parents, best descendants and siblings."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from engine.stages.lineage import SCORE, Lineage, LineageTree


class FamilyCursor:
    """A cursor in a family tree, and the branch that the cursor is on.

    A *branch* leads from the first level through the level under the cursor to the best of its
    descendants. The initial branch leads to the best level in the whole tree.

    Attributes:
        lineage: The record of the family.
        tree: The family tree.
        branch: The tree's entries along the branch, starting with the first level.
        depth: The cursor's index in ``branch``.
    """

    def __init__(self, lineage: Lineage) -> None:
        self.lineage = lineage
        self.tree = LineageTree(lineage.history, lineage.best)
        self.branch: list[int] = []
        self.depth = 0
        self._records: list[int] | None = None
        self.go_to_entry(lineage.best)

    @property
    def entry(self) -> int:
        """The family tree's entry under the cursor."""
        return self.branch[self.depth]

    def go_to_entry(self, entry: int) -> bool:
        """Move the cursor to ``entry``, switching to the branch through it. Always return True."""
        self.branch = self.tree.list_branch(entry)
        self.depth = self.branch.index(entry)
        self._records = None
        return True

    def seek_depth(self, depth: int) -> bool:
        """Move to ``depth``, but not beyond the branch's ends; return whether the cursor moved."""
        before, self.depth = self.depth, min(max(depth, 0), len(self.branch) - 1)
        return self.depth != before

    def go_to_sibling(self, offset: int) -> bool:
        """Move the cursor by ``offset`` among the levels with the same parent.

        Returns:
            True if the cursor moved, or False if there is no sibling at that offset.
        """
        siblings = self.tree.list_siblings(self.entry).tolist()
        at = siblings.index(self.entry) + offset
        if not 0 <= at < len(siblings):
            return False
        return self.go_to_entry(siblings[at])

    def rank_siblings(self, entry: int) -> tuple[int, int]:
        """Return the rank of ``entry`` among its parent's children, and how many there are.

        The ranks start at 1 and follow the order in which the children were accepted.
        """
        siblings = self.tree.list_siblings(entry)
        return int(siblings.searchsorted(entry)) + 1, len(siblings)

    @property
    def record_depths(self) -> Sequence[int]:
        """The depths of the levels that score better than every level before them in the branch.

        The first level is never among them.
        """
        if self._records is None:
            scores = self.tree.history[self.branch, SCORE]
            # The running maximum rises exactly where a score exceeds all earlier ones.
            best = np.maximum.accumulate(scores)
            self._records = (np.flatnonzero(np.diff(best)) + 1).tolist()
        return self._records

    def is_record(self, depth: int) -> bool:
        """Return True if the level at ``depth`` scores better than every level before it."""
        index = bisect_left(self.record_depths, depth)
        return index < len(self.record_depths) and self.record_depths[index] == depth

    def go_to_record(self, direction: int) -> bool:
        """Go to the next or previous level that scores better than every level before it.

        Going back from the first such level leads to the first level of the branch.

        Args:
            direction: A positive number to go to the next such level, any other number to go to
                the previous one.

        Returns:
            True if the cursor moved.
        """
        depths = self.record_depths
        if direction > 0:
            later = bisect_right(depths, self.depth)
            return later < len(depths) and self.seek_depth(depths[later])
        earlier = bisect_left(depths, self.depth)
        # Before the first record, go back to the first level.
        return self.seek_depth(depths[earlier - 1] if earlier else 0)


CURSOR_MOVES: Mapping[str, tuple[Callable[[FamilyCursor], bool], str]] = {
    "back": (lambda walk: walk.seek_depth(walk.depth - 1), "This is the first level."),
    "forward": (
        lambda walk: walk.seek_depth(walk.depth + 1),
        "No later level on this branch.",
    ),
    "left": (lambda walk: walk.go_to_sibling(-1), "No previous sibling."),
    "right": (lambda walk: walk.go_to_sibling(1), "No next sibling."),
    "first": (lambda walk: walk.seek_depth(0) or True, ""),
    "last": (lambda walk: walk.go_to_entry(walk.tree.best), ""),
    "next-record": (lambda walk: walk.go_to_record(1), "No later improvement."),
    "previous-record": (lambda walk: walk.go_to_record(-1), "No earlier improvement."),
}
"""The cursor's moves, keyed by command name, each with the message shown if it is impossible."""
