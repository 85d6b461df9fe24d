"""Journeys through the experiments' screen."""

from __future__ import annotations

import frames
import pytest
from plainly import press, said, until

from engine.game import registry
from workbench.app.app import WorkbenchApp
from workbench.features.experiments.screen import ExperimentsScreen, ResultPane
from workbench.terminal.capabilities import Capabilities

pytestmark = pytest.mark.usefixtures("app_world")

GAMES = tuple(map(registry.get_game, ("fruit-dating", "mazing-monk")))


@pytest.fixture
def app(tmp_path, monkeypatch):
    """An app that begins with an empty folder of levels, and two games with experiments."""
    monkeypatch.setattr(registry, "list_games", lambda: GAMES)
    return WorkbenchApp(
        folder=tmp_path, terminal=Capabilities("truecolor", utf8=True), theme="default"
    )


async def opened(app, pilot, name="fruit-weights"):
    app.command_actions["app.experiments"]()
    await until(pilot, lambda: isinstance(app.screen, ExperimentsScreen))
    screen = app.screen
    await until(pilot, lambda: not screen.hold.is_held)
    while screen.entry[1].name != name:
        await press(pilot, "down")
    return screen


def text(screen):
    return screen.query_one(ResultPane).text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_frames(app, size):
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        frames.check(app, f"experiments-{size[0]}x{size[1]}")


async def test_one_is_run_drawn_and_written(app, tmp_path):
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened(app, pilot)
        await press(pilot, "tab")
        assert "there are no results yet" in said(app)
        await press(pilot, *["minus"] * 9, "enter")
        await until(pilot, lambda: "the article's" in text(screen))
        await press(pilot, "tab")
        assert "█" in text(screen)
        await press(pilot, "tab", "right")
        assert "weights  " not in text(screen)
        for name in ("a.csv", "a.svg"):
            await press(pilot, "o", "p")
            await until(pilot, lambda: app.screen is not screen)
            await press(pilot, *["end"], *["backspace"] * 30)
            app.screen.query_one("Input").value = str(tmp_path / name)
            await press(pilot, "enter")
            await until(pilot, lambda: app.screen is screen)
            await until(pilot, (tmp_path / name).exists)
        assert (tmp_path / "a.csv").read_text().startswith("weights,candidates")
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is not screen)


async def test_a_long_one_can_be_stopped(app):
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened(app, pilot, "monk-graphs")
        await press(pilot, "enter")
        await until(
            pilot, lambda: "parts done" in str(screen.query_one(ResultPane).border_subtitle)
        )
        await press(pilot, "escape")
        assert app.screen is screen
        assert "Stopped." in said(app)
        assert "mode" not in text(screen).splitlines()[0]
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is not screen)


async def test_without_any_there_is_no_screen(app, monkeypatch):
    monkeypatch.setattr(registry, "list_games", tuple)
    async with app.run_test(size=(80, 24)) as pilot:
        before = app.screen
        app.command_actions["app.experiments"]()
        await until(pilot, lambda: "none of the installed games has experiments" in said(app))
        assert app.screen is before
