"""The level browser's order: by file name, or by difficulty."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from plainly import press, until
from shipped import LEVELS, level_in
from toy_game import TOY, slope
from waiting import settled

from engine import workshop
from engine.files import levelfile
from workbench.app.app import WorkbenchApp
from workbench.features import navigation
from workbench.features.levels.levels_pane import LevelsPane

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
def catalogue(folder: Path) -> Path:
    """Levels of some difficulties, an unsolved one, and a broken file."""
    (folder / "slope.toml").unlink()
    level = slope()
    solved = workshop.store_verdict(level, TOY.solver.solve(level.board))
    assert solved.verdict is not None
    for name, moves in (("a", 9), ("b", 2), ("d", 5), ("e", 2)):
        verdict = replace(solved.verdict, facts={**solved.verdict.facts, "moves": moves})
        levelfile.write_level(replace(solved, title=name, verdict=verdict), folder / f"{name}.toml")
    levelfile.write_level(slope("c"), folder / "c.toml")
    return folder


def shown(app: WorkbenchApp) -> list[str]:
    """The files listed below the folder inside the user's."""
    rows = app.screen.query_one(LevelsPane).rows
    return [row.file.stem for row in rows if row.file is not None and row.depth == 1]


async def test_levels_are_ordered_by_difficulty_and_back(catalogue: Path) -> None:
    app = WorkbenchApp(folder=catalogue)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert shown(app) == ["a", "b", "broken", "c", "d", "e"]
        await press(pilot, "end", "v", "s")
        assert shown(app) == ["b", "e", "d", "a", "c", "broken"]
        levels = app.screen.query_one(LevelsPane)
        assert levels.row is not None and levels.row.path.stem == "e", "the cursor stays"
        pane = app.screen.query_one("#list-pane")
        assert pane.border_title == "Levels, easiest first"
        await press(pilot, "v", "s")
        await settled(app, pilot)
        assert shown(app) == ["b", "e", "d", "a", "c", "broken"], "the toy tells no mechanics"
        assert pane.border_title == "Levels, fewest mechanics first"
        await press(pilot, "v", "s")
        assert shown(app) == ["a", "b", "broken", "c", "d", "e"]
        assert pane.border_title == "Levels"


async def test_levels_are_ordered_by_the_mechanics_that_they_need(folder: Path) -> None:
    shipped = ("1-1-side-by-side", "4-6-parcel-over-the-pit", "5-1-cool-head", "3-5-three-wishes")
    (folder / "slope.toml").unlink()
    for name in shipped:
        level = level_in(LEVELS / "skiddy" / f"{name}.toml")
        levelfile.write_level(replace(level, verdict=None), folder / f"{name}.toml")
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "v", "s", "v", "s")
        wanted = [shipped[3], shipped[0], shipped[2], shipped[1], "broken"]
        await until(pilot, lambda: shown(app) == wanted)
        # A level that is changed on disk is looked into again.
        changed = folder / f"{shipped[1]}.toml"
        levelfile.write_level(level_in(LEVELS / "skiddy" / f"{shipped[3]}.toml"), changed)
        await press(pilot, "o", "r")
        await until(pilot, lambda: shown(app)[:2] == [shipped[1], shipped[3]])


async def test_the_order_is_remembered_in_the_session_and_kept_while_searching(
    catalogue: Path,
) -> None:
    app = WorkbenchApp(folder=catalogue)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "v", "s", "end", "up", "up", "enter")
        await pilot.pause()
        assert not app.screen.query(LevelsPane)
        navigation.open_levels(app)
        await settled(app, pilot)
        assert shown(app) == ["b", "e", "d", "a", "c", "broken"]
        await press(pilot, "slash", *"toy")
        await pilot.pause()
        rows = app.screen.query_one(LevelsPane).rows
        assert [row.path.stem for row in rows][:5] == ["b", "e", "d", "a", "c"]
