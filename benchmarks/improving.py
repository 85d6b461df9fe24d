"""How soon levels become as good as they are to be, by mutations, beside the solver alone."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.common import best, require_kernels, row
from engine import workshop
from engine.evaluation.evaluated_board import EvaluatedBoard
from engine.game import registry
from engine.improvement.improvement_objectives import parse_objective
from engine.improvement.late_acceptance import HillClimb, SearchContext
from engine.values.budget import Control

SEEDS = 10
SECONDS = 10.0


@dataclass(frozen=True)
class Task:
    """What levels of a game are improved for, and when they are good enough."""

    game: str
    settings: Mapping[str, object]
    aim: str
    wanted: str
    good: Callable[[EvaluatedBoard], bool]


def _is_fair(found: EvaluatedBoard) -> bool:
    return bool(found.facts["stars"] == 3 and found.facts["max_combo"]["moves"] >= 8)


FEATURES = {"one_ways": 2, "mud": 2, "anteaters": 1, "hedgehogs": 1}
TASKS = (
    Task("fruit-dating", {"moves": 4}, "longer", "12 moves", lambda found: found.length >= 12),
    Task(
        *("fruit-dating", {"moves": 4, **FEATURES}, "longer", "12 moves"),
        lambda found: found.length >= 12,
    ),
    Task("skiddy", {"moves": 4, "stars": 1}, "stars", "3 stars, Perfect 8", _is_fair),
    Task("skiddy", {"moves": 4, "perfect": "4..30"}, "longer", "3 stars, Perfect 8", _is_fair),
    Task("linjat", {"iterations": 50}, "score", "score 12", lambda found: _score(found) >= 12),
    Task("mazing-monk", {}, "turns", "5 turns", lambda found: found.facts["turns"] >= 5),
)


def _score(found: EvaluatedBoard) -> int:
    return int(found.facts["score"] or 0)


def run() -> None:
    """Prints seconds until levels are good enough, and mutations a second beside the solver."""
    print(f"Improving, {SEEDS} levels of each, at most {SECONDS:.0f} s, one core, public API")
    require_kernels()
    for task in TASKS:
        runs = [_run(task, seed) for seed in range(SEEDS)]
        reached = [seconds for seconds, _, _ in runs if seconds is not None]
        title = f"{task.game}, {task.aim}: {task.wanted}"
        took = f"median {statistics.median(reached):.2f} s" if reached else "never"
        row(title, f"{len(reached)} of {SEEDS}", took)
        rate = statistics.median(rate for _, rate, _ in runs)
        alone = statistics.median(alone for _, _, alone in runs)
        row("  mutations a second", f"{rate:,.0f}", f"the solver alone {alone:,.0f} levels")


def _run(task: Task, seed: int) -> tuple[float | None, float, float]:
    """Seconds until a level was good enough, mutations a second, its solver's levels a second."""
    game = registry.get_game(task.game)
    level, _, _ = workshop.generate(game, seed, task.settings)
    aim = parse_objective(game, task.aim)
    alone, _ = best(3, lambda: game.solver.compute_facts_without(level.board))
    began, seconds = time.perf_counter(), 0.0
    search = HillClimb(SearchContext(game, level.board, aim, Control()), seed)
    while not task.good(search.best) and seconds < SECONDS:
        search.step()
        seconds = time.perf_counter() - began
    reached = seconds if task.good(search.best) else None
    return reached, search.iterations / max(seconds, 1e-9), 1 / alone
