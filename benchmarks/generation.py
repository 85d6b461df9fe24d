"""Candidates generated, solved whole and judged in a batch on one core."""

from __future__ import annotations

import random
from typing import Any

from reference import fruit_dating as reference

from benchmarks.common import best, game, row
from engine.stages.candidate import Attempts, Recipe
from engine.values.budget import Control

CANDIDATES = 20_000

# Nothing passes: every candidate is solved whole, dead states included, before it is rejected.
SETTINGS = {"moves": "1..", "shortest_solutions": "0", "touching": "0..", "open_share": "0.."}


def run() -> None:
    """Prints candidates a second and the ratio to the reference's solver alone."""
    fruit = game()
    parameters = fruit.generator.parameters.complete_settings(SETTINGS)
    print("Generate and solve, typical 6x6 boards (8x8 with the border), one core")

    def batch() -> Attempts:
        return fruit.generator.try_candidates(Recipe(1, 0, parameters), CANDIDATES, Control())

    seconds, made = best(3, batch)
    row("candidates a second", f"{made.tried / seconds:,.0f}", f"{made.tried:,} candidates")
    for reason, number in made.rejections.items():
        row(f"  {reason}", f"{number:,}")
    chosen = random.Random(1).sample(range(CANDIDATES), 60)
    states: list[int] = []
    boards: list[Any] = []
    for attempt in chosen:
        candidate = fruit.generator.build_candidate(Recipe(1, attempt, parameters))
        if candidate.failed is None:
            boards.append(candidate.board)
    all_states = [
        fruit.solver.solve(candidate.board).facts["states"]
        for candidate in (
            fruit.generator.build_candidate(Recipe(1, n, parameters)) for n in range(1_000)
        )
        if candidate.failed is None
    ]
    row("mean states of a candidate", f"{sum(all_states) / len(all_states):,.0f}")

    def slowly() -> None:
        for board in boards:
            gates = frozenset((r, c, ("right", "up", "left", "down")[d]) for r, c, d in board.gates)
            states.append(
                reference.explore(reference.RefBoard(board.tiles, board.pieces, gates)).states
            )

    slow, _ = best(1, slowly)
    row("reference, levels solved a second", f"{len(boards) / slow:,.1f}", "not generated")
    row("ratio", f"{made.tried / seconds / (len(boards) / slow):,.0f}", "times the reference")
