"""What levels are changed for, in words, with the keys of answers, and in a list to choose from."""

from __future__ import annotations

import pytest

from workbench.ui.objective_prompt import assign_keys

pytestmark = pytest.mark.usefixtures("app_world")


def test_every_aim_has_a_key_of_its_own():
    aims = ("longer", "shorter", "stars", "lost", "rose", "l", "moves=N", "wish=EXPR")
    keyed = assign_keys(aims)
    assert tuple(keyed.values()) == aims
    assert [*keyed] == [*"lstor0mw"]
