"""Files of playtest records, format 1: TOML in and out.

The records of a level stand beside it in ``NAME.plays.toml``; ``docs/playtest-records.md`` says
what such a file holds. Files are only ever added to: a record goes in under a lock, all or
nothing, and a file that cannot be read is left as it is.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import LevelError, naming, quoted
from engine.files.storage import keep_copy, read_if_there, real, reason, replace_file
from engine.files.tomltext import MAX_BYTES, has_comments, keep_line_ends, parse, toml
from engine.values import entries
from engine.values.level import Table
from engine.values.records import RESULTS, WIPED, Kind, PencilEvent, PlayEvent, PlayRecord

FORMAT = 1
"""The version of the format that is written, and the newest that is read."""

PATIENCE = 5.0
"""Seconds that a writer waits for another to be done."""

_BOUND = 1e9
"""Seconds end here: a lifetime."""

_MARK = re.compile(r"([0-9.]{1,20}) +(\d{1,2}),(\d{1,2}) +([a-z]{1,20})", re.ASCII)
"""A pencil mark: seconds, row, column, kind."""


def path_beside(level: Path) -> Path:
    """The file that holds the records of a level file."""
    return level.with_name(f"{level.name.removesuffix('.toml')}.plays.toml")


def read(path: Path) -> tuple[PlayRecord, ...]:
    """The records of a file, oldest first; none if there is no such file.

    Raises:
        LevelError: the file cannot be read as records; names it.
    """
    content = read_if_there(path)
    return () if content is None else loads(content, str(path))[0]


def loads(text: bytes | str, file: str = "-") -> tuple[tuple[PlayRecord, ...], Table]:
    """The records of a file's content, and its unknown keys.

    Raises:
        LevelError: no records; names file, line or key, and what was expected.
    """
    with naming(file):
        document = parse(text)
        entries.require_format(document, FORMAT)
        plays = entries.rows(document, "plays")
        records = tuple(_record(play, f"plays[{n}].") for n, play in enumerate(plays))
    return records, entries.unknown(document, ("format", "plays"))


def dumps(records: tuple[PlayRecord, ...], extra: Table | None = None) -> str:
    """The text of a file of records."""
    document = {"format": FORMAT, **(extra or {}), "plays": [_table(record) for record in records]}
    return toml(document)


def append(path: Path, record: PlayRecord, *, locks: Path) -> Path | None:
    """Adds a record to a file, which is made if there is none.

    Processes of one user take turns. A file that has grown to its limit is put aside under a
    number, and a new one is begun; one with comments, which would be lost, is kept as ``.orig``.

    ``locks`` is a folder for lock files, the same for all that write to ``path``.

    Returns:
        Where a full file was put aside, None if there was room.

    Raises:
        LevelError: the file is there and holds no records, or cannot be written; nothing has
            changed then.
    """
    from filelock import FileLock, Timeout  # a large part of the app's start, were it read then

    name = hashlib.sha256(os.fsencode(real(path))).hexdigest()[:24]
    try:
        locks.mkdir(parents=True, exist_ok=True)
        with FileLock(locks / f"{name}.lock", timeout=PATIENCE):
            return _append(path, record)
    except Timeout as error:
        raise LevelError(
            "another process is writing it and does not end", file=str(path)
        ) from error
    except OSError as error:
        raise LevelError(f"cannot be written: {reason(error)}", file=str(path)) from error


def _append(path: Path, record: PlayRecord) -> Path | None:
    old = read_if_there(path)
    records, extra = ((), {}) if old is None else loads(old, str(path))
    content = keep_line_ends(dumps((*records, record), extra).encode(), old)
    full = len(content) > MAX_BYTES
    if full:
        content = keep_line_ends(dumps((record,), extra).encode(), old)
        if old is None or len(content) > MAX_BYTES:
            raise LevelError(f"the session takes more than {MAX_BYTES} bytes", file=str(path))
    if read_if_there(path) != old:  # another machine, where the lock is not seen
        raise LevelError("changed by somebody else meanwhile; not overwritten", file=str(path))
    aside = _put_aside(path) if full else None
    if old is not None and not full and has_comments(old):
        keep_copy(path, old)
    replace_file(path, content)
    return aside


def _put_aside(path: Path) -> Path:
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.{number}")):
        number += 1
    path.rename(aside)
    return aside


def _table(record: PlayRecord) -> dict[str, Any]:
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
    return {**entries.present(table), **record.extra}


def _record(table: Table, prefix: str) -> PlayRecord:
    return PlayRecord(
        started=entries.moment(table, "started", prefix),
        board=entries.text(table, "board", prefix),
        rules=entries.whole(table, "rules", prefix, 1),
        result=entries.word(table, "result", RESULTS, prefix),
        seconds=_seconds(table.get("seconds"), f"{prefix}seconds"),
        events=_events(entries.text(table, "events", prefix), f"{prefix}events"),
        optimum=entries.whole(table, "optimum", prefix) if "optimum" in table else None,
        deaths=entries.whole(table, "deaths", prefix) if "deaths" in table else 0,
        solution_shown=entries.flag(table, "solution_shown", prefix),
        combo=entries.flag(table, "combo", prefix) if "combo" in table else None,
        medals=tuple(entries.texts(table, "medals", prefix)) if "medals" in table else None,
        marks=_marks(entries.text({"marks": "", **table}, "marks", prefix), f"{prefix}marks"),
        view=entries.text({"view": "", **table}, "view", prefix),
        explored=_explored(table.get("explored", []), f"{prefix}explored"),
        extra=entries.unknown(table, entries.keys_of(PlayRecord)),
    )


def _explored(value: Any, key: str) -> tuple[float, ...]:
    if not isinstance(value, list):
        raise LevelError("expected an array of numbers of seconds", key=key)
    return tuple(_seconds(each, f"{key}[{number}]") for number, each in enumerate(value))


def _events(text: str, key: str) -> tuple[PlayEvent, ...]:
    events = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        event = _event(line.split())
        if event is None:
            raise LevelError(
                f"line {number}: expected SECONDS and move WORD, undo, redo, restart, "
                f"hint DEGREE or pause SECONDS, found {quoted(line)}",
                key=key,
            )
        events.append(event)
    return tuple(events)


def _event(words: list[str]) -> PlayEvent | None:
    """An event from the words of its line, None if they are none."""
    try:
        seconds, kind, *detail = words
        at = _bounded(float(seconds))
        if kind == "move" and len(detail) == 1:
            return PlayEvent(at, "move", detail[0])
        if kind == "hint" and detail in (["1"], ["2"], ["3"]):
            return PlayEvent(at, "hint", amount=int(detail[0]))
        if kind == "pause" and len(detail) == 1:
            return PlayEvent(at, "pause", amount=_bounded(float(detail[0])))
    except ValueError:
        return None
    plain: Mapping[str, Kind] = {"undo": "undo", "redo": "redo", "restart": "restart"}
    return PlayEvent(at, plain[kind]) if kind in plain and not detail else None


def _marks(text: str, key: str) -> tuple[PencilEvent, ...]:
    lines = [line for line in text.splitlines() if line.strip()]
    marks = tuple(map(_mark, lines))
    for number, (line, mark) in enumerate(zip(lines, marks, strict=True), start=1):
        if mark is None:
            expected = f"expected SECONDS ROW,COLUMN and a kind of mark or {WIPED}"
            raise LevelError(f"line {number}: {expected}, found {quoted(line)}", key=key)
    return tuple(filter(None, marks))


def _mark(line: str) -> PencilEvent | None:
    """A pencil mark from its line, None if it is none."""
    found = _MARK.fullmatch(line.strip())
    if found is None:
        return None
    seconds, row, col, kind = found.groups()
    try:
        at = _bounded(float(seconds))
    except ValueError:
        return None
    return PencilEvent(at, (int(row), int(col)), "" if kind == WIPED else kind)


def _bounded(value: float) -> float:
    """A number of seconds to a tenth.

    Raises:
        ValueError: negative, not a number, or beyond a lifetime.
    """
    if not 0 <= value <= _BOUND:
        raise ValueError(value)
    return round(value, 1)


def _seconds(value: Any, key: str) -> float:
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _bounded(value)
    except ValueError:
        pass
    raise LevelError("expected a number of seconds", key=key)
