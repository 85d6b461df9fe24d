"""What generators of boards of tiles and pieces have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from engine.jit.marks import Longs
from engine.staging.demands import NONE, Limit
from engine.staging.generation import Plane, Recipe
from engine.staging.site import require_same_shape
from engine.tiles.board import TileBoard
from engine.values.grid import DIRECTIONS, Grid, cells_of
from engine.values.parameters import Parameters
from engine.values.ranges import Range

B = TypeVar("B", bound=TileBoard)

TILES, PIECES, GATES = range(3)
"""The first planes of a layout: codes of tiles and of pieces, and, where there are gates, bits of
the directions in which they are left."""


def planes_for(board_type: type[TileBoard]) -> tuple[Plane, Plane]:
    """The first planes of a layout, as its timeline shows them."""
    tiles, pieces = board_type.tile_glyphs, board_type.piece_glyphs
    return Plane("tiles", tiles.of_code), Plane("pieces", pieces.of_code)


def locked_layout(
    recipe: Recipe, board_type: type[B], planes_of: Callable[[B], Sequence[Longs]], planes: int
) -> tuple[Longs, Longs]:
    """What a recipe's sketch fixes: by cell 1 where it is locked, and the layout to start from.

    Of ``planes`` in all, ``planes_of`` gives the first ones of the layout that holds a board.

    Raises:
        ParameterError: the locked cells are on a board of another shape.
    """
    rows, cols = recipe.parameters.integer("rows"), recipe.parameters.integer("cols")
    locked = np.zeros(rows * cols, np.int64)
    layout = np.zeros((planes, rows * cols), np.int64)
    sketch = recipe.sketch
    if isinstance(sketch, board_type) and sketch.locked is not None:
        require_same_shape(sketch, rows, cols)
        locked[:] = [mark == "x" for _, _, mark in cells_of(sketch.locked)]
        for plane, values in enumerate(planes_of(sketch)):
            layout[plane] = values * locked
    return locked, layout


def board_in(board_type: type[B], recipe: Recipe, layout: Longs) -> B:
    """The board that a layout holds, with the locks and unknown keys of the recipe's sketch."""
    cols = recipe.parameters.integer("cols")

    def grid(codes: Longs, glyphs: dict[int, str]) -> Grid:
        """The text grid of the codes of one plane."""
        line = "".join(glyphs[int(code)] for code in codes)
        return tuple(line[start : start + cols] for start in range(0, len(line), cols))

    tiles = grid(layout[TILES], board_type.tile_glyphs.of_code)
    pieces = grid(layout[PIECES], board_type.piece_glyphs.of_code)
    sketch = recipe.sketch
    if not isinstance(sketch, board_type):
        return board_type(tiles, pieces)
    return board_type(tiles, pieces, sketch.locked, sketch.extra)


def graph_limits(parameters: Parameters, shortest: int) -> Iterator[Limit]:
    """What no graph of positions of a level that is kept goes beyond.

    There are ``max_states`` and the fact ``moves`` among the parameters, and a solution of at least
    ``shortest`` moves is asked for.
    """
    facts = {fact.key for fact in parameters.schema.facts()}
    most, least = parameters.integer("max_states"), max(shortest, 1)
    full = f"no graph is larger than max_states={most}"
    path = f"its solution alone is {least} or more moves, from as many positions"
    limits = [
        Limit("moves", Range(1, None), "no level is won before its first move"),
        Limit("moves", Range(None, most), full),
        Limit("dead_states", Range(None, most - least), f"{full}, and {path}"),
    ]
    for key in ("states", "states_seen"):
        limits += [Limit(key, Range(least, None), path), Limit(key, Range(None, most), full)]
    for key in ("transitions", "winning_moves", "losing_moves"):
        limits.append(Limit(key, Range(None, most * len(DIRECTIONS)), full))
    limits.append(Limit("transitions", Range(least, None), path))
    for key in ("winning_moves", "shortest_solutions"):
        limits.append(Limit(key, Range(1, None), "only levels with solvable=true are kept"))
    if least > 1:
        limits.append(
            Limit("instant_wins", NONE, f"a solution of {least} or more moves is asked for")
        )
    yield Limit("max_states", Range(least, None), path)
    yield from (limit for limit in limits if limit.key in facts)
