"""The status of an archive fill, which any process can read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.archive.archive_spec import ArchiveError, ArchiveSpec
from engine.archive.fill_progress import find_reported_fill
from engine.archive.fill_record import read_recorded_fill
from engine.batch.progress_reader import FILL, read_status
from engine.catalogue.store import Catalogue


def read_fill_status(catalogue: Path) -> dict[str, Any]:
    """Return the progress of a running or interrupted fill or, if there is none, of the last one.

    The keys are those of :func:`engine.archive.fill_progress.find_reported_fill`.

    Raises:
        CatalogueError: The file is not a catalogue.
        ArchiveError: The catalogue records no fill.
    """
    watched = read_status(catalogue)
    record = find_reported_fill(watched)
    if record is not None and record["process"] is not None:
        return record
    # No process is working on the fill. The exact counts are in the catalogue, and only the limits
    # come from the last report.
    spec = None
    if record is not None:
        spec = ArchiveSpec(record["archive"], record["best"], tuple(record["targets"]))
    with Catalogue.open(catalogue) as opened:
        filling = read_recorded_fill(opened, spec)
    if filling is None:
        raise ArchiveError(f"{catalogue}: no archive has been filled in it yet")
    left = {} if record is None else {"left": record["left"], "most": record["most"]}
    return {**filling.to_record(), **left, **watched.describe_work(FILL)}
