"""Screens are left once, and only by what was meant for them, whatever arrives at once."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import frames
import pytest
from textual import events
from textual.command import CommandList
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from waiting import settled, until

import workbench
from workbench.app.app import WorkbenchApp
from workbench.app.preferences import Preferences
from workbench.app.screen_command_palette import ScreenPalette
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.recovery_screen import RecoveryScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.terminal.base_screens import AppScreen
from workbench.ui.dialogs import ChoicePrompt, LinePrompt
from workbench.ui.help_screen import HelpPane, HelpScreen
from workbench.ui.key_line import KeyLine
from workbench.ui.manual.help_structure import HelpPage, ManualEntry, ManualSection

pytestmark = pytest.mark.usefixtures("app_world")

HELP = [
    HelpPage(
        "Keys", lambda theme: [ManualSection("Screens", (ManualEntry((("esc", "key"),), "Back"),))]
    )
]


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[tuple[WorkbenchApp, Pilot[int]]]:
    """The app in its browser, with everything read."""
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(app, pilot)
        yield app, pilot


def click(app: WorkbenchApp, column: int, line: int) -> None:
    """Posts a press and a release of the mouse."""
    for kind in (events.MouseDown, events.MouseUp):
        app.post_message(kind(None, column, line, 0, 0, 1, False, False, False, column, line))


async def drawn(app: WorkbenchApp, pilot: Pilot[int]) -> None:
    """Waits until the browser is on top again and sends its frames."""
    await until(pilot, lambda: isinstance(app.screen, LevelsScreen) and not app.screen.hold.is_held)
    assert len(app.screen_stack) == 2
    assert "Levels" in frames.frame(app)


def screens(kind: type) -> Iterator[type]:
    """All kinds of screens that the workbench defines."""
    for sub in kind.__subclasses__():
        if sub.__module__.startswith("workbench"):
            yield sub
        yield from screens(sub)


def test_every_screen_is_left_once() -> None:
    for module in pkgutil.walk_packages(workbench.__path__, "workbench."):
        if module.name.startswith(("workbench.ui", "workbench.features", "workbench.app.")):
            importlib.import_module(module.name)
    found = set(screens(Screen))
    assert {ScreenPalette, ChoicePrompt, DesignScreen} < found
    assert all(issubclass(kind, AppScreen) for kind in found)


async def test_what_arrives_at_once_leaves_one_screen(folder: Path) -> None:
    async with browsing(folder) as (app, pilot):
        for clicks, keys in ((2, []), (3, []), (1, ["escape"]), (0, ["escape", "escape"])):
            await pilot.press("ctrl+p")
            await until(pilot, lambda: isinstance(app.screen, ScreenPalette))
            for _ in range(clicks):
                click(app, 1, 37)
            for key in keys:
                app.post_message(events.Key(key, None))
            await drawn(app, pilot)
            assert not app.document


async def test_a_command_of_the_palette_is_run_by_the_first_of_two_clicks(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = []
    monkeypatch.setattr(Preferences, "show_theme", lambda *given: done.append(given))
    async with browsing(folder) as (app, pilot):
        await pilot.press("ctrl+p", *"next", "space", *"theme")
        found = app.screen.query_one(CommandList)
        await until(pilot, lambda: found.option_count == 1 and found.region.height > 2)
        for _ in range(2):
            click(app, found.region.x + 4, found.region.y + 1)
        await drawn(app, pilot)
        assert len(done) == 1
        # A click on what was there a moment ago.
        await pilot.press("ctrl+p")
        found = app.screen.query_one(CommandList)
        await until(pilot, lambda: found.option_count and found.region.height > 2)
        place = found.region.x + 4, found.region.y + 1
        style = app.screen.get_style_at(*place)
        found.clear_options()
        found.post_message(
            events.Click(found, 4, 1, 0, 0, 1, False, False, False, *place, style=style)
        )
        await pilot.press("escape")
        await drawn(app, pilot)


async def test_the_palette_without_room_for_its_list(folder: Path) -> None:
    async with browsing(folder) as (app, pilot):
        await pilot.press("ctrl+p")
        await until(pilot, lambda: app.screen.query_one(CommandList).option_count)
        late = events.Click(app.screen, 1, 37, 0, 0, 1, False, False, False, 1, 37)
        await pilot.resize_terminal(1, 1)
        app.screen.post_message(late)
        await pilot.press("pageup", "pagedown", "down", "up", "shift+end", "shift+home")
        await pilot.resize_terminal(120, 40)
        await pilot.press("escape")
        await drawn(app, pilot)


async def test_a_screen_that_goes_before_its_first_frame_holds_nothing_up(folder: Path) -> None:
    async with browsing(folder) as (app, pilot):
        for screen in (RecoveryScreen([]), HelpScreen(HelpPane(HELP)), ScreenPalette()):
            app.push_screen(screen)
            screen.dismiss()
            await drawn(app, pilot)
        # What waits for one screen is not lost with another that was on top.
        app.push_screen(RecoveryScreen([]))
        app.push_screen(over := ChoicePrompt("Really?", [("y", "Yes")]))
        await pilot.pause()
        over.dismiss()
        await until(pilot, lambda: isinstance(app.screen, RecoveryScreen))
        await until(pilot, lambda: not app.screen.hold.is_held)


async def test_a_key_is_for_the_screen_at_which_it_was_pressed(folder: Path) -> None:
    async with browsing(folder) as (app, pilot):
        for screen in (HelpScreen(HelpPane(HELP)), RecoveryScreen([])):
            await app.on_event(events.Key("escape", None))
            app.push_screen(screen)
            await pilot.pause(0.05)
            assert app.screen is screen
            await pilot.press("escape")
            await drawn(app, pilot)


async def test_what_is_covered_takes_along_what_is_over_it(folder: Path) -> None:
    async with browsing(folder) as (app, pilot):
        app.push_screen(help_screen := HelpScreen(HelpPane(HELP)))
        answers: list[object] = []
        app.push_screen(ChoicePrompt("Really?", [("y", "Yes")]), answers.append)
        await pilot.pause()
        help_screen.dismiss()
        await drawn(app, pilot)
        assert answers == [None]


async def test_a_question_goes_with_who_asked(folder: Path) -> None:
    async with browsing(folder) as (app, pilot):
        browser = app.screen
        assert isinstance(browser, LevelsScreen)
        for _ in range(2):
            browser.bind_commands()["levels.new"]()
            await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        assert len(app.screen_stack) == 3
        navigation.open_design(app, Document.open(folder / "slope.toml"))
        await until(pilot, lambda: isinstance(app.screen, DesignScreen) and app.screen.is_mounted)
        assert len(app.screen_stack) == 2
        await until(pilot, lambda: not app.workers or browser.is_gone)


async def test_news_for_a_screen_that_is_being_made(folder: Path) -> None:
    async with browsing(folder) as (app, pilot):
        navigation.open_design(app, Document.open(folder / "slope.toml"))
        assert not app.screen.is_mounted
        app.notify_screens(lambda screen: screen.update_file_status())
        app.show_theme("mono")
        await until(pilot, lambda: app.screen.is_mounted)
        assert isinstance(app.screen, DesignScreen)
        # A command of the screen that has just been left comes too late.
        app.screen.dismiss()
        await pilot.pause()
        assert isinstance(app.screen, DesignScreen)


async def test_what_was_read_while_the_app_ends_is_not_shown(tmp_path: Path) -> None:
    async with browsing(tmp_path) as (app, _):
        screen = app.screen
        assert isinstance(screen, LevelsScreen) and screen.has_widgets
    assert not screen.has_widgets
    screen._show_progress()


async def test_what_comes_when_the_widgets_are_gone_is_not_shown(tmp_path: Path) -> None:
    """The app ends while something is waited for, in a worker and from another thread."""
    shown: list[bool] = []

    async with browsing(tmp_path) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, LevelsScreen)

        def show() -> None:
            shown.append(screen.has_widgets)
            screen.query_one(KeyLine).update_keys()

        async def work() -> None:
            while screen.query(KeyLine):
                await asyncio.sleep(0)
            screen.run_in_ui_thread(show)
            show()

        screen.run_alongside(work())
        await pilot.pause()
    assert shown and not any(shown)


async def test_a_late_event_of_an_old_size_lays_nothing_out(folder: Path) -> None:
    """A slow screen hears of the size that it was laid out for after the news of the next one."""
    async with browsing(folder) as (app, pilot):
        app.push_screen(ChoicePrompt("Over it?", [("y", "Yes")]))
        await pilot.pause()
        levels = app.screen_stack[-2]
        line, widths = levels.query_one(KeyLine), set()
        await pilot.resize_terminal(100, 30)
        for old in (Size(120, 40), Size(100, 30), Size(120, 40)):
            levels.post_message(events.Resize(old, old))
            levels.call_later(lambda: widths.add(line.size.width))  # and none replaces another
        await until(pilot, lambda: widths)
        assert widths == {line.size.width} == {100}


async def test_what_waited_for_a_frame_is_not_done_without_widgets(folder: Path) -> None:
    done: list[int] = []

    async with browsing(folder) as (app, pilot):
        screen = app.screen

        async def ask() -> None:
            while screen.query(KeyLine):
                screen.call_after_refresh(lambda: done.append(len(screen.query(KeyLine))))
                await asyncio.sleep(0.001)

        app.run_worker(ask())
        await until(pilot, lambda: len(done) > 3)
    assert all(done)


async def test_a_screen_whose_app_ends_at_once_says_nothing(folder: Path) -> None:
    """Textual mounts such a screen without its widgets."""

    class Unfilled(RecoveryScreen):
        def compose(self):
            self.app.exit()
            return ()

    async with browsing(folder) as (app, pilot):
        app.push_screen(Unfilled([]))
        await pilot.pause()
