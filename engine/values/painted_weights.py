"""Weights that a designer has painted on the cells of a board, for one stage of a generator.

In files and on the command line, they are written as a grid of integers separated by blanks, with
``.`` for a cell that keeps the stage's own weight.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import LevelError, quote_input
from engine.values.grid import Cell, get_type_name

MAX_WEIGHT = 1000
"""The maximum weight of a cell. A weight of 0 keeps objects off the cell."""
UNPAINTED = "."
"""The character for a cell that keeps the stage's own weight."""
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class PaintedWeights:
    """The weights that a designer painted on cells, for one stage of a generator.

    Attributes:
        rows: The weight of each cell, indexed as ``rows[row][col]``; None for a cell that is not
            painted. All rows have the same length.
        extra: The unknown keys in the table of these weights in a level file, which are preserved.
    """

    rows: tuple[tuple[int | None, ...], ...]
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def create_blank(cls, rows: int, cols: int) -> PaintedWeights:
        """Return weights for a board of ``rows`` by ``cols`` cells, none of which is painted."""
        return cls(tuple((None,) * cols for _ in range(rows)))

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def cells(self) -> dict[Cell, int]:
        """A mapping from each painted cell to its weight."""
        return {
            (row, col): weight
            for row, line in enumerate(self.rows)
            for col, weight in enumerate(line)
            if weight is not None
        }

    def paint_cells(self, cells: Iterable[Cell], weight: int | None) -> PaintedWeights:
        """Return the weights with some cells painted, or cleared if ``weight`` is None."""
        lines = [list(line) for line in self.rows]
        for row, col in cells:
            lines[row][col] = weight
        return replace(self, rows=tuple(map(tuple, lines)))

    def format_grid(self) -> str:
        """Return the grid as text, with every column as wide as the longest number."""
        words = [[UNPAINTED if n is None else str(n) for n in line] for line in self.rows]
        width = max(len(word) for line in words for word in line)
        return "".join(" ".join(word.rjust(width) for word in line) + "\n" for line in words)


def read_weights(value: Any, key: str | None = None) -> PaintedWeights:
    """Read painted weights from a text grid.

    Args:
        value: The grid as it was read from a file or the command line.
        key: The key of the grid in the file, for error messages.

    Raises:
        LevelError: The value is not a string, is empty or ragged, or has an invalid weight. The
            message names the row and the column.
    """
    if not isinstance(value, str):
        raise LevelError(f"expected a multi-line string, found {get_type_name(value)}", key=key)
    # The weights in a row may be separated by any number of blanks.
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
    """Read the weight of one cell, or return None if the cell is not painted.

    Args:
        word: The text of the weight.
        key: The key of the grid in a file, for error messages.
        row: The row of the cell, for error messages.
        col: The column of the cell, for error messages.

    Raises:
        LevelError: The text is not a valid weight.
    """
    if word == UNPAINTED:
        return None
    if not _NUMBER.fullmatch(word) or int(word) > MAX_WEIGHT:
        message = (
            f"expected a weight from 0 to {MAX_WEIGHT} or {UNPAINTED}, found {quote_input(word)}"
        )
        raise LevelError(message, key=key, row=row, col=col)
    return int(word)
