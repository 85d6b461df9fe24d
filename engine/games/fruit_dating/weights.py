"""Weights of tiles, and the choice of a tile by weight.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.games.fruit_dating import layout as at
from engine.games.fruit_dating.codes import FLOOR, NO_PIECE
from engine.games.fruit_dating.parameters import setting_index
from engine.games.fruit_dating.table import is_solid, step_of
from engine.jit.marks import kernel, subroutine
from engine.staging.generation import NOTHING
from engine.staging.site import Site, painted_weight, put
from engine.tiles.generator import PIECES, TILES
from engine.values.rng import below

_FRUIT_MAP = setting_index("fruit_dead_end")


@kernel
def weights_of(stage: int) -> int:
    """The plane of the weights that a stage makes, or chooses by."""
    return at.FRUIT_WEIGHTS + max(stage - at.FRUIT, 0)


@subroutine
def weigh_tiles(site: Site, stage: int, weights: int) -> None:
    """Gives every free tile its weight: base and random part by the shape around it.

    A weight painted by hand takes their place, so that the draws of other tiles stay the same.
    ``weights`` is the index in the settings of the dead ends' base.
    """
    settings, layout, stream = site.settings, site.layout, site.stream
    rows, cols = site.rows, site.cols
    for cell in range(rows * cols):
        if is_solid(layout[TILES, cell]):
            continue
        sides = 0
        solid = 0
        for direction in range(4):
            if is_solid(layout[TILES, cell + step_of(direction, cols)]):
                solid += 1
                sides |= 1 << direction
        kind = 3
        if solid >= 3:
            kind = 0
        elif solid == 2:
            kind = 2 if sides == 0b0101 or sides == 0b1010 else 1
        # Each kind has a base and a random part, each with a low and a high end.
        base = settings[weights + 4 * kind]
        drawn = below(stream, settings[weights + 4 * kind + 2])
        weight = painted_weight(site, max(stage, at.FRUIT), cell, NOTHING)
        if weight == NOTHING:
            put(site, stage, weights_of(stage), cell, base + drawn, base + drawn, drawn)
        else:
            put(site, stage, weights_of(stage), cell, weight, weight, NOTHING)


@kernel
def weigh_for_fruit(site: Site) -> bool:
    """Stage 5: weights for fruit, drawn once for each candidate."""
    weigh_tiles(site, at.WEIGHTS, _FRUIT_MAP)
    return True


@kernel
def available(site: Site, plane: int, cell: int) -> int:
    """The weight of a cell that something can still be put on, 0 for any other."""
    locked, layout = site.locked, site.layout
    if (
        layout[TILES, cell] != FLOOR
        or layout[PIECES, cell] != NO_PIECE
        or locked[cell] != 0
        or layout[plane, cell] <= 0
    ):
        return 0
    return layout[plane, cell]


@subroutine
def choose_cell(site: Site, stage: int) -> int:
    """An available cell, each as likely as its weight says; -1 if there is none."""
    cells, plane, scratch = site.rows * site.cols, weights_of(stage), site.scratch
    total = 0
    for cell in range(cells):
        total += available(site, plane, cell)
    if total == 0:
        return -1
    draw = below(site.stream, total)
    scratch[at.DRAWN] = draw
    for cell in range(cells):
        draw -= available(site, plane, cell)
        if draw < 0:
            return cell
    return -1


@kernel
def put_chosen(site: Site, stage: int, plane: int, cell: int, new: int) -> None:
    """Puts something on the cell that was chosen last."""
    layout, scratch = site.layout, site.scratch
    put(site, stage, plane, cell, new, layout[weights_of(stage), cell], scratch[at.DRAWN])


@kernel
def pass_over(site: Site, stage: int, cell: int) -> None:
    """Leaves the cell that was chosen last, for ever: what was to be put there does not fit."""
    put(site, stage, weights_of(stage), cell, 0, NOTHING, site.scratch[at.DRAWN])
