"""Crossing of two puzzles of a pool: what comes of it, and that it can be made once more."""

from __future__ import annotations

import numpy as np
import pytest
from linjat_boards import GAME
from linjat_optimizations import SMALL, optimization_of, pool_of, recipe_of

from engine import workshop
from engine.errors import ParameterError
from engine.games.linjat.board.board import LinjatBoard, read_board
from engine.games.linjat.generation.crossover import CROSSED
from engine.games.linjat.generation.kept_puzzles import (
    PuzzleLineage,
    count_crossed_numbers,
    describe_mutation,
)
from engine.games.linjat.generation.linjat_stages import CELLS
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.jit import decorators
from engine.stages.lineage import LineageTree
from engine.values.rng import draw_below

pytestmark = pytest.mark.jitless

MUTATIONS = 40 if decorators.is_disabled() else 800
CROSSING = SMALL | {"method": "pool", "crossover": 500}

Numbers = dict[tuple[int, int], int]


@pytest.fixture(scope="module")
def optimization() -> Optimization:
    made = optimization_of(CROSSING)
    made.advance(MUTATIONS)
    return made


@pytest.fixture(scope="module")
def family(optimization: Optimization) -> PuzzleLineage:
    return optimization.lineage


def numbers_of(board: LinjatBoard) -> Numbers:
    return {(row, col): value for row, col, value in board.list_numbers()}


def crossed_by_hand(first: Numbers, other: Numbers, shape: tuple[int, int], word: int) -> Numbers:
    """The numbers of two puzzles on one board, by sets, with the draws of a stream."""
    stream = np.array([word], np.uint64)
    axis = 1 if draw_below(stream, 2) == 1 else 0
    line = 1 + draw_below(stream, shape[axis] - 1)
    child = {cell: value for cell, value in first.items() if cell[axis] < line}
    child |= {cell: value for cell, value in other.items() if cell[axis] >= line}
    while len(child) != len(first):
        if len(child) > len(first):
            cells = sorted(child)
            del child[cells[draw_below(stream, len(cells))]]
            continue
        cells = sorted((first.keys() | other.keys()) - child.keys())
        cell = cells[draw_below(stream, len(cells))]
        child[cell] = first[cell] if cell[axis] >= line else other[cell]
    return child


def test_it_is_what_sets_make_of_the_same_draws(family: PuzzleLineage) -> None:
    """Held against a second reading: the board just after the events of the crossing."""
    relatives = family.make_members(range(len(family)))
    crossed = [each for each in relatives if family.find_other_parent(each.entry) is not None]
    assert len(crossed) > 5
    for child in crossed:
        first = relatives[child.parent].board
        other = relatives[family.find_other_parent(child.entry)].board
        board = numbers_of(first)
        for _, plane, cell, old, new, weight, *_ in family._make_puzzle(child.entry).log.tolist():
            if plane == CELLS and weight == CROSSED and 10 not in (old, new):
                place = divmod(cell, first.cols)
                assert board.pop(place, 0) == old
                board |= {place: new} if new else {}
        shape, word = (first.rows, first.cols), int(family._words[child.entry])
        assert board == crossed_by_hand(numbers_of(first), numbers_of(other), shape, word)


def test_every_puzzle_is_made_once_more_as_it_was(optimization, family) -> None:
    recipe = optimization.recipe
    assert family.make_board(family.best) == optimization.best
    boards, scores = pool_of(optimization)
    made = {(each.board.cells, each.score) for each in family.make_members(range(len(family)))}
    assert {(b.cells, score) for b, score in zip(boards, scores, strict=True)} <= made
    count = recipe.parameters.get_range("numbers").low
    for cells, _ in made:
        board = read_board({"cells": "\n".join(cells)})
        assert len(numbers_of(board)) == count
        facts = GAME.solver.solve(board).facts
        assert facts["unique"] and facts["human_solvable"]


def test_the_order_in_which_puzzles_are_made_does_not_matter(family: PuzzleLineage) -> None:
    whole = family.make_members(range(len(family)))
    for entry in (family.best, len(family) // 2, len(family) - 1):
        fresh = PuzzleLineage(
            family._recipe, family.history, family._words, family._others, family.best
        )
        assert fresh.make_members([entry]) == (whole[entry],)


def test_the_log_leads_from_the_first_to_the_best() -> None:
    chosen = CROSSING | {"iterations": MUTATIONS, "crossover": 1000}
    level, candidate, _ = workshop.generate(GAME, 3, chosen)
    timeline = candidate.timeline
    layout = timeline.build_layout(len(timeline))
    texts = {0: ".", 10: "*"}
    cells = "".join(texts.get(code, str(code)) for code in layout[CELLS].tolist())
    assert cells == "".join(level.board.cells)


def test_words_name_both_parents(family: PuzzleLineage) -> None:
    reported = [each.changes for each in family.make_members(range(1, len(family)))]
    crossed = [words for words in reported if " of the puzzle " in words[0]]
    assert crossed and all("number" in words[0] for words in crossed)
    for entry in range(1, len(family)):
        other = family.find_other_parent(entry)
        words = next(iter(family.describe_changes(entry)))
        if other is None or not count_crossed_numbers(family._make_puzzle(entry).log):
            assert " of the puzzle " not in words
        else:
            made = (
                f"of iteration {family.get_iteration(other):,}" if other else "that was the first"
            )
            assert words.endswith(f" of the puzzle {made}")


def test_numbers_taken_are_counted_in_the_end() -> None:
    events = [(0, 3, 0), (1, 0, 4), (2, 2, 5), (3, 0, 2), (3, 2, 0)]
    log = np.array([(2, CELLS, *event, CROSSED, -1, 0) for event in events], np.int64)
    assert count_crossed_numbers(log) == 2  # the 4 that comes, the 5 in place of a 2
    assert list(describe_mutation(log, 5)) == ["no dot changes"]


def test_slices_and_saving_change_nothing(optimization: Optimization) -> None:
    sliced = optimization_of(CROSSING)
    sliced.advance(MUTATIONS // 3)
    again = Optimization.resume(sliced.recipe, sliced.export_state())
    again.advance(MUTATIONS - MUTATIONS // 3)
    assert again.progress == optimization.progress
    assert (again.lineage._others == optimization.lineage._others).all()


def test_locked_cells_stay(optimization: Optimization) -> None:
    sketch = read_board({"cells": "3....\n" + ".....\n" * 5, "locked": "x...x\n" + ".....\n" * 5})
    made = optimization_of(CROSSING, sketch=sketch)
    made.advance(MUTATIONS)
    assert any(made.lineage._others >= 0)
    for board in pool_of(made)[0]:
        assert (board.cells[0][0], board.cells[0][4]) == ("3", ".")


def test_without_it_nothing_is_drawn_or_written() -> None:
    plain = optimization_of(SMALL | {"method": "pool"})
    plain.advance(MUTATIONS)
    assert (plain.lineage._others < 0).all()
    assert "crossover" not in plain.recipe.parameters.to_table()
    assert recipe_of(CROSSING).parameters.to_table()["crossover"] == 500


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"crossover": 1}, "crossover=1 cannot be met: only method=pool has puzzles to cross"),
        ({"crossover": 1, "method": "annealing"}, "only method=pool"),
        ({"crossover": 1, "method": "pool", "pool": 1}, "a pool of 1 has no second puzzle"),
        ({"crossover": 1001, "method": "pool"}, "crossover: expected a whole number"),
    ],
)
def test_there_have_to_be_two_puzzles(chosen: dict[str, object], why: str) -> None:
    with pytest.raises(ParameterError, match=why):
        workshop.generate(GAME, 1, SMALL | chosen)


def test_the_line_to_the_best_goes_by_first_parents(family: PuzzleLineage) -> None:
    tree = LineageTree(family.history, family.best)
    assert len(list(family.list_logs())) == len(tree.list_ancestors(family.best))
