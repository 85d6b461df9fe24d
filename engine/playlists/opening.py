"""The source of levels at a path, whatever it is."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import LevelError
from engine.playlists.folders import LevelFolder
from engine.playlists.sources import Source


def source_of(path: Path) -> Source:
    """The source at a path.

    Raises:
        EngineError: there is nothing.
    """
    from engine.playlists.catalogued import CatalogueSource  # SQLite with it

    if path.is_dir():
        return LevelFolder(path)
    if not os.path.lexists(path):
        raise LevelError("no such folder or catalogue", file=str(path))
    return CatalogueSource(path)
