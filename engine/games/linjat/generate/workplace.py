"""From recipes to the arrays that the generator's kernels work with, and back to boards."""

from __future__ import annotations

import numpy as np

from engine.errors import ParameterError
from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.generate.bench import Bench, new_bench
from engine.games.linjat.generate.judging import REASONS
from engine.games.linjat.generate.parameters import PARAMETERS, STAGE_NAMES
from engine.games.linjat.generate.stages import CELLS, LAYERS
from engine.generate.generation import Recipe
from engine.generate.staging import Site, new_site
from engine.jit.arrays import Longs
from engine.values.grid import cells_of

GLYPHS = {code: glyph for glyph, code in codes.CODES.items()}


def _sketch_of(recipe: Recipe) -> LinjatBoard | None:
    """The board that a recipe's level is made around, if any."""
    return recipe.sketch if isinstance(recipe.sketch, LinjatBoard) else None


def site_of(recipe: Recipe, room: int = 0) -> Site:
    """Prepares to make puzzles of a recipe, with a log of ``room`` events.

    Raises:
        ParameterError: the locked cells are on a board of another size.
    """
    rows, cols = recipe.parameters.integer("rows"), recipe.parameters.integer("cols")
    locked = np.zeros(rows * cols, np.int64)
    layout = np.zeros((LAYERS, rows * cols), np.int64)
    sketch = _sketch_of(recipe)
    if sketch is not None and sketch.locked is not None:
        if (sketch.rows, sketch.cols) != (rows, cols):
            raise ParameterError(
                f"rows, cols: the locked cells are on a board of {sketch.rows} by {sketch.cols}, "
                f"not {rows} by {cols}"
            )
        locked[:] = [mark == "x" for _, _, mark in cells_of(sketch.locked)]
        layout[CELLS] = [codes.CODES[glyph] for _, _, glyph in cells_of(sketch.cells)] * locked
    return new_site(recipe, PARAMETERS, STAGE_NAMES, locked, layout, 1, room)


def bench_of(site: Site) -> Bench:
    """A bench for the puzzles of a site."""
    return new_bench(site.rows * site.cols, len(REASONS))


def board_of(recipe: Recipe, cells: Longs) -> LinjatBoard:
    """The board of codes of cells, with the locks and unknown keys of the recipe's sketch."""
    text = "".join(GLYPHS[int(code)] for code in cells)
    cols, sketch = recipe.parameters.integer("cols"), _sketch_of(recipe)
    rows = tuple(text[start : start + cols] for start in range(0, len(text), cols))
    if sketch is None:
        return LinjatBoard(rows)
    return LinjatBoard(rows, sketch.locked, sketch.extra)
