"""What a row of the level browser shows: title, file, and the facts of its game."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from frames import frame
from toy_game import slope
from waiting import settled, until

from engine.files import levelfile
from workbench.app.app import WorkbenchApp
from workbench.browser.level_browser import BrowserRow
from workbench.document import trash
from workbench.features.levels import levels_pane
from workbench.features.levels.levels_pane import LevelsPane
from workbench.paths import resources
from workbench.ui.pick_list import PickRow

pytestmark = pytest.mark.usefixtures("app_world")

SHIPPED = resources.get_shipped_levels()


@pytest.fixture
def catalogue(folder: Path) -> Path:
    """Shipped levels of each game, and levels with files of the same name and of another."""
    (folder / "slope.toml").unlink()
    for game, name in (
        ("skiddy", "5-6-glacier"),
        ("linjat", "3-hard-12-no-mans-land"),
        ("mazing-monk", "3-very-hard-2-patience-of-a-saint"),
        ("fruit-dating", "20-happily-ever-after"),
    ):
        shipped = SHIPPED / game / f"{name}.toml"
        (folder / f"{name}.toml").write_bytes(shipped.read_bytes())
    for name, title in (("try-7", "Uphill"), ("01-steep-hill", "Steep"), ("steep", "A steep one")):
        levelfile.write_level(replace(slope(), title=title), folder / f"{name}.toml")
    return folder


def rows_of(levels: LevelsPane) -> list[str]:
    """The rows of the list."""
    lines = levels.draw_lines(levels.size.width, levels.size.height)
    return [" ".join("".join(text for text, _ in line).split()) for line in lines]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_rows_show_title_file_and_facts(catalogue: Path, size: tuple[int, int]) -> None:
    app = WorkbenchApp(folder=catalogue)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        levels = app.screen.query_one(LevelsPane)
        # The file has the fun of version 1, which is computed anew once all is read.
        await until(pilot, lambda: any("3* fun 3" in line for line in rows_of(levels)))
        lines = rows_of(levels)
        for expected in (
            "Glacier 10 moves 3* fun 3",
            "Happily ever after 14 moves 72% dead",
            "No man's land 31 layers 4 min",
            "Patience of a saint 58 turns 5 walks",
            "Uphill try-7 not solved",
            "Steep not solved",
            "A steep one not solved",
        ):
            assert any(line.lstrip("> ") == expected for line in lines), (expected, lines)


async def test_the_trash_shows_it_too(catalogue: Path) -> None:
    app = WorkbenchApp(folder=catalogue)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        trash.move_to_trash(app.state.trash, catalogue / "5-6-glacier.toml")
        await app.screen.run_action("command('levels.trash')")
        for _ in range(1000):
            if isinstance(app.screen, PickRow):
                break
            await pilot.pause(0.005)
        await pilot.pause()
        assert "Glacier, 10 moves 3* fun 5 v1, just now" in frame(app)


async def test_rows_that_are_found_late_do_not_take_the_place_of_newer_ones(
    catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = WorkbenchApp(folder=catalogue)
    has_begun, may_find, has_found = threading.Event(), threading.Event(), threading.Event()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        levels, find = app.screen.query_one(LevelsPane), app.browser.list_rows

        def find_slowly(stopped: Callable[[], bool] = lambda: False) -> list[BrowserRow]:
            rows = find()
            has_begun.set()
            assert may_find.wait(30)
            has_found.set()
            return rows

        monkeypatch.setattr(app.browser, "list_rows", find_slowly)
        monkeypatch.setattr(levels_pane, "MAX_IMMEDIATE", 0)
        levels.load_rows()
        await until(pilot, has_begun.is_set)
        monkeypatch.setattr(app.browser, "list_rows", find)
        monkeypatch.setattr(levels_pane, "MAX_IMMEDIATE", 2_000)
        app.browser.search = "uphill"
        levels.load_rows()
        found = [*levels.rows]
        assert [row.path.name for row in found] == ["try-7.toml"]
        may_find.set()
        await until(pilot, has_found.is_set)
        await pilot.pause(0.2)
        assert levels.rows == found
