"""The list of the user's recent batches and archive searches, with their progress.

The state folder has one file for each entry, which contains the path of the catalogue. Separate
files allow several batches to be started at the same time. Entries whose catalogue no longer exists
are removed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.archive.fill_progress import find_reported_fill
from engine.batch import progress_reader
from engine.batch.batch_spec import BatchError
from engine.errors import EngineError
from engine.files.storage import decode_path, encode_path, read_limited, replace_file
from workbench.text.batch_text import format_fill_progress

MAX_RECENT = 20
"""The maximum number of entries in the list. Older entries are omitted."""
_MAX_FILE_SIZE = 1 << 16
_SUFFIX = ".batch"


@dataclass(frozen=True, slots=True)
class RecentBatch:
    """The status of the batch or archive search that fills a catalogue.

    Attributes:
        catalogue: The path of the catalogue.
        record: The status of the batch, from
            :func:`engine.batch.progress_reader.read_batch_status`. It is empty if no batch fills
            the catalogue.
        filling: The status of an archive search that is running or was interrupted, from
            :func:`engine.archive.fill_progress.find_reported_fill`. It is empty if there is none.
        problem: The reason why the status is unknown, or ``""`` if it is known.
    """

    catalogue: Path
    record: Mapping[str, Any] = field(default_factory=dict)
    filling: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""

    @property
    def is_running(self) -> bool:
        """True if a process is working on the batch or the archive search."""
        return (self.filling or self.record).get("process") is not None

    @property
    def is_complete(self) -> bool:
        """True if all the requested levels have been generated."""
        return bool(self.record.get("complete"))

    @property
    def is_interrupted(self) -> bool:
        """True if the process ended before its work was complete."""
        if self.filling:
            return bool(self.filling["failed"])
        return not (self.is_running or self.is_complete) and bool(self.record.get("failed"))

    @property
    def share(self) -> float:
        """The number of generated levels as a fraction of the number requested."""
        return float(self.record["accepted"]) / max(int(self.record["count"]), 1)

    @property
    def description(self) -> str:
        """A description of the running or interrupted work, with its progress."""
        name = self.catalogue.name
        if not self.filling:
            state = "is running" if self.is_running else "was interrupted"
            return f"a batch {state}: {name}, {self.share:.0%}"
        if not self.is_running:
            return f"the filling of cells was interrupted: {name}"
        return f"cells are being filled: {name}, {format_fill_progress(self.filling)}"


def add_recent(folder: Path, catalogue: Path) -> None:
    """Add a catalogue to the list in ``folder``. Errors while writing the list are ignored."""
    path = os.path.realpath(catalogue)
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    with contextlib.suppress(EngineError, OSError):
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / f"{name}{_SUFFIX}", f"{encode_path(path)}\n".encode())


def list_recent(folder: Path) -> list[Path]:
    """Return the catalogues in the list, newest first, after removing any that no longer exist."""
    found: list[tuple[int, Path]] = []
    for file in folder.glob(f"*{_SUFFIX}"):
        with contextlib.suppress(EngineError, OSError, ValueError):
            text = read_limited(file, _MAX_FILE_SIZE).decode().removesuffix("\n")
            catalogue = decode_path(text)
            if catalogue.is_file():
                found.append((file.stat().st_mtime_ns, catalogue))
                continue
        # The entry is unreadable, or its catalogue no longer exists.
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
    return [path for _, path in sorted(found, reverse=True)[:MAX_RECENT]]


def read_recent(catalogue: Path) -> RecentBatch:
    """Read the status of the batch or archive search that fills a catalogue."""
    filling = find_reported_fill(progress_reader.read_status(catalogue)) or {}
    try:
        return RecentBatch(catalogue, progress_reader.read_batch_status(catalogue), filling)
    except BatchError:  # no batch fills the catalogue, but an archive search may
        return RecentBatch(catalogue, filling=filling)
    except EngineError as error:
        return RecentBatch(catalogue, problem=str(error))


def format_greeting(folder: Path) -> str:
    """Return a line for the start screen that describes running or interrupted batches.

    The line is empty if there are none.
    """
    batches = [read_recent(path) for path in list_recent(folder)]
    live = [batch for batch in batches if batch.is_running]
    dead = [batch for batch in batches if batch.is_interrupted]
    if live:
        return f"{live[0].description}{f', and {len(live) - 1} more' if len(live) > 1 else ''}"
    return dead[0].description if dead else ""
