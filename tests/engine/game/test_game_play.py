"""Play in a game: moves, how they are made and written, what they earn."""

from __future__ import annotations

import pytest

from engine.game.play import Measure
from engine.improvement.change_assessment import Assessment
from workbench.features.whatif.change_effects import EffectComparison

pytestmark = pytest.mark.usefixtures("app_world")


def level(moves, *breaches):
    return Assessment({"moves": moves}, (1.0, float(moves)), "", {"moves": moves}, breaches)


SIX, NINE, FOUR = level(6), level(9), level(4)
SEVERAL = Assessment({"moves": None}, (1.0, 0.0), "unique")
ONE = Assessment({"moves": 4}, (1.0, 1.0, 4.0), "", {"moves": 4})


def test_lengths_are_reported_in_the_units_of_the_game():
    turns = Measure("turns", "turn", "turns", Measure("walks", "walk", "walks"))
    assert (
        EffectComparison(SIX, turns.list_units()).describe_assessment(NINE) == "9 turns and walks"
    )
    layers = EffectComparison(ONE, (Measure("layers", "layer", "layers"),))
    assert layers.describe_change("dot", SEVERAL) == "dot: not unique"
    assert (
        EffectComparison(SEVERAL, layers.units).describe_change("dot", level(1)) == "dot: 1 layer"
    )
