"""Work on a catalogue as seen from other processes: how far it is, how it is asked to stop.

What works on a catalogue is a batch, or a filling of its archive (:mod:`engine.archive.filling`).
Beside the catalogue stands ``CATALOGUE.progress`` then, one line of JSON that is replaced once a
second. It goes when the work ends as it was asked to, and stays, saying why, when it ends
otherwise. Whether there is a live process the lock of the catalogue knows, which ends with that
process however it ends. What has the lock need not be such work: others add levels too. It is if
the line has the number of its process. To pause it, another process puts ``CATALOGUE.pause`` there;
it goes on when that is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from engine.batch.order import BatchError
from engine.batch.progress import progress_of
from engine.catalogue import lock
from engine.catalogue.runs import batch_of
from engine.catalogue.store import Catalogue
from engine.errors import LevelError, quoted
from engine.files.storage import read_limited, reason, refusing

Work = Literal["batch", "archive"]
"""What can work on a catalogue: as the runs of its ledger are called."""
BATCH: Work = "batch"
FILLING: Work = "archive"
_NAMES: Mapping[Work, str] = {BATCH: "batch", FILLING: "filling"}
_LONGEST = 1 << 22
"""Bytes of a report: it has all the targets of a filling, more than which no command line holds."""
PROGRESS, _PAUSE = ".progress", ".pause"
"""After the name of a catalogue, the files beside it."""
_NUMBERS = (
    "accepted", "count", "first_seed", "seed", "candidates", "duplicates", "seconds", "rate",
    "trying", "workers",
)  # fmt: skip
_KILLED = "its process was killed"


@dataclass(frozen=True, slots=True)
class Watched:
    """What is known of the work on a catalogue.

    Attributes:
        process: the process that has the lock of the catalogue; None if there is none.
        report: the last progress that was reported, as
            :meth:`engine.batch.reporting.Recordable.record` has it, with ``kind``, what works,
            ``process``, that it is, and ``failed``, why it ended, where it did not end as it was
            asked to; empty for none.
        paused: whether it is asked to pause.
    """

    process: int | None
    report: Mapping[str, Any] = field(default_factory=dict)
    paused: bool = False

    @property
    def kind(self) -> str | None:
        """What works on it, or did when it was cut short; None if that is unknown."""
        own = self.report and self.process in (None, self.report.get("process"))
        return str(self.report.get("kind", BATCH)) if own else None

    @property
    def begun(self) -> bool:
        """Whether a process works on it, and has reported progress."""
        return self.process is not None and self.kind is not None and "seconds" in self.report

    def standing(self, kind: Work) -> dict[str, Any]:
        """How it stands with a batch or a filling.

        ``process`` is the number of the process that works on it or None, ``busy`` that of one that
        does something else to the catalogue, ``paused`` whether it is asked to pause, ``failed``
        why it ended where it did not end as it was asked to, or None.
        """
        if self.kind != kind:
            return {"process": None, "busy": self.process, "paused": False, "failed": None}
        # The report of a process that was killed is there still.
        failed = str(self.report.get("failed") or _KILLED) if self.process is None else None
        return {"process": self.process, "busy": None, "paused": self.paused, "failed": failed}


def watch(catalogue: Path) -> Watched:
    """The work on a catalogue as it is now; at a small cost that is always the same."""
    # First: what ends in order removes its report before it releases the lock.
    process = lock.owner(catalogue)
    report = {}
    with contextlib.suppress(LevelError, ValueError, RecursionError):
        found = json.loads(read_limited(beside(catalogue, PROGRESS), _LONGEST, links=False))
        report = found if isinstance(found, dict) else {}
    return Watched(process, report, asked_to_pause(catalogue))


def state(catalogue: Path) -> dict[str, Any]:
    """What is known of the batch of a catalogue, its ledger if no process reports more.

    The keys are those of :meth:`engine.batch.progress.Progress.record` and of
    :meth:`Watched.standing`, and ``complete``.

    Raises:
        CatalogueError: the file is no catalogue.
        BatchError: it holds no batch.
    """
    watched = watch(catalogue)
    record = dict(watched.report) if watched.kind == BATCH else {}
    if watched.process is None or not is_progress(record, _NUMBERS):
        with Catalogue.open(catalogue) as opened:
            run = batch_of(opened.runs())
        if run is None:
            raise BatchError(f"{catalogue}: no batch in it")
        record = progress_of(run).record()
    complete = record["accepted"] >= record["count"]
    return {**record, **watched.standing(BATCH), "complete": complete}


def is_progress(
    record: Mapping[str, Any], numbers: Iterable[str], unknown: Iterable[str] = ("left",)
) -> bool:
    """Whether a report is of the progress of a game's levels; any program may have written it.

    Args:
        record: the report.
        numbers: keys of numbers that it has to have.
        unknown: keys of others that may be None.
    """
    rejections = record.get("rejections")
    return (
        isinstance(record.get("game"), str)
        and all(_is_number(record.get(key)) for key in numbers)
        and all(key in record for key in unknown)
        and all(record[key] is None or _is_number(record[key]) for key in unknown)
        and isinstance(rejections, dict)
        and all(map(_is_number, rejections.values()))
    )


def _is_number(value: Any) -> bool:
    """Whether a value is a number that a report can have: neither infinite nor none at all."""
    return isinstance(value, int | float) and abs(value) < 2**63


def stop(catalogue: Path, work: Work = BATCH, patience: float = 10.0) -> int:
    """Asks the batch or the filling of a catalogue to end in order, and waits for that.

    Returns:
        The number of the process that it was.

    Raises:
        BatchError: no process works on it, or it cannot be stopped.
    """
    process = _require(catalogue, work)
    _require_same(catalogue, process)
    try:
        os.kill(process, signal.SIGTERM)
    except OSError as error:
        problem = f"cannot be stopped: {reason(error)}"
        raise BatchError(f"{catalogue}: process {process} {problem}") from error
    end = time.monotonic() + patience
    while lock.owner(catalogue) == process:
        if time.monotonic() > end:
            raise BatchError(f"{catalogue}: process {process} has been asked, and still goes on")
        time.sleep(0.05)
    return process


def _require_same(catalogue: Path, process: int) -> None:
    """Refuse a process that is not known to be the one that works on a catalogue.

    The number alone says little: folders are shared by machines and containers, each of which
    numbers its processes, and any program may have written the file.

    Raises:
        BatchError: it runs elsewhere, has ended, or its number is that of another one by now.
    """
    found = lock.find_owner(catalogue)
    here = lock.Owner.here(process)
    if found is None or found.process != process:
        raise BatchError(f"{catalogue}: process {process} works on it no more")
    if found.host != here.host:
        where = f"on {quoted(found.host)}" if found.host else "on an unknown machine"
        raise BatchError(f"{catalogue}: process {process} runs {where}; stop it there")
    if found != here:
        raise BatchError(f"{catalogue}: process {process} is not the one that works on it")


def pause(catalogue: Path, work: Work = BATCH) -> None:
    """Asks the batch or the filling of a catalogue to pause until :func:`go_on`.

    Raises:
        BatchError: no process works on it.
        LevelError: nothing can be written there.
    """
    _require(catalogue, work)
    file = beside(catalogue, _PAUSE)
    with refusing(file, "cannot be written"), contextlib.suppress(FileExistsError):
        file.touch(exist_ok=False)  # which follows no link


def _require(catalogue: Path, work: Work) -> int:
    """The number of the process of a batch or a filling.

    Raises:
        BatchError: there is none.
    """
    watched = watch(catalogue)
    if watched.process is None or watched.kind != work:
        raise BatchError(f"{catalogue}: no {_NAMES[work]} works on it")
    return watched.process


def go_on(catalogue: Path) -> None:
    """Lets the work on a catalogue go on.

    Raises:
        LevelError: the file that has it pause cannot be removed.
    """
    file = beside(catalogue, _PAUSE)
    with refusing(file, "cannot be removed"):
        file.unlink(missing_ok=True)


def asked_to_pause(catalogue: Path) -> bool:
    """Whether the work on a catalogue is asked to pause."""
    return os.path.lexists(beside(catalogue, _PAUSE))


def beside(catalogue: Path, suffix: str) -> Path:
    """A file that belongs to a catalogue, where its lock is too."""
    return Path(os.path.realpath(catalogue) + suffix)
