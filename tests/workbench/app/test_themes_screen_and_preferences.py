"""Themes and keys of the user in the running app."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from frames import frame
from plainly import press
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input
from waiting import settled, until

from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.app.themes_screen import ThemesScreen
from workbench.commands import user_keymap
from workbench.features.levels.screen import LevelsScreen
from workbench.paths import user_config_file
from workbench.theme import theme_loader
from workbench.ui.help_screen import HelpScreen
from workbench.ui.key_line import KeyLine
from workbench.ui.messages_screen import MessagesScreen
from workbench.ui.pick_list import PickList


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's configuration folder."""
    place = tmp_path / "config"
    (place / "themes").mkdir(parents=True)
    monkeypatch.setenv(user_config_file.FOLDER_VARIABLE, str(place))
    yield place
    commands.bind_keys({})


def message(app: WorkbenchApp) -> str:
    lines = [*app.screen_stack[-1].query(KeyLine)]
    return lines[0].message if lines else ""


async def opened(pilot: Pilot[int], kind: type[Screen[object]]) -> None:
    """Waits for a screen of that kind, and for what it shows; folders are read to the end."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, kind) and app.screen.focused)
    await until(pilot, lambda: len(frame(app).strip()) > 100)
    await settled(app, pilot)
    await pilot.pause()


async def test_next_theme_is_the_theme_of_the_next_start(folder: Path, own: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)):
        await app.action_command("app.theme")
        name = app.theme_glyphs.name
        assert name != "default"
        assert app.theme == f"workbench-{name}"
    assert user_config_file.load_settings().theme == name
    assert WorkbenchApp(folder=folder).theme_glyphs.name == name


@pytest.mark.parametrize(
    "text",
    [
        '[ui]\nprimary = "ansi_defeult"\n',
        '[variables]\nborder = "bold reverse"\n',
        f"[ui]\nprimary = {'9' * 5000}\n",
    ],
)
async def test_no_theme_keeps_the_app_from_starting(folder: Path, own: Path, text: str) -> None:
    (own / "themes" / "bad.toml").write_text(f'inherits = "default"\n{text}')
    user_config_file.find_config_file().write_text('theme = "bad"\n')
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "bad.toml" in message(app))
        assert app.theme_glyphs.name in theme_loader.list_shipped()


async def test_a_theme_of_the_terminals_colours_builds_on_any_other(
    folder: Path, own: Path
) -> None:
    (own / "themes" / "mine.toml").write_text('inherits = "default"\n[ui]\nansi = true\n')
    app = WorkbenchApp(folder=folder, theme="mine")
    async with app.run_test(size=(80, 24)):
        await app.action_command("app.help")
        assert app.theme == "workbench-mine"


async def test_a_theme_is_chosen_from_a_list(folder: Path, own: Path) -> None:
    (own / "themes" / "aurora.toml").write_text('title = "Aurora"\ninherits = "light"\n')
    (own / "themes" / "broken.toml").write_text("title = 3\n")
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.action_command("app.choose-theme")
        await opened(pilot, ThemesScreen)
        shown = frame(app)
        assert "Aurora (yours)" in shown
        assert "cannot be used" in shown
        await press(pilot, "end", "enter")
        await until(pilot, lambda: "expected" in frame(app))
        await press(pilot, "k", "enter")
        await opened(pilot, LevelsScreen)
        assert app.theme_glyphs.title == "Aurora"


async def test_the_list_is_left_without_a_choice(folder: Path, own: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(60, 20)) as pilot:
        await app.action_command("app.choose-theme")
        await opened(pilot, ThemesScreen)
        await press(pilot, "down", "escape")
        await opened(pilot, LevelsScreen)
        assert app.theme_glyphs.name == "default"
    assert not user_config_file.find_config_file().exists()


async def test_an_edited_theme_is_seen_at_the_next_key_and_a_bad_one_is_not(
    folder: Path, own: Path
) -> None:
    file = own / "themes" / "mine.toml"
    file.write_text('title = "One"\ninherits = "default"\n')
    app = WorkbenchApp(folder=folder, theme="mine")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, LevelsScreen)
        file.write_text('title = "Second"\ninherits = "light"\n')
        await press(pilot, "down")
        assert app.theme_glyphs.title == "Second"
        assert not app.current_theme.dark
        file.write_text('title = "Third"\ninherits = "light"\n[marks]\nheld = 3\n')
        app.preferences.follow_theme(app)
        assert app.theme_glyphs.title == "Second"
        await until(pilot, lambda: "marks.held: expected a table" in message(app))
        assert str(file) in message(app)
        # Said once, not with every key.
        await press(pilot, "down")
        assert not message(app)
        file.unlink()
        await app.action_command("app.reload-theme")
        assert "unknown theme 'mine'" in message(app)


async def test_files_are_not_looked_at_while_nothing_happens(folder: Path, own: Path) -> None:
    file = own / "themes" / "mine.toml"
    file.write_text('inherits = "default"\n')
    app = WorkbenchApp(folder=folder, theme="mine")
    async with app.run_test(size=(80, 24)) as pilot:
        file.write_text('inherits = "light"\n')
        await pilot.pause(0.3)
        assert app.theme_glyphs.is_dark
        app.on_app_focus()
        assert not app.theme_glyphs.is_dark


async def test_all_that_is_wrong_in_the_files_is_said_at_the_start(folder: Path, own: Path) -> None:
    user_config_file.find_config_file().write_text("mouse = 3\nplain = 'yes'\n")
    user_keymap.find_keymap_file().write_text('"levels.play" = "f5"\n"levels.jump" = "j"\n')
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: message(app))
        assert message(app) == "4 problems in your files. v m lists them."
        await press(pilot, "v", "m")
        await opened(pilot, MessagesScreen)
        lines = [line.strip(" │▸") for line in frame(app).splitlines()]
        await press(pilot, "home")
        lines = [*(line.strip(" │▸") for line in frame(app).splitlines()), *lines]
        listed = " ".join(" ".join(lines).split())
        said = ("mouse: expected true or false", "plain: expected true or false",
                "'f5' cannot be used: terminals and", "levels.jump: unknown command")  # fmt: skip
        assert [words for words in said if words not in listed] == []
        await press(pilot, "escape")
        await press(pilot, "question_mark")
        await opened(pilot, HelpScreen)
        await until(pilot, lambda: "'f5'" in frame(app))


async def test_own_keys_work_and_are_what_key_line_help_and_palette_say(
    folder: Path, own: Path
) -> None:
    # Page down is also shared by nothing; q is taken from the app for the level browser.
    user_keymap.find_keymap_file().write_text(
        '"levels.search" = "%"\n"app.choose-theme" = "alt+t"\n'
    )
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, LevelsScreen)
        assert "% search" in frame(app)
        await press(pilot, "slash")
        assert not isinstance(app.focused, Input)
        await press(pilot, "percent_sign")
        await until(pilot, lambda: isinstance(app.focused, Input))
        await press(pilot, "escape", "alt+t")
        await opened(pilot, ThemesScreen)
        await press(pilot, "escape", "question_mark")
        await opened(pilot, HelpScreen)
        assert any("%" in line and "Search" in line for line in frame(app).splitlines())
        await press(pilot, "slash", *"choose")
        await until(pilot, lambda: "alt+t" in frame(app))


async def test_a_command_without_a_key_is_not_in_the_key_line(folder: Path, own: Path) -> None:
    user_keymap.find_keymap_file().write_text('"app.help" = []\n"levels.search" = []\n')
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, LevelsScreen)
        assert "help" not in frame(app).splitlines()[-1]
        assert "search" not in frame(app).splitlines()[-1]
        await press(pilot, "question_mark")
        assert isinstance(app.screen, LevelsScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (130, 40)])
async def test_help_is_searched_and_scrolled(
    folder: Path, own: Path, size: tuple[int, int]
) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=size) as pilot:
        await opened(pilot, LevelsScreen)
        await press(pilot, "question_mark")
        await opened(pilot, HelpScreen)
        await settled(app, pilot)
        top = frame(app)
        await press(pilot, "end")
        bottom = frame(app)
        assert "Open menu" in bottom
        await press(pilot, "home")
        await until(pilot, lambda: frame(app) == top)
        await press(pilot, "slash", *"suspend")
        assert "Suspend" in frame(app)
        assert "Search" not in frame(app)
        await press(pilot, "enter", "escape")
        await until(pilot, lambda: frame(app) == top)
        await press(pilot, "escape")
        await opened(pilot, LevelsScreen)


async def test_what_the_palette_cannot_run_says_why_when_it_is_chosen(
    folder: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unavailable(screen: LevelsScreen, command: commands.Command) -> str | None:
        return "there are [no] levels" if command.id == "levels.search" else None

    monkeypatch.setattr(LevelsScreen, "explain_unavailable", unavailable)
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(100, 60)) as pilot:
        await opened(pilot, LevelsScreen)
        await press(pilot, "ctrl+p")
        await opened(pilot, CommandPalette)
        await press(pilot, *"search")
        found = app.screen.query_one(CommandList)
        await until(pilot, lambda: found.option_count and "Search" in frame(app))
        assert "there are [no] levels" not in frame(app)
        await press(pilot, "enter")
        await until(pilot, lambda: "Search: there are [no] levels" in frame(app))


@pytest.mark.parametrize("theme", ["ascii", "mono", "ansi", "emoji", "high-contrast"])
async def test_every_theme_draws_the_screens(folder: Path, own: Path, theme: str) -> None:
    app = WorkbenchApp(folder=folder, theme=theme)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, LevelsScreen)
        await press(pilot, "question_mark")
        await opened(pilot, HelpScreen)
        assert theme != "ascii" or frame(app).isascii()
        await press(pilot, "escape")
        await app.action_command("app.choose-theme")
        await opened(pilot, ThemesScreen)
        # The samples of the other themes are drawn as those themes draw them.
        assert app.screen.query_one(PickList).has_focus


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("option", ["--no-mouse", "--mouse"])
def test_mouse_reporting_on_the_wire(folder: Path, own: Path, option: str) -> None:
    import pty
    import select
    import signal
    import sys
    import time

    pid, wire = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execve(
            sys.executable,
            [sys.executable, "-m", "workbench", option],
            {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": str(own / "state")},
        )
    sent = b""
    end = time.monotonic() + 60
    while b"second" not in sent.lower() and time.monotonic() < end:
        if select.select([wire], [], [], 0.1)[0]:
            sent += os.read(wire, 65536)
    os.kill(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
    os.close(wire)
    assert (b"\x1b[?1000h" in sent) == (option == "--mouse")
    assert b"\x1b[?1049h" in sent
