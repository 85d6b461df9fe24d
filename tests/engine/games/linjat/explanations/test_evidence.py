"""Every conclusion can be checked by hand: all that it follows from is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linjat_boards import (
    EXAMPLES,
    GAME,
    boards,
    example,
    mixed_boards,
    needs_sample,
    sample,
    to_engine,
)
from linjat_reference import CORRECTIONS, RefBoard, from_published

from engine.games.linjat.deduction.deduction import deduce_board
from engine.games.linjat.deduction.rulesets import FIT, switches_of
from engine.games.linjat.explanations.evidence import format_line, list_conclusions


def check_evidence(board: RefBoard, names: tuple[str, ...] = CORRECTIONS) -> None:
    """Evidence is of cells of the board, and of every line where all lines matter."""
    deduction = deduce_board(to_engine(board), switches_of(names))
    for index, layer in enumerate(deduction.layers):
        found = list_conclusions(deduction.layers, index)
        assert len(found) == len(layer.reasons)
        for reason, derived in zip(layer.reasons, found, strict=True):
            assert (
                derived.concluded_cells == reason.claims and derived.premise_cells == reason.because
            )
            assert derived.evidence
            assert len(set(derived.evidence)) == len(derived.evidence)
            for each in derived.evidence:
                assert each.text and each.cells
                assert all(0 <= r < board.rows and 0 <= c < board.cols for r, c in each.cells)
            if reason.kind == FIT:
                texts = [each.text for each in derived.evidence]
                for line in layer.before.alive[reason.number]:
                    span = format_line(line)
                    assert any(f"{span} out" in text or text == f"left: {span}" for text in texts)


@pytest.mark.jitless
class TestSmallBoards:
    @pytest.mark.parametrize("rule", EXAMPLES)
    def test_examples(self, rule: str) -> None:
        check_evidence(example(rule))

    @given(boards(), st.sets(st.sampled_from(CORRECTIONS)))
    def test_small_boards(self, board: RefBoard, names: set[str]) -> None:
        check_evidence(board, tuple(names))

    def test_causes(self) -> None:
        derived = {}
        for rule in ("cover", "fit", "one_of", "dependency"):
            trace = GAME.solver.solve(to_engine(example(rule))).trace
            derived[rule] = [
                each.text
                for row in range(len(trace))
                for conclusion in trace.list_conclusions(row)
                for each in conclusion.evidence
            ]
        assert "0,2: nobody else is in line and near enough" in derived["cover"]
        assert "4 at 3,0: 3,0-3,3 out, 3,3 is the 4" in derived["fit"]
        assert "all other lines would leave the board" in derived["fit"]
        assert "3 at 1,0 without 2,0: always 1,1 and 1,2" in derived["one_of"]
        assert "3 at 1,0: 0,0-2,0 out, 2,0 is the 4 at 2,1's since L1" in derived["one_of"]
        assert "4 at 2,0: 2,0-2,3 out, lacks 0,0, its own since L1" in derived["dependency"]
        assert "3 at 3,2: 3,1-3,3 out, ruled out in L1, two-dot square" in derived["dependency"]

    def test_the_start_concludes_nothing(self) -> None:
        trace = GAME.solver.solve(to_engine(example("fit"))).trace
        assert trace.list_conclusions(0) == ()


def test_on_boards_of_all_kinds() -> None:
    for board in mixed_boards(40):
        if board.numbers:
            check_evidence(board)
            check_evidence(board, ())


@needs_sample
def test_on_published_puzzles() -> None:
    for puzzle in sample()[::5]:
        check_evidence(from_published(puzzle["rows"]))
