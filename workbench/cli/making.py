"""Several things made side by side, one for each seed, and given out in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from engine.values.budget import Control, cores
from workbench.service import running

T = TypeVar("T")


def each(
    seeds: Sequence[int],
    make: Callable[[int, Control], T],
    describe: Callable[[int, Control], str],
) -> Generator[tuple[int, T], None, None]:
    """What is made of every seed, in order, as many at a time as there are cores.

    Args:
        seeds: the seeds.
        make: makes one; polls the control it is given.
        describe: how far the one that is waited for has come, in words.

    Raises:
        EngineError: as the first that fails, in the order of seeds; the others are stopped.
        KeyboardInterrupt: the user stopped it all.
    """
    controls = [Control() for _ in seeds]
    pool = ThreadPoolExecutor(min(cores(), len(seeds)), "making")
    try:
        futures = deque(map(pool.submit, [make] * len(seeds), seeds, controls))
        for seed, control in zip(seeds, controls, strict=True):
            yield seed, running.follow(futures.popleft(), partial(describe, seed, control))
    finally:
        for control in controls:
            control.cancel()
        pool.shutdown(cancel_futures=True)
