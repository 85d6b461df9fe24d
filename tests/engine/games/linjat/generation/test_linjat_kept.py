"""Every puzzle that generator and optimizer keep, held against the plain reading of the rules."""

from __future__ import annotations

import pytest
from linjat_boards import GAME
from linjat_optimizations import optimization_of, pool_of
from linjat_reference import from_published, solutions, solve

from engine import workshop
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.text import format_published_rows
from engine.games.linjat.exact.solution_count import count_solutions
from engine.games.linjat.generation.parameters import METHODS
from engine.jit import decorators

pytestmark = pytest.mark.jitless

TEMPTING: dict[str, object] = {
    **{"rows": 5, "cols": 5, "numbers": 4, "values": "1..6", "lengths": "1..9"},
    **{"weight_uncontested": 5, "weight_single_solution": 5},
}
"""Weights for what proves nothing: many a puzzle with more than one solution scores well."""
MUTATIONS = 30 if decorators.is_disabled() else 600


def check(board: LinjatBoard) -> None:
    """The plain rules solve it from nothing, and trying everything finds just that solution."""
    plain = from_published(format_published_rows(board))
    deduction = solve(plain)
    assert deduction.end == "solved"
    (found,) = solutions(plain)
    assert found == tuple(lines[0] for lines in deduction.alive)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_ever_mutated(method, seed):
    optimization = optimization_of(TEMPTING | {"method": method}, seed)
    seen: set[LinjatBoard] = set()
    for _ in range(MUTATIONS):
        optimization.advance(1)
        seen.update(pool_of(optimization)[0], [optimization.best])
    for board in seen:
        check(board)
    assert len(seen) > 5
    assert optimization.progress.rejections["not unique"] > 0 or decorators.is_disabled()


def test_whatever_is_accepted():
    for seed in range(5 if decorators.is_disabled() else 150):
        chosen = TEMPTING | {"iterations": seed % 4 * 10, "method": METHODS[seed % 3]}
        board = workshop.generate(GAME, seed, chosen)[0].board
        assert isinstance(board, LinjatBoard)
        check(board)


@pytest.mark.skipif(decorators.is_disabled(), reason="thousands of attempts")
@pytest.mark.parametrize("mode", ["easy", "medium", "hard", "expert"])
def test_what_the_modes_lead_to(mode):
    optimization = optimization_of({"mode": mode}, 3)
    optimization.advance(1_000)
    for board in {*pool_of(optimization)[0], optimization.best}:
        deduced = solve(from_published(format_published_rows(board)))
        (found,) = count_solutions(board).found
        assert deduced.end == "solved"
        assert tuple(map(frozenset, found)) == tuple(lines[0] for lines in deduced.alive)
