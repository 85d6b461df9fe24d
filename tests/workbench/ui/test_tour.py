"""The tour of the first start: it follows what is tried, ends when asked, and is shown once."""

from __future__ import annotations

from pathlib import Path

import pytest
from frames import frame
from plainly import press, until
from textual.pilot import Pilot
from textual.screen import Screen

from engine.files import levelfile
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.paths.resources import get_shipped_levels
from workbench.ui.tour import STEPS, TOUR_COMMAND

FIRST = get_shipped_levels() / "fruit-dating" / "01-first-date.toml"


@pytest.fixture(autouse=True)
def first_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing was ever started here; the folder of levels has a level."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    mine = tmp_path / "mine"
    mine.mkdir()
    levelfile.write_level(levelfile.read_level(FIRST), mine / "first.toml")
    return mine


def standing(pilot: Pilot[int]) -> str:
    """What the line of messages says."""
    return frame(pilot.app).splitlines()[-2].strip()


def settled(screen: Screen[object]) -> bool:
    """Whether nothing is made or searched on a screen."""
    return not isinstance(screen, DesignScreen) or screen.session.is_settled


async def do(pilot: Pilot[int], command_id: str) -> None:
    await press(pilot, *commands.get_command(command_id).keys[0].split())


async def test_it_goes_on_with_everything_that_is_tried(first_start: Path) -> None:
    app = WorkbenchApp(folder=first_start)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: standing(pilot).startswith("Tour 1 of"))
        for number, step in enumerate(STEPS, start=1):
            wanted = f"Tour {number} of {len(STEPS)}: "
            await until(pilot, lambda wanted=wanted: standing(pilot).startswith(wanted))
            assert f"{step.label} · v y ends the tour" in standing(pilot)
            await until(pilot, lambda: settled(app.screen))
            await do(pilot, step.command_id)
        await until(pilot, lambda: not app.tour.is_running)


async def test_it_is_shown_once_and_again_when_asked_for(first_start: Path) -> None:
    for start in range(2):
        app = WorkbenchApp(folder=first_start)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda app=app: "first" in frame(app))
            assert standing(pilot).startswith("Tour 1 of") == (start == 0)
            await do(pilot, TOUR_COMMAND)
            assert standing(pilot).startswith("Tour 1 of") == (start == 1)


async def test_on_another_screen_it_shows_what_can_be_tried_there(first_start: Path) -> None:
    app = WorkbenchApp(Document.open(first_start / "first.toml"), "design")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: standing(pilot).startswith("Tour 2 of"))
        await do(pilot, "design.play")  # not what was asked for
        await until(pilot, lambda: standing(pilot).startswith("Tour 8 of"))
        await do(pilot, "play.back")
        await until(pilot, lambda: standing(pilot).startswith("Tour 2 of"))
        await do(pilot, "design.levels")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        assert standing(pilot).startswith("Tour 1 of")


async def test_leaving_and_coming_back_skips_nothing(first_start: Path) -> None:
    app = WorkbenchApp(folder=first_start)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: standing(pilot).startswith("Tour 1 of"))
        for _ in range(2):
            await do(pilot, "levels.open")
            await until(pilot, lambda: standing(pilot).startswith("Tour 2 of"))
            await until(pilot, lambda: settled(app.screen))
            await do(pilot, "design.cancel")
            await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
            assert "Tour" not in standing(pilot)


async def test_the_last_step_ends_it(first_start: Path) -> None:
    """Also for someone who began with the second one."""
    app = WorkbenchApp(Document.open(first_start / "first.toml"), "design")
    async with app.run_test(size=(80, 24)) as pilot:
        for step in STEPS[1:]:
            await until(pilot, lambda step=step: step.label in standing(pilot))
            await until(pilot, lambda: settled(app.screen))
            await do(pilot, step.command_id)
        await until(pilot, lambda: not app.tour.is_running)


def test_every_step_is_a_command_that_has_a_key() -> None:
    assert all(commands.get_command(step.command_id).keys for step in STEPS)


async def test_where_nothing_can_be_kept_it_is_shown_all_the_same(
    first_start: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    app = WorkbenchApp(folder=first_start)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "cannot be stored" in standing(pilot))
        await press(pilot, "down")  # that has been read
        await until(pilot, lambda: standing(pilot).startswith("Tour 1 of"))
