"""Catalogues to fill archives of: a few small levels of each game, made of seeds in no time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from catalogues import fill_with_real

from engine.archive.archive_spec import ArchiveSpec
from engine.catalogue.catalogue_digest import compute_digest
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue

WISHES = {
    "fruit-dating": ArchiveSpec("moves:1..15,dead_states:0..199:20"),
    "skiddy": ArchiveSpec("moves:1..15,open_share:0..1:10"),
    "linjat": ArchiveSpec("layers:1..12,width:1..6", "score:desc", ("layers=3,width=2",)),
    "mazing-monk": ArchiveSpec("turns:1..10,walks:1..10"),
}


def make(path: Path, game: str, count: int = 4) -> Path:
    """A catalogue of the first few levels of a game."""
    fill_with_real(path, game, count, 1)
    return path


def digest_of(path: Path) -> str:
    with Catalogue.open(path) as catalogue:
        return compute_digest(Selection(catalogue, Query()))


def ledger_of(path: Path) -> Any:
    """How far the filling of a catalogue has come, without times."""
    with Catalogue.open(path) as catalogue:
        run = catalogue.list_runs()[-1]
    return run.kind, run.first_seed, run.tried, run.kept, run.duplicates, dict(run.rejections)
