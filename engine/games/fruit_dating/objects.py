"""The stages that place pieces: fruit, then blockers.

All stages take the same arguments and return False if they cannot do their work; see
:func:`engine.games.fruit_dating.stages.run_stages`.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.games.fruit_dating.codes import BARREL, COLOURS, STONE
from engine.games.fruit_dating.layout import (
    BLOCKER_STAGE,
    BLOCKER_WEIGHT,
    FRUIT_STAGE,
    FRUIT_WEIGHT,
    QUEUE,
)
from engine.games.fruit_dating.parameters import place_of
from engine.games.fruit_dating.table import is_solid
from engine.games.fruit_dating.weights import choose_cell, weigh_tiles
from engine.generate.staging import Site, put
from engine.jit.marks import kernel
from engine.tiles.generator import PIECES, TILES
from engine.values.rng import below, between

_PAIRS = place_of("pairs")
_COLOURS = place_of("colours")
_BLOCKERS = place_of("blockers")
_BLOCKER_KIND = place_of("blocker_kind")
_BLOCKER_MAP = place_of("blocker_dead_end")


@kernel
def place_piece(site: Site, piece: int, layer: int, stage: int) -> bool:
    """Puts a piece on a cell chosen by weight; False if no cell is left."""
    layout, scratch = site.layout, site.scratch
    cell = choose_cell(site, layer)
    if cell < 0:
        return False
    weight, draw = layout[layer, cell], scratch[QUEUE]
    put(site, stage, PIECES, cell, piece, weight, draw)
    return True


@kernel
def place_fruit(site: Site) -> bool:
    """Stage 6: pairs of fruit; what a sketch holds is counted, and completed to pairs first."""
    settings, layout, stream = site.settings, site.layout, site.stream
    rows, cols = site.rows, site.cols
    cells = rows * cols
    pairs = between(stream, settings[_PAIRS], settings[_PAIRS + 1])
    colours = between(stream, settings[_COLOURS], settings[_COLOURS + 1])
    held = 0
    for colour in range(1, COLOURS + 1):
        number = 0
        for cell in range(cells):
            if layout[PIECES, cell] == colour:
                number += 1
        held += (number + 1) // 2
        if number % 2 == 1 and not place_piece(site, colour, FRUIT_WEIGHT, FRUIT_STAGE):
            return False
    for pair in range(held, pairs):
        colour = 1 + pair
        if pair >= colours:
            colour = 1 + below(stream, colours)
        for _ in range(2):
            if not place_piece(site, colour, FRUIT_WEIGHT, FRUIT_STAGE):
                return False
    return True


@kernel
def place_blockers(site: Site) -> bool:
    """Stage 7: blockers, as many as the density drawn says, by weights of their own."""
    settings, layout, stream = site.settings, site.layout, site.stream
    rows, cols = site.rows, site.cols
    free = 0
    for cell in range(rows * cols):
        if not is_solid(layout[TILES, cell]):
            free += 1
    density = between(stream, settings[_BLOCKERS], settings[_BLOCKERS + 1])
    number = (free * density + 50) // 100
    if number == 0:
        return True
    weigh_tiles(site, BLOCKER_STAGE, BLOCKER_WEIGHT, _BLOCKER_MAP)
    for _ in range(number):
        kind = settings[_BLOCKER_KIND]
        if kind == 0:
            kind = 1 + below(stream, BARREL - STONE + 1)
        if not place_piece(site, STONE - 1 + kind, BLOCKER_WEIGHT, BLOCKER_STAGE):
            return False
    return True
