"""Files of runs, format 1: TOML in and out."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from engine.errors import LevelError
from engine.grid import type_name
from engine.level import Table
from engine.modes.run import MODES, Played, Run
from engine.tomltext import parse, toml
from engine.workshop import MAX_SEED

FORMAT = 1
"""The version of the format that is written, and the newest that is read."""

_KNOWN = (
    "format", "game", "generator", "mode", "seed", "started", "list", "digest", "place", "grade",
    "deaths", "played",
)  # fmt: skip
_MOST = 2**31


def dumps(run: Run) -> str:
    """The text of a run."""
    table: dict[str, Any] = {
        "format": FORMAT,
        "game": run.game,
        "generator": run.generator,
        "mode": run.mode,
        "seed": run.seed,
        "started": run.started,
        "list": run.source,
        "digest": run.digest,
        "place": run.place,
    }
    if run.grade is not None:
        table["grade"] = run.grade
    table |= {"deaths": run.deaths, **run.extra, "played": [_row(level) for level in run.played]}
    return toml(table)


def _row(level: Played) -> Table:
    row = {"grade": level.grade, "seed": level.seed, "place": level.place, "deaths": level.deaths,
           "count": level.count, "optimum": level.optimum}  # fmt: skip
    return {key: value for key, value in row.items() if value is not None}


def loads(text: bytes | str, file: str = "-") -> Run:
    """The run of a file's content.

    Raises:
        LevelError: it is none; names file, line or key, and what was expected.
    """
    try:
        table = parse(text)
        version = _number(table, "format", low=1)
        if version > FORMAT:
            raise LevelError(
                f"format {version} is newer than this workbench knows ({FORMAT}); left untouched",
                key="format",
            )
        return _run(table)
    except LevelError as error:
        raise error.in_file(file) from error


def _run(table: Table) -> Run:
    rows = table.get("played", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise LevelError("expected an array of tables", key="played")
    mode = _word(table, "mode", MODES)
    return Run(
        game=_text(table, "game"),
        generator=_text(table, "generator"),
        mode=next(each for each in MODES if each == mode),
        seed=_number(table, "seed", high=MAX_SEED),
        started=_moment(table, "started"),
        source=_text(table, "list"),
        digest=_text(table, "digest"),
        place=_number(table, "place"),
        grade=_number(table, "grade") if "grade" in table else None,
        deaths=_number(table, "deaths"),
        played=tuple(_played(row, f"played[{place}].") for place, row in enumerate(rows)),
        extra={key: value for key, value in table.items() if key not in _KNOWN},
    )


def _played(row: Table, prefix: str) -> Played:
    return Played(
        grade=_number(row, "grade", prefix),
        seed=_number(row, "seed", prefix, high=MAX_SEED),
        place=_number(row, "place", prefix) if "place" in row else None,
        deaths=_number(row, "deaths", prefix),
        count=_number(row, "count", prefix),
        optimum=_number(row, "optimum", prefix) if "optimum" in row else None,
    )


def _number(table: Table, key: str, prefix: str = "", low: int = 0, high: int = _MOST) -> int:
    value = table.get(key)
    good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    if not good:
        raise _wrong(f"a whole number from {low} to {high}", table, key, prefix)
    assert isinstance(value, int)
    return value


def _text(table: Table, key: str) -> str:
    value = table.get(key)
    if not isinstance(value, str):
        raise _wrong("a string", table, key)
    return value


def _word(table: Table, key: str, known: Collection[str]) -> str:
    value = _text(table, key)
    if value not in known:
        raise _wrong(f"one of {', '.join(known)}", table, key)
    return value


def _moment(table: Table, key: str) -> datetime:
    value = table.get(key)
    if not isinstance(value, datetime):
        raise _wrong("a date with a time", table, key)
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)


def _wrong(expected: str, table: Table, key: str, prefix: str = "") -> LevelError:
    if key not in table:
        return LevelError(f"missing; expected {expected}", key=prefix + key)
    value = table[key]
    found = repr(value) if isinstance(value, int | str) else type_name(value)
    return LevelError(f"expected {expected}, found {found}", key=prefix + key)
