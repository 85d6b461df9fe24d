"""Writing what a verb makes to the files that ``--out`` names."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import LevelError
from engine.files import levelfile
from engine.files.storage import reason
from engine.values.level import Level
from workbench.terminal import console


def save(level: Level, path: str | Path) -> None:
    """Writes a level, and says so if that cost comments of the old file.

    Raises:
        LevelError: it cannot be written.
    """
    kept = levelfile.write(level, path).kept
    if kept is not None:
        console.note(f"{path}: a save keeps no comments; the file as it was is {kept}")


def save_new(level: Level, path: Path) -> bool:
    """Writes a level to a file that is not there yet, in a folder that is made if it must be.

    Returns:
        Whether it was written; if not, something has that name already.

    Raises:
        LevelError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        levelfile.write(level, path, new=True)
    except FileExistsError:
        return False
    except OSError as error:
        raise LevelError(f"cannot be made: {reason(error)}", file=str(path.parent)) from error
    return True


def require_file(out: str) -> None:
    """Refuses an output file early, before the work that would be lost.

    Raises:
        LevelError: a folder has that name, or there is no folder for the file.
    """
    if os.path.isdir(out):  # noqa: PTH112 - false, not an error, for what cannot be a path
        raise LevelError("a folder, not a file", file=out)
    if not os.path.isdir(Path(out).parent):  # noqa: PTH112
        raise LevelError("no such folder", file=str(Path(out).parent))
    _require_writable(Path(out).parent)


def require_folder(out: str) -> None:
    """Refuses an output folder early.

    Raises:
        LevelError: a file has that name, or nothing can be put there.
    """
    if os.path.lexists(out) and not os.path.isdir(out):  # noqa: PTH112
        raise LevelError("a file; more than one level needs a folder", file=out)
    folders = (Path(out), *Path(out).parents)
    _require_writable(next(folder for folder in folders if os.path.lexists(folder)))


def _require_writable(folder: Path) -> None:
    """Refuses a folder that nothing can be put in.

    Raises:
        LevelError: it is none, or is not to be written to.
    """
    if not folder.is_dir():
        raise LevelError("not a folder", file=str(folder))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise LevelError("cannot be written: permission denied", file=str(folder))
