"""Levels of catalogues as files: level files in a folder, or one table."""

from __future__ import annotations

import csv
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from engine.catalogue import schema, shapes
from engine.catalogue.entries import Entry
from engine.catalogue.inserting import read_shapes
from engine.catalogue.levels import Levels
from engine.catalogue.progress import Step, silent
from engine.catalogue.query import Selection
from engine.errors import LevelError
from engine.files import endings, levelfile, storage
from engine.files.creating import create_files
from engine.files.temporary import sweep
from engine.files.tomltext import with_plain_ends
from engine.values.budget import Control

_TOGETHER = 100
"""Level files that the disk is waited for at once."""
_HEAD = ("id", "game", "seed", "attempt", "tags")


def export(
    selections: Sequence[Selection],
    out: Path,
    step: Step = silent,
    control: Control | None = None,
) -> int:
    """Writes the levels of selections to a folder or a table, whichever ``out`` names.

    A folder gets files ``GAME-SEED.toml``, with a number behind the seed where that is taken by
    another level of the export. A table replaces what was there, all at once.

    Returns:
        How many levels are in it.

    Raises:
        LevelError: it cannot be written, has an ending that no table has, or another file has the
            name of a level; nothing has been written then.
        CatalogueError: damaged.
        Cancelled: ``control`` was cancelled; what is written is whole.
    """
    table = table_of(out)
    if table is not None:
        return TABLES[table](selections, out, step)
    return _as_levels(selections, out, step, control or Control())


def names(selections: Sequence[Selection]) -> list[str]:
    """The names of the files that :func:`export` writes to a folder, in their order."""
    return [name for name, _, _ in _named(selections)]


def _as_levels(selections: Sequence[Selection], out: Path, step: Step, control: Control) -> int:
    """Level files, once every file that is there has turned out to be one of them."""
    with storage.refusing(out, "cannot be made"):
        out.mkdir(parents=True, exist_ok=True)
    sweep(out)
    same = set()
    for name, levels, entry in _named(selections):
        control.require_going_on()
        path = out / name
        if os.path.lexists(path):
            there = with_plain_ends(storage.read_if_there(path) or b"")
            if there != levelfile.encoded(levels.level(entry, control), path):
                raise LevelError("another file; not overwritten", file=str(path))
            same.add(name)
    waiting: dict[str, bytes] = {}
    number = 0
    for name, levels, entry in _named(selections):
        step(number)
        number += 1
        if name not in same:
            waiting[name] = levelfile.encoded(levels.level(entry, control), out / name)
        if len(waiting) == _TOGETHER:
            create_files(out, waiting)
            waiting = {}
    create_files(out, waiting)
    return number


def _named(selections: Iterable[Selection]) -> Iterator[tuple[str, Levels, Entry]]:
    """The levels of selections with the names of their files, and what makes them whole."""
    taken: Counter[str] = Counter()
    for selection in selections:
        levels = Levels(selection.catalogue.path)
        for entry in selection.entries():
            name = f"{entry.game}-{'by-hand' if entry.seed is None else entry.seed}"
            taken[name] += 1
            more = "" if taken[name] == 1 else f"-{taken[name]}"
            yield f"{name}{more}.toml", levels, entry


def _as_lines(selections: Sequence[Selection], out: Path, step: Step) -> int:
    """A JSON object a line, as ``catalogue query --json`` prints them."""
    number = 0
    with _replacing(out) as file:
        for selection in selections:
            for entry in selection.entries():
                step(number)
                file.write(json.dumps(entry.record(), default=str) + "\n")
                number += 1
    return number


def _as_csv(selections: Sequence[Selection], out: Path, step: Step) -> int:
    """A line of keys, and one for each level; empty for null, JSON for what is no single value."""
    keys = [*_HEAD, *(key for key in _keys(selections) if key not in _HEAD)]
    number = 0
    with _replacing(out) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(keys)
        for selection in selections:
            for entry in selection.entries():
                step(number)
                writer.writerow(_cells(entry, keys))
                number += 1
    return number


def _keys(selections: Iterable[Selection]) -> list[str]:
    """The facts that levels of some catalogues have, tables apart from each other, in order."""
    found: dict[str, None] = {}
    for selection in selections:
        catalogue = selection.catalogue
        with catalogue.refusing():
            for game in schema.games(catalogue.connection):
                own = read_shapes(catalogue.connection, catalogue.path, game).values()
                found |= dict.fromkeys(shapes.key_of(path) for each in own for path, _ in each)
    return [*found]


def _cells(entry: Entry, keys: Iterable[str]) -> list[Any]:
    found = shapes.flat(entry.facts)
    facts = dict(zip(map(shapes.key_of, found.paths), found.values, strict=True))
    head = (entry.id, entry.game, entry.seed, entry.attempt, " ".join(entry.tags))
    values = {**facts, **dict(zip(_HEAD, head, strict=True))}
    return [_cell(values.get(key)) for key in keys]


def _cell(value: Any) -> Any:
    if isinstance(value, bool | list | dict):
        return json.dumps(value)
    return value


@contextmanager
def _replacing(out: Path) -> Iterator[TextIO]:
    """A text file to be written, which takes the place of another once it is whole.

    Raises:
        LevelError: it cannot be written; what was there is there still.
    """
    with (
        storage.refusing(out, "cannot be written"),
        storage.replacing(out) as temporary,
        temporary.open("w", encoding="utf-8", newline="") as file,
    ):
        yield file


def table_of(out: Path) -> str | None:
    """Return the format of the table that a path stands for, or None for a folder.

    Raises:
        LevelError: it is no folder, and has an ending that no table has.
    """
    try:
        return endings.format_of(out, TABLES, endings.FOLDER)
    except LevelError:
        if os.path.isdir(out):  # noqa: PTH112 - false for no path at all
            return None
        raise


TABLES = {"csv": _as_csv, "jsonl": _as_lines}
"""The writers of the formats that hold all levels in one table."""
