"""Guides for games whose solver leaves no graph behind: found by playing."""

from __future__ import annotations

from toy_game import SLOPE, TOY

from engine.game import exploration
from engine.values.budget import Budget, Control
from engine.values.win_distance_guide import WON, Lookahead


def test_playing_gives_up_in_time() -> None:
    stopped = Control()
    stopped.cancel()
    assert exploration.explore_positions(TOY.play, SLOPE, control=stopped) is None
    assert exploration.explore_positions(TOY.play, SLOPE, Budget(max_states=1)) is None


def test_a_solution_guides_those_who_are_on_it() -> None:
    guide = exploration.follow_solution(TOY.play, SLOPE, ("R", "D"))
    assert guide is not None
    assert guide.look_ahead(()) == Lookahead(2, ("R",))
    assert guide.look_ahead(("R", "L", "R")) == Lookahead(1, ("D",))
    assert guide.look_ahead(("R", "D")) == WON
    assert guide.look_ahead(("D",)) is None
    assert exploration.follow_solution(TOY.play, SLOPE, ("R", "L")) is None
    assert exploration.follow_solution(TOY.play, SLOPE, ("U", "R", "D")) is None
