"""Guides for games whose solver leaves no graph behind: found by playing."""

from __future__ import annotations

from toy_game import SLOPE, TOY

from engine.game import exploration
from engine.values.budget import Budget, Control
from engine.values.guide import WON, Prospect


def test_playing_gives_up_in_time() -> None:
    stopped = Control()
    stopped.cancel()
    assert exploration.explored(TOY.play, SLOPE, control=stopped) is None
    assert exploration.explored(TOY.play, SLOPE, Budget(max_states=1)) is None


def test_a_solution_guides_those_who_are_on_it() -> None:
    guide = exploration.along(TOY.play, SLOPE, ("R", "D"))
    assert guide is not None
    assert guide.prospect(()) == Prospect(2, ("R",))
    assert guide.prospect(("R", "L", "R")) == Prospect(1, ("D",))
    assert guide.prospect(("R", "D")) == WON
    assert guide.prospect(("D",)) is None
    assert exploration.along(TOY.play, SLOPE, ("R", "L")) is None
    assert exploration.along(TOY.play, SLOPE, ("U", "R", "D")) is None
