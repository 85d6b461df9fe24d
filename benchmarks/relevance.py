"""What relevance costs: each thing of a level taken away and the rest solved again."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any

from reference import fruit_dating as reference

from benchmarks.common import best, require_kernels, row
from engine import workshop
from engine.evaluation.relevance import find_relevance
from engine.game import registry
from engine.game.game import Game
from engine.games.fruit_dating.board import FruitBoard
from engine.values.grid import DIRECTIONS
from engine.values.level import Board

LEVELS = 20
MIXES: Mapping[str, tuple[str, dict[str, object]]] = {
    "fruit-dating": ("fruit-dating", {"inert": "0.."}),
    "fruit-dating, all features": (
        "fruit-dating",
        {
            "one_ways": 3,
            "mud": 2,
            "anteaters": 2,
            "hedgehogs": 1,
            "blockers": 2,
            "moves": "6..",
            "inert": "0..",
        },
    ),
    "skiddy": ("skiddy", {}),
    "skiddy, pits and crates": ("skiddy", {"pits": "0..50", "crates": "1..2"}),
    "linjat, 9 by 6": ("linjat", {"rows": 9, "cols": 6, "iterations": 200}),
    "mazing-monk": ("mazing-monk", {"difficulty": 3}),
}
"""Boards of 6x6 cells within their ring, or as large as their game is."""
BESIDE_REFERENCE = "fruit-dating, all features"


def run() -> None:
    """Prints milliseconds a level, the most and the median, and the ratio to the reference."""
    print(f"Relevance of each thing, of {LEVELS} generated levels, public API")
    require_kernels()
    boards: dict[str, list[Any]] = {}
    for title, (name, settings) in MIXES.items():
        game = registry.get_game(name)
        made = (workshop.generate(game, seed, settings)[0] for seed in range(LEVELS))
        boards[title] = [level.board for level in made]
        costs = [_cost(game, board) for board in boards[title]]
        things = sum(number for _, number in costs) / LEVELS
        spent = [1e3 * seconds for seconds, _ in costs]
        text = f"at most {max(spent):.1f}, {things:.0f} things a level"
        row(f"milliseconds, {title}", f"{statistics.median(spent):.1f}", text)
    fruit, board = registry.get_game("fruit-dating"), boards[BESIDE_REFERENCE][0]
    left = [board, *(thing.without for thing in fruit.boards.list_objects(board))]
    slow, _ = best(1, lambda: [reference.explore(_as_reference(each)) for each in left])
    quick, _ = _cost(fruit, board)
    row("reference, milliseconds", f"{1e3 * slow:,.0f}", f"the first of {BESIDE_REFERENCE}")
    row("ratio", f"{slow / quick:,.0f}", "times the reference")


def _cost(game: Game, board: Board) -> tuple[float, int]:
    """Seconds for a level solved, and again without each of its things; how many there are."""
    seconds, found = best(3, lambda: [*find_relevance(game, board, game.solver.solve(board).facts)])
    return seconds, len(found)


def _as_reference(board: FruitBoard) -> reference.RefBoard:
    gates = frozenset((row, col, DIRECTIONS[way]) for row, col, way in board.gates)
    return reference.RefBoard(board.tiles, board.pieces, gates)
