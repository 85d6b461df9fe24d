"""Searches in lockstep: in each round, threads advance them to the same number of iterations."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from typing import Any, Protocol

from engine.values.budget import Control, count_cores

ROUND_SECONDS = 0.1
"""The maximum time that a round should take, in seconds."""
FIRST_ROUND_ITERATIONS = 16
"""The number of iterations in the first round, when the speed is not known yet."""


class Island(Protocol):
    """One of several searches that are independent of one another."""

    @property
    def iterations(self) -> int:
        """The number of iterations done so far."""

    def advance(self, iterations: int, control: Control) -> None:
        """Run ``iterations`` more iterations, unless ``control`` stops them or the search ends."""


def run_in_lockstep(
    islands: Sequence[Island],
    goal: int,
    control: Control,
    *,
    first_iterations: int = FIRST_ROUND_ITERATIONS,
    threads: int | None = None,
) -> Generator[int, None, None]:
    """Advance islands in parallel, round by round, until all have done ``goal`` iterations.

    The first round advances all islands to the number of iterations that the most advanced one has
    done. By default, there are as many threads as cores.

    Yields:
        The number of iterations that each island has done after the round. An island whose search
        is over may have done fewer.
    """
    from concurrent.futures import ThreadPoolExecutor  # imported late, because it is slow

    done, size = max(island.iterations for island in islands), first_iterations
    threads = min(threads or count_cores(), len(islands))
    with ThreadPoolExecutor(threads, "island") as pool:
        spread = pool.map if threads > 1 else map
        while True:
            since = time.perf_counter()
            going = [(island, max(0, done - island.iterations)) for island in islands]
            list(spread(lambda one: one[0].advance(one[1], control), going))
            yield done
            if done == goal:
                break
            # Estimate how many iterations fit into a round. A short measurement is inexact, so do
            # not more than double the size of the last round.
            longest = int(size * ROUND_SECONDS / max(time.perf_counter() - since, 1e-9))
            size = max(1, min(2 * size, longest))
            done = min(done + size, goal)


def merge_growth(points: Iterable[tuple[int, tuple[Any, ...]]]) -> tuple[tuple[int, int], ...]:
    """Merge the best boards of all islands into one history.

    Args:
        points: A pair for each best board: the iteration that made it, and a tuple by which boards
            are compared. The last item of the tuple is the score.

    Returns:
        The iteration and the score of each board that is better than all earlier ones.
    """
    growth: list[tuple[int, int]] = []
    best: tuple[Any, ...] = ()
    for made, rank in sorted(points):
        if rank > best:
            best = rank
            growth.append((made, rank[-1]))
    return tuple(growth)
