"""Traps of a level: turns after which no play wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from monk_boards import WALLED, accepted, small
from monk_literal import traps

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.game import GAME
from engine.jit import decorators
from engine.values.budget import Budget

jitless = pytest.mark.jitless


class TestTraps:
    """Turns off the solution after which nothing wins."""

    PRISON = MonkBoard("M......#.**.S...#S##.*#S#.#.SS#S...S.#S..S*S.S#S.#...S", 2)
    """Two turns win; of others eight kill, and after two nothing wins though the monk lives."""

    @jitless
    @given(small())
    def test_they_are_those_of_a_literal_search(self, board):
        found = GAME.solver.solve(board, budget=Budget(300 if decorators.is_disabled() else 50_000))
        facts = found.facts
        assert (facts["traps"] is None) >= (facts["deadly_turns"] is None)
        if facts["traps"] is None or facts["turns"] > 4:
            return
        try:
            expected = traps(board.cells, found.moves, board.karma_needed, most=3_000)
        except OverflowError:
            return
        assert (facts["traps"], facts["deadly_turns"]) == expected

    @jitless
    def test_dead_ends_are_more_than_deadly_turns(self):
        found = GAME.solver.solve(self.PRISON)
        assert (found.facts["traps"], found.facts["deadly_turns"]) == (10, 8)
        assert traps(self.PRISON.cells, found.moves, 2, most=4_000) == (10, 8)

    @jitless
    def test_what_is_not_decided_is_not_reported(self):
        facts = GAME.solver.solve(WALLED).facts
        assert facts["traps"] is facts["deadly_turns"] is None
        for name in ("published", "fast"):
            facts = GAME.solver.solve(accepted(1).board, name).facts
            assert facts["traps"] is facts["deadly_turns"] is None
