"""Playtest records and the files that keep them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from filelock import FileLock

from engine.errors import LevelError
from engine.files import playtest_file
from engine.values.playtest_record import PencilEvent, PlayEvent, PlayRecord

STARTED = datetime(2026, 11, 21, 14, 52, 9, tzinfo=timezone(timedelta(hours=1)))
EVENTS = (
    PlayEvent(1.5, "move", "R"),
    PlayEvent(2.0, "undo"),
    PlayEvent(2.5, "redo"),
    PlayEvent(3.0, "hint", amount=2),
    PlayEvent(3.0, "pause", amount=42.5),
    PlayEvent(46.0, "restart"),
    PlayEvent(47.1, "move", "D"),
)
MARKS = (PencilEvent(1.2, (0, 11), "empty"), PencilEvent(2.2, (0, 11), ""))
RECORD = PlayRecord(STARTED, "sha256:ab", 1, "won", 47.1, EVENTS, optimum=1, marks=MARKS)
GOOD = playtest_file.dumps((RECORD,))


def test_a_record_can_be_read_by_people() -> None:
    assert "1.5 move R\n2.0 undo\n2.5 redo\n3.0 hint 2\n3.0 pause 42.5\n46.0 restart\n" in GOOD
    assert "1.2 0,11 empty\n2.2 0,11 none\n" in GOOD


def test_marks_stand_among_the_events_by_their_times() -> None:
    together = [str(done) for done in RECORD.timeline]
    assert together[:4] == ["1.2 0,11 empty", "1.5 move R", "2.0 undo", "2.2 0,11 none"]
    assert len(together) == len(EVENTS) + len(MARKS)


def test_numbers_of_a_record() -> None:
    assert RECORD.moves == 1
    assert RECORD.active_seconds == pytest.approx(4.6)
    assert [RECORD.count_events(kind) for kind in ("move", "undo", "hint")] == [2, 1, 1]


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ("format = 1", "format = 2", "format: format 2 is newer"),
        ("format = 1\n", "", "format: missing; expected an integer from 1"),
        ('result = "won"', 'result = "tied"', "plays[0].result: expected one of won, lost, left"),
        ("rules = 1", 'rules = "one"', "plays[0].rules: expected an integer from 1, found a str"),
        ("seconds = 47.1", "seconds = -1", "plays[0].seconds: expected a number of seconds"),
        ("seconds = 47.1", "seconds = nan", "plays[0].seconds: expected a number of seconds"),
        ("optimum = 1", "optimum = true", "plays[0].optimum: expected an integer from 0"),
        (
            "optimum = 1",
            "solution_shown = 1",
            "plays[0].solution_shown: expected true or false, found 1",
        ),
        ("started = ", "begun = ", "plays[0].started: missing; expected a date with a time"),
        ("2.0 undo", "2.0 undo it", "plays[0].events: line 2: expected SECONDS and move WORD"),
        ("3.0 hint 2", "3.0 hint 4", "plays[0].events: line 4: expected SECONDS"),
        ("1.5 move R", "soon move R", "plays[0].events: line 1: expected SECONDS"),
        (
            "1.2 0,11 empty",
            "soon 0,11 empty",
            "plays[0].marks: line 1: expected SECONDS ROW,COLUMN",
        ),
        ("2.2 0,11 none", "2.2 0,111 none", "plays[0].marks: line 2: expected SECONDS ROW,COLUMN"),
        ("2.2 0,11 none", "2.2.2 0,1 none", "plays[0].marks: line 2: expected SECONDS ROW,COLUMN"),
        ("[[plays]]", "[plays]", "plays: expected an array of tables"),
        ("[[plays]]", "[[plays", "mine.plays.toml:3: not TOML"),
    ],
)
def test_a_bad_file_is_reported_in_one_line_and_left_alone(
    tmp_path: Path, old: str, new: str, reported: str
) -> None:
    assert old in GOOD
    path = tmp_path / "mine.plays.toml"
    bad = GOOD.replace(old, new).encode()
    path.write_bytes(bad)
    for do in (
        lambda: playtest_file.read_records(path),
        lambda: playtest_file.append_record(path, RECORD, locks=tmp_path / "locks"),
    ):
        with pytest.raises(LevelError) as caught:
            do()
        assert reported in str(caught.value)
        assert str(caught.value).startswith(str(path))
        assert "\n" not in str(caught.value)
    assert path.read_bytes() == bad


def test_records_are_added_and_unknown_keys_stay(tmp_path: Path) -> None:
    path = playtest_file.get_record_path(tmp_path / "mine.toml")
    assert path.name == "mine.plays.toml"
    assert playtest_file.read_records(path) == ()
    path.write_text('# by hand\nformat = 1\nnote = "mine"\n')
    for _ in range(2):
        assert playtest_file.append_record(path, RECORD, locks=tmp_path / "locks") is None
    assert playtest_file.loads(path.read_bytes()) == ((RECORD, RECORD), {"note": "mine"})
    assert (tmp_path / "mine.plays.toml.orig").read_text().startswith("# by hand")


def test_a_full_file_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playtest_file, "MAX_BYTES", 2 * len(GOOD))
    path, locks = tmp_path / "mine.plays.toml", tmp_path / "locks"
    kept = [playtest_file.append_record(path, RECORD, locks=locks) for _ in range(5)]
    aside = [path.with_name(f"{path.name}.{number}") for number in (1, 2)]
    assert [place for place in kept if place] == aside
    held = [len(playtest_file.loads(place.read_bytes())[0]) for place in (*aside, path)]
    assert held == [2, 2, 1]


def test_a_process_that_does_not_get_the_lock_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playtest_file, "PATIENCE", 0.05)
    path, locks = tmp_path / "mine.plays.toml", tmp_path / "locks"
    playtest_file.append_record(path, RECORD, locks=locks)
    (lock,) = locks.glob("*.lock")
    with FileLock(lock), pytest.raises(LevelError, match="another process"):
        playtest_file.append_record(path, RECORD, locks=locks)
    assert playtest_file.read_records(path) == (RECORD,)
