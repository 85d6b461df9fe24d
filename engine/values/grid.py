"""Directions, cells, text grids, and the eight symmetries of the square.

Rows and columns are counted from 0 at the top left. A *text grid* is a tuple of strings of equal
length with one character per cell, as in level files.

A symmetry is a matrix that acts on coordinates relative to the centre of the grid, so the same
eight matrices serve grids of all sizes. To keep coordinates integers,
:meth:`Symmetry.transform_cell` doubles them: in a grid of 4 columns, columns 0 to 3 become -3, -1,
1 and 3. A symmetry that exchanges the axes turns a grid of 4 by 6 cells into one of 6 by 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.errors import EngineError, LevelError, quote_input

Cell = tuple[int, int]
"""A row and a column."""

Grid = tuple[str, ...]


class Area(NamedTuple):
    """A rectangle of cells, given by its first and last row and column."""

    top: int
    bottom: int
    left: int
    right: int

    @classmethod
    def from_corners(cls, corner: Cell, other: Cell) -> Area:
        """Return the rectangle between two opposite corners."""
        (top, bottom), (left, right) = (sorted(ends) for ends in zip(corner, other, strict=True))
        return cls(top, bottom, left, right)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in reading order."""
        rows, cols = range(self.top, self.bottom + 1), range(self.left, self.right + 1)
        return tuple((row, col) for row in rows for col in cols)

    @property
    def corners(self) -> str:
        """The upper left and lower right corners as text."""
        return f"{self.top},{self.left} to {self.bottom},{self.right}"


RIGHT, UP, LEFT, DOWN = range(4)
DIRECTIONS = ("right", "up", "left", "down")
STEPS = ((0, 1), (-1, 0), (0, -1), (1, 0))


def find_direction(start: Cell, end: Cell) -> int | None:
    """Return the direction from ``start`` straight to ``end``, or None if there is none."""
    down, right = end[0] - start[0], end[1] - start[1]
    step = (down > 0) - (down < 0), (right > 0) - (right < 0)
    return STEPS.index(step) if step in STEPS else None


def reverse_direction(direction: int) -> int:
    """Return the opposite of a direction."""
    # Directions are numbered counterclockwise from right, so the opposite one is two steps further.
    return (direction + 2) % 4


class Symmetry(NamedTuple):
    """One of the eight symmetries of the square.

    Attributes:
        name: The name of the symmetry.
        matrix: The matrix ((a, b), (c, d)) that maps (row, column) to its image. All coordinates
            are relative to the centre of the grid.
    """

    name: str
    matrix: tuple[tuple[int, int], tuple[int, int]]

    @property
    def swaps_axes(self) -> bool:
        """True if the symmetry turns rows into columns, so only square grids keep their shape."""
        return self.matrix[0][0] == 0

    def transform_shape(self, rows: int, cols: int) -> tuple[int, int]:
        """Return the shape of a ``rows`` by ``cols`` grid after the symmetry is applied."""
        return (cols, rows) if self.swaps_axes else (rows, cols)

    def transform_cell(self, row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
        """Return the image of the cell (row, col) of a ``rows`` by ``cols`` grid."""
        (a, b), (c, d) = self.matrix
        new_rows, new_cols = self.transform_shape(rows, cols)
        # Double the coordinates, so that they are integers even relative to the centre.
        y, x = 2 * row - (rows - 1), 2 * col - (cols - 1)
        return (a * y + b * x + new_rows - 1) // 2, (c * y + d * x + new_cols - 1) // 2

    def transform_direction(self, direction: int) -> int:
        """Return the image of a direction under the symmetry."""
        (a, b), (c, d) = self.matrix
        y, x = STEPS[direction]
        return STEPS.index((a * y + b * x, c * y + d * x))

    def transform_grid(self, grid: Grid) -> Grid:
        """Return the image of a text grid, moving its characters without changing them."""
        (a, b), (c, d) = self.matrix
        lines = (
            ["".join(column) for column in zip(*grid, strict=True)] if self.swaps_axes else [*grid]
        )
        # Exactly one of a and b is nonzero; its sign says whether the rows are reversed.
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
SYMMETRIES_BY_NAME = {symmetry.name: symmetry for symmetry in SYMMETRIES}
"""The symmetries, keyed by name."""


def iterate_cells(grid: Grid) -> Iterator[tuple[int, int, str]]:
    """Yield every cell as (row, column, character), in reading order."""
    for row, line in enumerate(grid):
        for col, glyph in enumerate(line):
            yield row, col, glyph


def replace_cell(grid: Grid, row: int, col: int, glyph: str) -> Grid:
    """Return the grid with the character of one cell replaced."""
    line = grid[row]
    return (*grid[:row], line[:col] + glyph + line[col + 1 :], *grid[row + 1 :])


def format_grid(grid: Grid) -> str:
    """Format a grid as in level files: one line per row, each ended by a newline."""
    return "".join(line + "\n" for line in grid)


def read_grid(value: Any, key: str, glyphs: str, meaning: str) -> Grid:
    """Read a text grid from a value in a level file.

    Args:
        value: The value as it was read from TOML.
        key: The dotted key of the value, for error messages.
        glyphs: The allowed characters.
        meaning: A description of the allowed characters, for error messages.

    Raises:
        LevelError: The value is not a string, is empty or ragged, or has an unknown character. The
            message names the row and the column.
    """
    if not isinstance(value, str):
        raise LevelError(f"expected a multi-line string, found {get_type_name(value)}", key=key)
    # A multi-line string ends with a newline, which does not begin another row.
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
                    f"unknown glyph {quote_input(glyph)}; {meaning}", key=key, row=row, col=col
                )
    return lines


def require_shape(found: Grid, expected: Grid, key: str, expected_key: str) -> None:
    """Raise an error if a grid in a level file does not have the same shape as another grid.

    Args:
        found: The grid to check.
        expected: The grid with the required shape.
        key: The key of ``found`` in the file, for error messages.
        expected_key: The key of ``expected`` in the file, for error messages.

    Raises:
        LevelError: The shapes differ.
    """
    if (len(found), len(found[0])) != (len(expected), len(expected[0])):
        raise LevelError(
            f"expected {len(expected)} rows of {len(expected[0])} characters like {expected_key}, "
            f"found {len(found)} of {len(found[0])}",
            key=key,
        )


def read_locked(table: Mapping[str, Any], cells: Grid, cells_key: str) -> Grid | None:
    """Read the grid of locked cells (``x`` locked, ``.`` unlocked) from a ``[board]`` table.

    Returns:
        The grid, or None if the table has no such grid.

    Raises:
        LevelError: The grid is malformed, or its shape differs from that of ``cells``.
    """
    if "locked" not in table:
        return None
    locked = read_grid(table["locked"], "board.locked", "x.", "expected x or .")
    require_shape(locked, cells, "board.locked", cells_key)
    return locked


def toggle_lock(locked: Grid | None, rows: int, cols: int, row: int, col: int) -> Grid | None:
    """Return the grid of locked cells with one lock toggled, or None if no lock is left."""
    locked = locked or tuple("." * cols for _ in range(rows))
    locked = replace_cell(locked, row, col, "." if locked[row][col] == "x" else "x")
    return locked if "x" in "".join(locked) else None


def get_type_name(value: Any) -> str:
    """Return TOML's name for the type of a value, for error messages."""
    names = {
        bool: "a boolean",
        int: "an integer",
        float: "a float",
        str: "a string",
        list: "an array",
        dict: "a table",
    }
    return names.get(type(value), f"a {type(value).__name__}")


MIN_SIDE = 3


def map_resized_lines(
    length: int, start: int, end: int, maximum: int, plural: str, ring: int = 1
) -> list[int | None]:
    """Map each row (or column) of a resized grid to its old index, or None if it is new.

    Lines are added or removed inside the border of the board, which stays in place.

    Args:
        length: The number of lines before the change.
        start: The number of lines to add at the start; negative to remove lines.
        end: The number of lines to add at the end; negative to remove lines.
        maximum: The maximum number of lines after the change.
        plural: The plural noun for the lines, such as ``rows``, for error messages.
        ring: The width of the border, 1 or 0.

    Raises:
        EngineError: There would be too many or too few lines.
    """
    new = length + start + end
    if new > maximum:
        raise EngineError(f"at most {maximum} {plural} are allowed")
    if new < MIN_SIDE or length - 2 * ring + min(start, 0) + min(end, 0) < 0:
        raise EngineError(f"at least {MIN_SIDE} {plural} are needed")
    middle: list[int | None] = list(range(ring - min(start, 0), length - ring + min(end, 0)))
    added: list[int | None] = [None]
    first, last = [*range(ring)], [*range(length - ring, length)]
    return [*first, *added * max(start, 0), *middle, *added * max(end, 0), *last]


def resize_grid(
    grid: Grid, rows: list[int | None], cols: list[int | None], empty: str, ring: str
) -> Grid:
    """Build a resized grid from the old index of each of its rows and columns.

    The index of a new row or column is None. New cells have the glyph ``ring`` on the border of the
    grid and ``empty`` elsewhere.
    """

    def get_glyph(row: int | None, col: int | None) -> str:
        if row is not None and col is not None:
            return grid[row][col]
        # In a new row or column, only the cells on the border of the grid belong to the ring.
        outer = row in (0, len(grid) - 1) or col in (0, len(grid[0]) - 1)
        return ring if outer else empty

    return tuple("".join(get_glyph(row, col) for col in cols) for row in rows)
