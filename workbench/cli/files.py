"""Writing what a verb makes to the files that ``--out`` names."""

from __future__ import annotations

import os
from pathlib import Path

from engine import levelfile
from engine.errors import LevelError
from engine.level import Level
from workbench.cli import output


def save(level: Level, path: str | Path) -> None:
    """Writes a level, and says so if that cost comments of the old file.

    Raises:
        LevelError: it cannot be written.
    """
    kept = levelfile.write(level, path).kept
    if kept is not None:
        output.note(f"{path}: a save keeps no comments; the file as it was is {kept}")


def require_file(out: str) -> None:
    """Refuses an output file early, before the work that would be lost.

    Raises:
        LevelError: a folder has that name, or there is no folder for the file.
    """
    if os.path.isdir(out):  # noqa: PTH112 - false, not an error, for what cannot be a path
        raise LevelError("a folder, not a file", file=out)
    if not os.path.isdir(Path(out).parent):  # noqa: PTH112
        raise LevelError("no such folder", file=str(Path(out).parent))


def require_folder(out: str) -> None:
    """Refuses an output folder early.

    Raises:
        LevelError: a file has that name.
    """
    if os.path.lexists(out) and not os.path.isdir(out):  # noqa: PTH112
        raise LevelError("a file; more than one level needs a folder", file=out)
