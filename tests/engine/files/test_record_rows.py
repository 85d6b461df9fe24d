"""Playtest records as rows of CSV and JSON lines, there and back."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
import shipped

from engine.errors import LevelError
from engine.files import record_rows
from engine.files.untrusted_toml import MAX_BYTES
from engine.values.playtest_record import PencilEvent, PlayEvent, PlayRecord

LEVEL = shipped.level_in(shipped.files_of("skiddy")[0])
PLAIN = PlayRecord(datetime(2026, 1, 2, 3, 4, tzinfo=UTC), "sha256:a", 1, "left", 3.0, ())
FULL = PlayRecord(
    datetime(2026, 1, 2, 3, 4, tzinfo=UTC),
    "sha256:a,b",
    2,
    "won",
    9.5,
    (PlayEvent(1.0, "move", "L"), PlayEvent(2.0, "pause", amount=30.0)),
    optimum=2,
    deaths=3,
    solution_shown=True,
    combo=False,
    medals=("Perfect",),
    marks=(PencilEvent(1.5, (2, 3), "level"),),
    view="corner",
    explored=(1.0, 2.5),
)
ROWS = [record_rows.build_row(each, LEVEL, "a b.toml") for each in (PLAIN, FULL)]


def test_there_and_back():
    lines, table = record_rows.format_json_lines(ROWS), record_rows.format_csv(ROWS)
    assert record_rows.read_json_lines(lines.encode(), "f") == (PLAIN, FULL)
    assert record_rows.read_csv(table.encode(), "f") == (PLAIN, FULL)
    first = json.loads(lines.splitlines()[0])
    assert (first["file"], first["title"], first["moves"]) == ("a b.toml", LEVEL.title, 0)
    assert table.splitlines()[0].split(",")[:4] == ["file", "game", "title", "started"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "line 1: expected an object in JSON"),
        (b"[1]", "play 1: expected an object in JSON"),
        (b'{"started": "yesterday"}', "expected a date with a time"),
        (b'{"started": 5}', "expected a date with a time"),
        (b"\xff", "not UTF-8"),
        (b"[" * 100_000, "line 1: expected an object in JSON"),
        (b" " * (MAX_BYTES + 1), "more than"),
    ],
)
def test_refused_lines(content, reason):
    with pytest.raises(LevelError, match=reason) as caught:
        record_rows.read_json_lines(content, "f.jsonl")
    assert caught.value.file == "f.jsonl"


@pytest.mark.parametrize("content", [b'started\n"open', b"started,rules\n2026-01-01,x\n"])
def test_refused_tables(content):
    with pytest.raises(LevelError):
        record_rows.read_csv(content, "f.csv")
