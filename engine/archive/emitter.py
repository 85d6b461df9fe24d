"""The emitter: which levels of an archive are mutated next.

Three mutations of four go after an empty cell beside one that has a level, and where a cell is
named as a target, after that or one of those nearest to it. They begin with a level of one of the
cells nearest to the one they are after. The others begin with any.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

from engine.archive.grid import Archive, Cell
from engine.values.rng import RandomNumbers

NEAREST = 4
"""Cells that a search for an empty one may begin with."""
WAYS = 8
"""Empty cells that are gone after on the way to a target, itself among them."""
_ANY = 4
"""One in so many mutations begins with the level of any cell."""
_STAGE = 1
"""Names the stream that the choice of a mutation draws from, beside that of the mutation."""


def sources(
    archive: Archive, seed: int, first: int, count: int, targets: Sequence[Cell] = ()
) -> list[Cell]:
    """The cells whose levels the mutations from number ``first`` on begin with.

    They depend on these arguments alone.
    """
    filled = sorted(archive.elites)
    goals = _goals(archive, targets)
    near: dict[Cell, list[Cell]] = {}
    chosen = []
    for number in range(first, first + count):
        random = RandomNumbers(seed, number, _STAGE)
        if not goals or not random.below(_ANY):
            chosen.append(random.choice(filled))
            continue
        goal = random.choice(goals)
        if goal not in near:
            near[goal] = nsmallest(NEAREST, filled, key=lambda cell: _apart(cell, goal))
        chosen.append(random.choice(near[goal]))
    return chosen


def _goals(archive: Archive, targets: Sequence[Cell]) -> list[Cell]:
    """The cells that are gone after: empty ones, else the targets once more."""
    empty = frontier(archive)
    if not targets:
        return empty
    ways: list[Cell] = []
    for target in (cell for cell in targets if cell not in archive.elites):
        near = sorted({*empty, target})
        ways += nsmallest(WAYS, near, key=lambda cell: _apart(cell, target))
    return ways or [*targets]


def frontier(archive: Archive) -> list[Cell]:
    """The empty cells that touch one with a level, corners included, in order."""
    across, up = archive.space.shape
    beside = {
        (col + right, row + down)
        for col, row in archive.elites
        for right in (-1, 0, 1)
        for down in (-1, 0, 1)
    }
    return sorted(
        (col, row)
        for col, row in beside.difference(archive.elites)
        if 0 <= col < across and 0 <= row < up
    )


def _apart(one: Cell, other: Cell) -> tuple[int, int]:
    """How far two cells are from each other, in steps that may be diagonal, then in others."""
    right, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(right, down), right + down
