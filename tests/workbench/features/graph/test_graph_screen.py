"""The state graph of a level on a screen of its own, with a cursor to walk through it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import frames
import pytest
from plainly import press
from plays import REMOTE
from textual.pilot import Pilot
from waiting import advised, until

from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.graph.screen import StateGraphScreen
from workbench.ui.graph.pane import StatesPane

pytestmark = pytest.mark.usefixtures("app_world")

LEVELS = Path(__file__).parents[4] / "levels"
PUDDLES = LEVELS / "fruit-dating/09-mind-the-puddles.toml"


def playing(path: Path, theme: str = "default") -> WorkbenchApp:
    return WorkbenchApp(Document.open(path), "play", theme=theme, terminal=REMOTE)


async def drawn(pilot: Pilot[Any]) -> str:
    """The picture, once it is drawn."""
    pane = pilot.app.screen.query_one(StatesPane)
    await until(pilot, lambda: bool(pane._view.states) and bool(pane._targets))
    return frames.frame(pilot.app)


async def test_dead_states_are_reported_without_colour_and_in_ascii() -> None:
    app = playing(PUDDLES, theme="ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "v", "g")
        await until(pilot, lambda: isinstance(app.screen, StateGraphScreen))
        await drawn(pilot)
        await press(pilot, "n")
        picture = frames.frame(app)
        assert picture.isascii()
        assert "S1: depth 1, dead" in picture
        assert "xS1" in picture
        frames.check(app, "states-ascii-80x24")
