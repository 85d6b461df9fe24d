"""Linjat's optimizer by method: how good its best accepted puzzle is after some CPU time.

Every method starts with the same first puzzle of a seed. One that goes on for the longest of the
times also measures the others.

``python -m benchmarks.linjat_methods`` takes other seeds, times, modes and methods.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.common import machine, require_kernels, row
from engine.game import registry
from engine.games.linjat.deduction.rulesets import RULES
from engine.games.linjat.generation.parameters import METHODS, PARAMETERS, PRESETS
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe

SEEDS, SECONDS = 3, (2.0, 10.0)
COMPARED = ("pool", "race")
"""The methods compared unless others are asked for: the original program's, and the default."""
SLICE = 0.05
"""CPU seconds between two looks at the clock, about."""
_ANYTHING = {f"{rule}_layers": "0.." for rule in RULES} | {"iterations": 0}


def run(
    seeds: int = SEEDS,
    seconds: Sequence[float] = SECONDS,
    modes: Sequence[str] = tuple(PRESETS),
    methods: Sequence[str] = COMPARED,
) -> None:
    """Prints medians of the best accepted scores, and what the last method adds to the first.

    Args:
        seeds: how many, from 1 on.
        seconds: CPU times, the least first.
        modes: what puzzles are sought.
        methods: of the optimizer.
    """
    require_kernels()
    print(f"Linjat's optimizer on {machine()}; one core, CPU time, seeds 1 to {seeds}")
    for mode in modes:
        first = [_first(mode, seed) for seed in range(1, seeds + 1)]
        medians = []
        for method in methods:
            found = [_scores(recipe, mode, method, seconds) for recipe in first]
            medians.append([statistics.median(scores) for scores in zip(*found, strict=True)])
            pairs = zip(medians[-1], seconds, strict=True)
            text = ", ".join(f"{median:g} at {at:g} s" for median, at in pairs)
            row(f"{mode}, {method}: median of the best", text)
        gains = (
            f"{last / base:.2f} at {at:g} s"
            for base, last, at in zip(medians[0], medians[-1], seconds, strict=True)
        )
        row(f"  {methods[-1]} to {methods[0]}", ", ".join(gains))


def _first(mode: str, seed: int) -> Recipe:
    """The recipe of the first puzzle of a seed, whatever its layers."""
    recipe = Recipe(seed, 0, PARAMETERS.complete_settings({"mode": mode, **_ANYTHING}))
    return find_accepted_attempt(registry.get_game("linjat").generator, recipe, 100_000_000)[0]


def _scores(recipe: Recipe, mode: str, method: str, seconds: Sequence[float]) -> list[int]:
    """The score of the best accepted puzzle after each of some times; 0 if there is none."""
    parameters = PARAMETERS.complete_settings({"mode": mode, "method": method})
    optimization = Optimization.from_recipe(replace(recipe, parameters=parameters))
    assert optimization is not None
    scores: list[int] = []
    start = before = time.thread_time()
    size = 100
    while len(scores) < len(seconds):
        optimization.advance(size)
        now = time.thread_time()
        while len(scores) < len(seconds) and now - start >= seconds[len(scores)]:
            accepted, score = optimization.rank
            scores.append(score if accepted else 0)
        size = max(1, min(2 * size, int(size * SLICE / max(now - before, 1e-9))))
        before = now
    return scores


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.linjat_methods")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--seconds", type=float, nargs="+", default=SECONDS)
    parser.add_argument("--modes", nargs="+", choices=tuple(PRESETS), default=tuple(PRESETS))
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=COMPARED)
    asked = parser.parse_args()
    run(asked.seeds, sorted(asked.seconds), asked.modes, asked.methods)


if __name__ == "__main__":
    main()
