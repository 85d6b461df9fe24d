"""Keys that arrive together are handled as if they had been typed slowly."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input
from waiting import until

from workbench.app.app import WorkbenchApp
from workbench.features.design.screen import DesignScreen
from workbench.terminal.key_queue import get_key_name
from workbench.ui.dialogs import LinePrompt

pytestmark = pytest.mark.usefixtures("app_world")


def burst(app: WorkbenchApp, text: str) -> None:
    """Posts the keys of a text all at once; a newline is enter."""
    for letter in text:
        name = "enter" if letter == "\n" else get_key_name(letter)
        app.post_message(events.Key(name, letter if letter != "\n" else None))


async def test_what_follows_a_slash_is_searched(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        burst(app, "/second")
        await until(pilot, lambda: app.screen.query_one(Input).value == "second")


async def test_a_key_that_no_widget_hands_on_does_not_hold_up_the_next(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        burst(app, "mn")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        field = app.screen.query_one(Input)
        field.value = ""
        burst(app, "5x4\n")
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        assert isinstance(app.screen, DesignScreen)
        assert (app.screen.document.level.board.rows, app.screen.document.level.board.cols) == (
            5,
            4,
        )
