"""The race: no puzzle twice, acceptance before score, climbs that begin again and go on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from linjat_boards import GAME
from linjat_optimizations import SMALL, optimization_of, pool_of, recipe_of

from engine import workshop
from engine.files import levelfile
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.generation import climb_tournament, puzzle_pool
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.jit import decorators
from engine.stages.lineage import PARENT
from engine.values.grid import SYMMETRIES

pytestmark = pytest.mark.jitless

STEPS = 25 if decorators.is_disabled() else 400


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Climbs of a few iterations, by kernels as plain Python, as compiled ones have theirs."""
    monkeypatch.setattr(climb_tournament, "FIRST_ROUND_LENGTH", 8)


def numbers_of(board: LinjatBoard) -> frozenset[tuple[tuple[int, int, int], ...]]:
    """The numbers of a puzzle in all ways to turn and to mirror it."""
    return frozenset(
        tuple(sorted(GAME.boards.reshaper.transform(board, symmetry).list_numbers()))
        for symmetry in SYMMETRIES
    )


def check_distinct(optimization: Optimization) -> None:
    """No two puzzles of a race have the same numbers; its scores are those of its puzzles."""
    pool, scores = pool_of(optimization)
    assert len({numbers_of(board) for board in pool}) == len(pool)
    assert list(scores) == sorted(scores, reverse=True)


@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize("side", [5, 6])
@pytest.mark.usefixtures("short")
@pytest.mark.skipif(not decorators.is_disabled(), reason="short climbs are plain Python")
def test_no_two_puzzles_are_alike(size: int, side: int) -> None:
    optimization = optimization_of(SMALL | {"cols": side, "numbers": 4, "pool": size})
    most = 0
    for _ in range(30):
        optimization.advance(5)
        check_distinct(optimization)
        most = max(most, len(pool_of(optimization)[0]))
    assert most == size


@pytest.mark.skipif(decorators.is_disabled(), reason="thousands of iterations")
def test_climbs_begin_again_and_the_better_go_on() -> None:
    optimization = optimization_of(SMALL, 2)
    rounds = set()
    for _ in range(60):
        optimization.advance(1_000)
        check_distinct(optimization)
        rounds.add(int(optimization.export_state()["state"][puzzle_pool.ROUND]))
    assert rounds == {0, 1, 2}
    beginnings = optimization.lineage.history[:, PARENT] == 0
    assert beginnings.sum() > 60_000 // climb_tournament.FIRST_ROUND_LENGTH // 4


def scores_and_demands(optimization: Optimization) -> Iterator[tuple[int, int]]:
    """Of what the climb goes through, how far it is from what is demanded, and its score."""
    for _ in range(STEPS):
        optimization.advance(1)
        ranking = optimization.export_state()["ranking"][climb_tournament.CLIMBER]
        yield int(ranking[puzzle_pool.SHORTFALL]), int(ranking[puzzle_pool.SCORE])


def test_what_would_be_accepted_comes_before_the_score() -> None:
    most = GAME.solver.solve(optimization_of(SMALL, 2).best).facts["layers"] - 2
    optimization = optimization_of(SMALL | {"layers": f"..{most}", "weight_fit": 9}, 2)
    assert optimization.progress.fault is not None
    short = [far for far, _ in scores_and_demands(optimization)]
    assert short == sorted(short, reverse=True) and short[-1] == 0
    assert optimization.progress.fault is None
    assert GAME.solver.solve(optimization.best).facts["layers"] <= most


def test_a_worse_puzzle_is_followed_only_where_it_meets_the_demands_as_well() -> None:
    followed = list(scores_and_demands(optimization_of(SMALL)))
    scores = [score for _, score in followed]
    assert scores != sorted(scores) and {far for far, _ in followed} == {0}


def test_every_entry_of_the_family_is_made_once_more() -> None:
    optimization = optimization_of(SMALL, 3)
    optimization.advance(STEPS)
    family = optimization.lineage
    relatives = family.make_members(range(len(family.history)))
    assert len(relatives) > 5
    assert relatives[family.best].board == optimization.best
    boards = {relative.board for relative in relatives}
    assert boards.issuperset(pool_of(optimization)[0])
    for relative in relatives:
        facts = GAME.solver.solve(relative.board).facts
        assert facts["unique"] and facts["human_solvable"]


def test_a_file_that_does_not_say_has_the_method_of_its_time() -> None:
    chosen = SMALL | {"iterations": 40, "method": "pool"}
    level, _, _ = workshop.generate(GAME, 3, chosen)
    text = levelfile.dumps(level)
    silent = levelfile.loads(text.replace('method = "pool"\n', ""))
    assert workshop.read_recipe(silent).parameters.get_word("method") == "pool"
    assert workshop.rebuild(silent).board == level.board
    assert recipe_of(SMALL).parameters.get_word("method") == "race"
