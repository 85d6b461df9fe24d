"""The trace of deduction: every conclusion has its reason, and every row can be drawn."""

from __future__ import annotations

import pytest
from linjat_boards import (
    EXAMPLES,
    GAME,
    example,
    to_engine,
)
from linjat_reference import from_published

from engine.game.playthrough import replay_moves
from engine.games.linjat.board.line_notation import find_span, format_move


@pytest.mark.jitless
class TestRows:
    @pytest.fixture(params=EXAMPLES)
    def board(self, request):
        return to_engine(example(request.param))

    def test_a_row_for_the_start_and_each_layer(self, board):
        solved = GAME.solver.solve(board)
        assert [row.name for row in solved.trace] == [f"L{n}" for n in range(len(solved.trace))]
        assert solved.facts["layers"] in (None, len(solved.trace) - 1)

    def test_rows_are_drawn_by_moves_and_found_again(self, board):
        trace = GAME.solver.solve(board).trace
        for index, row in enumerate(trace):
            playthrough, legal = replay_moves(GAME.play, board, trace.moves_to(index))
            assert legal
            assert (playthrough.position.status == "won") == (row.won)
            assert trace.find_row(trace.moves_to(index)) <= index
        assert trace.find_row(("9,9:9,9-9,9",)) is None

    def test_lines_that_overlap_are_not_drawn(self):
        board = to_engine(from_published(["4    ", "     ", ".    ", " 5   "]))
        solved = GAME.with_rules(["published"]).solver.solve(board)
        last = len(solved.trace) - 1
        assert solved.trace[last].result == "overlapping: dot cover, 1 line"
        assert replay_moves(GAME.play, board, solved.trace.moves_to(last))[1]
        assert (solved.facts["human_solvable"], solved.facts["solvable"]) == (True, False)

    def test_facts(self, board):
        facts = GAME.solver.solve(board).facts
        assert facts["human_solvable"] == (facts["layers"] is not None)
        assert sum(use["depth"] for use in facts["rule_use"].values()) >= (facts["layers"] or 0)
        assert max(use["width"] for use in facts["rule_use"].values()) == facts["width"]
        words = []
        for line in facts["solution"]:
            home, cells = (line["row"], line["col"]), [tuple(cell) for cell in line["cells"]]
            assert home in cells
            words.append(format_move(home, find_span(cells)))
        moves = GAME.play.read_moves(" ".join(words))
        assert replay_moves(GAME.play, board, moves)[0].position.status == "won"

    def test_strategies(self, board):
        exact = GAME.solver.solve(board, "exact")
        assert exact.facts["unique"] == GAME.solver.solve(board).facts["unique"]
        assert exact.facts["human_solvable"] is None and len(exact.trace) == 1
        published = GAME.solver.solve(board, "published").facts
        assert published == GAME.with_rules(["published"]).solver.solve(board).facts
