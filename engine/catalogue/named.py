"""Which files may be catalogues, found out without opening them as such."""

from __future__ import annotations

from pathlib import Path

from engine.errors import LevelError
from engine.files.storage import require_regular

ENDINGS = (".db", ".catalogue")
"""How the names of catalogues end, as far as programs choose them, or look for some."""
_MAGIC = b"SQLite format 3\0"


def is_catalogue(path: Path) -> bool:
    """Whether a file is one of SQLite, by its first bytes: whatever else it is will be told.

    Not while this process has it open: to close it ends the locks that it has on it.
    """
    try:
        require_regular(path)
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except (LevelError, OSError, ValueError):
        return False
