"""The trash: a folder for each deleted level, with its companion files and a note of its path.

The :data:`MIN_LEVELS` most recently deleted levels stay until the trash is emptied, even if the
clock jumps ahead. Levels deleted earlier stay for at least :data:`MIN_DAYS` days.
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
from engine.files import storage, untrusted_toml
from engine.values import toml_fields
from workbench.document import level_file_moves

NOTE = "deleted.toml"
"""The name of the file with the note, in the folder of a deleted level."""
_HEAD = (
    "# A deleted level of the Puzzle Workbench. To have it back, move its files to their folder.\n"
)
MIN_LEVELS = 100
"""The number of levels that stay in the trash no matter how long ago they were deleted."""
MIN_DAYS = 30
"""The minimum number of days for which a level stays in the trash."""
_MAX_STEM_LENGTH = 40
_MAX_NOTE_BYTES = 64 * 1024
_NAME = re.compile(r"\d{8}-\d{6}-")


@dataclass(frozen=True, slots=True)
class DeletedLevel:
    """A level in the trash.

    Attributes:
        folder: The folder in the trash that contains the files.
        path: The path of the level before it was deleted.
        files: The names of the level's files in the folder, with the level file first.
        when: The time when the level was deleted.
    """

    folder: Path
    path: Path
    files: tuple[str, ...]
    when: datetime


def move_to_trash(trash: Path, path: Path) -> DeletedLevel:
    """Move a level and its companion files to the trash.

    All files are copied before any is deleted, because the trash may be on another disk.

    Raises:
        LevelError: The trash cannot be written, or a file cannot be deleted. In this case, the
            level is unchanged.
    """
    path = path.absolute()
    files = [path, *level_file_moves.list_companions(path)]
    folder = _create_folder(trash, path)
    removed: list[Path] = []
    try:
        with storage.translate_errors(path, "cannot be deleted"):
            for file in files:
                _copy_file(file, folder / file.name)
            now = datetime.now().astimezone().replace(microsecond=0)
            deleted = DeletedLevel(folder, path, tuple(file.name for file in files), now)
            note = {
                "deleted": now,
                "folder": storage.encode_path(path.parent),
                "files": [storage.encode_path(name) for name in deleted.files],
            }
            # Write the note last, so that a folder without a note is known to be incomplete.
            storage.replace_file(folder / NOTE, (_HEAD + tomli_w.dumps(note)).encode())
            for file in files:
                file.unlink()
                removed.append(file)
    except LevelError:
        # Restore only files that were deleted here, not those that another program has deleted.
        for file in removed:
            with contextlib.suppress(OSError, LevelError):
                _copy_file(folder / file.name, file)
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return deleted


def restore_level(deleted: DeletedLevel) -> Path:
    """Move a level from the trash back to its old path.

    If the path is taken, the level gets a similar name in the same folder.

    Returns:
        The path of the restored level.

    Raises:
        LevelError: The level cannot be restored. In this case, it is still in the trash.
    """
    targets = _find_free_paths(deleted)
    done: list[Path] = []
    try:
        with storage.translate_errors(deleted.path, "cannot be restored"):
            deleted.path.parent.mkdir(parents=True, exist_ok=True)
            for name, target in zip(deleted.files, targets, strict=True):
                _copy_file(deleted.folder / name, target)
                done.append(target)
    except LevelError:
        for target in done:
            with contextlib.suppress(OSError):
                target.unlink()
        raise
    shutil.rmtree(deleted.folder, ignore_errors=True)
    return targets[0]


def list_deleted_levels(trash: Path) -> list[DeletedLevel]:
    """Return the levels in the trash that can be restored, most recently deleted first.

    Other folders are left out, and so are levels whose notes are damaged.
    """
    found = []
    with contextlib.suppress(OSError):
        for folder in trash.iterdir():
            with contextlib.suppress(LevelError):
                found.append(_read_note(folder))
    return sorted(found, key=lambda deleted: (deleted.when, deleted.folder.name), reverse=True)


def prune_trash(trash: Path, now: datetime) -> None:
    """Permanently delete levels that are past the limits explained in the module docstring."""
    for deleted in list_deleted_levels(trash)[MIN_LEVELS:]:
        if now - deleted.when > timedelta(days=MIN_DAYS):
            shutil.rmtree(deleted.folder, ignore_errors=True)


def empty_trash(trash: Path) -> int:
    """Permanently delete all levels in the trash, and any incomplete folders left by a crash.

    Returns:
        The number of levels that were in the trash.

    Raises:
        LevelError: A level cannot be deleted.
    """
    levels = len(list_deleted_levels(trash))
    with storage.translate_errors(trash, "cannot be emptied"):
        for entry in trash.iterdir() if trash.is_dir() else ():
            if _NAME.match(entry.name):  # other entries do not belong to the trash
                shutil.rmtree(entry)
    return levels


def _read_note(folder: Path) -> DeletedLevel:
    """Read the note in the folder of a deleted level.

    Raises:
        LevelError: The note is missing or invalid.
    """
    note = untrusted_toml.read_toml(folder / NOTE, _MAX_NOTE_BYTES)
    files = tuple(storage.decode_path(name).name for name in toml_fields.read_texts(note, "files"))
    # A note is invalid if it names files that are outside the folder or do not exist.
    if not files or not all(
        name not in ("", "..") and os.path.lexists(folder / name) for name in files
    ):
        raise LevelError("incomplete", key="files")
    old = storage.decode_path(toml_fields.read_text(note, "folder"))
    return DeletedLevel(folder, old / files[0], files, toml_fields.read_datetime(note, "deleted"))


def _create_folder(trash: Path, path: Path) -> Path:
    name = f"{datetime.now():%Y%m%d-%H%M%S}-{path.stem[:_MAX_STEM_LENGTH]}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    with storage.translate_errors(trash, "the trash cannot be written"):
        folder = next(trash / name for name in names if not (trash / name).exists())
        folder.mkdir(parents=True)
    return folder


def _find_free_paths(deleted: DeletedLevel) -> list[Path]:
    """Return free paths for a level's files: the old ones, or similar ones in the same folder."""
    old = deleted.path
    for end in chain(("", "-restored"), (f"-restored-{number}" for number in count(2))):
        new = old.with_name(f"{old.stem}{end}{old.suffix}")
        others = (old.with_name(name) for name in deleted.files[1:])
        targets = [new, *(level_file_moves.get_companion_path(other, old, new) for other in others)]
        if not any(map(os.path.lexists, targets)):
            return targets
    raise AssertionError("there is always another name")


def _copy_file(source: Path, target: Path) -> None:
    """Copy a file to a free path, copying a symbolic link as a link."""
    if source.is_symlink():
        target.symlink_to(source.readlink())
        return
    storage.require_regular(source)
    level_file_moves.create_file(target, source.read_bytes())
    with contextlib.suppress(OSError):
        shutil.copystat(source, target)
