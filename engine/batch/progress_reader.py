"""The status of the work on a catalogue, and functions to stop or pause it from other processes.

The work is a batch or an archive fill (:mod:`engine.archive.fill_scheduler`). While it runs, the
file ``CATALOGUE.progress`` next to the catalogue holds one line of JSON that is replaced once a
second. The file is removed if the work ends normally. If the work fails, the file remains and gives
the reason for the failure.

The lock on the catalogue shows that the working process is alive, because the system releases the
lock no matter how the process ends. Other work that adds levels uses the same lock, so a report is
current only if it has the process id of the lock's owner. Another process requests a pause by
creating ``CATALOGUE.pause``, and removes that file to let the work continue.
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

from engine.batch.batch_progress import build_progress
from engine.batch.batch_spec import BatchError
from engine.catalogue import lock
from engine.catalogue.run_record import find_batch_run
from engine.catalogue.store import Catalogue
from engine.errors import LevelError, quote_input
from engine.files.storage import describe_error, read_limited, translate_errors

WorkKind = Literal["batch", "archive"]
"""The kinds of work on a catalogue, with the same names as the corresponding kinds of run."""
BATCH: WorkKind = "batch"
FILL: WorkKind = "archive"
_NAMES: Mapping[WorkKind, str] = {BATCH: "batch", FILL: "filling"}
_MAX_REPORT = 1 << 22
"""The maximum size of a report in bytes, enough for all targets that fit on a command line."""
PROGRESS_SUFFIX, _PAUSE_SUFFIX = ".progress", ".pause"
"""The suffixes of the progress file and the pause file next to a catalogue."""
_NUMBER_KEYS = (
    "accepted", "count", "first_seed", "seed", "candidates", "duplicates", "seconds", "rate",
    "trying", "workers",
)  # fmt: skip
_KILLED = "its process was killed"


@dataclass(frozen=True, slots=True)
class WorkStatus:
    """The status of the work on a catalogue.

    Attributes:
        process: The id of the process that holds the lock on the catalogue, or None.
        report: The latest progress report, in the form of
            :meth:`engine.batch.progress_writer.ProgressRecord.to_record`, or an empty mapping if
            there is no report. It has three more keys: ``kind``, the kind of work; ``process``, the
            id of the process that wrote it; and ``failed``, the reason if the work failed.
        paused: True if a pause is requested.
    """

    process: int | None
    report: Mapping[str, Any] = field(default_factory=dict)
    paused: bool = False

    @property
    def kind(self) -> str | None:
        """The kind of work that is running or was interrupted, or None if it is unknown."""
        # A report from another process is stale, because the lock now belongs to different work.
        own = self.report and self.process in (None, self.report.get("process"))
        return str(self.report.get("kind", BATCH)) if own else None

    @property
    def has_begun(self) -> bool:
        """True if a process is working and has reported progress."""
        return self.process is not None and self.kind is not None and "seconds" in self.report

    def describe_work(self, kind: WorkKind) -> dict[str, Any]:
        """Return the status of a batch or an archive fill as a JSON object.

        Its keys are ``process``, the id of the process doing this work, or None; ``busy``, the id
        of a process doing other work on the catalogue, or None; ``paused``, True if a pause is
        requested; and ``failed``, the reason for a failure, or None.
        """
        if self.kind != kind:
            return {"process": None, "busy": self.process, "paused": False, "failed": None}
        # If the report gives no reason for a failure, the process was killed.
        failed = str(self.report.get("failed") or _KILLED) if self.process is None else None
        return {"process": self.process, "busy": None, "paused": self.paused, "failed": failed}


def read_status(catalogue: Path) -> WorkStatus:
    """Return the status of the work on a catalogue. This is fast, whatever the catalogue's size."""
    # Read the lock first, because a finishing job removes its report before it releases the lock.
    process = lock.find_owner_id(catalogue)
    report = {}
    with contextlib.suppress(LevelError, ValueError, RecursionError):
        found = json.loads(
            read_limited(
                get_companion_path(catalogue, PROGRESS_SUFFIX), _MAX_REPORT, follow_links=False
            )
        )
        report = found if isinstance(found, dict) else {}
    return WorkStatus(process, report, is_pause_requested(catalogue))


def read_batch_status(catalogue: Path) -> dict[str, Any]:
    """Return the progress of a catalogue's batch.

    The progress comes from the running process's report if there is a valid one, and otherwise from
    the catalogue. The keys are ``complete`` and those of
    :meth:`engine.batch.batch_progress.BatchProgress.to_record` and
    :meth:`WorkStatus.describe_work`.

    Raises:
        CatalogueError: The file is not a catalogue.
        BatchError: The catalogue holds no batch.
    """
    watched = read_status(catalogue)
    record = dict(watched.report) if watched.kind == BATCH else {}
    if watched.process is None or not is_progress(record, _NUMBER_KEYS):
        with Catalogue.open(catalogue) as opened:
            run = find_batch_run(opened.list_runs())
        if run is None:
            raise BatchError(f"{catalogue}: it holds no batch")
        record = build_progress(run).to_record()
    complete = record["accepted"] >= record["count"]
    return {**record, **watched.describe_work(BATCH), "complete": complete}


def is_progress(
    record: Mapping[str, Any], numbers: Iterable[str], optional: Iterable[str] = ("left",)
) -> bool:
    """Return True if ``record`` is a valid progress report. Any program may have written it.

    Args:
        record: The report to check.
        numbers: The keys whose values must be numbers.
        optional: The keys whose values must be numbers or None.
    """
    rejections = record.get("rejections")
    return (
        isinstance(record.get("game"), str)
        and all(_is_number(record.get(key)) for key in numbers)
        and all(key in record for key in optional)
        and all(record[key] is None or _is_number(record[key]) for key in optional)
        and isinstance(rejections, dict)
        and all(map(_is_number, rejections.values()))
    )


def _is_number(value: Any) -> bool:
    """Return True for a number whose absolute value is below 2**63, but not for infinity or NaN."""
    return isinstance(value, int | float) and abs(value) < 2**63


def stop_work(catalogue: Path, work: WorkKind = BATCH, patience: float = 10.0) -> int:
    """Ask a catalogue's batch or archive fill to stop, and wait until it has stopped.

    Args:
        catalogue: The path of the catalogue.
        work: The kind of work to stop.
        patience: The maximum time to wait, in seconds.

    Returns:
        The id of the process that did the work.

    Raises:
        BatchError: No such work is running, it cannot be stopped, or it did not stop in time.
    """
    process = _require_process(catalogue, work)
    _require_owner(catalogue, process)
    try:
        os.kill(process, signal.SIGTERM)
    except OSError as error:
        problem = f"cannot be stopped: {describe_error(error)}"
        raise BatchError(f"{catalogue}: process {process} {problem}") from error
    end = time.monotonic() + patience
    # Wait for the lock, not for the process: all results are saved when the lock is released.
    while lock.find_owner_id(catalogue) == process:
        if time.monotonic() > end:
            raise BatchError(
                f"{catalogue}: process {process} was asked to stop, but is still running"
            )
        time.sleep(0.05)
    return process


def _require_owner(catalogue: Path, process: int) -> None:
    """Raise an error unless it is certain that ``process`` is working on the catalogue.

    The process id alone proves little: machines and containers that share a folder number their
    processes independently, and any program may have written the lock file.

    Raises:
        BatchError: The process runs on another machine, has ended, or its id now belongs to another
            process.
    """
    found = lock.find_owner(catalogue)
    here = lock.LockOwner.for_process(process)
    if found is None or found.process != process:
        raise BatchError(f"{catalogue}: process {process} no longer works on it")
    if found.host != here.host:
        where = f"on {quote_input(found.host)}" if found.host else "on an unknown machine"
        raise BatchError(f"{catalogue}: process {process} runs {where}; stop it there")
    if found != here:
        raise BatchError(f"{catalogue}: process {process} is another program")


def pause_work(catalogue: Path, work: WorkKind = BATCH) -> None:
    """Ask a catalogue's batch or archive fill to pause until :func:`resume_work` is called.

    Raises:
        BatchError: No such work is running.
        LevelError: The file that requests the pause cannot be written.
    """
    _require_process(catalogue, work)
    file = get_companion_path(catalogue, _PAUSE_SUFFIX)
    with translate_errors(file, "cannot be written"), contextlib.suppress(FileExistsError):
        file.touch(exist_ok=False)  # exist_ok=False means O_EXCL, which follows no links


def _require_process(catalogue: Path, work: WorkKind) -> int:
    """Return the id of the process that is running a catalogue's batch or archive fill.

    Raises:
        BatchError: No such work is running.
    """
    watched = read_status(catalogue)
    if watched.process is None or watched.kind != work:
        raise BatchError(f"{catalogue}: no {_NAMES[work]} works on it")
    return watched.process


def resume_work(catalogue: Path) -> None:
    """End a requested pause, so that the work on a catalogue continues.

    Raises:
        LevelError: The file that requests the pause cannot be removed.
    """
    file = get_companion_path(catalogue, _PAUSE_SUFFIX)
    with translate_errors(file, "cannot be removed"):
        file.unlink(missing_ok=True)


def is_pause_requested(catalogue: Path) -> bool:
    """Return True if a process has asked the work on a catalogue to pause."""
    return os.path.lexists(get_companion_path(catalogue, _PAUSE_SUFFIX))


def get_companion_path(catalogue: Path, suffix: str) -> Path:
    """Return the path of a companion file, whose name is that of the catalogue plus ``suffix``.

    If ``catalogue`` is a link, the file is next to the target of the link, as is the lock.
    """
    return Path(os.path.realpath(catalogue) + suffix)
