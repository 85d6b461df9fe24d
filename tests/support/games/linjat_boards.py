"""Boards of Linjat for tests: between the reference and the engine, at random, and published."""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from linjat_reference import (
    Cell,
    Placement,
    RefBoard,
    broken,
    from_published,
    puzzle_like,
    random_board,
)

from engine.game import registry
from engine.games.linjat.board import deduction_arrays, line_notation
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduction import layers, rulesets
from engine.values.grid import SYMMETRIES

GAME = registry.get_game("linjat")

SAMPLE_FILE = Path(__file__).resolve().parents[4] / "shared" / "data" / "linjat-sample.json"
needs_sample = pytest.mark.skipif(
    not SAMPLE_FILE.exists(), reason=f"no published puzzles at {SAMPLE_FILE}"
)

EXAMPLES = {
    "uncontested": (" 3  /    /    /   4", "stuck", ["uncontested"]),
    "cover": ("  . /  24/    /    ", "solved", ["cover"]),
    "single_solution": (" .2 /    /    / 4  ", "solved", ["single_solution", "fit"]),
    "fit": ("    /    /    /4  4", "solved", ["fit"]),
    "square": (
        ". 4 . / 3    /3 .   / .. 4 /  ..3 ",
        "solved",
        ["cover", "square", "cover"],
    ),
    "dependency": ("    /.  4/4 ../. 3.", "solved", ["dependency", "cover"]),
    "one_of": ("    /3   / 4  /2   ", "solved", ["one_of", "fit"]),
}
"""For every rule a small board, how its deduction ends by the corrected rules, and its layers."""


def example(rule: str) -> RefBoard:
    """The board on which a rule is needed."""
    return from_published(EXAMPLES[rule][0].split("/"))


def sample() -> list[dict[str, Any]]:
    """The published puzzles that are at hand."""
    if not SAMPLE_FILE.exists():
        return []
    puzzles: list[dict[str, Any]] = json.loads(SAMPLE_FILE.read_text(encoding="utf-8"))["puzzles"]
    return puzzles


def file_of(*rows: str, more: str = "") -> str:
    """The text of a level file."""
    cells = "\n".join(rows)
    return f'format = 1\ngame = "linjat"\n[board]\ncells = """\n{cells}\n"""\n{more}'


def to_engine(board: RefBoard) -> LinjatBoard:
    """The reference's board as the engine's value."""
    return read_published(board.published())


DEEP = (
    *(EXAMPLES[rule][0] for rule in ("square", "dependency", "one_of")),
    "  4..5/   .3 /      /   4. /   .3.",
    ".3   /.2  3/..3. /  .33/4 . .",
    "3  2. /.   ../ . 4. /4.    /.3 .44",
)
"""Boards that take more than the first rules, as boards at random seldom do."""


def patchwork(seed: int) -> RefBoard:
    """Some of the deep boards, turned and put side by side."""
    draw = random.Random(seed)
    parts = []
    for _ in range(draw.randint(1, 4)):
        board = to_engine(from_published(draw.choice(DEEP).split("/")))
        parts.append(GAME.boards.reshaper.transform(board, draw.choice(SYMMETRIES)).cells)
    side = max(len(line) for cells in parts for line in (*cells, cells))
    whole = [
        "".join(line.ljust(side, ".") for line in row)
        for pair in (parts[:2], parts[2:])
        for row in zip(*((*cells, *[""] * (side - len(cells))) for cells in pair), strict=True)
    ]
    width = max(map(len, whole))
    return from_published([line.ljust(width, ".").translate(_PUBLISHED) for line in whole])


_PUBLISHED = str.maketrans({".": " ", "*": "."})


def mixed_boards(count: int) -> Iterator[RefBoard]:
    """Boards at random, with a solution, deep ones, and those with a few things changed."""
    kinds = (
        random_board,
        puzzle_like,
        patchwork,
        lambda seed: broken(puzzle_like(seed), seed),
        lambda seed: broken(patchwork(seed), seed),
    )
    for seed in range(count):
        yield kinds[seed % len(kinds)](seed)


def boards(most_numbers: int = 6) -> st.SearchStrategy[RefBoard]:
    """Small boards."""

    def build(shape: tuple[int, int], places: list[int], values: list[int], dots: int) -> RefBoard:
        cells = [divmod(place % (shape[0] * shape[1]), shape[1]) for place in places]
        cells = list(dict.fromkeys(cells))
        numbers = tuple(sorted(zip(cells, values, strict=False)))
        return RefBoard(*shape, numbers, frozenset(cells[len(numbers) : len(numbers) + dots]))

    return st.builds(
        build,
        st.tuples(st.integers(4, 7), st.integers(4, 7)),
        st.lists(st.integers(0, 10_000), min_size=2, max_size=14),
        st.lists(st.integers(1, 6), min_size=1, max_size=most_numbers),
        st.integers(0, 6),
    )


class EngineDeduction:
    """A deduction by the compiled rules, one layer at a time, in the reference's words."""

    def __init__(self, board: RefBoard, names: Collection[str]) -> None:
        self._board = board
        self._words = np.zeros(deduction_arrays.WORDS, np.uint64)
        self._integers = np.zeros(deduction_arrays.INTEGERS, np.int64)
        cells = line_notation.encode_cells(to_engine(board))
        switches = rulesets.switches_of(names)
        layers.start_deduction(cells, board.rows, board.cols, switches, self._words, self._integers)
        self.stands = layers.ONGOING

    def next_layer(self) -> tuple[str, int] | None:
        """The next layer that fires, None if the deduction ends without one."""
        while self.stands == layers.ONGOING:
            kind, width, self.stands = layers.run_layer(self._words, self._integers)
            if kind:
                return rulesets.RULES[kind - 1], width
        return None

    def alive(self) -> tuple[tuple[Placement, ...], ...]:
        """The alive placements of every number."""
        return tuple(
            tuple(
                frozenset(line)
                for line in line_notation.decode_placements(
                    row, col, value, int(self._words[deduction_arrays.ALIVE + number])
                )
            )
            for number, ((row, col), value) in enumerate(self._board.numbers)
        )

    def owner(self) -> dict[Cell, int]:
        """The number that owns each owned cell."""
        return {
            cell: number
            for number, ((row, col), _) in enumerate(self._board.numbers)
            for cell in line_notation.decode_cross_cells(
                row, col, int(self._words[deduction_arrays.OWN + number])
            )
        }
