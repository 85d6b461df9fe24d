"""Islands of Linjat's optimizer: going on, finishing early, and nothing left to timing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache

import linjat_optimizations
import numpy as np
import pytest
from finishing import FinishedAt, finished_early
from hypothesis import given, settings
from hypothesis import strategies as st
from linjat_boards import GAME
from linjat_optimizations import SMALL, pool_of

from engine import workshop
from engine.errors import Cancelled, GenerationFailed
from engine.files import levelfile
from engine.games.linjat.generation import generator
from engine.games.linjat.generation.parameters import METHODS
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.jit import decorators
from engine.stages.candidate import Recipe
from engine.stages.improvement_base import MAX_IMPROVEMENTS, ImprovementCache
from engine.stages.islands import Islands
from engine.stages.lineage import LineageTree
from engine.values.budget import Control

FAR = 60 if decorators.is_disabled() else 400


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch):
    monkeypatch.setattr(generator, "_recent", ImprovementCache(Optimization))


@cache
def first_puzzle() -> Recipe:
    """A recipe of a first puzzle; what comes after it decides nothing of it."""
    return linjat_optimizations.recipe_of(SMALL)


def recipe_of(iterations: int, islands: int = 1, **chosen: object) -> Recipe:
    """The recipe of what islands make of the first puzzle."""
    wanted = SMALL | {"iterations": iterations, "islands": islands} | chosen
    return replace(first_puzzle(), parameters=GAME.generator.parameters.complete_settings(wanted))


def gone(recipe: Recipe, recent: ImprovementCache | None = None, threads: int = 1) -> Islands:
    islands = Islands.from_recipe(recipe, recent or ImprovementCache(Optimization))
    assert islands is not None
    islands.advance(Control(), may_finish=True, threads=threads)
    return islands


def where(islands: Islands) -> tuple[object, ...]:
    """All that a recipe decides of where islands are."""
    snapshot = islands.snapshot
    reported = (
        snapshot.done,
        snapshot.board,
        snapshot.best,
        snapshot.fault,
        snapshot.tried,
        snapshot.kept,
        snapshot.search_bests,
    )
    history = islands.winner.lineage.history.tolist()
    return (*reported, snapshot.rejections, history)


def wait_until(condition: Callable[[], bool]) -> None:
    limit = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.001)


# --- several islands -----------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_the_number_of_threads_decides_nothing(method):
    recipe = recipe_of(FAR, 3, method=method)
    assert where(gone(recipe, threads=1)) == where(gone(recipe, threads=2))


def test_the_best_island_wins_and_the_first_of_several():
    recipe = recipe_of(FAR, 4)
    alone = [Optimization.from_recipe(recipe, way) for way in range(4)]
    for island in alone:
        island.advance(FAR)
    ranks = [island.rank for island in alone]
    best = alone[ranks.index(max(ranks))]
    islands = gone(recipe)
    assert islands.winner.best == best.best
    assert islands.winner.lineage.history.tolist() == best.lineage.history.tolist()
    assert islands.snapshot.search_bests == tuple(island.progress.best for island in alone)


def test_one_island_is_the_first_of_several():
    alone = Optimization.from_recipe(recipe_of(FAR))
    alone.advance(FAR)
    assert pool_of(gone(recipe_of(FAR)).winner)[0] == pool_of(alone)[0]
    assert pool_of(gone(recipe_of(FAR, 3))._islands[0])[0] == pool_of(alone)[0]


def test_a_level_of_islands_has_the_family_of_its_own_island():
    level, candidate, _ = workshop.generate(GAME, 2, SMALL | {"iterations": FAR, "islands": 3})
    family = candidate.lineage
    line = LineageTree(family.history, family.best).list_ancestors(family.best)
    assert family.make_members(line)[-1].board == level.board
    assert candidate.make_board_at(len(candidate.timeline)) == level.board


# --- what can be seen ----------------------------------------------------------------------


def test_what_is_reported_adds_up():
    islands = gone(recipe_of(FAR, 2))
    snapshot = islands.snapshot
    assert (snapshot.done, snapshot.total, snapshot.unit, snapshot.tried) == (
        FAR,
        FAR,
        "iterations",
        2 * FAR,
    )
    assert snapshot.kept + sum(snapshot.rejections.values()) == snapshot.tried
    assert min(snapshot.rejections.values()) >= 0
    assert snapshot.acceptance_share == snapshot.kept / snapshot.tried
    assert snapshot.board is islands.snapshot.board
    assert (snapshot.board, snapshot.best) == (islands.winner.best, max(snapshot.search_bests))


def test_the_best_grows_to_what_it_is():
    snapshot = gone(recipe_of(FAR, 2)).snapshot
    made, scores = zip(*snapshot.best_history, strict=True)
    assert made[0] == 0 and list(made) == sorted(made) and made[-1] <= snapshot.done
    assert list(scores) == sorted(set(scores)) and scores[-1] == snapshot.best


def test_other_threads_see_it_while_it_runs():
    control, seen = Control(), []
    recipe = recipe_of(10_000_000, 2)
    worker = threading.Thread(
        target=lambda: GAME.generator.try_candidates(recipe, 1, control), daemon=True
    )
    worker.start()
    for _ in range(3):
        wait_until(lambda: control.snapshot is not None and control.snapshot not in seen)
        seen.append(control.snapshot)
    control.cancel()
    worker.join()
    done = [snapshot.done for snapshot in seen]
    assert done == sorted(done) and done[-1] < 10_000_000


# --- going on ------------------------------------------------------------------------------


@settings(max_examples=5 if decorators.is_disabled() else 25, deadline=None)
@given(st.lists(st.integers(0, FAR), min_size=1, max_size=4), st.integers(1, 3))
def test_going_on_is_as_good_as_going_at_once(stops, islands):
    recent = ImprovementCache(Optimization)
    for stop in stops:  # further or back, each as if it were the first
        there = gone(recipe_of(stop, islands), recent)
        assert where(there) == where(gone(recipe_of(stop, islands)))


def test_nothing_is_done_twice():
    recent = ImprovementCache(Optimization)
    gone(recipe_of(30, 2), recent)
    again = Islands.from_recipe(recipe_of(30, 3), recent)
    assert [island.iterations for island in again._islands] == [30, 30, 0]
    assert [recent.get_improvement(recipe_of(n), 0).iterations for n in (29, 30, 31)] == [0, 30, 30]
    assert recent.get_improvement(recipe_of(31, pool=3), 0).iterations == 0
    assert recent.get_improvement(recipe_of(31).reroll_stage("mutations"), 0).iterations == 0


def test_what_was_stopped_goes_on():
    recent, control = ImprovementCache(Optimization), Control()
    islands = Islands.from_recipe(recipe_of(10_000_000), recent)
    stopper = threading.Thread(target=lambda: islands.advance(control, may_finish=True))
    stopper.start()
    wait_until(lambda: control.snapshot is not None and control.snapshot.done >= 20)
    control.cancel()
    stopper.join()
    done = islands.winner.iterations
    assert recent.get_improvement(recipe_of(10_000_000), 0).iterations == done
    assert where(gone(recipe_of(done), recent)) == where(gone(recipe_of(done)))


def test_only_the_last_are_remembered():
    recent = ImprovementCache(Optimization)
    for n in range(MAX_IMPROVEMENTS + 5):
        recent.store(Optimization.from_recipe(recipe_of(0, pool=n % 100 + 1, temperature=n)), 0)
    assert len(recent._saved) == MAX_IMPROVEMENTS


def test_threads_do_not_share_what_is_remembered():
    recent = ImprovementCache(Optimization)
    gone(recipe_of(10), recent)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: where(gone(recipe_of(n), recent)), [FAR, FAR, 30, 40]))
    assert found == [where(gone(recipe_of(n))) for n in (FAR, FAR, 30, 40)]


# --- finishing and stopping ----------------------------------------------------------------


@pytest.mark.parametrize("islands", [1, 3])
def test_a_level_finished_early_records_how_far_it_came(islands, monkeypatch):
    chosen = SMALL | {"islands": islands}
    level, candidate = finished_early(GAME, chosen)
    monkeypatch.setattr(generator, "_recent", ImprovementCache(Optimization))
    assert workshop.generate(GAME, 3, chosen | {"iterations": candidate.snapshot.done})[0] == level
    text = levelfile.dumps(level)
    monkeypatch.setattr(generator, "_recent", ImprovementCache(Optimization))
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(text.encode(), "l.toml"))) == text
    assert workshop.remake_candidate(level).board == level.board


def test_finishing_at_once_takes_the_first_puzzle():
    control = Control()
    control.finish()
    attempts = GAME.generator.try_candidates(recipe_of(10_000_000), 1, control)
    assert attempts.accepted is not None
    assert attempts.reached.get_integer("iterations") == 0


def test_finishing_with_nothing_acceptable_fails_with_the_reason():
    chosen = SMALL | {"iterations": 10_000_000, "square_layers": "200.."}
    with pytest.raises(GenerationFailed, match=r"finished early: .*layers by square out of range"):
        workshop.generate(GAME, 3, chosen, control=FinishedAt(20))


def test_a_candidate_is_just_what_its_recipe_says():
    control = Control()
    control.finish()
    recipe = recipe_of(FAR)
    candidate = GAME.generator.build_candidate(recipe, control)
    assert candidate.recipe == recipe and candidate.snapshot.done == FAR


def test_cancelling_gives_nothing():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        GAME.generator.build_candidate(recipe_of(50), control)
    with pytest.raises(Cancelled):
        workshop.generate(GAME, 3, SMALL, control=control)
    level, _, _ = workshop.generate(GAME, 3, SMALL | {"iterations": 20})
    generator._recent = ImprovementCache(Optimization)
    for make in (workshop.remake_candidate, workshop.regenerate_level):
        with pytest.raises(Cancelled):
            make(level, control)


def test_streams_of_islands_are_derived_from_the_kept_stage():
    recipe = recipe_of(0)
    kept = replace(recipe, kept={"mutations": recipe.get_stream("mutations")})
    for way in range(3):
        words = [
            Optimization.from_recipe(each, way).export_state()["stream"] for each in (recipe, kept)
        ]
        assert np.array_equal(*words)
