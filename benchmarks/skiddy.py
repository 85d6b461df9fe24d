"""Skiddy: whole graphs and stars of typical boards, and of large ones, beside the reference."""

from __future__ import annotations

import random
import statistics
import time
from importlib import import_module

from benchmarks.common import best, row
from engine import kernels, registry
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.text import read_cells

reference = import_module("skiddy_reference")  # found once benchmarks.common is imported

BOARDS = 200
REFERENCE_BOARDS = 5

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
    return read_cells(["".join(line) for line in cells])


def run() -> None:
    """Prints milliseconds a typical board, states a second, and ratios to the reference."""
    kernels.load()
    game = registry.get("skiddy")
    print("Skiddy, whole graph and stars through the public API, one core")
    boards = [typical(seed) for seed in range(BOARDS)]
    seconds, states = [], []
    for board in boards:
        needed, solved = best(3, lambda board=board: game.solve(board))
        seconds.append(needed)
        states.append(solved.facts["states"])
    row("8x7, 4 red and 2 blue: median", f"{1e3 * statistics.median(seconds):.2f} ms")
    row("  median states", f"{statistics.median(states):,.0f}")
    row("  states a second", f"{sum(states) / sum(seconds) / 1e6:.2f} million")
    for title, rows in LARGE.items():
        board = read_cells(rows)
        needed, solved = best(3, lambda board=board: game.solve(board))
        count = solved.facts["states"]
        row(f"large, {title}: states a second", f"{count / needed / 1e6:.2f} million", f"{count:,}")
    least = sorted(range(BOARDS), key=states.__getitem__)[:REFERENCE_BOARDS]
    started = time.perf_counter()
    for number in least:
        board = boards[number]
        reference.explore(reference.RefBoard(board.tiles, board.pieces))
    slow = (time.perf_counter() - started) / sum(states[number] for number in least)
    row("slow reference, states a second", f"{1 / slow:,.0f}", "the smallest of the boards")
    row("ratio", f"{slow * sum(states) / sum(seconds):,.0f}", "times the reference")
