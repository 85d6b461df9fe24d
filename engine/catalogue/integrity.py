"""The complete integrity check for catalogues. Opening a large catalogue runs only part of it."""

from __future__ import annotations

from engine.catalogue.level_loader import unpack_board
from engine.catalogue.query import Query, Selection
from engine.catalogue.step_callback import StepCallback, report_nothing
from engine.catalogue.store import Catalogue
from engine.game import registry


def check_catalogue(catalogue: Catalogue, step: StepCallback = report_nothing) -> int:
    """Check every level in a catalogue against the other data stored about it.

    Boards must match their fingerprints, every level must have facts, and the number of levels in a
    batch must match its run.

    Returns:
        The number of levels checked.

    Raises:
        CatalogueError: The catalogue is damaged. The message describes the first problem.
    """
    with catalogue.translate_errors():
        (found,) = catalogue.connection.execute("PRAGMA integrity_check(1)").fetchone()
        (rows,) = catalogue.connection.execute("SELECT count(*) FROM level").fetchone()
    if found != "ok":
        raise catalogue.build_error(f"damaged: {found}")
    # Start with the number of levels that each batch records, and subtract one for each level
    # found. Any remainder is missing.
    kept = {run.id: run.kept for run in catalogue.list_runs() if run.kind == "batch"}
    number = 0
    for entry in Selection(catalogue, Query()).read_entries():
        step(number)
        board = unpack_board(entry, catalogue.path)
        if registry.get_game(entry.game).boards.compute_fingerprint(board) != entry.fingerprint:
            raise catalogue.build_error(
                f"damaged: level {entry.id}: the fingerprint of another board"
            )
        if entry.run.id in kept:
            kept[entry.run.id] -= 1
        number += 1
    # A query finds only levels with facts, whereas the count of rows includes all levels.
    if number != rows:
        raise catalogue.build_error(f"damaged: levels without facts: {rows - number}")
    for run, missing in kept.items():
        if missing:
            raise catalogue.build_error(f"damaged: run {run}: levels missing: {missing}")
    return number
