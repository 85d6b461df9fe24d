"""A background thread for short file jobs, with at most one waiting job for each key.

Jobs are debounced: a new job replaces the one that is waiting under the same key, and takes over
its due time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection

Job = Callable[[], None]


class DebouncedWorker:
    """A daemon thread that runs jobs one after another when they are due.

    Each job has a key. A new job replaces the one that is waiting under the same key, and takes
    over its due time unless the new job is due earlier. Thus ten changes within a second lead to
    one write, which is no later than the first would have been.

    Args:
        on_error: A function that is called, in the thread, with each exception that a job raises.
    """

    def __init__(self, on_error: Callable[[Exception], None]) -> None:
        self._on_error = on_error
        self._waiting: dict[str, tuple[float, Job]] = {}
        self._wake = threading.Condition()
        self._running_key = ""
        """The key of the running job, or an empty string if none is running."""
        self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def is_started(self) -> bool:
        """True if the thread has been started."""
        return self._thread is not None

    def start(self) -> None:
        """Start the thread, unless it was started before or the worker is closed."""
        if not self.is_started and not self._closed:
            self._thread = threading.Thread(target=self._run_jobs, name="errands", daemon=True)
            self._thread.start()

    def schedule(self, key: str, job: Job, seconds: float = 0.0) -> None:
        """Schedule a job to run after some seconds, replacing any job waiting under the same key.

        If the replaced job was due earlier, the new job runs at that time.
        """
        with self._wake:
            due = time.monotonic() + seconds
            if key in self._waiting:
                # Without this, a steady stream of edits would postpone a write indefinitely.
                due = min(due, self._waiting.pop(key)[0])
            self._waiting[key] = due, job
            self._wake.notify_all()

    def cancel_job(self, key: str) -> None:
        """Remove the job that is waiting under a key, if there is one."""
        with self._wake:
            self._waiting.pop(key, None)

    def flush(self, keys: Collection[str], timeout: float = 2.0) -> None:
        """Run immediately all jobs that are waiting under the given keys.

        The method waits for them to finish, but for at most ``timeout`` seconds. A signal handler
        may call it.
        """
        with self._wake:
            if not self.is_started:
                return
            now = time.monotonic()
            for key in keys:
                if key in self._waiting:
                    self._waiting[key] = now, self._waiting[key][1]
            self._wake.notify_all()
            self._wake.wait_for(
                # A key is done when its job is neither waiting nor running. Each job that finishes
                # wakes this wait.
                lambda: self._running_key not in keys and self._waiting.keys().isdisjoint(keys),
                timeout,
            )

    def close(self, timeout: float = 1.0) -> None:
        """Run the jobs that are due and drop all others, waiting at most ``timeout`` seconds."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
        # A job may close the worker that runs it, and a thread cannot join itself.
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def _run_jobs(self) -> None:
        while (job := self._wait_for_job()) is not None:
            try:
                job()
            except Exception as error:  # the next job may still succeed
                self._on_error(error)

    def _wait_for_job(self) -> Job | None:
        """Wait for the next job that is due and return it; return None if the worker is closed."""
        with self._wake:
            self._running_key = ""
            self._wake.notify_all()
            while True:
                # The wait below ends early if a job is added or moved forward, or if the worker is
                # closed.
                key = min(self._waiting, key=lambda key: self._waiting[key][0], default=None)
                rest = None if key is None else self._waiting[key][0] - time.monotonic()
                if key is not None and rest is not None and rest <= 0:
                    self._running_key = key
                    return self._waiting.pop(key)[1]
                if self._closed:
                    return None
                self._wake.wait(rest)
