"""Plain enumeration of sequences of moves."""

from __future__ import annotations

import pytest
from fruit_boards import GAME, board_of


@pytest.mark.jitless
def test_plain_enumeration_admits_that_sequences_went_on() -> None:
    to_and_fro = board_of("###### #..#.# ######", "...... .A..A. ......")
    facts = GAME.solver.solve(to_and_fro, "naive").facts
    assert (facts["solvable"], facts["complete"]) == (None, False)
