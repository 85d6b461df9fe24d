"""Small jobs on files, done one after the other in a thread of their own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection

Job = Callable[[], None]


class Errands:
    """A daemon thread that sleeps until a job is due.

    Every job has a key. A newer job of the same key replaces one that still waits, but does not
    delay it: ten changes within a second become one write, no later than the first was due.

    Args:
        failed: called in the thread with an exception that a job let through.
    """

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._waiting: dict[str, tuple[float, Job]] = {}
        self._wake = threading.Condition()
        self._doing = ""
        """The key of the job that is being done."""
        self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def started(self) -> bool:
        """Whether it does what waits."""
        return self._thread is not None

    def start(self) -> None:
        """Begins to do what waits."""
        if not self.started and not self._closed:
            self._thread = threading.Thread(target=self._work, name="errands", daemon=True)
            self._thread.start()

    def later(self, key: str, job: Job, seconds: float = 0.0) -> None:
        """Does a job after some seconds, or when the one that it replaces would have been done."""
        with self._wake:
            due = time.monotonic() + seconds
            if key in self._waiting:
                due = min(due, self._waiting.pop(key)[0])
            self._waiting[key] = due, job
            self._wake.notify_all()

    def drop(self, key: str) -> None:
        """Forgets a job that waits."""
        with self._wake:
            self._waiting.pop(key, None)

    def hurry(self, keys: Collection[str], patience: float = 2.0) -> None:
        """Does the jobs of some keys now, and waits for that as many seconds at most.

        It may be called by a signal handler.
        """
        with self._wake:
            if not self.started:
                return
            now = time.monotonic()
            for key in keys:
                if key in self._waiting:
                    self._waiting[key] = now, self._waiting[key][1]
            self._wake.notify_all()
            self._wake.wait_for(
                lambda: self._doing not in keys and self._waiting.keys().isdisjoint(keys), patience
            )

    def close(self, patience: float = 1.0) -> None:
        """Does what is due and nothing more; waits for that as many seconds."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(patience)

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                job()
            except Exception as error:  # the next job may still succeed
                self._failed(error)

    def _next(self) -> Job | None:
        """Waits for the next job; None once there is nothing more to do."""
        with self._wake:
            self._doing = ""
            self._wake.notify_all()
            while True:
                key = min(self._waiting, key=lambda key: self._waiting[key][0], default=None)
                rest = None if key is None else self._waiting[key][0] - time.monotonic()
                if key is not None and rest is not None and rest <= 0:
                    self._doing = key
                    return self._waiting.pop(key)[1]
                if self._closed:
                    return None
                self._wake.wait(rest)
