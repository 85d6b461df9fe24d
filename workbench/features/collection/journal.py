"""The file of a gallery: what happened in it, a line of JSON each, only ever added to.

A line is written with one call of the system, before anything of it is shown; so a session that
ends at any moment, by whatever signal, has lost no choice. The last line may be a part of one, of
a machine that went down: it is cut off when the gallery is opened again. One session at a time has
the file; a lock that ends with its process sees to that.
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
from engine.files.storage import open_regular, read_limited, refusing
from engine.files.temporary import lock
from engine.files.tomltext import decode
from engine.values.entries import take

Entry = Mapping[str, Any]

VERSION = 1
"""Of the form of the lines; the first line says it."""
MAX_BYTES = 1 << 27
"""Longer files are not read."""
_SUFFIX = ".gallery"
_SEEN = ".seen"


class Journal:
    """The file of one gallery, locked from the first time that it is read or written.

    Attributes:
        path: where it is; made with the first entry.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._close: Callable[[], object] = lambda: None
        self._descriptor: int | None = None
        self._behind: list[bytes] = []

    @classmethod
    def new(cls, folder: Path, game: str, *, seen: bool = False) -> Journal:
        """A file that is not there yet, named by the game and the moment, and if it is of seen."""
        stem = f"{datetime.now():%Y%m%d-%H%M%S}-{game}{_SEEN if seen else ''}"
        number, path = 1, folder / f"{stem}{_SUFFIX}"
        while os.path.lexists(path):
            number += 1
            path = folder / f"{stem}-{number}{_SUFFIX}"
        return cls(path)

    def add(self, entry: Entry) -> None:
        """Writes down what happens next, behind all that could not be written before.

        Raises:
            LevelError: it cannot be written now, but is with what happens later; names the file.
        """
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"
        self._behind.append(line.encode())
        with refusing(self.path, "cannot be written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = self._open(os.O_CREAT)
            if not os.fstat(descriptor).st_nlink:
                raise FileNotFoundError
            while self._behind:
                self._write(descriptor, self._behind[0])
                del self._behind[0]

    def _write(self, descriptor: int, line: bytes) -> None:
        """Adds a line, all of it or nothing.

        Raises:
            OSError: the disk is full, or has taken a part, behind which no other line can follow.
        """
        size = os.fstat(descriptor).st_size
        try:
            if os.write(descriptor, line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            os.ftruncate(descriptor, size)
            raise

    def close(self) -> None:
        """Leaves the file to others."""
        self._close()
        self._descriptor = None

    def _open(self, flags: int) -> int:
        """The descriptor of the locked file.

        Raises:
            LevelError: another session has it.
        """
        if self._descriptor is None:
            appending = os.O_WRONLY | os.O_APPEND | flags
            descriptor = open_regular(self.path, appending, links=False)
            if lock(descriptor) is False:
                os.close(descriptor)
                raise self.error("open in another session")
            self._descriptor = descriptor
            self._close = finalize(self, os.close, descriptor)
        return self._descriptor

    def read(self) -> list[Entry]:
        """Everything that happened, the beginning first; a part of a last line is cut off.

        Raises:
            LevelError: as for :meth:`look`, or another session has it; the file stays as it is.
        """
        with refusing(self.path):
            descriptor = self._open(0)
        entries, length, size = self._parsed()
        if length < size:
            with refusing(self.path, "cannot be mended"):
                os.ftruncate(descriptor, length)
        return entries

    def look(self) -> list[Entry]:
        """The same of a file that is left as it is, even if another process has it.

        Raises:
            LevelError: it cannot be read, or is no file of a gallery; names file and line.
        """
        return self._parsed()[0]

    def _parsed(self) -> tuple[list[Entry], int, int]:
        """What whole lines say, how many bytes these are, and how many the file has.

        Raises:
            LevelError: as for :meth:`look`.
        """
        content = read_limited(self.path, MAX_BYTES, links=False)
        if len(content) > MAX_BYTES:
            raise self.error(f"longer than {MAX_BYTES:,} bytes; not read")
        whole, end, _ = content.rpartition(b"\n")
        entries = [self._entry(number, line) for number, line in enumerate(whole.split(b"\n"), 1)]
        try:
            version = take(entries[0], "gallery", int)
        except LevelError as error:
            raise self.error(error.message, 1, error.key) from error
        if version != VERSION:
            raise self.error(f"expected {VERSION}, found {version}", 1, "gallery")
        return entries, len(whole + end), len(content)

    def error(self, what: str, line: int | None = None, key: str | None = None) -> LevelError:
        """An error that names the file."""
        return LevelError(what, file=str(self.path), line=line, key=key)

    def _entry(self, number: int, line: bytes) -> Entry:
        try:
            return leveljson.parse(decode(line, MAX_BYTES))
        except LevelError as error:
            raise self.error(error.message, number, error.key) from error


def journals(folder: Path) -> list[Path]:
    """The galleries of a folder, the one that was written last first."""
    found = [path for path in folder.glob(f"*{_SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def game_of(path: Path) -> str:
    """The game of a gallery, by the name of its file."""
    match = re.fullmatch(rf"\d+-\d+-(.+?)({_SEEN})?(-\d+)?", path.stem)
    return match[1] if match else ""


def is_of_seen(path: Path) -> bool:
    """Whether a gallery is of what was seen while designing, by the name of its file."""
    return re.search(rf"{_SEEN}(-\d+)?$", path.stem) is not None


def levels_in(path: Path) -> int:
    """How many levels hang in a gallery; 0 for a file that cannot be read.

    Its lines are not looked into: galleries are listed before one of them is opened.
    """
    try:
        return read_limited(path, MAX_BYTES, links=False).count(b'\n{"level":')
    except (EngineError, OSError):
        return 0
