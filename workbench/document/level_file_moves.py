"""Operations on level files: moving and copying them, and changing their titles.

A level file ``NAME.toml`` may have companion files: the playtest records ``NAME.plays.toml``, and
the backups ``NAME.toml.orig``, ``NAME.toml.orig2`` and so on, which are made when saving drops
comments. They move together with the level. No operation overwrites another file.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import tomli_w

from engine.errors import LevelError
from engine.files import levelfile, line_ends, storage, untrusted_toml

_RECORDS = ".plays.toml"
_COPY = re.compile(r"-copy(-\d+)?$")
_COPY_TITLE = re.compile(r" \(copy( \d+)?\)$")
_TITLE = re.compile(rb"""^title[ \t]*=[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)
_GAME = re.compile(rb"""^game[ \t]*=[^\r\n]*""", re.MULTILINE)


def list_companions(level: Path) -> list[Path]:
    """Return a level's companion files, which must be moved together with it.

    Raises:
        LevelError: The folder cannot be read.
    """
    kept = re.compile(re.escape(level.name) + r"\.orig\d*")
    records = level.name.removesuffix(".toml") + _RECORDS
    with storage.translate_errors(level.parent):
        return sorted(
            file
            for file in level.parent.iterdir()
            if file.name == records or kept.fullmatch(file.name)
        )


def get_companion_path(file: Path, old: Path, new: Path) -> Path:
    """Return a companion file's new path when the level at ``old`` is moved to ``new``."""
    if file.name.endswith(_RECORDS):
        return new.with_name(new.name.removesuffix(".toml") + _RECORDS)
    return new.with_name(new.name + file.name.removeprefix(old.name))


def move_level(old: Path, new: Path) -> None:
    """Move a level and its companion files to a new path, or none of them if one cannot be moved.

    Raises:
        LevelError: A file exists at one of the new paths, or a file cannot be moved.
    """
    pairs = [
        (old, new),
        *((file, get_companion_path(file, old, new)) for file in list_companions(old)),
    ]
    for _, target in pairs:
        if os.path.lexists(target):
            raise LevelError("already exists", file=str(target))
    done: list[tuple[Path, Path]] = []
    try:
        for source, target in pairs:
            _move_file(source, target)
            done.append((source, target))
    except LevelError:
        # Undo the finished moves, so that the level and its companion files stay together.
        for source, target in reversed(done):
            with contextlib.suppress(LevelError):
                _move_file(target, source)
        raise


def create_file(path: Path, content: bytes) -> None:
    """Create a file with the given content, leaving no file behind if that fails.

    Raises:
        LevelError: The file already exists or cannot be written.
    """
    with _reserve_path(path):
        storage.replace_file(path, content)


def duplicate_level(path: Path, folder: Path) -> Path:
    """Copy a level into a folder, marking its name and title as those of a copy where necessary.

    In another folder, the copy keeps the name and title if the name is free. A file that is not a
    level is copied without changing its content.

    Returns:
        The path of the copy.

    Raises:
        LevelError: The file cannot be read, or the copy cannot be written.
    """
    content = _read_content(path)
    for name, suffix in _generate_copy_names(path, folder):
        target = folder / name
        if os.path.lexists(target):
            continue
        text = content
        with contextlib.suppress(LevelError):
            title = levelfile.loads(content).title
            if title and suffix:
                text = replace_title(content, _COPY_TITLE.sub("", title) + suffix)
        create_file(target, text)
        return target
    raise AssertionError("there is always another name")


def _generate_copy_names(path: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield possible file names for a copy, each with the suffix for the copy's title."""
    if folder.resolve() != path.parent.resolve():
        yield path.name, ""
    stem = _COPY.sub("", path.stem)
    yield f"{stem}-copy.toml", " (copy)"
    for number in count(2):
        yield f"{stem}-copy-{number}.toml", f" (copy {number})"


def retitle_file(path: Path, title: str) -> None:
    """Change the title in a level file, leaving the rest of the file unchanged where possible.

    Raises:
        LevelError: The file is not a level, or cannot be written.
    """
    storage.replace_file(path, replace_title(_read_content(path), title, str(path)))


def replace_title(content: bytes, title: str, file: str = "-") -> bytes:
    """Return the content of a level file with a new title, keeping comments where possible.

    Raises:
        LevelError: The content is not a level. The error names ``file``.
    """
    wanted = replace(levelfile.loads(content, file), title=title)
    line = tomli_w.dumps({"title": title}).strip().encode()
    changed, found = _TITLE.subn(lambda _: line, content, count=1)
    if not found:
        # The level has no title yet, so insert one after the game, with the same line ending.
        end = line_ends.find_line_end(content)
        changed = _GAME.sub(lambda match: match[0] + end + line, content, count=1)
    # The pattern may have matched inside a string or a table, so check the result by parsing it.
    with contextlib.suppress(LevelError):
        if levelfile.loads(changed) == wanted:
            return changed
    return line_ends.keep_line_ends(levelfile.dumps(wanted).encode(), content)


def _read_content(path: Path) -> bytes:
    content = storage.read_limited(path, untrusted_toml.MAX_BYTES)
    if len(content) > untrusted_toml.MAX_BYTES:
        raise LevelError(untrusted_toml.format_too_long(len(content)), file=str(path))
    return content


@contextlib.contextmanager
def _reserve_path(path: Path) -> Iterator[None]:
    """Create an empty file to reserve its name; delete it if the ``with`` block raises an error."""
    with storage.translate_errors(path, "cannot be written"):
        try:
            # O_EXCL checks for an existing file and creates the new one in one atomic step.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        except FileExistsError as error:
            raise LevelError("already exists", file=str(path)) from error
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def _move_file(source: Path, target: Path) -> None:
    with _reserve_path(target), storage.translate_errors(source, "cannot be moved"):
        source.replace(target)
