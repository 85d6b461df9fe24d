from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench import commands
from workbench.app import keys_document
from workbench.commands import keymap, user_keymap
from workbench.ui.boards.board_view import BoardView
from workbench.ui.manual.key_help import make_sections

pytestmark = pytest.mark.usefixtures("app_world")


def test_ids_are_unique() -> None:
    ids = [command.id for command in commands.list_defaults()]
    assert len(set(ids)) == len(ids)


def test_no_key_is_one_that_terminals_eat() -> None:
    keys = {
        part for command in commands.list_defaults() for key in command.keys for part in key.split()
    }
    assert keys.isdisjoint(keymap.RESERVED_KEYS)
    plain = re.compile(r"[a-zA-Z0-9]|ctrl\+[a-z]|shift\+(tab|left|right|up|down)|[a-z_]+")
    assert all(plain.fullmatch(key) for key in keys)


@pytest.mark.parametrize(
    "context", sorted({command.context for command in commands.list_defaults()})
)
def test_no_key_means_two_things(context: str) -> None:
    keys = [key for command in commands.list_in_contexts(context) for key in command.keys]
    assert len(set(keys)) == len(keys)
    if context not in ("app", "edit", *user_keymap.FOCUS_CONTEXTS):
        others = {key for command in commands.list_in_contexts("app") for key in command.keys}
        # S is the move down where a game is played, and no menu; larger and smaller are, in a
        # graph or an experiment, what is drawn there.
        shared = {"play": {"s"}}.get(context, {"plus", "minus"} & {*keys})
        assert others & {*keys} == shared


def test_the_board_knows_its_commands() -> None:
    assert {command.action_name for command in commands.list_in_contexts("board")} == {
        "up",
        "down",
        "left",
        "right",
    }
    assert hasattr(BoardView, "action_command")


def test_keys_as_people_read_them() -> None:
    keys = ("ctrl+s", "comma", "question_mark", "U", "shift+left", "escape", "slash", "backspace")
    assert keymap.format_keys(keys) == "^s , ? U shift+left esc / backspace"


def test_help_names_every_command() -> None:
    listed = make_sections(("levels",), commands.list_in_contexts)
    titles = {entry.title for section in listed for entry in section.entries}
    assert titles == {command.title for command in commands.list_in_contexts("levels", "app")}


def test_the_page_lists_every_command() -> None:
    page = "\n".join(keys_document.list_sections())
    for command in commands.list_defaults():
        assert f"`{command.id}`" in page, command.id


def test_no_widget_has_keys_that_the_registry_does_not_know() -> None:
    """Only there can help, the page of keys and a user's keymap find them."""
    package = Path(keymap.__file__).parent
    for path in package.rglob("*.py"):
        if path != Path(keymap.__file__):
            assert not re.search(r"\bBinding\(", path.read_text("utf-8")), path
