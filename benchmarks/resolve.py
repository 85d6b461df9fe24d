"""What an edit costs: a typical 6x6 level changed and solved again through the public API."""

from __future__ import annotations

import itertools
from typing import Any

from reference import fruit_dating as reference

from benchmarks.common import as_reference, best, game, row
from engine import workshop

EDITS = 50


def run() -> None:
    """Prints milliseconds an edit and the ratio to the reference."""
    fruit = game()
    level, _, _ = workshop.generate(fruit, 7)
    stone = next(tool for tool in fruit.boards.tools if tool.name == "stone")
    free = [
        (row, col)
        for row, col in itertools.product(range(level.board.rows), range(level.board.cols))
        if fruit.boards.describe_cell(level.board, row, col) == "floor"
    ]
    boards: list[Any] = [fruit.boards.paint_cell(level.board, stone, *place) for place in free]

    def edits() -> list[int]:
        return [
            workshop.solve(level.with_edited_board(boards[n % len(boards)])).facts["states"]
            for n in range(EDITS)
        ]

    print("An edit solved again, public API")
    seconds, states = best(3, edits)
    row("milliseconds an edit", f"{1e3 * seconds / EDITS:.2f}", f"{sum(states) // EDITS:,} states")
    slow, _ = best(1, lambda: [reference.explore(as_reference(b)) for b in boards[:3]])
    row("reference, milliseconds", f"{1e3 * slow / 3:,.0f}")
    row("ratio", f"{slow / 3 / (seconds / EDITS):,.0f}", "times the reference")
