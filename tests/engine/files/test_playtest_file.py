"""Files of playtest records, format 1: TOML in and out."""

from __future__ import annotations

import multiprocessing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from engine.files import playtest_file
from engine.values.playtest_record import RESULTS, PencilEvent, PlayEvent, PlayRecord

STARTED = datetime(2026, 11, 21, 14, 52, 9, tzinfo=timezone(timedelta(hours=1)))

tenths = st.integers(0, 10**7).map(lambda number: number / 10)
events = st.one_of(
    st.builds(PlayEvent, tenths, st.just("move"), st.from_regex(r"[A-Za-z-]{1,9}", fullmatch=True)),
    st.builds(PlayEvent, tenths, st.sampled_from(["undo", "redo", "restart"])),
    st.builds(PlayEvent, tenths, st.just("hint"), amount=st.sampled_from([1, 2, 3])),
    st.builds(PlayEvent, tenths, st.just("pause"), amount=tenths),
)  # fmt: skip
cells = st.tuples(st.integers(0, 15), st.integers(0, 15))
marks = st.builds(PencilEvent, tenths, cells, st.sampled_from(["", "empty", "level"]))
records = st.builds(
    PlayRecord,
    started=st.datetimes(
        min_value=datetime(1970, 1, 1),
        timezones=st.sampled_from([UTC, timezone(timedelta(hours=-5, minutes=-30))]),
    ),
    board=st.text(st.characters(exclude_categories=["Cs", "Cc"])),
    rules=st.integers(1, 9),
    result=st.sampled_from(RESULTS),
    seconds=tenths,
    events=st.lists(events, max_size=12).map(tuple),
    optimum=st.none() | st.integers(0, 99),
    solution_shown=st.booleans(),
    marks=st.lists(marks, max_size=4).map(tuple),
    view=st.sampled_from(["", "corner"]),
    explored=st.lists(tenths, max_size=3).map(tuple),
    extra=st.dictionaries(st.sampled_from(["player", "mood"]), st.integers(0, 3)),
)


@given(st.lists(records, max_size=4).map(tuple), st.dictionaries(st.just("note"), st.text("ab")))
def test_what_is_written_is_read_again(
    played: tuple[PlayRecord, ...], extra: dict[str, str]
) -> None:
    text = playtest_file.dumps(played, extra)
    assert playtest_file.loads(text) == (played, extra)
    assert playtest_file.dumps(*playtest_file.loads(text)) == text


def _play(path: Path, locks: Path, name: str, times: int) -> None:
    for number in range(times):
        event = PlayEvent(0.0, "move", f"{name}{number}")
        record = PlayRecord(STARTED, "sha256:ab", 1, "left", 1.0, (event,))
        playtest_file.append_record(path, record, locks=locks)


def test_two_processes_lose_nothing_of_each_other(tmp_path: Path) -> None:
    path, locks = tmp_path / "mine.plays.toml", tmp_path / "locks"
    context = multiprocessing.get_context("spawn")
    others = [context.Process(target=_play, args=(path, locks, name, 15)) for name in "ab"]
    for other in others:
        other.start()
    for other in others:
        other.join(60)
        assert other.exitcode == 0
    words = [record.events[0].move for record in playtest_file.read_records(path)]
    assert sorted(words) == sorted(f"{name}{number}" for name in "ab" for number in range(15))
    for name in "ab":
        assert [word for word in words if word[0] == name] == [f"{name}{n}" for n in range(15)]
    assert not list(tmp_path.glob(".workbench-*"))
