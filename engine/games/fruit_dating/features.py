"""The stages that place things: fruit, blockers, one-ways, mud, anteaters, hedgehogs.

All stages take the same arguments and return False if they cannot do their work; see
:func:`engine.games.fruit_dating.stages.run_stages`.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.games.fruit_dating.codes import ANTEATER, BARREL, COLOURS, HEDGEHOG, MUD, STONE, WALL
from engine.games.fruit_dating.layout import (
    ANTEATER_STAGE,
    ANTEATER_WEIGHT,
    AREA,
    BLOCKER_STAGE,
    BLOCKER_WEIGHT,
    FRUIT_STAGE,
    FRUIT_WEIGHT,
    GATE_STAGE,
    GATE_WEIGHT,
    GATES,
    HEDGEHOG_STAGE,
    HEDGEHOG_WEIGHT,
    MUD_STAGE,
    MUD_WEIGHT,
    QUEUE,
)
from engine.games.fruit_dating.parameters import place_of
from engine.games.fruit_dating.table import is_solid, step_of
from engine.games.fruit_dating.walls import fill_area
from engine.games.fruit_dating.weights import choose_cell, weigh_tiles
from engine.generate.generation import NOTHING
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


_GATES = place_of("one_ways")
_GATE_MAP = place_of("one_way_dead_end")
_MUD = place_of("mud")
_MUD_MAP = place_of("mud_dead_end")
_ANTEATERS = place_of("anteaters")
_ANTEATER_MAP = place_of("anteater_dead_end")
_HEDGEHOGS = place_of("hedgehogs")
_HEDGEHOG_MAP = place_of("hedgehog_dead_end")


@kernel
def side_is_usable(site: Site, cell: int, direction: int, free_of_gates: bool) -> bool:
    """Whether a side leads to a free tile, and has no gate where that is asked."""
    layout, cols = site.layout, site.cols
    beside = cell + step_of(direction, cols)
    if is_solid(layout[TILES, beside]):
        return False
    if not free_of_gates:
        return True
    back = (direction + 2) % 4
    return layout[GATES, cell] & (1 << direction) == 0 and layout[GATES, beside] & (1 << back) == 0


@kernel
def choose_side(site: Site, cell: int, free_of_gates: bool) -> int:
    """A side of a cell towards a free tile, all as likely; -1 if there is none.

    With ``free_of_gates`` the edge must have no gate yet, of either direction.
    """
    stream = site.stream
    sides = 0
    for direction in range(4):
        if side_is_usable(site, cell, direction, free_of_gates):
            sides += 1
    if sides == 0:
        return -1
    draw = below(stream, sides)
    for direction in range(4):
        if side_is_usable(site, cell, direction, free_of_gates):
            if draw == 0:
                return direction
            draw -= 1
    return -1


@kernel
def draw_number(site: Site, span: int, stage: int, layer: int, weights: int) -> int:
    """How many of a feature there are to be; tiles get their weights for it if there are any.

    ``span`` and ``weights`` are places in the settings: of the number, and of the base weight of
    dead ends.
    """
    settings = site.settings
    number = between(site.stream, settings[span], settings[span + 1])
    if number > 0:
        weigh_tiles(site, stage, layer, weights)
    return number


@kernel
def place_gates(site: Site) -> bool:
    """Stage 8: one-way gates between free tiles."""
    locked, layout, scratch, cols = site.locked, site.layout, site.scratch, site.cols
    number = draw_number(site, _GATES, GATE_STAGE, GATE_WEIGHT, _GATE_MAP)
    placed = 0
    while placed < number:
        cell = choose_cell(site, GATE_WEIGHT)
        if cell < 0:
            return False
        weight, draw = layout[GATE_WEIGHT, cell], scratch[QUEUE]
        direction = choose_side(site, cell, True)
        if direction < 0 or locked[cell + step_of(direction, cols)] != 0:
            put(site, GATE_STAGE, GATE_WEIGHT, cell, 0, NOTHING, draw)
            continue
        gates = layout[GATES, cell] | 1 << direction
        put(site, GATE_STAGE, GATES, cell, gates, weight, draw)
        placed += 1
    return True


@kernel
def place_mud(site: Site) -> bool:
    """Stage 9: mud, on tiles without pieces."""
    layout, scratch = site.layout, site.scratch
    for _ in range(draw_number(site, _MUD, MUD_STAGE, MUD_WEIGHT, _MUD_MAP)):
        cell = choose_cell(site, MUD_WEIGHT)
        if cell < 0:
            return False
        weight, draw = layout[MUD_WEIGHT, cell], scratch[QUEUE]
        put(site, MUD_STAGE, TILES, cell, MUD, weight, draw)
    return True


@kernel
def splits_area(site: Site, cell: int) -> bool:
    """Whether the free area would fall apart if a cell became solid."""
    layout, rows, cols, scratch = site.layout, site.rows, site.cols, site.scratch
    old = layout[TILES, cell]
    free = -1
    beside = -1
    for other in range(rows * cols):
        if not is_solid(layout[TILES, other]):
            free += 1
            if other != cell:
                beside = other
        scratch[AREA + other] = 0
    if beside < 0:
        return True
    layout[TILES, cell] = WALL
    size = fill_area(site, beside, 1)
    layout[TILES, cell] = old
    return size < free


@kernel
def place_animals(
    site: Site, numbers: int, weights: int, anteater: bool, layer: int, stage: int
) -> bool:
    """Puts anteaters or hedgehogs on tiles that do not cut the free area in two.

    ``numbers`` and ``weights`` are places in the settings; see :func:`draw_number`.
    """
    layout, scratch = site.layout, site.scratch
    number = draw_number(site, numbers, stage, layer, weights)
    placed = 0
    while placed < number:
        cell = choose_cell(site, layer)
        if cell < 0:
            return False
        weight, draw = layout[layer, cell], scratch[QUEUE]
        look = choose_side(site, cell, False)
        if look < 0 or splits_area(site, cell):
            put(site, stage, layer, cell, 0, NOTHING, draw)
            continue
        tile = ANTEATER + look if anteater else HEDGEHOG
        put(site, stage, TILES, cell, tile, weight, draw)
        placed += 1
    return True


@kernel
def place_anteaters(site: Site) -> bool:
    """Stage 10: anteaters, each looking towards a free tile."""
    return place_animals(site, _ANTEATERS, _ANTEATER_MAP, True, ANTEATER_WEIGHT, ANTEATER_STAGE)


@kernel
def place_hedgehogs(site: Site) -> bool:
    """Stage 11: sleeping hedgehogs."""
    return place_animals(site, _HEDGEHOGS, _HEDGEHOG_MAP, False, HEDGEHOG_WEIGHT, HEDGEHOG_STAGE)
