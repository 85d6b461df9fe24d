"""Clicks on what is no longer there: they arrive after other contents, before these are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from plainly import press, until
from textual import events
from textual.message import Message
from textual.widget import Widget

from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.design.palette_pane import PalettePane
from workbench.features.design.screen import DesignScreen
from workbench.features.play.screen import PlayScreen
from workbench.features.trace.pane import TracePane
from workbench.paths.resources import get_shipped_levels
from workbench.session.playback_players import StepSection
from workbench.ui.boards.board_view import BoardView
from workbench.ui.playback_bar import TimelineBar, TimelinePane

pytestmark = pytest.mark.usefixtures("app_world")

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
FAR = 500
MODES = ([], ["e", "e"], ["i"], ["w"], ["s", "b", "enter"], ["v", "d"], ["v", "n"], ["m", "w"])
"""Keys that lead to what takes clicks in its own way."""


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def opened(game: str, start: str, tmp_path: Path) -> WorkbenchApp:
    file = min((get_shipped_levels() / game).glob("*.toml"))
    return WorkbenchApp(Document.open(file), start, folder=tmp_path)  # type: ignore[arg-type]


def late(board: BoardView) -> Iterator[Message]:
    """Messages of clicks on a board that was larger."""
    for button in (1, 3):
        yield BoardView.CellPressed(board, FAR, FAR, button)
        yield BoardView.CellHovered(board, (FAR, FAR + 1), button)
        yield BoardView.CellReleased(board, (FAR, FAR), button)
    yield BoardView.ArrowPressed(board, FAR, FAR, "right")


@pytest.mark.parametrize(
    ("game", "keys"),
    [*(("fruit-dating", keys) for keys in MODES), *((game, MODES[1]) for game in GAMES[1:])],
)
async def test_clicks_on_a_board_that_was_larger(
    game: str, keys: list[str], tmp_path: Path
) -> None:
    app = opened(game, "design", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DesignScreen) and app.screen.is_mounted)
        screen = app.screen
        assert isinstance(screen, DesignScreen)
        await until(pilot, lambda: screen.session.is_settled)
        await press(pilot, *keys)
        for message in late(screen.panes.board):
            screen.panes.board.post_message(message)
            await pilot.pause()
        timeline = screen.query_one(TimelinePane)
        for asked in (TimelinePane.Seek(FAR), TimelinePane.Seek(FAR, FAR)):
            timeline.post_message(asked)
        for pane in screen.query(TracePane):
            pane.post_message(TracePane.RowSelected(FAR))
        for pane in screen.query(PalettePane):
            pane.post_message(PalettePane.ItemPicked(FAR))
        await pilot.pause()
        await press(pilot, "enter")
        assert app.screen is screen


@pytest.mark.parametrize("game", GAMES)
async def test_clicks_on_a_board_of_play_that_was_larger(game: str, tmp_path: Path) -> None:
    app = opened(game, "play", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.is_mounted)
        board = app.screen.query_one(BoardView)
        for message in late(board):
            board.post_message(message)
            await pilot.pause()
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)


def down(pane: Widget, x: int, y: int) -> events.MouseDown:
    left, top = pane.region.offset
    return events.MouseDown(pane, x, y, 0, 0, 1, False, False, False, left + x, top + y)


LONG = tuple(StepSection(f"Part {number}", 2 * number, 2 * number + 2) for number in range(8))


async def test_a_press_on_a_timeline_that_has_other_contents(tmp_path: Path) -> None:
    """Between a new size or theme and the next frame Nothing to clear."""
    app = opened("skiddy", "design", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DesignScreen) and app.screen.is_mounted)
        screen = app.screen
        assert isinstance(screen, DesignScreen)
        await until(pilot, lambda: screen.session.is_settled)
        pane = screen.query_one(TimelinePane)
        asked: list[Message] = []
        for column in range(pane.size.width):
            pane.show_bar(TimelineBar("timeline", LONG, 0, 1, 16))
            await pilot.pause()
            pane.redraw()
            pane.show_bar(TimelineBar("timeline", LONG[:1], 0, 1, 2))
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(pane, "post_message", asked.append)
                patch.setattr(pane, "capture_mouse", lambda: None)
                await pane.on_event(down(pane, column, 1))
        moments = {each.moment for each in asked if isinstance(each, TimelinePane.Seek)}
        assert moments and moments <= {0, 1, 2}
