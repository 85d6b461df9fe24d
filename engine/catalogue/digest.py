"""The digest of a catalogue: the same for the same levels, however they came to be in it."""

from __future__ import annotations

import hashlib
import json

from engine.catalogue.entries import Entries
from engine.catalogue.levels import board_of
from engine.catalogue.progress import Step, silent
from engine.catalogue.query import Selection


def digest(selection: Selection, step: Step = silent) -> str:
    """A SHA-256 over game, seed, attempt, board and facts of levels, in hexadecimal.

    They are taken in order of seed, whatever their order in the selection; tags, notes, numbers and
    times have no part in it. Floats count to the last bit.

    Raises:
        CatalogueError: damaged.
    """
    found = hashlib.sha256()
    catalogue = selection.catalogue
    for done, entry in enumerate(Entries(catalogue).of(selection.in_order_of_seed())):
        step(done)
        board = board_of(entry, catalogue.path).table()
        level = [entry.game, entry.seed, entry.attempt, board, entry.facts]
        text = json.dumps(level, sort_keys=True, separators=(",", ":"), default=str)
        found.update(text.encode() + b"\n")
    return found.hexdigest()
