"""Beginnings of Linjat's optimizer for tests: recipes whose attempt leads to a puzzle."""

from __future__ import annotations

from dataclasses import replace

from linjat_boards import GAME

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.generate import pools
from engine.games.linjat.generate.candidates import bench_of, board_of, first_candidate, site_of
from engine.games.linjat.generate.optimization import Optimization
from engine.staging.generation import Recipe

SMALL = {"rows": 6, "cols": 5, "numbers": 5, "cover_layers": "0.."}
"""Settings of puzzles that are quickly found, and deduced."""


def recipe_of(chosen: dict[str, object], seed: int = 1, **others: object) -> Recipe:
    """The recipe of the first attempt of a seed that leads to a puzzle."""
    recipe = Recipe(seed, 0, GAME.generator.parameters.complete(chosen), **others)
    site = site_of(recipe)
    bench = bench_of(site)
    attempt = int(first_candidate(site, seed, 0, 100_000, bench.quiet, bench))
    assert attempt >= 0
    return replace(recipe, attempt=attempt)


def optimization_of(chosen: dict[str, object], seed: int = 1, **others: object) -> Optimization:
    """The optimisation of that attempt, at its beginning."""
    optimization = Optimization.of(recipe_of(chosen, seed, **others))
    assert optimization is not None
    return optimization


def pool_of(optimization: Optimization) -> tuple[tuple[LinjatBoard, ...], tuple[int, ...]]:
    """The puzzles that an optimisation mutates, best first, and their scores."""
    saved = optimization.saved()
    standing = saved["standing"][:-2]
    slots = [slot for slot, row in enumerate(standing) if row[pools.ENTRY] != pools.NO_ENTRY]
    slots.sort(key=lambda slot: -int(standing[slot, pools.SCORE]))
    boards = tuple(board_of(optimization.recipe, saved["cells"][slot]) for slot in slots)
    return boards, tuple(int(standing[slot, pools.SCORE]) for slot in slots)
