"""A thread that writes down where the app stands when it stops answering.

Once a second it has the event loop answer. A loop that does not is stuck in a callback: keys,
timers and signals wait. Seconds are counted by the thread's own turns, not by a clock: while the
process is stopped (ctrl+z) or the machine sleeps, the thread does not turn either, and nothing is
reported.
"""

from __future__ import annotations

import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable

PATIENCE = 5
"""Turns without an answer from which on the app is frozen."""
TURN = 1.0
"""Seconds of a turn."""


class Watchdog:
    """Watches an event loop from a daemon thread.

    Args:
        loop: to be watched.
        frozen: called in the thread when the loop has not answered for :data:`PATIENCE` turns.
        thawed: called in the thread when it answers again, with the number of turns.
        turn: seconds of a turn.
    """

    def __init__(
        self,
        loop: AbstractEventLoop,
        frozen: Callable[[], object],
        thawed: Callable[[int], object],
        turn: float = TURN,
    ) -> None:
        self._loop, self._frozen, self._thawed, self._turn = loop, frozen, thawed, turn
        self._over = threading.Event()
        self._answered = threading.Event()
        self._answered.set()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def stop(self) -> None:
        """Watch no longer."""
        self._over.set()

    def _watch(self) -> None:
        silent = 0
        while not self._over.wait(self._turn):
            if not self._answered.is_set():
                silent += 1
                if silent == PATIENCE:
                    self._frozen()
                continue
            if silent >= PATIENCE:
                self._thawed(silent)
            silent = 0
            self._answered.clear()
            try:
                self._loop.call_soon_threadsafe(self._answered.set)
            except RuntimeError:  # the loop has been closed
                return
