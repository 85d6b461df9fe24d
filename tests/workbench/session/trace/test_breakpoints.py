"""Breakpoints: where a cell changes."""

from __future__ import annotations

import pytest
from fruit_boards import GAME
from fruit_traces import traces

from engine.game.playthrough import replay_moves
from engine.values.budget import Control
from workbench.session.trace.breakpoints import CellChange, has_cell_changed
from workbench.session.trace.row_search import find_first_row


@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_a_cell_changes_where_play_changes_it(strategy: str) -> None:
    changes = 0
    for board, trace in traces(strategy, 2):
        moves = [trace.moves_to(index) for index in range(min(len(trace), 80))]
        for cell in ((1, 1), (2, 3), (board.rows - 2, board.cols - 2)):
            wanted = CellChange(GAME, board, cell).find_rows
            expected = []
            for index, path in enumerate(moves):
                last = replay_moves(GAME.play, board, path)[0].last_step
                if last is not None and has_cell_changed(GAME, last.before, last.after, cell):
                    expected.append(index)
            after = -1
            for row in expected:
                assert find_first_row(trace, [wanted], after, Control()) == row
                after = row
            changes += len(expected)
    assert changes > 20
