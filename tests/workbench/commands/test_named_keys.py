"""Keys that messages name: each comes from the keymap, whatever the user's keymap says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from frames import frame
from plainly import press, until
from textual import events
from textual.widgets import Input

import workbench
from engine.files import levelfile
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.commands import keymap, user_keymap
from workbench.document.document import Document
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.paths.resources import get_shipped_levels
from workbench.ui.dialogs import ChoicePrompt, LinePrompt
from workbench.ui.key_line import KeyLine
from workbench.ui.screen import CommandScreen

SOURCES = sorted(Path(workbench.__file__).parent.rglob("*.py"))
DEFINING = {"commands/key_meanings.py", "commands/keymap.py", "app/keys_page.py"}
"""Files that say which keys there are, and the page of documentation about them."""
FIXED = {
    # Keys of fields of text, which no keymap changes.
    "enter accept",
    "enter open",
    "enter start   up down choose an objective",
    "enter set   up down choose a fact   tab insert it",
    "enter rename   tab next line",
    "tab next   enter apply (",
    # Signals of the terminal, in plain mode.
    "; Ctrl+C stops with the best so far",
    "another level, with some parameters set; Ctrl+C stops with the best so far",
    "improve the level, for 10 seconds, N ways at once; Ctrl+C stops with the best so far",
    # Sizes.
    " level (rows x columns)",
    # Seconds.
    " s, before its last event",
}
KEY = re.compile(
    r"\^[a-zA-Z]\b"  # ^s
    r"|\b([Cc]trl|alt|shift)\+"
    r"|\b(esc|escape|enter|tab|backspace|arrows|hjkl|wasd)\b(?!\.)"
    r"|(?<![\w.'/-])[vmespo] [a-z0-9](?![\w.'-])"  # v m
    r"|(?<![\w.'/=)<%{\\-])(?<!\w\()[b-z](?![\w.'/=+*-])"  # u undoes that
    r"|(?<![\w.'/-])[A-Z] (undoes|redoes|reads|leads|shows|goes|brings|takes|draws|ends|makes)\b",
)


def texts(path: Path) -> Iterator[str]:
    """The texts of several words in a file that may be shown: no docstrings, no keys declared."""
    tree = ast.parse(path.read_text("utf-8"))
    passed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
        elif isinstance(node, ast.Call) and path.name.endswith("commands.py"):
            passed |= {id(means) for means in node.args[:2]}  # a name, and what the keys mean
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            spoken = " " in node.value.strip() and "\n" not in node.value
            if spoken and id(node) not in passed:
                yield node.value


def test_no_message_spells_a_key() -> None:
    found = [
        (str(path), text)
        for path in SOURCES
        if str(path.relative_to(Path(workbench.__file__).parent)) not in DEFINING
        for text in texts(path)
        if text not in FIXED and KEY.search(text)
    ]
    assert found == []


def test_spelled_keys_are_found() -> None:
    """The pattern knows the ways in which messages have named keys."""
    spelled = (
        "^e reads it again",
        " (u undoes that); saving asks first",
        "the marked level is of another game (it); esc unmarks it",
        "1 more waits with the levels (^o)",
        " p k in the level browser makes a pack.",
        "copied to it; r renames it",
        "it/. n and g add levels to it",
        "arrows, hjkl or wasd; ",
        "leads back; press ctrl+g",
        "U redoes it",
        " tab: next",
    )
    assert [text for text in spelled if not KEY.search(text)] == []
    innocent = ("a level is open", "end after N mutations", "needs --fill S", "%(default)s")
    assert [text for text in innocent if KEY.search(text)] == []


def test_every_command_whose_key_is_named_is_known() -> None:
    named = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            function, argument = node.func, node.args[0]
            name = getattr(function, "attr", getattr(function, "id", ""))
            if name == "get_key_hint" and isinstance(argument, ast.Constant):
                named.add(argument.value)
    known = {command.id for command in commands.list_defaults()}
    assert len(named) > 40
    assert named - known == set()


OWN = """
"dialog.cancel" = "ctrl+y"
"levels.rename" = "Z"
"levels.new" = "E"
"levels.generate" = "Y"
"levels.back" = "B"
"design.reload" = "ctrl+g"
"design.undo" = "ctrl+u"
"design.next-pane" = "ctrl+n"
"design.cancel" = "ctrl+e"
"board.up" = "alt+i"
"board.down" = "alt+k"
"board.left" = "alt+j"
"board.right" = "alt+l"
"play.up" = "I"
"play.down" = "K"
"play.left" = "J"
"play.right" = "L"
"""
KEYMAPS = {"usual": "", "classic": 'base = "classic"\n', "own": OWN}


@pytest.fixture(params=KEYMAPS)
def mine(request: pytest.FixtureRequest, tmp_path: Path, later_start: None) -> Iterator[Path]:
    """A folder with a level, and one of the keymaps."""
    user_keymap.find_keymap_file().parent.mkdir(parents=True, exist_ok=True)
    user_keymap.find_keymap_file().write_text(KEYMAPS[request.param], "utf-8")
    folder = tmp_path / "mine"
    folder.mkdir()
    level = levelfile.read_level(min((get_shipped_levels() / "fruit-dating").glob("*.toml")))
    levelfile.write_level(level, folder / "first.toml")
    yield folder
    commands.bind_keys({})


def key(command_id: str) -> str:
    """The first key that a command has now, as people read it."""
    return keymap.format_key(commands.get_command(command_id).keys[0])


def said(app: WorkbenchApp) -> str:
    return app.screen.query_one(KeyLine).message


async def do(app: WorkbenchApp, command_id: str) -> None:
    assert isinstance(app.screen, CommandScreen)
    await app.screen.action_command(command_id)


async def test_in_the_level_browser(mine: Path) -> None:
    app = WorkbenchApp(folder=mine)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen) and "first" in frame(app))
        await do(app, "levels.duplicate")
        await until(pilot, lambda: f". {key('levels.rename')} renames it" in said(app))
        await do(app, "levels.new-folder")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        assert f"enter accept   {key('dialog.cancel')} cancel" in frame(app)
        app.screen.query_one(Input).value = "more"
        await press(pilot, "enter")
        ways = f"{key('levels.new')} and {key('levels.generate')} add levels to it"
        await until(pilot, lambda: ways in said(app))


async def test_questions_are_left_by_the_key_that_they_name(mine: Path) -> None:
    app = WorkbenchApp(Document.open(mine / "first.toml"), "design", folder=mine)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DesignScreen) and "first" in frame(app))
        await do(app, "design.compare")
        await until(pilot, lambda: isinstance(app.screen, ChoicePrompt))
        assert f"{key('dialog.cancel')}  Cancel" in frame(app)
        await press(pilot, *commands.get_command("dialog.cancel").keys[0].split())
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        await do(app, "design.history")
        await until(pilot, lambda: f"{key('dialog.cancel')} cancel" in frame(app))


async def test_on_the_design_screen(mine: Path) -> None:
    file = mine / "first.toml"
    app = WorkbenchApp(Document.open(file), "design", folder=mine)
    async with app.run_test(size=(70, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DesignScreen) and "first" in frame(app))
        await until(pilot, lambda: f" {key('design.next-pane')} next" in frame(app))
        file.write_text(file.read_text("utf-8").replace("First", "Their"), "utf-8")
        app.post_message(events.AppFocus())
        reads = f"{key('design.reload')} on the design screen reloads it"
        await until(pilot, lambda: reads in said(app))
        await press(pilot, *commands.get_command("design.reload").keys[0].split())
        await until(pilot, lambda: "Reloaded" in said(app))
        assert f"{key('design.undo')} to get your version back" in said(app)


async def test_where_a_level_is_played(mine: Path) -> None:
    app = WorkbenchApp(Document.open(mine / "first.toml"), "play", folder=mine)
    async with app.run_test(size=(100, 30)) as pilot:
        ways = keymap.name_directions("play")
        await until(pilot, lambda: ways in " ".join(frame(app).split()))
        expected = "I K J L" if key("play.up") == "I" else "arrows, hjkl or wasd"
        assert ways == expected
        assert keymap.name_directions("board", brief=True) == (
            "alt+i alt+k alt+j alt+l" if key("play.up") == "I" else "arrows"
        )
