"""First puzzles by the thousand: made, solved again and proven in one compiled function."""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.generate import judging, stages
from engine.games.linjat.generate.bench import DeductionBench, new_bench
from engine.games.linjat.generate.parameters import STAGE_NAMES
from engine.jit.marks import Longs, entry, kernel
from engine.staging.generation import Recipe
from engine.staging.site import Site, clear_site, new_site, require_same_shape
from engine.values.grid import cells_of

NONE_ACCEPTED, STOPPED = -1, -2


@kernel
def make_candidate(site: Site, bench: DeductionBench, seed: int, attempt: int) -> int:
    """Makes the first puzzle of an attempt; why it is none, -1 if it is one.

    The bench holds its layers, and its proven solution, afterwards.
    """
    clear_site(site)
    if not stages.draw_numbers(site, bench, seed, attempt):
        return stages.NUMBERS_STAGE
    if not stages.draw_dots(site, bench, seed, attempt):
        return stages.DOTS_STAGE
    if not judging.solve_again(site, bench):
        return judging.NOT_DEDUCED
    if not judging.has_wanted_rule(site.settings, bench.record):
        return judging.TOO_PLAIN
    return -1 if judging.is_unique(site, bench) else judging.NOT_UNIQUE


@entry
def first_candidate(
    site: Site, seed: int, first: int, number: int, control: Longs, bench: DeductionBench
) -> int:
    """Tries attempts ``first`` to ``first + number - 1`` until one is a puzzle.

    Returns:
        The attempt, NONE_ACCEPTED, or STOPPED if asked to stop. ``bench.rejected`` counts the
        others by reason.
    """
    for attempt in range(first, first + number):
        if control[0] != 0:
            return STOPPED
        reason = make_candidate(site, bench, seed, attempt)
        if reason < 0:
            return attempt
        bench.rejected[reason] += 1
        control[2] += 1
    return NONE_ACCEPTED


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
    layout = np.zeros((stages.PLANES, rows * cols), np.int64)
    sketch = _sketch_of(recipe)
    if sketch is not None and sketch.locked is not None:
        require_same_shape(sketch, rows, cols)
        locked[:] = [mark == "x" for _, _, mark in cells_of(sketch.locked)]
        layout[stages.CELLS] = [
            codes.CODES[glyph] for _, _, glyph in cells_of(sketch.cells)
        ] * locked
    return new_site(recipe, STAGE_NAMES, locked, layout, 1, room)


def bench_of(site: Site) -> DeductionBench:
    """A bench for the puzzles of a site."""
    return new_bench(site.rows * site.cols, len(judging.REASONS))


def board_of(recipe: Recipe, cells: Longs) -> LinjatBoard:
    """The board of codes of cells, with the locks and unknown keys of the recipe's sketch."""
    text = "".join(GLYPHS[int(code)] for code in cells)
    cols, sketch = recipe.parameters.integer("cols"), _sketch_of(recipe)
    rows = tuple(text[start : start + cols] for start in range(0, len(text), cols))
    if sketch is None:
        return LinjatBoard(rows)
    return LinjatBoard(rows, sketch.locked, sketch.extra)
