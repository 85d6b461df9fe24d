"""The optimizer of Linjat: what it keeps, how it goes on, where the best puzzle comes from."""

from __future__ import annotations

import hashlib
import itertools

import numpy as np
import pytest
from linjat_boards import GAME
from linjat_optimizations import SMALL, optimization_of, pool_of, recipe_of

from engine import workshop
from engine.errors import EngineError
from engine.games.linjat.board.board import LinjatBoard, read_board
from engine.games.linjat.deduction.deduction_score import compute_selection_scores
from engine.games.linjat.deduction.rulesets import RULES
from engine.games.linjat.generation.climb_tournament import draw_halvings
from engine.games.linjat.generation.parameters import METHODS
from engine.games.linjat.generation.puzzle_pool import SOLVED
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.jit import decorators
from engine.stages.candidate import Recipe
from engine.stages.lineage import LineageMember, LineageTree
from engine.values.budget import Control

pytestmark = pytest.mark.jitless

MUTATIONS = 20 if decorators.is_disabled() else 500


def score_of(board: LinjatBoard, recipe: Recipe) -> int:
    """Section 7 of the rules, from a verdict."""
    facts, parameters = GAME.solver.solve(board).facts, recipe.parameters
    use = facts["rule_use"]
    layers = sum(use[rule]["depth"] * parameters.get_integer(f"weight_{rule}") for rule in RULES)
    return layers + facts["width"] * parameters.get_integer("weight_width")


def check(board: LinjatBoard) -> None:
    facts = GAME.solver.solve(board).facts
    assert facts["unique"] and facts["human_solvable"]


def sizes() -> list[dict[str, object]]:
    if decorators.is_disabled():
        return [SMALL]
    modes = ("easy", "medium", "hard", "expert")
    methods = METHODS
    return [{"mode": mode, "method": method} for mode in modes for method in methods]


def solved_or_not(optimization: Optimization) -> int:
    """The offspring that deduction solves, and those that it does not."""
    solved = int(optimization.export_state()["state"][SOLVED])
    return solved + optimization.progress.rejections["not solved by deduction"]


# --- what is kept --------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", sizes(), ids=lambda chosen: "-".join(map(str, chosen.values())))
def test_everything_that_is_kept_is_unique_deduced_and_rightly_scored(chosen):
    optimization = optimization_of(chosen)
    optimization.advance(MUTATIONS)
    progress, (pool, scores) = optimization.progress, pool_of(optimization)
    assert progress.iterations == MUTATIONS == solved_or_not(optimization)
    for board, score in zip((*pool, optimization.best), (*scores, progress.best), strict=True):
        check(board)
        assert score_of(board, optimization.recipe) == score
    assert list(scores) == sorted(scores, reverse=True)
    assert 1 <= len(scores) <= (1 if chosen.get("method") == "annealing" else 10)


@pytest.mark.slow
def test_a_million_mutations_without_an_error():
    for chosen in sizes():
        for seed in range(5):
            optimization = optimization_of(chosen, seed)
            for _ in range(5):
                optimization.advance(1_000_000 // (5 * 5 * len(sizes())))
                for board in (*pool_of(optimization)[0], optimization.best):
                    check(board)
            assert optimization.progress.iterations == solved_or_not(optimization)


def test_the_best_is_the_best_that_would_be_accepted():
    demand = SMALL | {"layers": "..7"}
    optimization = optimization_of(demand)
    optimization.advance(MUTATIONS)
    assert optimization.progress.fault is None
    assert GAME.solver.solve(optimization.best).facts["layers"] <= 7


def test_without_any_that_would_be_accepted_the_reason_is_reported():
    optimization = optimization_of(SMALL | {"square_layers": "200.."})
    optimization.advance(30)
    assert optimization.progress.fault == "layers by square out of range (square_layers)"


def test_locked_cells_are_never_changed():
    sketch = read_board({"cells": "3....\n" + ".....\n" * 5, "locked": "x...x\n" + ".....\n" * 5})
    optimization = optimization_of(SMALL, sketch=sketch)
    optimization.advance(MUTATIONS)
    for board in pool_of(optimization)[0]:
        assert (board.cells[0][0], board.cells[0][4]) == ("3", ".")


# --- going on ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_slices_saving_and_stopping_change_nothing(method):
    chosen = SMALL | {"method": method}
    whole, sliced = optimization_of(chosen), optimization_of(chosen)
    whole.advance(40)
    stopped = Control()
    stopped.cancel()
    sliced.advance(15)
    sliced.advance(15, stopped)
    assert sliced.progress.iterations == 15
    again = Optimization.resume(sliced.recipe, sliced.export_state())
    again.advance(20)
    again.advance(5)
    assert again.progress == whole.progress
    assert (pool_of(again)[0], again.best) == (pool_of(whole)[0], whole.best)


def test_a_level_is_the_best_after_its_iterations():
    chosen = SMALL | {"iterations": 50}
    level, candidate, _ = workshop.generate(GAME, 3, chosen)
    optimization = Optimization.from_recipe(candidate.recipe)
    optimization.advance(50)
    assert optimization.best == level.board


def test_ways_are_different_ones_from_the_same_puzzle():
    recipe = recipe_of(SMALL)
    again = recipe.reroll_stage("mutations")
    optimizations = [
        Optimization.from_recipe(each, way) for each in (recipe, again) for way in range(3)
    ]
    assert len({optimization.best.cells for optimization in optimizations}) == 1
    for optimization in optimizations:
        optimization.advance(MUTATIONS)
    assert len({pool_of(optimization)[0] for optimization in optimizations}) == len(optimizations)


def test_a_history_that_grows_is_kept():
    optimization = optimization_of(SMALL)
    optimization.advance(5)
    before = len(optimization.export_state()["history"])
    for _ in range(3):
        optimization._grow_history()
    optimization.advance(5)
    whole = optimization_of(SMALL)
    whole.advance(10)
    assert len(optimization.export_state()["history"]) == 8 * before
    assert optimization.progress == whole.progress
    assert ancestors(optimization) == ancestors(whole)


def test_only_what_fits_the_recipe_is_resumed():
    optimization = optimization_of(SMALL)
    with pytest.raises(EngineError, match="of this recipe does not record it: cells"):
        Optimization.resume(
            recipe_of({"cols": 7} | SMALL | {"rows": 5}), optimization.export_state()
        )
    with pytest.raises(EngineError, match="stream"):
        arrays = optimization.export_state()
        del arrays["stream"]
        Optimization.resume(optimization.recipe, arrays)


# --- the family ----------------------------------------------------------------------------


def ancestors(optimization: Optimization) -> tuple[LineageMember, ...]:
    family = optimization.lineage
    return family.make_members(LineageTree(family.history, family.best).list_ancestors(family.best))


def lines_of(board: LinjatBoard) -> set[tuple[int, int]]:
    return {
        tuple(cell) for line in GAME.solver.solve(board).facts["solution"] for cell in line["cells"]
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_descends_step_by_step_from_the_first(seed):
    optimization = optimization_of(SMALL, seed)
    first = optimization.best
    optimization.advance(MUTATIONS)
    line = ancestors(optimization)
    assert (line[0].board, line[0].parent, line[0].iteration) == (first, None, 0)
    assert (line[-1].board, line[-1].score) == (optimization.best, optimization.progress.best)
    logs = list(optimization.lineage.list_logs())
    assert len(logs) == len(line) and not len(logs[0])
    for (parent, child), log in zip(itertools.pairwise(line), logs[1:], strict=True):
        assert child.parent == parent.entry and child.iteration > parent.iteration
        check(child.board)
        assert score_of(child.board, optimization.recipe) == child.score
        step(parent.board, child.board, log)


def step(parent: LinjatBoard, child: LinjatBoard, log: np.ndarray) -> None:
    """Holds a mutation against section 5 of the rules."""
    cells = list("".join(parent.cells))
    covered = {row * parent.cols + col for row, col in lines_of(parent)}
    held = None
    for _, plane, cell, old, new, *_ in log.tolist():
        texts = {0: ".", 10: "*"}
        before, after = (texts.get(code, str(code)) for code in (old, new))
        assert plane == 0 and cells[cell] == before
        cells[cell] = after
        if held is not None:
            assert before == "." and after == held and cell not in covered
            held = None
        elif before.isdigit() and after == ".":
            held = before
        elif before.isdigit():
            assert abs(int(after) - int(before)) == 1
        else:
            assert {before, after} == {".", "*"}
    assert "".join(cells) == "".join(child.cells)


# --- what has gone before ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "digest"),
    [
        ("pool", "10c6d6cf43aca5c2bbbeee06b075943e4c5ed88e36d18b52ab02b5d7134cb81e"),
        ("annealing", "461a25b4ee66a3cf5a3ed171fb1ef38140d2a60a8ba400ddb7385d97b8c9a656"),
    ],
)
def test_the_courses_of_older_methods_stay_as_they_were(method, digest):
    """All that they keep in 60 iterations, the words that they draw, and the best."""
    optimization = optimization_of(SMALL | {"method": method})
    optimization.advance(60)
    arrays, entries = optimization.export_state(), len(optimization.lineage.history)
    parts = (arrays["history"][:entries], arrays["words"][:entries], arrays["cells"][-1])
    assert hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest() == digest


# --- scores --------------------------------------------------------------------------------


def test_a_loss_of_n_temperatures_is_accepted_with_probability_two_to_minus_n():
    stream = np.array([12345], np.uint64)
    with np.errstate(over="ignore"):
        drawn = np.array([draw_halvings(stream) for _ in range(4_000)]) / 1024
    for n in range(4):
        assert abs(np.mean(drawn >= n) - 0.5**n) < 0.03
    assert abs(drawn.mean() - 1.4427) < 0.1


def annealed(temperature: int) -> tuple[list[int], int]:
    """The scores that annealing goes through, and the best."""
    optimization = optimization_of(SMALL | {"method": "annealing", "temperature": temperature})
    scores: list[int] = []
    for _ in range(40):
        optimization.advance(2)
        scores += pool_of(optimization)[1]
    return scores, optimization.progress.best


def test_at_no_temperature_annealing_never_goes_down():
    scores, _ = annealed(temperature=0)
    assert scores == sorted(scores)


def test_at_a_high_temperature_annealing_goes_down():
    scores, best = annealed(temperature=1000)
    assert scores != sorted(scores)
    assert best >= max(scores)


def test_the_scores_of_the_published_selection_by_hand():
    depths = {"cover": 4, "fit": 5, "square": 2, "dependency": 1, "one_of": 1}
    # 4 cover and 5 fit, 10 for each square, 50 and 20; less twice the greatest width.
    common = 4 + 5 + 20 + 50 + 20 - 6
    wanted = {"easy": 6.25, "medium": 5.5, "hard": 0, "expert": 1}
    found = compute_selection_scores(depths, 3)
    assert found == {mode: common + extra for mode, extra in wanted.items()}
    spoiled = compute_selection_scores(depths | {"uncontested": 1, "single_solution": 1}, 3)
    assert spoiled == {mode: score - 250 for mode, score in found.items()}
