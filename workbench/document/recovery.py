"""Recovery files: unsaved work as level files that say where they came from.

A recovery file is a level file with one table more, so ``workbench solve``, ``workbench FILE``
and every editor read it; the table is dropped when the app recovers it. Its name ends in the
name of the session that it belongs to: see :mod:`workbench.document.sessions`.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from engine.errors import LevelError
from engine.files import levelfile, storage, tomltext
from engine.files.storage import FileStamp
from engine.values.level import Level
from workbench.document import sessions
from workbench.document.document import Document
from workbench.document.history import HistoryEntry, Home
from workbench.document.sessions import AppSession, value
from workbench.folders.state import State

KEY = "workbench_recovery"
"""The table of a recovery file that no level file has."""

Disk = Literal["same", "changed", "gone", "never"]
"""What became of the file that work was based on; ``never`` if there was none."""

_NAME = re.compile(r"(?P<stem>.+)\.(?P<session>\d+-[0-9a-f]{8})-\d+\.toml", re.DOTALL)
_HEAD = """\
# Unsaved work that the Puzzle Workbench keeps in case it ends early; it offers to recover it
# when it starts again. This is a level file like any other: it can be copied and opened.
"""
MAX_BYTES = 2 * tomltext.MAX_BYTES
"""Longer recovery files are not read; what they say besides the level makes them longer than it."""
_LONGEST = 40
"""Characters of a level's name in the name of its recovery file."""


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


def unsaved(document: Document) -> dict[Home, KeptVersion]:
    """All unsaved work of a document, by the level that it belongs to."""
    return {version.home: KeptVersion.of(version) for version in document.unsaved_versions}


def _dumps(snapshot: KeptVersion) -> str:
    """The text of a recovery file."""
    level, stamp = snapshot.level, snapshot.stamp
    table = {
        "saved": datetime.now().astimezone().replace(microsecond=0),
        "process": os.getpid(),
        "host": socket.gethostname(),
        "path": snapshot.path and storage.spelled(storage.absolute(snapshot.path)),
        "source": snapshot.source and storage.spelled(storage.absolute(snapshot.source)),
        "digest": stamp and stamp.digest,
        "size": stamp and stamp.size,
        "note": snapshot.note or None,
    }
    known = {key: value for key, value in table.items() if value is not None}
    return _HEAD + levelfile.dumps(replace(level, extra={**level.extra, KEY: known}))


@dataclass(frozen=True, slots=True)
class Orphan:
    """Unsaved work whose session is no longer live.

    Attributes:
        stem: the level's name, as the recovery file's name has it.
        level: the level; None for a file that cannot be read.
        error: why it cannot be read.
        path: the level's own file, None if it was never saved.
        source: where the level came from.
        stamp: what the work was based on.
        saved: when it was kept.
        host: the machine that it was kept on.
        disk: what became of the level's own file meanwhile.
        note: what the level is, in a few words, if it was not the document's own.
    """

    file: Path
    stem: str
    level: Level | None = None
    error: str = ""
    path: Path | None = None
    source: Path | None = None
    stamp: FileStamp | None = None
    saved: datetime | None = None
    host: str = ""
    disk: Disk = "never"
    note: str = ""

    @property
    def name(self) -> str:
        """The title of the level, else the name of its file."""
        return (self.level.title if self.level is not None else "") or self.stem

    def document(self) -> Document:
        """The document with the work in it, unsaved.

        One whose file is still what it was opened with that file, so undo leads back to it; else
        saving finds out that the file has changed.

        Raises:
            ValueError: it cannot be read.
        """
        if self.level is None:
            raise ValueError(self.error)
        if self.disk == "same" and self.path is not None:
            with contextlib.suppress(LevelError):
                document = Document.open(self.path)
                document.change("recover unsaved work", self.level)
                return document
        return Document.unsaved(self.level, self.path, self.source, self.stamp)


def orphans(state: State, session: AppSession) -> list[Orphan]:
    """All unsaved work of sessions that are no longer live, the newest first.

    Work that stands in its file by now is removed; files of other origin are left alone.
    """
    found = []
    try:
        files = sorted(state.recovery.iterdir())
    except OSError:
        return []
    for file in files:
        match = _NAME.fullmatch(file.name)
        if match is None or match["session"] == session.name:
            continue
        if sessions.is_live(state.sessions, match["session"]):
            continue
        orphan = read(file, match["stem"])
        if orphan.level is not None and _is_saved(orphan):
            with contextlib.suppress(OSError):
                file.unlink()
        else:
            found.append(orphan)
    return sorted(found, key=lambda orphan: orphan.saved or _EPOCH, reverse=True)


_EPOCH = datetime.fromtimestamp(0).astimezone()


def read(file: Path, stem: str) -> Orphan:
    """Reads one recovery file; a broken one is an orphan without a level."""
    try:
        level = levelfile.loads(storage.read_limited(file, MAX_BYTES), str(file), MAX_BYTES)
    except LevelError as error:
        return Orphan(file, stem, error=str(error))
    found = level.extra.get(KEY)
    table: Mapping[str, Any] = found if isinstance(found, Mapping) else {}
    level = replace(level, extra={k: v for k, v in level.extra.items() if k != KEY})
    path, source = value(table, "path", str), value(table, "source", str)
    digest = value(table, "digest", str)
    stamp = None if digest is None else FileStamp(0, value(table, "size", int) or 0, digest)
    saved = value(table, "saved", datetime)
    own = None if path is None else storage.unspelled(path)
    return Orphan(
        file,
        stem,
        level,
        path=own,
        source=own if source is None else storage.unspelled(source),
        stamp=stamp,
        saved=None if saved is None else _here(saved),
        host=value(table, "host", str) or "",
        disk=_disk(own, stamp),
        note=value(table, "note", str) or "",
    )


def _here(moment: datetime) -> datetime | None:
    """A moment on this machine's clock, None for one beyond the calendar."""
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):
        return None


def _disk(path: Path | None, stamp: FileStamp | None) -> Disk:
    if path is None:
        return "never"
    try:
        now = FileStamp.of(path)
    except LevelError:
        return "gone"
    return "same" if stamp is not None and now.digest == stamp.digest else "changed"


def _is_saved(orphan: Orphan) -> bool:
    """Whether the work stands in the level's own file by now."""
    if orphan.path is None or orphan.level is None:
        return False
    if orphan.disk == "gone":
        return False
    try:
        saved = levelfile.read(orphan.path)
    except LevelError:
        return False
    return replace(saved, verdict=None) == replace(orphan.level, verdict=None)


def _stem(snapshot: KeptVersion) -> str:
    """A name for the recovery file that is one part of a path wherever it is kept."""
    source = snapshot.path or snapshot.source
    name = source.stem if source is not None else snapshot.level.title or "untitled"
    return re.sub(r"[^\w.-]+", "-", name).strip("-.")[:_LONGEST] or "untitled"


class RecoveryFiles:
    """Where unsaved work is kept, a file for every level; safe to use from several threads.

    Args:
        numbers: by which the files of one session differ.
    """

    def __init__(self, folder: Path, session: str, numbers: Iterator[int]) -> None:
        self._folder, self._session, self._numbers = folder, session, numbers
        self._files: dict[Home, tuple[Path, KeptVersion | None]] = {}
        self._lock = threading.Lock()

    def write(self, works: Mapping[Home, KeptVersion]) -> Path | None:
        """Keeps these levels, the first one first, and no others any more.

        What is kept already is not written again.

        Returns:
            Where the first one is kept, None if there is none.

        Raises:
            LevelError: one of them cannot be written, and stays as it was kept before; the others
                are kept all the same.
        """
        with self._lock:
            problem: LevelError | None = None
            for home, version in works.items():
                try:
                    self._write(home, version)
                except LevelError as error:
                    problem = problem or error
            for home in self._files.keys() - works.keys():
                file, _ = self._files.pop(home)
                with storage.refusing(file):
                    file.unlink(missing_ok=True)
            if problem is not None:
                raise problem
            return next((self._files[home][0] for home in works), None)

    def clear(self) -> None:
        """Keeps nothing any more.

        Raises:
            LevelError: a file cannot be removed.
        """
        self.write({})

    def adopt(self, orphan: Orphan, home: Home) -> None:
        """Makes orphaned work that of a level of this session, before anybody else does.

        Raises:
            LevelError: it is gone: another session was quicker.
        """
        file = self._new(orphan.stem)
        with self._lock, storage.refusing(orphan.file):
            orphan.file.replace(file)
            self._files[home] = file, None

    def _write(self, home: Home, version: KeptVersion) -> None:
        """Keeps a version of one level, all or nothing."""
        if home not in self._files:
            self._files[home] = self._new(_stem(version)), None
        file, written = self._files[home]
        if version != written:
            with storage.refusing(file):
                file.parent.mkdir(parents=True, exist_ok=True)
                content = _dumps(version).encode()
            storage.replace_file(file, content)
            self._files[home] = file, version

    def _new(self, stem: str) -> Path:
        return self._folder / f"{stem}.{self._session}-{next(self._numbers)}.toml"
