"""The list of messages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from frames import frame
from plainly import press
from textual.pilot import Pilot
from textual.screen import Screen
from waiting import settled, until

from workbench.app.app import WorkbenchApp
from workbench.features.levels.screen import LevelsScreen
from workbench.ui.key_line import KeyLine
from workbench.ui.messages_screen import MessagesScreen

pytestmark = pytest.mark.usefixtures("app_world")


def message(app: WorkbenchApp) -> str:
    lines = [*app.screen_stack[-1].query(KeyLine)]
    return lines[0].message if lines else ""


async def opened(pilot: Pilot[int], kind: type[Screen[object]]) -> None:
    """Waits for a screen of that kind, and for what it shows; folders are read to the end."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, kind) and app.screen.focused)
    await until(pilot, lambda: len(frame(app).strip()) > 100)
    await settled(app, pilot)
    await pilot.pause()


async def test_the_cursor_stays_on_its_message_when_the_window_changes(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, LevelsScreen)
        for number in range(30):
            app.show_message(f"message {number:02} " + "that is long " * 12 + f"end {number:02}")
        await press(pilot, "v", "m")
        await opened(pilot, MessagesScreen)
        assert "Messages" in frame(app)
        await press(pilot, *["up"] * 20)
        pointed = [line for line in frame(app).splitlines() if "▸" in line]
        await pilot.resize_terminal(70, 40)
        await until(pilot, lambda: app.size.width == 70)
        await settled(app, pilot)
        shown = frame(app)
        name = re.search(r"(message|end) (\d\d)", pointed[0])
        assert name is not None and f"end {name[2]}" in next(
            line for line in shown.splitlines() if "▸" in line
        )
