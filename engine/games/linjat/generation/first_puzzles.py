"""A kernel that makes first puzzles in bulk, and the arrays and boards that it works with."""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.generation import linjat_stages, puzzle_acceptance
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace, create_workspace
from engine.games.linjat.generation.parameters import STAGE_NAMES
from engine.jit.decorators import Longs, entry, kernel
from engine.stages.candidate import Recipe
from engine.stages.stage_workspace import Site, clear_site, create_stage_site, require_same_shape
from engine.values.grid import iterate_cells

NONE_ACCEPTED, STOPPED = -1, -2


@kernel
def make_first_puzzle(site: Site, workspace: GeneratorWorkspace, seed: int, attempt: int) -> int:
    """Make the first puzzle for an attempt; return -1 on success, or the reason for rejection.

    After a success, the workspace holds the puzzle's layers and its unique solution.
    """
    clear_site(site)
    if not linjat_stages.draw_numbers(site, workspace, seed, attempt):
        return linjat_stages.NUMBERS_STAGE
    if not linjat_stages.draw_dots(site, workspace, seed, attempt):
        return linjat_stages.DOTS_STAGE
    # Dots were added in the middle of the deduction, so solve the finished board from scratch.
    if not puzzle_acceptance.solve_again(site, workspace):
        return puzzle_acceptance.NOT_DEDUCED
    if not puzzle_acceptance.has_wanted_rule(site.settings, workspace.record):
        return puzzle_acceptance.TOO_PLAIN
    return -1 if puzzle_acceptance.is_unique(site, workspace) else puzzle_acceptance.NOT_UNIQUE


@entry
def find_first_puzzle(
    site: Site, seed: int, first: int, number: int, control: Longs, workspace: GeneratorWorkspace
) -> int:
    """Make attempts ``first`` to ``first + number - 1`` until one of them produces a puzzle.

    Failed attempts are counted by reason in the workspace's ``rejections``.

    Returns:
        The number of the successful attempt, NONE_ACCEPTED if there is none, or STOPPED if the
        control asked the kernel to stop.
    """
    for attempt in range(first, first + number):
        if control[0] != 0:
            return STOPPED
        reason = make_first_puzzle(site, workspace, seed, attempt)
        if reason < 0:
            return attempt
        workspace.rejections[reason] += 1
        # The caller shows this count while the kernel runs.
        control[2] += 1
    return NONE_ACCEPTED


GLYPHS = {code: glyph for glyph, code in glyph_codes.CODES.items()}


def _get_sketch(recipe: Recipe) -> LinjatBoard | None:
    """Return the recipe's sketch, whose locked cells all levels keep, or None if there is none."""
    return recipe.sketch if isinstance(recipe.sketch, LinjatBoard) else None


def create_site(recipe: Recipe, room: int = 0) -> Site:
    """Create the site for making a recipe's puzzles, with a log that has room for ``room`` events.

    Raises:
        ParameterError: The locked cells belong to a board of a different size.
    """
    rows, cols = recipe.parameters.get_integer("rows"), recipe.parameters.get_integer("cols")
    locked = np.zeros(rows * cols, np.int64)
    layout = np.zeros((linjat_stages.PLANES, rows * cols), np.int64)
    sketch = _get_sketch(recipe)
    if sketch is not None and sketch.locked is not None:
        require_same_shape(sketch, rows, cols)
        locked[:] = [mark == "x" for _, _, mark in iterate_cells(sketch.locked)]
        # Multiplying by the locks empties every unlocked cell, because EMPTY is 0.
        layout[linjat_stages.CELLS] = [
            glyph_codes.CODES[glyph] for _, _, glyph in iterate_cells(sketch.cells)
        ] * locked
    return create_stage_site(recipe, STAGE_NAMES, locked, layout, 1, room)


def create_site_workspace(site: Site) -> GeneratorWorkspace:
    """Create the workspace for making puzzles on a site."""
    return create_workspace(site.rows * site.cols, len(puzzle_acceptance.REASONS))


def decode_board(recipe: Recipe, cells: Longs) -> LinjatBoard:
    """Build a board from cell codes, with the locks and unknown keys of the recipe's sketch."""
    text = "".join(GLYPHS[int(code)] for code in cells)
    cols, sketch = recipe.parameters.get_integer("cols"), _get_sketch(recipe)
    rows = tuple(text[start : start + cols] for start in range(0, len(text), cols))
    if sketch is None:
        return LinjatBoard(rows)
    return LinjatBoard(rows, sketch.locked, sketch.extra)
