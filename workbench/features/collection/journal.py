"""The journal of a gallery: an append-only file with one JSON entry on each line.

Each line is written by a single system call before the screen shows the change, so no decision is
lost even if the app crashes. After a power failure, the last line may be incomplete; it is removed
when the gallery is next opened.

Only one session at a time can write to a journal. This is ensured by a lock on the file, which the
operating system releases when the process ends.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from weakref import finalize

from engine.errors import EngineError, LevelError
from engine.files import leveljson
from engine.files.storage import open_regular, read_limited, translate_errors
from engine.files.temporary_file import try_lock
from engine.files.untrusted_toml import decode_text
from engine.values.toml_fields import read_value

Entry = Mapping[str, Any]

VERSION = 1
"""The version of the file format, which is recorded in the first line."""
MAX_BYTES = 1 << 27
"""The size, in bytes, of the largest file that can be read."""
_SUFFIX = ".gallery"
_SEEN = ".seen"


class Journal:
    """A gallery's journal file, which is locked when it is first read or written.

    Attributes:
        path: The path of the file, which is created when the first entry is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._close: Callable[[], object] = lambda: None
        self._descriptor: int | None = None
        self._pending: list[bytes] = []

    @classmethod
    def create(cls, folder: Path, game: str, *, is_history: bool = False) -> Journal:
        """Return a journal whose file name gives the time, the game and, for a history, a mark."""
        stem = f"{datetime.now():%Y%m%d-%H%M%S}-{game}{_SEEN if is_history else ''}"
        number, path = 1, folder / f"{stem}{_SUFFIX}"
        while os.path.lexists(path):
            number += 1
            path = folder / f"{stem}-{number}{_SUFFIX}"
        return cls(path)

    def add_entry(self, entry: Entry) -> None:
        """Append an entry to the file, preceded by any entries that could not be written before.

        Raises:
            LevelError: The file cannot be written. The message names it. The entry will be written
                together with the next one.
        """
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"
        self._pending.append(line.encode())
        with translate_errors(self.path, "cannot be written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = self._open_locked(os.O_CREAT)
            # Writing to a deleted file raises no error, but what is written is lost.
            if not os.fstat(descriptor).st_nlink:
                raise FileNotFoundError
            while self._pending:
                self._write_line(descriptor, self._pending[0])
                del self._pending[0]

    def _write_line(self, descriptor: int, line: bytes) -> None:
        """Append a complete line, or leave the file unchanged.

        Raises:
            OSError: The line cannot be written. Any part already written is removed, because it
                would make the next line unreadable.
        """
        size = os.fstat(descriptor).st_size
        try:
            # Writing fewer bytes than requested means that the disk is full.
            if os.write(descriptor, line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            os.ftruncate(descriptor, size)
            raise

    def close(self) -> None:
        """Close the file, which releases its lock."""
        self._close()
        self._descriptor = None

    def _open_locked(self, flags: int) -> int:
        """Return the file's descriptor, opening and locking the file if necessary.

        Raises:
            LevelError: Another session has the file open.
        """
        if self._descriptor is None:
            # `O_APPEND` places each line at the end of the file, even if other programs write to
            # it.
            appending = os.O_WRONLY | os.O_APPEND | flags
            descriptor = open_regular(self.path, appending, follow_links=False)
            # None means that the file system does not support locks; that is not an error.
            if try_lock(descriptor) is False:
                os.close(descriptor)
                raise self.build_error("open in another session")
            self._descriptor = descriptor
            # When the journal is garbage-collected, close the descriptor, which releases the lock.
            self._close = finalize(self, os.close, descriptor)
        return self._descriptor

    def read(self) -> list[Entry]:
        """Return all entries in order, after removing an incomplete last line from the file.

        Raises:
            LevelError: The file cannot be read, is not a gallery, or is open in another session. In
                each case it is left unchanged.
        """
        with translate_errors(self.path):
            descriptor = self._open_locked(0)
        entries, length, size = self._parse_file()
        if length < size:
            with translate_errors(self.path, "cannot be repaired"):
                os.ftruncate(descriptor, length)
        return entries

    def read_unlocked(self) -> list[Entry]:
        """Return all entries without locking or changing the file.

        Raises:
            LevelError: The file cannot be read or is not a gallery. The message names the file and
                the line.
        """
        return self._parse_file()[0]

    def _parse_file(self) -> tuple[list[Entry], int, int]:
        """Return the entries, and the sizes in bytes of all complete lines and of the whole file.

        Raises:
            LevelError: The file cannot be read or is not a gallery.
        """
        content = read_limited(self.path, MAX_BYTES, follow_links=False)
        if len(content) > MAX_BYTES:
            raise self.build_error(f"the file is longer than {MAX_BYTES:,} bytes")
        # Anything after the last line feed is an incomplete line.
        whole, end, _ = content.rpartition(b"\n")
        entries = [
            self._parse_line(number, line) for number, line in enumerate(whole.split(b"\n"), 1)
        ]
        try:
            version = read_value(entries[0], "gallery", int)
        except LevelError as error:
            raise self.build_error(error.message, 1, error.key) from error
        if version != VERSION:
            raise self.build_error(f"expected {VERSION}, found {version}", 1, "gallery")
        return entries, len(whole + end), len(content)

    def build_error(
        self, message: str, line: int | None = None, key: str | None = None
    ) -> LevelError:
        """Build an error that names the file and, if given, the line and the key."""
        return LevelError(message, file=str(self.path), line=line, key=key)

    def _parse_line(self, number: int, line: bytes) -> Entry:
        try:
            return leveljson.parse_object(decode_text(line, MAX_BYTES))
        except LevelError as error:
            raise self.build_error(error.message, number, error.key) from error


def list_journals(folder: Path) -> list[Path]:
    """Return the paths of the galleries in a folder, most recently written first."""
    found = [path for path in folder.glob(f"*{_SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def read_game_name(path: Path) -> str:
    """Return the game named in a gallery's file name, or an empty string if there is none."""
    match = re.fullmatch(rf"\d+-\d+-(.+?)({_SEEN})?(-\d+)?", path.stem)
    return match[1] if match else ""


def is_session_history(path: Path) -> bool:
    """Return True if a gallery's file name marks it as the history of a session."""
    return re.search(rf"{_SEEN}(-\d+)?$", path.stem) is not None


def count_levels(path: Path) -> int:
    """Return the number of levels in a gallery, or 0 if its file cannot be read.

    Lines are counted without being parsed, so that many galleries can be listed quickly.
    """
    try:
        # JSON escapes line feeds in strings, so these bytes occur only where an entry begins.
        return read_limited(path, MAX_BYTES, follow_links=False).count(b'\n{"level":')
    except (EngineError, OSError):
        return 0
