"""Improving a level on the design screen, by its keys."""

from __future__ import annotations

import pytest
from plainly import frame, press, said, settled, until
from textual.widgets import Input

from engine.files import levelfile
from workbench.paths import resources
from workbench.ui.dialogs import LinePrompt

pytestmark = pytest.mark.usefixtures("app_world")


async def test_a_level_is_improved_by_its_keys(make_app):
    name = "fruit-dating/19-a-long-engagement.toml"
    app = make_app(levelfile.read_level(resources.get_shipped_levels() / name))
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        before = session.board
        await press(pilot, "m", "i")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        shown = frame(app)
        assert "Improve what? " in shown and "fewer pieces and features" in shown
        await press(pilot, "down", "down")
        assert app.screen.query_one(Input).value == "fewer-objects"
        await press(pilot, *["down"] * 5)
        assert app.screen.query_one(Input).value == "moves="
        await press(pilot, "9", "up", "up", "up", "up", "up", "up", "up", "ctrl+u")
        await press(pilot, *"pretty", "enter")
        assert isinstance(app.screen, LinePrompt) and "expected one of longer" in frame(app)
        await press(pilot, *["backspace"] * 6, *"longer", "enter")
        await until(pilot, lambda: session.improver.search is not None)
        await until(
            pilot,
            lambda: bool(
                session.improvement_progress and session.improvement_progress.best_history
            ),
        )
        await until(pilot, lambda: "best level so far; " in frame(app))
        await press(pilot, "m", "f")
        await until(pilot, lambda: session.improver.search is None)
        await settled(pilot)
        assert session.board != before and "Improved in " in said(app)
        await press(pilot, "u")
        await settled(pilot)
        assert session.board == before


async def test_a_game_without_mutations_says_so(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "m", "i")
        assert "cannot be improved" in said(app)
