"""Levels named on the command line: files, folders and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine import levelfile, sharing
from engine.errors import EngineError, LevelError
from engine.level import Level
from engine.storage import read_limited
from engine.tomltext import MAX_BYTES
from workbench.cli import output, status

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
    return read_limited(name, MAX_BYTES)


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


def expand(names: Iterable[str]) -> Iterator[str]:
    """Names with every folder replaced by the level files in it, at any depth, in order.

    A folder without any is told on stderr.
    """
    for name in names:
        if name == STDIN or not os.path.isdir(name):  # noqa: PTH112 - false for no path at all
            yield name
            continue
        files = list(_files(name))
        if not files:
            output.note(f"{name}: no level files in it")
        yield from files


def _files(folder: str) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            if file.endswith(".toml") and not file.endswith(_NO_LEVELS):
                yield str(Path(place, file))


def each(names: Iterable[str], handle: Callable[[str], int]) -> int:
    """Handles every input, whatever becomes of the others.

    Returns:
        The exit status of them all.
    """
    return status.overall([_one(name, handle) for name in names])


def _one(name: str, handle: Callable[[str], int]) -> int:
    try:
        return handle(name)
    except LevelError as error:
        output.error(error if error.file is not None else error.in_file(name))
    except EngineError as error:
        output.error(f"{name}: {error}")
    return status.REFUSED
