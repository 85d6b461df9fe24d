"""Full graphs and batches of candidates of Fruit Dating, beside the same in tuned C++.

Ratios are of CPU seconds: above 1 ours are quicker. Both sides make everything anew for each graph
and take turns. C++ only solves the candidates, which it is given as boards: ours are also made and
judged in that time. Of two cores it is measured how many times the work of one they do, beside
hashing, which needs nothing but a core: two cores of a machine may be less than twice one.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar, cast

from benchmarks.common import LARGE, best, game, row
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.games.fruit_dating.text import FruitText
from engine.search.graph import search_graph
from engine.search.retrograde import analyse_retrograde
from engine.stages.candidate import Recipe
from engine.values.budget import Control

T = TypeVar("T")
Facts = tuple[int, int, int]
"""States, dead states, moves of the shortest solution."""
Yardstick = Callable[[Sequence[FruitBoard]], tuple[list[Facts], float]]
"""Solves boards of walls, fruit and blockers; their facts, and CPU seconds for all."""

SOURCE = Path(__file__).with_name("yardstick.cpp")
REPEATS = 5
BLOCKS = 5_000
CANDIDATES = 2_000
CORES = 2

# Nothing passes: every candidate is solved whole, dead states included, before it is rejected.
SETTINGS = {
    "moves": "1..", "shortest_solutions": "0", "touching": "0..", "open_share": "0..",
    "max_states": 1_000_000,
}  # fmt: skip

BOARDS: Mapping[str, tuple[str, ...]] = {
    "6x6, nine objects": (
        "########",
        "#...o#.#",
        "#o##...#",
        "#C.AB#.#",
        "#..B...#",
        "#AC..o.#",
        "#.#....#",
        "########",
    ),
    "8x8, eight objects": (
        "##########",
        "#..#...o.#",
        "#B....A..#",
        "##.C#..#.#",
        "#.##...###",
        "##....A.o#",
        "#......C.#",
        "####..#..#",
        "##B......#",
        "##########",
    ),
    "10x10, six objects": (
        "############",
        "#.#......#.#",
        "#......#..A#",
        "#....#....##",
        "##..#......#",
        "#.......#.o#",
        "##.........#",
        "##.....B..##",
        "##...##.#..#",
        "##.#.A#.#oB#",
        "#...##..#..#",
        "############",
    ),
}


def run() -> None:
    """Prints ratios to C++, and of two cores to one."""
    fruit = game()
    read = FruitText().read_rows
    boards = {
        "6x6, eight objects": LARGE,
        **{title: read([*enumerate(rows, 1)]) for title, rows in BOARDS.items()},
    }
    parameters = fruit.generator.parameters.complete_settings(SETTINGS)
    made = [fruit.generator.build_candidate(Recipe(1, n, parameters)) for n in range(CANDIDATES)]
    candidates = [cast(FruitBoard, each.board) for each in made if each.failed is None]

    def batch(_: int = 0) -> int:
        recipe = Recipe(1, 0, parameters)
        return fruit.generator.try_candidates(recipe, CANDIDATES, Control()).tried

    print("Against tuned C++, one core")
    with _yardstick() as yardstick:
        if yardstick is None:
            print("  skipped: there is no C++ compiler (g++ or clang++)")
        else:
            for title, board in boards.items():
                _compare_graphs(title, board, yardstick)
            _compare_candidates(candidates, batch, yardstick)
        print(f"{CORES} threads against one, by the clock")
        nine = boards["6x6, nine objects"]
        most = _compare_cores("hashing", _hash)
        _compare_cores("graph of 6x6, nine objects", lambda _: _solved(nine), most)
        if yardstick is not None:
            # How much memory the machine moves for two at once bounds both alike.
            _compare_cores("  the same in C++, as processes", lambda _: yardstick([nine]), most)
        _compare_cores("candidates", batch, most)


def _solved(board: FruitBoard) -> Facts:
    graph = search_graph(compile_board(board).make_search_level())
    ahead = analyse_retrograde(graph)
    return graph.count, ahead.dead_states, int(ahead.distance[0])


def _compare_graphs(title: str, board: FruitBoard, yardstick: Yardstick) -> None:
    ours = theirs = float("inf")
    for _ in range(REPEATS):
        seconds, facts = _cpu_seconds(lambda: _solved(board))
        ours = min(ours, seconds)
        found, seconds = yardstick([board])
        theirs = min(theirs, seconds)
        assert found == [facts], (found, facts)
    row(
        f"{title}: states a second",
        f"{facts[0] / ours / 1e6:.2f} million",
        f"{facts[0]:,}; C++ {facts[0] / theirs / 1e6:.2f} million",
    )
    row("  ratio", f"{theirs / ours:.2f}")


def _compare_candidates(
    boards: Sequence[FruitBoard],
    batch: Callable[[], int],
    yardstick: Yardstick,
) -> None:
    ours = theirs = float("inf")
    for _ in range(REPEATS):
        seconds, tried = _cpu_seconds(batch)
        ours = min(ours, seconds)
        assert tried == CANDIDATES
        found, seconds = yardstick(boards)
        theirs = min(theirs, seconds)
    states = sum(count for count, _, _ in found)
    row(
        "candidates: states a second",
        f"{states / ours / 1e6:.2f} million",
        f"{states // len(boards):,} a candidate; C++ {states / theirs / 1e6:.2f} million",
    )
    row("  ratio", f"{theirs / ours:.2f}")


def _hash(_: int) -> None:
    """Works in the caches of one core for some tenths of a second, without any lock."""
    block = bytes(1 << 16)
    for _ in range(BLOCKS):
        hashlib.sha256(block)


def _compare_cores(title: str, work: Callable[[int], object], most: float | None = None) -> float:
    """How many times the work of one core all do, beside the most that they could."""
    alone = together = float("inf")
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(work, range(CORES)))
        for _ in range(REPEATS):
            alone = min(alone, best(1, lambda: work(0))[0])
            together = min(together, best(1, lambda: list(pool.map(work, range(CORES))))[0])
    times = CORES * alone / together
    row(title, f"{times:.2f} times one", f"{times / most:.2f} of the most" if most else "the most")
    return times


def _cpu_seconds(work: Callable[[], T]) -> tuple[float, T]:
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


@contextmanager
def _yardstick() -> Iterator[Yardstick | None]:
    """The C++ program as a function; None without a compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        yield None
        return
    with TemporaryDirectory() as folder:
        program = str(Path(folder) / "yardstick")
        options = ("-std=c++17", "-O3", "-march=native", "-w", "-o", program)
        subprocess.run([compiler, *options, str(SOURCE)], check=True)

        def solve(boards: Sequence[FruitBoard]) -> tuple[list[Facts], float]:
            """Facts of each board, and CPU seconds for all."""
            text = "\n".join(map(_as_text, boards))
            found = subprocess.run(
                [program], input=text, capture_output=True, text=True, check=True
            )
            *lines, seconds = found.stdout.splitlines()
            numbers = (map(int, line.split()) for line in lines)
            return [(states, dead, moves) for states, dead, moves in numbers], float(seconds)

        yield solve


def _as_text(board: FruitBoard) -> str:
    """A board of walls, fruit and blockers as the program reads it."""
    rows = (
        "".join(
            tile if piece == "." else piece if piece.isupper() else "o"
            for tile, piece in zip(*lines, strict=True)
        )
        for lines in zip(board.tiles, board.pieces, strict=True)
    )
    return "\n".join((f"{board.rows} {board.cols}", *rows))
