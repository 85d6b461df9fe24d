"""Beginnings of Linjat's optimizer for tests: recipes whose attempt leads to a puzzle."""

from __future__ import annotations

from dataclasses import replace

from linjat_boards import GAME

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.generation import puzzle_pool
from engine.games.linjat.generation.first_puzzles import (
    create_site,
    create_site_workspace,
    decode_board,
    find_first_puzzle,
)
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.stages.candidate import Recipe

SMALL = {"rows": 6, "cols": 5, "numbers": 5, "cover_layers": "0.."}
"""Settings of puzzles that are quickly found, and deduced."""


def recipe_of(chosen: dict[str, object], seed: int = 1, **others: object) -> Recipe:
    """The recipe of the first attempt of a seed that leads to a puzzle."""
    recipe = Recipe(seed, 0, GAME.generator.parameters.complete_settings(chosen), **others)
    site = create_site(recipe)
    workspace = create_site_workspace(site)
    attempt = int(find_first_puzzle(site, seed, 0, 100_000, workspace.quiet, workspace))
    assert attempt >= 0
    return replace(recipe, attempt=attempt)


def optimization_of(chosen: dict[str, object], seed: int = 1, **others: object) -> Optimization:
    """The optimisation of that attempt, at its beginning."""
    optimization = Optimization.from_recipe(recipe_of(chosen, seed, **others))
    assert optimization is not None
    return optimization


def pool_of(optimization: Optimization) -> tuple[tuple[LinjatBoard, ...], tuple[int, ...]]:
    """The puzzles that an optimisation mutates, best first, and their scores."""
    saved = optimization.export_state()
    standing = saved["ranking"][:-2]
    slots = [
        slot for slot, row in enumerate(standing) if row[puzzle_pool.ENTRY] != puzzle_pool.NO_ENTRY
    ]
    slots.sort(key=lambda slot: -int(standing[slot, puzzle_pool.SCORE]))
    boards = tuple(decode_board(optimization.recipe, saved["cells"][slot]) for slot in slots)
    return boards, tuple(int(standing[slot, puzzle_pool.SCORE]) for slot in slots)
