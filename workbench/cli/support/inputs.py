"""Levels named on the command line: files, folders, standard input, and the files to write."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine.catalogue import named
from engine.errors import EngineError, LevelError, quoted
from engine.files import levelfile, sharing
from engine.files.endings import ENDINGS, PACK_ENDING, ending_of, format_of
from engine.files.natural_order import natural_key
from engine.files.storage import FileChanged, FileStamp, read_anything, reason
from engine.files.tomltext import MAX_BYTES
from engine.values.level import Level
from workbench.cli.support import status
from workbench.terminal import console

STDIN = "-"
"""The name of standard input."""

_RECORDS = ".plays.toml"
"""How files of playtest records end, which lie among levels."""


def content(name: str) -> bytes:
    """The bytes of a named level, cut above the limit of level files.

    Raises:
        LevelError: the file cannot be read.
    """
    if not name:
        raise LevelError("expected the name of a level file, found none", file="''")
    if name == STDIN:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    return read_anything(name, MAX_BYTES)


def label(name: str) -> str:
    """What errors call an input: itself, but for a share string, which may be of any length."""
    return "share string" if sharing.is_share_string(name) else name


def level(name: str) -> Level:
    """A named level: of a file, or a share string in place of the name or in the file.

    Raises:
        LevelError: it cannot be read as a level.
    """
    if sharing.is_share_string(name):
        return sharing.loads(name)
    found = content(name)
    text = found.decode(errors="replace")
    return (
        sharing.loads(text, name) if sharing.is_share_string(text) else levelfile.loads(found, name)
    )


def levels(name: str) -> list[Level]:
    """Return all levels of a named file in any format, or of a share string.

    Raises:
        LevelError: one cannot be read as a level.
    """
    if sharing.is_share_string(name):
        return [sharing.loads(name)]
    from engine.files import convert

    return convert.read_all(content(name), name)


def each(names: Iterable[str], handle: Callable[[str], int]) -> int:
    """Handles every input, whatever becomes of the others; the exit status of them all."""
    statuses = []
    for name in names:
        answer = status.REFUSED
        try:
            answer = handle(name)
        except LevelError as error:
            console.error(error if error.file is not None else error.in_file(label(name)))
        except EngineError as error:
            console.error(LevelError(str(error), file=label(name)))
        statuses.append(answer)
    return status.overall(statuses)


def each_file(
    names: Iterable[str], handle: Callable[[str], int], *, empty: int, packs: bool = False
) -> int:
    """Handles every input, of a folder the level files in it, at any depth, in order.

    ``empty`` is the status of a folder without a level file, which is said on stderr; ``packs``
    says that the packs in a folder are wanted too.
    """
    statuses = []
    for name in names:
        folder = name != STDIN and os.path.isdir(name)  # noqa: PTH112 - false for no path at all
        others = (_RECORDS,) if packs else (_RECORDS, PACK_ENDING)
        closed: list[OSError] = []
        files = [*_files(name, others, closed.append)] if folder else [name]
        for error in closed:
            console.error(LevelError(reason(error), file=str(error.filename)))
        if not files and not closed:
            console.note(f"{name}: no level files in it")
        statuses += [status.REFUSED] * bool(closed)
        statuses.append(each(files, handle) if files else empty)
    return status.overall(statuses)


def _files(
    folder: str, others: tuple[str, ...], closed: Callable[[OSError], None]
) -> Iterator[str]:
    """Yield the level files in a folder, none of which ends as ``others`` do.

    Pipes and devices, which were not asked for, are named and left out. ``closed`` is told of each
    folder that cannot be read.
    """
    for parent, folders, files in os.walk(folder, onerror=closed):
        folders.sort(key=natural_key)
        for file in sorted(files, key=natural_key):
            if not file.endswith(".toml") or file.endswith(others):
                continue
            path = Path(parent, file)
            if path.is_file() or not path.exists():  # a link that leads nowhere is an error later
                yield str(path)
            else:
                console.note(f"{path}: not a regular file; left out")


def stamp_of(name: str) -> FileStamp | None:
    """Return the stamp of a file that is to be written later, or None if it is not there.

    Raises:
        LevelError: it cannot be read, or is no regular file.
    """
    is_there = os.path.exists(name)  # noqa: PTH110 - false for what cannot be a name
    return FileStamp.of(name) if is_there else None


def save_unchanged(level: Level, path: str, stamp: FileStamp | None) -> None:
    """Write a level to a file that is as it was when its stamp was taken; see :func:`save`.

    Raises:
        LevelError: it cannot be written, or was changed meanwhile.
    """
    try:
        save(level, path, expect=stamp, new=stamp is None)
    except (FileChanged, FileExistsError) as error:
        what = "changed on disk meanwhile; not overwritten"
        raise LevelError(what, file=path) from error


def save(
    level: Level, path: str | Path, *, expect: FileStamp | None = None, new: bool = False
) -> None:
    """Write a level, and say so if that cost comments of the old file.

    Raises:
        LevelError: it cannot be written.
        FileChanged, FileExistsError: see :func:`engine.files.levelfile.write`.
    """
    kept = levelfile.write(level, path, expect=expect, new=new).kept
    if kept is not None:
        console.note(f"{path}: a save keeps no comments; the file as it was is {kept}")


def save_new(level: Level, path: Path) -> bool:
    """Writes a level to a file in a folder that is made if it must be; False if it is there.

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


def require_named(option: str, name: str) -> None:
    """Refuse what cannot be the name of a catalogue: none, or an ending of another format.

    Raises:
        EngineError: ``option`` has no name of a file.
    """
    if name in ("", STDIN):
        raise EngineError(f"{option}: expected the name of a file, found {quoted(name)}")
    if ending_of(name) in ENDINGS.values() and not os.path.lexists(name):
        wanted = " or ".join(named.ENDINGS)
        raise EngineError(f"{option}: expected a name such as NAME{wanted}, found {quoted(name)}")


def require_level_name(out: str) -> None:
    """Refuse an ending that no level file has; a name may have none.

    Raises:
        LevelError: it has another one.
    """
    format_of(out, ["toml"])


def require_writable(out: str, *, folder: bool) -> None:
    """Refuses an output file, or a folder, early, before the work that would be lost.

    Raises:
        LevelError: something else has that name, or nothing can be put there.
    """
    path, is_folder = Path(out), os.path.isdir(out)  # noqa: PTH112 - false for no path at all
    if folder and os.path.lexists(out) and not is_folder:
        raise LevelError("a file; more than one level needs a folder", file=out)
    if not folder and is_folder:
        raise LevelError("a folder, not a file", file=out)
    if not folder and not os.path.isdir(path.parent):  # noqa: PTH112
        raise LevelError("no such folder", file=str(path.parent))
    above = (path, *path.parents) if folder else (path.parent,)
    there = next(each for each in above if os.path.lexists(each))
    if not there.is_dir():
        raise LevelError("not a folder", file=str(there))
    if not os.access(there, os.W_OK | os.X_OK):
        raise LevelError("cannot be written: permission denied", file=str(there))
