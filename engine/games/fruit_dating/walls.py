"""The stages that draw walls: border, walls, inner walls, areas.

All stages return False if they cannot do their work; see
:func:`engine.games.fruit_dating.stages.run_stages`.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.games.fruit_dating import layout as at
from engine.games.fruit_dating import notes
from engine.games.fruit_dating.codes import WALL
from engine.games.fruit_dating.layout import image_of
from engine.games.fruit_dating.parameters import setting_index
from engine.games.fruit_dating.table import is_solid, step_of
from engine.jit.marks import kernel, subroutine
from engine.staging.generation import NOTHING
from engine.staging.site import Site, is_inner, put
from engine.tiles.generator import TILES
from engine.values.rng import below, between

_WALLS = setting_index("walls")
_WALL_LENGTH = setting_index("wall_length")
_SYMMETRY = setting_index("symmetry")
_QUARTER_TURNS = setting_index("quarter_turns")
_INNER_WALLS = setting_index("inner_walls")
_INNER_LENGTH = setting_index("inner_length")


@kernel
def draw_border(site: Site) -> bool:
    """Stage 1: a solid ring."""
    locked, layout, rows, cols = site.locked, site.layout, site.rows, site.cols
    for cell in range(rows * cols):
        if not is_inner(cell, rows, cols) and layout[TILES, cell] != WALL:
            if locked[cell] == 0:
                put(site, at.BORDER, TILES, cell, WALL, NOTHING, NOTHING)
            elif not is_solid(layout[TILES, cell]):
                return False
    return True


@kernel
def choose_symmetry(site: Site) -> int:
    """The symmetry to paint with: as set, or one tile at a time in half of all boards."""
    settings, rows, cols, stream = site.settings, site.rows, site.cols, site.stream
    symmetry = settings[_SYMMETRY]
    if symmetry != at.RANDOM_SYMMETRY:
        return symmetry
    if below(stream, 2) == 0:
        return at.NO_SYMMETRY
    # Mirrors and the half turn stand first and suit every board; the rest needs a square.
    return at.NO_SYMMETRY + 1 + below(stream, 7 if rows == cols else 3)


@kernel
def note(site: Site, stage: int, cell: int, value: int) -> None:
    """Logs what is done at a cell, by a value of ``notes``, if there is a log."""
    if len(site.log) > 0:
        put(site, stage, at.WALL_NOTES, cell, value, NOTHING, NOTHING)


@kernel
def paint_wall(site: Site, cell: int, draw: int) -> None:
    """Puts a wall on a tile and on its images."""
    locked, layout, scratch = site.locked, site.layout, site.scratch
    rows, cols = site.rows, site.cols
    wall = cell
    for _ in range(scratch[at.IMAGES]):
        if layout[TILES, wall] != WALL and locked[wall] == 0:
            put(site, at.WALLS, TILES, wall, WALL, NOTHING, draw)
        wall = image_of(scratch[at.CHOSEN_SYMMETRY], wall, rows, cols)


@kernel
def draw_walls(site: Site) -> bool:
    """Stage 2: walls from the border, each part shorter than the one before it."""
    settings, stream, scratch = site.settings, site.stream, site.scratch
    rows, cols = site.rows, site.cols
    symmetry = choose_symmetry(site)
    quarter = symmetry == at.ROTATE_90 or symmetry == at.ROTATE_270
    images = 4 if quarter and settings[_QUARTER_TURNS] == 0 else 2
    scratch[at.CHOSEN_SYMMETRY] = symmetry
    scratch[at.IMAGES] = images
    note(site, at.WALLS, 0, notes.SYMMETRY + symmetry + (notes.ROUND if images == 4 else 0))
    for wall in range(between(stream, settings[_WALLS], settings[_WALLS + 1])):
        part = 0
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
            part += 1
            name = (wall * notes.PARTS + part) * notes.LENGTHS
            note(site, at.WALLS, cell, notes.PART + 4 * (name + length) + direction)
            while drawn < length and is_inner(first + drawn * step, rows, cols):
                paint_wall(site, first + drawn * step, length)
                drawn += 1
            if 0 < drawn < length:
                note(site, at.WALLS, cell + drawn * step, notes.CUT + name + drawn)
            length = below(stream, drawn)
            if length > 0:
                cell = first + below(stream, drawn) * step
                direction = (direction + 1 + 2 * below(stream, 2)) % 4
            else:
                note(site, at.WALLS, cell + drawn * step, notes.END + name + drawn)
    return True


@kernel
def all_free_around(site: Site, cell: int) -> bool:
    """Whether an inner tile and its eight neighbours are free of walls."""
    layout, rows, cols = site.layout, site.rows, site.cols
    if not is_inner(cell, rows, cols):
        return False
    for down in range(-1, 2):
        for right in range(-1, 2):
            if is_solid(layout[TILES, cell + down * cols + right]):
                return False
    return True


@kernel
def draw_inner_walls(site: Site) -> bool:
    """Stage 3: walls that touch nothing; tiles are noted first and placed at once."""
    settings, locked, layout = site.settings, site.locked, site.layout
    stream, scratch, rows, cols = site.stream, site.scratch, site.rows, site.cols
    symmetry = scratch[at.CHOSEN_SYMMETRY]
    for number in range(between(stream, settings[_INNER_WALLS], settings[_INNER_WALLS + 1])):
        draw = below(stream, (rows - 2) * (cols - 2))
        cell = (1 + draw // (cols - 2)) * cols + 1 + draw % (cols - 2)
        start, direction = cell, below(stream, 4)
        step = step_of(direction, cols)
        noted = 0
        ended = notes.LONGEST
        while noted < settings[_INNER_LENGTH]:
            if not all_free_around(site, cell) or locked[cell] != 0:
                ended = notes.TOUCHES
                break
            image = cell
            for _ in range(scratch[at.IMAGES]):
                if not all_free_around(site, image) or locked[image] != 0:
                    ended = notes.IMAGE_TOUCHES
                image = image_of(symmetry, image, rows, cols)
            if ended == notes.IMAGE_TOUCHES:
                break
            scratch[at.QUEUE + noted] = cell
            noted += 1
            cell += step
        name = (number * notes.PARTS + ended) * notes.LENGTHS + noted
        note(site, at.INNER_WALLS, start, notes.INNER + 4 * name + direction)
        for index in range(noted):
            wall = scratch[at.QUEUE + index]
            for _ in range(scratch[at.IMAGES]):
                if layout[TILES, wall] != WALL:
                    put(site, at.INNER_WALLS, TILES, wall, WALL, NOTHING, draw)
                wall = image_of(symmetry, wall, rows, cols)
    return True


@subroutine
def fill_area(site: Site, start: int, area: int) -> int:
    """Gives the free area round a cell its number; its size in tiles."""
    layout, cols, scratch = site.layout, site.cols, site.scratch
    scratch[at.AREA + start] = area
    scratch[at.QUEUE] = start
    size = 1
    head = 0
    while head < size:
        cell = scratch[at.QUEUE + head]
        head += 1
        for direction in range(4):
            beside = cell + step_of(direction, cols)
            if scratch[at.AREA + beside] == 0 and not is_solid(layout[TILES, beside]):
                scratch[at.AREA + beside] = area
                scratch[at.QUEUE + size] = beside
                size += 1
    return size


@kernel
def label_areas(site: Site) -> int:
    """Numbers the free areas from 1; the number of the largest, the first among equals."""
    layout, rows, cols, scratch = site.layout, site.rows, site.cols, site.scratch
    for cell in range(rows * cols):
        scratch[at.AREA + cell] = 0
    areas = 0
    largest = 0
    most = 0
    for cell in range(rows * cols):
        if scratch[at.AREA + cell] == 0 and not is_solid(layout[TILES, cell]):
            areas += 1
            size = fill_area(site, cell, areas)
            if size > most:
                most = size
                largest = areas
    return largest


@kernel
def keeps_symmetry(site: Site, symmetry: int) -> bool:
    """Whether solid tiles lie on solid tiles after a symmetry; pairs by a quarter turn need not."""
    layout, rows, cols = site.layout, site.rows, site.cols
    quarter = symmetry == at.ROTATE_90 or symmetry == at.ROTATE_270
    if quarter and site.scratch[at.IMAGES] == 2:
        return True
    for cell in range(rows * cols):
        image = image_of(symmetry, cell, rows, cols)
        if is_solid(layout[TILES, cell]) != is_solid(layout[TILES, image]):
            return False
    return True


@kernel
def consolidate_areas(site: Site) -> bool:
    """Stage 4: the largest free area stays.

    Locked tiles in another area, or a symmetry that is lost, spoil the candidate.
    """
    locked, rows, cols, scratch = site.locked, site.rows, site.cols, site.scratch
    largest = label_areas(site)
    for cell in range(rows * cols):
        area = scratch[at.AREA + cell]
        if area != 0 and area != largest:
            if locked[cell] != 0:
                return False
            put(site, at.AREAS, TILES, cell, WALL, NOTHING, NOTHING)
    return largest > 0 and keeps_symmetry(site, scratch[at.CHOSEN_SYMMETRY])
