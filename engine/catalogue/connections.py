"""Connections to catalogues for writing, and for reading without leaving files behind.

A catalogue uses SQLite's WAL mode: the changes made by a writer, even one that was killed, are in
the write-ahead log ``NAME-wal``. If there is no log, the file is complete. SQLite then opens the
file as immutable, creating no files next to it and taking no locks, so it may be on a read-only
disk. If there is a log, SQLite also needs access to ``NAME-shm``. Without that access, SQLite reads
a temporary copy of the file and its log.
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
from engine.catalogue.catalogue_errors import CatalogueError, translate_sqlite_errors
from engine.errors import LevelError
from engine.files.storage import make_absolute, require_regular

LOG_SUFFIX, SHARED_SUFFIX, JOURNAL_SUFFIX = "-wal", "-shm", "-journal"
"""The suffixes of SQLite's files next to a database. The workbench never creates a journal."""
MAX_VALUE_SIZE = 4 << 20
"""The maximum size in bytes of a string or blob in a catalogue. Valid values are much smaller."""
PATIENCE = 5.0
"""The maximum time to wait for another process that is writing, in seconds."""
MAX_CHECKED_SIZE = 64 << 20
"""The maximum size, in bytes, of a file whose pages are all checked when it is opened."""


def open_for_reading(path: Path) -> tuple[sqlite3.Connection, Callable[[], None]]:
    """Open a connection for reading, and return it with a function that cleans up after it.

    The caller must call that function after closing the connection.

    Raises:
        CatalogueError: The file is not a catalogue, is damaged, or was made by a newer workbench.
    """
    _require_file(path)
    for suffix in (LOG_SUFFIX, SHARED_SUFFIX, JOURNAL_SUFFIX):
        _require_regular_if_there(_get_companion_path(path, suffix))
    log, shared = _get_companion_path(path, LOG_SUFFIX), _get_companion_path(path, SHARED_SUFFIX)
    folder: Path | None = None
    # Without a log the file is complete. With a log, SQLite can read both files in place if it has
    # access to the log's index in shared memory. Otherwise it would have to write that index, so it
    # gets private copies of both files.
    if not _get_size(log):
        options = "mode=ro&immutable=1"
    elif os.access(shared, os.R_OK | os.W_OK):
        options = "mode=ro"
    else:
        options, folder = "mode=rw", Path(tempfile.mkdtemp(prefix="catalogue-"))
    end = _build_cleanup(folder)
    source = path
    try:
        if folder is not None:
            source = folder / "copy"
            shutil.copyfile(path, source)
            shutil.copyfile(log, _get_companion_path(source, LOG_SUFFIX))
        connection = _open_connection(source, options)
    except OSError as error:
        end()
        raise CatalogueError(f"{path}: cannot be read: {error.strerror}") from error
    except CatalogueError:
        end()
        raise
    return _check_connection(connection, path, end), end


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open an existing catalogue for writing, and return the connection.

    Raises:
        CatalogueError: The file is not a catalogue, is damaged or read-only, or was made by a newer
            workbench.
    """
    connection, end = open_for_reading(path)  # a foreign file is never opened for writing
    connection.close()
    end()
    if not os.access(path, os.W_OK):
        raise CatalogueError(f"{path}: cannot be written: read-only")
    connection = _open_connection(path, "mode=rw")
    with _close_on_error(connection, path):
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("PRAGMA synchronous = NORMAL")
        # Upgrade an older catalogue in one transaction, so that a crash cannot leave it half done.
        if connection.execute("PRAGMA user_version").fetchone()[0] < schema.SCHEMA_VERSION:
            connection.execute("BEGIN IMMEDIATE")
            schema.create_tables(connection)
            connection.execute("COMMIT")
    return connection


def checkpoint_log(connection: sqlite3.Connection) -> None:
    """Move the changes from the log into the file, unless another process is reading the log."""
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def create_file(path: Path) -> None:
    """Create an empty catalogue at a temporary path. The caller must rename it afterwards.

    Raises:
        CatalogueError: The file cannot be created.
    """
    connection = _open_connection(path, "mode=rwc")
    with _close_on_error(connection, path):
        # A crash can lose nothing, because the file is temporary until the caller renames it.
        for setting in ("synchronous = OFF", "journal_mode = OFF"):
            connection.execute(f"PRAGMA {setting}").fetchall()
        schema.create_tables(connection)
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.close()


@contextmanager
def _close_on_error(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Close a connection if the ``with`` block raises an error, and translate SQLite errors."""
    try:
        with translate_sqlite_errors(path):
            yield
    except BaseException:
        connection.close()
        raise


def _open_connection(path: Path, options: str) -> sqlite3.Connection:
    """Open a connection that runs no code stored in the file, which may be untrusted."""
    uri = f"file:{quote(os.fsencode(make_absolute(path)))}?{options}"
    with translate_sqlite_errors(path):
        connection = sqlite3.connect(
            uri, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True
        )
    with _close_on_error(connection, path):
        # Defences against untrusted files: limit the size of values, and forbid attached files,
        # functions in the schema and, if this version of Python can, triggers and views.
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_SIZE)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for setting in ("trusted_schema = OFF", "cell_size_check = ON", "temp_store = DEFAULT"):
            connection.execute(f"PRAGMA {setting}")
        if sys.version_info >= (3, 12):
            connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
            connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
            connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
    return connection


def _check_connection(
    connection: sqlite3.Connection, path: Path, clean_up: Callable[[], None]
) -> sqlite3.Connection:
    """Return ``connection`` after checking the file for unexpected tables and obvious damage.

    If the check fails, the connection is closed and ``clean_up`` is called.
    """
    try:
        with _close_on_error(connection, path):
            schema.require_schema(connection, path)
            if _get_size(path) <= MAX_CHECKED_SIZE:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if found != "ok":
                    raise CatalogueError(f"{path}: damaged: {found}")
            connection.execute("PRAGMA query_only = ON")
    except CatalogueError:
        clean_up()
        raise
    return connection


def _require_file(path: Path) -> None:
    """Raise an error unless SQLite may open ``path``. SQLite itself would create a missing file.

    The file is not read here, because closing it would release any locks that this process already
    holds on it.

    Raises:
        CatalogueError: The file is missing, empty, not readable, or not a regular file.
    """
    try:
        require_regular(path)
    except LevelError as error:
        raise CatalogueError(str(error)) from error
    if not os.access(path, os.R_OK):
        raise CatalogueError(f"{path}: cannot be read: permission denied")
    if not _get_size(path):
        raise CatalogueError(f"{path}: not a catalogue: an empty file")


def _require_regular_if_there(path: Path) -> None:
    """Raise an error if one of SQLite's companion files exists but is not a regular file.

    SQLite would follow a link, block on a pipe, or overwrite the file.

    Raises:
        CatalogueError: The path exists and is not a regular file.
    """
    try:
        mode = path.lstat().st_mode
    except (OSError, ValueError):
        return
    if not stat.S_ISREG(mode):
        raise CatalogueError(f"{path}: expected a regular SQLite file, found something else")


def read_file_state(path: Path) -> tuple[int, int, int]:
    """Return a file's modification time, its size and its log's size, or zeros if it is missing."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return 0, 0, 0
    return found.st_mtime_ns, found.st_size, _get_size(_get_companion_path(path, LOG_SUFFIX))


def read_file_identity(path: Path) -> tuple[int, int]:
    """Return a file's device and inode, which change if it is replaced; zeros if it is missing."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return found.st_dev, found.st_ino


def _get_companion_path(path: Path, suffix: str) -> Path:
    return Path(os.path.realpath(path) + suffix)


def _get_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def _build_cleanup(folder: Path | None) -> Callable[[], None]:
    """Return a function that removes ``folder``, or one that does nothing if ``folder`` is None."""
    return lambda: None if folder is None else shutil.rmtree(folder, ignore_errors=True)
