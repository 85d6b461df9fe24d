"""Where the records of a level are kept: beside its file, or in the user's state folder."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from engine import recordfile
from engine.errors import LevelError
from engine.level import Level, board_digest
from engine.records import PlayRecord
from workbench import resources


def state_folder() -> Path:
    """Where records go that have no place beside a level."""
    return platformdirs.user_state_path("puzzle-workbench", appauthor=False) / "plays"


class Keeper:
    """Reads and writes the records of one level; belongs into a thread.

    They stand beside the level's file. A level that was never saved, one that came with the
    workbench, and one in a folder that cannot be written have theirs in the state folder, under
    the digest of the board: saving the level later does not lose them.

    Args:
        level: the level as it is played.
        path: its file, None if it has none.
        state: the state folder.
    """

    def __init__(self, level: Level, path: Path | None, state: Path | None = None) -> None:
        state = state_folder() if state is None else state
        digest = board_digest(level.board).removeprefix("sha256:")
        self._locks = state / "locks"
        self._own = state / f"{level.game}-{digest[:20]}.plays.toml"
        self.path = recordfile.path_beside(path) if path and _writable(path) else self._own

    def read(self) -> tuple[list[PlayRecord], list[str]]:
        """The records, newest first, and what is wrong with files that cannot be read."""
        found: list[PlayRecord] = []
        wrong: list[str] = []
        for path in dict.fromkeys((self.path, self._own)):
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


def _writable(level: Path) -> bool:
    """Whether records may stand beside a level file."""
    level = level.resolve()
    shipped = resources.levels_folder()
    return not level.is_relative_to(shipped.resolve()) and os.access(level.parent, os.W_OK)
