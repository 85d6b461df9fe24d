"""A writer that saves recordings in a separate thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from workbench.service.job_slots import wait_for_jobs
from workbench.session.playtest.playtest import Playtest
from workbench.session.playtest.record_storage import RecordStorage


class RecordWriter:
    """A writer that saves a playtest's recordings in order and counts the level's recordings.

    Args:
        session: The playtest whose recordings are saved.
        keeper: The storage for the level's recordings.
        handle_change: A function that is called whenever the count is updated, with a list of
            errors and notes to show.

    Attributes:
        count: The number of recordings of the level, or None while it is unknown.
    """

    def __init__(
        self, session: Playtest, keeper: RecordStorage, handle_change: Callable[[list[str]], None]
    ) -> None:
        self._session = session
        self._keeper = keeper
        self._handle_change = handle_change
        # A single thread keeps the recordings in order in the file.
        self._thread = ThreadPoolExecutor(1)
        self._futures: set[asyncio.Future[str]] = set()
        self.count: int | None = None

    async def count_records(self) -> None:
        """Count the recordings from earlier sessions."""
        # Count in the writing thread, before it writes anything that `_handle_written` counts.
        loop = asyncio.get_running_loop()
        found, wrong = await loop.run_in_executor(self._thread, self._keeper.read)
        self.count = len(found)
        self._handle_change(wrong)

    def write_due_records(self) -> None:
        """Start writing all finished recordings."""
        while self._session.finished_records:
            record = self._session.finished_records.pop(0)
            loop = asyncio.get_running_loop()
            writing = loop.run_in_executor(self._thread, self._keeper.write, record)
            self._futures.add(writing)
            writing.add_done_callback(self._handle_written)

    def finish_writing(self) -> None:
        """Wait at most a few seconds for all recordings to be written."""
        wait_for_jobs(self._thread)

    async def collect_messages(self) -> list[str]:
        """Wait until all recordings are written, and return any error messages and notes."""
        writing, self._futures = self._futures, set()
        return [message for message in await asyncio.gather(*writing) if message]

    def _handle_written(self, writing: asyncio.Future[str]) -> None:
        # If `collect_messages` has removed this future, it reports the result itself.
        if writing not in self._futures:
            return
        self._futures.discard(writing)
        if self.count is not None:
            self.count += 1
        self._handle_change([writing.result()] if writing.result() else [])
