"""Journeys: the states of a level drawn beside a game, and on a screen of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import frames
import pytest
from plainly import press
from plays import REMOTE, said
from textual.pilot import Pilot
from waiting import advised, until

from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.graph.screen import StateGraphScreen
from workbench.features.play.screen import PlayScreen
from workbench.ui.graph.pane import StatesPane

pytestmark = pytest.mark.usefixtures("app_world")

LEVELS = Path(__file__).parents[4] / "levels"
SKIDDY = LEVELS / "skiddy/1-1-side-by-side.toml"


def playing(path: Path, theme: str = "default") -> WorkbenchApp:
    return WorkbenchApp(Document.open(path), "play", theme=theme, terminal=REMOTE)


async def drawn(pilot: Pilot[Any]) -> str:
    """The picture, once it is drawn."""
    pane = pilot.app.screen.query_one(StatesPane)
    await until(pilot, lambda: bool(pane._view.states) and bool(pane._targets))
    return frames.frame(pilot.app)


@pytest.mark.parametrize("size", [(120, 40), (200, 50)])
async def test_the_picture_follows_every_move(size: tuple[int, int]) -> None:
    app = playing(SKIDDY)
    async with app.run_test(size=size) as pilot:
        screen = await advised(pilot)
        await press(pilot, "v", "g")
        assert "@S0" in await drawn(pilot)
        for key, place in (("right", "@S1"), ("down", "@S4"), ("u", "@S1"), ("left", "@S3")):
            await press(pilot, key)
            picture = frames.frame(app)
            assert (place in picture, picture.count("@S")) == (True, 1)
        frames.check(app, f"states-play-{size[0]}x{size[1]}")
        await press(pilot, "down")
        assert "S3, then won: max combo" in frames.frame(app)
        await press(pilot, "r")
        assert "@S0" in frames.frame(app)
        await press(pilot, "v", "g")
        assert "@S0" not in frames.frame(app)
        assert not screen.query_one(StatesPane).display


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_escape_closes_it_first(size: tuple[int, int]) -> None:
    app = playing(SKIDDY)
    async with app.run_test(size=size) as pilot:
        screen = await advised(pilot)
        await press(pilot, "left", "v", "g")
        assert "@S3" in await drawn(pilot)
        await press(pilot, "escape")
        assert app.screen is screen
        assert "@S3" not in frames.frame(app)
        assert screen.session.playthrough.moves == ("L",)
        await press(pilot, "escape")
        assert app.return_code == 0


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_where_there_is_no_room_it_has_a_screen_of_its_own(size: tuple[int, int]) -> None:
    app = playing(SKIDDY)
    async with app.run_test(size=size) as pilot:
        await advised(pilot)
        await press(pilot, "left", "v", "g")
        await until(pilot, lambda: isinstance(app.screen, StateGraphScreen))
        assert "@S3" in await drawn(pilot)
        await press(pilot, "up", "tab", "tab", "down")
        assert isinstance(app.screen, StateGraphScreen)
        assert "@S3" in frames.frame(app)  # looking about is not playing
        await press(pilot, "enter")
        assert "you cannot jump to a state while you play" in said(app)
        frames.check(app, f"states-screen-{size[0]}x{size[1]}")
        await press(pilot, "escape")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.playthrough.moves == ("L",)


async def test_a_walk_over_the_screen() -> None:
    app = playing(SKIDDY)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "v", "g")
        await until(pilot, lambda: isinstance(app.screen, StateGraphScreen))
        await drawn(pilot)
        screen = app.screen
        assert isinstance(screen, StateGraphScreen)
        visited = []
        for key in ("down", "left", "h", "left", "l", "j", "k", "k", "end", "home", ".", ".", ","):
            await press(pilot, {".": "full_stop", ",": "comma"}.get(key, key))
            visited.append(screen.graph_cursor.state)
        assert visited == [3, 2, 1, 1, 2, 5, 2, 0, 3, 0, 1, 2, 1]
        await press(pilot, "n")
        assert "there are no dead states" in said(app)
        await press(pilot, "end", "down")
        assert said(app) == "D: won. The game is over."
        titles = []
        for key in ("minus", "minus", "minus", "minus", "plus"):
            await press(pilot, key)
            titles.append(str(screen.query_one(StatesPane).border_subtitle))
        assert titles == [
            "names", "dots", "groups by distance", "groups by kind", "groups by distance",
        ]  # fmt: skip


async def test_states_are_clicked() -> None:
    app = playing(SKIDDY)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "v", "g")
        await until(pilot, lambda: isinstance(app.screen, StateGraphScreen))
        lines = (await drawn(pilot)).splitlines()
        row, column = next((y, line.index("S8")) for y, line in enumerate(lines) if "S8" in line)
        await pilot.click(offset=(column, row))
        assert isinstance(app.screen, StateGraphScreen)
        assert app.screen.graph_cursor.state == 8


async def test_a_game_without_a_graph_says_so() -> None:
    app = playing(SKIDDY)
    from toy_game import slope

    app = WorkbenchApp(Document(slope()), "play", terminal=REMOTE)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "v", "g")
        assert "the solver of Toy makes no state graph" in said(app)
