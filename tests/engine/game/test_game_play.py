"""Play in a game: moves, how they are made and written, what they earn."""

from __future__ import annotations

import pytest

from engine.game.play import Measure
from engine.improvement.whatif import Standing
from workbench.features.whatif.effects import Yardstick

pytestmark = pytest.mark.usefixtures("app_world")


def level(moves, *breaches):
    return Standing({"moves": moves}, (1.0, float(moves)), "", {"moves": moves}, breaches)


SIX, NINE, FOUR = level(6), level(9), level(4)
SEVERAL = Standing({"moves": None}, (1.0, 0.0), "unique")
ONE = Standing({"moves": 4}, (1.0, 1.0, 4.0), "", {"moves": 4})


def test_lengths_are_reported_in_the_units_of_the_game():
    turns = Measure("turns", "turn", "turns", Measure("walks", "walk", "walks"))
    assert Yardstick(SIX, turns.units()).words(NINE) == "9 turns and walks"
    layers = Yardstick(ONE, (Measure("layers", "layer", "layers"),))
    assert layers.change_words("dot", SEVERAL) == "dot: not unique"
    assert Yardstick(SEVERAL, layers.units).change_words("dot", level(1)) == "dot: 1 layer"
