"""The running sessions of the app, and the file that each of them has open.

A session is live while its process holds the lock with its name. The operating system releases the
lock when the process ends. So neither ``kill -9`` nor a reused process number can make a dead
session look live.
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
from engine.files import storage, untrusted_toml

if TYPE_CHECKING:
    from filelock import BaseFileLock

T = TypeVar("T")

NAME = re.compile(r"\d+-[0-9a-f]{8}")
"""The pattern of session names: a process number and a random number."""
MAX_BYTES = 64 * 1024
"""The maximum size of a session file in bytes."""


@dataclass(frozen=True, slots=True)
class OtherSession:
    """Another live session that has the same file open.

    Attributes:
        process: The number of the session's process on ``host``.
        host: The name of the machine that the session runs on.
        since: The time when the session opened the file; None if it is unknown.
    """

    process: int
    host: str
    since: datetime | None

    def __str__(self) -> str:
        """Return the process, the host if it is not this one, and the time of opening the file."""
        where = "" if self.host == socket.gethostname() else f" on {self.host}"
        since = "" if self.since is None else f" since {self.since:%H:%M}"
        return f"process {self.process}{where}{since}"


class AppSession:
    """This process's session, published in a file that other sessions can read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._lock: BaseFileLock | None = None
        self._open: dict[str, Any] = {}

    def register(self) -> None:
        """Register the session, which must happen before any work is saved under its name.

        Raises:
            LevelError: The folder cannot be written.
        """
        from filelock import FileLock

        path = _build_lock_path(self.folder, self.name)
        with storage.translate_errors(path):
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(path, timeout=0, thread_local=False)
            lock.acquire()
        self._lock = lock
        self._write_file()

    @property
    def is_registered(self) -> bool:
        """True if other sessions can see this session."""
        return self._lock is not None

    def publish_path(self, path: Path | None) -> None:
        """Publish the path of the open file, now or as soon as the session is registered.

        If ``path`` is None, publish that no file is open.

        Raises:
            LevelError: The session file cannot be written.
        """
        self._open = {}
        if path is not None:
            since = datetime.now().astimezone().replace(microsecond=0)
            self._open = {"path": _format_path(path), "since": since}
        if self.is_registered:
            self._write_file()

    def _write_file(self) -> None:
        table = {"process": os.getpid(), "host": socket.gethostname(), **self._open}
        storage.replace_file(self._file, tomli_w.dumps(table).encode())

    def unregister(self) -> None:
        """Delete the session file and release the lock."""
        # Clear the attribute before releasing the lock, so that a second call does nothing.
        lock, self._lock = self._lock, None
        if lock is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                lock.release()
                _build_lock_path(self.folder, self.name).unlink(missing_ok=True)

    @property
    def _file(self) -> Path:
        return self.folder / f"{self.name}.toml"


def is_live(folder: Path, name: str) -> bool:
    """Return True if the named session is running, or if it is impossible to tell."""
    from filelock import FileLock, Timeout

    path = _build_lock_path(folder, name)
    if not path.exists():
        return False
    try:
        # The lock can be acquired only if no live process holds it.
        with FileLock(path, timeout=0, thread_local=False):
            return False
    except (Timeout, OSError):
        return True


def find_other_sessions(session: AppSession, path: Path) -> list[OtherSession]:
    """Return the other live sessions that have a file open, in the order in which they opened it.

    If a dead session had the file open, its session file is deleted. Damaged session files are
    deleted too, unless their sessions are live.
    """
    wanted = _format_path(path)
    found = []
    with contextlib.suppress(OSError):
        for file in sorted(session.folder.glob("*.toml")):
            if not NAME.fullmatch(file.stem) or file.stem == session.name:
                continue
            table = _read_table(file)
            # Compare paths first, because testing the lock of each session is slower.
            if table is not None and table.get("path") != wanted:
                continue
            if not is_live(session.folder, file.stem):
                _remove_files(session.folder, file.stem)
            elif table is not None:
                found.append(_parse_other_session(table))
    return sorted(found, key=lambda other: (other.since is None, str(other.since)))


def remove_dead_sessions(session: AppSession) -> None:
    """Delete the session files of dead sessions."""
    with contextlib.suppress(OSError):
        for file in session.folder.glob("*.toml"):
            if NAME.fullmatch(file.stem) and not is_live(session.folder, file.stem):
                _remove_files(session.folder, file.stem)


def _remove_files(folder: Path, name: str) -> None:
    with contextlib.suppress(OSError):
        (folder / f"{name}.toml").unlink(missing_ok=True)
        _build_lock_path(folder, name).unlink(missing_ok=True)


def _format_path(path: Path) -> str:
    return storage.encode_path(storage.resolve_links(path))


def _build_lock_path(folder: Path, name: str) -> Path:
    return folder / f"{name}.lock"


def get_typed(table: Mapping[str, Any], key: str, expected_type: type[T]) -> T | None:
    """Return the value of a key if it has the expected type, and otherwise None."""
    found = table.get(key)
    return found if isinstance(found, expected_type) else None


def _read_table(file: Path) -> dict[str, Any] | None:
    """Read the table in a session file, or return None if the file is not valid."""
    try:
        return untrusted_toml.read_toml(file, MAX_BYTES)
    except LevelError:
        return None


def _parse_other_session(table: dict[str, Any]) -> OtherSession:
    process, host = get_typed(table, "process", int), get_typed(table, "host", str)
    return OtherSession(
        process or 0, "?" if host is None else host, get_typed(table, "since", datetime)
    )
