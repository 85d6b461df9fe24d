"""The batches and fillings that this user has begun: in which catalogues, and how far they are.

Each has a file of its own in the state folder that names its catalogue, so that batches can begin
at the same moment. Catalogues that are gone are forgotten.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.archive.progress import reported
from engine.batch import watching
from engine.batch.order import BatchError
from engine.errors import EngineError
from engine.files.storage import read_limited, replace_file, spelled, unspelled
from workbench.text.batched import filling_line

MOST = 20
"""Batches that are remembered: those that were begun last."""
_LONGEST = 1 << 16
_SUFFIX = ".batch"


@dataclass(frozen=True, slots=True)
class KnownBatch:
    """A batch as it stands.

    Attributes:
        catalogue: its file.
        record: what :func:`engine.batch.watching.state` gives for it; nothing if there is none.
        filling: what :func:`engine.archive.progress.reported` gives for cells of the catalogue that
            are being filled, or were until that was cut short; nothing if there is none.
        problem: why nothing is known of it; empty otherwise.
    """

    catalogue: Path
    record: Mapping[str, Any] = field(default_factory=dict)
    filling: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""

    @property
    def going_on(self) -> bool:
        """Whether a process makes levels, or fills cells."""
        return (self.filling or self.record).get("process") is not None

    @property
    def complete(self) -> bool:
        """Whether all levels of the batch are there."""
        return bool(self.record.get("complete"))

    @property
    def cut_short(self) -> bool:
        """Whether the process has ended otherwise than it was asked to, before all was done."""
        if self.filling:
            return bool(self.filling["failed"])
        return not (self.going_on or self.complete) and bool(self.record.get("failed"))

    @property
    def share(self) -> float:
        """Of the levels that are wanted, those that are there."""
        return float(self.record["accepted"]) / max(int(self.record["count"]), 1)

    @property
    def words(self) -> str:
        """What goes on, or was cut short, with how far it is."""
        name = self.catalogue.name
        if not self.filling:
            stands = "goes on" if self.going_on else "was cut short"
            return f"a batch {stands}: {name}, {self.share:.0%}"
        if not self.going_on:
            return f"the filling of cells was cut short: {name}"
        return f"cells are being filled: {name}, {filling_line(self.filling)}"


def note(folder: Path, catalogue: Path) -> None:
    """Remembers the work on a catalogue from now on; what cannot be written down is not."""
    path = os.path.realpath(catalogue)
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    with contextlib.suppress(EngineError, OSError):
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / f"{name}{_SUFFIX}", f"{spelled(path)}\n".encode())


def known(folder: Path) -> list[Path]:
    """The catalogues of the batches that are remembered, the one that was begun last first."""
    found: list[tuple[int, Path]] = []
    for file in folder.glob(f"*{_SUFFIX}"):
        with contextlib.suppress(EngineError, OSError, ValueError):
            text = read_limited(file, _LONGEST).decode().removesuffix("\n")
            catalogue = unspelled(text)
            if catalogue.is_file():
                found.append((file.stat().st_mtime_ns, catalogue))
                continue
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
    return [path for _, path in sorted(found, reverse=True)[:MOST]]


def look(catalogue: Path) -> KnownBatch:
    """How far the work on a catalogue has come."""
    filling = reported(watching.watch(catalogue)) or {}
    try:
        return KnownBatch(catalogue, watching.state(catalogue), filling)
    except BatchError:  # there is none, but cells are filled
        return KnownBatch(catalogue, filling=filling)
    except EngineError as error:
        return KnownBatch(catalogue, problem=str(error))


def greeting(folder: Path) -> str:
    """What there is to say at the start, in a line: something goes on, or was cut short.

    Empty if there is neither.
    """
    batches = [look(path) for path in known(folder)]
    live = [batch for batch in batches if batch.going_on]
    dead = [batch for batch in batches if batch.cut_short]
    if live:
        return f"{live[0].words}{f', and {len(live) - 1} more' if len(live) > 1 else ''}"
    return dead[0].words if dead else ""
