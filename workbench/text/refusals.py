"""Sentences about refused actions and notices that several screens and plain mode share."""

from __future__ import annotations

NO_SELECTION = "no level is selected"
NO_LEVELS_SHOWN = "no levels are shown"
EMPTY_CATALOGUE = "the catalogue is empty"
NOTHING_KEPT = "no level is kept yet"
ALL_STAGES_LOCKED = "every stage is locked, so all levels would be equal"
LEVEL_WON = "the level is won"
STILL_SEARCHING = "the solver is still searching"
NO_UNSAVED_WORK = "there is no unsaved work to recover"
NO_CAMPAIGN_GAME = "none of the installed games has a campaign"
LIST_CHANGED = "The list has changed. The run continues with the new list."
FILE_CHANGED = "The file was changed by another program after you opened it."
FILE_EXISTS = "A file with this name already exists."


def format_mark_hint(again: str, back: str) -> str:
    """Return the notice that a level was marked, with the keys that compare and unmark it."""
    return f"Level marked. Press {again} on another level to compare them, or {back} to unmark it."
