"""What edit mode draws with: the palette, the cursor, and what was begun but not applied yet."""

from __future__ import annotations

import pytest

from engine.game import registry
from workbench.session import edit_mode

pytestmark = pytest.mark.usefixtures("app_world")


def test_every_tool_has_a_key_that_no_command_has(sample):
    choices = edit_mode.assign_tool_keys(sample)
    assert [choice.key for choice in choices] == ["#", ".", "1", "2", "@", "3"]


@pytest.mark.parametrize("name", registry.list_names())
def test_no_two_tools_have_one_key(name):
    keys = [
        choice.key for choice in edit_mode.assign_tool_keys(registry.get_game(name)) if choice.key
    ]
    assert len(set(keys)) == len(keys)
