"""The score of a puzzle is none of those that published puzzles store."""

from __future__ import annotations

from linjat_boards import needs_sample, sample

from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduction import rulesets
from engine.games.linjat.deduction.deduction import deduce_board
from engine.games.linjat.deduction.deduction_score import compute_score


@needs_sample
def test_published_puzzles_store_another_score() -> None:
    puzzles = [puzzle for puzzle in sample() if "score" in puzzle]
    assert len(puzzles) == 100
    for puzzle in puzzles:
        layers = deduce_board(read_published(puzzle["rows"]), rulesets.CORRECTED).kinds
        assert compute_score(layers) != float(puzzle["score"])
