"""A Mazing Monk by difficulty: proofs and first solutions, beside the literal search."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from benchmarks.common import row
from engine import kernels, registry
from engine.budget import Budget, Control
from engine.games.mazing_monk.board import MonkBoard
from engine.games.mazing_monk.hardening import Hardening, Recipe
from engine.games.mazing_monk.judging import Judge
from engine.generation import Recipe as LevelRecipe
from engine.generation import first_accepted

literal = import_module("monk_literal")  # found once benchmarks.common is imported

LEVELS = 300
DIFFICULTIES = range(1, 11)
LITERAL_LEVELS, LITERAL_STATES = 3, 60_000
HARD = (
    "M.#.####S....S*#*#S*#.S*#*######.S.#S.S##SS..#*#.###*S",
    "M.#.#.##S#*.#S*#*#S.#.S.#*#######S*#S.S##SS*.###.###*S",
)
SEEDS = (7, 11, 12, 13)
CLIMB_SECONDS = 60


def run() -> None:
    """Prints milliseconds a level, ratios to the literal search, and what a climb reaches."""
    kernels.load()
    print("A Mazing Monk, generated levels, one core, CPU time")
    game, judge = registry.get("mazing-monk"), Judge()
    made, whole = [], []
    for difficulty in DIFFICULTIES:
        seconds, boards = _timed(lambda d=difficulty: _levels(d))
        made.append(seconds / LEVELS)
        proofs, firsts, gaps = [], [], []
        for board in boards:
            seconds, facts = _timed(lambda b=board: judge.facts(b, Control()))
            assert facts["optimal"], board
            proofs.append(seconds)
            seconds, first = _timed(lambda b=board: game.solve(b, "fast"))
            firsts.append(seconds)
            gaps.append(first.facts["turns"] - facts["turns"])
        whole.append(statistics.mean(proofs))
        row(
            f"difficulty {difficulty}: proof, median",
            f"{1e3 * statistics.median(proofs):.2f} ms",
            f"99 % {1e3 * sorted(proofs)[-len(proofs) // 100]:.1f}, worst {1e3 * max(proofs):.1f}",
        )
        row(
            "  first solution, median",
            f"{1e3 * statistics.median(firsts):.2f} ms",
            f"{statistics.mean(gaps):.2f} turns above the optimum",
        )
    each = statistics.mean(made) + statistics.mean(whole)
    row("generated, proven and rated", f"{1e3 * each:.2f} ms", "a level")
    row("100,000 levels on two cores", f"{100_000 * each / 2:.0f} s", "at most 180 wanted")
    _ratio(judge)
    for text in HARD:
        seconds, solved = _timed(lambda t=text: game.solve(MonkBoard(t), budget=Budget()))
        row(f"the level of {solved.facts['turns']} turns", f"{seconds:.2f} s")
    for seed in SEEDS:
        search = Hardening(Recipe(seed))
        began = time.process_time()
        while time.process_time() - began < CLIMB_SECONDS:
            search.advance(20)
        best = search.progress.best
        row(f"hard level, seed {seed}, {CLIMB_SECONDS} s", f"{best} turns", "28 wanted in 300 s")


def _timed(work: Callable[[], object]) -> tuple[float, object]:
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def _levels(difficulty: int) -> list[MonkBoard]:
    game = registry.get("mazing-monk")
    recipe = LevelRecipe(1, 0, game.parameters.complete({"difficulty": difficulty}))
    boards = []
    for _ in range(LEVELS):
        recipe, _ = first_accepted(game, recipe)
        boards.append(game.candidate(recipe).board)
        recipe = replace(recipe, attempt=recipe.attempt + 1)
    return boards


def _ratio(judge: Judge) -> None:
    """Prints how many times as fast as the literal search a proof is, on its easiest levels."""
    fast = slow = 0.0
    left = LITERAL_LEVELS
    for board in _levels(10):
        facts = judge.facts(board, Control())
        if left == 0 or facts["turns"] > 5:
            continue
        try:
            seconds, found = _timed(lambda b=board: literal.least(b.cells, 7, LITERAL_STATES))
        except OverflowError:
            continue
        assert found == (facts["turns"], facts["walks"])
        slow += seconds
        fast += _timed(lambda b=board: judge.facts(b, Control()))[0]
        left -= 1
    row("ratio", f"{slow / fast:,.0f}", "times the literal search, easy levels only")
