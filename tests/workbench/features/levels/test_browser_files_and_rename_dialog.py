"""Duplicate, rename, delete, bring back and new folder, as a designer does them."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import frames
import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input
from toy_game import slope

from engine.files import levelfile
from workbench.app.app import WorkbenchApp
from workbench.document import trash
from workbench.features.levels.levels_pane import LevelsPane
from workbench.features.levels.rename_dialog import RenameDialog, find_name_fault, resolve_path
from workbench.paths import resources
from workbench.paths.state_folder import StateFolder
from workbench.ui.dialogs import ChoicePrompt, LinePrompt
from workbench.ui.key_line import KeyLine
from workbench.ui.pick_list import PickRow

pytestmark = pytest.mark.usefixtures("app_world")


class Browsing:
    """A level browser and a user at its keys."""

    def __init__(self, app: WorkbenchApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Presses keys one after the other, and waits until all they began is done."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        # Workers that wait for an answer are not done until it is given.
        while any(not w.is_finished and w.group != "question" for w in self.app.workers):
            await self.pilot.pause(0.005)
        await self.pilot.pause()

    async def until(self, words: str) -> None:
        """Waits until the key line says something."""
        for _ in range(1000):
            if words in self.said:
                await self.settle()
                return
            await self.pilot.pause(0.005)
        raise AssertionError(f"{words!r} was never said, but {self.said!r}")

    async def shown(self, screen: type[Screen[Any]]) -> None:
        """Waits until a question is asked."""
        for _ in range(1000):
            if isinstance(self.app.screen, screen):
                return
            await self.pilot.pause(0.005)
        raise AssertionError(f"{self.app.screen} in place of {screen}")

    async def go(self, name: str) -> None:
        levels = self.app.screen.query_one(LevelsPane)
        levels.go_to([row.path.name for row in levels.rows].index(name))
        await self.pilot.pause()

    @property
    def said(self) -> str:
        lines = [*self.app.screen.query(KeyLine)]
        return lines[0].message if lines else ""

    @property
    def here(self) -> str:
        row = self.app.screen.query_one(LevelsPane).row
        return row.path.name if row else ""


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[Browsing]:
    app = WorkbenchApp(folder=folder, state=StateFolder(folder.parent / "state"))
    async with app.run_test(size=(80, 24)) as pilot:
        user = Browsing(app, pilot)
        await user.settle()
        yield user


async def test_duplicating_puts_the_cursor_on_the_copy(folder: Path) -> None:
    async with browsing(folder) as user:
        await user.go("slope.toml")
        await user.press("o", "d")
        await user.until("Copied to slope-copy.toml")
        assert user.here == "slope-copy.toml"
        assert levelfile.read_level(folder / "slope-copy.toml").title == "Slope (copy)"


async def test_a_shipped_level_is_copied_and_never_changed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "shipped" / "toy"
    shipped.mkdir(parents=True)
    levelfile.write_level(slope("Given"), shipped / "given.toml")
    monkeypatch.setattr(resources, "get_shipped_levels", lambda: shipped.parent)
    async with browsing(folder) as user:
        await user.go("given.toml")
        for keys in (("o", "n"), ("x",), ("delete",)):
            await user.press(*keys)
            assert "shipped levels are read-only; o d makes your own copy" in user.said
        await user.press("o", "d")
        await user.until("Copied to")
        assert user.here == "given.toml"
        assert levelfile.read_level(folder / "given.toml").title == "Given"
        await user.press("x")
        await user.until("Deleted given.toml")
        assert (shipped / "given.toml").exists()
        assert not (folder / "given.toml").exists()


async def test_a_title_like_the_file_name_follows_it(folder: Path) -> None:
    (folder / "slope.plays.toml").write_text("format = 1\n")
    async with browsing(folder) as user:
        await user.go("slope.toml")
        await user.press("o", "n")
        assert isinstance(user.app.screen, RenameDialog)
        await user.press(*["backspace"] * 5, *"steep-hill")
        assert user.app.screen.query_one("#title", Input).value == "Steep hill"
        frames.check(user.app, "levels-rename")
        await user.press("enter")
        await user.until('Renamed to steep-hill.toml. Title changed to "Steep hill".')
        assert user.here == "steep-hill.toml"
    assert levelfile.read_level(folder / "steep-hill.toml").title == "Steep hill"
    assert (folder / "steep-hill.plays.toml").exists()
    assert not (folder / "slope.toml").exists()


async def test_a_title_of_its_own_stays_or_is_typed(folder: Path) -> None:
    levelfile.write_level(slope("Down we go"), folder / "slope.toml")
    async with browsing(folder) as user:
        await user.go("slope.toml")
        await user.press("o", "n", "2", "enter")
        await user.until("Renamed to slope2.toml.")
        assert levelfile.read_level(folder / "slope2.toml").title == "Down we go"
        await user.press("o", "n", "tab", "end", *"!", "enter")
        await user.until('Title changed to "Down we go!".')
    assert levelfile.read_level(folder / "slope2.toml").title == "Down we go!"


async def test_a_name_that_is_taken_is_not(folder: Path) -> None:
    async with browsing(folder) as user:
        await user.go("slope.toml")
        await user.press("o", "n")
        user.app.screen.query_one("#file", Input).value = "broken.toml"
        await user.press("enter")
        assert "broken.toml already exists" in frames.frame(user.app)
        user.app.screen.query_one("#file", Input).value = "hard/slope"
        await user.press("enter")
        await user.until("hard/slope.toml")
        assert user.here == "slope.toml"
    assert (folder / "hard" / "slope.toml").exists()


async def test_broken_files_can_be_renamed_and_deleted(folder: Path) -> None:
    async with browsing(folder) as user:
        await user.go("broken.toml")
        await user.press("o", "n", "2", "enter")
        await user.until("Renamed to broken2.toml.")
        await user.press("x")
        await user.until("Deleted broken2.toml")
    assert not (folder / "broken2.toml").exists()


async def test_deleting_is_undone_one_after_the_other(folder: Path) -> None:
    before = (folder / "slope.toml").read_bytes()
    async with browsing(folder) as user:
        await user.press("u")
        await user.until("The trash is empty.")
        await user.go("broken.toml")
        await user.press("delete")
        await user.until("Deleted broken.toml. u restores it from")
        assert user.here == "slope.toml", "the next level is under the cursor"
        await user.press("x")
        await user.until("Deleted slope.toml")
        assert user.here == "second.toml"
        await user.press("u")
        await user.until("Restored slope.toml.")
        assert user.here == "slope.toml"
        await user.press("u")
        await user.until("Restored broken.toml.")
    assert (folder / "slope.toml").read_bytes() == before
    assert (folder / "broken.toml").exists()


async def test_what_an_earlier_session_deleted_is_offered(folder: Path) -> None:
    async with browsing(folder) as user:
        for name in ("broken.toml", "slope.toml"):
            await user.go(name)
            await user.press("x")
            await user.until(f"Deleted {name}. u restores it from ")
    async with browsing(folder) as user:
        await user.press("u")
        await user.shown(PickRow)
        await user.press("j", "enter")
        await user.until("Restored broken.toml.")
        assert user.here == "broken.toml"
        await user.app.run_action("command('levels.empty-trash')")
        await user.shown(ChoicePrompt)
        await user.press("r")
        await user.until("Permanently removed 1 level.")
        await user.press("u")
        await user.until("The trash is empty.")
    assert not (folder / "slope.toml").exists()


async def test_a_trash_that_cannot_be_written_keeps_the_level(folder: Path) -> None:
    async with browsing(folder) as user:
        (folder.parent / "state" / "trash").write_text("in the way")
        await user.go("slope.toml")
        await user.press("x")
        await user.until("the trash cannot be written")
    assert (folder / "slope.toml").exists()


async def test_a_new_folder_says_what_to_do_and_takes_new_levels(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)  # its path is shown from here
    async with browsing(folder) as user:
        await user.go("slope.toml")
        await user.press("o", "f")
        assert isinstance(user.app.screen, LinePrompt)
        await user.press(*"hard", "enter")
        assert "hard already exists" in frames.frame(user.app)
        await user.press("2", "enter")
        await user.until("Created hard2/.")
        assert user.here == "hard2"
        assert (folder / "hard2").is_dir()
        frames.check(user.app, "levels-empty-folder")
        assert user.app.browser.target_folder == folder / "hard2"


async def test_an_empty_folder_says_what_to_do(tmp_path: Path, folder: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    async with browsing(empty) as user:
        assert "empty: g generates a level" in frames.frame(user.app)


def test_names(tmp_path: Path) -> None:
    level = tmp_path / "slope.toml"
    level.write_text("")
    assert resolve_path(" steep ", level) == tmp_path / "steep.toml"
    assert find_name_fault("slope.toml", level) is None
    assert find_name_fault("v1.2", level) is None
    for text in ("", " ", "..", "a/", ".hidden", "x.plays.toml", "no/x", "x.pack.toml"):
        assert find_name_fault(text, level) is not None, text


class SlowTrash:
    """Moves levels into the trash and out of it only while it is let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_move = threading.Event()
        put, restore, empty = trash.move_to_trash, trash.restore_level, trash.empty_trash

        def put_slowly(folder: Path, file: Path) -> trash.DeletedLevel:
            assert self.may_move.wait(30)
            return put(folder, file)

        def restore_slowly(deleted: trash.DeletedLevel) -> Path:
            assert self.may_move.wait(30)
            return restore(deleted)

        def empty_slowly(folder: Path) -> int:
            assert self.may_move.wait(30)
            return empty(folder)

        monkeypatch.setattr(trash, "move_to_trash", put_slowly)
        monkeypatch.setattr(trash, "restore_level", restore_slowly)
        monkeypatch.setattr(trash, "empty_trash", empty_slowly)


async def test_a_deletion_can_be_undone_though_something_else_is_asked_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowTrash(monkeypatch)
    levelfile.write_level(slope("One"), tmp_path / "one.toml")
    levelfile.write_level(slope("Two"), tmp_path / "two.toml")
    async with browsing(tmp_path) as user:
        await user.go("one.toml")
        await user.pilot.press("x")
        await user.pilot.press("o", "f")
        await user.shown(LinePrompt)
        slow.may_move.set()
        await user.pilot.press("escape")
        await user.until("Deleted one.toml")
        await user.press("u")
        await user.until("Restored one.toml.")
        assert (tmp_path / "one.toml").exists()


async def test_a_key_that_is_held_down_deletes_and_restores_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowTrash(monkeypatch)
    for name in ("one", "two", "three"):
        levelfile.write_level(slope(name), tmp_path / f"{name}.toml")
    async with browsing(tmp_path) as user:
        await user.go("one.toml")
        await user.pilot.press("x", "x", "x")
        assert user.said == "files are still being moved or changed"
        slow.may_move.set()
        await user.until("Deleted one.toml")
        assert sorted(path.name for path in tmp_path.glob("*.toml")) == ["three.toml", "two.toml"]
        slow.may_move.clear()
        await user.pilot.press("u", "u", "u")
        assert user.said == "files are still being moved or changed"
        slow.may_move.set()
        await user.until("Restored one.toml.")
        assert len([*tmp_path.glob("*.toml")]) == 3


async def test_keys_that_follow_a_deletion_at_once_are_for_the_next_level(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(folder) as user:
        monkeypatch.setattr(user.app.browser, "read_folders", lambda *_: None)  # a slow disk
        await user.go("broken.toml")
        await user.press("x")
        await user.until("Deleted broken.toml")
        assert user.here == "slope.toml"
        await user.press("x")
        await user.until("Deleted slope.toml")


async def test_an_emptied_trash_has_nothing_to_undo_though_something_else_is_asked_meanwhile(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowTrash(monkeypatch)
    slow.may_move.set()
    async with browsing(folder) as user:
        await user.go("slope.toml")
        await user.press("x")
        await user.until("Deleted slope.toml")
        slow.may_move.clear()
        await user.app.run_action("command('levels.empty-trash')")
        await user.shown(ChoicePrompt)
        await user.pilot.press("r")
        await user.pilot.press("o", "f")
        await user.shown(LinePrompt)
        slow.may_move.set()
        await user.pilot.press("escape")
        await user.until("Permanently removed 1 level.")
        await user.press("u")
        await user.until("The trash is empty.")
