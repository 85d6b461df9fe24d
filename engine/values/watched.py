"""Long computations watched and stopped by a callback, for scripts that wait for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.values.budget import Control

T = TypeVar("T")


def watched(
    job: Callable[[Control], T], on_progress: Callable[[Control], object], every: float = 0.1
) -> T:
    """What comes of a computation, while a callback hears how far it is.

    Args:
        job: is handed the control that it is to poll, in a thread of its own.
        on_progress: is handed the same control, in the thread of the caller, again and again; it
            may cancel it, or have it finish.
        every: seconds between two calls of ``on_progress``.

    Raises:
        Cancelled: the callback cancelled it.
        EngineError: whatever the computation raises, as does the callback: it is stopped then.
    """
    from concurrent.futures import ThreadPoolExecutor, wait  # slow to import

    control = Control()
    with ThreadPoolExecutor(1, "watched") as pool:
        future = pool.submit(job, control)
        try:
            while not wait([future], every).done:
                on_progress(control)
        except BaseException:  # an interrupt too: a thread cannot be left behind
            control.cancel()
            raise
        return future.result()
