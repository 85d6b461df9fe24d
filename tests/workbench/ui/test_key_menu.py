"""Menus of commands: what they list, and how they are walked through."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from frames import frame
from shipped import files_of, level_in
from waiting import settled, until

import workbench.features  # noqa: F401 - fills the registry
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.app.themes_screen import ThemesScreen
from workbench.document.document import Document
from workbench.ui.key_line import KeyLine
from workbench.ui.key_menu import KeyMenu
from workbench.ui.messages_screen import MessagesScreen

pytestmark = pytest.mark.usefixtures("app_world")

TITLES = "New folder", "Rename"


class TestMenus:
    """A key that opens a menu, and the one that follows."""

    async def test_it_lists_usable_choices_first_without_reasons(self, folder: Path) -> None:
        app = WorkbenchApp(folder=folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            menu = app.screen.query_one(KeyMenu)
            await pilot.press("home", "o")
            assert menu.is_open and not menu.display
            await until(pilot, lambda: menu.display)
            assert "o open, name and export files" in frame(app)
            rows = frame(app).splitlines()[menu.region.y : menu.region.bottom]
            assert {"Share", "Files", "Levels"} <= set(rows[1].split()), "headings of groups"
            lines = {title: n for n, row in enumerate(rows) for title in TITLES if title in row}
            assert lines["New folder"] < lines["Rename"], "a folder cannot be renamed"
            await pilot.press("n")
            message = app.screen.query_one(KeyLine).message
            assert message.startswith("Rename: "), "the reason comes when the key is pressed"
            assert message.removeprefix("Rename: ")[:12] not in "".join(rows)
            assert not menu.is_open and "export files" not in frame(app)

    @pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
    async def test_it_has_at_most_ten_lines_and_pages(
        self, folder: Path, size: tuple[int, int]
    ) -> None:
        app = WorkbenchApp(Document(level_in(files_of("skiddy")[0])), "design", folder=folder)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            menu, line = app.screen.query_one(KeyMenu), app.screen.query_one(KeyLine)
            for opener in commands.list_in_contexts("app"):
                listed = {c.title for c in line.list_choices(opener)}
                if opener.group != "Menus" or not listed:
                    continue
                await pilot.press(opener.single_keys[0])
                await until(pilot, lambda: menu.display)
                assert menu.region.height <= 10
                seen = frame(app)
                while "down: more" in seen and any(title not in seen for title in listed):
                    await pilot.press("down")
                    await pilot.pause()
                    assert frame(app) not in seen, "another page"
                    seen += frame(app)
                assert [title for title in listed if title not in seen] == []
                await pilot.press("escape")

    async def test_what_is_no_choice_closes_it_and_says_so(self, folder: Path) -> None:
        app = WorkbenchApp(folder=folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            await pilot.press("v", "q")
            assert app.is_running and app.screen.query_one(KeyLine).message == (
                "This menu has no key q."
            )
            await pilot.press("s")
            assert "no commands on this screen" in app.screen.query_one(KeyLine).message

    async def test_it_is_worked_by_the_mouse(self, folder: Path) -> None:
        app = WorkbenchApp(folder=folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            menu = app.screen.query_one(KeyMenu)
            line = frame(app).splitlines()[-1]
            await pilot.click(KeyLine, offset=(line.index("view"), 1))
            await until(pilot, lambda: menu.display)
            rows = frame(app).splitlines()
            y = next(n for n, row in enumerate(rows) if re.search("Choose theme +t( |$)", row))
            await pilot.click(offset=(rows[y].index("Choose theme"), y))
            await until(pilot, lambda: isinstance(app.screen, ThemesScreen))
            await pilot.press("escape")
            await pilot.press("v")
            await until(pilot, lambda: menu.display)
            await pilot.click(offset=(5, 5))
            await until(pilot, lambda: not menu.display)

    async def test_messages_are_kept(self, folder: Path) -> None:
        app = WorkbenchApp(folder=folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            app.show_message("first")
            app.show_message("said twice", "bad")
            app.show_message("said twice", "bad")
            await pilot.press("v", "m")
            await until(pilot, lambda: isinstance(app.screen, MessagesScreen))
            assert frame(app).count("said twice") == 1 and "first" in frame(app)

    @pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
    async def test_messages_are_shown_whole(self, folder: Path, size: tuple[int, int]) -> None:
        app = WorkbenchApp(folder=folder)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            words = " ".join(f"word-{number}" for number in range(40))
            app.show_message("first")
            app.show_message(words)
            await pilot.press("v", "m")
            await until(pilot, lambda: isinstance(app.screen, MessagesScreen))
            await until(pilot, lambda: "word-39" in frame(app))
            assert [word for word in words.split() if word not in frame(app)] == []
            assert "…" not in frame(app)
            await pilot.press("home")
            await until(pilot, lambda: "first" in frame(app))
            await pilot.resize_terminal(size[0] + 40, size[1])
            await until(pilot, lambda: "word-39" in frame(app))
