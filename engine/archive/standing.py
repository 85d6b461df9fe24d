"""How the filling of a catalogue's archive stands, for any process that asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.archive.asking import ArchiveError, ArchiveWish
from engine.archive.progress import reported
from engine.archive.task import recorded
from engine.batch.watching import FILLING, watch
from engine.catalogue.store import Catalogue


def state(catalogue: Path) -> dict[str, Any]:
    """What is known of the filling that a process works on, or that was cut short, or begun last.

    The keys are those of :func:`engine.archive.progress.reported`.

    Raises:
        CatalogueError: the file is no catalogue.
        ArchiveError: no cell of it was ever filled.
    """
    watched = watch(catalogue)
    record = reported(watched)
    if record is not None and record["process"] is not None:
        return record
    wish = None
    if record is not None:
        wish = ArchiveWish(record["archive"], record["best"], tuple(record["targets"]))
    with Catalogue.open(catalogue) as opened:
        filling = recorded(opened, wish)
    if filling is None:
        raise ArchiveError(f"{catalogue}: no cell of it was filled yet")
    left = {} if record is None else {"left": record["left"], "most": record["most"]}
    return {**filling.record(), **left, **watched.standing(FILLING)}
