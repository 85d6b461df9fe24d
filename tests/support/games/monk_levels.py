"""Levels of the monk by the thousand, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.errors import EngineError
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.generation.candidate_attempts import find_first_candidate
from engine.games.mazing_monk.generation.generation_arrays import (
    build_board,
    build_rewind,
    build_site,
)
from engine.games.mazing_monk.search.compiled_level_facts import LevelSolver
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Recipe
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
    site, workspace, judge = build_site(recipe), build_rewind(recipe), LevelSolver()
    attempt = recipe.attempt
    for _ in range(levels):
        found = find_first_candidate(
            site, recipe.seed, attempt, DEFAULT_MAX_ATTEMPTS, control.shared_cells, workspace
        )
        if control.is_cancelled:
            return
        if found < 0:
            raise EngineError(f"no level in {DEFAULT_MAX_ATTEMPTS:,} attempts")
        board = build_board(recipe, site.layout)
        facts = judge.compute_facts(board, control)
        if control.shared_cells[0]:
            return
        yield int(found), board, facts
        attempt = int(found) + 1
