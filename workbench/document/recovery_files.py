"""Recovery files: those that earlier sessions left behind, and those that this session writes.

The name of a recovery file contains the name of the session that owns it; see
:mod:`workbench.document.app_sessions`. Its content is defined in
:mod:`workbench.document.recovery_snapshot`.
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
from engine.files import levelfile, storage, untrusted_toml
from engine.files.storage import FileStamp
from engine.files.suffixes import PACK_SUFFIX
from engine.values.level import Level
from workbench.document import app_sessions
from workbench.document.app_sessions import AppSession, get_typed
from workbench.document.document import Document
from workbench.document.recovery_snapshot import KEY, Snapshot, drop_recovery_table
from workbench.paths.state_folder import StateFolder
from workbench.text.quantity_text import format_count

if TYPE_CHECKING:
    from engine.playlists.pack import Pack

FileChange = Literal["same", "changed", "gone", "never"]
"""The change of a file since it was last read or saved; ``never`` if there was no file."""

_NAME = re.compile(
    r"(?P<stem>.+)\.(?P<session>\d+-[0-9a-f]{8})-\d+(?P<suffix>\.pack)?\.toml", re.DOTALL
)
MAX_BYTES = 2 * untrusted_toml.MAX_BYTES
"""The maximum size of a recovery file in bytes. It leaves room for the longest level file and the
recovery table."""


@dataclass(frozen=True, slots=True)
class UnsavedWork:
    """Unsaved work from a session that is no longer running.

    Attributes:
        file: The path of the recovery file.
        stem: The name of the work, taken from the name of the recovery file.
        level: The level, or the first level of a pack; None if it cannot be read.
        pack: The pack, with paths relative to the folder of the pack's file; None for a level.
        error: The reason why the work cannot be read; empty if it can be read.
        path: The level's or pack's own file; None if there is no file to save to.
        source: The file that the level was read from.
        stamp: The state of the file that the work is based on; None if there was no file.
        saved: The time of the autosave.
        host: The name of the machine that saved the work.
        file_change: The change of the file at ``path`` since the state ``stamp``.
        note: A short description of the level; empty for the current level of a document.
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
    file_change: FileChange = "never"
    note: str = ""

    @property
    def name(self) -> str:
        """The title of the level or pack, or ``stem`` if it has no title."""
        work = self.pack or self.level
        return (work.title if work is not None else "") or self.stem

    @property
    def kind(self) -> str:
        """A short description of the work, which is empty for the current level of a document."""
        return (
            self.note if self.pack is None else f"pack of {format_count(len(self.pack), 'level')}"
        )

    def document(self) -> Document:
        """Open the work as a document with unsaved changes.

        If the level's own file is unchanged, the document opens that file and adds the work as a
        change, so that undo returns to the file's version. Otherwise, saving will report that the
        file has changed.

        Raises:
            LevelError: The work cannot be read.
        """
        if self.level is None:
            raise LevelError(self.error)
        if self.file_change == "same" and self.path is not None:
            with contextlib.suppress(LevelError):
                document = Document.open(self.path)
                document.add_version("recover unsaved work", self.level)
                return document
        return Document.from_unsaved_work(self.level, self.path, self.source, self.stamp)


def find_unsaved_work(state: StateFolder, session: AppSession) -> list[UnsavedWork]:
    """Return all unsaved work from sessions that are no longer running, newest first.

    Work that has been saved to its own file in the meantime is left out, and its recovery file is
    deleted. Files whose names are not those of recovery files are ignored.
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
        # A live session still owns its files and will delete them itself.
        if app_sessions.is_live(state.sessions, match["session"]):
            continue
        # A damaged file raises no error here, but becomes an entry with an error message.
        unsaved = read_recovery_file(file, match["stem"], pack=match["suffix"] is not None)
        if not unsaved.error and _is_saved(unsaved):
            with contextlib.suppress(OSError):
                file.unlink()
        else:
            found.append(unsaved)
    return sorted(found, key=lambda unsaved: unsaved.saved or _EPOCH, reverse=True)


_EPOCH = datetime.fromtimestamp(0).astimezone()


def read_recovery_file(file: Path, stem: str, *, pack: bool = False) -> UnsavedWork:
    """Read the recovery file of a level or pack, setting ``error`` if it is damaged."""
    reader = _read_pack if pack else _read_level
    try:
        return reader(file, stem, storage.read_limited(file, MAX_BYTES, follow_links=False))
    except LevelError as error:
        return UnsavedWork(file, stem, error=str(error))


def _read_level(file: Path, stem: str, content: bytes) -> UnsavedWork:
    level = levelfile.loads(content, str(file), MAX_BYTES)
    facts = _read_table(level.extra)
    level = replace(level, extra=drop_recovery_table(level.extra))
    return replace(facts, file=file, stem=stem, level=level)


def _read_pack(file: Path, stem: str, content: bytes) -> UnsavedWork:
    from engine.playlists import packfile
    from engine.playlists.pack_level_files import load_levels, rebase_pack

    pack = packfile.loads(content, str(file), MAX_BYTES)
    facts = _read_table(pack.extra)
    if facts.path is None:
        raise LevelError("expected the path of the pack", file=str(file), key=f"{KEY}.path")
    pack = replace(pack, extra=drop_recovery_table(pack.extra))
    # The first level of the pack is enough for the preview in the list.
    first = load_levels(pack.with_levels(pack.levels[:1]), file.parent).levels
    pack = rebase_pack(pack, file.parent, facts.path.parent)
    level = first[0].level if first else None
    return replace(facts, file=file, stem=stem, level=level, pack=pack)


def _read_table(extra: Mapping[str, Any]) -> UnsavedWork:
    """Read a file's recovery table; the caller fills in the file and the level or pack."""
    found = extra.get(KEY)
    table: Mapping[str, Any] = found if isinstance(found, Mapping) else {}
    path, source = get_typed(table, "path", str), get_typed(table, "source", str)
    digest = get_typed(table, "digest", str)
    stamp = None if digest is None else FileStamp(0, get_typed(table, "size", int) or 0, digest)
    saved = get_typed(table, "saved", datetime)
    own = None if path is None else storage.decode_path(path)
    return UnsavedWork(
        Path(),
        "",
        path=own,
        source=own if source is None else storage.decode_path(source),
        stamp=stamp,
        saved=None if saved is None else _to_local_time(saved),
        host=get_typed(table, "host", str) or "",
        file_change=_compare_file(own, stamp),
        note=get_typed(table, "note", str) or "",
    )


def _to_local_time(moment: datetime) -> datetime | None:
    """Convert a time to the local time zone, or return None if it is out of range."""
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):
        return None


def _compare_file(path: Path | None, stamp: FileStamp | None) -> FileChange:
    if path is None:
        return "never"
    try:
        now = FileStamp.from_file(path)
    except LevelError:
        return "never" if stamp is None else "gone"
    return "same" if stamp is not None and now.digest == stamp.digest else "changed"


def _is_saved(unsaved: UnsavedWork) -> bool:
    """Return True if the work has been saved to its own file in the meantime."""
    path, level, pack = unsaved.path, unsaved.level, unsaved.pack
    # Work that has no file, or whose file was deleted, exists only here, so it must be kept.
    if path is None or unsaved.file_change == "gone":
        return False
    try:
        if pack is not None:
            from engine.playlists import packfile
            from engine.playlists.pack_level_files import rebase_pack

            return rebase_pack(packfile.read_pack(path), path.parent, path.parent) == pack
        saved = levelfile.read_level(path)
    except LevelError:
        return False
    return level is not None and replace(saved, verdict=None) == replace(level, verdict=None)


class RecoveryFiles:
    """A session's recovery files, one for each piece of work.

    A piece of work is identified by an object that stays the same during editing: for a level, its
    storage location, and for a pack, any object that the caller keeps. Several threads may use the
    same instance.

    Args:
        folder: The folder for all recovery files.
        session: The name of the session.
        numbers: An iterator over the numbers that distinguish the session's files.
    """

    def __init__(self, folder: Path, session: str, numbers: Iterator[int]) -> None:
        self._folder, self._session, self._numbers = folder, session, numbers
        self._files: dict[object, tuple[Path, Snapshot | None]] = {}
        self._lock = threading.Lock()

    def write(self, works: Mapping[object, Snapshot]) -> Path | None:
        """Save the given pieces of work, and delete the recovery files of all other pieces.

        Work that has not changed since it was last saved is not written again.

        Returns:
            The recovery file of the first piece, or None if ``works`` is empty.

        Raises:
            LevelError: A piece cannot be written. Its previous recovery file is kept, and the other
                pieces are saved.
        """
        with self._lock:
            problem: LevelError | None = None
            for piece, work in works.items():
                try:
                    self._write_piece(piece, work)
                except LevelError as error:
                    problem = problem or error
            # Delete old files only after the new ones are written, so that a crash loses nothing.
            for piece in self._files.keys() - works.keys():
                file, _ = self._files.pop(piece)
                with storage.translate_errors(file):
                    file.unlink(missing_ok=True)
            if problem is not None:
                raise problem
            return next((self._files[piece][0] for piece in works), None)

    def clear(self) -> None:
        """Delete all recovery files that this object has written or claimed.

        Raises:
            LevelError: A file cannot be deleted.
        """
        self.write({})

    def claim_file(self, unsaved: UnsavedWork, piece: object) -> None:
        """Rename a recovery file so that it belongs to this session, and use it for ``piece``.

        Raises:
            LevelError: The file no longer exists, because another session has claimed it.
        """
        file = self._create_path(unsaved.stem, ".toml" if unsaved.pack is None else PACK_SUFFIX)
        with self._lock, storage.translate_errors(unsaved.file):
            # Renaming is atomic, so if two sessions try to claim the file, only one succeeds.
            unsaved.file.replace(file)
            self._files[piece] = file, None

    def _write_piece(self, piece: object, work: Snapshot) -> None:
        """Save one piece of work atomically, unless it is unchanged."""
        if piece not in self._files:
            self._files[piece] = self._create_path(work.stem, work.suffix), None
        file, written = self._files[piece]
        if work != written:
            with storage.translate_errors(file):
                file.parent.mkdir(parents=True, exist_ok=True)
                content = work.to_text(file.parent).encode()
            storage.replace_file(file, content, follow_links=False)
            self._files[piece] = file, work

    def _create_path(self, stem: str, suffix: str) -> Path:
        return self._folder / f"{stem}.{self._session}-{next(self._numbers)}{suffix}"
