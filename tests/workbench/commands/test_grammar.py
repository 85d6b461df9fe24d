"""The grammar of keys holds on every screen: one meaning a key, everything within three keys."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from frames import frame
from waiting import settled, until

import workbench.features  # noqa: F401 - fills the registry
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.app.themes import ThemesScreen
from workbench.commands import Command, userkeys
from workbench.commands.grammar import MEANINGS, MENUS, is_sequence, keys_of
from workbench.ui.keyline import KeyLine
from workbench.ui.menu import KeyMenu
from workbench.ui.messages import MessagesScreen

pytestmark = pytest.mark.usefixtures("app_world")

MOST_ALONE = 40
"""Keys with a meaning of their own, menus apart."""
VALUES = {"play": set("wasd"), "steering": set("123456789")}
"""Letters that stand for values, by the contexts that name them on screen."""
OPENERS = {menu.key for menu in MENUS}


def meaning_of(key: str) -> str | None:
    """The meaning of a key alone."""
    found = [meaning.name for meaning in MEANINGS.values() if key in meaning.keys]
    assert len(found) <= 1, key
    return found[0] if found else None


def test_no_key_has_two_meanings() -> None:
    keys = [key for meaning in MEANINGS.values() for key in meaning.keys]
    assert len(set(keys)) == len(keys)
    assert OPENERS.isdisjoint(keys)
    assert len(MEANINGS) <= MOST_ALONE


@pytest.mark.parametrize("command", commands.own(), ids=lambda command: command.id)
def test_a_command_has_the_keys_of_its_meaning(command: Command) -> None:
    """Nothing but what the grammar knows, and values where they are named."""
    for key in command.keys:
        if is_sequence(key):
            assert key.split()[0] in OPENERS
        elif key not in OPENERS:
            assert meaning_of(key) or key in VALUES.get(command.context, set())


def test_two_keys_one_after_the_other_mean_the_same_everywhere() -> None:
    names = defaultdict(set)
    for command in commands.own():
        for key in filter(is_sequence, command.keys):
            names[key].add(command.action)
    assert {key: found for key, found in names.items() if len(found) > 1} == {}


def test_a_meaning_does_the_same_kind_of_thing_everywhere() -> None:
    """What is done by the same meaning has the same word for it in its name."""
    kinds = {
        "undo": {"undo", "undelete"},
        "redo": {"redo"},
        "save": {"save", "take"},
        "keep": {"keep"},
        "help": {"help", "close"},
        "new": {"generate", "new_seed"},
        "solution": {"mode", "solution"},
        "play-pause": {"play_pause"},
        "take-away": {"delete", "erase", "clear", "reset", "remove", "discard", "reject"},
        "search": {"search"},
        "filter": {"filter"},
    }
    for name, actions in kinds.items():
        keys = set(keys_of(name))
        assert {c.action for c in commands.own() if keys & set(c.alone)} == actions, name


def test_every_command_is_within_two_keys_or_in_the_palette() -> None:
    assert all(len(key.split()) <= 2 for c in commands.own() for key in c.keys)
    for command in commands.own():
        if not command.keys:
            assert not command.call, f"{command.id} is in no palette"


class TestKeymapThatShips:
    """The keys that the workbench had before there were menus."""

    def test_it_clashes_with_nothing(self) -> None:
        found = userkeys.load(userkeys.SHIPPED["classic"])
        assert found.report == ()

    def test_it_opens_no_menus(self) -> None:
        found = userkeys.load(userkeys.SHIPPED["classic"])
        try:
            commands.rebind(found.keys)
            assert not any(is_sequence(key) for c in commands.everything() for key in c.keys)
            assert commands.get("design.heat").keys == ("H",)
        finally:
            commands.rebind({})

    def test_a_menu_that_another_key_opens_keeps_its_commands(self) -> None:
        try:
            commands.rebind({"app.view": ("V",)})
            assert commands.get("design.heat").keys == ("V h",)
            assert commands.get("design.heat") in commands.of_menu("V", "design")
        finally:
            commands.rebind({})


class TestMenus:
    """A key that opens a menu, and the one that follows."""

    async def test_it_shows_itself_with_what_cannot_be_done_and_why(self, folder: Path) -> None:
        app = WorkbenchApp(folder=folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            menu = app.screen.query_one(KeyMenu)
            await pilot.press("home", "o")
            assert menu.open and not menu.display
            await until(pilot, lambda: menu.display)
            assert "o open, name and export files" in frame(app)
            assert "n  Rename: " in frame(app), "a folder has no name to be changed"
            rows = frame(app).splitlines()[menu.region.y : menu.region.bottom]
            assert not any("…" in row for row in rows), "told to the end"
            await pilot.press("escape")
            assert not menu.open and "export files" not in frame(app)

    async def test_what_is_no_choice_closes_it_and_says_so(self, folder: Path) -> None:
        app = WorkbenchApp(folder=folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            await pilot.press("v", "q")
            assert app.is_running and app.screen.query_one(KeyLine).message == (
                "q is not in this menu"
            )
            await pilot.press("s")
            assert "nothing here" in app.screen.query_one(KeyLine).message

    async def test_it_is_worked_by_the_mouse(self, folder: Path) -> None:
        app = WorkbenchApp(folder=folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            menu = app.screen.query_one(KeyMenu)
            line = frame(app).splitlines()[-1]
            await pilot.click(KeyLine, offset=(line.index("view"), 1))
            await until(pilot, lambda: menu.display)
            rows = frame(app).splitlines()
            y = next(n for n, row in enumerate(rows) if "t  Choose theme" in row)
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
            app.say("first")
            app.say("said twice", "bad")
            app.say("said twice", "bad")
            await pilot.press("v", "m")
            await until(pilot, lambda: isinstance(app.screen, MessagesScreen))
            assert frame(app).count("said twice") == 1 and "first" in frame(app)

    @pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
    async def test_messages_are_shown_whole(self, folder: Path, size: tuple[int, int]) -> None:
        app = WorkbenchApp(folder=folder)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            words = " ".join(f"word-{number}" for number in range(40))
            app.say("first")
            app.say(words)
            await pilot.press("v", "m")
            await until(pilot, lambda: isinstance(app.screen, MessagesScreen))
            await until(pilot, lambda: "word-39" in frame(app))
            assert [word for word in words.split() if word not in frame(app)] == []
            assert "…" not in frame(app)
            await pilot.press("home")
            await until(pilot, lambda: "first" in frame(app))
            await pilot.resize_terminal(size[0] + 40, size[1])
            await until(pilot, lambda: "word-39" in frame(app))
