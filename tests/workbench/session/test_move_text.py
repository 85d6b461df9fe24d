"""Moves are shown in one way."""

from __future__ import annotations

import pytest

from engine.games.fruit_dating.game import GAME as FRUIT
from engine.games.mazing_monk.game import GAME as MONK
from engine.games.skiddy.game import GAME as SKIDDY
from workbench.session import move_text


@pytest.mark.parametrize("game", [FRUIT, SKIDDY])
def test_a_direction_is_an_arrow(game):
    assert move_text.format_moves(game, tuple("RULD")) == "→ ↑ ← ↓"
    assert move_text.format_move(game, "R") == "→ right"
    assert move_text.format_moves(game, ("R", "U"), lambda name: name[0]) == "r u"


def test_any_other_move_is_its_word_or_its_title():
    assert move_text.format_moves(MONK, ("r2", "m10", "r")) == "r2 m10 r"
    assert move_text.format_move(MONK, "m10") == "walk to row 0, column 1"
