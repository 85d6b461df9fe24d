"""What can be stepped through on the board: generation, solutions, traces."""

from __future__ import annotations

import pytest

from workbench.session.playback_players import MovesPlayer, TracePlayer

pytestmark = pytest.mark.usefixtures("app_world")


def test_a_solution_is_played_both_ways(sample, board):
    player = MovesPlayer(sample, board, ("R", "R", "R", "D", "D"))
    assert (player.moment, player.length) == (0, 5)
    player.seek(5)
    assert "won" in player.build_view().caption
    player.seek(2)
    assert player.moves == ("R", "R")
    assert player.length == 5
    assert player.make_move("U") == "nothing moves that way"
    assert player.length == 5
    player.make_move("L")
    assert player.length == 3
    assert [section.title for section in player.sections] == ["→", "→", "←"]


def test_a_trace_row_shows_its_situation(sample, board):
    player = TracePlayer(sample, board, sample.solver.solve(board).trace)
    player.seek(2)
    assert player.row.name == "S2"
    assert player.get_moves() == ("D",)
    assert (2, 1) in player.build_view().picture.pieces
    player.jump_section(1)
    assert player.moment == 12
    player.seek(999)
    assert player.moment == player.length
