"""Other programs at work on the open level, and places proposed for new ones."""

from __future__ import annotations

from pathlib import Path

import frames
import pytest
from plainly import press
from textual import events
from toy_game import slope
from waiting import until

from engine.files import levelfile
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.paths.state_folder import StateFolder
from workbench.ui.key_line import KeyLine

pytestmark = pytest.mark.usefixtures("app_world")


async def test_a_file_changed_by_another_program_is_reported_and_read_again(
    folder: Path, tmp_path: Path
) -> None:
    file = folder / "slope.toml"
    app = WorkbenchApp(Document.open(file), "design", state=StateFolder(tmp_path / "state"))
    async with app.run_test(size=(120, 40)) as pilot:
        document = app.document
        assert document is not None
        await until(pilot, lambda: "slope.toml" in frames.frame(app))
        await pilot.pause()
        levelfile.write_level(slope("Theirs"), file)
        app.post_message(events.AppFocus())
        await until(pilot, lambda: "slope.toml · changed on disk" in frames.frame(app))
        assert "; o r on the design screen reloads it" in app.screen.query_one(KeyLine).message
        await press(pilot, "o", "r")
        await until(pilot, lambda: document.level.title == "Theirs")
        await pilot.pause()
        assert "changed on disk" not in frames.frame(app)
        assert "Reloaded slope.toml" in app.screen.query_one(KeyLine).message
        await press(pilot, "u")
        await until(pilot, lambda: document.level.title == "Slope")
        assert document.is_dirty
        await press(pilot, "o", "r")
        await until(pilot, lambda: document.level.title == "Theirs")
        file.write_text("format = 1")
        await press(pilot, "o", "r")
        await until(pilot, lambda: "Not reloaded" in app.screen.query_one(KeyLine).message)
        assert document.level.title == "Theirs"


async def test_only_files_are_read_again(folder: Path, tmp_path: Path) -> None:
    app = WorkbenchApp(Document(slope()), "design", state=StateFolder(tmp_path / "state"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "not saved yet" in frames.frame(app))
        await press(pilot, "o", "r")
        await until(pilot, lambda: bool(app.screen.query_one(KeyLine).message))
        assert "the level has no file yet" in app.screen.query_one(KeyLine).message
