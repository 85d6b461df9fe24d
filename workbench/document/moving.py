"""Level files under other names: moved and copied with what belongs to them, never over others.

To a level ``NAME.toml`` belong the playtest records ``NAME.plays.toml`` and the files kept from
before a save dropped their comments, ``NAME.toml.orig`` and so on.
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
from engine.files import levelfile, storage, tomltext

_RECORDS = ".plays.toml"
_COPY = re.compile(r"-copy(-\d+)?$")
_COPY_TITLE = re.compile(r" \(copy( \d+)?\)$")
_TITLE = re.compile(rb"""^title[ \t]*=[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)
_GAME = re.compile(rb"""^game[ \t]*=[^\r\n]*""", re.MULTILINE)


def belongings(level: Path) -> list[Path]:
    """The files beside a level that go wherever it goes.

    Raises:
        LevelError: its folder cannot be looked into.
    """
    kept = re.compile(re.escape(level.name) + r"\.orig\d*")
    records = level.name.removesuffix(".toml") + _RECORDS
    with storage.refusing(level.parent):
        return sorted(
            file
            for file in level.parent.iterdir()
            if file.name == records or kept.fullmatch(file.name)
        )


def companion(file: Path, old: Path, new: Path) -> Path:
    """Where something that belongs to ``old`` goes when the level becomes ``new``."""
    if file.name.endswith(_RECORDS):
        return new.with_name(new.name.removesuffix(".toml") + _RECORDS)
    return new.with_name(new.name + file.name.removeprefix(old.name))


def move(old: Path, new: Path) -> None:
    """Gives a level and what belongs to it another name or folder; all of it or nothing.

    Raises:
        LevelError: something stands there already, or a file cannot be moved.
    """
    pairs = [(old, new), *((file, companion(file, old, new)) for file in belongings(old))]
    for _, target in pairs:
        if os.path.lexists(target):
            raise LevelError("is already there", file=str(target))
    done: list[tuple[Path, Path]] = []
    try:
        for source, target in pairs:
            _move_file(source, target)
            done.append((source, target))
    except LevelError:
        for source, target in reversed(done):
            with contextlib.suppress(LevelError):
                _move_file(target, source)
        raise


def create(path: Path, content: bytes) -> None:
    """Writes a new file, all or nothing.

    Raises:
        LevelError: something stands there already, or it cannot be written.
    """
    with _reserved(path):
        storage.replace_file(path, content)


def duplicate(path: Path, folder: Path) -> Path:
    """Copies a level into a folder, with a name and a title that say so where they must.

    In another folder the copy keeps its name if that is free. A file that is no level is
    copied as it is.

    Returns:
        The copy.

    Raises:
        LevelError: the file cannot be read or the copy cannot be written.
    """
    content = _content(path)
    for name, suffix in _copy_names(path, folder):
        target = folder / name
        if os.path.lexists(target):
            continue
        text = content
        with contextlib.suppress(LevelError):
            title = levelfile.loads(content).title
            if title and suffix:
                text = retitled(content, _COPY_TITLE.sub("", title) + suffix)
        create(target, text)
        return target
    raise AssertionError("there is always another name")


def _copy_names(path: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Names for a copy, each with what is added to the title."""
    if folder.resolve() != path.parent.resolve():
        yield path.name, ""
    stem = _COPY.sub("", path.stem)
    yield f"{stem}-copy.toml", " (copy)"
    for number in count(2):
        yield f"{stem}-copy-{number}.toml", f" (copy {number})"


def retitle(path: Path, title: str) -> None:
    """Gives the level of a file another title, and leaves the rest of the file as it is.

    Raises:
        LevelError: the file is no level, or cannot be written.
    """
    storage.replace_file(path, retitled(_content(path), title, str(path)))


def retitled(content: bytes, title: str, file: str = "-") -> bytes:
    """The content of a level file with another title; comments stay where that is possible.

    Raises:
        LevelError: not a level; names ``file``.
    """
    wanted = replace(levelfile.loads(content, file), title=title)
    line = tomli_w.dumps({"title": title}).strip().encode()
    changed, found = _TITLE.subn(lambda _: line, content, count=1)
    if not found:
        end = tomltext.line_end(content)
        changed = _GAME.sub(lambda match: match[0] + end + line, content, count=1)
    # A line that looks like it may stand inside a text or a table: the outcome decides.
    with contextlib.suppress(LevelError):
        if levelfile.loads(changed) == wanted:
            return changed
    return tomltext.keep_line_ends(levelfile.dumps(wanted).encode(), content)


def _content(path: Path) -> bytes:
    content = storage.read_limited(path, tomltext.MAX_BYTES)
    if len(content) > tomltext.MAX_BYTES:
        raise LevelError(tomltext.too_long(len(content)), file=str(path))
    return content


@contextlib.contextmanager
def _reserved(path: Path) -> Iterator[None]:
    """Takes a name for a file that is about to be put there; gives it back on failure."""
    with storage.refusing(path, "cannot be written"):
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        except FileExistsError as error:
            raise LevelError("is already there", file=str(path)) from error
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def _move_file(source: Path, target: Path) -> None:
    with _reserved(target), storage.refusing(source, "cannot be moved"):
        source.replace(target)
