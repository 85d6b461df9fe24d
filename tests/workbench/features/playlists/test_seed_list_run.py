"""Runs through lists, kept after every level and every lapse."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from listed_toy import install

from engine import workshop
from engine.errors import EngineError, LevelError
from engine.game.game import Game
from engine.playlists import runfile
from engine.playlists.pack import PlaylistEntry
from engine.playlists.playlist_run import RunMode
from engine.values.budget import Control
from engine.values.playtest_record import PlayRecord
from workbench.features.playlists import run_text, seed_list_run
from workbench.features.playlists.seed_list_run import RunSession
from workbench.paths import resources
from workbench.paths.state_folder import StateFolder

WIN = PlayRecord(datetime(2025, 3, 1, tzinfo=UTC), "", 1, "won", 60.0, ())


@pytest.fixture(autouse=True)
def game(toy: object, monkeypatch: pytest.MonkeyPatch) -> Game:
    return install(monkeypatch)


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shipped list of six levels."""
    lists = tmp_path / "shipped" / "toy" / "lists"
    lists.mkdir(parents=True)
    (lists / "1.seeds").write_text("11\n12\n")
    (lists / "3.seeds").write_text("31\n32\n33\n34\n")
    monkeypatch.setattr(resources, "get_shipped_levels", lambda: tmp_path / "shipped")
    return lists


@pytest.fixture
def state(tmp_path: Path) -> StateFolder:
    return StateFolder(tmp_path / "st")


def begin(game: Game, mode: RunMode, state: StateFolder) -> RunSession:
    return seed_list_run.start_run(game, mode, state, seed=11)


def make_next(journey: RunSession) -> PlaylistEntry:
    """The next level, made."""
    entry = journey.find_next(Control(), lambda done, total: None)
    level, _, _ = workshop.generate(journey.game, entry.seed, entry.settings)
    return replace(entry, level=level)


def win(journey: RunSession, moves: str = "RD") -> PlaylistEntry:
    """Wins the next level, which is returned."""
    entry = make_next(journey)
    journey.record_win(entry, tuple(moves), WIN)
    return entry


def only(state: StateFolder) -> RunSession:
    """The only run that is kept, gone on with."""
    ((kept,), wrong) = runfile.read_runs(state.runs)
    assert not wrong
    return RunSession(kept, state)


def test_infinite_play_goes_on_past_the_end(game: Game, state: StateFolder) -> None:
    journey = begin(game, "infinite", state)
    for _ in range(4):
        win(journey)
    assert [level.index for level in journey.run.played] == [0, 2, 4, None]
    said = run_text.format_progress(journey.run, journey.rules, journey.levels)
    assert said == "level 5, past the end of the list, size 9"
    assert run_text.format_progress(journey.run, journey.rules) == said, "without the list, too"


def test_what_happens_in_a_level_is_kept_until_it_is_won(game: Game, state: StateFolder) -> None:
    journey = begin(game, "infinite", state)
    journey.record_lapse("death")
    only(state).record_lapse("hint")
    journey = only(state)
    journey.record_lapse("solution")
    assert [*run_text.list_lapses(journey.run)] == ["1 death", "1 hint", "solution shown"]
    win(journey)
    (won,) = only(state).run.played
    assert (won.deaths, won.hints, won.solution_shown, won.seconds) == (1, 1, True, 60)
    assert [*run_text.list_lapses(only(state).run)] == []


def test_a_run_goes_on_where_it_was_left(game: Game, state: StateFolder) -> None:
    first = win(begin(game, "campaign", state))
    again = only(state)
    assert again.find_last() == replace(first, level=None)
    assert make_next(again) == make_next(only(state)) != first
    win(again)
    win(again)
    assert again.is_over
    found, _ = runfile.read_runs(state.runs)
    assert seed_list_run.find_unfinished(found, "campaign", None) is None


def test_the_same_seed_leads_to_the_same_levels(game: Game, state: StateFolder) -> None:
    journey = begin(game, "campaign", state)
    levels = [win(journey) for _ in range(3)]
    again = seed_list_run.repeat_run(journey, state)
    assert again.run.seed == 11 and [win(again) for _ in range(3)] == levels


def test_the_better_of_two_wins_of_a_level_is_kept(game: Game, state: StateFolder) -> None:
    journey = begin(game, "campaign", state)
    level = win(journey, "RLRD").level
    assert level is not None and only(state).run.played[0].count == 4
    journey.record_repeat(level, ("R", "D"), "")
    assert only(state).run.played[0].count == 2


def test_two_sessions_do_not_overwrite_each_others_run(game: Game, state: StateFolder) -> None:
    one = begin(game, "campaign", state)
    only(state).record_lapse("death")
    with pytest.raises(LevelError, match="another session has continued this run"):
        one.record_lapse("death")
    assert only(state).run.deaths == 1


def test_a_list_that_is_too_short_changed_or_gone_is_told(
    game: Game, state: StateFolder, shipped: Path
) -> None:
    journey = begin(game, "infinite", state)
    (shipped / "3.seeds").unlink()
    assert only(state).has_list_changed and not journey.has_list_changed
    with pytest.raises(EngineError, match="at least 3 levels, found 2"):
        begin(game, "campaign", state)
    (shipped / "1.seeds").write_text("1\nx\n")
    with pytest.raises(LevelError, match=r"cannot be read: .*1.seeds:2: expected a seed"):
        only(state)
    assert seed_list_run.read_list_if_valid(journey.run) is None
