"""Linjat by mode: optimizer, first puzzle, and solver beside the plain-Python reference.

The original's figures were measured on another machine, so they say little by themselves; the
ratios to the reference are taken in the same run.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from importlib import import_module

import numpy as np

from benchmarks.common import machine, require_kernels, row
from engine.game import registry
from engine.games.linjat.board import deduction_arrays
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.line_notation import encode_cells
from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduction import layers
from engine.games.linjat.deduction.rulesets import CORRECTED, PUBLISHED, RULES
from engine.games.linjat.exact.solution_count import count_solutions
from engine.games.linjat.generation.parameters import PARAMETERS
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe

boards = import_module("linjat_boards")  # found once benchmarks.common is imported
reference = import_module("linjat_reference")

ORIGINAL = {"easy": (10.5, 340), "medium": (29.0, 120), "hard": (38.6, 90), "expert": (74.2, 45)}
"""Microseconds that the original program takes for a solve (optimised C++, a shared 2-core
machine), and how many times as fast as the reference a solve should be at least."""
STATED = 3.6e-3
"""Seconds of a reference's solve, on the average over all modes, by which the wanted ratios were
set; another one, on another machine."""
ROUNDS, REPEATS = 3, 200
"""A time is the least of so many rounds, and a solve takes so many repeats to be timed at all."""
PROOF = 20
"""Milliseconds that a proof of uniqueness may take at expert."""

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
SOON = {"hard": 150, "expert": 150}
"""Milliseconds that the first puzzle may take."""
SEEDS, OPTIMIZED = 50, 5


def run() -> None:
    """Prints microseconds a solve, ratios to the reference, and milliseconds a proof."""
    require_kernels()
    print(f"Linjat on {machine()}; one core, CPU time")
    _generator()
    puzzles = boards.sample()
    if not puzzles:
        print(f"Linjat: left out, no published puzzles at {boards.SAMPLE_FILE}")
        return
    print("Published puzzles; all layers of a board in one call")
    for mode, (original, wanted) in ORIGINAL.items():
        rows = [puzzle["rows"] for puzzle in puzzles if puzzle["mode"] == mode]
        single = [_solve([one], PUBLISHED) for one in rows]
        fast = _solve(rows, PUBLISHED)
        slow = statistics.mean(map(_reference, rows))
        row(
            f"{mode}: median",
            f"{1e6 * statistics.median(single):.2f} us",
            f"original {original}; each board over and over",
        )
        row("  slowest board", f"{1e6 * max(single):.2f} us")
        row("  boards in turn, mean", f"{1e6 * fast:.2f} us")
        row("  corrected rules, in turn", f"{1e6 * _solve(rows, CORRECTED):.2f} us")
        row("  reference, mean", f"{1e3 * slow:.2f} ms")
        row("  ratio of the means", f"{slow / fast:,.0f}", f"at least {wanted} wanted")
        row("  ratio with the reference as stated", f"{STATED / fast:,.0f}", f"{1e3 * STATED} ms")
        _proofs(mode, [_proof(read_published(one)) for one in rows])


def _proofs(mode: str, seconds: list[float]) -> None:
    """Prints how long it takes to prove that puzzles are unique."""
    wanted = f"at most {PROOF} wanted" if mode == "expert" else ""
    row("  uniqueness, median", f"{1e3 * statistics.median(seconds):.3f} ms")
    row("  uniqueness, worst", f"{1e3 * max(seconds):.3f} ms", wanted)


def _generator() -> None:
    """Prints iterations a second of the optimizer, and milliseconds to the first puzzle."""
    print("Generated puzzles; uniqueness proven of all that is kept")
    for mode, (numbers, original) in OPTIMIZER.items():
        firsts, rates, proofs = [], [], []
        for seed in range(SEEDS):
            settings = {"mode": mode, "numbers": numbers}
            seconds, recipe = _first(settings, seed)
            firsts.append(seconds)
            if seed < OPTIMIZED:
                rate, best = _optimized(recipe)
                rates.append(rate)
                proofs.append(_proof(best))
        rate, least = statistics.median(rates), min(rates)
        wanted = f", at most {SOON[mode]} wanted" if mode in SOON else ""
        row(
            f"{mode}, {numbers} numbers: iterations a second",
            f"{rate:,.0f}",
            f"original {original:,}: {rate / original:.1f} times; slowest {least:,.0f}",
        )
        row(
            f"  first puzzle, median of {SEEDS} seeds",
            f"{1e3 * statistics.median(firsts):.1f} ms",
            f"original {FIRST[mode]}{wanted}; mean {1e3 * statistics.mean(firsts):.1f}",
        )
        _proofs(mode, proofs)


def _first(settings: dict[str, object], seed: int) -> tuple[float, Recipe]:
    """CPU seconds to the first puzzle of a seed, whatever its layers, and its recipe."""
    game = registry.get_game("linjat")
    anything = {f"{rule}_layers": "0.." for rule in RULES} | {"iterations": 0}
    start = time.process_time()
    recipe = Recipe(seed, 0, PARAMETERS.complete_settings(settings | anything))
    found, _ = find_accepted_attempt(game.generator, recipe, 10_000_000)
    return time.process_time() - start, found


def _optimized(recipe: Recipe) -> tuple[float, LinjatBoard]:
    """Iterations a second of a whole optimisation, and its best puzzle."""
    optimization = Optimization.from_recipe(recipe)
    assert optimization is not None
    start = time.process_time()
    optimization.advance(ITERATIONS)
    return ITERATIONS / (time.process_time() - start), optimization.best


def _solve(rows: Sequence[list[str]], switches: int) -> float:
    """CPU seconds of a solve, the mean of some boards that are solved in turn."""
    read = [read_published(one) for one in rows]
    ready = [(encode_cells(board), board.rows, board.cols) for board in read]
    words, integers = (
        np.zeros(deduction_arrays.WORDS, np.uint64),
        np.zeros(deduction_arrays.INTEGERS, np.int64),
    )
    record = np.zeros(layers.RECORD_SIZE, np.int64)
    turns = -(-REPEATS // len(ready))

    def work() -> None:
        for _ in range(turns):
            for cells, height, width in ready:
                layers.run_deduction(
                    cells, height, width, switches, layers.MAX_LAYERS, words, integers, record
                )

    return _least(work) / (turns * len(ready))


def _reference(rows: list[str]) -> float:
    """CPU seconds of a solve by the reference."""
    board = reference.from_published(rows)
    return _least(lambda: reference.solve(board, reference.PUBLISHED))


def _proof(board: LinjatBoard) -> float:
    """CPU seconds of a proof, from the board as a value to the count."""
    return _least(lambda: count_solutions(board))


def _least(work: Callable[[], object]) -> float:
    """The least CPU seconds of some rounds."""
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least
