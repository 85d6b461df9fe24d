"""Layouts, the arrays in which generators build candidates for boards of tiles and pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from engine.jit.decorators import Longs
from engine.stages.accepted_candidate_search import ZERO, Limit
from engine.stages.candidate import Plane, Recipe
from engine.stages.stage_workspace import require_same_shape
from engine.tiles.board import TileBoard
from engine.values.grid import DIRECTIONS, Grid, iterate_cells
from engine.values.parameter_schema import Parameters
from engine.values.ranges import Range

B = TypeVar("B", bound=TileBoard)

TILES, PIECES, GATES = range(3)
"""The first planes of a layout: the codes of tiles, the codes of pieces, and the gates.

Only games with gates have the third plane. In it, each bit of a cell's code is a gate that leads
out of the cell in one direction.
"""


def create_planes(board_type: type[TileBoard]) -> tuple[Plane, Plane]:
    """Return descriptions of the first two planes of a layout, for use in a timeline."""
    tiles, pieces = board_type.tile_glyphs, board_type.piece_glyphs
    return Plane("tiles", tiles.glyph_by_code), Plane("pieces", pieces.glyph_by_code)


def create_locked_layout(
    recipe: Recipe,
    board_type: type[B],
    encode_board: Callable[[B], Sequence[Longs]],
    plane_count: int,
) -> tuple[Longs, Longs]:
    """Return the locked cells of a recipe's sketch, and a layout that contains only them.

    Args:
        recipe: The recipe, whose sketch may have locked cells.
        board_type: The type of the game's boards.
        encode_board: A function that returns the first planes of the layout for a board.
        plane_count: The number of planes in a layout.

    Returns:
        An array with 1 for each locked cell and 0 for all others, and the layout, of shape (planes,
        cells).

    Raises:
        ParameterError: The sketch has locked cells, but not the shape that the recipe requires.
    """
    rows, cols = recipe.parameters.get_integer("rows"), recipe.parameters.get_integer("cols")
    locked = np.zeros(rows * cols, np.int64)
    layout = np.zeros((plane_count, rows * cols), np.int64)
    sketch = recipe.sketch
    if isinstance(sketch, board_type) and sketch.locked is not None:
        require_same_shape(sketch, rows, cols)
        locked[:] = [mark == "x" for _, _, mark in iterate_cells(sketch.locked)]
        for plane, values in enumerate(encode_board(sketch)):
            # Only locked cells keep their contents; all other cells start empty.
            layout[plane] = values * locked
    return locked, layout


def decode_board(board_type: type[B], recipe: Recipe, layout: Longs) -> B:
    """Build a board from a layout. All but tiles and pieces comes from the recipe's sketch."""
    cols = recipe.parameters.get_integer("cols")

    def decode_grid(codes: Longs, glyphs: dict[int, str]) -> Grid:
        line = "".join(glyphs[int(code)] for code in codes)
        return tuple(line[start : start + cols] for start in range(0, len(line), cols))

    tiles = decode_grid(layout[TILES], board_type.tile_glyphs.glyph_by_code)
    pieces = decode_grid(layout[PIECES], board_type.piece_glyphs.glyph_by_code)
    sketch = recipe.sketch
    # Without a sketch there are no locks and no unknown keys to keep.
    if not isinstance(sketch, board_type):
        return board_type(tiles, pieces)
    return replace(sketch, tiles=tiles, pieces=pieces)


def list_graph_limits(parameters: Parameters, shortest: int) -> Iterator[Limit]:
    """Yield the limits that the state graph of every accepted level meets.

    ``max_states`` and the fact ``moves`` must be among the parameters, and the generator must
    require a solution of at least ``shortest`` moves.
    """
    facts = {fact.key for fact in parameters.schema.list_facts()}
    # No state occurs twice before a win, so a solution of n moves needs at least n states.
    most, least = parameters.get_integer("max_states"), max(shortest, 1)
    full = f"max_states={most} limits the number of positions"
    path = f"a solution of {least} moves alone passes through {least} positions"
    limits = [
        Limit("moves", Range(1, None), "every solution has at least one move"),
        Limit("moves", Range(None, most), full),
        Limit("dead_states", Range(None, most - least), f"{full}, and {path}"),
    ]
    for key in ("states", "states_seen"):
        limits += [Limit(key, Range(least, None), path), Limit(key, Range(None, most), full)]
    for key in ("transitions", "winning_moves", "losing_moves"):
        limits.append(Limit(key, Range(None, most * len(DIRECTIONS)), full))
    limits.append(Limit("transitions", Range(least, None), path))
    for key in ("winning_moves", "shortest_solutions"):
        limits.append(Limit(key, Range(1, None), "all levels must be solvable"))
    if least > 1:
        limits.append(Limit("instant_wins", ZERO, f"solutions must have {least} or more moves"))
    yield Limit("max_states", Range(least, None), path)
    yield from (limit for limit in limits if limit.key in facts)
