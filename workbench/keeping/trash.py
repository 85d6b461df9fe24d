"""Deleted levels: a folder each, with what belonged to them and a note of where they were."""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import tomli_w

from engine import storage
from engine.errors import LevelError
from workbench.keeping import moving

NOTE = "deleted.toml"
"""The note in the folder of a deleted level."""
_HEAD = (
    "# A deleted level of the Puzzle Workbench. To have it back, move its files to their folder.\n"
)
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Deleted:
    """A level in the trash.

    Attributes:
        folder: where its files are now.
        path: where the level was.
        files: the names of the level and of what belongs to it, the level first.
    """

    folder: Path
    path: Path
    files: tuple[str, ...]


def put(trash: Path, path: Path) -> Deleted:
    """Moves a level and what belongs to it into the trash.

    Everything is copied before anything is removed, since the trash may be on another disk.

    Raises:
        LevelError: the trash cannot be written or the level not be removed; it stays then.
    """
    path = path.absolute()
    files = [path, *moving.belongings(path)]
    folder = _new_folder(trash, path)
    try:
        for file in files:
            _copy(file, folder / file.name)
        deleted = Deleted(folder, path, tuple(file.name for file in files))
        storage.replace_file(folder / NOTE, (_HEAD + tomli_w.dumps(_note(deleted))).encode())
        for file in files:
            file.unlink()
    except (OSError, LevelError) as error:
        put_back = not os.path.lexists(path)
        if put_back:
            with contextlib.suppress(OSError, LevelError):
                _copy(folder / path.name, path)
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, LevelError):
            raise
        raise LevelError(f"cannot be deleted: {storage.reason(error)}", file=str(path)) from error
    return deleted


def restore(deleted: Deleted) -> Path:
    """Moves a level out of the trash, back to where it was.

    If something else stands there by now the level gets a name beside it.

    Returns:
        Where the level is.

    Raises:
        LevelError: it cannot be put back; it stays in the trash then.
    """
    targets = _free(deleted)
    done: list[Path] = []
    try:
        deleted.path.parent.mkdir(parents=True, exist_ok=True)
        for name, target in zip(deleted.files, targets, strict=True):
            _copy(deleted.folder / name, target)
            done.append(target)
    except (OSError, LevelError) as error:
        for target in done:
            with contextlib.suppress(OSError):
                target.unlink()
        if isinstance(error, LevelError):
            raise
        where = str(deleted.path)
        raise LevelError(f"cannot be restored: {storage.reason(error)}", file=where) from error
    shutil.rmtree(deleted.folder, ignore_errors=True)
    return targets[0]


def _note(deleted: Deleted) -> dict[str, object]:
    return {
        "deleted": datetime.now().astimezone().replace(microsecond=0),
        "folder": str(deleted.path.parent),
        "files": list(deleted.files),
    }


def _new_folder(trash: Path, path: Path) -> Path:
    name = f"{datetime.now():%Y%m%d-%H%M%S}-{path.stem[:_LONGEST]}"
    number = 1
    try:
        trash.mkdir(parents=True, exist_ok=True)
        while True:
            folder = trash / (name if number == 1 else f"{name}-{number}")
            if not folder.exists():
                folder.mkdir()
                return folder
            number += 1
    except OSError as error:
        reason = f"the trash cannot be written: {storage.reason(error)}"
        raise LevelError(reason, file=str(trash)) from error


def _free(deleted: Deleted) -> list[Path]:
    """Where the files go: where they were, or beside it if anything stands there."""
    old, number = deleted.path, 0
    while True:
        end = ("", "-restored")[number] if number < 2 else f"-restored-{number}"
        new = old.with_name(f"{old.stem}{end}{old.suffix}")
        others = deleted.files[1:]
        targets = [new, *(moving.companion(old.with_name(n), old, new) for n in others)]
        if not any(os.path.lexists(target) for target in targets):
            return targets
        number += 1


def _copy(source: Path, target: Path) -> None:
    """Copies a file, or a symbolic link as such, to a name that is free."""
    if source.is_symlink():
        target.symlink_to(source.readlink())
        return
    moving.create(target, source.read_bytes())
    with contextlib.suppress(OSError):
        shutil.copystat(source, target)
