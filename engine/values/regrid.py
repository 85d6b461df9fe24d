"""Text grids with rows and columns put in, or taken out, just within their ring."""

from __future__ import annotations

from engine.errors import EngineError
from engine.values.grid import Grid

LEAST_SIDE = 3


def kept(length: int, start: int, end: int, most: int, what: str) -> list[int | None]:
    """The old number of every row (or column) afterwards, None for a new one.

    Args:
        length: how many there are.
        start: how many to put in (negative: to take out) after the first.
        end: how many before the last.
        most: how many there may be.
        what: what they are called, in the plural.

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
