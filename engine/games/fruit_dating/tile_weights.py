"""Weights for tiles, and the random choice of a tile by weight.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.games.fruit_dating import fruit_layout
from engine.games.fruit_dating.fruit_codes import FLOOR, NO_PIECE
from engine.games.fruit_dating.fruit_level_array import get_step, is_solid
from engine.games.fruit_dating.parameters import setting_index
from engine.jit.decorators import kernel, subroutine
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import Site, get_painted_weight, set_cell
from engine.tiles.candidate_arrays import PIECES, TILES
from engine.values.rng import draw_below

_FRUIT_MAP = setting_index("fruit_dead_end")


@kernel
def get_weight_plane(stage: int) -> int:
    """Return the plane for the weights that a stage computes or uses."""
    return fruit_layout.FRUIT_WEIGHTS + max(stage - fruit_layout.FRUIT, 0)


@subroutine
def weigh_tiles(site: Site, stage: int, weights: int) -> None:
    """Give each free tile a weight: the sum of a base and a random part for the tile's shape.

    A painted weight replaces this sum. The random part is drawn even then, so that the weights of
    other tiles do not change. ``weights`` is the index in the settings of the base for dead ends.
    The other bases and random parts follow it.
    """
    settings, layout, stream = site.settings, site.layout, site.stream
    rows, cols = site.rows, site.cols
    for cell in range(rows * cols):
        if is_solid(layout[TILES, cell]):
            continue
        sides = 0
        solid = 0
        for direction in range(4):
            if is_solid(layout[TILES, cell + get_step(direction, cols)]):
                solid += 1
                sides |= 1 << direction
        # Shapes are in the order of the settings: dead end, corner, corridor, open.
        kind = 3
        if solid >= 3:
            kind = 0
        elif solid == 2:
            # Two opposite solid sides make a corridor; two adjacent ones make a corner.
            kind = 2 if sides == 0b0101 or sides == 0b1010 else 1
        # Each shape takes four settings: the two ends of the base and of the random part.
        base = settings[weights + 4 * kind]
        drawn = draw_below(stream, settings[weights + 4 * kind + 2])
        # Weights for fruit are computed by an earlier stage, but painted for the fruit stage.
        weight = get_painted_weight(site, max(stage, fruit_layout.FRUIT), cell, NOTHING)
        if weight == NOTHING:
            set_cell(site, stage, get_weight_plane(stage), cell, base + drawn, base + drawn, drawn)
        else:
            set_cell(site, stage, get_weight_plane(stage), cell, weight, weight, NOTHING)


@kernel
def weigh_for_fruit(site: Site) -> bool:
    """Draw the weights for fruit (stage 5)."""
    weigh_tiles(site, fruit_layout.WEIGHTS, _FRUIT_MAP)
    return True


@kernel
def get_available_weight(site: Site, plane: int, cell: int) -> int:
    """Return the weight of a cell, or 0 if nothing can be placed on it."""
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
    """Return a cell drawn with probability proportional to weight, or -1 if all weights are 0."""
    cells, plane, scratch = site.rows * site.cols, get_weight_plane(stage), site.scratch
    total = 0
    for cell in range(cells):
        total += get_available_weight(site, plane, cell)
    if total == 0:
        return -1
    draw = draw_below(site.stream, total)
    scratch[fruit_layout.DRAWN] = draw
    for cell in range(cells):
        # Each cell owns a share of the range as long as its weight. Find the share that holds the
        # draw.
        draw -= get_available_weight(site, plane, cell)
        if draw < 0:
            return cell
    return -1


@kernel
def put_chosen(site: Site, stage: int, plane: int, cell: int, new: int) -> None:
    """Put the value ``new`` on the cell just chosen, and log the draw that chose it."""
    layout, scratch = site.layout, site.scratch
    set_cell(
        site,
        stage,
        plane,
        cell,
        new,
        layout[get_weight_plane(stage), cell],
        scratch[fruit_layout.DRAWN],
    )


@kernel
def exclude_cell(site: Site, stage: int, cell: int) -> None:
    """Set the weight of the cell just chosen to 0, because nothing can be placed there."""
    set_cell(
        site, stage, get_weight_plane(stage), cell, 0, NOTHING, site.scratch[fruit_layout.DRAWN]
    )
