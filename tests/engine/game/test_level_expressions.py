"""Expressions over facts."""

from __future__ import annotations

import pytest

from engine.files import levelfile
from engine.game import registry
from engine.game.level_expressions import compile_condition, list_key_types
from engine.values.expression import ExpressionError
from workbench.paths import resources


def test_levels_are_asked_for_by_what_is_stored_and_what_follows() -> None:
    games = registry.list_games()
    level = levelfile.read_level(
        resources.get_shipped_levels() / "skiddy" / "1-1-side-by-side.toml"
    )
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
        assert compile_condition(text, games)(level, "1-1-side-by-side.toml") is expected, text
    assert list_key_types([registry.get_game("linjat")]).keys() >= {
        "layers",
        "width",
        "score",
        "human_time",
    }
    with pytest.raises(ExpressionError, match="unknown key 'stars'"):
        compile_condition("stars=3", [registry.get_game("linjat")])
