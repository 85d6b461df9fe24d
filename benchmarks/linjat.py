"""Linjat by mode: optimizer, first puzzle, and solver beside the plain-Python reference."""

from __future__ import annotations

import statistics
import time
from importlib import import_module

import numpy as np

from benchmarks.common import row
from engine import kernels, registry
from engine.games.linjat import layers, table
from engine.games.linjat.compiled import cells_of_board
from engine.games.linjat.counting import count_solutions
from engine.games.linjat.optimization import Optimization
from engine.games.linjat.parameters import PARAMETERS
from engine.games.linjat.rulesets import CORRECTED, PUBLISHED, RULES
from engine.games.linjat.text import read_published
from engine.generation import Recipe, first_accepted

boards = import_module("linjat_boards")  # found once benchmarks.common is imported
reference = import_module("linjat_reference")

ORIGINAL = {"easy": (10.5, 340), "medium": (29.0, 120), "hard": (38.6, 90), "expert": (74.2, 45)}
"""Microseconds that the original program takes for a solve (optimised C++, a shared 2-core
machine), and how many times as fast as the reference a solve should be at least."""
ROUNDS, REPEATS = 5, 200

ITERATIONS = 10_000
OPTIMIZER = {
    "easy": (10, 22_651),
    "medium": (19, 9_724),
    "hard": (22, 6_493),
    "expert": (25, 3_734),
}
"""Numbers on the board, and iterations a second of the original's optimizer."""
FIRST = {"easy": 0.2, "medium": 15.9, "hard": 209.9, "expert": 57.2}
"""Milliseconds that the original takes to its first puzzle."""
SEEDS, RUNS = 50, 5


def run() -> None:
    """Prints microseconds a solve, ratios to the reference, and milliseconds a proof."""
    kernels.load()
    _generator()
    puzzles = boards.sample()
    if not puzzles:
        print(f"Linjat: left out, no published puzzles at {boards.SAMPLE_FILE}")
        return
    print("Linjat, published puzzles, one core, CPU time; all layers of a board in one call")
    for mode, (original, wanted) in ORIGINAL.items():
        rows = [puzzle["rows"] for puzzle in puzzles if puzzle["mode"] == mode]
        published = [_solve(one, PUBLISHED) for one in rows]
        corrected = [_solve(one, CORRECTED) for one in rows]
        slow = statistics.mean(map(_reference, rows))
        fast = statistics.mean(published)
        row(
            f"{mode}: median",
            f"{1e6 * statistics.median(published):.2f} us",
            f"original {original}",
        )
        row("  corrected rules", f"{1e6 * statistics.median(corrected):.2f} us")
        row("  slowest board", f"{1e6 * max(published):.2f} us")
        row("  reference, mean", f"{1e3 * slow:.2f} ms")
        row("  ratio", f"{slow / fast:,.0f}", f"times the reference; at least {wanted} wanted")
        proofs = [_proof(one) for one in rows]
        row("  uniqueness, median", f"{1e3 * statistics.median(proofs):.3f} ms")
        row("  uniqueness, worst", f"{1e3 * max(proofs):.3f} ms", "at most 20 wanted at expert")


def _generator() -> None:
    """Prints iterations a second of the optimizer, and milliseconds to the first puzzle."""
    print("Linjat, generated puzzles, one core, CPU time; uniqueness proven of all that is kept")
    for mode, (numbers, original) in OPTIMIZER.items():
        firsts, rates = [], []
        for seed in range(SEEDS):
            settings = {"mode": mode, "numbers": numbers}
            seconds, recipe = _first(settings, seed)
            firsts.append(seconds)
            if seed < RUNS:
                rates.append(_iterations(recipe))
        rate, least = statistics.median(rates), min(rates)
        row(
            f"{mode}, {numbers} numbers: iterations a second",
            f"{rate:,.0f}",
            f"original {original:,}: {rate / original:.1f} times; slowest {least:,.0f}",
        )
        row(
            f"  first puzzle, median of {SEEDS} seeds",
            f"{1e3 * statistics.median(firsts):.1f} ms",
            f"original {FIRST[mode]}, at most 150 wanted; mean {1e3 * statistics.mean(firsts):.1f}",
        )


def _first(settings: dict[str, object], seed: int) -> tuple[float, Recipe]:
    """CPU seconds to the first puzzle of a seed, whatever its layers, and its recipe."""
    game = registry.get("linjat")
    anything = {f"{rule}_layers": "0.." for rule in RULES} | {"iterations": 0}
    start = time.process_time()
    recipe = Recipe(seed, 0, PARAMETERS.complete(settings | anything))
    found, _ = first_accepted(game, recipe, 10_000_000)
    return time.process_time() - start, found


def _iterations(recipe: Recipe) -> float:
    """Iterations a second of a whole optimisation."""
    run = Optimization.of(recipe)
    start = time.process_time()
    run.advance(ITERATIONS)
    return ITERATIONS / (time.process_time() - start)


def _solve(rows: list[str], switches: int) -> float:
    """CPU seconds of a solve, the least of some rounds."""
    board = read_published(rows)
    words, integers = np.zeros(table.WORDS, np.uint64), np.zeros(table.INTEGERS, np.int64)
    record = np.zeros(layers.RECORD, np.int64)
    cells, most = cells_of_board(board), layers.MOST_LAYERS
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(REPEATS):
            layers.run(cells, board.rows, board.cols, switches, most, words, integers, record)
        least = min(least, (time.process_time() - start) / REPEATS)
    return least


def _reference(rows: list[str]) -> float:
    board = reference.from_published(rows)
    start = time.process_time()
    reference.solve(board, reference.PUBLISHED)
    return time.process_time() - start


def _proof(rows: list[str]) -> float:
    board = read_published(rows)
    start = time.perf_counter()
    count_solutions(board)
    return time.perf_counter() - start
