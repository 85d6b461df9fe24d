"""Looking for damage in all of a catalogue, which opening a large one leaves out."""

from __future__ import annotations

from engine.catalogue.levels import board_of
from engine.catalogue.progress import Step, silent
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.game import registry


def check(catalogue: Catalogue, step: Step = silent) -> int:
    """Reads every level with its board, and holds what is said twice against itself.

    Returns:
        How many levels there are.

    Raises:
        CatalogueError: the first damage that is found.
    """
    with catalogue.refusing():
        (found,) = catalogue.connection.execute("PRAGMA integrity_check(1)").fetchone()
        (rows,) = catalogue.connection.execute("SELECT count(*) FROM level").fetchone()
    if found != "ok":
        raise catalogue.error(f"damaged: {found}")
    kept = {run.id: run.kept for run in catalogue.runs() if run.kind == "batch"}
    number = 0
    for entry in Selection(catalogue, Query()).entries():
        step(number)
        board = board_of(entry, catalogue.path)
        if registry.get(entry.game).boards.fingerprint(board) != entry.fingerprint:
            raise catalogue.error(f"damaged: level {entry.id}: the fingerprint of another board")
        if entry.run.id in kept:
            kept[entry.run.id] -= 1
        number += 1
    if number != rows:
        raise catalogue.error(f"damaged: levels without facts: {rows - number}")
    for run, missing in kept.items():
        if missing:
            raise catalogue.error(f"damaged: run {run}: levels missing: {missing}")
    return number
