"""The stages that put things on free tiles, each chosen by weight.

All stages take the same arguments and return False if they cannot do their work; see
:func:`engine.games.fruit_dating.stages.run_stages`.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.arrays import Longs, Words
from engine.games.fruit_dating.codes import (
    ANTEATER,
    BARREL,
    COLOURS,
    FLOOR,
    HEDGEHOG,
    MUD,
    NO_PIECE,
    STONE,
    WALL,
)
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
    PIECES,
    QUEUE,
    TILES,
    WEIGHT_STAGE,
    put,
)
from engine.games.fruit_dating.parameters import place_of
from engine.games.fruit_dating.table import is_solid, step_of
from engine.games.fruit_dating.walls import fill_area
from engine.generation import NOTHING
from engine.jit import kernel
from engine.rng import below, between

_FRUIT_MAP = place_of("fruit_dead_end")
_PAIRS = place_of("pairs")
_COLOURS = place_of("colours")
_BLOCKERS = place_of("blockers")
_BLOCKER_KIND = place_of("blocker_kind")
_BLOCKER_MAP = place_of("blocker_dead_end")
_GATES = place_of("one_ways")
_GATE_MAP = place_of("one_way_dead_end")
_MUD = place_of("mud")
_MUD_MAP = place_of("mud_dead_end")
_ANTEATERS = place_of("anteaters")
_ANTEATER_MAP = place_of("anteater_dead_end")
_HEDGEHOGS = place_of("hedgehogs")
_HEDGEHOG_MAP = place_of("hedgehog_dead_end")


@kernel
def weigh_tiles(
    settings: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
    stage: int,
    layer: int,
    weights: int,
) -> None:
    """Gives every free tile its weight: base and random part by the shape around it.

    ``weights`` is the place in the settings of the dead ends' base.
    """
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
        put(layout, log, scratch, stage, layer, cell, base + drawn, base + drawn, drawn)


@kernel
def weigh_for_fruit(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 5: weights for fruit, drawn once for each candidate."""
    weigh_tiles(
        settings, layout, rows, cols, stream, log, scratch, WEIGHT_STAGE, FRUIT_WEIGHT, _FRUIT_MAP
    )
    return True


@kernel
def available(locked: Longs, layout: Longs, layer: int, cell: int) -> int:
    """The weight of a cell that something can still be put on, 0 for any other."""
    if (
        layout[TILES, cell] != FLOOR
        or layout[PIECES, cell] != NO_PIECE
        or locked[cell] != 0
        or layout[layer, cell] <= 0
    ):
        return 0
    return layout[layer, cell]


@kernel
def choose_cell(
    locked: Longs, layout: Longs, layer: int, cells: int, stream: Words, drawn: Longs
) -> int:
    """An available cell, each as likely as its weight says; -1 if there is none.

    ``drawn[QUEUE]`` receives the random number that decided.
    """
    total = 0
    for cell in range(cells):
        total += available(locked, layout, layer, cell)
    if total == 0:
        return -1
    draw = below(stream, total)
    drawn[QUEUE] = draw
    for cell in range(cells):
        draw -= available(locked, layout, layer, cell)
        if draw < 0:
            return cell
    return -1


@kernel
def place_piece(
    locked: Longs,
    layout: Longs,
    cells: int,
    piece: int,
    layer: int,
    stage: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Puts a piece on a cell chosen by weight; False if no cell is left."""
    cell = choose_cell(locked, layout, layer, cells, stream, scratch)
    if cell < 0:
        return False
    weight, draw = layout[layer, cell], scratch[QUEUE]
    put(layout, log, scratch, stage, PIECES, cell, piece, weight, draw)
    return True


@kernel
def place_fruit(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 6: pairs of fruit; what a sketch holds is counted, and completed to pairs first."""
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
        if number % 2 == 1 and not place_piece(
            locked, layout, cells, colour, FRUIT_WEIGHT, FRUIT_STAGE, stream, log, scratch
        ):
            return False
    for pair in range(held, pairs):
        colour = 1 + pair
        if pair >= colours:
            colour = 1 + below(stream, colours)
        for _ in range(2):
            if not place_piece(
                locked, layout, cells, colour, FRUIT_WEIGHT, FRUIT_STAGE, stream, log, scratch
            ):
                return False
    return True


@kernel
def place_blockers(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 7: blockers, as many as the density drawn says, by weights of their own."""
    free = 0
    for cell in range(rows * cols):
        if not is_solid(layout[TILES, cell]):
            free += 1
    density = between(stream, settings[_BLOCKERS], settings[_BLOCKERS + 1])
    number = (free * density + 50) // 100
    if number == 0:
        return True
    weigh_tiles(
        settings,
        layout,
        rows,
        cols,
        stream,
        log,
        scratch,
        BLOCKER_STAGE,
        BLOCKER_WEIGHT,
        _BLOCKER_MAP,
    )
    for _ in range(number):
        kind = settings[_BLOCKER_KIND]
        if kind == 0:
            kind = 1 + below(stream, BARREL - STONE + 1)
        if not place_piece(
            locked,
            layout,
            rows * cols,
            STONE - 1 + kind,
            BLOCKER_WEIGHT,
            BLOCKER_STAGE,
            stream,
            log,
            scratch,
        ):
            return False
    return True


@kernel
def choose_side(layout: Longs, cell: int, cols: int, free_of_gates: bool, stream: Words) -> int:
    """A side of a cell towards a free tile, all as likely; -1 if there is none.

    With ``free_of_gates`` the edge must have no gate yet, of either direction.
    """
    sides = 0
    for direction in range(4):
        if side_is_usable(layout, cell, cols, direction, free_of_gates):
            sides += 1
    if sides == 0:
        return -1
    draw = below(stream, sides)
    for direction in range(4):
        if side_is_usable(layout, cell, cols, direction, free_of_gates):
            if draw == 0:
                return direction
            draw -= 1
    return -1


@kernel
def side_is_usable(
    layout: Longs, cell: int, cols: int, direction: int, free_of_gates: bool
) -> bool:
    """Whether a side leads to a free tile, and has no gate where that is asked."""
    beside = cell + step_of(direction, cols)
    if is_solid(layout[TILES, beside]):
        return False
    if not free_of_gates:
        return True
    back = (direction + 2) % 4
    return layout[GATES, cell] & (1 << direction) == 0 and layout[GATES, beside] & (1 << back) == 0


@kernel
def place_gates(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 8: one-way gates between free tiles."""
    number = between(stream, settings[_GATES], settings[_GATES + 1])
    if number > 0:
        weigh_tiles(
            settings, layout, rows, cols, stream, log, scratch, GATE_STAGE, GATE_WEIGHT, _GATE_MAP
        )
    placed = 0
    while placed < number:
        cell = choose_cell(locked, layout, GATE_WEIGHT, rows * cols, stream, scratch)
        if cell < 0:
            return False
        weight, draw = layout[GATE_WEIGHT, cell], scratch[QUEUE]
        direction = choose_side(layout, cell, cols, True, stream)
        if direction < 0 or locked[cell + step_of(direction, cols)] != 0:
            put(layout, log, scratch, GATE_STAGE, GATE_WEIGHT, cell, 0, NOTHING, draw)
            continue
        gates = layout[GATES, cell] | 1 << direction
        put(layout, log, scratch, GATE_STAGE, GATES, cell, gates, weight, draw)
        placed += 1
    return True


@kernel
def place_mud(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 9: mud, on tiles without pieces."""
    number = between(stream, settings[_MUD], settings[_MUD + 1])
    if number > 0:
        weigh_tiles(
            settings, layout, rows, cols, stream, log, scratch, MUD_STAGE, MUD_WEIGHT, _MUD_MAP
        )
    for _ in range(number):
        cell = choose_cell(locked, layout, MUD_WEIGHT, rows * cols, stream, scratch)
        if cell < 0:
            return False
        weight, draw = layout[MUD_WEIGHT, cell], scratch[QUEUE]
        put(layout, log, scratch, MUD_STAGE, TILES, cell, MUD, weight, draw)
    return True


@kernel
def splits_area(layout: Longs, cell: int, rows: int, cols: int, scratch: Longs) -> bool:
    """Whether the free area would fall apart if a cell became solid."""
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
    size = fill_area(layout, beside, 1, cols, scratch)
    layout[TILES, cell] = old
    return size < free


@kernel
def place_animals(
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    number: int,
    anteater: bool,
    layer: int,
    stage: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Puts anteaters or hedgehogs on tiles that do not cut the free area in two."""
    placed = 0
    while placed < number:
        cell = choose_cell(locked, layout, layer, rows * cols, stream, scratch)
        if cell < 0:
            return False
        weight, draw = layout[layer, cell], scratch[QUEUE]
        look = choose_side(layout, cell, cols, False, stream)
        if look < 0 or splits_area(layout, cell, rows, cols, scratch):
            put(layout, log, scratch, stage, layer, cell, 0, NOTHING, draw)
            continue
        tile = ANTEATER + look if anteater else HEDGEHOG
        put(layout, log, scratch, stage, TILES, cell, tile, weight, draw)
        placed += 1
    return True


@kernel
def place_anteaters(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 10: anteaters, each looking towards a free tile."""
    number = between(stream, settings[_ANTEATERS], settings[_ANTEATERS + 1])
    if number > 0:
        weigh_tiles(
            settings,
            layout,
            rows,
            cols,
            stream,
            log,
            scratch,
            ANTEATER_STAGE,
            ANTEATER_WEIGHT,
            _ANTEATER_MAP,
        )
    return place_animals(
        locked,
        layout,
        rows,
        cols,
        number,
        True,
        ANTEATER_WEIGHT,
        ANTEATER_STAGE,
        stream,
        log,
        scratch,
    )


@kernel
def place_hedgehogs(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 11: sleeping hedgehogs."""
    number = between(stream, settings[_HEDGEHOGS], settings[_HEDGEHOGS + 1])
    if number > 0:
        weigh_tiles(
            settings,
            layout,
            rows,
            cols,
            stream,
            log,
            scratch,
            HEDGEHOG_STAGE,
            HEDGEHOG_WEIGHT,
            _HEDGEHOG_MAP,
        )
    return place_animals(
        locked,
        layout,
        rows,
        cols,
        number,
        False,
        HEDGEHOG_WEIGHT,
        HEDGEHOG_STAGE,
        stream,
        log,
        scratch,
    )
