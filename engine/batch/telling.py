"""Work on a catalogue that tells how far it is, for :mod:`engine.batch.watching`."""

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
from engine.files.storage import replace_file
from engine.files.temporary import sweep

TOLD_EVERY = 1.0
"""Seconds between two writings of the progress file."""


class Telling(Protocol):
    """How far some work is."""

    def record(self) -> Mapping[str, Any]:
        """All of it, as JSON."""


T = TypeVar("T", bound=Telling)


@contextmanager
def telling(
    catalogue: Path, work: Work, told: Callable[[T], None]
) -> Iterator[Callable[[T], None]]:
    """Has watchers know of the work within it, if what it gives is called with how far that is.

    A pause that was asked of earlier work is over.

    Args:
        catalogue: that is worked on, with its lock held.
        work: what works.
        told: is handed all that is told, too.

    Raises:
        LevelError: the file that has it pause cannot be removed.
    """
    go_on(catalogue)
    teller = _Teller(catalogue, work)

    def tell(progress: T) -> None:
        """Tell whoever asked, and whoever watches."""
        teller(progress)
        told(progress)

    try:
        yield tell
    except Cancelled:
        teller.ended()
        raise
    except EngineError as problem:
        teller.failed(str(problem))
        raise
    teller.ended()


class _Teller:
    """Writes the progress file, now and then."""

    def __init__(self, catalogue: Path, work: Work) -> None:
        self._file, self._work = beside(catalogue, PROGRESS), work
        self._next = 0.0
        self._last: Telling | None = None
        sweep(self._file.parent)  # what one that was killed has begun to tell
        self._write({})  # in the place of what it has told

    def __call__(self, progress: Telling) -> None:
        """Tells how far it is, unless that was told a moment ago."""
        self._last = progress
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + TOLD_EVERY
            self._write(progress.record())

    def ended(self) -> None:
        """It has ended as it was asked to."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    def failed(self, reason: str) -> None:
        """It has ended for a reason."""
        record = {} if self._last is None else self._last.record()
        self._write({**record, "failed": reason})

    def _write(self, record: Mapping[str, Any]) -> None:
        with contextlib.suppress(LevelError):  # a full disk, or a folder of somebody else
            text = json.dumps({"kind": self._work, "process": os.getpid(), **record})
            replace_file(self._file, text.encode() + b"\n")
