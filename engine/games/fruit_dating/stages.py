"""The stages of the generator, each one compiled function over a layout.

All stages take the same arguments and return False if they cannot do their work; see
:func:`run_stages` for what they are. Random numbers come from the stage's own stream. Every
change of the layout goes through :func:`put`, which logs it when a log is attached.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

import numpy as np

from engine.arrays import Longs, Words
from engine.games.fruit_dating.codes import (
    ANTEATER,
    BARREL,
    COLOURS,
    FLOOR,
    HEDGEHOG,
    MAX_CELLS,
    MUD,
    NO_PIECE,
    STONE,
    WALL,
)
from engine.games.fruit_dating.parameters import STAGE_NAMES, SYMMETRY_CHOICES, place_of
from engine.games.fruit_dating.rules import is_solid, step_of
from engine.generation import NOTHING
from engine.jit import entry, kernel
from engine.rng import below, between, open_stream

TILES, PIECES, GATES = range(3)
FRUIT_WEIGHT, BLOCKER_WEIGHT, GATE_WEIGHT, MUD_WEIGHT, ANTEATER_WEIGHT, HEDGEHOG_WEIGHT = range(
    3, 9
)
LAYERS = 9
"""Layers of the layout: codes of tiles and pieces, bits of gates by the direction in which they
are left, and the weights."""

BORDER_STAGE = STAGE_NAMES.index("border")
WALL_STAGE = STAGE_NAMES.index("walls")
INNER_STAGE = STAGE_NAMES.index("inner-walls")
AREA_STAGE = STAGE_NAMES.index("areas")
WEIGHT_STAGE = STAGE_NAMES.index("weights")
FRUIT_STAGE = STAGE_NAMES.index("fruit")
BLOCKER_STAGE = STAGE_NAMES.index("blockers")
GATE_STAGE = STAGE_NAMES.index("one-ways")
MUD_STAGE = STAGE_NAMES.index("mud")
ANTEATER_STAGE = STAGE_NAMES.index("anteaters")
HEDGEHOG_STAGE = STAGE_NAMES.index("hedgehogs")
STAGE_COUNT = len(STAGE_NAMES)

_WALLS = place_of("walls")
_WALL_LENGTH = place_of("wall_length")
_SYMMETRY = place_of("symmetry")
_INNER_WALLS = place_of("inner_walls")
_INNER_LENGTH = place_of("inner_length")
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

_RANDOM = SYMMETRY_CHOICES.index("random")
NO_SYMMETRY = SYMMETRY_CHOICES.index("none")
_MIRROR_LR = SYMMETRY_CHOICES.index("mirror-left-right")
_MIRROR_TB = SYMMETRY_CHOICES.index("mirror-top-bottom")
_ROTATE_180 = SYMMETRY_CHOICES.index("rotate-180")
_ROTATE_90 = SYMMETRY_CHOICES.index("rotate-90")
_ROTATE_270 = SYMMETRY_CHOICES.index("rotate-270")
_TRANSPOSE = SYMMETRY_CHOICES.index("transpose")

AREA, QUEUE = 0, MAX_CELLS
CHOSEN_SYMMETRY = 2 * MAX_CELLS
NOTED = CHOSEN_SYMMETRY + 1
SCRATCH_SIZE = NOTED + 1
"""Places in the stages' scratch memory: the area of every cell, a queue of cells, the symmetry
that walls are painted with, and the number of events logged."""


@kernel
def put(
    layout: Longs,
    log: Longs,
    scratch: Longs,
    stage: int,
    layer: int,
    cell: int,
    new: int,
    weight: int,
    draw: int,
) -> None:
    """Changes one cell of one layer, and logs it if there is a log with room."""
    if len(log) > 0:
        row = scratch[NOTED]
        scratch[NOTED] = row + 1
        if row < len(log):
            log[row, 0] = stage
            log[row, 1] = layer
            log[row, 2] = cell
            log[row, 3] = layout[layer, cell]
            log[row, 4] = new
            log[row, 5] = weight
            log[row, 6] = draw
    layout[layer, cell] = new


@kernel
def image_of(symmetry: int, cell: int, rows: int, cols: int) -> int:
    """Where a symmetry puts a cell; rotations and transpositions are for square boards."""
    row, col = cell // cols, cell % cols
    if symmetry == NO_SYMMETRY:
        return cell
    if symmetry == _MIRROR_LR:
        return row * cols + cols - 1 - col
    if symmetry == _MIRROR_TB:
        return (rows - 1 - row) * cols + col
    if symmetry == _ROTATE_180:
        return (rows - 1 - row) * cols + cols - 1 - col
    if symmetry == _ROTATE_90:
        return col * cols + cols - 1 - row
    if symmetry == _ROTATE_270:
        return (rows - 1 - col) * cols + row
    if symmetry == _TRANSPOSE:
        return col * cols + row
    return (rows - 1 - col) * cols + cols - 1 - row


@kernel
def is_inner(cell: int, rows: int, cols: int) -> bool:
    """Whether a cell lies within the outer ring."""
    row, col = cell // cols, cell % cols
    return 0 < row < rows - 1 and 0 < col < cols - 1


@kernel
def draw_border(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 1: a solid ring."""
    for cell in range(rows * cols):
        if not is_inner(cell, rows, cols) and layout[TILES, cell] != WALL:
            if locked[cell] == 0:
                put(layout, log, scratch, BORDER_STAGE, TILES, cell, WALL, NOTHING, NOTHING)
            elif not is_solid(layout[TILES, cell]):
                return False
    return True


@kernel
def choose_symmetry(settings: Longs, rows: int, cols: int, stream: Words) -> int:
    """The symmetry to paint with: as set, or one tile at a time in half of all boards."""
    symmetry = settings[_SYMMETRY]
    if symmetry != _RANDOM:
        return symmetry
    if below(stream, 2) == 0:
        return NO_SYMMETRY
    # Mirrors and the half turn stand first and suit every board; the rest needs a square.
    return _MIRROR_LR + below(stream, 7 if rows == cols else 3)


@kernel
def paint_wall(
    locked: Longs,
    layout: Longs,
    cell: int,
    draw: int,
    rows: int,
    cols: int,
    log: Longs,
    scratch: Longs,
) -> None:
    """Puts a wall on a tile and on its image."""
    for place in (cell, image_of(scratch[CHOSEN_SYMMETRY], cell, rows, cols)):
        if layout[TILES, place] != WALL and locked[place] == 0:
            put(layout, log, scratch, WALL_STAGE, TILES, place, WALL, NOTHING, draw)


@kernel
def draw_walls(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 2: walls from the border, each part shorter than the one before it."""
    scratch[CHOSEN_SYMMETRY] = choose_symmetry(settings, rows, cols, stream)
    for _ in range(between(stream, settings[_WALLS], settings[_WALLS + 1])):
        # A border point that is no corner, counted along the top, bottom, left and right.
        point = below(stream, 2 * (rows - 2) + 2 * (cols - 2))
        if point < 2 * (cols - 2):
            side = point // (cols - 2)
            cell = side * (rows - 1) * cols + 1 + point % (cols - 2)
            direction = 1 if side == 1 else 3
        else:
            point -= 2 * (cols - 2)
            side = point // (rows - 2)
            cell = (1 + point % (rows - 2)) * cols + side * (cols - 1)
            direction = 2 if side == 1 else 0
        length = between(stream, settings[_WALL_LENGTH], settings[_WALL_LENGTH + 1])
        while length > 0:
            step = step_of(direction, cols)
            drawn = 0
            first = cell + step
            while drawn < length and is_inner(first + drawn * step, rows, cols):
                paint_wall(locked, layout, first + drawn * step, length, rows, cols, log, scratch)
                drawn += 1
            length = below(stream, drawn)
            if length > 0:
                cell = first + below(stream, drawn) * step
                direction = (direction + 1 + 2 * below(stream, 2)) % 4
    return True


@kernel
def all_free_around(layout: Longs, cell: int, rows: int, cols: int) -> bool:
    """Whether an inner tile and its eight neighbours are free of walls."""
    if not is_inner(cell, rows, cols):
        return False
    for down in range(-1, 2):
        for right in range(-1, 2):
            if is_solid(layout[TILES, cell + down * cols + right]):
                return False
    return True


@kernel
def draw_inner_walls(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 3: walls that touch nothing; tiles are noted first and placed at once."""
    symmetry = scratch[CHOSEN_SYMMETRY]
    for _ in range(between(stream, settings[_INNER_WALLS], settings[_INNER_WALLS + 1])):
        draw = below(stream, (rows - 2) * (cols - 2))
        cell = (1 + draw // (cols - 2)) * cols + 1 + draw % (cols - 2)
        step = step_of(below(stream, 4), cols)
        noted = 0
        while noted < settings[_INNER_LENGTH]:
            image = image_of(symmetry, cell, rows, cols)
            if not all_free_around(layout, cell, rows, cols) or locked[cell] != 0:
                break
            if not all_free_around(layout, image, rows, cols) or locked[image] != 0:
                break
            scratch[QUEUE + noted] = cell
            noted += 1
            cell += step
        for index in range(noted):
            tile = scratch[QUEUE + index]
            for place in (tile, image_of(symmetry, tile, rows, cols)):
                if layout[TILES, place] != WALL:
                    put(layout, log, scratch, INNER_STAGE, TILES, place, WALL, NOTHING, draw)
    return True


@kernel
def fill_area(layout: Longs, start: int, area: int, cols: int, scratch: Longs) -> int:
    """Gives the free area round a cell its number; its size in tiles."""
    scratch[AREA + start] = area
    scratch[QUEUE] = start
    size = 1
    place = 0
    while place < size:
        cell = scratch[QUEUE + place]
        place += 1
        for direction in range(4):
            beside = cell + step_of(direction, cols)
            if scratch[AREA + beside] == 0 and not is_solid(layout[TILES, beside]):
                scratch[AREA + beside] = area
                scratch[QUEUE + size] = beside
                size += 1
    return size


@kernel
def label_areas(layout: Longs, rows: int, cols: int, scratch: Longs) -> int:
    """Numbers the free areas from 1; the number of the largest, the first among equals."""
    for cell in range(rows * cols):
        scratch[AREA + cell] = 0
    areas = 0
    largest = 0
    most = 0
    for cell in range(rows * cols):
        if scratch[AREA + cell] == 0 and not is_solid(layout[TILES, cell]):
            areas += 1
            size = fill_area(layout, cell, areas, cols, scratch)
            if size > most:
                most = size
                largest = areas
    return largest


@kernel
def keeps_symmetry(layout: Longs, rows: int, cols: int, symmetry: int) -> bool:
    """Whether solid tiles lie on solid tiles after a symmetry that is its own inverse."""
    if symmetry == NO_SYMMETRY or symmetry == _ROTATE_90 or symmetry == _ROTATE_270:
        return True
    for cell in range(rows * cols):
        image = image_of(symmetry, cell, rows, cols)
        if is_solid(layout[TILES, cell]) != is_solid(layout[TILES, image]):
            return False
    return True


@kernel
def consolidate_areas(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> bool:
    """Stage 4: the largest free area stays; locked tiles in another, or a symmetry that was
    asked for and is lost, spoil the candidate."""
    largest = label_areas(layout, rows, cols, scratch)
    for cell in range(rows * cols):
        area = scratch[AREA + cell]
        if area != 0 and area != largest:
            if locked[cell] != 0:
                return False
            put(layout, log, scratch, AREA_STAGE, TILES, cell, WALL, NOTHING, NOTHING)
    return largest > 0 and keeps_symmetry(layout, rows, cols, scratch[CHOSEN_SYMMETRY])


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


@entry
def run_stages(
    settings: Longs,
    locked: Longs,
    layout: Longs,
    rows: int,
    cols: int,
    seed: int,
    attempt: int,
    rerolls: Longs,
    stream: Words,
    log: Longs,
    scratch: Longs,
) -> int:
    """Makes one candidate.

    Args:
        settings: the parameters; see :func:`engine.games.fruit_dating.parameters.settings_of`.
        locked: by cell, 1 where generation must leave everything as it is.
        layout: what a sketch holds there, changed into the candidate; shape (LAYERS, cells).
        rows: number of rows.
        cols: number of columns.
        seed, attempt: which candidate.
        rerolls: how often each stage was rolled again.
        stream: memory for a random stream.
        log: receives the events, shape (room, 7), or no rows for no log.
        scratch: SCRATCH_SIZE integers; NOTED receives the number of events.

    Returns:
        The stage that gave up, or -1.
    """
    scratch[NOTED] = 0
    for stage in range(STAGE_COUNT):
        open_stream(stream, seed, attempt, stage, rerolls[stage])
        if stage == BORDER_STAGE:
            done = draw_border(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == WALL_STAGE:
            done = draw_walls(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == INNER_STAGE:
            done = draw_inner_walls(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == AREA_STAGE:
            done = consolidate_areas(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == WEIGHT_STAGE:
            done = weigh_for_fruit(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == FRUIT_STAGE:
            done = place_fruit(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == BLOCKER_STAGE:
            done = place_blockers(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == GATE_STAGE:
            done = place_gates(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == MUD_STAGE:
            done = place_mud(settings, locked, layout, rows, cols, stream, log, scratch)
        elif stage == ANTEATER_STAGE:
            done = place_anteaters(settings, locked, layout, rows, cols, stream, log, scratch)
        else:
            done = place_hedgehogs(settings, locked, layout, rows, cols, stream, log, scratch)
        if not done:
            return stage
    return -1
