"""A batch as seen from other processes: how far it is, whether it lives, how it is asked to stop.

Beside a catalogue that a batch works on stands ``CATALOGUE.progress``, one line of JSON that is
replaced once a second. It goes when the batch ends as it was asked to, and stays, saying why, when
it ends otherwise. Whether there is a live process the lock of the catalogue knows, which ends with
that process however it ends. Whoever wants a batch to pause puts ``CATALOGUE.pause`` there; it goes
on when that is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.batch.order import BatchError
from engine.batch.progress import Progress, progress_of
from engine.catalogue import lock
from engine.catalogue.runs import batch_of
from engine.catalogue.store import Catalogue
from engine.errors import LevelError
from engine.files.storage import read_limited, refusing, replace_file

TOLD_EVERY = 1.0
"""Seconds between two writings of the progress file."""
_LONGEST = 1 << 16
_PROGRESS, _PAUSE = ".progress", ".pause"
_NUMBERS = (
    "accepted", "count", "first_seed", "seed", "candidates", "duplicates", "seconds", "rate",
)  # fmt: skip
_KILLED = "its process was killed"


@dataclass(frozen=True, slots=True)
class Watched:
    """What is known of the batch of a catalogue.

    Attributes:
        process: the process that works on it now; None if there is none.
        told: what it told last, as :meth:`engine.batch.progress.Progress.record` has it, with
            ``failed``, why it ended, where it did not end as it was asked to; nothing if it told
            nothing.
        paused: whether it is asked to pause.
    """

    process: int | None
    told: Mapping[str, Any] = field(default_factory=dict)
    paused: bool = False


def watch(catalogue: Path) -> Watched:
    """The batch of a catalogue as it is now; at a small cost that is always the same."""
    # First: whoever ends in order removes what it told before it lets the lock go.
    process = lock.owner(catalogue)
    told = {}
    with contextlib.suppress(LevelError, ValueError, RecursionError):
        found = json.loads(read_limited(_beside(catalogue, _PROGRESS), _LONGEST))
        told = found if isinstance(found, dict) else {}
    return Watched(process, told, asked_to_pause(catalogue))


def state(catalogue: Path) -> dict[str, Any]:
    """What is known of the batch of a catalogue, its ledger if no process tells more of late.

    The keys are those of :meth:`engine.batch.progress.Progress.record`, with ``complete``,
    ``process``, the number of the process that works on it or None, and ``failed``, why it ended
    where it did not end as it was asked to, or None.

    Raises:
        CatalogueError: the file is no catalogue.
        BatchError: it holds no batch.
    """
    watched = watch(catalogue)
    record = dict(watched.told)
    if watched.process is None or not _tells(record):
        with Catalogue.open(catalogue) as opened:
            run = batch_of(opened.runs())
        if run is None:
            raise BatchError(f"{catalogue}: no batch in it")
        # What a process that ended without a word has told is there still.
        failed = record.get("failed") or (_KILLED if record and watched.process is None else None)
        record = {**progress_of(run).record(), "failed": failed}
    record |= {"process": watched.process, "paused": watched.paused}
    return {"failed": None, **record, "complete": record["accepted"] >= record["count"]}


def _tells(record: Mapping[str, Any]) -> bool:
    """Whether a record that was found says how far a batch is; anybody may have written it."""
    numbers = all(isinstance(record.get(key), int | float) for key in _NUMBERS)
    return numbers and isinstance(record.get("rejections"), dict) and "left" in record


def stop(catalogue: Path, patience: float = 10.0) -> int:
    """Asks the batch of a catalogue to end in order, and waits for that.

    Returns:
        The number of the process that it was.

    Raises:
        BatchError: no process works on it, or it cannot be stopped.
    """
    process = lock.owner(catalogue)
    if process is None:
        raise BatchError(f"{catalogue}: no batch works on it")
    try:
        os.kill(process, signal.SIGTERM)
    except OSError as error:
        raise BatchError(f"{catalogue}: process {process} cannot be stopped: {error}") from error
    end = time.monotonic() + patience
    while lock.owner(catalogue) == process:
        if time.monotonic() > end:
            raise BatchError(f"{catalogue}: process {process} has been asked, and still goes on")
        time.sleep(0.05)
    return process


def pause(catalogue: Path) -> None:
    """Asks the batch of a catalogue to pause until :func:`go_on`.

    Raises:
        BatchError: no process works on it.
        LevelError: nothing can be written there.
    """
    if lock.owner(catalogue) is None:
        raise BatchError(f"{catalogue}: no batch works on it")
    replace_file(_beside(catalogue, _PAUSE), b"")


def go_on(catalogue: Path) -> None:
    """Lets the batch of a catalogue go on.

    Raises:
        LevelError: the file that has it pause cannot be removed.
    """
    file = _beside(catalogue, _PAUSE)
    with refusing(file, "cannot be removed"):
        file.unlink(missing_ok=True)


def asked_to_pause(catalogue: Path) -> bool:
    """Whether the batch of a catalogue is asked to pause."""
    return _beside(catalogue, _PAUSE).exists()


class Teller:
    """The batch's end: writes the progress file, now and then."""

    def __init__(self, catalogue: Path) -> None:
        self._file = _beside(catalogue, _PROGRESS)
        self._next = 0.0
        self._last: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        """Tell how far it is, unless that was told a moment ago."""
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
            replace_file(self._file, json.dumps(record).encode() + b"\n")


def _beside(catalogue: Path, suffix: str) -> Path:
    """A file that belongs to a catalogue, where its lock is too."""
    return Path(os.path.realpath(catalogue) + suffix)
