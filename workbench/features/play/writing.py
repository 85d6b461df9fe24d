"""Writing down what was played, in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from workbench.service.lanes import await_jobs
from workbench.session.playing.keeping import RecordKeeper
from workbench.session.playing.playtest import Playtest


class RecordWriter:
    """Writes the records of a session, in their order, and counts those that there are.

    Args:
        changed: called when another count is known, with what went wrong or is worth knowing.

    Attributes:
        count: how many recordings there are, None while that is not known.
    """

    def __init__(
        self, session: Playtest, keeper: RecordKeeper, changed: Callable[[list[str]], None]
    ) -> None:
        self._session = session
        self._keeper = keeper
        self._changed = changed
        # One thread: of records begun within one second, only their order in the file decides.
        self._thread = ThreadPoolExecutor(1)
        self._writing: set[asyncio.Future[str]] = set()
        self.count: int | None = None

    async def find(self) -> None:
        """Counts the recordings of earlier sessions."""
        # In the thread that writes: what is written later is not among what is found.
        loop = asyncio.get_running_loop()
        found, wrong = await loop.run_in_executor(self._thread, self._keeper.read)
        self.count = len(found)
        self._changed(wrong)

    def write_due(self) -> None:
        """Writes every record that is due."""
        while self._session.due:
            record = self._session.due.pop(0)
            loop = asyncio.get_running_loop()
            writing = loop.run_in_executor(self._thread, self._keeper.keep, record)
            self._writing.add(writing)
            writing.add_done_callback(self._written)

    def finish_writing(self) -> None:
        """Waits until every record that was due is written, a few seconds at most."""
        await_jobs(self._thread)

    async def finish(self) -> list[str]:
        """Waits for what is being written; returns what went wrong or is worth knowing."""
        writing, self._writing = self._writing, set()
        return [message for message in await asyncio.gather(*writing) if message]

    def _written(self, writing: asyncio.Future[str]) -> None:
        if writing not in self._writing:
            return
        self._writing.discard(writing)
        if self.count is not None:
            self.count += 1
        self._changed([writing.result()] if writing.result() else [])
