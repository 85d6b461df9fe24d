"""A watchdog thread that reports when the app has stopped responding.

The thread takes a turn once a second, in which it asks the event loop to respond. If the loop does
not respond, a callback is blocking it, so keys, timers and signals have to wait. The thread counts
its turns instead of using a clock. It takes no turns while the process is stopped (ctrl+z) or the
machine sleeps, so it does not mistake either for a freeze.
"""

from __future__ import annotations

import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable

FREEZE_TURNS = 5
"""The number of turns without a response after which the app counts as frozen."""
TURN_SECONDS = 1.0
"""The length of a turn in seconds."""


class Watchdog:
    """A daemon thread that watches an event loop.

    Args:
        loop: The event loop to watch.
        report_freeze: The function to call, in the watchdog's thread, when the loop has not
            responded for :data:`FREEZE_TURNS` turns.
        report_thaw: The function to call, in the watchdog's thread, when the loop responds again
            after such a freeze. Its argument is the number of turns without a response.
        turn_seconds: The length of a turn in seconds.
    """

    def __init__(
        self,
        loop: AbstractEventLoop,
        report_freeze: Callable[[], object],
        report_thaw: Callable[[int], object],
        turn_seconds: float = TURN_SECONDS,
    ) -> None:
        self._loop, self._report_freeze, self._report_thaw, self._turn_seconds = (
            loop,
            report_freeze,
            report_thaw,
            turn_seconds,
        )
        self._stop_event = threading.Event()
        self._answer_event = threading.Event()
        self._answer_event.set()
        threading.Thread(target=self._watch_loop, name="watchdog", daemon=True).start()

    def stop(self) -> None:
        """Stop watching the event loop, and end the thread."""
        self._stop_event.set()

    def _watch_loop(self) -> None:
        silent = 0
        while not self._stop_event.wait(self._turn_seconds):
            if not self._answer_event.is_set():
                silent += 1
                # == rather than >= reports each freeze only once.
                if silent == FREEZE_TURNS:
                    self._report_freeze()
                continue
            if silent >= FREEZE_TURNS:
                self._report_thaw(silent)
            silent = 0
            # The loop has responded to the last request, so send the next one.
            self._answer_event.clear()
            try:
                self._loop.call_soon_threadsafe(self._answer_event.set)
            except RuntimeError:  # the loop has been closed
                return
