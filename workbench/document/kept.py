"""What is worth keeping of unsaved work, as the text of a recovery file.

A recovery file is a level file or a pack with one table more, so every command and every editor
reads it; the table, which says where the work came from, is dropped when the app recovers it.
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
from engine.files.endings import PACK_ENDING
from engine.files.storage import FileStamp
from engine.values.level import Level
from workbench.document.document import Document
from workbench.document.history import HistoryEntry

if TYPE_CHECKING:
    from engine.playlists.pack import Pack

KEY = "workbench_recovery"
"""The table of a recovery file that neither level files nor packs have."""
_HEAD = """\
# Unsaved work that the Puzzle Workbench keeps in case it ends early; it offers to recover it
# when it starts again. This is a {kind} like any other: it can be copied and opened.
"""
_LONGEST = 40
"""Characters of a name in the name of its recovery file."""


class Kept(Protocol):
    """Unsaved work as a value: equal to another one if it would be kept as the same file."""

    @property
    def stem(self) -> str:
        """How the name of its recovery file begins, one part of a path wherever it is kept."""

    @property
    def suffix(self) -> str:
        """How the name of its recovery file ends."""

    def text(self, folder: Path) -> str:
        """The text of its recovery file in a folder."""


@dataclass(frozen=True, slots=True)
class KeptVersion:
    """A version of a level, as far as it is worth keeping.

    Attributes:
        path: its file, None if it has none to be saved to.
        source: where it came from.
        stamp: what its file looked like when it was read or last saved.
        note: what the level is, in a few words, if it is not the document's own.
    """

    level: Level
    path: Path | None
    source: Path | None
    stamp: FileStamp | None
    note: str = ""

    @classmethod
    def of(cls, version: HistoryEntry, note: str = "") -> KeptVersion:
        """A version as it is stored now."""
        home = version.home
        return cls(version.level, home.path, home.source, home.stamp, note)

    @property
    def stem(self) -> str:
        """The name of its file, else its title."""
        source = self.path or self.source
        return _stem(source.stem if source is not None else self.level.title)

    @property
    def suffix(self) -> str:
        """That of level files."""
        return ".toml"

    def text(self, folder: Path) -> str:
        """The level with its table."""
        table = _table(self.path, self.stamp, source=_spelled(self.source), note=self.note or None)
        level = replace(self.level, extra={**self.level.extra, KEY: table})
        return _HEAD.format(kind="level file") + levelfile.dumps(level)


def unsaved(document: Document) -> dict[object, Kept]:
    """All unsaved work of a document, by the home of the level that it belongs to."""
    return {version.home: KeptVersion.of(version) for version in document.unsaved_versions}


@dataclass(frozen=True, slots=True)
class KeptPack:
    """A pack with unsaved changes.

    Attributes:
        pack: the pack, its levels named from the folder of its file.
        path: its file, which need not be there yet.
        stamp: what its file looked like when it was read or last saved; None if it never was.
    """

    pack: Pack
    path: Path
    stamp: FileStamp | None

    @property
    def stem(self) -> str:
        """The name of its file."""
        return _stem(self.path.name.removesuffix(PACK_ENDING))

    @property
    def suffix(self) -> str:
        """That of packs."""
        return PACK_ENDING

    def text(self, folder: Path) -> str:
        """The pack, its levels named from the folder, with its table."""
        from engine.playlists import packfile
        from engine.playlists.contents import carried

        pack = carried(self.pack, self.path.parent, folder)
        pack = replace(pack, extra={**pack.extra, KEY: _table(self.path, self.stamp)})
        return _HEAD.format(kind="pack") + packfile.dumps(pack)


def _table(path: Path | None, stamp: FileStamp | None, **more: str | None) -> dict[str, Any]:
    table = {
        "saved": datetime.now().astimezone().replace(microsecond=0),
        "process": os.getpid(),
        "host": socket.gethostname(),
        "path": _spelled(path),
        "digest": stamp and stamp.digest,
        "size": stamp and stamp.size,
        **more,
    }
    return {key: value for key, value in table.items() if value is not None}


def without_table(extra: Mapping[str, Any]) -> dict[str, Any]:
    """The unknown keys of a recovery file but for its table."""
    return {key: value for key, value in extra.items() if key != KEY}


def _spelled(path: Path | None) -> str | None:
    return None if path is None else storage.spelled(storage.absolute(path))


def _stem(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name).strip("-.")[:_LONGEST] or "untitled"
