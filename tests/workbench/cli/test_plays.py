"""``workbench plays``, and ``convert --to html``."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import packs
import pytest
import shipped

from engine.files import levelfile, playtest_file
from engine.values.level import compute_digest
from engine.values.playtest_record import PlayEvent, PlayRecord

LEVEL = shipped.level_in(shipped.files_of("skiddy")[0])
EVENTS = (PlayEvent(1.0, "move", "L"), PlayEvent(2.0, "move", "D"))
WON = PlayRecord(
    datetime(2026, 11, 1, tzinfo=UTC), compute_digest(LEVEL.board), 1, "won", 2.0, EVENTS
)
LATER = replace(WON, started=datetime(2026, 11, 2, tzinfo=UTC))


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Every test in a folder of its own, with a level and a file of two plays."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    levelfile.write_level(LEVEL, "a.toml")
    Path("sent.plays.toml").write_text(playtest_file.dumps((WON, LATER)))


def kept() -> list[PlayRecord]:
    return list(playtest_file.read_records(Path("a.plays.toml")))


def test_plays_are_kept_beside_the_level_once(run):
    status, output, messages = run("plays", "import", "sent.plays.toml")
    assert (status, messages) == (0, "")
    assert output.splitlines()[0] == (
        f"sent.plays.toml: play 1: {LEVEL.title}: won, 2 moves; kept in a.plays.toml"
    )
    assert [each.started for each in kept()] == [WON.started, LATER.started]
    status, output, _ = run("plays", "import", "sent.plays.toml", "--into", "a.toml")
    assert status == 0 and "kept already" in output and len(kept()) == 2


def test_a_play_that_is_not_possible_is_refused_and_others_are_kept(run):
    wrong = replace(WON, result="left")
    other = replace(LATER, board="sha256:0")
    Path("sent.plays.toml").write_text(playtest_file.dumps((wrong, other, LATER)))
    status, output, messages = run("plays", "import", "sent.plays.toml")
    assert status == 2 and len(kept()) == 1 and "play 3" in output
    assert messages.splitlines() == [
        "sent.plays.toml: play 1: the record says left, but its moves end won",
        "sent.plays.toml: play 2: the record is of another board than any of these levels has",
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"format = 1\n", "no plays in it"),
        (b"format = 9\n", "format"),
        (b"# " + b"x" * 2_000_000, "1048576 bytes"),
        (b"\xff\xfe", "UTF-8"),
        (("format = 1\n" + "[[plays]]\n" * 1001).encode(), "plays[0]"),
    ],
)
def test_files_that_are_no_records_are_refused(run, content, reason):
    Path("bad.plays.toml").write_bytes(content)
    status, output, messages = run("plays", "import", "bad.plays.toml")
    assert (status, output) == (2, "")
    assert reason in messages and messages.count("\n") == 1


def test_too_many_plays_are_refused(run):
    Path("many.jsonl").write_text(
        (json.dumps({"started": "2026-01-01T00:00:00Z", "board": "x", "rules": 1, "result": "left",
                     "seconds": 1, "events": ""}) + "\n") * 1001
    )  # fmt: skip
    status, _, messages = run("plays", "import", "many.jsonl")
    assert status == 2 and "expected at most 1,000 plays, found 1,001" in messages


def test_exported_plays_come_back(run):
    run("plays", "import", "sent.plays.toml")
    status, output, _ = run("plays", "export", "a.toml", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(output)))
    assert status == 0 and [row["moves"] for row in rows] == ["2", "2"]
    assert run("plays", "export", "--out", "plays.jsonl")[0] == 0
    Path("a.plays.toml").unlink()
    Path("sent.plays.toml").unlink()
    status, _, messages = run("plays", "import", "plays.jsonl")
    assert (status, messages) == (0, "") and len(kept()) == 2


def test_wrong_use_of_plays(run):
    assert run("plays", "a.toml")[0] == 2
    assert run("plays", "export", "--out", "x.txt")[0] == 2
    status, _, messages = run("plays", "import", "sent.plays.toml", "--into", "none.toml")
    assert status == 2 and "none.toml" in messages


def test_pages_of_levels_packs_and_folders(run, tmp_path):
    pack = packs.written(tmp_path)
    status, output, messages = run("convert", str(pack), "--to", "html")
    assert (status, messages) == (0, "") and "<title>A</title>" in output
    status, output, messages = run("convert", "a.toml", str(pack), "--out", "page.html")
    assert (status, output) == (0, "")
    assert messages.startswith(f"page.html: {1 + len(packs.EASY)} levels, ")
    assert Path("page.html").read_text("utf-8").startswith("<!doctype html>")
    assert run("convert", str(tmp_path / "made"), "--to", "html")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("a.toml", "--to", "html", "--out", "x.json"), "'.json'"),
        (("a.toml", "--hints"), "--hints and --max-states go with --to html"),
        (("a.toml", "a.toml"), "one FILE at a time"),
        (("a.toml", "--to", "html", "--max-states", "3"), "more than 3 states"),
        (("draft.toml", "--to", "html"), "draft.toml"),
    ],
)
def test_refused_pages(run, arguments, reason):
    Path("draft.toml").write_text(Path("a.toml").read_text().replace("R", "#"))
    status, output, messages = run("convert", *arguments)
    assert (status, output) == (2, "") and reason in messages
