"""Levels named on the command line: files, folders and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine.errors import EngineError, LevelError
from engine.files import levelfile, sharing
from engine.files.storage import read_anything
from engine.files.tomltext import MAX_BYTES
from engine.values.level import Level
from workbench.cli import status
from workbench.terminal import console

STDIN = "-"
"""The name of standard input."""

_NO_LEVELS = (".plays.toml", ".pack.toml")
"""How the files end that lie among levels and are none."""


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


def each(names: Iterable[str], handle: Callable[[str], int]) -> int:
    """Handles every input, whatever becomes of the others.

    Returns:
        The exit status of them all.
    """
    return status.overall([_one(name, handle) for name in names])


def each_file(names: Iterable[str], handle: Callable[[str], int], *, empty: int) -> int:
    """Handles every input, of a folder the level files in it, at any depth, in order.

    Args:
        names: files, folders and standard input.
        handle: does one level, and gives its status.
        empty: the status of a folder without a level file, which is told on stderr.

    Returns:
        The exit status of them all.
    """
    statuses = []
    for name in names:
        files = [name]
        if name != STDIN and os.path.isdir(name):  # noqa: PTH112 - false for no path at all
            files = list(_files(name))
        if not files:
            console.note(f"{name}: no level files in it")
            statuses.append(empty)
        statuses += [_one(file, handle) for file in files]
    return status.overall(statuses)


def _files(folder: str) -> Iterator[str]:
    """The level files in a folder; pipes and devices, which nobody named, are told and left out."""
    for place, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            if not file.endswith(".toml") or file.endswith(_NO_LEVELS):
                continue
            path = Path(place, file)
            if path.is_file() or not path.exists():  # a link that leads nowhere is an error later
                yield str(path)
            else:
                console.note(f"{path}: not a regular file; left out")


def _one(name: str, handle: Callable[[str], int]) -> int:
    try:
        return handle(name)
    except LevelError as error:
        console.error(error if error.file is not None else error.in_file(label(name)))
    except EngineError as error:
        console.error(LevelError(str(error), file=label(name)))
    return status.REFUSED
