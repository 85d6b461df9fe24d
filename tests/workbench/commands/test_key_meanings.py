"""The grammar of keys holds on every screen: one meaning a key, everything within three keys."""

from __future__ import annotations

from collections import defaultdict

import pytest

import workbench.features  # noqa: F401 - fills the registry
from workbench import commands
from workbench.commands import Command, user_keymap
from workbench.commands.key_meanings import MEANINGS, MENUS, is_sequence, resolve_keys

pytestmark = pytest.mark.usefixtures("app_world")

MOST_ALONE = 40
"""Keys with a meaning of their own, menus apart."""
VALUES = {"play": set("wasd"), "steering": set("123456789"), "actors": set("123456789")}
"""Letters that mean values, by the contexts that name them on screen."""
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


@pytest.mark.parametrize("command", commands.list_defaults(), ids=lambda command: command.id)
def test_a_command_has_the_keys_of_its_meaning(command: Command) -> None:
    """Nothing but what the grammar knows, and values where they are named."""
    for key in command.keys:
        if is_sequence(key):
            assert key.split()[0] in OPENERS
        elif key not in OPENERS:
            assert meaning_of(key) or key in VALUES.get(command.context, set())


def test_two_keys_one_after_the_other_mean_the_same_everywhere() -> None:
    names = defaultdict(set)
    for command in commands.list_defaults():
        for key in filter(is_sequence, command.keys):
            names[key].add(command.action_name)
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
        keys = set(resolve_keys(name))
        assert {
            c.action_name for c in commands.list_defaults() if keys & set(c.single_keys)
        } == actions, name


def test_every_command_is_within_two_keys_or_in_the_palette() -> None:
    assert all(len(key.split()) <= 2 for c in commands.list_defaults() for key in c.keys)
    for command in commands.list_defaults():
        if not command.keys:
            assert not command.call, f"{command.id} is in no palette"


class TestKeymapThatShips:
    """The keys that the workbench had before there were menus."""

    def test_it_clashes_with_nothing(self) -> None:
        found = user_keymap.load_user_keymap(user_keymap.SHIPPED_KEYMAPS["classic"])
        assert found.report == ()

    def test_it_opens_no_menus(self) -> None:
        found = user_keymap.load_user_keymap(user_keymap.SHIPPED_KEYMAPS["classic"])
        try:
            commands.bind_keys(found.keys)
            assert not any(is_sequence(key) for c in commands.list_commands() for key in c.keys)
            assert commands.get_command("design.heat").keys == ("H",)
        finally:
            commands.bind_keys({})

    def test_a_menu_that_another_key_opens_keeps_its_commands(self) -> None:
        try:
            commands.bind_keys({"app.view": ("V",)})
            assert commands.get_command("design.heat").keys == ("V h",)
        finally:
            commands.bind_keys({})
