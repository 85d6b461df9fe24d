"""Ones as clues: what is kept of them, mutated around them, and said of them."""

from __future__ import annotations

import numpy as np
import pytest
from linjat_boards import GAME
from linjat_optimizations import SMALL, optimization_of

from engine import workshop
from engine.errors import ParameterError
from engine.games.linjat.board.board import LinjatBoard, read_board
from engine.games.linjat.board.glyph_codes import DOT, EMPTY
from engine.games.linjat.generation.kept_puzzles import condense_log, describe_mutation
from engine.games.linjat.generation.linjat_stages import CELLS
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.jit import decorators

pytestmark = pytest.mark.jitless

MUTATIONS = 20 if decorators.is_disabled() else 500
ONES = SMALL | {"ones": 500}
WAYS = [{"method": "race"}, {"method": "annealing"}, {"method": "pool", "crossover": 300}]
WORDS = {DOT: "dot", 1: "one"}


def glyphs(board: LinjatBoard) -> str:
    return "".join(board.cells)


def counted(board: LinjatBoard) -> int:
    return sum(value > 1 for _, _, value in board.list_numbers())


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way["method"])
def test_mutations_leave_the_count_of_other_numbers(way: dict[str, object]) -> None:
    optimization = optimization_of(ONES | way)
    optimization.advance(MUTATIONS)
    family = optimization.lineage
    relatives = family.make_members(range(len(family)))
    assert relatives[family.best].board == optimization.best
    assert any("1" in glyphs(each.board) for each in relatives)
    for each in relatives:
        assert counted(each.board) == 5
        facts = GAME.solver.solve(each.board).facts
        assert facts["unique"] and facts["human_solvable"]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way["method"])
def test_slices_and_saving_change_nothing(way: dict[str, object]) -> None:
    whole, sliced = optimization_of(ONES | way), optimization_of(ONES | way)
    whole.advance(MUTATIONS)
    sliced.advance(MUTATIONS // 2)
    again = Optimization.resume(sliced.recipe, sliced.export_state())
    again.advance(MUTATIONS - MUTATIONS // 2)
    assert (again.progress, again.best) == (whole.progress, whole.best)


def test_the_log_leads_to_the_board_and_is_reported() -> None:
    level, candidate, _ = workshop.generate(GAME, 3, ONES | {"iterations": MUTATIONS})
    timeline = candidate.timeline
    assert candidate.make_board_at(len(timeline)) == level.board
    events = [timeline.get_event(index) for index in range(len(timeline))]
    reported = [GAME.generator.describe_event(event) for event in events]
    came = [text for event, text in zip(events, reported, strict=True) if event.new == "1"]
    assert came and all(": 1 as a clue, by draw" in text for text in came)
    went = [
        text for event, text in zip(events, reported, strict=True)
        if event.plane == "cells" and event.old == "1"
    ]  # fmt: skip
    assert all(text.endswith("the 1 as a clue goes; nothing is drawn") for text in went)


def test_words_count_dots_and_ones_apart() -> None:
    events = [(4, DOT, EMPTY), (6, 1, EMPTY), (8, 1, EMPTY), (7, 3, 4),
              (4, EMPTY, 1), (8, EMPTY, 1), (5, EMPTY, DOT)]  # fmt: skip
    log = np.array([(2, CELLS, *event, -1, 0, 0) for event in events], np.int64)
    short = condense_log(log, WORDS)
    assert short[:, 2].tolist() == [4, 6, 7, 4, 5]
    assert list(describe_mutation(short, 5, WORDS)) == [
        "3 at row 1, column 2 becomes 4",
        "1 dot goes, 1 dot comes, 1 one goes, 1 one comes",
    ]


def test_locked_ones_stay() -> None:
    sketch = read_board({"cells": "1....\n" + ".....\n" * 5, "locked": "x...x\n" + ".....\n" * 5})
    optimization = optimization_of(ONES, sketch=sketch)
    optimization.advance(MUTATIONS)
    family = optimization.lineage
    for each in family.make_members(range(len(family))):
        assert (each.board.cells[0][0], each.board.cells[0][4]) == ("1", ".")
        assert counted(each.board) == 4


@pytest.mark.parametrize("chosen", [{"values": "1..4"}, {"lengths": "1..8"}])
def test_clues_and_numbers_can_be_distinguished(chosen: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match="ones=500 cannot be met: if values or lengths"):
        workshop.generate(GAME, 1, ONES | chosen)


def test_files_say_so_only_where_there_are_any() -> None:
    level, _, _ = workshop.generate(GAME, 1, SMALL | {"iterations": 0})
    assert "ones" not in level.provenance.parameters
    level, _, _ = workshop.generate(GAME, 1, ONES | {"iterations": 0})
    assert level.provenance.parameters["ones"] == 500
