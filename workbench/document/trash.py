"""Deleted levels: a folder each, with what belonged to them and a note of where they were.

The last :data:`KEPT` deleted levels stay until the trash is emptied, older ones for
:data:`DAYS` days: a clock that jumps ahead takes no recent one away.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, count
from pathlib import Path

import tomli_w

from engine.errors import LevelError
from engine.files import storage, tomltext
from engine.values import entries
from workbench.document import moving

NOTE = "deleted.toml"
"""The note in the folder of a deleted level."""
_HEAD = (
    "# A deleted level of the Puzzle Workbench. To have it back, move its files to their folder.\n"
)
KEPT = 100
"""Levels that stay in the trash however old they are."""
DAYS = 30
"""Days that every level stays in the trash."""
_LONGEST = 40
_LONGEST_NOTE = 64 * 1024
_NAME = re.compile(r"\d{8}-\d{6}-")


@dataclass(frozen=True, slots=True)
class Deleted:
    """A level in the trash.

    Attributes:
        folder: where its files are now.
        path: where the level was.
        files: the names of the level and of what belongs to it, the level first.
        when: when it was deleted.
    """

    folder: Path
    path: Path
    files: tuple[str, ...]
    when: datetime


def put(trash: Path, path: Path) -> Deleted:
    """Moves a level and what belongs to it into the trash.

    Everything is copied before anything is removed, since the trash may be on another disk.

    Raises:
        LevelError: the trash cannot be written or the level not be removed; it stays then.
    """
    path = path.absolute()
    files = [path, *moving.belongings(path)]
    folder = _new_folder(trash, path)
    removed: list[Path] = []
    try:
        with storage.refusing(path, "cannot be deleted"):
            for file in files:
                _copy(file, folder / file.name)
            now = datetime.now().astimezone().replace(microsecond=0)
            deleted = Deleted(folder, path, tuple(file.name for file in files), now)
            note = {
                "deleted": now,
                "folder": storage.spelled(path.parent),
                "files": [storage.spelled(name) for name in deleted.files],
            }
            storage.replace_file(folder / NOTE, (_HEAD + tomli_w.dumps(note)).encode())
            for file in files:
                file.unlink()
                removed.append(file)
    except LevelError:
        # What is gone for another reason, such as a deletion at the same time, stays away.
        for file in removed:
            with contextlib.suppress(OSError, LevelError):
                _copy(folder / file.name, file)
        shutil.rmtree(folder, ignore_errors=True)
        raise
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
        with storage.refusing(deleted.path, "cannot be restored"):
            deleted.path.parent.mkdir(parents=True, exist_ok=True)
            for name, target in zip(deleted.files, targets, strict=True):
                _copy(deleted.folder / name, target)
                done.append(target)
    except LevelError:
        for target in done:
            with contextlib.suppress(OSError):
                target.unlink()
        raise
    shutil.rmtree(deleted.folder, ignore_errors=True)
    return targets[0]


def contents(trash: Path) -> list[Deleted]:
    """The levels in the trash that can be brought back, the one deleted last first.

    Folders of other origin, and those whose note is damaged, are left out.
    """
    found = []
    with contextlib.suppress(OSError):
        for folder in trash.iterdir():
            with contextlib.suppress(LevelError):
                found.append(_read(folder))
    return sorted(found, key=lambda deleted: (deleted.when, deleted.folder.name), reverse=True)


def prune(trash: Path, now: datetime) -> None:
    """Removes for good what has been in the trash for long; see the module."""
    for deleted in contents(trash)[KEPT:]:
        if now - deleted.when > timedelta(days=DAYS):
            shutil.rmtree(deleted.folder, ignore_errors=True)


def empty(trash: Path) -> int:
    """Removes for good all levels in the trash, and what a crash left of others.

    Returns:
        How many levels there were.

    Raises:
        LevelError: one of them cannot be removed.
    """
    levels = len(contents(trash))
    with storage.refusing(trash, "cannot be emptied"):
        for entry in trash.iterdir() if trash.is_dir() else ():
            if _NAME.match(entry.name):  # anything else is not ours
                shutil.rmtree(entry)
    return levels


def _read(folder: Path) -> Deleted:
    """What the note of a folder says.

    Raises:
        LevelError: there is none, or none that can be followed.
    """
    note = tomltext.read(folder / NOTE, _LONGEST_NOTE)
    files = tuple(storage.unspelled(name).name for name in entries.texts(note, "files"))
    if not files or not all(
        name not in ("", "..") and os.path.lexists(folder / name) for name in files
    ):
        raise LevelError("not all there", key="files")
    old = storage.unspelled(entries.text(note, "folder"))
    return Deleted(folder, old / files[0], files, entries.moment(note, "deleted"))


def _new_folder(trash: Path, path: Path) -> Path:
    name = f"{datetime.now():%Y%m%d-%H%M%S}-{path.stem[:_LONGEST]}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    with storage.refusing(trash, "the trash cannot be written"):
        folder = next(trash / name for name in names if not (trash / name).exists())
        folder.mkdir(parents=True)
    return folder


def _free(deleted: Deleted) -> list[Path]:
    """Where the files go: where they were, or beside it if anything stands there."""
    old = deleted.path
    for end in chain(("", "-restored"), (f"-restored-{number}" for number in count(2))):
        new = old.with_name(f"{old.stem}{end}{old.suffix}")
        others = (old.with_name(name) for name in deleted.files[1:])
        targets = [new, *(moving.companion(other, old, new) for other in others)]
        if not any(map(os.path.lexists, targets)):
            return targets
    raise AssertionError("there is always another name")


def _copy(source: Path, target: Path) -> None:
    """Copies a file, or a symbolic link as such, to a name that is free."""
    if source.is_symlink():
        target.symlink_to(source.readlink())
        return
    storage.require_regular(source)
    moving.create(target, source.read_bytes())
    with contextlib.suppress(OSError):
        shutil.copystat(source, target)
