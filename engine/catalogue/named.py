"""Which files may be catalogues, found out without opening them as such."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import LevelError
from engine.files.storage import require_regular

ENDINGS = (".db", ".catalogue")
"""How the names of catalogues end, as far as programs choose them, or look for some."""
APPLICATION = 0x50575743
"""``PWWC``, in the header of every catalogue."""
_MAGIC = b"SQLite format 3\0"
_APPLICATION_AT, _HEADER = 68, 100
"""Where in the header of an SQLite file that stands, and how long the header is."""


def is_catalogue(path: Path) -> bool:
    """Whether a file is to be opened as one, by its first bytes or name; what it is comes out then.

    Not while this process has it open: to close it ends the locks that it has on it.
    """
    return _header(path).startswith(_MAGIC) or (
        path.suffix in ENDINGS and os.path.isfile(path)  # noqa: PTH113 - false for no path at all
    )


def says_it_is_one(path: Path) -> bool:
    """Whether a file says that it is a catalogue, however damaged it is; else as above."""
    header = _header(path)
    said = header[_APPLICATION_AT : _APPLICATION_AT + 4]
    return header.startswith(_MAGIC) and said == APPLICATION.to_bytes(4, "big")


def _header(path: Path) -> bytes:
    try:
        require_regular(path)
        with path.open("rb") as file:
            return file.read(_HEADER)
    except (LevelError, OSError, ValueError):
        return b""
