"""Symmetries of grids."""

from __future__ import annotations

import pytest

from engine.values.grid import SYMMETRIES, Symmetry, cells_of


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
@pytest.mark.parametrize("grid", [("abc", "def"), ("ab", "cd"), ("a",), ("abcd",), ()])
def test_a_grid_goes_where_its_cells_go(symmetry: Symmetry, grid: tuple[str, ...]) -> None:
    image = symmetry.grid(grid)
    rows, cols = len(grid), len(grid[0]) if grid else 0
    if grid:
        assert (len(image), len(image[0])) == symmetry.shape(rows, cols)
    for row, col, glyph in cells_of(grid):
        at_row, at_col = symmetry.cell(row, col, rows, cols)
        assert image[at_row][at_col] == glyph
