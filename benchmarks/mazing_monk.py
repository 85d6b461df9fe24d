"""A Mazing Monk by difficulty: proofs and first solutions, beside the literal search."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

from benchmarks.common import require_kernels, row
from engine.game import registry
from engine.games.mazing_monk.climb.turn_climb import TurnClimb
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.search.compiled_level_facts import LevelSolver
from engine.stages.candidate import Recipe
from engine.values.budget import Budget, Control

T = TypeVar("T")

literal = import_module("monk_literal")  # found once benchmarks.common is imported
monk_levels = import_module("monk_levels")

LEVELS = 300
HARDEST = 10
DIFFICULTIES = range(1, HARDEST + 1)
LITERAL_LEVELS, LITERAL_STATES = 3, 60_000
HARD = (
    "M.#.####S....S*#*#S*#.S*#*######.S.#S.S##SS..#*#.###*S",
    "M.#.#.##S#*.#S*#*#S.#.S.#*#######S*#S.S##SS*.###.###*S",
)
SEEDS = (7, 11, 12, 13)
ENDLESS = {"iterations": 10_000_000}
CLIMB_SECONDS = 60


def run() -> None:
    """Prints milliseconds a level, ratios to the literal search, and what a climb reaches."""
    require_kernels()
    print("A Mazing Monk, generated levels, one core, CPU time")
    game, judge = registry.get_game("mazing-monk"), LevelSolver()
    whole = []
    for difficulty in DIFFICULTIES:
        seconds, levels = _timed(partial(_levels, difficulty, LEVELS))
        whole.append(seconds / LEVELS)
        proofs, firsts, gaps = [], [], []
        for _, board, _ in levels:
            seconds, facts = _timed(partial(judge.compute_facts, board, Control()))
            assert facts["optimal"], board
            proofs.append(seconds)
            seconds, first = _timed(partial(game.solver.solve, board, "fast"))
            firsts.append(seconds)
            gaps.append(first.facts["turns"] - facts["turns"])
        row(
            f"difficulty {difficulty}: proof and facts, median",
            f"{1e3 * statistics.median(proofs):.2f} ms",
            f"99 % {1e3 * sorted(proofs)[-len(proofs) // 100]:.1f}, worst {1e3 * max(proofs):.1f}",
        )
        row(
            "  first solution, median",
            f"{1e3 * statistics.median(firsts):.2f} ms",
            f"{statistics.mean(gaps):.2f} turns above the optimum",
        )
    each = statistics.mean(whole)
    row("generated, proven and rated", f"{1e3 * each:.2f} ms", "a level")
    row("100,000 levels on two cores", f"{100_000 * each / 2:.0f} s", "at most 180 wanted")
    row("two threads", f"{_speed_up():.2f}", "times as fast as one, by the wall clock")
    _ratio(judge)
    for text in HARD:
        seconds, solved = _timed(partial(game.solver.solve, MonkBoard(text), budget=Budget()))
        row(f"the level of {solved.facts['turns']} turns", f"{seconds:.2f} s")
    for seed in SEEDS:
        search = TurnClimb.from_recipe(
            Recipe(seed, 0, game.generator.parameters.complete_settings(ENDLESS))
        )
        assert search is not None
        began = time.process_time()
        while time.process_time() - began < CLIMB_SECONDS:
            search.advance(20)
        best = search.progress.best
        row(f"hard level, seed {seed}, {CLIMB_SECONDS} s", f"{best} turns", "28 wanted in 300 s")


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def _levels(difficulty: int, number: int) -> list[Any]:
    parameters = registry.get_game("mazing-monk").generator.parameters.complete_settings(
        {"difficulty": difficulty}
    )
    return list(monk_levels.judged(Recipe(1, 0, parameters), number, Control()))


def _speed_up() -> float:
    """How much faster two threads judge levels than one, by the wall clock."""

    def judge(_: int) -> None:
        for _ in _levels(HARDEST, LEVELS):
            pass

    took = []
    for threads in (1, 2):
        with ThreadPoolExecutor(threads) as pool:
            began = time.perf_counter()
            list(pool.map(judge, range(2)))
            took.append(time.perf_counter() - began)
    return took[0] / took[1]


def _ratio(judge: LevelSolver) -> None:
    """Prints how many times as fast as the literal search a proof is, on its easiest levels."""
    fast = slow = 0.0
    left = LITERAL_LEVELS
    for _, board, facts in _levels(HARDEST, LEVELS):
        if left == 0 or facts["turns"] > 5:
            continue
        try:
            seconds, found = _timed(partial(literal.least, board.cells, 7, LITERAL_STATES))
        except OverflowError:
            continue
        assert found == (facts["turns"], facts["walks"])
        slow += seconds
        fast += _timed(partial(judge.compute_facts, board, Control()))[0]
        left -= 1
    row("ratio", f"{slow / fast:,.0f}", "times the literal search, easy levels only")
