"""Figures of experiments of Linjat and Fruit Dating, and of the study of Skiddy's fun rating."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from benchmarks import skiddy_fun
from benchmarks.figures.rows import table_row
from engine.game import registry
from engine.games.skiddy.fun_rating import CRITERIA, FIRST_CRITERIA
from engine.generation.experiment_runner import run_experiment
from engine.values.budget import Control

MODES = ("easy", "medium", "hard", "expert")
METHODS = ("race", "pool", "annealing", "pool+crossover")
PUZZLES = 20
"""Puzzles of each mode and method in the larger comparison of methods."""
CLUE_SHARES = {0: "dots alone", 100: "`ones=100`", 300: "`ones=300`", 1000: "`ones=1000`"}


@cache
def _rows(name: str, count: int | None = None) -> list[dict[str, Any]]:
    """Run an experiment at its usual size, or another, and return its rows."""
    (found,) = (each for _, each in registry.list_experiments() if each.name == name)
    table = run_experiment(found, count or found.count, 0, Control())
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, row, strict=True)) for row in table.rows]


def measure_solvers() -> Iterator[str]:
    """Yield how many situations the strategies of Fruit Dating look at."""
    seen = {row["strategy"]: row["situations_median"] for row in _rows("fruit-solvers")}
    looked = f"the published solver looks at {seen['published']:.0f} situations on the median"
    yield f"{looked}, the naive one at {seen['naive']:.0f}, the whole graph has {seen['graph']:.0f}"


def measure_methods() -> Iterator[str]:
    """Yield the best scores of the ways to optimise after 5,000 iterations, at two sizes."""
    for count in (None, PUZZLES):
        for method in METHODS:
            medians = {
                row["mode"]: f"{row['score_median']:g}"
                for row in _rows("linjat-methods", count)
                if row["method"] == method and row["iterations"] == 5_000
            }
            size = count or "3, the default"
            yield table_row(size, f"`{method}`", *(medians[mode] for mode in MODES))


def measure_clues() -> Iterator[str]:
    """Yield how many random starts become a puzzle by the share of ones, and why others do not."""
    found = {(row["mode"], row["ones"]): row for row in _rows("linjat-clues")}
    for ones, title in CLUE_SHARES.items():
        shares = [found[mode, ones]["puzzles"] for mode in MODES]
        yield table_row(title, f"{shares[0]:.2f}", *(f"{share:.3f}" for share in shares[1:]))
    none, all_ones = found["easy", 0], found["easy", 1000]
    yield f"{all_ones['clues']:.1f} and not {none['clues']:.1f} in easy puzzles"
    stuck = all_ones["stuck"], none["stuck"]
    yield "({:.1f} % of the easy starts and not {:.1f} % get stuck)".format(*stuck)
    yield f"({all_ones['not_unique']:.1f} % of the starts and not {none['not_unique']:.1f} %)"
    none, all_ones = found["expert", 0], found["expert", 1000]
    yield f"({all_ones['too_plain']:.2f} % and not {none['too_plain']:.2f} % in expert mode)"


def measure_fun() -> Iterator[str]:
    """Yield how well the fun rating separates designed levels from random ones."""
    every = [*skiddy_fun.matches()]
    found = [match for match in every if match.random]
    random = sum(len(match.random) for match in found)
    yield f"{random} random ones belong to the other {len(found)}"
    for criterion in CRITERIA:
        designed, others, area = skiddy_fun.shares(found, criterion)
        title = criterion.name.replace("_", " ")
        yield table_row(title, _share(designed), _share(others), f"{area:.2f}")
    ratings = {
        "**the rating**": skiddy_fun.areas(found, CRITERIA),
        "the rating, limits chosen without the level": skiddy_fun.held_out(found),
        "without the two proposed ones": skiddy_fun.areas(found, skiddy_fun.NEW),
        "version 1": skiddy_fun.areas(found, FIRST_CRITERIA),
    }
    for title, areas in ratings.items():
        low, high = skiddy_fun.interval(areas)
        mean = f"{np.mean(areas):.2f}"
        mean = f"**{mean}**" if title.startswith("**") else mean
        yield f"| {title} | | | {mean} ({low:.2f} to {high:.2f}) |"
    for title, shares in skiddy_fun.spread(found).items():
        yield table_row(title, *map(_share, shares))


def _share(part: float) -> str:
    return f"{part:.0%}".replace("%", " %")
