from __future__ import annotations

from types import SimpleNamespace

import frames
import pytest
from plainly import press
from sample_picture import FULL
from textual.app import App, ComposeResult
from textual.geometry import Region

from engine.values.picture import DrawnPiece, Picture
from workbench.theme import theme_loader
from workbench.ui.boards.board_view import BoardMessage, BoardView

pytestmark = pytest.mark.usefixtures("app_world")

GAME = "fruit-dating"


class BoardApp(App[int]):
    CSS = "BoardView { width: 1fr; height: 1fr; }"

    def __init__(self, **options: bool) -> None:
        super().__init__()
        self.theme_glyphs = theme_loader.load_theme("mono")
        self.options = options
        self.heard: list[BoardMessage] = []

    def compose(self) -> ComposeResult:
        yield BoardView(**self.options)

    @property
    def board(self) -> BoardView:
        return self.query_one(BoardView)

    def on_board_view_cell_pressed(self, message: BoardView.CellPressed) -> None:
        self.heard.append(message)

    def on_board_view_cell_released(self, message: BoardView.CellReleased) -> None:
        self.heard.append(message)

    def on_board_view_cell_hovered(self, message: BoardView.CellHovered) -> None:
        self.heard.append(message)

    def on_board_view_cursor_moved(self, message: BoardView.CursorMoved) -> None:
        self.heard.append(message)


@pytest.mark.parametrize(
    ("size", "scale"), [((67, 33), "largest"), ((64, 32), "largest"), ((63, 32), "larger"),
                        ((80, 24), "larger"), ((48, 23), "large"),
                        ((32, 16), "large"), ((31, 16), "compact"),
                        ((80, 15), "compact"), ((16, 8), "compact"), ((8, 4), "compact")]
)  # fmt: skip
async def test_the_largest_scale_that_fits(size: tuple[int, int], scale: str) -> None:
    app = BoardApp()
    async with app.run_test(size=size) as pilot:
        app.board.show_picture(FULL, GAME)
        await pilot.pause()
        assert app.board.scale == scale


async def test_the_margin_goes_before_the_scale_does() -> None:
    app = BoardApp()
    async with app.run_test(size=(33, 16)) as pilot:
        app.board.show_picture(FULL, GAME)
        await pilot.pause()
        assert frames.frame(app).startswith("████████████████████████████████\n")


async def test_a_board_larger_than_the_window_follows_the_cursor() -> None:
    app = BoardApp(show_cursor=True)
    big = Picture(tuple(tuple("floor" for _ in range(16)) for _ in range(16)))
    async with app.run_test(size=(14, 6)) as pilot:
        app.board.show_picture(big, GAME, cursor=(13, 13))
        await press(pilot, "down", "right", "down", "right", "right")
        await pilot.pause()
        assert app.board.cursor == (15, 15)
        assert frames.frame(app).splitlines()[5].endswith("[·]")
        assert app.board.find_cell(12, 5) == (15, 15)
        app.board.cursor = (1, 2)
        await press(pilot, "k", "h", "h", "h")
        await pilot.pause()
        assert frames.frame(app).splitlines()[0].startswith("·]")


async def test_cursor_keys_and_their_messages() -> None:
    app = BoardApp(show_cursor=True)
    async with app.run_test(size=(80, 24)) as pilot:
        app.board.show_picture(FULL, GAME, cursor=(3, 3))
        await press(pilot, "up", "k", "k", "k", "right", "j")
        places = [(m.row, m.col) for m in app.heard if isinstance(m, BoardView.CursorMoved)]
        assert places == [(2, 3), (1, 3), (0, 3), (0, 4), (1, 4)]
        app.board.cursor = (5, 5)
        assert app.board.cursor == (5, 5)
        assert len(places) == 5, "moving it from the program is no message"


async def test_without_a_cursor_the_keys_go_on_to_the_screen() -> None:
    heard = []

    class Outer(BoardApp):
        def key_d(self) -> None:
            heard.append("d")

    app = Outer()
    async with app.run_test(size=(80, 24)) as pilot:
        app.board.show_picture(FULL, GAME)
        app.board.focus()
        await press(pilot, "d")
        assert heard == ["d"]
        assert app.board.cursor == (0, 0)


async def test_mouse() -> None:
    app = BoardApp(margin=False)
    async with app.run_test(size=(32, 16)) as pilot:
        app.board.show_picture(FULL, GAME)
        await pilot.pause()
        await pilot.hover(BoardView, offset=(5, 3))
        await pilot.hover(BoardView, offset=(6, 3))
        await pilot.mouse_down(BoardView, offset=(5, 3))
        await pilot.mouse_up(BoardView, offset=(9, 3))
        await pilot.pause()
        board = app.board
    hovered = [m.cell for m in app.heard if isinstance(m, BoardView.CellHovered)]
    pressed = [m for m in app.heard if isinstance(m, BoardView.CellPressed)]
    released = [m.cell for m in app.heard if isinstance(m, BoardView.CellReleased)]
    assert hovered.count((1, 1)) == 1
    assert [(m.row, m.col, m.button) for m in pressed] == [(1, 1, 1)]
    assert released == [(1, 2)]
    assert pressed[0].board is board


async def refreshed(app: BoardApp, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    seen = SimpleNamespace(regions=[])
    original = app.board.refresh

    def refresh(*regions: Region, **options: bool) -> BoardView:
        seen.regions.append(regions)
        return original(*regions, **options)

    monkeypatch.setattr(app.board, "refresh", refresh)
    return seen


@pytest.mark.parametrize(
    ("size", "width"), [((80, 33), 16), ((80, 24), 12), ((40, 20), 8), ((24, 12), 4)]
)
async def test_only_what_changed_is_drawn_again(
    size: tuple[int, int], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = BoardApp()
    async with app.run_test(size=size) as pilot:
        app.board.show_picture(FULL, GAME)
        await pilot.pause()
        seen = await refreshed(app, monkeypatch)
        app.board.show_picture(FULL, GAME)
        assert seen.regions == [], "the same picture costs nothing"
        moved = dict(FULL.pieces)
        moved[1, 2] = moved.pop((1, 1))
        app.board.show_picture(Picture(FULL.tiles, moved, FULL.gates, FULL.locked))
        [regions] = seen.regions
        assert all(region.width <= width and region.height == 1 for region in regions)
        assert len(regions) <= 4


async def test_what_is_drawn_in_parts_is_what_is_drawn_at_once() -> None:
    app = BoardApp(show_cursor=True)
    async with app.run_test(size=(80, 24)) as pilot:
        app.board.show_picture(FULL, GAME, cursor=(4, 4))
        await pilot.pause()
        heat = {(row, col): row / 8 for row in range(1, 7) for col in range(1, 7)}
        app.board.show_picture(FULL, heat=heat, marks={(2, 2): "problem"}, cursor=(2, 3))
        await press(pilot, "down", "left")
        app.board.show_picture(Picture(FULL.tiles, {(1, 1): DrawnPiece("car", 0)}))
        await pilot.pause()
        parts = frames.frame(app)
        app.board.redraw()
        await pilot.pause()
        assert frames.frame(app) == parts


async def test_an_empty_board() -> None:
    app = BoardApp(show_cursor=True)
    async with app.run_test(size=(20, 10)) as pilot:
        await press(pilot, "down")
        app.board.show_picture(Picture(()))
        await pilot.pause()
        assert frames.frame(app).strip() == ""
        assert app.board.find_cell(3, 3) is None
