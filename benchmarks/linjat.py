"""Linjat: one deduction and one uniqueness proof, by mode, beside the plain-Python reference."""

from __future__ import annotations

import statistics
import time
from importlib import import_module

import numpy as np

from benchmarks.common import row
from engine import kernels
from engine.games.linjat import layers, table
from engine.games.linjat.compiled import cells_of_board
from engine.games.linjat.counting import count_solutions
from engine.games.linjat.rulesets import CORRECTED, PUBLISHED
from engine.games.linjat.text import read_published

boards = import_module("linjat_boards")  # found once benchmarks.common is imported
reference = import_module("linjat_reference")

ORIGINAL = {"easy": (10.5, 340), "medium": (29.0, 120), "hard": (38.6, 90), "expert": (74.2, 45)}
"""Microseconds that the original program takes for a solve (optimised C++, a shared 2-core
machine), and how many times as fast as the reference a solve should be at least."""
ROUNDS, REPEATS = 5, 200


def run() -> None:
    """Prints microseconds a solve, ratios to the reference, and milliseconds a proof."""
    kernels.load()
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
