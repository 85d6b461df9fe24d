"""Solving a level of any game, and the time that a verdict tells of."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
import toy_game

from engine import workshop


def test_the_time_of_a_verdict_is_without_what_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search in a process loads the solver: here for 100 seconds."""
    clock = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: clock[0])

    class SlowToLoad(type(toy_game.TOY.solver)):  # type: ignore[misc]
        is_loaded = False

        def solve(self, board, strategy=None, budget=None, control=None):
            clock[0] += 0.5 if self.is_loaded else 100
            type(self).is_loaded = True
            return super().solve(board, strategy, budget, control)

    game = replace(toy_game.TOY, name="slow-to-load", solver=SlowToLoad())
    first = workshop.solve_board(game, toy_game.SLOPE)
    assert first.seconds == workshop.solve_board(game, toy_game.SLOPE).seconds == 0.5
    assert first.facts == toy_game.TOY.solver.solve(toy_game.SLOPE).facts
