"""Where the records of a level are kept: beside its file, or in the user's state folder."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import platformdirs

from engine.errors import LevelError
from engine.files import recordfile
from engine.values.level import Level, board_digest
from engine.values.records import PlayRecord
from workbench.folders import resources


def state_folder() -> Path:
    """Where records go that have no folder beside a level."""
    return platformdirs.user_state_path("puzzle-workbench", appauthor=False) / "plays"


class RecordKeeper:
    """Reads and writes the records of one level; belongs into a thread.

    They stand beside the level's file. A level that was never saved, one that came with the
    workbench, and one in a folder that cannot be written have theirs in the state folder, under
    the digest of the board: saving the level later does not lose them. They are looked for in both
    folders, for a level may have had the other one before.
    """

    def __init__(self, level: Level, path: Path | None, state: Path | None = None) -> None:
        state = state_folder() if state is None else state
        digest = board_digest(level.board).removeprefix("sha256:")
        self._locks = state / "locks"
        self._own = state / f"{level.game}-{digest[:20]}.plays.toml"
        self._beside = None if path is None else recordfile.path_beside(path)
        self.path = self._own
        if path and not resources.is_shipped(path) and _writable(path.resolve().parent):
            self.path = self._beside or self._own

    def read(self) -> tuple[list[PlayRecord], list[str]]:
        """The records, newest first, and what is wrong with files that cannot be read."""
        found: list[PlayRecord] = []
        wrong: list[str] = []
        for path in filter(None, (self._beside, self._own)):
            try:
                found += recordfile.read(path)
            except LevelError as error:
                wrong.append(str(error))
        found.reverse()  # files have the newest last, also of those begun within one second
        found.sort(key=lambda record: record.started, reverse=True)
        return found, wrong

    def keep(self, record: PlayRecord) -> str:
        """Writes a record, in the state folder if it cannot be beside the level.

        Returns:
            What went wrong or is worth knowing, empty if nothing.
        """
        try:
            aside = recordfile.append(self.path, record, locks=self._locks)
        except LevelError as error:
            return self._keep_elsewhere(record, error)
        return f"{self.path.name} was full: kept as {aside.name}" if aside else ""

    def _keep_elsewhere(self, record: PlayRecord, error: LevelError) -> str:
        if self.path == self._own:
            return f"not recorded: {error}"
        try:
            recordfile.append(self._own, record, locks=self._locks)
        except LevelError:
            return f"not recorded: {error}"
        return f"recorded in {self._own}, because {error}"


def _writable(folder: Path) -> bool:
    """Whether a folder is to be written to; to the superuser nothing is forbidden."""
    try:
        marked = folder.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    except OSError:
        return False
    return bool(marked) and os.access(folder, os.W_OK)
