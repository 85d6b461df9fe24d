"""Skiddy: whole graphs with stars, and candidates made and rated, beside the reference."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any

from benchmarks.common import best, require_kernels, row
from engine.errors import GenerationFailed
from engine.game import registry
from engine.games.skiddy.board import SkiddyBoard, SkiddyText
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe

reference = import_module("skiddy_reference")  # found once benchmarks.common is imported

GAME = registry.get_game("skiddy")
BOARDS = 200
REFERENCE_BOARDS = 5

# 8x7 cells. Nothing passes: every candidate is rated by its whole graph before it is rejected.
RATED = {"rows": 7, "cols": 8, "static": "10..30", "stars": 0, "perfect": "1..", "states": 0}
MIXES: Mapping[str, tuple[dict[str, object], int]] = {
    "blocks and pits": ({"pits": "0..50"}, 100_000),
    "blocks and crates": ({"crates": "1..2"}, 20_000),
    "pits, crates and ice": ({"pits": "0..50", "crates": "0..2", "ice": "0..2"}, 8_000),
}
"""What stands in the way of two to four reds, and how many candidates are made of each."""
THREADS = 2
REFERENCE_CANDIDATES = 100
SMALL = 1_000
"""States of the candidates that the reference is given."""

LARGE = {
    "crates": (
        "########",
        "##....##",
        "#b...r.#",
        "#...c..B",
        "#.r.c.b#",
        "#..#..rR",
        "#####R##",
    ),
    "pits and a crate": (
        "#R##R###",
        "#b.r.o.#",
        "#.#r.cr#",
        "#b.o#..B",
        "##r....#",
        "#.....##",
        "########",
    ),
}
"""610,359 and 563,211 positions."""


def typical(seed: int) -> SkiddyBoard:
    """A random 8x7 board with four blocks, four reds, two blues, two red goals and a blue one."""
    draw = random.Random(seed)
    cells = [["#" if r in (0, 6) or c in (0, 7) else "." for c in range(8)] for r in range(7)]
    inner = [(r, c) for r in range(1, 6) for c in range(1, 7)]
    for (r, c), glyph in zip(draw.sample(inner, 10), "####rrrrbb", strict=True):
        cells[r][c] = glyph
    ring = [(r, c) for r in (0, 6) for c in range(1, 7)]
    ring += [(r, c) for c in (0, 7) for r in range(1, 6)]
    open_ = [(r, c) for r, c in ring if cells[min(max(r, 1), 5)][min(max(c, 1), 6)] != "#"]
    for (r, c), glyph in zip(draw.sample(open_, 3), "RRB", strict=True):
        cells[r][c] = glyph
    return SkiddyText().read_rows([(at, "".join(line)) for at, line in enumerate(cells, 1)])


def run() -> None:
    """Prints milliseconds a board, states and candidates a second, and ratios to the reference."""
    require_kernels()
    print("Skiddy, whole graph and stars through the public API, one core")
    _typical_boards()
    for title, rows in LARGE.items():
        board = SkiddyText().read_rows([*enumerate(rows, 1)])
        needed, solved = best(3, partial(GAME.solver.solve, board))
        count = solved.facts["states"]
        row(f"large, {title}: states a second", f"{count / needed / 1e6:.2f} million", f"{count:,}")
    print(f"Candidates of 2 to 4 reds on 8x7 made and rated, {THREADS} threads")
    for title, (settings, number) in MIXES.items():
        _candidates(title, {**RATED, **settings}, number)


def _typical_boards() -> None:
    boards = [typical(seed) for seed in range(BOARDS)]
    seconds, states = [], []
    for board in boards:
        needed, solved = best(3, partial(GAME.solver.solve, board))
        seconds.append(needed)
        states.append(solved.facts["states"])
    row("8x7, 4 red and 2 blue: median", f"{1e3 * statistics.median(seconds):.2f} ms")
    row("  median states", f"{statistics.median(states):,.0f}")
    row("  states a second", f"{sum(states) / sum(seconds) / 1e6:.2f} million")
    least = sorted(range(BOARDS), key=states.__getitem__)[:REFERENCE_BOARDS]
    slow = _reference_seconds([boards[number] for number in least])
    rate = sum(states[number] for number in least) / slow
    row("slow reference, states a second", f"{rate:,.0f}", "the smallest of the boards")
    row("ratio", f"{sum(states) / sum(seconds) / rate:,.0f}", "times the reference")


def _candidates(title: str, settings: Mapping[str, object], number: int) -> None:
    """Candidates a second by the loop that the app and the command line generate with."""
    parameters = GAME.generator.parameters.complete_settings(settings)

    def search(seed: int) -> None:
        try:
            find_accepted_attempt(GAME.generator, Recipe(seed, 0, parameters), number // THREADS)
        except GenerationFailed:
            return
        raise AssertionError("a candidate passed")

    def both() -> None:
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(search, range(THREADS)))

    seconds, _ = best(1, both)
    row(
        f"{title}: a second",
        f"{number / seconds:,.0f}",
        f"{1e5 * seconds / number:.1f} s a 100,000",
    )
    # The reference would take minutes for one of the large ones: it gets those that are small.
    made = [
        GAME.generator.build_candidate(Recipe(0, n, parameters)).board
        for n in range(REFERENCE_CANDIDATES)
    ]
    small = [board for board in made if GAME.solver.solve(board).facts["states"] <= SMALL]
    slow = _reference_seconds(small) / len(small)
    ratio = slow * number / seconds
    row("  ratio, at least", f"{ratio:,.0f}", f"times the reference, given {len(small)} small ones")


def _reference_seconds(boards: Sequence[Any]) -> float:
    """How long the reference takes for the facts of some boards."""
    started = time.perf_counter()
    for board in boards:
        reference.explore(reference.RefBoard(board.tiles, board.pieces))
    return time.perf_counter() - started
