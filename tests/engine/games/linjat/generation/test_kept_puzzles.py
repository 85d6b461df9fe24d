"""Every puzzle that an optimisation kept, made once more, and what its mutation is said to be."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from linjat_boards import GAME
from linjat_optimizations import SMALL

from engine import workshop
from engine.games.linjat.board.glyph_codes import DOT, EMPTY
from engine.games.linjat.generation.kept_puzzles import (
    PuzzleLineage,
    condense_log,
    describe_mutation,
)
from engine.games.linjat.generation.linjat_stages import CELLS, WEIGHTS
from engine.jit import decorators
from engine.stages.lineage import PARENT, SCORE, LineageMember, LineageTree
from engine.values.picture import find_changed_cells

pytestmark = pytest.mark.jitless

ITERATIONS = 60 if decorators.is_disabled() else 600


@pytest.fixture(scope="module")
def family() -> PuzzleLineage:
    chosen = SMALL | {"fit_layers": "0..", "iterations": ITERATIONS}
    _, candidate, _ = workshop.generate(GAME, 3, chosen)
    assert isinstance(candidate.lineage, PuzzleLineage)
    return candidate.lineage


@pytest.fixture(scope="module")
def everyone(family: PuzzleLineage) -> tuple[LineageMember, ...]:
    return family.make_members(range(len(family.history)))


def test_all_that_was_kept_is_unique_and_deduced(everyone):
    for relative in everyone:
        facts = GAME.solver.solve(relative.board).facts
        assert facts["unique"] and facts["human_solvable"]


def test_relatives_are_reported_as_the_history_has_them(family, everyone):
    assert [one.score for one in everyone] == family.history[:, SCORE].tolist()
    parents = [-1 if one.parent is None else one.parent for one in everyone]
    assert parents == family.history[:, PARENT].tolist()
    assert everyone[0].changes == () and all(one.changes for one in everyone[1:])


def test_the_order_in_which_they_are_asked_for_does_not_matter(family, everyone):
    again = pickle.loads(pickle.dumps(family))
    fresh = PuzzleLineage(again._recipe, again.history, again._words, again._others, again.best)
    entries = list(range(len(everyone)))
    random.Random(1).shuffle(entries)
    assert fresh.make_members(entries) == tuple(everyone[entry] for entry in entries)


def test_words_name_every_number_that_differs(everyone):
    for relative in everyone[1:]:
        parent = everyone[relative.parent]
        cells = find_changed_cells(
            GAME.boards.draw_picture(parent.board), GAME.boards.draw_picture(relative.board)
        )
        words = "; ".join(relative.changes)
        before, after = set(parent.board.list_numbers()), set(relative.board.list_numbers())
        dots = set(parent.board.list_dots()) == set(relative.board.list_dots())
        assert (words == "nothing changes") == (not cells)
        assert ("no number changes" in words) == (before == after and not dots)
        assert ("no dot changes" in words) == (before != after and dots)
        for row, col, _ in before ^ after:
            assert f"row {row}, column {col}" in words and (row, col) in cells


def test_the_best_is_at_the_end_of_its_line(family, everyone):
    tree = LineageTree(family.history, family.best)
    line = tree.list_ancestors(family.best)
    logs = list(family.list_logs())
    assert len(logs) == len(line)
    assert everyone[family.best].score == max(tree.get_score(entry) for entry in line)


def log_of(*events: tuple[int, int, int]) -> np.ndarray:
    """A log of changes of cells: the cell, what was there and what comes."""
    return np.array([(2, CELLS, *event, -1, 0, 0) for event in events], np.int64).reshape(-1, 8)


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([(7, 3, 4)], ["3 at row 1, column 2 becomes 4", "no dot changes"]),
        ([(7, 3, EMPTY), (9, EMPTY, 3)],
         ["3 moves from row 1, column 2 to row 1, column 4", "no dot changes"]),
        ([(7, 3, EMPTY), (9, EMPTY, 3), (9, 3, 2)],
         ["3 moves from row 1, column 2 to row 1, column 4 and becomes 2", "no dot changes"]),
        ([(7, 3, 2), (7, 2, EMPTY), (9, EMPTY, 2), (9, 2, EMPTY), (0, EMPTY, 2)],
         ["3 moves from row 1, column 2 to row 0, column 0 and becomes 2", "no dot changes"]),
        ([(4, DOT, EMPTY), (7, 3, 4), (7, 4, 3), (5, EMPTY, DOT), (6, EMPTY, DOT)],
         ["no number changes", "1 dot goes, 2 dots come"]),
        ([(7, 3, EMPTY), (9, EMPTY, 3), (9, 3, EMPTY), (7, EMPTY, 3)],
         ["nothing changes"]),
        ([(7, 3, EMPTY), (9, EMPTY, 3), (2, 5, EMPTY), (7, EMPTY, 5)],
         ["3 moves from row 1, column 2 to row 1, column 4",
          "5 moves from row 0, column 2 to row 1, column 2", "no dot changes"]),
    ],
)  # fmt: skip
def test_what_a_mutation_comes_to(events, words):
    assert list(describe_mutation(log_of(*events), 5)) == words


def test_dots_that_come_back_have_not_changed():
    log = np.concatenate(
        [
            log_of((4, DOT, EMPTY), (6, DOT, EMPTY), (7, 3, 4)),
            [[2, WEIGHTS, 4, 0, 3, 3, -1, 0]],
            log_of((6, EMPTY, DOT), (8, EMPTY, DOT)),
        ]
    )
    assert condense_log(log)[:, 2].tolist() == [4, 7, 8]
