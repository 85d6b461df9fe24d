"""Weights that a designer has painted on the cells of a board, for a stage of a generator.

In files and on the command line they are a grid of whole numbers, those of a row separated by
blanks, with ``.`` for a cell that keeps the stage's own weight.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import LevelError, quoted
from engine.values.grid import Cell, type_name

MOST_WEIGHT = 1000
"""The greatest weight of a cell; 0 keeps things off it."""
UNPAINTED = "."
"""In place of a number: the cell keeps the stage's own weight."""
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class PaintedWeights:
    """The painted weights of one stage.

    Attributes:
        rows: the weight of each cell, None for one that is not painted; rows are equally long.
        extra: unknown keys of its table in a level file, kept.
    """

    rows: tuple[tuple[int | None, ...], ...]
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def blank(cls, rows: int, cols: int) -> PaintedWeights:
        """Weights for a board on which no cell is painted."""
        return cls(tuple((None,) * cols for _ in range(rows)))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def cells(self) -> dict[Cell, int]:
        """The weights of the cells that are painted."""
        return {
            (row, col): weight
            for row, line in enumerate(self.rows)
            for col, weight in enumerate(line)
            if weight is not None
        }

    def painted(self, cells: Iterable[Cell], weight: int | None) -> PaintedWeights:
        """The same with a weight painted on cells, or with theirs wiped off by None."""
        lines = [list(line) for line in self.rows]
        for row, col in cells:
            lines[row][col] = weight
        return replace(self, rows=tuple(map(tuple, lines)))

    def text(self) -> str:
        """The grid, columns as wide as the longest number."""
        words = [[UNPAINTED if n is None else str(n) for n in line] for line in self.rows]
        width = max(len(word) for line in words for word in line)
        return "".join(" ".join(word.rjust(width) for word in line) + "\n" for line in words)


def read_weights(value: Any, key: str | None = None) -> PaintedWeights:
    """The weights of a grid; ``key`` is where it stands in a file, for errors.

    Raises:
        LevelError: not a string, empty, ragged, or something else than weights; names row and
            column.
    """
    if not isinstance(value, str):
        raise LevelError(f"expected a multi-line string, found {type_name(value)}", key=key)
    lines = [line.split() for line in value.removesuffix("\n").split("\n")]
    width = len(lines[0])
    if not width:
        raise LevelError("expected a row of weights, found none", key=key, row=0)
    for row, words in enumerate(lines):
        if len(words) != width:
            message = f"expected {width} weights like row 0, found {len(words)}"
            raise LevelError(message, key=key, row=row)
    return PaintedWeights(
        tuple(
            tuple(read_weight(word, key, row, col) for col, word in enumerate(words))
            for row, words in enumerate(lines)
        )
    )


def read_weight(
    word: str, key: str | None = None, row: int | None = None, col: int | None = None
) -> int | None:
    """The weight of one cell, None for one that is not painted; the others are for errors.

    Raises:
        LevelError: something else.
    """
    if word == UNPAINTED:
        return None
    if not _NUMBER.fullmatch(word) or int(word) > MOST_WEIGHT:
        message = f"expected a weight from 0 to {MOST_WEIGHT} or {UNPAINTED}, found {quoted(word)}"
        raise LevelError(message, key=key, row=row, col=col)
    return int(word)
