"""Storage for playtest records, next to the level's file or in the user's state folder."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import platformdirs

from engine.errors import LevelError
from engine.files import playtest_file
from engine.values.level import Level, compute_digest
from engine.values.playtest_record import PlayRecord
from workbench.paths import resources


def get_state_folder() -> Path:
    """Return the folder for records that cannot be stored next to a level."""
    return platformdirs.user_state_path("puzzle-workbench", appauthor=False) / "plays"


class RecordStorage:
    """The stored playtest records for one level. Use it from a background thread.

    Records are normally stored next to the level's file. The state folder is used for a level that
    has never been saved, is shipped with the workbench, or is in a read-only folder. Files there
    are named after the digest of the board, so that they can still be found after the level is
    saved for the first time. Both folders are read, because either may contain earlier records.
    """

    def __init__(self, level: Level, path: Path | None, state: Path | None = None) -> None:
        state = get_state_folder() if state is None else state
        digest = compute_digest(level.board).removeprefix("sha256:")
        self._locks = state / "locks"
        self._state_path = state / f"{level.game}-{digest[:20]}.plays.toml"
        self._level_path = None if path is None else playtest_file.get_record_path(path)
        self.path = self._state_path
        # Resolve links first, because only the folder of the real file matters.
        if path and not resources.is_shipped(path) and _is_writable(path.resolve().parent):
            self.path = self._level_path or self._state_path

    def read(self) -> tuple[list[PlayRecord], list[str]]:
        """Return the records, newest first, and an error message for each unreadable file."""
        found: list[PlayRecord] = []
        wrong: list[str] = []
        for path in filter(None, (self._level_path, self._state_path)):
            try:
                found += playtest_file.read_records(path)
            except LevelError as error:
                wrong.append(str(error))
        found.reverse()  # newest first within a second, because the sort is stable
        found.sort(key=lambda record: record.started, reverse=True)
        return found, wrong

    def write(self, record: PlayRecord) -> str:
        """Write a record next to the level or, if that fails, to the state folder.

        Returns:
            An error message or a note for the player, or an empty string if there is neither.
        """
        try:
            aside = playtest_file.append_record(self.path, record, locks=self._locks)
        except LevelError as error:
            return self._write_to_state_folder(record, error)
        return f"{self.path.name} was full and is now {aside.name}." if aside else ""

    def _write_to_state_folder(self, record: PlayRecord, error: LevelError) -> str:
        if self.path == self._state_path:
            return f"Not recorded: {error}"
        try:
            playtest_file.append_record(self._state_path, record, locks=self._locks)
        except LevelError:
            return f"Not recorded: {error}"
        return f"Recorded in {self._state_path}, because {error}"


def _is_writable(folder: Path) -> bool:
    """Return True if a folder is writable.

    The mode is checked too, because :func:`os.access` returns True for a superuser in any case.
    """
    try:
        marked = folder.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    except OSError:
        return False
    return bool(marked) and os.access(folder, os.W_OK)
