"""Directions, the eight symmetries of the square, and text grids.

Rows and columns count from 0 at the top left. A *text grid* is a tuple of equally long
strings, one character per cell: the form that level files use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.errors import EngineError, LevelError, quoted

Cell = tuple[int, int]
"""Row and column."""

Grid = tuple[str, ...]


class Area(NamedTuple):
    """A rectangle of cells: its first and last row, its first and last column."""

    top: int
    bottom: int
    left: int
    right: int

    @classmethod
    def between(cls, corner: Cell, other: Cell) -> Area:
        """The rectangle between two opposite corners."""
        (top, bottom), (left, right) = (sorted(ends) for ends in zip(corner, other, strict=True))
        return cls(top, bottom, left, right)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its cells, in reading order."""
        rows, cols = range(self.top, self.bottom + 1), range(self.left, self.right + 1)
        return tuple((row, col) for row in rows for col in cols)

    @property
    def words(self) -> str:
        """Where it lies, by two corners."""
        return f"{self.top},{self.left} to {self.bottom},{self.right}"


RIGHT, UP, LEFT, DOWN = range(4)
DIRECTIONS = ("right", "up", "left", "down")
STEPS = ((0, 1), (-1, 0), (0, -1), (1, 0))


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return (direction + 2) % 4


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One of the eight symmetries: the cell (r, c) goes to ``matrix`` times (r, c).

    ``matrix`` is ((a, b), (c, d)) acting about the centre of the grid; ``swaps`` says that
    rows become columns, so that only square grids keep their shape.
    """

    name: str
    matrix: tuple[tuple[int, int], tuple[int, int]]

    @property
    def swaps(self) -> bool:
        """Whether rows and columns change places."""
        return self.matrix[0][0] == 0

    def shape(self, rows: int, cols: int) -> tuple[int, int]:
        """The shape of a ``rows`` by ``cols`` grid after the symmetry."""
        return (cols, rows) if self.swaps else (rows, cols)

    def cell(self, row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
        """Where the cell (row, col) of a ``rows`` by ``cols`` grid goes."""
        (a, b), (c, d) = self.matrix
        new_rows, new_cols = self.shape(rows, cols)
        y, x = 2 * row - (rows - 1), 2 * col - (cols - 1)
        return (a * y + b * x + new_rows - 1) // 2, (c * y + d * x + new_cols - 1) // 2

    def direction(self, direction: int) -> int:
        """Where a direction goes."""
        (a, b), (c, d) = self.matrix
        y, x = STEPS[direction]
        return STEPS.index((a * y + b * x, c * y + d * x))

    def grid(self, grid: Grid) -> Grid:
        """The text grid moved by the symmetry (characters are not turned)."""
        (a, b), (c, d) = self.matrix
        lines = ["".join(column) for column in zip(*grid, strict=True)] if self.swaps else [*grid]
        if a + b < 0:
            lines.reverse()
        return tuple(line[::-1] for line in lines) if c + d < 0 else tuple(lines)


SYMMETRIES = (
    Symmetry("identity", ((1, 0), (0, 1))),
    Symmetry("mirror-left-right", ((1, 0), (0, -1))),
    Symmetry("mirror-top-bottom", ((-1, 0), (0, 1))),
    Symmetry("rotate-180", ((-1, 0), (0, -1))),
    Symmetry("rotate-90", ((0, 1), (-1, 0))),
    Symmetry("rotate-270", ((0, -1), (1, 0))),
    Symmetry("transpose", ((0, 1), (1, 0))),
    Symmetry("anti-transpose", ((0, -1), (-1, 0))),
)
SYMMETRY_NAMED = {symmetry.name: symmetry for symmetry in SYMMETRIES}
"""The same by name."""


def cells_of(grid: Grid) -> Iterator[tuple[int, int, str]]:
    """Every cell as (row, column, character), in reading order."""
    for row, line in enumerate(grid):
        for col, glyph in enumerate(line):
            yield row, col, glyph


def replace(grid: Grid, row: int, col: int, glyph: str) -> Grid:
    """The grid with one character changed."""
    line = grid[row]
    return (*grid[:row], line[:col] + glyph + line[col + 1 :], *grid[row + 1 :])


def grid_text(grid: Grid) -> str:
    """The grid as level files hold it: one line a row, each ended by a newline."""
    return "".join(line + "\n" for line in grid)


def read_grid(value: Any, key: str, glyphs: str, meaning: str) -> Grid:
    """A text grid from a value of a level file.

    ``key`` is the dotted key of the value, for errors, and ``meaning`` what is allowed, in words.

    Raises:
        LevelError: not a string, empty, ragged, or an unknown character; names row and column.
    """
    if not isinstance(value, str):
        raise LevelError(f"expected a multi-line string, found {type_name(value)}", key=key)
    lines = tuple(value.replace("\r\n", "\n").removesuffix("\n").split("\n"))
    if lines == ("",):
        raise LevelError("expected a grid with at least one row, found none", key=key)
    width = len(lines[0])
    for row, line in enumerate(lines):
        if len(line) != width:
            raise LevelError(
                f"expected {width} characters like row 0, found {len(line)}", key=key, row=row
            )
        for col, glyph in enumerate(line):
            if glyph not in glyphs:
                raise LevelError(
                    f"unknown glyph {quoted(glyph)}; {meaning}", key=key, row=row, col=col
                )
    return lines


def require_shape(found: Grid, like: Grid, key: str, like_key: str) -> None:
    """Refuses a grid under one key of a level file that has not the shape of that under another.

    Raises:
        LevelError: it has another shape.
    """
    if (len(found), len(found[0])) != (len(like), len(like[0])):
        raise LevelError(
            f"expected {len(like)} rows of {len(like[0])} characters like {like_key}, "
            f"found {len(found)} of {len(found[0])}",
            key=key,
        )


def read_locked(table: Mapping[str, Any], cells: Grid, cells_key: str) -> Grid | None:
    """The grid of locked cells, ``x`` and ``.``, of a ``[board]`` table; None if it has none.

    Raises:
        LevelError: it is of another form, or of another shape than the cells.
    """
    if "locked" not in table:
        return None
    locked = read_grid(table["locked"], "board.locked", "x.", "expected x or .")
    require_shape(locked, cells, "board.locked", cells_key)
    return locked


def with_lock(locked: Grid | None, rows: int, cols: int, row: int, col: int) -> Grid | None:
    """The grid of locked cells with one locked, or unlocked if it was; None if none is left."""
    locked = locked or tuple("." * cols for _ in range(rows))
    locked = replace(locked, row, col, "." if locked[row][col] == "x" else "x")
    return locked if "x" in "".join(locked) else None


def type_name(value: Any) -> str:
    """What TOML calls the type of a value, for error messages."""
    names = {
        bool: "a boolean",
        int: "an integer",
        float: "a float",
        str: "a string",
        list: "an array",
        dict: "a table",
    }
    return names.get(type(value), f"a {type(value).__name__}")


LEAST_SIDE = 3


def kept(length: int, start: int, end: int, most: int, what: str) -> list[int | None]:
    """The old number of every row (or column) afterwards, None for a new one.

    So many are put in (negative: taken out) after the first and before the last; ``most`` may be
    there, and in the plural they are called ``what``.

    Raises:
        EngineError: there would be too many or too few.
    """
    new = length + start + end
    if new > most:
        raise EngineError(f"at most {most} {what} are allowed")
    if new < LEAST_SIDE or length - 2 + min(start, 0) + min(end, 0) < 0:
        raise EngineError(f"at least {LEAST_SIDE} {what} are needed")
    middle: list[int | None] = list(range(1 - min(start, 0), length - 1 + min(end, 0)))
    added: list[int | None] = [None]
    return [0, *added * max(start, 0), *middle, *added * max(end, 0), length - 1]


def regrid(
    grid: Grid, rows: list[int | None], cols: list[int | None], empty: str, ring: str
) -> Grid:
    """The grid with some rows and columns; new cells are empty, but closed in the ring."""

    def glyph(row: int | None, col: int | None) -> str:
        """What comes to a row and column of the old grid; None where there is no such one."""
        if row is not None and col is not None:
            return grid[row][col]
        outer = row in (0, len(grid) - 1) or col in (0, len(grid[0]) - 1)
        return ring if outer else empty

    return tuple("".join(glyph(row, col) for col in cols) for row in rows)
