"""Symmetries of grids."""

from __future__ import annotations

import pytest

from engine.values.grid import SYMMETRIES, Symmetry, iterate_cells


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
@pytest.mark.parametrize("grid", [("abc", "def"), ("ab", "cd"), ("a",), ("abcd",), ()])
def test_a_grid_goes_where_its_cells_go(symmetry: Symmetry, grid: tuple[str, ...]) -> None:
    image = symmetry.transform_grid(grid)
    rows, cols = len(grid), len(grid[0]) if grid else 0
    if grid:
        assert (len(image), len(image[0])) == symmetry.transform_shape(rows, cols)
    for row, col, glyph in iterate_cells(grid):
        at_row, at_col = symmetry.transform_cell(row, col, rows, cols)
        assert image[at_row][at_col] == glyph
