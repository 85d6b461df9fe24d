"""Expressions over facts."""

from __future__ import annotations

import pytest

from engine.files import levelfile
from engine.game import registry
from engine.game.expressions import condition, kinds_of
from engine.values.expression import ExpressionError
from workbench.folders import resources


def test_levels_are_asked_for_by_what_is_stored_and_what_follows() -> None:
    games = registry.all_games()
    level = levelfile.read(resources.levels_folder() / "skiddy" / "1-1-side-by-side.toml")
    for text, expected in (
        ("game=skiddy stars=3", True),
        ("perfect=2 max_combo.moves=2", True),
        ("fun>=1 fun.rating>=1", True),
        ("difficulty 1..3", True),
        ("human_time>=0", False),
        ("title='Side by side'", True),
        ("side stars 3", True),
        ("1-1-side solvable", True),
        ("side stars<3", False),
    ):
        assert condition(text, games)(level, "1-1-side-by-side.toml") is expected, text
    assert kinds_of([registry.get("linjat")]).keys() >= {"layers", "width", "score", "human_time"}
    with pytest.raises(ExpressionError, match="unknown key 'stars'"):
        condition("stars=3", [registry.get("linjat")])
