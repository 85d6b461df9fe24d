"""Work on a catalogue that reports its progress to other processes; see :mod:`.watching`."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from engine.batch.watching import PROGRESS, Work, beside, go_on
from engine.errors import Cancelled, EngineError, LevelError
from engine.files.storage import open_regular, replace_file
from engine.files.temporary import sweep

WRITTEN_EVERY = 1.0
"""Seconds between two writings of the progress file."""
_BLOCK = 512
"""Bytes that the size of a file on the disk is counted in."""


class Recordable(Protocol):
    """The progress of some work."""

    def record(self) -> Mapping[str, Any]:
        """All of it, as JSON."""


T = TypeVar("T", bound=Recordable)


@contextmanager
def reporting(
    catalogue: Path, work: Work, on_progress: Callable[[T], None]
) -> Iterator[Callable[[T], None]]:
    """Gives a callback for the progress of work within it, which other processes can watch then.

    A pause that was asked of earlier work is over.

    Args:
        catalogue: that is worked on, with its lock held.
        work: what works.
        on_progress: is handed the progress, too.

    Raises:
        LevelError: the file that has it pause cannot be removed.
    """
    go_on(catalogue)
    file = _ProgressFile(catalogue, work)

    def report(progress: T) -> None:
        """Report to other processes and to the caller."""
        file.update(progress)
        on_progress(progress)

    try:
        yield report
    except Cancelled:
        file.remove()
        raise
    except EngineError as problem:
        file.fail(str(problem))
        raise
    file.remove()


class _ProgressFile:
    """The file beside a catalogue in which the progress of work is found, renewed now and then."""

    def __init__(self, catalogue: Path, work: Work) -> None:
        self._path, self._work = beside(catalogue, PROGRESS), work
        self._next = 0.0
        self._last: Recordable | None = None
        sweep(self._path.parent)
        self.remove()  # whatever it is: a link would lead elsewhere, a pipe would have it wait
        self._write({})  # in the place of the report of a process that was killed

    def update(self, progress: Recordable) -> None:
        """Writes progress, unless some was written a moment ago."""
        self._last = progress
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + WRITTEN_EVERY
            self._write(progress.record())

    def remove(self) -> None:
        """Removes the file: the work has ended as it was asked to."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def fail(self, reason: str) -> None:
        """Writes why the work has ended."""
        record = {} if self._last is None else self._last.record()
        whole = {**record, "failed": reason}
        if not self._write(whole) and not self._write_over(whole):
            self._write_over({"failed": reason})

    def _write(self, record: Mapping[str, Any]) -> bool:
        """Replaces the file; False on a full disk, or in the folder of another user."""
        try:
            replace_file(self._path, self._line(record) + b"\n", links=False)
        except LevelError:
            return False
        return True

    def _write_over(self, record: Mapping[str, Any]) -> bool:
        """Writes over what is in the file: a full disk has no room for another one beside it.

        Returns:
            False if the place that the file has on the disk is too small.
        """
        line = self._line(record)
        with (
            contextlib.suppress(OSError, LevelError),
            os.fdopen(open_regular(self._path, os.O_RDWR, links=False), "r+b", buffering=0) as file,
        ):
            found = os.fstat(file.fileno())
            if len(line) <= (getattr(found, "st_blocks", 0) * _BLOCK or found.st_size):
                file.write(line.ljust(found.st_size))
                return True
        return False

    def _line(self, record: Mapping[str, Any]) -> bytes:
        return json.dumps({"kind": self._work, "process": os.getpid(), **record}).encode()
