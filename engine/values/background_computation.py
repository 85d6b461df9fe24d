"""Running a long computation in a thread and reporting its progress to a callback."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.values.budget import Control

T = TypeVar("T")


def run_with_progress(
    job: Callable[[Control], T], on_progress: Callable[[Control], object], interval: float = 0.1
) -> T:
    """Run a computation in a thread, report its progress to a callback, and return its result.

    Args:
        job: The computation. It receives the control, which it must poll.
        on_progress: The callback. It is called in the caller's thread with the same control, and
            may cancel the computation or ask it to finish.
        interval: The number of seconds between two calls of ``on_progress``.

    Raises:
        Cancelled: The callback cancelled the computation.
        EngineError: The computation failed. An exception in the callback stops the computation
            and is raised too.
    """
    from concurrent.futures import ThreadPoolExecutor, wait  # slow to import

    control = Control()
    # Run the computation in another thread, so that keyboard interrupts reach this one.
    with ThreadPoolExecutor(1, "watched") as pool:
        future = pool.submit(job, control)
        try:
            while not wait([future], interval).done:
                on_progress(control)
        except BaseException:  # even after an interrupt, the thread must not keep running
            control.cancel()
            raise
        return future.result()
