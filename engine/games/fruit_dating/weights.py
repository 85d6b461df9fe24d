"""Weights of tiles, and the choice of a tile by weight.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.games.fruit_dating.codes import FLOOR, NO_PIECE
from engine.games.fruit_dating.layout import FRUIT_WEIGHT, QUEUE, WEIGHT_STAGE
from engine.games.fruit_dating.parameters import place_of
from engine.games.fruit_dating.table import is_solid, step_of
from engine.generate.staging import Site, put
from engine.jit.marks import kernel
from engine.tiles.generator import PIECES, TILES
from engine.values.rng import below

_FRUIT_MAP = place_of("fruit_dead_end")


@kernel
def weigh_tiles(site: Site, stage: int, layer: int, weights: int) -> None:
    """Gives every free tile its weight: base and random part by the shape around it.

    ``weights`` is the place in the settings of the dead ends' base.
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
        put(site, stage, layer, cell, base + drawn, base + drawn, drawn)


@kernel
def weigh_for_fruit(site: Site) -> bool:
    """Stage 5: weights for fruit, drawn once for each candidate."""
    weigh_tiles(site, WEIGHT_STAGE, FRUIT_WEIGHT, _FRUIT_MAP)
    return True


@kernel
def available(site: Site, layer: int, cell: int) -> int:
    """The weight of a cell that something can still be put on, 0 for any other."""
    locked, layout = site.locked, site.layout
    if (
        layout[TILES, cell] != FLOOR
        or layout[PIECES, cell] != NO_PIECE
        or locked[cell] != 0
        or layout[layer, cell] <= 0
    ):
        return 0
    return layout[layer, cell]


@kernel
def choose_cell(site: Site, layer: int) -> int:
    """An available cell, each as likely as its weight says; -1 if there is none.

    ``drawn[QUEUE]`` receives the random number that decided.
    """
    stream = site.stream
    cells = site.rows * site.cols
    drawn = site.scratch
    total = 0
    for cell in range(cells):
        total += available(site, layer, cell)
    if total == 0:
        return -1
    draw = below(stream, total)
    drawn[QUEUE] = draw
    for cell in range(cells):
        draw -= available(site, layer, cell)
        if draw < 0:
            return cell
    return -1
