from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench import commands
from workbench.app import keys as keypage
from workbench.commands import keymap, userkeys
from workbench.ui.boards.board import BoardView
from workbench.ui.manual.keys import sections

pytestmark = pytest.mark.usefixtures("app_world")


def test_ids_are_unique() -> None:
    ids = [command.id for command in commands.own()]
    assert len(set(ids)) == len(ids)


def test_no_key_is_one_that_terminals_eat() -> None:
    keys = {part for command in commands.own() for key in command.keys for part in key.split()}
    assert keys.isdisjoint(keymap.EATEN)
    plain = re.compile(r"[a-zA-Z0-9]|ctrl\+[a-z]|shift\+(tab|left|right|up|down)|[a-z_]+")
    assert all(plain.fullmatch(key) for key in keys)


@pytest.mark.parametrize("context", sorted({command.context for command in commands.own()}))
def test_no_key_means_two_things(context: str) -> None:
    keys = [key for command in commands.of(context) for key in command.keys]
    assert len(set(keys)) == len(keys)
    if context not in ("app", "edit", *userkeys.FOCUSED):
        others = {key for command in commands.of("app") for key in command.keys}
        # S is the move down where a game is played, and no menu; larger and smaller are, in a
        # graph or an experiment, what is drawn there.
        shared = {"play": {"s"}}.get(context, {"plus", "minus"} & {*keys})
        assert others & {*keys} == shared


def test_the_board_knows_its_commands() -> None:
    assert {command.action for command in commands.of("board")} == {"up", "down", "left", "right"}
    assert hasattr(BoardView, "action_command")


def test_keys_as_people_read_them() -> None:
    keys = ("ctrl+s", "comma", "question_mark", "U", "shift+left", "escape", "slash", "backspace")
    assert keymap.show_all(keys) == "^s , ? U shift+left esc / backspace"


def test_help_names_every_command() -> None:
    listed = sections(("levels",), lambda _: True)
    titles = {entry.words for section in listed for entry in section.entries}
    assert titles == {command.title for command in commands.of("levels", "app")}


def test_the_page_of_keys_is_up_to_date() -> None:
    """Renew it with ``python -m workbench.app.keys > docs/keys.md``."""
    page = Path(__file__).parents[4] / "docs" / "keys.md"
    assert page.read_text("utf-8") == keypage.page()


def test_the_page_lists_every_command() -> None:
    page = keypage.page()
    for command in commands.own():
        assert f"`{command.id}`" in page, command.id


def test_no_widget_has_keys_that_the_registry_does_not_know() -> None:
    """Only there can help, the page of keys and a user's keymap find them."""
    package = Path(keymap.__file__).parent
    for path in package.rglob("*.py"):
        if path != Path(keymap.__file__):
            assert not re.search(r"\bBinding\(", path.read_text("utf-8")), path
