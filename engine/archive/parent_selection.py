"""The emitter, which chooses the levels to mutate next.

On average, three out of four mutations have a goal: an empty cell next to a filled one. If targets
are given, the goal is a target or one of the empty cells nearest to it. The parent of such a
mutation is the elite of a filled cell close to the goal. The parents of all other mutations come
from random filled cells, which keeps the search from getting stuck.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest

from engine.archive.archive_grid import Archive, ArchiveCell
from engine.values.rng import RandomNumbers

NEAREST_CELLS = 4
"""The parent's cell is chosen from at most this many filled cells, those nearest to the goal."""
GOALS_PER_TARGET = 8
"""The maximum number of goals for each target: the target and the empty cells nearest to it."""
_RANDOM_PERIOD = 4
"""On average, one parent in this many comes from a random filled cell."""
_STAGE = 1
"""The number of the random stream used here. Mutations draw from a different stream."""


def choose_sources(
    archive: Archive, seed: int, first: int, count: int, targets: Sequence[ArchiveCell] = ()
) -> list[ArchiveCell]:
    """Choose the cells whose elites are the parents of the next ``count`` mutations.

    The choice depends on the arguments alone, not on earlier calls.

    Args:
        archive: The archive to fill.
        seed: The seed of the mutations.
        first: The number of the first mutation.
        count: The number of mutations.
        targets: The cells to fill; an empty sequence means all empty cells.
    """
    filled = sorted(archive.elites)
    goals = _list_goals(archive, targets)
    near: dict[ArchiveCell, list[ArchiveCell]] = {}
    chosen = []
    for number in range(first, first + count):
        # Each mutation has its own random stream, so the choice does not depend on where a round
        # begins.
        random = RandomNumbers(seed, number, _STAGE)
        if not goals or not random.draw_below(_RANDOM_PERIOD):
            chosen.append(random.draw_item(filled))
            continue
        goal = random.draw_item(goals)
        if goal not in near:
            # Filled cells are sorted, so ties in distance are broken the same way in every run.
            near[goal] = nsmallest(
                NEAREST_CELLS, filled, key=lambda cell: _measure_distance(cell, goal)
            )
        chosen.append(random.draw_item(near[goal]))
    return chosen


def _list_goals(archive: Archive, targets: Sequence[ArchiveCell]) -> list[ArchiveCell]:
    """Return the goals: empty cells, or the targets themselves if all of them are filled."""
    empty = find_frontier(archive)
    if not targets:
        return empty
    ways: list[ArchiveCell] = []
    for target in (cell for cell in targets if cell not in archive.elites):
        # A distant target is approached step by step, through the frontier cells nearest to it.
        near = sorted({*empty, target})
        ways += nsmallest(GOALS_PER_TARGET, near, key=lambda cell: _measure_distance(cell, target))
    return ways or [*targets]


def find_frontier(archive: Archive) -> list[ArchiveCell]:
    """Return the sorted list of empty cells that share a side or a corner with a filled cell."""
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


def _measure_distance(one: ArchiveCell, other: ArchiveCell) -> tuple[int, int]:
    """Return the Chebyshev distance between two cells, and the Manhattan distance to break ties."""
    right, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(right, down), right + down
