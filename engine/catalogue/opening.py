"""Connections to catalogues: to read without leaving a trace, and to write.

A catalogue is in the mode of a write-ahead log, ``NAME-wal``, in which the changes of a live or
killed writer stand. Where there is none the file is complete: SQLite then reads it as immutable,
makes no files beside it and asks for no locks, so that it may lie on a medium that cannot be
written. Where there is one it is read with the help of ``NAME-shm`` or, if that cannot be had, from
a copy of both.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from engine.catalogue import schema
from engine.catalogue.errors import CatalogueError, refusing
from engine.errors import LevelError
from engine.files.storage import absolute, require_regular

LOG, SHARED, JOURNAL = "-wal", "-shm", "-journal"
"""After the name of a catalogue, the files that SQLite puts next to it; ours has no journal."""
LONGEST = 4 << 20
"""Bytes of a text or blob in a catalogue at most; ours are far shorter."""
PATIENCE = 5.0
"""Seconds to wait for others that write at the same moment."""
CHECKED = 64 << 20
"""Bytes of a file up to which all its pages are checked when it is opened."""


def reading(path: Path) -> tuple[sqlite3.Connection, Callable[[], None]]:
    """A connection to read by, and what is to be called when it is closed.

    Raises:
        CatalogueError: no catalogue, a damaged one, or one of a newer workbench.
    """
    _require_file(path)
    for suffix in (LOG, SHARED, JOURNAL):
        _require_own(_beside(path, suffix))
    log, shared = _beside(path, LOG), _beside(path, SHARED)
    folder: Path | None = None
    if not _size(log):
        options = "mode=ro&immutable=1"
    elif os.access(shared, os.R_OK | os.W_OK):
        options = "mode=ro"
    else:
        options, folder = "mode=rw", Path(tempfile.mkdtemp(prefix="catalogue-"))
    end = _removing(folder)
    source = path
    try:
        if folder is not None:
            source = folder / "copy"
            shutil.copyfile(path, source)
            shutil.copyfile(log, _beside(source, LOG))
        connection = _connect(source, options)
    except OSError as error:
        end()
        raise CatalogueError(f"{path}: cannot be read: {error.strerror}") from error
    except CatalogueError:
        end()
        raise
    return _checked(connection, path, end), end


def writing(path: Path) -> sqlite3.Connection:
    """A connection to write by to a catalogue that is there.

    Raises:
        CatalogueError: no catalogue, a damaged one, one of a newer workbench, or read-only.
    """
    connection, end = reading(path)  # what is none of ours is not even opened for writing
    connection.close()
    end()
    if not os.access(path, os.W_OK):
        raise CatalogueError(f"{path}: cannot be written: read-only")
    connection = _connect(path, "mode=rw")
    with _closed_if_refused(connection, path):
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("PRAGMA synchronous = NORMAL")
        if connection.execute("PRAGMA user_version").fetchone()[0] < schema.VERSION:
            connection.execute("BEGIN IMMEDIATE")
            schema.create(connection)
            connection.execute("COMMIT")
    return connection


def settle(connection: sqlite3.Connection) -> None:
    """Puts what stands in the log into the file, as far as no process reads it from there."""
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def making(path: Path) -> None:
    """Makes an empty catalogue of a file that is not there; it is for the caller to keep it.

    Raises:
        CatalogueError: it cannot be made.
    """
    connection = _connect(path, "mode=rwc")
    with _closed_if_refused(connection, path):
        for setting in ("synchronous = OFF", "journal_mode = OFF"):
            connection.execute(f"PRAGMA {setting}").fetchall()
        schema.create(connection)
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.close()


@contextmanager
def _closed_if_refused(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Closes a connection when something within it fails; what SQLite refuses names the file."""
    try:
        with refusing(path):
            yield
    except BaseException:
        connection.close()
        raise


def _connect(path: Path, options: str) -> sqlite3.Connection:
    """A connection that runs nothing of what a file from elsewhere might want to be run."""
    uri = f"file:{quote(os.fsencode(absolute(path)))}?{options}"
    with refusing(path):
        connection = sqlite3.connect(
            uri, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True
        )
    with _closed_if_refused(connection, path):
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for setting in ("trusted_schema = OFF", "cell_size_check = ON", "temp_store = DEFAULT"):
            connection.execute(f"PRAGMA {setting}")
        if sys.version_info >= (3, 12):
            connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
            connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
            connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
    return connection


def _checked(
    connection: sqlite3.Connection, path: Path, end: Callable[[], None]
) -> sqlite3.Connection:
    """The connection, once the file has our tables and no damage that is found at little cost."""
    try:
        with _closed_if_refused(connection, path):
            schema.require_ours(connection, path)
            if _size(path) <= CHECKED:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if found != "ok":
                    raise CatalogueError(f"{path}: damaged: {found}")
            connection.execute("PRAGMA query_only = ON")
    except CatalogueError:
        end()
        raise
    return connection


def _require_file(path: Path) -> None:
    """Refuses what SQLite is not to open, which would make what is missing.

    It is not read here: closing it would end the locks that this process has on it.

    Raises:
        CatalogueError: missing, empty, not readable, or no regular file.
    """
    try:
        require_regular(path)
    except LevelError as error:
        raise CatalogueError(str(error)) from error
    if not os.access(path, os.R_OK):
        raise CatalogueError(f"{path}: cannot be read: permission denied")
    if not _size(path):
        raise CatalogueError(f"{path}: no catalogue: an empty file")


def _require_own(path: Path) -> None:
    """Refuse what SQLite would follow, wait for or overwrite in the place of a file of its own.

    Raises:
        CatalogueError: it is there and is no regular file.
    """
    try:
        mode = path.lstat().st_mode
    except (OSError, ValueError):
        return
    if not stat.S_ISREG(mode):
        raise CatalogueError(f"{path}: expected a regular file of SQLite, found something else")


def state(path: Path) -> tuple[int, int, int]:
    """What a file has that changes with its content, as far as its folder knows it."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return 0, 0, 0
    return found.st_mtime_ns, found.st_size, _size(_beside(path, LOG))


def identity(path: Path) -> tuple[int, int]:
    """What distinguishes a file from another one that takes its name; zeros for none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return found.st_dev, found.st_ino


def _beside(path: Path, suffix: str) -> Path:
    return Path(os.path.realpath(path) + suffix)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def _removing(folder: Path | None) -> Callable[[], None]:
    """What removes a folder, if there is one."""
    return lambda: None if folder is None else shutil.rmtree(folder, ignore_errors=True)
