"""Snapshots of unsaved work, and the text of recovery files.

A recovery file is a level file or a pack file with one additional table, so all commands and text
editors can read it. The table records where the work came from. Recovering the work removes the
table.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from engine.files import levelfile, storage
from engine.files.storage import FileStamp
from engine.files.suffixes import PACK_SUFFIX
from engine.values.level import Level
from workbench.document.document import Document
from workbench.document.undo_versions import HistoryEntry

if TYPE_CHECKING:
    from engine.playlists.pack import Pack

KEY = "workbench_recovery"
"""The name of the additional table, which ordinary level files and pack files do not have."""
_HEAD = """\
# Unsaved work that the Puzzle Workbench keeps in case it ends early; it offers to recover it
# when it starts again. This is a {kind} like any other: it can be copied and opened.
"""
_MAX_STEM_LENGTH = 40
"""The maximum length of the first part of a recovery file's name, in characters."""


class Snapshot(Protocol):
    """A snapshot of unsaved work. Equal snapshots produce equal recovery files."""

    @property
    def stem(self) -> str:
        """The first part of the recovery file's name, which must not contain a slash."""

    @property
    def suffix(self) -> str:
        """The suffix of the recovery file's name."""

    def to_text(self, folder: Path) -> str:
        """Return the text of the recovery file to save in ``folder``."""


@dataclass(frozen=True, slots=True)
class LevelSnapshot:
    """A snapshot of one version of a level.

    Attributes:
        level: The level in that version.
        path: The path of the level's file; None if there is no file to save to.
        source: The file that the level was read from.
        stamp: The state of the level's file when it was read or last saved.
        note: A short description of the level; empty for the current level of a document.
    """

    level: Level
    path: Path | None
    source: Path | None
    stamp: FileStamp | None
    note: str = ""

    @classmethod
    def from_version(cls, version: HistoryEntry, note: str = "") -> LevelSnapshot:
        """Create a snapshot of a version and its storage location."""
        home = version.location
        return cls(version.level, home.path, home.source, home.stamp, note)

    @property
    def stem(self) -> str:
        """The name of the level's file, or its title if it has none, made safe for a file name."""
        source = self.path or self.source
        return _sanitize_name(source.stem if source is not None else self.level.title)

    @property
    def suffix(self) -> str:
        """The file name suffix of level files."""
        return ".toml"

    def to_text(self, folder: Path) -> str:
        """Return the text of a level file with an additional recovery table."""
        table = _build_table(
            self.path, self.stamp, source=_format_path(self.source), note=self.note or None
        )
        level = replace(self.level, extra={**self.level.extra, KEY: table})
        return _HEAD.format(kind="level file") + levelfile.dumps(level)


def snapshot_document(document: Document) -> dict[object, Snapshot]:
    """Return a snapshot of each unsaved version of a document, keyed by storage location."""
    return {
        version.location: LevelSnapshot.from_version(version)
        for version in document.unsaved_versions
    }


@dataclass(frozen=True, slots=True)
class PackSnapshot:
    """A snapshot of a pack with unsaved changes.

    Attributes:
        pack: The pack, with paths relative to the folder of the pack's file.
        path: The path of the pack's own file, which need not exist yet.
        stamp: The state of that file when it was read or last saved; None if neither has happened.
    """

    pack: Pack
    path: Path
    stamp: FileStamp | None

    @property
    def stem(self) -> str:
        """The name of the pack's file, made safe for a recovery file."""
        return _sanitize_name(self.path.name.removesuffix(PACK_SUFFIX))

    @property
    def suffix(self) -> str:
        """The file name suffix of pack files."""
        return PACK_SUFFIX

    def to_text(self, folder: Path) -> str:
        """Return the text of a pack file with a recovery table and paths relative to ``folder``."""
        from engine.playlists import packfile
        from engine.playlists.pack_level_files import rebase_pack

        # The recovery file is in a different folder from the pack, so convert relative paths.
        pack = rebase_pack(self.pack, self.path.parent, folder)
        pack = replace(pack, extra={**pack.extra, KEY: _build_table(self.path, self.stamp)})
        return _HEAD.format(kind="pack") + packfile.dumps(pack)


def _build_table(path: Path | None, stamp: FileStamp | None, **more: str | None) -> dict[str, Any]:
    table = {
        "saved": datetime.now().astimezone().replace(microsecond=0),
        "process": os.getpid(),
        "host": socket.gethostname(),
        "path": _format_path(path),
        "digest": stamp and stamp.digest,
        "size": stamp and stamp.size,
        **more,
    }
    return {key: value for key, value in table.items() if value is not None}


def drop_recovery_table(extra: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recovery file's unknown keys without its recovery table."""
    return {key: value for key, value in extra.items() if key != KEY}


def _format_path(path: Path | None) -> str | None:
    return None if path is None else storage.encode_path(storage.make_absolute(path))


def _sanitize_name(name: str) -> str:
    # Only word characters, dots and dashes are allowed in file names on every system.
    return re.sub(r"[^\w.-]+", "-", name).strip("-.")[:_MAX_STEM_LENGTH] or "untitled"
