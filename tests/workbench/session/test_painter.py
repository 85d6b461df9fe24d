"""Journeys: lines, rectangles, floods, moves and mirrors, with the keyboard and with the mouse."""

from __future__ import annotations

import re

import pytest
from dragging import Mouse
from plainly import caption, frame, press, said, settled, until

from engine.game import registry
from engine.values.level import Level

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
async def pilot(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "e", "e")
        yield pilot


@pytest.fixture
def session(pilot):
    return pilot.app.screen.session


@pytest.fixture
def view(pilot):
    return pilot.app.screen.query_one("#board")


@pytest.fixture
def mouse(pilot, view):
    return Mouse(pilot, view)


class TestTheKeyboard:
    async def test_a_line_follows_the_cursor_and_is_one_entry(self, pilot, session, view):
        await press(pilot, "#", "j", "j", "l", "e", "l", "j", "j", "l")
        assert "Wall, line of 3 cells: enter applies, esc cancels" in caption(pilot.app)
        assert view.picture.tiles[4][2] == "wall", "the preview"
        assert session.board.tiles[4] == "#....#", "the level"
        await press(pilot, "enter")
        assert [line[1:3] for line in session.board.tiles[2:5]] == ["##", ".#", ".#"]
        assert session.document.undo_name == "Wall, line of 3 cells"
        await press(pilot, "u")
        assert session.document.undo_name is None

    async def test_escape_puts_back_then_the_brush_then_leaves(self, pilot, session, view):
        await press(pilot, "#", "e", "r", "j", "l", "escape")
        assert session.document.undo_name is None and session.playback.view_kind == "edit"
        assert session.editor.brush == "rectangle" and "cancelled" in said(pilot.app)
        assert view.picture == session.game.boards.draw_picture(session.board)
        await press(pilot, "escape")
        assert session.editor.brush == "freehand" and session.playback.view_kind == "edit"
        await press(pilot, "escape")
        assert session.playback.view_kind != "edit"

    async def test_a_rectangle_is_filled_when_asked_twice(self, pilot, session):
        await press(pilot, ".", "j", "l", "e", "r", "j", "j", "l", "l", "e", "r", "enter")
        assert session.board.tiles[1:4] == ("#....#", "#....#", "#...g#")
        await press(pilot, "u", "#", "e", "r", "k", "k", "h", "h", "e", "r", "e", "r", "enter")
        assert session.board.tiles[1:4] == ("####.#", "####.#", "####g#")

    async def test_a_fill_floods_what_is_alike(self, pilot, session):
        await press(pilot, "2", "j", "l", "e", "f")
        assert "".join(session.board.tiles).count("s") == 13
        assert session.document.undo_name == "fill 13 with Swamp"

    async def test_a_tool_is_picked_from_the_cell(self, pilot, session):
        await press(pilot, "j", "j", "l", "l", "e", "p")
        assert session.editor.tool.name == "wall" and "Picked Wall" in said(pilot.app)

    async def test_a_piece_is_moved_to_the_cursor(self, pilot, session, view):
        await press(pilot, "j", "l", "e", "m", "l")
        assert list(view.picture.pieces) == [(1, 2)] and session.board.find("@") == [(1, 1)]
        await press(pilot, "enter")
        assert session.board.find("@") == [(1, 2)]
        assert session.document.undo_name == "move Dot 1,1 to 1,2"
        await press(pilot, "e", "m", "l", "escape")
        assert session.board.find("@") == [(1, 2)]
        await press(pilot, "h", "e", "m", "e", "m")
        assert said(pilot.app) == "Put back where it was."

    async def test_a_mirror_repeats_everything(self, pilot, session, view):
        await press(pilot, "e", "y")
        assert session.painter.mirror.title == "left-right" and "mirror left-right" in frame(
            pilot.app
        )
        assert re.search(r"2 +\| +3", frame(pilot.app)), "the axis, in the margin"
        await press(pilot, "2", "j", "l", "enter")
        assert session.board.tiles[1] == "#s..s#"
        await press(pilot, "e", "l", "j")
        assert [view.picture.tiles[2][col] for col in (1, 4)] == ["swamp", "swamp"]
        await press(pilot, "escape", "j", "x")
        await press(pilot, *("ey" * 7))
        assert session.painter.mirror.title == "none"


class TestTheMouse:
    async def test_a_stroke_is_one_entry_without_gaps(self, pilot, session, mouse):
        await press(pilot, "#")
        await mouse.drag((4, 1), (4, 2), (4, 4))
        assert session.board.tiles[4] == "######"
        assert session.document.undo_name == "Wall, stroke of 4 cells"
        await mouse.drag((4, 1), (4, 4), button=3)
        assert session.board.tiles[4] == "#....#"
        assert session.document.undo_name == "erase 4 cells"

    async def test_a_shape_shows_itself_before_it_is_drawn(self, pilot, session, view, mouse):
        await press(pilot, "#", "e", "r", "escape")
        await mouse.press((3, 1))
        await mouse.move((4, 3))
        assert "Wall, rectangle of 6 cells: release applies" in caption(pilot.app)
        assert {*session.build_view().marks} == {(4, 1), (4, 2), (4, 3), (3, 1), (3, 2), (3, 3)}
        assert view.picture.tiles[4][1:4] == ("floor",) * 3
        assert session.document.undo_name is None
        await mouse.release()
        assert session.board.tiles[3:5] == ("####g#", "####.#")

    @pytest.mark.parametrize("how", ["escape", "second button"])
    async def test_a_drag_is_put_back(self, pilot, session, mouse, how):
        await press(pilot, "#")
        await mouse.press((4, 1))
        await mouse.move((4, 3))
        if how == "escape":
            await press(pilot, "escape")
        else:
            await mouse.press((4, 3), 3)
        await mouse.release()
        assert session.document.undo_name is None and session.playback.view_kind == "edit"
        assert pilot.app.mouse_captured is None, "other panes can be clicked again"

    async def test_a_pane_that_goes_lets_the_mouse_go(self, pilot, session, view, mouse):
        await press(pilot, "#")
        await mouse.press((4, 1))
        await mouse.move((4, 3))
        await pilot.resize_terminal(50, 18)
        await until(pilot, lambda: pilot.app.mouse_captured is None)
        await pilot.resize_terminal(120, 32)
        await mouse.lose_button()
        await mouse.move((4, 4))
        assert session.board.tiles[4] == "####.#", "as far as it was seen to go"
        bar = pilot.app.screen.query_one("#timeline")
        bar.capture_mouse()
        bar._dragging = True
        await pilot.resize_terminal(50, 18)
        await until(pilot, lambda: pilot.app.mouse_captured is None)

    async def test_a_lost_button_ends_the_drag(self, pilot, session, mouse):
        await press(pilot, "#")
        await mouse.press((4, 1))
        await mouse.move((4, 2))
        await mouse.lose_button()
        await mouse.move((4, 4))
        assert session.board.tiles[4] == "###..#"

    async def test_a_piece_is_dragged(self, pilot, session, view, mouse):
        await mouse.press((1, 1))
        await mouse.move((1, 3))
        assert list(view.picture.pieces) == [(1, 3)]
        await mouse.release()
        assert session.board.find("@") == [(1, 3)]
        await press(pilot, "#")
        await mouse.drag((1, 3))
        assert session.board.tiles[1] == "#..#.#", "a click draws on it"

    async def test_the_middle_button_picks_and_the_palette_has_brushes(self, pilot, session, mouse):
        await mouse.drag((3, 4), button=2)
        assert session.editor.tool.name == "goal"
        foot = frame(pilot.app).splitlines()
        line = next(y for y, text in enumerate(foot) if "e l line" in text)
        below = line + 1
        await pilot.click(offset=(foot[below].index("e f fill"), below))
        assert session.editor.brush == "fill"
        await mouse.drag((1, 3))
        assert session.document.undo_name == "fill 13 with Goal"
        await pilot.click(offset=(foot[line].index("e l line"), line))
        assert session.editor.brush == "line"
        line = next(y for y, text in enumerate(foot) if "e y mirror" in text)
        await pilot.click(offset=(foot[line].index("e y mirror"), line))
        assert session.painter.mirror.title == "left-right"


async def test_a_piece_is_dragged_outside_edit_mode_too(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        mouse = Mouse(pilot, app.screen.query_one("#board"))
        await mouse.drag((1, 1))
        assert session.playback.view_kind != "edit", "a click is nothing yet"
        await mouse.press((1, 1))
        await mouse.move((4, 2))
        await press(pilot, "escape")
        await mouse.release()
        assert session.playback.view_kind != "edit" and session.document.undo_name is None
        await mouse.drag((1, 1), (4, 2))
        assert session.playback.view_kind == "edit" and session.board.find("@") == [(4, 2)]
        await press(pilot, "escape", "right")
        assert session.playback.view_kind == "play"
        await mouse.drag((4, 3), (1, 1))
        assert session.board.find("@") == [(4, 2)], "a moment of play is not the level"


async def test_a_piece_of_a_generated_level_is_dragged(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "m", "g")
        session = await settled(pilot)
        start = session.board.find("@")[0]
        free = next(cell for cell in session.board.find(".") if cell != start)
        mouse = Mouse(pilot, app.screen.query_one("#board"))
        await press(pilot, "comma")
        await mouse.drag(start, free)
        assert session.board.find("@") == [start], "a moment of the past"
        await press(pilot, "end")
        await mouse.drag(start, free)
        assert session.board.find("@") == [free] and session.level.provenance.edited
        await press(pilot, "u")
        assert session.board.find("@") == [start] and not session.level.provenance.edited


class TestTheWhole:
    @pytest.fixture
    async def pilot(self, make_app):
        app = make_app(
            Level(
                "fruit-dating", registry.get_game("fruit-dating").boards.create_blank(5, 6), "Empty"
            )
        )
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            yield pilot

    async def test_the_board_is_transformed(self, pilot, session):
        await press(pilot, "e", "t")
        await until(pilot, lambda: "rotate right" in frame(pilot.app))
        assert "nothing to crop" not in frame(pilot.app)
        await press(pilot, "c")
        await until(pilot, lambda: "nothing to crop" in frame(pilot.app))
        await press(pilot, "r")
        await settled(pilot)
        assert (session.board.rows, session.board.cols) == (6, 5)
        assert session.document.undo_name == "rotate right"
        await press(pilot, "e", "t", "1", "e", "t", "7")
        assert (session.board.rows, session.board.cols) == (7, 4)

    async def test_what_a_smaller_board_takes_away_is_said(self, pilot, session):
        stone = next(tool for tool in session.game.boards.tools if tool.title == "stone")
        board = session.board
        for col in (1, 2):
            board = session.game.boards.paint_cell(board, stone, 1, col)
        session.history.change_board("stones", board)
        await press(pilot, "e", "t")
        await until(pilot, lambda: "shrink at the top     removes 2 x stone" in frame(pilot.app))
        assert frame(pilot.app).count("removes") == 2, "the left side has one, others none"
        await press(pilot, "5")
        assert said(pilot.app) == "shrink at the top removed 2 x stone (u brings it back)."
        assert session.board.rows == 4
        await press(pilot, "u")
        assert session.board == board

    async def test_the_history_is_gone_through(self, pilot, session):
        await press(pilot, "e", "t", "1", "e", "t", "1", "e", "t", "3")
        assert (session.board.rows, session.board.cols) == (7, 7)
        await press(pilot, "e", "h")
        await until(pilot, lambda: "grow on the left  now" in frame(pilot.app))
        await press(pilot, "down", "down", "enter")
        assert (session.board.rows, session.board.cols) == (6, 6)
        await until(pilot, lambda: said(pilot.app) == "2 undone: grow at the top")
        await press(pilot, "e", "h")
        await until(pilot, lambda: frame(pilot.app).count("  undone") == 2)
        await press(pilot, "home", "enter")
        assert (session.board.rows, session.board.cols) == (7, 7)

    async def test_the_level_is_described(self, pilot, session):
        await press(pilot, "e", "d")
        await press(pilot, "!", "tab", *"Ann", "tab", *"a b", "tab", *"why", "enter")
        await press(pilot, *"not", "ctrl+s")
        level = session.level
        assert (level.title, level.author, level.tags) == ("Empty!", "Ann", ("a", "b"))
        assert level.notes == "why\nnot"
        assert session.document.undo_name == "edit title, author, tags, notes"
        await press(pilot, "e", "d", "enter")
        await until(pilot, lambda: "Nothing changed." in said(pilot.app))
        await press(pilot, "u")
        assert session.level.title == "Empty" and session.level.notes is None
