"""Where the records of a level are kept: beside its file, or in the user's state folder."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from toy_game import SLOPE, ToyBoard, slope

from engine.files import levelfile, playtest_file
from engine.values.level import Level, compute_digest
from engine.values.playtest_record import PlayEvent, PlayRecord
from workbench.paths import resources
from workbench.session.playtest.record_storage import RecordStorage

POCKET = Level("toy", ToyBoard(("#######", "#.#####", "#S...G#", "#.#####", "#######")), "Pocket")
"""Right wins; up and down lead into a shaft that the sled never leaves."""


# Where it is kept.


def record(moves: str = "R", board: str = "", day: int = 1) -> PlayRecord:
    done = tuple(PlayEvent(0.0, "move", move) for move in moves)
    started = datetime(2026, 11, day, tzinfo=UTC)
    return PlayRecord(started, board or compute_digest(SLOPE), 1, "left", 1.0, done)


def test_records_stand_beside_the_level(tmp_path: Path) -> None:
    keeper = RecordStorage(slope(), tmp_path / "mine.toml", tmp_path / "state")
    assert keeper.read() == ([], [])
    for day in (2, 3, 1):
        assert keeper.write(record(day=day)) == ""
    found, wrong = keeper.read()
    assert [one.started.day for one in found] == [3, 2, 1]
    assert wrong == []
    assert (tmp_path / "mine.plays.toml").exists()


def test_of_records_begun_within_a_second_the_last_is_the_newest(tmp_path: Path) -> None:
    keeper = RecordStorage(slope(), tmp_path / "mine.toml", tmp_path / "state")
    for moves in ("R", "RD", "RDL"):
        keeper.write(record(moves))
    assert [one.moves for one in keeper.read()[0]] == [3, 2, 1]


def test_levels_without_a_folder_have_theirs_in_the_state_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "get_shipped_levels", lambda: tmp_path / "shipped")
    folders = ("shipped/toy", "checkout/levels/toy", "lib/site-packages/more/levels", "locked")
    files = [tmp_path / folder / "one.toml" for folder in folders]
    for file in files:
        file.parent.mkdir(parents=True)
        levelfile.write_level(slope(), file)
    (tmp_path / "locked").chmod(0o555)
    state = tmp_path / "state"
    for path in (None, *files):
        keeper = RecordStorage(slope(), path, state)
        assert keeper.path.parent == state
        assert keeper.write(record()) == ""
    (tmp_path / "locked").chmod(0o755)
    assert not list(tmp_path.glob("**/one.plays.toml"))
    # Saved at last, the level finds them again.
    assert len(RecordStorage(slope(), tmp_path / "saved.toml", state).read()[0]) == 5
    assert RecordStorage(POCKET, None, state).read()[0] == []


def test_records_beside_a_shipped_level_are_read_from_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = tmp_path / "toy" / "one.toml"
    level.parent.mkdir()
    RecordStorage(slope(), level, tmp_path / "state").write(record(day=1))
    monkeypatch.setattr(resources, "get_shipped_levels", lambda: tmp_path)
    keeper = RecordStorage(slope(), level, tmp_path / "state")
    keeper.write(record(day=2))
    assert [one.started.day for one in keeper.read()[0]] == [2, 1]
    assert len(playtest_file.read_records(level.with_name("one.plays.toml"))) == 1


def test_a_bad_file_is_left_alone_and_the_record_kept(tmp_path: Path) -> None:
    bad = tmp_path / "mine.plays.toml"
    bad.write_text("format = 'one'\n")
    keeper = RecordStorage(slope(), tmp_path / "mine.toml", tmp_path / "state")
    assert "mine.plays.toml: format: expected an integer" in keeper.read()[1][0]
    assert "mine.plays.toml: format: expected an integer" in keeper.write(record())
    assert bad.read_text() == "format = 'one'\n"
    assert len(keeper.read()[0]) == 1


def test_when_nothing_can_be_written_that_is_reported(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    keeper = RecordStorage(slope(), tmp_path / "mine.toml", tmp_path / "state")
    assert keeper.write(record()).startswith("Not recorded: ")
