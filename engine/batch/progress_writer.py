"""The writer of a catalogue's progress file, which other processes read."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from engine.batch.progress_reader import PROGRESS_SUFFIX, WorkKind, get_companion_path, resume_work
from engine.errors import Cancelled, EngineError, LevelError
from engine.files.storage import open_regular, replace_file
from engine.files.temporary_file import remove_abandoned

WRITE_SECONDS = 1.0
"""The minimum time between two writes of the progress file, in seconds."""
_BLOCK = 512
"""The size of the blocks that ``st_blocks`` counts, in bytes."""


class ProgressRecord(Protocol):
    """Any value that describes the progress of a batch or an archive fill."""

    def to_record(self) -> Mapping[str, Any]:
        """Return the progress as a JSON object."""


T = TypeVar("T", bound=ProgressRecord)


@contextmanager
def report_progress(
    catalogue: Path, work: WorkKind, on_progress: Callable[[T], None]
) -> Iterator[Callable[[T], None]]:
    """Yield a callback that publishes progress to other processes during the ``with`` block.

    Any leftover request to pause is removed first.

    Args:
        catalogue: The path of the catalogue, whose lock the caller holds.
        work: The kind of work.
        on_progress: A callback that the yielded callback calls with the same progress.

    Raises:
        LevelError: The file that requests the pause cannot be removed.
    """
    resume_work(catalogue)
    file = _ProgressFile(catalogue, work)

    def publish(progress: T) -> None:
        file.update(progress)
        on_progress(progress)

    try:
        yield publish
    except Cancelled:
        file.remove()
        raise
    except EngineError as problem:
        file.write_failure(str(problem))
        raise
    file.remove()


class _ProgressFile:
    """A catalogue's progress file, which is rewritten about once a second."""

    def __init__(self, catalogue: Path, work: WorkKind) -> None:
        self._path, self._work = get_companion_path(catalogue, PROGRESS_SUFFIX), work
        self._next_write = 0.0
        self._last: ProgressRecord | None = None
        remove_abandoned(self._path.parent)
        self.remove()  # the path may be a link, which leads elsewhere, or a pipe, which blocks
        self._replace_file({})  # this replaces the report of a process that was killed

    def update(self, progress: ProgressRecord) -> None:
        """Write the progress, at most once a second."""
        self._last = progress
        if time.monotonic() >= self._next_write:
            self._next_write = time.monotonic() + WRITE_SECONDS
            self._replace_file(progress.to_record())

    def remove(self) -> None:
        """Remove the file if it exists and can be removed."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def write_failure(self, reason: str) -> None:
        """Write the last progress to the file, together with the reason why the work failed."""
        record = {} if self._last is None else self._last.to_record()
        whole = {**record, "failed": reason}
        if not self._replace_file(whole) and not self._write_over(whole):
            self._write_over({"failed": reason})

    def _replace_file(self, record: Mapping[str, Any]) -> bool:
        """Replace the file, and return whether that succeeded. It fails on a full disk."""
        try:
            replace_file(self._path, self._encode_line(record) + b"\n", follow_links=False)
        except LevelError:
            return False
        return True

    def _write_over(self, record: Mapping[str, Any]) -> bool:
        """Overwrite the file in place, because a full disk has no room for a second file.

        Returns:
            True if the record was written, or False if the space allocated to the file is too small
            or the file cannot be written.
        """
        line = self._encode_line(record)
        with (
            contextlib.suppress(OSError, LevelError),
            os.fdopen(
                open_regular(self._path, os.O_RDWR, follow_links=False), "r+b", buffering=0
            ) as file,
        ):
            found = os.fstat(file.fileno())
            if len(line) <= (getattr(found, "st_blocks", 0) * _BLOCK or found.st_size):
                # Pad with spaces, which JSON allows, to cover the rest of a longer old line.
                file.write(line.ljust(found.st_size))
                return True
        return False

    def _encode_line(self, record: Mapping[str, Any]) -> bytes:
        return json.dumps({"kind": self._work, "process": os.getpid(), **record}).encode()
