from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import frames
import pytest
from plainly import press
from textual.pilot import Pilot
from textual.widgets import Input
from toy_game import slope
from waiting import settled, until

from engine.files import levelfile
from workbench.app import launcher
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.levels.screen import LevelsScreen
from workbench.paths.resources import parse_level_path
from workbench.paths.state_folder import StateFolder
from workbench.terminal.capabilities import Capabilities
from workbench.ui.dialogs import (
    ChoicePrompt,
    LinePrompt,
    check_board_size,
    check_level_path,
    make_number_check,
    parse_number,
)
from workbench.ui.exchange import save_questions
from workbench.ui.help_screen import HelpScreen
from workbench.ui.key_line import KeyLine


def unsaved(folder: Path) -> Document:
    document = Document.open(folder / "slope.toml")
    document.add_version("title", replace(document.level, title="Better slope"))
    return document


async def until_shown(pilot: Pilot[int], words: str) -> None:
    """Waits until some words are on the screen."""
    await until(pilot, lambda: words in frames.frame(pilot.app))


async def test_quitting_asks_about_unsaved_work(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        app.document = unsaved(folder)
        await press(pilot, "q")
        await pilot.pause()
        frames.check(app, "quit-unsaved")
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, LevelsScreen)
        await press(pilot, "ctrl+c")
        await pilot.pause()
        assert isinstance(app.screen, ChoicePrompt)
        await press(pilot, "q")
        assert isinstance(app.screen, ChoicePrompt), "an unknown key is not for the screen below"
        await press(pilot, "s")
        await pilot.pause()
    assert app.return_value == 0
    assert levelfile.read_level(folder / "slope.toml").title == "Better slope"


async def test_discarding_saves_nothing(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        app.document = unsaved(folder)
        await press(pilot, "q", "d")
        await pilot.pause()
    assert app.return_value == 0
    assert levelfile.read_level(folder / "slope.toml").title == "Slope"


async def test_a_conflict_is_asked_about(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        document = app.document = unsaved(folder)
        levelfile.write_level(slope("Theirs"), folder / "slope.toml")
        await press(pilot, "q")
        await until_shown(pilot, "unsaved changes")
        await press(pilot, "s")
        await until_shown(pilot, "somebody")  # a long path may break the line anywhere
        await press(pilot, "a")
        await pilot.pause()
        field = app.screen.query_one(Input)
        assert field.value == str(folder / "slope-2.toml"), "a name that is free"
        await press(pilot, *"mine", "enter")
        await pilot.pause()
        assert app.screen.query_one(KeyLine).message.startswith("saved")
    assert not document.is_dirty
    assert levelfile.read_level(folder / "slope.toml").title == "Theirs"
    assert levelfile.read_level(folder / "mine.toml").title == "Better slope"


async def test_a_shipped_level_is_saved_elsewhere(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        document = Document.open(folder / "slope.toml", read_only=True)
        app.run_worker(save_questions.save_document(app, document))
        await pilot.pause()
        assert isinstance(app.screen, LinePrompt)
        app.screen.query_one(Input).value = str(folder / "slope.toml")
        await press(pilot, "enter")
        await pilot.pause()
        assert "already exists" in frames.frame(app).replace("\n", "")
        await press(pilot, "o")
        await pilot.pause()
        assert app.screen.query_one(KeyLine).message.startswith("saved")
    assert document.path == folder / "slope.toml"


async def test_a_wrong_answer_is_not_taken(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "m", "n")
        await pilot.pause()
        assert app.screen.query_one(Input).value
        await press(pilot, *"2x99", "enter")
        assert app.screen.query_one(Input).value == "2x99", "typing replaces what is offered"
        await pilot.pause()
        assert "two numbers from 3 to 16" in frames.frame(app)
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, LevelsScreen)


def test_checks_of_answers(tmp_path: Path) -> None:
    assert make_number_check(1, 9)("9") is None
    assert make_number_check(1, 9)("10") == "a whole number from 1 to 9, please"
    assert make_number_check(1, 9)("x") is not None
    assert make_number_check(1, 100_000)("100,000") is None and parse_number("100,000") == 100_000
    assert make_number_check(1, 100_000)("1,5") is not None, "no thousands"
    assert check_board_size("3x16") is None
    assert check_board_size("8") is not None
    assert check_level_path(str(tmp_path / "new.toml")) is None
    assert check_level_path(" ") == "Enter a file name."
    assert check_level_path(str(tmp_path)) == f"{tmp_path} is a folder"
    assert check_level_path(str(tmp_path / "my-first")) is None
    assert parse_level_path(f" {tmp_path}/my-first ") == tmp_path / "my-first.toml"
    assert parse_level_path(f"{tmp_path}/my-first.toml") == tmp_path / "my-first.toml"
    assert "playtest records" in str(check_level_path(str(tmp_path / "x.plays")))
    (tmp_path / "inner.toml").mkdir()
    assert check_level_path(str(tmp_path / "inner")) == f"{tmp_path / 'inner.toml'} is a folder"
    assert check_level_path(str(tmp_path / "no" / "x.toml")) == f"no such folder: {tmp_path / 'no'}"
    assert check_level_path("~nobody-like-this/x.toml") is not None


@pytest.mark.parametrize("theme", ["default", "ascii"])
async def test_help(folder: Path, theme: str) -> None:
    app = WorkbenchApp(folder=folder, theme=theme)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        frames.check(app, f"help-{theme}")
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, LevelsScreen)


async def test_a_command_found_by_name(folder: Path) -> None:
    app = WorkbenchApp(folder=folder, theme="ascii")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await press(pilot, "ctrl+p", *"next", "space", *"theme")
        await pilot.pause(0.3)
        assert frames.frame(app).isascii()
        await press(pilot, "enter")
        await pilot.pause(0.2)
        assert app.theme_glyphs.name != "ascii"


async def test_no_colour_means_none(folder: Path) -> None:
    app = WorkbenchApp(folder=folder, terminal=Capabilities("none", True))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert app.theme_glyphs.name == "mono"
        for strip in app.screen._compositor.render_strips():
            for segment in strip.apply_filter(app._filters[-1], app.screen.background_colors[0]):
                if segment.style is not None:
                    assert segment.style.color is None or segment.style.color.is_default
                    assert segment.style.bgcolor is None or segment.style.bgcolor.is_default


async def test_frames_are_held_while_a_screen_fills(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        screen = app.screen
        assert isinstance(screen, LevelsScreen)
        await until(pilot, lambda: not screen.hold.is_held)
        release, other = screen.hold.hold_frames(), screen.hold.hold_frames()
        release()
        release()
        assert screen.hold.is_held
        other()
        assert not screen.hold.is_held


async def test_hanging_up_keeps_unsaved_work(folder: Path, tmp_path: Path) -> None:
    app = WorkbenchApp(folder=folder, state=StateFolder(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        app.document = unsaved(folder)
        app.exit_by_signal("SIGTERM")
        await pilot.pause()
    assert app.return_code == 128 + signal.SIGTERM
    [copy] = (tmp_path / "recovery").glob("slope.*.toml")
    assert levelfile.read_level(copy).title == "Better slope"
    assert str(copy) in app.exit_messages[0]
    assert levelfile.read_level(folder / "slope.toml").title == "Slope"


def test_a_file_that_is_no_level(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert launcher.run_app(folder / "broken.toml") == 2
    words = capsys.readouterr()
    assert words.out == ""
    assert words.err.count("\n") == 1
    assert "broken.toml" in words.err


def test_the_app_loads_no_kernels() -> None:
    imports = "import sys, workbench.app.app, workbench.features.levels.screen"
    code = f"{imports}; print('numba' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert answer.stdout == "False\n", answer.stderr


async def test_enter_alone_loses_and_saves_nothing(folder: Path) -> None:
    """The answer that it takes is marked, and is the one that changes nothing."""
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        app.document = unsaved(folder)
        await press(pilot, "q")
        await until_shown(pilot, ">esc  Stay here")
        await press(pilot, "enter")
        assert isinstance(app.screen, LevelsScreen)
        assert levelfile.read_level(folder / "slope.toml").title == "Slope"
        await press(pilot, "q", "up")
        await until_shown(pilot, ">  d  Discard")
        await press(pilot, "up", "up")
        await until_shown(pilot, ">  s  Save")
        await press(pilot, "enter")
        await pilot.pause()
    assert app.return_value == 0
    assert levelfile.read_level(folder / "slope.toml").title == "Better slope"


async def test_a_choice_that_loses_nothing_is_taken_by_enter(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        taken: list[str | None] = []
        app.push_screen(ChoicePrompt("Which?", [("a", "One"), ("b", "Other")]), taken.append)
        await until_shown(pilot, ">  a  One")
        await press(pilot, "down", "down", "down")
        await until_shown(pilot, ">  b  Other")
        await press(pilot, "enter")
        assert taken == ["b"]
