"""Rule sets: which corrections of the published rules are switched on."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from linjat_boards import (
    GAME,
    boards,
    to_engine,
)

from engine.games.linjat.deduction import rulesets
from engine.games.linjat.deduction.deduction import deduce_board
from engine.values.grid import SYMMETRIES


class TestWhatFollows:
    @given(boards(), st.sampled_from(SYMMETRIES))
    def test_a_turned_board_ends_the_same_by_sound_rules(self, board, symmetry):
        own = to_engine(board)
        one = deduce_board(own, rulesets.CORRECTED)
        other = deduce_board(GAME.boards.reshaper.transform(own, symmetry), rulesets.CORRECTED)
        kinds = {rulesets.RULES[kind - 1] for kind, _ in (*one.kinds, *other.kinds)}
        # One of two tries the first pair of numbers only, the unsound rules the first number; where
        # there is no solution, two numbers may claim one cell, and the first has it.
        solvable = GAME.solver.solve(own).facts["solvable"]
        if solvable and not kinds & {*rulesets.UNSOUND_RULES, "one_of"}:
            assert (one.end, one.kinds) == (other.end, other.kinds)
