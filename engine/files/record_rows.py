"""Playtest records as tables with one row per play, in the formats CSV and JSON lines.

A row has the fields of a record in :mod:`engine.files.playtest_file`, and the level that it belongs
to. In CSV, a list is written as JSON, and a field that the record does not have is empty.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from engine.errors import LevelError, add_file_name
from engine.files.playtest_file import build_table, read_record
from engine.files.untrusted_toml import MAX_BYTES
from engine.values.level import Level
from engine.values.playtest_record import PlayRecord

LEVEL_FIELDS = ("file", "game", "title")
"""The fields about the level, which come first. They are ignored when rows are read."""
RECORD_FIELDS = (
    "started", "board", "rules", "result", "seconds", "moves", "optimum", "deaths",
    "solution_shown", "combo", "medals", "events", "marks", "view", "explored",
)  # fmt: skip
"""The fields of a play. ``moves`` follows from the events, and is ignored when rows are read."""
_TEXTS = ("started", "board", "result", "events", "marks", "view")

Row = Mapping[str, Any]


def build_row(record: PlayRecord, level: Level, file: str) -> Row:
    """Return a play as a row, with None for the fields that it does not have."""
    table = build_table(record)
    values = {
        **table,
        "started": record.started.isoformat(),
        "moves": record.moves,
        "file": file,
        "game": level.game,
        "title": level.title,
    }
    return {name: values.get(name) for name in (*LEVEL_FIELDS, *RECORD_FIELDS)}


def format_json_lines(rows: Iterable[Row]) -> str:
    """Format rows as JSON lines, without the fields that are None."""
    kept = ({key: value for key, value in row.items() if value is not None} for row in rows)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept)


def format_csv(rows: Iterable[Row]) -> str:
    """Format rows as CSV with a line of headings."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = (*LEVEL_FIELDS, *RECORD_FIELDS)
    writer.writerow(names)
    for row in rows:
        writer.writerow(_format_cell(name, row[name]) for name in names)
    return out.getvalue()


def _format_cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def read_json_lines(content: bytes, file: str) -> tuple[PlayRecord, ...]:
    """Read plays from JSON lines.

    Raises:
        LevelError: The content is too large, or a line is not a valid play. The error names the
            file and the line.
    """
    return _read_rows(content, file, _parse_json_lines)


def read_csv(content: bytes, file: str) -> tuple[PlayRecord, ...]:
    """Read plays from CSV with a line of headings.

    Raises:
        LevelError: The content is too large, or a row is not a valid play. The error names the file
            and the number of the row.
    """
    return _read_rows(content, file, _parse_csv)


def _read_rows(
    content: bytes, file: str, parse: Callable[[str], Iterable[object]]
) -> tuple[PlayRecord, ...]:
    with add_file_name(file):
        if len(content) > MAX_BYTES:
            raise LevelError(f"more than {MAX_BYTES} bytes")
        try:
            rows = [*parse(content.decode("utf-8-sig"))]
        except UnicodeDecodeError as error:
            raise LevelError("not UTF-8") from error
        return tuple(_read_row(row, f"play {n}: ") for n, row in enumerate(rows, start=1))


def _parse_json_lines(text: str) -> Iterable[object]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError) as error:
                raise LevelError(f"line {number}: expected an object in JSON") from error


def _parse_csv(text: str) -> Iterable[object]:
    try:
        for row in csv.DictReader(io.StringIO(text, newline=""), strict=True):
            # Only the text of the events may be empty: a play of marks alone has no events.
            yield {
                name: _parse_cell(name, cell)
                for name, cell in row.items()
                if name == "events" or (name and cell)
            }
    except csv.Error as error:
        raise LevelError(f"not CSV: {error}") from error


def _parse_cell(name: str, cell: str) -> Any:
    if name in (*_TEXTS, *LEVEL_FIELDS):
        return cell
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell  # the record's reader says what it expects of this field


def _read_row(row: object, prefix: str) -> PlayRecord:
    if not isinstance(row, dict):
        raise LevelError(f"{prefix}expected an object in JSON")
    table = {key: value for key, value in row.items() if key in RECORD_FIELDS and key != "moves"}
    started = table.get("started")
    try:
        if isinstance(started, str):
            table["started"] = datetime.fromisoformat(started)
    except ValueError as error:
        raise LevelError("expected a date with a time", key=f"{prefix}started") from error
    return read_record(table, prefix)
