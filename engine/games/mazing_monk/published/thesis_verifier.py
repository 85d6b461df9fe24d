"""Verification of generated levels with the thesis's solver, as in the thesis.

The thesis rejects a level if its solver has not solved it within 100 seconds. Running times vary,
so the limit here is a number of states.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.generation.parameters import UNSOLVABLE
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.published import thesis_strategy
from engine.games.mazing_monk.published.thesis_search_nodes import new_records
from engine.games.mazing_monk.search.turn_search import EMPTY, FOUND
from engine.values.budget import Budget, Control

UNDECIDED = "published: time-out"
"""The reason to reject a level that the thesis's solver could not decide within its limit."""


class ThesisVerifier:
    """A verifier for generated levels that runs the thesis's solver.

    It reuses the solver's memory, so threads must not share it.

    Args:
        most: The number of states after which the solver gives up on a level.
    """

    def __init__(self, most: int) -> None:
        self._budget, self._records = Budget(most), new_records(most)

    def __call__(self, board: MonkBoard, control: Control) -> str | None:
        """Return the reason to reject a valid board, or None if the thesis's solver solves it."""
        log = thesis_strategy.search_solution(
            rules.create_start(board), self._budget, control, memory=self._records
        )
        return {FOUND: None, EMPTY: UNSOLVABLE}.get(log.status, UNDECIDED)
