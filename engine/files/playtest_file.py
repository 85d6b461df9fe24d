"""Play record files, format 1, which store playtests as TOML.

The play records for a level are in ``NAME.plays.toml``, in the same folder as the level file.
``docs/reference/playtest-records.md`` describes the format. Records are only ever added, atomically
and under a lock. A file that cannot be read is left unchanged.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import LevelError, add_file_name, quote_input
from engine.files.line_ends import keep_line_ends
from engine.files.storage import (
    describe_error,
    read_existing,
    replace_file,
    resolve_links,
    save_backup,
)
from engine.files.untrusted_toml import MAX_BYTES, format_toml, has_comments, parse_toml
from engine.values import toml_fields
from engine.values.level import Table
from engine.values.playtest_record import (
    RESULTS,
    WIPED,
    EventKind,
    PencilEvent,
    PlayEvent,
    PlayRecord,
)

FORMAT = 1
"""The format version that is written, which is also the newest one that can be read."""

PATIENCE = 5.0
"""The maximum time, in seconds, that a writer waits for another one to finish."""

_MAX_SECONDS = 1e9
"""The maximum number of seconds that a play record can state. It is longer than a lifetime."""

_MARK = re.compile(r"([0-9.]{1,20}) +(\d{1,2}),(\d{1,2}) +([a-z]{1,20})", re.ASCII)
"""The pattern for a pencil mark: seconds, row, column and kind."""


def get_record_path(level: Path) -> Path:
    """Return the path of the file that holds the play records for a level file."""
    return level.with_name(f"{level.name.removesuffix('.toml')}.plays.toml")


def read_records(path: Path) -> tuple[PlayRecord, ...]:
    """Read the play records from a file, oldest first. A missing file has no records.

    Raises:
        LevelError: The records are not valid. The error names the file.
    """
    content = read_existing(path)
    return () if content is None else loads(content, str(path))[0]


def loads(text: bytes | str, file: str = "-") -> tuple[tuple[PlayRecord, ...], Table]:
    """Parse the text of a play record file, and return its records and its unknown keys.

    Raises:
        LevelError: The records are not valid. The error names the file and the line or key.
    """
    with add_file_name(file):
        document = parse_toml(text)
        toml_fields.require_format(document, FORMAT)
        plays = toml_fields.read_tables(document, "plays")
        records = tuple(read_record(play, f"plays[{n}].") for n, play in enumerate(plays))
    return records, toml_fields.select_unknown(document, ("format", "plays"))


def dumps(records: tuple[PlayRecord, ...], extra: Table | None = None) -> str:
    """Return play records as the text of a file. ``extra`` holds the file's unknown keys."""
    document = {
        "format": FORMAT,
        **(extra or {}),
        "plays": [build_table(record) for record in records],
    }
    return format_toml(document)


def append_record(path: Path, record: PlayRecord, *, locks: Path) -> Path | None:
    """Add a play record to a file, creating the file if it is missing.

    A lock makes all writers that use the same folder ``locks`` take turns. If the file is full, a
    number is appended to its name, and a new file is started. Saving drops comments, so a file with
    comments is first copied to ``NAME.orig``.

    Args:
        path: The path of the file.
        record: The record to add.
        locks: The folder for lock files, which must be the same for all writers of ``path``.

    Returns:
        The new path of the old file if it was full, or None if there was room.

    Raises:
        LevelError: The existing records are not valid, or the file cannot be written. In either
            case the file is unchanged.
    """
    from filelock import (
        FileLock,
        Timeout,
    )  # imported here, because this import would slow down the start of the app

    # Name the lock after the resolved path, so that all links to a file share the same lock.
    name = hashlib.sha256(os.fsencode(resolve_links(path))).hexdigest()[:24]
    try:
        locks.mkdir(parents=True, exist_ok=True)
        with FileLock(locks / f"{name}.lock", timeout=PATIENCE):
            return _append_locked(path, record)
    except Timeout as error:
        raise LevelError("another process has locked it", file=str(path)) from error
    except OSError as error:
        raise LevelError(f"cannot be written: {describe_error(error)}", file=str(path)) from error


def _append_locked(path: Path, record: PlayRecord) -> Path | None:
    old = read_existing(path)
    records, extra = ((), {}) if old is None else loads(old, str(path))
    content = keep_line_ends(dumps((*records, record), extra).encode(), old)
    # If the file is full, this record starts a new file with the same unknown keys.
    full = len(content) > MAX_BYTES
    if full:
        content = keep_line_ends(dumps((record,), extra).encode(), old)
        if old is None or len(content) > MAX_BYTES:
            raise LevelError(f"the session takes more than {MAX_BYTES} bytes", file=str(path))
    if read_existing(path) != old:  # written by another machine, which does not see the lock
        raise LevelError("another program has changed it; not overwritten", file=str(path))
    aside = _rename_full_file(path) if full else None
    if old is not None and not full and has_comments(old):
        save_backup(path, old)
    replace_file(path, content)
    return aside


def _rename_full_file(path: Path) -> Path:
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.{number}")):
        number += 1
    path.rename(aside)
    return aside


def build_table(record: PlayRecord) -> dict[str, Any]:
    """Return a play record as a table of a file, without the keys that have no value."""
    table: dict[str, Any] = {
        "started": record.started,
        "board": record.board,
        "rules": record.rules,
        "result": record.result,
        "seconds": record.seconds,
        "optimum": record.optimum,
        "deaths": record.deaths or None,
        "solution_shown": record.solution_shown or None,
        "combo": record.combo,
        "medals": record.medals,
        "events": "".join(f"{event}\n" for event in record.events),
        "marks": "".join(f"{mark}\n" for mark in record.marks) or None,
        "view": record.view or None,
        "explored": record.explored or None,
    }
    return {**toml_fields.drop_nulls(table), **record.extra}


def read_record(table: Table, prefix: str) -> PlayRecord:
    """Read a play record from a table of a file.

    Raises:
        LevelError: The record is not valid. The error names the key, with ``prefix`` before it.
    """
    return PlayRecord(
        started=toml_fields.read_datetime(table, "started", prefix),
        board=toml_fields.read_text(table, "board", prefix),
        rules=toml_fields.read_integer(table, "rules", prefix, 1),
        result=toml_fields.read_word(table, "result", RESULTS, prefix),
        seconds=_read_seconds(table.get("seconds"), f"{prefix}seconds"),
        events=_read_events(toml_fields.read_text(table, "events", prefix), f"{prefix}events"),
        optimum=toml_fields.read_integer(table, "optimum", prefix) if "optimum" in table else None,
        deaths=toml_fields.read_integer(table, "deaths", prefix) if "deaths" in table else 0,
        solution_shown=toml_fields.read_flag(table, "solution_shown", prefix),
        combo=toml_fields.read_flag(table, "combo", prefix) if "combo" in table else None,
        medals=tuple(toml_fields.read_texts(table, "medals", prefix))
        if "medals" in table
        else None,
        marks=_read_marks(
            toml_fields.read_text({"marks": "", **table}, "marks", prefix), f"{prefix}marks"
        ),
        view=toml_fields.read_text({"view": "", **table}, "view", prefix),
        explored=_read_explored(table.get("explored", []), f"{prefix}explored"),
        extra=toml_fields.select_unknown(table, toml_fields.list_field_keys(PlayRecord)),
    )


def _read_explored(value: Any, key: str) -> tuple[float, ...]:
    if not isinstance(value, list):
        raise LevelError("expected an array of numbers of seconds", key=key)
    return tuple(_read_seconds(each, f"{key}[{number}]") for number, each in enumerate(value))


def _read_events(text: str, key: str) -> tuple[PlayEvent, ...]:
    events = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        event = _parse_event(line.split())
        if event is None:
            raise LevelError(
                f"line {number}: expected SECONDS and move WORD, undo, redo, restart, "
                f"hint DEGREE or pause SECONDS, found {quote_input(line)}",
                key=key,
            )
        events.append(event)
    return tuple(events)


def _parse_event(words: list[str]) -> PlayEvent | None:
    """Parse the words in a line as an event. Return None if they are not an event."""
    try:
        seconds, kind, *detail = words
        at = _round_seconds(float(seconds))
        if kind == "move" and len(detail) == 1:
            return PlayEvent(at, "move", detail[0])
        if kind == "hint" and detail in (["1"], ["2"], ["3"]):
            return PlayEvent(at, "hint", amount=int(detail[0]))
        if kind == "pause" and len(detail) == 1:
            return PlayEvent(at, "pause", amount=_round_seconds(float(detail[0])))
    except ValueError:
        return None
    plain: Mapping[str, EventKind] = {"undo": "undo", "redo": "redo", "restart": "restart"}
    return PlayEvent(at, plain[kind]) if kind in plain and not detail else None


def _read_marks(text: str, key: str) -> tuple[PencilEvent, ...]:
    lines = [line for line in text.splitlines() if line.strip()]
    marks = tuple(map(_parse_mark, lines))
    for number, (line, mark) in enumerate(zip(lines, marks, strict=True), start=1):
        if mark is None:
            expected = f"expected SECONDS ROW,COLUMN and a kind of mark or {WIPED}"
            raise LevelError(f"line {number}: {expected}, found {quote_input(line)}", key=key)
    return tuple(filter(None, marks))


def _parse_mark(line: str) -> PencilEvent | None:
    """Parse a line as a pencil mark. Return None if it is not one."""
    found = _MARK.fullmatch(line.strip())
    if found is None:
        return None
    seconds, row, col, kind = found.groups()
    try:
        at = _round_seconds(float(seconds))
    except ValueError:
        return None
    return PencilEvent(at, (int(row), int(col)), "" if kind == WIPED else kind)


def _round_seconds(value: float) -> float:
    """Round a duration in seconds to one decimal.

    Raises:
        ValueError: The duration is negative, too long or not a number.
    """
    if not 0 <= value <= _MAX_SECONDS:
        raise ValueError(value)
    return round(value, 1)


def _read_seconds(value: Any, key: str) -> float:
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _round_seconds(value)
    except ValueError:
        pass
    raise LevelError("expected a number of seconds", key=key)
