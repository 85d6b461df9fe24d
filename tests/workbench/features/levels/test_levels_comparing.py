"""Two levels chosen in the browser and set side by side; what the search leaves selected."""

from __future__ import annotations

import time
from pathlib import Path

import frames
import pytest
from plainly import press
from plays import said
from waiting import settled

from workbench.app.app import WorkbenchApp
from workbench.features.comparison.screen import CompareScreen
from workbench.features.levels.levels_pane import LevelsPane
from workbench.features.levels.screen import LevelsScreen
from workbench.service.solver_service import SolverService

pytestmark = pytest.mark.usefixtures("app_world")


async def test_two_levels_are_marked_and_compared(folder: Path) -> None:
    solver = SolverService()
    app = WorkbenchApp(folder=folder, solver=solver)
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            await press(pilot, "slash", *"second", "enter", "v", "c")
            await pilot.pause()
            assert "* Second slope" in frames.frame(app)
            assert said(app).startswith("Level marked. Press v c on another level to compare them")
            await press(pilot, "escape", "slash", *"slope.toml", "enter", "v", "c")
            end = time.monotonic() + 60
            while not isinstance(app.screen, CompareScreen) and time.monotonic() < end:
                await pilot.pause(0.01)
            assert isinstance(app.screen, CompareScreen)
            assert app.screen.comparison.left.label == "Second slope"
            assert app.screen.comparison.right.label == "Slope"
            await press(pilot, "enter")
            assert "there is no open level to replace" in said(app)
            await press(pilot, "escape")
            await pilot.pause()
            assert isinstance(app.screen, LevelsScreen)
            assert "* " not in frames.frame(app)
    finally:
        solver.close()


async def test_a_mark_can_be_let_go(folder: Path) -> None:
    app = WorkbenchApp(folder=folder, solver=SolverService())  # never started: nothing is solved
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "slash", *"slope.toml", "enter")
        for keys in (("v", "c"), ("escape",)):
            await press(pilot, "escape", "v", "c")
            await pilot.pause()
            assert "* Slope" in frames.frame(app)
            await press(pilot, *keys)
            await pilot.pause()
            assert "* " not in frames.frame(app)
        await press(pilot, "home", "v", "c")
        assert said(app) == "Compare: no level is selected"


async def test_what_a_search_found_stays_selected(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "slash", *"second", "enter", "escape")
        await pilot.pause()
        row = app.screen.query_one(LevelsPane).row
        assert row is not None and row.path.name == "second.toml"
        assert not app.browser.search
