"""The sessions that run: which are live, and what each of them has open.

A session is live while its process holds the lock of its name. The lock ends with the process,
so neither ``kill -9`` nor a reused process number misleads another session.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import tomli_w

from engine.errors import LevelError
from engine.files import storage, tomltext

if TYPE_CHECKING:
    from filelock import BaseFileLock

T = TypeVar("T")

NAME = re.compile(r"\d+-[0-9a-f]{8}")
"""What a session is called: its process and a random number."""
MAX_BYTES = 64 * 1024
"""A session file that is longer is none."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another live session that has a level open.

    Attributes:
        process: its process number on ``host``.
        host: the machine it runs on.
        since: when it opened the level; None if it does not say.
    """

    process: int
    host: str
    since: datetime | None

    def __str__(self) -> str:
        """Who and since when, in a few words."""
        where = "" if self.host == socket.gethostname() else f" on {self.host}"
        since = "" if self.since is None else f" since {self.since:%H:%M}"
        return f"process {self.process}{where}{since}"


class AppSession:
    """This session, as the others see it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._lock: BaseFileLock | None = None
        self._open: dict[str, Any] = {}

    def begin(self) -> None:
        """Makes the session known; until then nothing can be kept in its name.

        Raises:
            LevelError: the folder cannot be written.
        """
        from filelock import FileLock

        path = _lock_of(self.folder, self.name)
        with storage.refusing(path):
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(path, timeout=0, thread_local=False)
            lock.acquire()
        self._lock = lock
        self._write()

    @property
    def begun(self) -> bool:
        """Whether the others can see this session."""
        return self._lock is not None

    def show(self, path: Path | None) -> None:
        """Says which file is open here, as soon as the session is known.

        Raises:
            LevelError: that cannot be written down.
        """
        self._open = {}
        if path is not None:
            since = datetime.now().astimezone().replace(microsecond=0)
            self._open = {"path": _spelled(path), "since": since}
        if self.begun:
            self._write()

    def _write(self) -> None:
        table = {"process": os.getpid(), "host": socket.gethostname(), **self._open}
        storage.replace_file(self._file, tomli_w.dumps(table).encode())

    def end(self) -> None:
        """Makes the session unknown again."""
        lock, self._lock = self._lock, None
        if lock is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                lock.release()
                _lock_of(self.folder, self.name).unlink(missing_ok=True)

    @property
    def _file(self) -> Path:
        return self.folder / f"{self.name}.toml"


def is_live(folder: Path, name: str) -> bool:
    """Whether the session of that name still runs; true where that cannot be found out."""
    from filelock import FileLock, Timeout

    path = _lock_of(folder, name)
    if not path.exists():
        return False
    try:
        with FileLock(path, timeout=0, thread_local=False):
            return False
    except (Timeout, OSError):
        return True


def others(session: AppSession, path: Path) -> list[Other]:
    """The other live sessions that have a file open, the longest first.

    What dead sessions left behind is taken away; files of other origin are left alone.
    """
    wanted = _spelled(path)
    found = []
    with contextlib.suppress(OSError):
        for file in sorted(session.folder.glob("*.toml")):
            if not NAME.fullmatch(file.stem) or file.stem == session.name:
                continue
            table = _read(file)
            if table is not None and table.get("path") != wanted:
                continue
            if not is_live(session.folder, file.stem):
                _sweep(session.folder, file.stem)
            elif table is not None:
                found.append(_other(table))
    return sorted(found, key=lambda other: (other.since is None, str(other.since)))


def sweep(session: AppSession) -> None:
    """Takes away what dead sessions left behind in the folder."""
    with contextlib.suppress(OSError):
        for file in session.folder.glob("*.toml"):
            if NAME.fullmatch(file.stem) and not is_live(session.folder, file.stem):
                _sweep(session.folder, file.stem)


def _sweep(folder: Path, name: str) -> None:
    with contextlib.suppress(OSError):
        (folder / f"{name}.toml").unlink(missing_ok=True)
        _lock_of(folder, name).unlink(missing_ok=True)


def _spelled(path: Path) -> str:
    return storage.spelled(storage.real(path))


def _lock_of(folder: Path, name: str) -> Path:
    return folder / f"{name}.lock"


def value(table: Mapping[str, Any], key: str, kind: type[T]) -> T | None:
    """What a table has under a key, if it is of that kind."""
    found = table.get(key)
    return found if isinstance(found, kind) else None


def _read(file: Path) -> dict[str, Any] | None:
    """The table of a session file, None if it is none."""
    try:
        return tomltext.read(file, MAX_BYTES)
    except LevelError:
        return None


def _other(table: dict[str, Any]) -> Other:
    process, host = value(table, "process", int), value(table, "host", str)
    return Other(process or 0, "?" if host is None else host, value(table, "since", datetime))
