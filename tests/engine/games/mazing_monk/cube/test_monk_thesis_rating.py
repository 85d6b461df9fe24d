"""The thesis's rating of a level, from 0 to 4, by how its cube looks at the start."""

from __future__ import annotations

import pytest
from hypothesis import given
from monk_boards import GAME, HARD_54, cubes
from monk_reference import rating as reference_rating

from engine.games.mazing_monk.cube import thesis_rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import FACE


class TestRating:
    def test_by_hand(self):
        """Seven karma on top, soldiers on the centres of front and bottom, eight free cells."""
        wall, guarded = "#" * FACE, "####S####"
        board = MonkBoard("M*******#" + guarded + wall + wall + guarded + wall)
        assert thesis_rating.build_rating_facts(board) == {
            "rating": 1.9352,
            "karma_distance": 0.25,
            "soldier_placement": 0.3333,
            "visible_soldiers": 0.5,
            "path_amount": 0.8519,
        }

    def test_karma_by_face(self):
        """Costs are 1 on top, 2 left and in front, 3 below, 4 on the right and at the back."""
        wall = "#" * FACE
        faces = ("*########", "*########", "*########", "*########", "*########", "**#######")
        board = MonkBoard("".join(("M" + faces[0][:-1], *faces[1:])))
        assert thesis_rating.measure_terms(board)[0] == (1 + 2 + 2 + 3 + 4 + 4 + 4) / 28
        assert thesis_rating.measure_terms(board)[2] == 0
        far = MonkBoard("M########" + wall * 4 + "*" * FACE)
        assert thesis_rating.measure_terms(far)[0] == 1

    @given(cubes())
    def test_it_is_that_of_the_plain_reading(self, board):
        expected = reference_rating(board.cells, board.karma_needed)
        assert thesis_rating.sum_terms(thesis_rating.measure_terms(board)) == pytest.approx(
            expected
        )

    def test_it_is_reported_in_words(self):
        facts = thesis_rating.build_rating_facts(MonkBoard(HARD_54))
        (reported,) = GAME.solver.judge_facts(facts)
        assert reported.rating == f"{facts['rating']:.2f} of 4"
        assert len(reported.lines) == 4
        assert GAME.solver.judge_facts({}) == GAME.solver.judge_facts({"rating": "high"}) == ()
