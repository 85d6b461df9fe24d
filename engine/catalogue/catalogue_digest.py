"""The digest of a catalogue, which depends on its levels but not on how they were added."""

from __future__ import annotations

import hashlib
import json

from engine.catalogue.entry_reader import EntryReader
from engine.catalogue.level_loader import unpack_board
from engine.catalogue.query import Selection
from engine.catalogue.step_callback import StepCallback, report_nothing


def compute_digest(selection: Selection, step: StepCallback = report_nothing) -> str:
    """Return a SHA-256 hash of a selection's levels, in hexadecimal.

    The hash covers the game, seed, attempt, board and facts of each level. Levels are hashed in
    seed order, regardless of their order in the selection. Tags, notes, ids and times do not affect
    the hash. Floats are hashed with full precision.

    Raises:
        CatalogueError: The catalogue is damaged.
    """
    found = hashlib.sha256()
    catalogue = selection.catalogue
    for done, entry in enumerate(EntryReader(catalogue).read_entries(selection.list_ids_by_seed())):
        step(done)
        board = unpack_board(entry, catalogue.path).to_table()
        level = [entry.game, entry.seed, entry.attempt, board, entry.facts]
        text = json.dumps(level, sort_keys=True, separators=(",", ":"), default=str)
        found.update(text.encode() + b"\n")
    return found.hexdigest()
