"""Keys that are held down, or pressed before what earlier ones began is done."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from plainly import press, said, until
from toy_game import slope

from engine.files import levelfile
from workbench.app.app import WorkbenchApp
from workbench.document import level_file_moves, trash
from workbench.features.levels.recovery_screen import RecoveryScreen
from workbench.features.levels.rename_dialog import RenameDialog
from workbench.features.levels.screen import LevelsScreen
from workbench.paths.state_folder import StateFolder
from workbench.ui.dialogs import LinePrompt
from workbench.ui.key_line import KeyLine


async def test_a_key_that_is_held_down_discards_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = StateFolder(tmp_path / "state")
    state.recovery.mkdir(parents=True)
    for number in (1, 2):
        levelfile.write_level(slope(), state.recovery / f"slope.4711-0123abcd-{number}.toml")
    may_move, put = threading.Event(), trash.move_to_trash

    def put_slowly(folder: Path, path: Path) -> trash.DeletedLevel:
        assert may_move.wait(30)
        return put(folder, path)

    monkeypatch.setattr(trash, "move_to_trash", put_slowly)
    app = WorkbenchApp(folder=tmp_path, state=state)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, RecoveryScreen))
        screen = app.screen
        await press(pilot, "x", "x")
        assert screen.query_one(KeyLine).message == "files are still being moved or changed"
        await press(pilot, "enter")
        assert (
            screen.query_one(KeyLine).message == "Recover: files are still being moved or changed"
        )
        may_move.set()
        await until(
            pilot, lambda: "Discarded. A copy is kept in" in screen.query_one(KeyLine).message
        )
        assert len([*state.recovery.iterdir()]) == len([*state.trash.iterdir()]) == 1


async def test_the_app_ends_once_files_are_changed_and_that_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levelfile.write_level(slope(), tmp_path / "slope.toml")
    may_move, move = threading.Event(), level_file_moves.move_level

    def move_slowly(old: Path, new: Path) -> None:
        assert may_move.wait(30)
        move(old, new)

    monkeypatch.setattr(level_file_moves, "move_level", move_slowly)
    app = WorkbenchApp(folder=tmp_path, state=StateFolder(tmp_path / "state"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.browser.is_complete)
        await press(pilot, "o", "n")
        await until(pilot, lambda: isinstance(app.screen, RenameDialog))
        await press(pilot, "ctrl+u", *"steep", "enter")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        await press(pilot, "q")
        assert said(app) == "Writing files..."
        assert app.return_code is None
        may_move.set()
        await until(pilot, lambda: app.return_code == 0)
    assert levelfile.read_level(tmp_path / "steep.toml").title == "Steep"


async def test_what_is_said_while_a_question_is_open_can_be_read(tmp_path: Path) -> None:
    app = WorkbenchApp(folder=tmp_path, state=StateFolder(tmp_path / "state"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.browser.is_complete)
        await press(pilot, "o", "f")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        app.show_message("Batch started")
        await press(pilot, "escape")
        assert said(app) == app.messages[-1].text == "Batch started"
