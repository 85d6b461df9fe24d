"""The recordings of a level, to choose one of them."""

from __future__ import annotations

from pathlib import Path

import frames
import plays
import pytest
from monk_boards import GAME, TWO_TURNS
from plainly import press
from plays import kept, words, written
from waiting import advised, until

from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.features.play.recordings_screen import RecordingsScreen
from workbench.features.play.replay_screen import ReplayScreen

pytestmark = pytest.mark.usefixtures("app_world")


def playing(folder: Path, theme: str = "default") -> WorkbenchApp:
    level = Level(GAME.name, TWO_TURNS, "Cube")
    return plays.playing(written(level, folder / "cube.toml"), theme)


async def test_recordings_are_reported_in_turns_and_played_again(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        for key in ("6", "6", "r", "2", "2", "3", "3"):
            await press(pilot, key)
        await press(pilot, "down", "right", "right", "down")
        await until(pilot, lambda: bool(kept(folder, "cube")))
        await press(pilot, "p", "r")
        await until(pilot, lambda: isinstance(app.screen, RecordingsScreen))
        await until(pilot, lambda: "won" in frames.frame(app))
        assert "turns" in frames.frame(app) and "1 death" in frames.frame(app)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await press(pilot, "end")
        assert "won in 2 turns and 1 walk" in words(app)
        frames.check(app, "steering-replay-80x24")
