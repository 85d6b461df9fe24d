"""Timing, boards and the slow reference, shared by the benchmarks."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from reference import fruit_dating as reference

from engine.game import kernels, registry
from engine.game.game import Game
from engine.games.fruit_dating.board import FruitBoard

T = TypeVar("T")

# 2,162,002 positions: four pairs in a maze.
LARGE = FruitBoard(
    (
        "########",
        "#...#..#",
        "#.#...##",
        "#......#",
        "#..#.###",
        "##.#...#",
        "#..#...#",
        "########",
    ),
    (
        "........",
        "..D.....",
        ".B...B..",
        "..A.....",
        "........",
        "..D.CC..",
        "..A.....",
        "........",
    ),
)

# The same maze with fewer pieces, for the reference: 20,000 to 50,000 positions.
MEDIUM = FruitBoard(
    LARGE.tiles,
    (
        "........",
        "..D.....",
        ".B...B..",
        "..A.....",
        "........",
        "..D.....",
        "..A.....",
        "........",
    ),
)


def require_kernels() -> None:
    """Ends the program unless every kernel is compiled: others are no measure of anything."""
    if problems := kernels.list_problems():
        sys.exit(f"kernels are not compiled: {problems[0]}")


def game() -> Game:
    """Fruit Dating with its kernels compiled."""
    require_kernels()
    return registry.get_game("fruit-dating")


def best(repeats: int, work: Callable[[], T]) -> tuple[float, T]:
    """The least wall time of some calls in seconds, and the last result."""
    least = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        result = work()
        least = min(least, time.perf_counter() - start)
    return least, result


def as_reference(board: FruitBoard) -> reference.RefBoard:
    """The board as the slow reference takes it (no gates here)."""
    assert not board.gates
    return reference.RefBoard(board.tiles, board.pieces)


def machine() -> str:
    """The processor, how many cores there are, and the Python that runs."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model n"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def row(title: str, value: str, note: str = "") -> None:
    """Prints one aligned line."""
    print(f"  {title:<44}{value:>16}  {note}".rstrip(), flush=True)
