from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import frames
import plays
import pytest
from plainly import press
from plays import LOCAL, REMOTE, kept, moves, said, words, written
from toy_game import ToyBoard
from waiting import advised, until

from engine.files import levelfile
from engine.values.level import Level
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.play.play_board import PlayBoard
from workbench.features.play.record_writer import RecordWriter
from workbench.features.play.recordings_screen import RecordingsScreen
from workbench.features.play.replay_screen import ReplayScreen
from workbench.features.play.screen import PlayScreen
from workbench.session.playtest import recorder
from workbench.terminal.capabilities import Capabilities
from workbench.ui.boards.board_view import BoardView
from workbench.ui.screen import CommandScreen, find_action

pytestmark = pytest.mark.usefixtures("app_world")

POCKET = ToyBoard(("#######", "#.#####", "#S...G#", "#.#####", "#######"))
"""Right wins; up and down lead into a shaft that the sled never leaves."""


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own; where plays are kept in it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "puzzle-workbench" / "plays"


def playing(
    folder: Path, name: str = "slope.toml", theme: str = "default", link: Capabilities = REMOTE
) -> WorkbenchApp:
    return plays.playing(folder / name, theme, link)


def pocket(folder: Path) -> WorkbenchApp:
    return plays.playing(written(Level("toy", POCKET, "Pocket"), folder / "pocket.toml"))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
async def test_a_game_is_won(folder: Path, size: tuple[int, int]) -> None:
    app = playing(folder)
    async with app.run_test(size=size) as pilot:
        await advised(pilot)
        await press(pilot, "right", "down")
        await until(pilot, lambda: bool(kept(folder)))
        await until(pilot, lambda: app.screen.records.count == 1)  # type: ignore[attr-defined]
        frames.check(app, f"play-won-{size[0]}x{size[1]}")


@pytest.mark.parametrize(
    "keys", [("right", "left", "down"), ("l", "h", "j"), ("d", "a", "s")], ids="".join
)
async def test_arrows_and_letters_move(folder: Path, keys: tuple[str, ...]) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *keys)
        assert moves(app) == ("R", "L", "D")
        await press(pilot, "up")
        assert moves(app) == ("R", "L", "D", "U")


async def test_undo_redo_restart(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "u")
        assert "you have made no moves yet" in said(app)
        await press(pilot, "right", "left", "u")
        assert moves(app) == ("R",)
        await press(pilot, "U")
        assert moves(app) == ("R", "L")
        await press(pilot, "r")
        assert moves(app) == ()
        await press(pilot, "U", "U", "U")
        assert moves(app) == ("R", "L")
        assert "there is no undone move" in said(app)


async def test_a_lost_game_says_why_and_can_be_undone(folder: Path) -> None:
    text = (folder / "slope.toml").read_text().replace("#...~.G#", "#..~#.G#")
    (folder / "slope.toml").write_text(text)
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "down", "right")
        await pilot.pause()
        assert "Lost: the sled is stuck in the mud. u undoes the move." in words(app)
        await press(pilot, "left")
        assert moves(app) == ("D", "R")
        await press(pilot, "u")
        await pilot.pause()
        assert "lost" not in frames.frame(app)


async def test_a_move_that_changes_nothing_does_not_count(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "up")
        await pilot.pause()
        assert moves(app) == ()
        assert "nothing moves that way" in frames.frame(app)


async def test_the_solution_is_hidden_unless_asked_for(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        assert "best    2" in frames.frame(app)
        assert "→ ↓" not in frames.frame(app)
        await press(pilot, "t")
        assert "solution" in frames.frame(app)
        assert "→ ↓" in frames.frame(app)
        await press(pilot, "t")
        assert "→ ↓" not in frames.frame(app)


async def test_looking_at_the_solution_is_reported_with_the_win(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "right", "down", "p", "r")
        await until(pilot, lambda: "> 20" in frames.frame(app))
        await press(pilot, "enter", "escape", "escape")
        assert "solution shown" not in frames.frame(app)
        await press(pilot, "r", "right", "down")
        assert "won in 2, the fewest possible, solution shown" in words(app)
        await until(pilot, lambda: len(kept(folder)) == 2)
        await press(pilot, "p", "r")
        await until(pilot, lambda: "solution shown" in frames.frame(app))
        await press(pilot, "enter", "end")
        assert "won in 2, the fewest possible, solution shown" in words(app)
    assert [record.solution_shown for record in kept(folder)] == [False, True]


async def test_without_a_verdict_the_board_is_solved_in_the_background(folder: Path) -> None:
    app = playing(folder, "hard/second.toml")
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        assert "best    2" in frames.frame(app)
        await press(pilot, "i")
        assert "hint 1 of 3 · on a shortest path: 2" in frames.frame(app)


async def test_while_nothing_is_known_that_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "workbench.session.playtest.level_analysis.LevelAnalysis.request_analysis", lambda *_: None
    )
    app = playing(folder, "hard/second.toml")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "best    searching" in frames.frame(app)
        assert "searching for a solution from here" in frames.frame(app)
        await press(pilot, "i")
        assert "Hint: still searching" in said(app)
        await press(pilot, "t")
        assert "Solution: the solver is still searching" in said(app)


async def test_hints_rise_with_every_press_and_go_with_a_move(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        for text in ("hint 1 of 3 · on a shortest path: 2", "hint 2 of 3 · next: left or right",
                     "hint 3 of 3 · next: → right or"):  # fmt: skip
            await press(pilot, "i")
            assert text in frames.frame(app)
        await press(pilot, "i")
        assert "there are no more hints for this position" in said(app)
        await press(pilot, "right")
        assert "hint 3" not in frames.frame(app)
        assert "hints   3, up to 3 of 3" in frames.frame(app)
        await press(pilot, "down", "i")
        assert "the level is already won" in said(app)


async def test_being_off_track_and_dead_ends_are_reported_unless_switched_off(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "right")
        assert "off track" not in frames.frame(app)
        await press(pilot, "left")
        assert "off track by 2" in frames.frame(app)
        await press(pilot, "p", "w")
        assert "off track" not in frames.frame(app)
        assert "warnings    off" in frames.frame(app)
    app = pocket(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "up")
        assert "dead end: no win from here" in frames.frame(app)
        await press(pilot, "p", "w")
        assert "dead end" not in frames.frame(app)
        await press(pilot, "i")
        assert "you can no longer win" in frames.frame(app)


async def test_the_timer_runs_only_while_it_is_played(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        assert screen._clock is not None
        assert "time    " not in frames.frame(app)
        assert not screen._clock._active.is_set()
        await press(pilot, "p", "t")
        assert "time    0:00" in frames.frame(app)
        assert screen._clock._active.is_set()
        monkeypatch.setattr(recorder, "PAUSE_SECONDS", 0.0)
        screen._update_clock()
        assert "paused" in frames.frame(app)
        assert not screen._clock._active.is_set()
        monkeypatch.undo()
        await press(pilot, "right")
        assert screen._clock._active.is_set()
        await press(pilot, "down")
        screen._update_clock()
        assert not screen._clock._active.is_set()
        assert "paused" not in frames.frame(app)


async def test_moves_are_animated_on_a_quick_link_only(folder: Path) -> None:
    app = playing(folder, link=LOCAL)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        board, table = screen.query_one(BoardView), screen.query_one(PlayBoard)
        screen.input.handle_arrow("right")
        assert table.is_moving
        assert moves(app) == ("R",)
        assert (1, 6) not in board.picture.pieces
        await until(pilot, lambda: not table.is_moving)
        assert (1, 6) in board.picture.pieces
        # The next key has everything arrive at once.
        screen.input.handle_arrow("left")
        assert table.is_moving
        await press(pilot, "z")
        assert not table.is_moving
        assert (1, 1) in board.picture.pieces
        await press(pilot, "p", "m")
        screen.input.handle_arrow("right")
        assert not table.is_moving
        assert (1, 6) in board.picture.pieces
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "right")
        assert isinstance(app.screen, PlayScreen)
        assert not app.screen.query_one(PlayBoard).is_moving
        await press(pilot, "p", "m")
        assert "Animation: unavailable over SSH" in said(app)


async def test_records_are_written_in_the_order_of_their_sessions() -> None:
    done: list[str] = []

    def keep(record: str) -> str:
        time.sleep(0.05 if record == "first" else 0.0)
        done.append(record)
        return ""

    session, keeper = (
        SimpleNamespace(finished_records=["first", "second"]),
        SimpleNamespace(write=keep),
    )
    records = RecordWriter(session, keeper, lambda _: None)  # type: ignore[arg-type]
    records.write_due_records()
    assert await records.collect_messages() == []
    assert done == ["first", "second"]


async def test_sessions_are_recorded_and_played_again(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "right", "left", "u", "i", "U", "r", "down", "right")
        await until(pilot, lambda: app.screen.records.count == 1)  # type: ignore[attr-defined]
        await press(pilot, "r", "down", "p", "r")
        await until(pilot, lambda: "won" in frames.frame(app))
        assert isinstance(app.screen, RecordingsScreen)
        assert "1 hint, 1 undo, 1 restart" in frames.frame(app)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert isinstance(app.screen, ReplayScreen)
        for command in commands.list_in_contexts(*app.screen.CONTEXTS):
            assert callable(find_action(app.screen, command)), command.id
        assert "event   0 of 8, at 0:00" in frames.frame(app)
        await press(pilot, "full_stop", "full_stop")
        await pilot.pause()
        assert "move 2: ← left" in frames.frame(app)
        assert "move 2 left the shortest path: 2" in frames.frame(app)
        await press(pilot, "full_stop")
        assert "undid a move: 1 move" in frames.frame(app)
        await press(pilot, "comma", "end")
        await pilot.pause()
        frames.check(app, "replay-80x24")
        assert "won in 2, the fewest possible" in frames.frame(app)
        await press(pilot, "plus", "plus", "plus", "space")
        await until(pilot, lambda: "event   8 of 8" in frames.frame(app))
        await until(pilot, lambda: not app.screen.timer.is_playing)  # type: ignore[attr-defined]
        await press(pilot, "minus", "home", "space", "space")
        assert not app.screen.timer.is_playing  # type: ignore[attr-defined]
        await press(pilot, "escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
    won, left = kept(folder)
    assert (won.result, won.moves, won.optimum) == ("won", 2, 2)
    assert [event.kind for event in won.events] == [
        "move", "move", "undo", "hint", "redo", "restart", "move", "move",
    ]  # fmt: skip
    assert (left.result, left.moves) == ("left", 1)


async def test_a_recording_of_another_board_cannot_be_played_again(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "right", "escape")
    levelfile.write_level(Level("toy", POCKET, "Slope"), folder / "slope.toml")
    app = playing(folder)
    async with app.run_test(size=(60, 20)) as pilot:
        await advised(pilot)
        await press(pilot, "p", "r")
        await until(pilot, lambda: "edited" in frames.frame(app))
        await press(pilot, "enter")
        assert "the board was edited after this recording" in said(app)


async def test_nothing_played_nothing_recorded(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "up", "i", "p", "r")
        await until(pilot, lambda: "No recordings yet." in frames.frame(app))
        await press(pilot, "enter", "escape", "escape")
    assert not (folder / "slope.plays.toml").exists()


async def test_every_command_can_be_done(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        for kind in (PlayScreen, RecordingsScreen):
            await until(pilot, lambda kind=kind: isinstance(app.screen, kind))
            assert isinstance(app.screen, CommandScreen)
            for command in commands.list_in_contexts(*app.screen.CONTEXTS):
                assert callable(find_action(app.screen, command)), command.id
            await press(pilot, "p", "r")


async def test_a_hang_up_keeps_what_was_played(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "right")
        app.exit_by_signal("SIGHUP")
    assert [record.result for record in kept(folder)] == ["left"]


async def test_a_file_that_holds_no_records_is_reported_and_left_alone(
    folder: Path, state: Path
) -> None:
    bad = folder / "slope.plays.toml"
    bad.write_text("plays = 3\n")
    app = playing(folder)
    async with app.run_test(size=(120, 24)) as pilot:
        await until(pilot, lambda: "slope.plays.toml: format: missing" in said(app))
        await press(pilot, "right")
    assert bad.read_text() == "plays = 3\n"
    assert len(list(state.glob("toy-*.plays.toml"))) == 1
    assert "Recorded in" in app.exit_messages[0]


async def test_an_unsaved_level_is_recorded_in_the_state_folder(state: Path) -> None:
    app = WorkbenchApp(Document(Level("toy", POCKET)), "play", theme="default", terminal=REMOTE)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "right")
    assert len(list(state.glob("toy-*.plays.toml"))) == 1


async def test_in_plain_ascii(folder: Path) -> None:
    app = playing(folder, theme="ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "right", "t")
        assert frames.frame(app).isascii()
        frames.check(app, "play-ascii")


async def test_escape_leaves_to_where_it_came_from(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "escape")
        await pilot.pause()
    assert app.return_value == 0
