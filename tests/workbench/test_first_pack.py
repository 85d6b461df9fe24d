"""The keys of the first tutorial, from the first screen to a saved pack."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from plainly import frame, press, until
from waiting import settled

from engine.playlists.packfile import read_pack
from workbench.app.app import WorkbenchApp
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.screen import LevelsScreen

VERDICT = re.compile(r"^ *\d+ moves?\b", re.MULTILINE)


def is_lost(screen: str) -> bool:
    """Return whether the level on the screen cannot be won, or is no level yet."""
    return "unsolvable" in screen or " draft: " in screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_tutorial_leads_to_a_saved_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    levels = tmp_path / "my-levels"
    levels.mkdir()
    monkeypatch.chdir(levels)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    app = WorkbenchApp(folder=levels)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        await until(pilot, lambda: VERDICT.search(frame(app)) is not None)
        await press(pilot, "t", ".", ".", ".")
        await press(pilot, "p", "p", "down", "left", "up")
        await until(pilot, lambda: "won" in frame(app))
        await press(pilot, "escape", "g")
        await until(pilot, lambda: "not saved yet" in frame(app))
        await settled(app, pilot)
        await press(pilot, ",", ",")
        await press(pilot, "e", "e", "down", "right", "right", "enter")
        await until(pilot, lambda: VERDICT.search(frame(app)) is not None or is_lost(frame(app)))
        if is_lost(frame(app)):
            await press(pilot, "u")
        await press(pilot, "escape")
        await press(pilot, "ctrl+s", "enter")
        await until(pilot, lambda: len([*levels.iterdir()]) == 1)
        await press(pilot, "m", "a")
        await until(pilot, lambda: "24 levels" in frame(app), 60)
        await press(pilot, "b", "b", "b", "b", "ctrl+s", "enter")
        await until(pilot, lambda: len([*levels.iterdir()]) == 5)
        await press(pilot, "escape", "o", "l")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        await settled(app, pilot)
        await press(pilot, "p", "k")
        await until(pilot, lambda: not isinstance(app.screen, LevelsScreen))
        await press(pilot, "n")
        await until(pilot, lambda: "5 levels won" in frame(app))
        await press(pilot, "ctrl+s")
        pack = levels / "my-levels.pack.toml"
        await until(pilot, pack.exists)
    assert len(read_pack(pack)) == 5
