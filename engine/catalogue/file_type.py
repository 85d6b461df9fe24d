"""Functions that recognize catalogue files without opening them as databases."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import LevelError
from engine.files.storage import require_regular

CATALOGUE_SUFFIXES = (".db", ".catalogue")
"""The file name suffixes that the workbench recognizes as catalogues."""
APPLICATION_ID = 0x50575743
"""The application id ``PWWC`` in the header of every catalogue."""
_MAGIC = b"SQLite format 3\0"
_APPLICATION_OFFSET, _HEADER_SIZE = 68, 100
"""The offset of the application id in an SQLite header, and the size of the header, in bytes."""


def is_catalogue(path: Path) -> bool:
    """Return True if a file looks like a catalogue, judging by its first bytes or its suffix.

    Do not call this while this process has the file open: closing a second descriptor for a file
    releases all POSIX locks that the process holds on it.
    """
    return _read_header(path).startswith(_MAGIC) or (
        path.suffix in CATALOGUE_SUFFIXES and os.path.isfile(path)  # noqa: PTH113 - pathlib may raise
    )


def has_application_id(path: Path) -> bool:
    """Return True if a file has the application id of a catalogue, even if it is damaged.

    As with :func:`is_catalogue`, this process must not have the file open.
    """
    header = _read_header(path)
    said = header[_APPLICATION_OFFSET : _APPLICATION_OFFSET + 4]
    return header.startswith(_MAGIC) and said == APPLICATION_ID.to_bytes(4, "big")


def _read_header(path: Path) -> bytes:
    try:
        require_regular(path)
        with path.open("rb") as file:
            return file.read(_HEADER_SIZE)
    except (LevelError, OSError, ValueError):
        return b""
