"""The export of levels to a folder of level files, or to a single table file."""

from __future__ import annotations

import csv
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from engine.catalogue import fact_columns, schema
from engine.catalogue.entry_reader import CatalogueEntry
from engine.catalogue.inserter import read_shapes
from engine.catalogue.level_loader import LevelLoader
from engine.catalogue.query import Selection
from engine.catalogue.step_callback import StepCallback, report_nothing
from engine.errors import LevelError
from engine.files import levelfile, storage, suffixes
from engine.files.bulk_file_creation import create_files
from engine.files.line_ends import normalize_line_ends
from engine.files.temporary_file import remove_abandoned
from engine.values.budget import Control

_FILES_AT_ONCE = 100
"""The number of level files that are created together as one group."""
_HEAD = ("id", "game", "seed", "attempt", "tags")


def export_levels(
    selections: Sequence[Selection],
    out: Path,
    step: StepCallback = report_nothing,
    control: Control | None = None,
) -> int:
    """Write levels to the folder ``out``, or to one table file if ``out`` has a table's suffix.

    A folder gets files named ``GAME-SEED.toml``, with a number after the seed if another exported
    level already has that name. A table replaces an existing file atomically.

    Args:
        selections: The selections of levels to export, in order.
        out: The path of the folder or table file.
        step: A callback that receives the number of levels written so far.
        control: The control that can cancel an export to a folder.

    Returns:
        The number of levels exported.

    Raises:
        LevelError: The target cannot be written or has an unknown suffix, or the folder already has
            a different file with the name of a level. In the last case nothing has been written.
        CatalogueError: A catalogue is damaged.
        Cancelled: ``control`` was cancelled. Any file written so far is complete.
    """
    table = find_table_format(out)
    if table is not None:
        return TABLE_WRITERS[table](selections, out, step)
    return _write_level_files(selections, out, step, control or Control())


def list_file_names(selections: Sequence[Selection]) -> list[str]:
    """Return the names of the files that :func:`export_levels` writes to a folder, in order."""
    return [name for name, _, _ in _name_levels(selections)]


def _write_level_files(
    selections: Sequence[Selection], out: Path, step: StepCallback, control: Control
) -> int:
    """Write a file for each level. An existing file with the same name must hold the same level."""
    with storage.translate_errors(out, "cannot be created"):
        out.mkdir(parents=True, exist_ok=True)
    remove_abandoned(out)
    # Check every existing file before anything is written, so that a conflict changes nothing.
    same = set()
    for name, levels, entry in _name_levels(selections):
        control.raise_if_cancelled()
        path = out / name
        if os.path.lexists(path):
            there = normalize_line_ends(storage.read_existing(path) or b"")
            if there != levelfile.encode_level(levels.load_level(entry, control), path):
                raise LevelError("another file has this name; not overwritten", file=str(path))
            same.add(name)
    # Generate the levels a second time to write them, because they may not all fit into memory.
    waiting: dict[str, bytes] = {}
    number = 0
    for name, levels, entry in _name_levels(selections):
        step(number)
        number += 1
        if name not in same:
            waiting[name] = levelfile.encode_level(levels.load_level(entry, control), out / name)
        if len(waiting) == _FILES_AT_ONCE:
            create_files(out, waiting)
            waiting = {}
    create_files(out, waiting)
    return number


def _name_levels(
    selections: Iterable[Selection],
) -> Iterator[tuple[str, LevelLoader, CatalogueEntry]]:
    """Yield each level's file name, a loader that can build the level, and its catalogue entry."""
    taken: Counter[str] = Counter()
    for selection in selections:
        levels = LevelLoader(selection.catalogue.path)
        for entry in selection.read_entries():
            name = f"{entry.game}-{'by-hand' if entry.seed is None else entry.seed}"
            taken[name] += 1
            more = "" if taken[name] == 1 else f"-{taken[name]}"
            yield f"{name}{more}.toml", levels, entry


def _write_json_lines(selections: Sequence[Selection], out: Path, step: StepCallback) -> int:
    """Write one JSON object per line, in the form that ``catalogue query --json`` prints."""
    number = 0
    with _replace_text_file(out) as file:
        for selection in selections:
            for entry in selection.read_entries():
                step(number)
                file.write(json.dumps(entry.to_record(), default=str) + "\n")
                number += 1
    return number


def _write_csv(selections: Sequence[Selection], out: Path, step: StepCallback) -> int:
    """Write a header and one line per level. Nulls become empty cells, and lists become JSON."""
    keys = [*_HEAD, *(key for key in _list_keys(selections) if key not in _HEAD)]
    number = 0
    with _replace_text_file(out) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(keys)
        for selection in selections:
            for entry in selection.read_entries():
                step(number)
                writer.writerow(_list_cells(entry, keys))
                number += 1
    return number


def _list_keys(selections: Iterable[Selection]) -> list[str]:
    """Return the keys of all facts in order of appearance. Facts inside tables have dotted keys."""
    found: dict[str, None] = {}
    for selection in selections:
        catalogue = selection.catalogue
        with catalogue.translate_errors():
            for game in schema.list_games(catalogue.connection):
                own = read_shapes(catalogue.connection, catalogue.path, game).values()
                found |= dict.fromkeys(
                    fact_columns.join_key(path) for each in own for path, _ in each
                )
    return [*found]


def _list_cells(entry: CatalogueEntry, keys: Iterable[str]) -> list[Any]:
    found = fact_columns.flatten_facts(entry.facts)
    facts = dict(zip(map(fact_columns.join_key, found.paths), found.values, strict=True))
    head = (entry.id, entry.game, entry.seed, entry.attempt, " ".join(entry.tags))
    values = {**facts, **dict(zip(_HEAD, head, strict=True))}
    return [_format_cell(values.get(key)) for key in keys]


def _format_cell(value: Any) -> Any:
    if isinstance(value, bool | list | dict):
        return json.dumps(value)
    return value


@contextmanager
def _replace_text_file(out: Path) -> Iterator[TextIO]:
    """Yield a temporary text file that replaces the file ``out`` when the ``with`` block ends.

    Raises:
        LevelError: The file cannot be written. In that case an existing file is unchanged.
    """
    with (
        storage.translate_errors(out, "cannot be written"),
        storage.open_replacement(out) as temporary,
        temporary.open("w", encoding="utf-8", newline="") as file,
    ):
        yield file


def find_table_format(out: Path) -> str | None:
    """Return the table format that belongs to a path's suffix, or None for a folder.

    Raises:
        LevelError: The path is not a folder, and its suffix is not that of a table format.
    """
    try:
        return suffixes.find_format(out, TABLE_WRITERS, suffixes.FOLDER_HINT)
    except LevelError:
        if os.path.isdir(out):  # noqa: PTH112 - pathlib may raise an error for an invalid path
            return None
        raise


TABLE_WRITERS = {"csv": _write_csv, "jsonl": _write_json_lines}
"""A mapping from each table format to the function that writes levels in that format."""
