"""Recovery files: what earlier sessions left unsaved, and where this one keeps such work.

The name of a recovery file ends in the name of the session that it belongs to: see
:mod:`workbench.document.sessions`. What is in it says :mod:`workbench.document.kept`.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import LevelError
from engine.files import levelfile, storage, tomltext
from engine.files.endings import PACK_ENDING
from engine.files.storage import FileStamp
from engine.values.level import Level
from workbench.document import sessions
from workbench.document.document import Document
from workbench.document.kept import KEY, Kept, without_table
from workbench.document.sessions import AppSession, value
from workbench.folders.state import State
from workbench.text.status import count

if TYPE_CHECKING:
    from engine.playlists.pack import Pack

Disk = Literal["same", "changed", "gone", "never"]
"""What became of the file that work was based on; ``never`` if there was none."""

_NAME = re.compile(
    r"(?P<stem>.+)\.(?P<session>\d+-[0-9a-f]{8})-\d+(?P<suffix>\.pack)?\.toml", re.DOTALL
)
MAX_BYTES = 2 * tomltext.MAX_BYTES
"""Longer recovery files are not read; what they say besides the work makes them longer than it."""


@dataclass(frozen=True, slots=True)
class Orphan:
    """Unsaved work whose session is no longer live.

    Attributes:
        stem: what it is called, as the recovery file's name has it.
        level: the level; of a pack the first that can be read; None if there is none.
        pack: the pack, its levels named from the folder of its own file; None for a level.
        error: why it cannot be read; empty if it can.
        path: its own file, None if it has none to be saved to.
        source: where the level came from.
        stamp: what the work was based on.
        saved: when it was kept.
        host: the machine that it was kept on.
        disk: what became of its own file meanwhile.
        note: what the level is, in a few words, if it was not the document's own.
    """

    file: Path
    stem: str
    level: Level | None = None
    pack: Pack | None = None
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
        """Its title, else the name of its file."""
        work = self.pack or self.level
        return (work.title if work is not None else "") or self.stem

    @property
    def kind(self) -> str:
        """What it is if not the document's own level, in a few words."""
        return self.note if self.pack is None else f"pack of {count(len(self.pack), 'level')}"

    def document(self) -> Document:
        """The document with the work in it, unsaved.

        One whose file is still what it was opened with that file, so undo leads back to it; else
        saving finds out that the file has changed.

        Raises:
            LevelError: it cannot be read.
        """
        if self.level is None:
            raise LevelError(self.error)
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
        orphan = read(file, match["stem"], pack=match["suffix"] is not None)
        if not orphan.error and _is_saved(orphan):
            with contextlib.suppress(OSError):
                file.unlink()
        else:
            found.append(orphan)
    return sorted(found, key=lambda orphan: orphan.saved or _EPOCH, reverse=True)


_EPOCH = datetime.fromtimestamp(0).astimezone()


def read(file: Path, stem: str, *, pack: bool = False) -> Orphan:
    """Reads one recovery file, of a level or of a pack; a broken one is an orphan that says why."""
    reader = _of_pack if pack else _of_level
    try:
        return reader(file, stem, storage.read_limited(file, MAX_BYTES, links=False))
    except LevelError as error:
        return Orphan(file, stem, error=str(error))


def _of_level(file: Path, stem: str, content: bytes) -> Orphan:
    level = levelfile.loads(content, str(file), MAX_BYTES)
    facts = _facts(level.extra)
    level = replace(level, extra=without_table(level.extra))
    return replace(facts, file=file, stem=stem, level=level)


def _of_pack(file: Path, stem: str, content: bytes) -> Orphan:
    from engine.playlists import packfile
    from engine.playlists.contents import carried, find_levels

    pack = packfile.loads(content, str(file), MAX_BYTES)
    facts = _facts(pack.extra)
    if facts.path is None:
        raise LevelError("expected the path of the pack", file=str(file), key=f"{KEY}.path")
    pack = replace(pack, extra=without_table(pack.extra))
    first = find_levels(pack.with_levels(pack.levels[:1]), file.parent).levels
    pack = carried(pack, file.parent, facts.path.parent)
    level = first[0].level if first else None
    return replace(facts, file=file, stem=stem, level=level, pack=pack)


def _facts(extra: Mapping[str, Any]) -> Orphan:
    """What the table of a recovery file says; of the work itself nothing yet."""
    found = extra.get(KEY)
    table: Mapping[str, Any] = found if isinstance(found, Mapping) else {}
    path, source = value(table, "path", str), value(table, "source", str)
    digest = value(table, "digest", str)
    stamp = None if digest is None else FileStamp(0, value(table, "size", int) or 0, digest)
    saved = value(table, "saved", datetime)
    own = None if path is None else storage.unspelled(path)
    return Orphan(
        Path(),
        "",
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
        return "never" if stamp is None else "gone"
    return "same" if stamp is not None and now.digest == stamp.digest else "changed"


def _is_saved(orphan: Orphan) -> bool:
    """Whether the work stands in its own file by now."""
    path, level, pack = orphan.path, orphan.level, orphan.pack
    if path is None or orphan.disk == "gone":
        return False
    try:
        if pack is not None:
            from engine.playlists import packfile
            from engine.playlists.contents import carried

            return carried(packfile.read(path), path.parent, path.parent) == pack
        saved = levelfile.read(path)
    except LevelError:
        return False
    return level is not None and replace(saved, verdict=None) == replace(level, verdict=None)


class RecoveryFiles:
    """Where unsaved work is kept, a file for every piece; safe to use from several threads.

    Pieces are distinguished by what does not change while work on them goes on: the home of a
    level, the desk of a pack.

    Args:
        numbers: by which the files of one session differ.
    """

    def __init__(self, folder: Path, session: str, numbers: Iterator[int]) -> None:
        self._folder, self._session, self._numbers = folder, session, numbers
        self._files: dict[object, tuple[Path, Kept | None]] = {}
        self._lock = threading.Lock()

    def write(self, works: Mapping[object, Kept]) -> Path | None:
        """Keeps these pieces of work, the first one first, and no others any more.

        What is kept already is not written again.

        Returns:
            Where the first one is kept, None if there is none.

        Raises:
            LevelError: one of them cannot be written, and stays as it was kept before; the others
                are kept all the same.
        """
        with self._lock:
            problem: LevelError | None = None
            for piece, work in works.items():
                try:
                    self._write(piece, work)
                except LevelError as error:
                    problem = problem or error
            for piece in self._files.keys() - works.keys():
                file, _ = self._files.pop(piece)
                with storage.refusing(file):
                    file.unlink(missing_ok=True)
            if problem is not None:
                raise problem
            return next((self._files[piece][0] for piece in works), None)

    def clear(self) -> None:
        """Keeps nothing any more.

        Raises:
            LevelError: a file cannot be removed.
        """
        self.write({})

    def adopt(self, orphan: Orphan, piece: object) -> None:
        """Makes orphaned work that of this session, before another session does.

        Raises:
            LevelError: it is gone: another session was quicker.
        """
        file = self._new(orphan.stem, ".toml" if orphan.pack is None else PACK_ENDING)
        with self._lock, storage.refusing(orphan.file):
            orphan.file.replace(file)
            self._files[piece] = file, None

    def _write(self, piece: object, work: Kept) -> None:
        """Keeps one piece of work, all or nothing."""
        if piece not in self._files:
            self._files[piece] = self._new(work.stem, work.suffix), None
        file, written = self._files[piece]
        if work != written:
            with storage.refusing(file):
                file.parent.mkdir(parents=True, exist_ok=True)
                content = work.text(file.parent).encode()
            storage.replace_file(file, content, links=False)
            self._files[piece] = file, work

    def _new(self, stem: str, suffix: str) -> Path:
        return self._folder / f"{stem}.{self._session}-{next(self._numbers)}{suffix}"
