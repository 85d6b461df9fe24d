from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import frames
import pytest
from plainly import press
from textual.widget import Widget
from toy_game import slope
from waiting import settled, until

from engine.files import levelfile
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.browser import folder_scan
from workbench.browser.level_browser import LevelBrowser
from workbench.features.design.screen import DesignScreen
from workbench.features.levels import levels_pane
from workbench.features.levels.levels_pane import LevelsPane, format_short_verdict, is_stale
from workbench.features.levels.screen import LevelsScreen
from workbench.features.play.screen import PlayScreen
from workbench.paths import resources
from workbench.ui.boards.board_view import BoardView
from workbench.ui.key_line import KeyLine
from workbench.ui.screen import find_action

pytestmark = pytest.mark.usefixtures("app_world")

SIZES = [(80, 24), (120, 40), (200, 50)]


def titles(app: WorkbenchApp) -> list[str]:
    return [row.path.name for row in app.screen.query_one(LevelsPane).rows]


@pytest.mark.parametrize("size", SIZES)
async def test_a_designer_looks_around(folder: Path, size: tuple[int, int]) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=size) as pilot:
        await settled(app, pilot)
        await press(pilot, "end")
        await pilot.pause()
        frames.check(app, f"levels-{size[0]}x{size[1]}")


async def test_what_is_typed_before_the_first_frame_is_no_search(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    focused: list[Widget | None] = []
    focus = LevelsScreen.set_focus

    def noted(screen: LevelsScreen, widget: Widget | None, *args: bool, **named: bool) -> None:
        focused.append(widget)
        focus(screen, widget, *args, **named)

    monkeypatch.setattr(LevelsScreen, "set_focus", noted)
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert focused and all(isinstance(widget, LevelsPane) for widget in focused)


@pytest.mark.parametrize("theme", ["ascii", "mono"])
async def test_other_themes(folder: Path, theme: str) -> None:
    app = WorkbenchApp(folder=folder, theme=theme)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "end")
        await pilot.pause()
        frames.check(app, f"levels-{theme}")
        if theme == "ascii":
            assert frames.frame(app).isascii()


async def test_broken_files_say_what_is_wrong(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "home", "down", "down", "down")
        await pilot.pause()
        frames.check(app, "levels-broken")
        assert "unrelated.toml" not in titles(app)
        await press(pilot, "enter")
        await pilot.pause()
        assert "cannot be read" in app.screen.query_one(KeyLine).message
        assert isinstance(app.screen, LevelsScreen)


async def test_folders_open_and_close(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert titles(app) == ["mine", "hard", "second.toml", "broken.toml", "slope.toml"]
        await press(pilot, "left")
        assert titles(app) == ["mine", "hard", "broken.toml", "slope.toml"]
        await press(pilot, "enter")
        assert titles(app) == ["mine", "hard", "second.toml", "broken.toml", "slope.toml"]
        await press(pilot, "left", "l")
        assert "second.toml" in titles(app)


async def test_search_filters_while_typing(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "slash", *"second")
        await pilot.pause()
        assert titles(app) == ["second.toml"]
        assert "Levels · 1 found" in frames.frame(app)
        await press(pilot, "enter", "q")
        await pilot.pause()
    assert app.return_value == 0, "after enter, keys are commands again"


async def test_search_looks_into_facts(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "slash", *"moves>")
        await pilot.pause()
        assert titles(app) == []
        assert "column 7: expected a value" in frames.frame(app)
        await press(pilot, *"=2 game=toy")
        await pilot.pause()
        assert titles(app) == ["slope.toml"]
        await press(pilot, *" not moves 1..3")
        await pilot.pause()
        assert titles(app) == []
        assert "No level matches." in frames.frame(app)


async def test_escape_ends_the_search(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "slash", *"nothing like it")
        await pilot.pause()
        assert titles(app) == []
        assert "No level matches." in frames.frame(app)
        await press(pilot, "escape")
        await pilot.pause()
        assert len(titles(app)) == 5
        assert isinstance(app.focused, LevelsPane)


async def test_play_and_back(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "end", "p", "p")
        await pilot.pause()
        assert isinstance(app.screen, PlayScreen)
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, LevelsScreen)
        row = app.screen.query_one(LevelsPane).row
        assert row is not None
        assert row.path.name == "slope.toml"


async def test_the_key_line_can_be_clicked(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "end")
        await pilot.pause()
        place = frames.frame(app).splitlines()[23].index("enter open")
        await pilot.click(KeyLine, offset=(place, 1))
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))


async def test_drafts_cannot_be_played_and_say_why(folder: Path) -> None:
    draft = slope("Draft").with_edited_board(type(slope().board)(("####", "#..#", "####")))
    levelfile.write_level(draft, folder / "zdraft.toml")
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "end", "p", "p")
        await pilot.pause()
        assert "a draft: expected one sled" in app.screen.query_one(KeyLine).message
        await press(pilot, "up")
        assert app.screen.query_one(KeyLine).message == ""


async def test_shipped_levels_are_listed_as_read_only(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "shipped" / "toy"
    shipped.mkdir(parents=True)
    levelfile.write_level(slope("Given"), shipped / "given.toml")
    monkeypatch.setattr(resources, "get_shipped_levels", lambda: shipped.parent)
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "end")
        await pilot.pause()
        assert "shipped, read-only" in frames.frame(app)
        await press(pilot, "enter")
        await until(pilot, lambda: "copy of given.toml" in frames.frame(app))
        assert "not saved yet" not in frames.frame(app)


async def test_a_window_too_small_says_so_and_recovers(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(59, 24)) as pilot:
        await settled(app, pilot)
        assert "needs 60x20" in frames.frame(app)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "Slope" in frames.frame(app)
        await pilot.resize_terminal(80, 19)
        await pilot.pause()
        assert "needs 60x20" in frames.frame(app)


async def test_themes_change_while_running(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "end")
        await pilot.pause()
        before = frames.frame(app)
        while app.theme_glyphs.name != "ascii":
            app.command_actions["app.theme"]()
        await pilot.pause()
        app.screen.query_one(KeyLine).clear()
        await pilot.pause()
        assert frames.frame(app).isascii()
        while app.theme_glyphs.name != "default":
            app.command_actions["app.theme"]()
        app.screen.query_one(KeyLine).clear()
        await pilot.pause()
        assert frames.frame(app) == before


async def test_a_bad_theme_is_reported_and_the_default_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = WorkbenchApp(folder=folder, theme="nobody")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert "unknown theme 'nobody'" in app.screen.query_one(KeyLine).message
        assert app.theme_glyphs.name == "default"


def test_hundreds_of_files_are_read_in_the_background(folder: Path) -> None:
    text = levelfile.dumps(slope())
    for number in range(400):
        (folder / f"level-{number:03}.toml").write_text(text)
    browser = LevelBrowser(folder, shipped=folder / "none")
    calls = []
    browser.read_folders(lambda: calls.append(len(browser.list_rows())), lambda: False)
    assert browser.is_complete
    assert calls[0] > 400, "the names are there before the files are read"
    assert browser.get_summary(folder / "level-399.toml") is not None
    browser.search = "level-12"
    assert len(browser.list_rows()) == 10


def read_all(folder: Path) -> LevelBrowser:
    browser = LevelBrowser(folder, shipped=folder / "none")
    browser.read_folders(lambda: None, lambda: False)
    return browser


def test_all_levels_are_listed_however_many_other_files_there_are(folder: Path) -> None:
    before = {row.path for row in read_all(folder).list_rows()}
    for number in range(6_000):
        (folder / f"{number}.txt").touch()
    browser = read_all(folder)
    assert {row.path for row in browser.list_rows()} == before and not browser.is_limited


@pytest.mark.parametrize(("limit", "most"), [("MAX_FILES", 3), ("MAX_ENTRIES", 4)])
async def test_a_limit_that_is_reached_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    for number in range(8):
        levelfile.write_level(slope(), folder / f"level-{number}.toml")
    monkeypatch.setattr(folder_scan, limit, most)
    browser = read_all(folder)
    assert browser.is_limited and 0 < browser.file_count <= most
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        await until(pilot, lambda: "files are listed" in frames.frame(app))
    monkeypatch.undo()
    assert not read_all(folder).is_limited


async def test_rows_of_very_many_levels_are_found_in_a_thread(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels_pane, "MAX_IMMEDIATE", 0)
    for number in range(60):
        levelfile.write_level(slope(f"Hill {number}"), folder / f"level-{number}.toml")
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Hill 1" in frames.frame(app))
        await press(pilot, "slash", *"hill 3")
        await until(pilot, lambda: "15 found" in frames.frame(app))
        await press(pilot, "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))


def test_rows_that_are_no_longer_wanted_are_given_up(folder: Path) -> None:
    browser = read_all(folder)
    for search in ("", "slope"):
        asked: list[None] = []
        browser.search = search
        assert browser.list_rows() and not browser.list_rows(lambda: True)

        def is_second(asked: list[None] = asked) -> bool:
            """Whether it is asked for the second time."""
            asked.append(None)
            return len(asked) > 1

        assert len(browser.list_rows(is_second)) <= 1


def test_what_is_called_exactly_so_is_found_first(folder: Path) -> None:
    for name, title in (("a", "Glacier road"), ("b", "The glacier"), ("z", "Glacier")):
        levelfile.write_level(slope(title), folder / f"{name}.toml")
    browser = LevelBrowser(folder, shipped=folder / "none")
    browser.read_folders(lambda: None, lambda: False)
    for search, found in (("glacier", "zab"), ("GLACIER ", "zab"), ('"glacier"', "zab")):
        browser.search = search
        assert [row.path.stem for row in browser.list_rows()] == [*found]
    browser.search = "the glacier"
    assert [row.path.stem for row in browser.list_rows()] == ["b"]
    browser.search = "b"
    assert browser.list_rows()[0].path.stem == "b"


def test_folders_of_the_workbench_itself_hold_no_levels(folder: Path) -> None:
    state, config = folder / "hard" / "state", folder / "config"
    for file in (state / "recovery" / "slope.toml", config / "themes" / "mine.toml"):
        file.parent.mkdir(parents=True)
        file.write_text(levelfile.dumps(slope("Kept")))
    (folder / "state").mkdir()
    levelfile.write_level(slope("Of that name"), folder / "state" / "mine.toml")
    browser = LevelBrowser(folder, shipped=folder / "none", own=(state, folder / "hard/../config"))
    browser.read_folders(lambda: None, lambda: False)
    names = [str(row.path.relative_to(folder)) for row in browser.list_rows()]
    assert "state/mine.toml" in names and "hard/second.toml" in names
    assert not [name for name in names if name.startswith(("hard/state", "config"))]


def test_a_stopped_reading_stops(folder: Path) -> None:
    browser = LevelBrowser(folder, shipped=folder / "none")
    browser.read_folders(lambda: None, lambda: True)
    assert not browser.is_complete


def test_stale_verdicts_are_marked(folder: Path) -> None:
    fresh = levelfile.read_level(folder / "slope.toml")
    assert not is_stale(fresh)
    assert format_short_verdict(fresh) == (" 2 moves ", "muted")
    board = type(fresh.board)(("####", "#S.#", "####"))
    stale = replace(fresh, board=board)
    assert is_stale(stale)
    assert format_short_verdict(stale) == (" 2 moves, stale ", "warning")


async def test_every_command_can_be_done(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert isinstance(app.screen, LevelsScreen)
        for command in commands.list_in_contexts(*app.screen.CONTEXTS):
            assert callable(find_action(app.screen, command)), command.id


async def test_idle_means_idle(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        drawn: list[object] = []
        app._display = lambda *args: drawn.append(args)  # type: ignore[method-assign,assignment]
        await asyncio.sleep(0.6)
        assert drawn == []
        await press(pilot, "down")
        await pilot.pause()
        assert drawn


async def test_the_preview_board_takes_no_keys(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "tab", "tab")
        await pilot.pause()
        assert not isinstance(app.focused, BoardView)
