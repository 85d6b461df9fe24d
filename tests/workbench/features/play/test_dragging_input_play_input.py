"""Playing a game whose moves name places, by cursor, by mouse, and with hints."""

from __future__ import annotations

from pathlib import Path

import frames
import plays
import pytest
from plainly import press
from plays import kept, mouse, moves, said, written
from waiting import advised, until

from engine.games.linjat.board.text import read_published
from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.features.play.recordings_screen import RecordingsScreen
from workbench.features.play.replay_screen import ReplayScreen
from workbench.features.play.screen import PlayScreen
from workbench.ui.boards.board_view import BoardView

pytestmark = pytest.mark.usefixtures("app_world")

BOARD = read_published(["  . ", "  24", "    ", "    "])
SOLUTION = ("1,2:0,2-1,2", "1,3:0,3-3,3")


def playing(folder: Path, theme: str = "default") -> WorkbenchApp:
    level = Level("linjat", BOARD, "Two lines")
    return plays.playing(written(level, folder / "lines.toml"), theme)


def shown(app: WorkbenchApp) -> PlayScreen:
    assert isinstance(app.screen, PlayScreen)
    return app.screen


@pytest.mark.parametrize(
    ("size", "theme"), [((60, 20), "ascii"), ((80, 24), "default"), ((120, 40), "mono")]
)
async def test_it_is_won_with_the_keyboard(folder: Path, size: tuple[int, int], theme: str) -> None:
    app = playing(folder, theme)
    async with app.run_test(size=size) as pilot:
        await advised(pilot)
        await press(pilot, "right", "enter", "down", "down")
        assert "holding number 4" in frames.frame(app)
        assert moves(app) == ()
        frames.check(app, f"placing-held-{size[0]}x{size[1]}")
        await press(pilot, "enter", "up", "up", "enter", "up", "enter")
        assert moves(app) == ("1,3:1,3-3,3", "1,3:0,3-3,3")
        await press(pilot, "down", "left", "enter", "up", "enter")
        await until(pilot, lambda: bool(kept(folder, "lines")))
        await until(pilot, lambda: shown(app).records.count == 1)
        assert shown(app).session.playthrough.position.status == "won"
        frames.check(app, f"placing-won-{size[0]}x{size[1]}")


async def test_the_cursor_stays_where_the_line_can_go(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.screen.query_one(BoardView)
        assert board.cursor == (1, 2)
        await press(pilot, "enter", "right")
        assert board.cursor == (1, 2)  # the 4 is there
        await press(pilot, "left", "down")
        assert board.cursor == (1, 1)
        await press(pilot, "escape")
        assert board.cursor == (1, 2) and moves(app) == ()
        await press(pilot, "enter", "enter")
        assert moves(app) == ()


async def test_clearing_undo_redo_restart(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "backspace")
        assert "Nothing to clear" in said(app)
        await press(pilot, "enter", "left", "left", "enter", "right", "backspace")
        assert moves(app) == ("1,2:1,0-1,2", "1,2:1,2-1,2")
        await press(pilot, "u")
        assert moves(app) == ("1,2:1,0-1,2",)
        await press(pilot, "U", "r")
        assert moves(app) == ()
        await press(pilot, "up", "up", "enter")
        assert "Nothing to grab" in said(app)


class TestMouse:
    async def test_drags_preview_and_commit_on_release(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            pointer = mouse(pilot)
            await pointer.press((1, 3))
            await pointer.move((2, 3))
            await pointer.move((3, 3))
            assert moves(app) == () and "3 of 4" in frames.frame(app)
            await pointer.release()
            assert moves(app) == ("1,3:1,3-3,3",)
            await pointer.drag((1, 3), (0, 3))
            assert moves(app) == ("1,3:1,3-3,3", "1,3:0,3-3,3")

    async def test_off_the_cross_is_ignored_and_lines_are_clipped(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await mouse(pilot).drag((1, 2), (1, 1), (2, 1), (2, 0))
            assert moves(app) == ("1,2:1,1-1,2",)
            await mouse(pilot).drag((1, 3), (1, 1))
            assert moves(app) == ("1,2:1,1-1,2",)

    async def test_a_click_resets_and_a_drag_back_does_not(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await mouse(pilot).drag((1, 2), (1, 0))
            await mouse(pilot).drag((1, 2), (2, 2), (1, 2))
            assert moves(app) == ("1,2:1,0-1,2",)
            await mouse(pilot).drag((1, 2))
            assert moves(app) == ("1,2:1,0-1,2", "1,2:1,2-1,2")

    async def test_an_end_turns_the_line_and_is_pulled_in_past_the_other(
        self, folder: Path
    ) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            pointer = mouse(pilot)
            await pointer.drag((1, 2), (1, 0))
            await pointer.drag((1, 0), (3, 2))
            assert moves(app)[-1] == "1,2:1,2-3,2"  # by a right angle, from the number on
            await pointer.drag((3, 2), (0, 2))
            assert moves(app)[-1] == "1,2:0,2-1,2"
            await pointer.drag((1, 2), (3, 2))
            assert moves(app)[-1] == "1,2:0,2-3,2"
            assert "4 of 2, too long" in frames.frame(app)
            await pointer.drag((3, 2), (0, 2))
            assert moves(app)[-1] == "1,2:0,2-1,2"

    async def test_the_number_within_its_line_begins_it_anew(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            pointer = mouse(pilot)
            await pointer.drag((1, 2), (0, 2))
            await pointer.drag((1, 2), (2, 2))
            await pointer.drag((1, 2), (1, 1))
            assert moves(app)[-1] == "1,2:1,1-1,2"

    async def test_a_resize_in_the_middle_of_a_drag(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            pointer = mouse(pilot)
            await pointer.press((1, 3))
            await pointer.move((2, 3))
            await pilot.resize_terminal(120, 40)
            await pilot.pause()
            assert moves(app) == () and "holding number 4" in frames.frame(app)
            await pointer.move((3, 3))
            await pointer.release()
            assert moves(app) == ("1,3:1,3-3,3",)

    async def test_leaving_the_board_cancels(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            pointer, board = mouse(pilot), app.screen.query_one(BoardView)
            await pointer.press((1, 3))
            await pointer.move((3, 3))
            board.post_message(BoardView.CellHovered(board, None, 1))
            await pilot.pause()
            await pointer.move((2, 3))
            await pointer.release()
            assert moves(app) == ()

    async def test_a_button_that_came_up_unseen_cancels(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            pointer = mouse(pilot)
            await pointer.press((1, 3))
            await pointer.lose_button()
            await pointer.move((3, 3))
            assert moves(app) == () and "holding" not in frames.frame(app)


async def test_a_check_marks_what_is_wrong_until_something_is_drawn(folder: Path) -> None:
    app = playing(folder, "ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "enter", "left", "enter")
        await press(pilot, "p", "c")
        assert "no line is wrong so far; 1 line to draw" in frames.frame(app)
        assert shown(app).input.list_marks() == {}
        await press(pilot, "up", "right", "right", "down", "enter", "down", "enter")
        assert "so far" not in frames.frame(app)
        await press(pilot, "p", "c")
        assert shown(app).input.list_marks() == {(1, 3): "problem", (2, 3): "problem"}
        frames.check(app, "placing-check-80x24")
        await press(pilot, "enter", "down", "enter")
        assert shown(app).input.list_marks() == {} and "to cover" not in frames.frame(app)


async def test_a_hint_takes_the_place_of_a_check(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "enter", "left", "left", "enter", "p", "c")
        assert set(shown(app).input.list_marks().values()) == {"problem"}
        await press(pilot, "i", "i")
        assert set(shown(app).input.list_marks().values()) == {"because"}


async def test_the_keyboard_can_do_what_the_mouse_does(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", "left", "left", "enter")
        assert moves(app)[-1] == "1,2:1,0-1,2"
        await press(pilot, "enter", "right", "right", "down", "down", "enter")
        assert moves(app)[-1] == "1,2:1,2-3,2"
        await press(pilot, "enter", "up", "up", "up", "enter")
        assert moves(app)[-1] == "1,2:0,2-1,2"
        await press(pilot, "enter", "left", "escape")
        assert len(moves(app)) == 3


async def test_hints_say_which_rule_then_where_then_what(folder: Path) -> None:
    app = playing(folder, "ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "i")
        assert "dot cover" in frames.frame(app)
        assert not shown(app).input.list_marks()
        await press(pilot, "i")
        assert shown(app).input.list_marks() == {(0, 2): "because", (1, 2): "because"}
        await press(pilot, "i")
        assert shown(app).input.list_marks()[0, 2] == "claimed"
        frames.check(app, "placing-hint-80x24")
        await press(pilot, "i")
        assert "no more hints for this position" in said(app)


async def test_recordings_are_played_again(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        for word in SOLUTION:
            shown(app).session.make_move(word)
        shown(app).finish_action()
        await until(pilot, lambda: bool(kept(folder, "lines")))
        await press(pilot, "p", "r")
        await until(pilot, lambda: isinstance(app.screen, RecordingsScreen))
        await until(pilot, lambda: "won" in frames.frame(app))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await press(pilot, "full_stop", "full_stop")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.replay.moment.moves == SOLUTION
        assert screen.replay.moment.position.status == "won"
        frames.check(app, "placing-replay-80x24")
