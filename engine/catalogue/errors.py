"""What can be wrong with a catalogue, and what SQLite refuses, as one line that names the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import EngineError


class CatalogueError(EngineError):
    """A file that is no catalogue of ours, or cannot be read or written as asked."""


_FULL = "disk is full", "disk I/O error"
_BUSY = "locked", "busy"
_NO_ROOM = "SQLITE_IOERR_SHMSIZE"
"""What SQLite calls it that there is no room for ``NAME-shm`` beside a catalogue."""


@contextmanager
def refusing(path: Path | str) -> Iterator[None]:
    """Turns what SQLite refuses within it into an error that names the file.

    Raises:
        CatalogueError: something was refused.
    """
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning, OverflowError, UnicodeError) as error:
        raise CatalogueError(f"{path}: {reason(error)}") from error


def reason(error: Exception) -> str:
    """What SQLite refuses, in words."""
    no_room = getattr(error, "sqlite_errorname", "") == _NO_ROOM
    text = "disk is full" if no_room else str(error)
    if any(word in text for word in _FULL):
        return f"cannot be read or written: {text}; what was there before is kept"
    if any(word in text for word in _BUSY):
        return "another process is writing it; try again later"
    if "readonly" in text:
        return "cannot be written: read-only"
    if "unable to open" in text:
        return "cannot be opened"
    if "interrupted" in text:
        return "interrupted"
    if "not a database" in text:
        return "no catalogue: not an SQLite file"
    return f"damaged: {text}"
