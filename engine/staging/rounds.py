"""Searches that go on side by side, in rounds, so that all have come as far as each other."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from typing import Any, Protocol

from engine.values.budget import Control, cores

ROUND = 0.1
"""Seconds that a round should take at the most."""
FIRST_ROUND = 16
"""Iterations of the first round, before their speed is known."""


class Island(Protocol):
    """What goes on by itself, beside others."""

    @property
    def iterations(self) -> int:
        """Iterations done."""

    def advance(self, iterations: int, control: Control) -> None:
        """Goes on by so many iterations, unless it is stopped or ends before."""


def rounds(
    islands: Sequence[Island],
    goal: int,
    control: Control,
    *,
    first: int = FIRST_ROUND,
    threads: int | None = None,
) -> Generator[int, None, None]:
    """Goes on with islands side by side up to a goal, round by round.

    The first round brings all of them to where the foremost is. There are as many threads as there
    are cores, if not said otherwise.

    Yields:
        After each round, the iterations that all have done unless one of them ended before.
    """
    from concurrent.futures import ThreadPoolExecutor  # slow to import, and no verb should wait

    done, size = max(island.iterations for island in islands), first
    threads = min(threads or cores(), len(islands))
    with ThreadPoolExecutor(threads, "island") as pool:
        spread = pool.map if threads > 1 else map
        while True:
            since = time.perf_counter()
            going = [(island, max(0, done - island.iterations)) for island in islands]
            list(spread(lambda one: one[0].advance(one[1], control), going))
            yield done
            if done == goal:
                break
            longest = int(size * ROUND / max(time.perf_counter() - since, 1e-9))
            size = max(1, min(2 * size, longest))
            done = min(done + size, goal)


def merged_growth(points: Iterable[tuple[int, tuple[Any, ...]]]) -> tuple[tuple[int, int], ...]:
    """Of all best boards of islands those better than all before: their iteration and score.

    Each has its iteration and what it is compared by, the score last.
    """
    growth: list[tuple[int, int]] = []
    best: tuple[Any, ...] = ()
    for made, rank in sorted(points):
        if rank > best:
            best = rank
            growth.append((made, rank[-1]))
    return tuple(growth)
