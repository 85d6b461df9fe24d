"""How boards use the room of their panes, and what changes that."""

from __future__ import annotations

from pathlib import Path

import frames
import pytest
from plainly import said
from sample_picture import FULL
from textual.app import App, ComposeResult
from waiting import until

from engine.files import levelfile
from engine.game import registry
from engine.values.picture import Picture
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.paths import resources
from workbench.theme import theme_loader
from workbench.ui.boards.board_fit import LeavesRoom
from workbench.ui.boards.board_view import BoardView

pytestmark = pytest.mark.usefixtures("app_world")

LEVELS = {
    "fruit-dating": "10-let-sleeping-hedgehogs-lie",
    "skiddy": "4-6-parcel-over-the-pit",
    "linjat": "2-medium-08-tight-squeeze",
    "mazing-monk": "2-rising-06-vow-of-silence",
}
PANE = (103, 40)
"""The inside of the board's pane on a design screen of 200x50."""


class BoardApp(App[int]):
    """Nothing but a board."""

    def __init__(self, theme: str = "default") -> None:
        super().__init__()
        self.theme_glyphs = theme_loader.load_shipped(theme)

    def compose(self) -> ComposeResult:
        yield BoardView(show_cursor=True)

    @property
    def board(self) -> BoardView:
        return self.query_one(BoardView)


def level_file(game: str) -> Path:
    return resources.get_shipped_levels() / game / f"{LEVELS[game]}.toml"


@pytest.mark.parametrize("theme", ["default", "ascii"])
@pytest.mark.parametrize("game", LEVELS)
async def test_a_board_where_there_is_plenty_of_room(game: str, theme: str) -> None:
    board = levelfile.read_level(level_file(game)).board
    app = BoardApp(theme)
    async with app.run_test(size=PANE) as pilot:
        app.board.show_picture(registry.get_game(game).boards.draw_picture(board), game)
        await pilot.pause()
        assert app.board.scale == ("larger" if game == "mazing-monk" else "largest")
        frames.check(app, f"cells-{game}-{theme}")


async def test_cells_are_made_smaller_and_as_large_as_fit_again() -> None:
    app = BoardApp()
    async with app.run_test(size=(80, 28)) as pilot:
        app.board.show_picture(FULL, "fruit-dating")
        await pilot.pause()
        assert app.board.scale == "larger"
        assert not app.board.resize_cells(1), "they would not fit"
        assert app.board.resize_cells(-1) and app.board.scale == "large"
        assert app.board.resize_cells(-1) and app.board.scale == "compact"
        assert not app.board.resize_cells(-1)
        await pilot.pause()
        assert "0 1 2 3" in frames.frame(app)
        assert app.board.resize_cells(2) and app.board.scale == "larger"


async def test_smaller_cells_last_until_the_window_or_the_board_has_another_size() -> None:
    app = BoardApp()
    async with app.run_test(size=(80, 28)) as pilot:
        app.board.show_picture(FULL, "fruit-dating")
        await pilot.pause()
        app.board.resize_cells(-1)
        app.board.show_picture(FULL, cursor=(3, 3))
        app.board.redraw()
        await pilot.pause()
        assert app.board.scale == "large"
        await pilot.resize_terminal(81, 28)
        await pilot.pause()
        assert app.board.scale == "larger"
        app.board.resize_cells(-1)
        app.board.show_picture(Picture(FULL.tiles[:7]))
        await pilot.pause()
        assert app.board.scale == "largest"


async def test_large_cells_make_way_but_stay_easy_to_see() -> None:
    app = BoardApp()
    nowhere: LeavesRoom = lambda room, board: False  # noqa: E731
    async with app.run_test(size=PANE) as pilot:
        app.board.show_picture(FULL, "fruit-dating")
        await pilot.pause()
        app.board.reserve_room(lambda room, board: room.height - board.height >= 10)
        assert app.board.scale == "larger"
        app.board.reserve_room(nowhere)
        assert app.board.scale == "large"
        app.board.reserve_room(None)
        assert app.board.scale == "largest"


async def test_the_commands_reach_the_board_of_any_screen() -> None:
    app = WorkbenchApp(Document.open(level_file("skiddy"), read_only=True), "design")
    async with app.run_test(size=(200, 50)) as pilot:
        await until(pilot, lambda: bool(app.screen.query(BoardView)))
        await pilot.pause()
        board = app.screen.query_one(BoardView)
        assert board.scale == "largest"
        await app.action_command("app.larger-cells")
        assert said(app) == "larger cells do not fit"
        await app.action_command("app.smaller-cells")
        assert board.scale == "larger"
        await app.action_command("app.larger-cells")
        assert board.scale == "largest"
