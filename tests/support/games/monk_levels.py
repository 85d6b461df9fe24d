"""Levels of the monk by the thousand, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.errors import EngineError
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.generate.attempting import first_candidate
from engine.games.mazing_monk.generate.workplace import bench_of, board_of, site_of
from engine.games.mazing_monk.search.settling import Judge
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Control

Judged = tuple[int, MonkBoard, dict[str, Any]]
"""An attempt, the level that it leads to, and the facts of :class:`Judge`."""


def judged(recipe: Recipe, levels: int, control: Control) -> Iterator[Judged]:
    """The next levels that the stages before the climb make, whatever is demanded of their facts.

    Threads with an iterator each do not wait for each other where compiled code runs.

    They begin with the recipe's attempt; fewer come if stopped.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
        EngineError: too many attempts one after the other lead to no level.
    """
    site, bench, judge = site_of(recipe), bench_of(recipe), Judge()
    attempt = recipe.attempt
    for _ in range(levels):
        found = first_candidate(
            site, recipe.seed, attempt, DEFAULT_MAX_ATTEMPTS, control.cells, bench
        )
        if control.cancelled:
            return
        if found < 0:
            raise EngineError(f"no level in {DEFAULT_MAX_ATTEMPTS:,} attempts")
        board = board_of(recipe, site.layout)
        facts = judge.facts(board, control)
        if control.cells[0]:
            return
        yield int(found), board, facts
        attempt = int(found) + 1
