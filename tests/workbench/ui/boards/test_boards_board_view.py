"""A board of faces: no cell in the corners of its net, arrows to press, little to send."""

from __future__ import annotations

import pytest
from monk_boards import GAME
from textual.app import App, ComposeResult

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.values.grid import RIGHT, UP
from workbench.drawing.move_previews import preview_move
from workbench.theme import theme_loader
from workbench.ui.boards.board_view import BoardMessage, BoardView

pytestmark = pytest.mark.usefixtures("app_world")

BOARD = MonkBoard("M*.##.S#*##.**.##SS..*#.#.*.*.S##..#*#..S.##*..#S*..##", 7)


class NetApp(App[None]):
    CSS = "BoardView { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.theme_glyphs = theme_loader.load_shipped("mono")
        self.heard: list[BoardMessage] = []

    def compose(self) -> ComposeResult:
        yield BoardView(show_cursor=True)

    @property
    def board(self) -> BoardView:
        return self.query_one(BoardView)

    def on_mount(self) -> None:
        shown = preview_move(GAME, GAME.play.create_start(BOARD))
        self.board.show_picture(shown.picture, GAME.name, arrows=shown.arrows)
        self.board.focus()

    def on_board_view_cell_pressed(self, message: BoardView.CellPressed) -> None:
        self.heard.append(message)

    def on_board_view_arrow_pressed(self, message: BoardView.ArrowPressed) -> None:
        self.heard.append(message)


async def test_the_cursor_keeps_to_the_faces() -> None:
    app = NetApp()
    async with app.run_test(size=(30, 20)) as pilot:
        assert app.board.cursor in {(0, 3), (3, 0)}
        app.board.cursor = (4, 4)
        await pilot.press("left", "left", "left", "left", "up", "up")
        assert app.board.cursor == (3, 0)
        app.board.cursor = (11, 4)
        await pilot.press("down", "right", "right")
        assert app.board.cursor == (11, 5)
        app.board.cursor = (8, 8)
        assert app.board.picture.has_cell(app.board.cursor)


async def test_cells_and_arrows_are_pressed_but_not_what_is_beside() -> None:
    app = NetApp()
    async with app.run_test(size=(27, 17)) as pilot:
        await pilot.click(BoardView, offset=(14, 6))  # the middle of the top
        await pilot.click(BoardView, offset=(2, 7))  # before row 2
        await pilot.click(BoardView, offset=(16, 16))  # below column 2
        await pilot.click(BoardView, offset=(3, 1))
        await pilot.click(BoardView, offset=(22, 14))
        middle, row, column = app.heard
        assert isinstance(middle, BoardView.CellPressed) and (middle.row, middle.col) == (4, 4)
        assert isinstance(row, BoardView.ArrowPressed) and (row.row, row.direction) == (5, RIGHT)
        assert isinstance(column, BoardView.ArrowPressed)
        assert (column.row, column.col, column.direction) == (11, 5, UP)


async def test_the_solid_is_drawn_where_there_is_room() -> None:
    app = NetApp()
    async with app.run_test(size=(80, 20)) as pilot:
        narrow, wide = (27, 20), (60, 20)
        await pilot.resize_terminal(*wide)
        await pilot.pause()
        assert app.board.board_size.width > narrow[0]
        await pilot.resize_terminal(*narrow)
        await pilot.pause()
        assert app.board.board_size.width <= narrow[0]
