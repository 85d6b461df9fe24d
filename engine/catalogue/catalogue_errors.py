"""The errors that catalogues raise. Each message is one line that names the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import EngineError


class CatalogueError(EngineError):
    """A file that is not a catalogue, or a failed operation on a catalogue."""


_FULL = "disk is full", "disk I/O error"
_BUSY = "locked", "busy"
_NO_ROOM = "SQLITE_IOERR_SHMSIZE"
"""SQLite's name for the error that the disk has no room for a catalogue's ``NAME-shm`` file."""


@contextmanager
def translate_sqlite_errors(path: Path | str) -> Iterator[None]:
    """Translate SQLite errors raised in the ``with`` block into errors that name the file.

    Raises:
        CatalogueError: SQLite reported an error.
    """
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning, OverflowError, UnicodeError) as error:
        raise CatalogueError(f"{path}: {describe_sqlite_error(error)}") from error


def describe_sqlite_error(error: Exception) -> str:
    """Return the message to show for an SQLite error."""
    no_room = getattr(error, "sqlite_errorname", "") == _NO_ROOM
    text = "disk is full" if no_room else str(error)
    # Match the text, because errors that Python's sqlite3 module itself raises have no code.
    if any(word in text for word in _FULL):
        return f"cannot be read or written: {text}; what it held is unchanged"
    if any(word in text for word in _BUSY):
        return "another process is writing it; try again later"
    if "readonly" in text:
        return "cannot be written: read-only"
    if "unable to open" in text:
        return "cannot be opened"
    if "interrupted" in text:
        return "interrupted"
    if "not a database" in text:
        return "not a catalogue: not an SQLite file"
    return f"damaged: {text}"
