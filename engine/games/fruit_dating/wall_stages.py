"""The stages that draw the border, walls and inner walls, and wall in small areas.

Each stage returns False if it fails; see
:func:`engine.games.fruit_dating.fruit_stages.run_stages`.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.games.fruit_dating import fruit_layout, generator_log_notes
from engine.games.fruit_dating.fruit_codes import WALL
from engine.games.fruit_dating.fruit_layout import get_image
from engine.games.fruit_dating.fruit_level_array import get_step, is_solid
from engine.games.fruit_dating.parameters import setting_index
from engine.jit.decorators import kernel, subroutine
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import Site, is_inner, set_cell
from engine.tiles.candidate_arrays import TILES
from engine.values.rng import draw_below, draw_between

_WALLS = setting_index("walls")
_WALL_LENGTH = setting_index("wall_length")
_SYMMETRY = setting_index("symmetry")
_QUARTER_TURNS = setting_index("quarter_turns")
_INNER_WALLS = setting_index("inner_walls")
_INNER_LENGTH = setting_index("inner_length")


@kernel
def draw_border(site: Site) -> bool:
    """Draw a solid ring around the board (stage 1)."""
    locked, layout, rows, cols = site.locked, site.layout, site.rows, site.cols
    for cell in range(rows * cols):
        if not is_inner(cell, rows, cols) and layout[TILES, cell] != WALL:
            if locked[cell] == 0:
                set_cell(site, fruit_layout.BORDER, TILES, cell, WALL, NOTHING, NOTHING)
            # A locked free tile on the border means that the board can never be valid.
            elif not is_solid(layout[TILES, cell]):
                return False
    return True


@kernel
def choose_symmetry(site: Site) -> int:
    """Return the symmetry for the walls, as set by the parameter ``symmetry``.

    If the parameter is ``random``, half of all boards get no symmetry, and the others get a random
    one.
    """
    settings, rows, cols, stream = site.settings, site.rows, site.cols, site.stream
    symmetry = settings[_SYMMETRY]
    if symmetry != fruit_layout.RANDOM_SYMMETRY:
        return symmetry
    if draw_below(stream, 2) == 0:
        return fruit_layout.NO_SYMMETRY
    # Reflections in an axis and the half turn come first, because they suit boards of any shape.
    # The others need a square board.
    return fruit_layout.NO_SYMMETRY + 1 + draw_below(stream, 7 if rows == cols else 3)


@kernel
def log_note(site: Site, stage: int, cell: int, value: int) -> None:
    """Log a note at a cell if there is an event log.

    ``value`` encodes the note as described in :mod:`engine.games.fruit_dating.generator_log_notes`.
    """
    if len(site.log) > 0:
        set_cell(site, stage, fruit_layout.WALL_NOTES, cell, value, NOTHING, NOTHING)


@kernel
def paint_wall(site: Site, cell: int, draw: int) -> None:
    """Put a wall on a tile and on its images under the chosen symmetry."""
    locked, layout, scratch = site.locked, site.layout, site.scratch
    rows, cols = site.rows, site.cols
    wall = cell
    for _ in range(scratch[fruit_layout.IMAGES]):
        if layout[TILES, wall] != WALL and locked[wall] == 0:
            set_cell(site, fruit_layout.WALLS, TILES, wall, WALL, NOTHING, draw)
        wall = get_image(scratch[fruit_layout.CHOSEN_SYMMETRY], wall, rows, cols)


@kernel
def draw_walls(site: Site) -> bool:
    """Draw walls that start from the border (stage 2).

    Each part of a wall is shorter than the one before it.
    """
    settings, stream, scratch = site.settings, site.stream, site.scratch
    rows, cols = site.rows, site.cols
    symmetry = choose_symmetry(site)
    quarter = symmetry == fruit_layout.ROTATE_90 or symmetry == fruit_layout.ROTATE_270
    # A tile has four images under a quarter turn, but the published generator paints only two.
    images = 4 if quarter and settings[_QUARTER_TURNS] == 0 else 2
    scratch[fruit_layout.CHOSEN_SYMMETRY] = symmetry
    scratch[fruit_layout.IMAGES] = images
    log_note(
        site,
        fruit_layout.WALLS,
        0,
        generator_log_notes.SYMMETRY + symmetry + (generator_log_notes.ROUND if images == 4 else 0),
    )
    for wall in range(draw_between(stream, settings[_WALLS], settings[_WALLS + 1])):
        part = 0
        # The wall grows inwards from a random border cell that is not a corner. Such cells are
        # numbered along the top, bottom, left and right sides, in that order.
        point = draw_below(stream, 2 * (rows - 2) + 2 * (cols - 2))
        if point < 2 * (cols - 2):
            side = point // (cols - 2)
            cell = side * (rows - 1) * cols + 1 + point % (cols - 2)
            direction = 1 if side == 1 else 3
        else:
            point -= 2 * (cols - 2)
            side = point // (rows - 2)
            cell = (1 + point % (rows - 2)) * cols + side * (cols - 1)
            direction = 2 if side == 1 else 0
        length = draw_between(stream, settings[_WALL_LENGTH], settings[_WALL_LENGTH + 1])
        # Each iteration draws one part of the wall.
        while length > 0:
            step = get_step(direction, cols)
            drawn = 0
            first = cell + step
            part += 1
            name = (wall * generator_log_notes.PARTS + part) * generator_log_notes.LENGTHS
            log_note(
                site,
                fruit_layout.WALLS,
                cell,
                generator_log_notes.PART + 4 * (name + length) + direction,
            )
            while drawn < length and is_inner(first + drawn * step, rows, cols):
                paint_wall(site, first + drawn * step, length)
                drawn += 1
            if 0 < drawn < length:
                log_note(
                    site,
                    fruit_layout.WALLS,
                    cell + drawn * step,
                    generator_log_notes.CUT + name + drawn,
                )
            # The next part starts on a tile of this part and turns left or right. It is shorter
            # than this one, so the wall ends after a few parts.
            length = draw_below(stream, drawn)
            if length > 0:
                cell = first + draw_below(stream, drawn) * step
                direction = (direction + 1 + 2 * draw_below(stream, 2)) % 4
            else:
                log_note(
                    site,
                    fruit_layout.WALLS,
                    cell + drawn * step,
                    generator_log_notes.END + name + drawn,
                )
    return True


@kernel
def is_free_around(site: Site, cell: int) -> bool:
    """Return True if a cell is inside the border, and it and its eight neighbours are free."""
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
    """Draw inner walls, which touch no other wall (stage 3)."""
    settings, locked, layout = site.settings, site.locked, site.layout
    stream, scratch, rows, cols = site.stream, site.scratch, site.rows, site.cols
    symmetry = scratch[fruit_layout.CHOSEN_SYMMETRY]
    for number in range(draw_between(stream, settings[_INNER_WALLS], settings[_INNER_WALLS + 1])):
        draw = draw_below(stream, (rows - 2) * (cols - 2))
        cell = (1 + draw // (cols - 2)) * cols + 1 + draw % (cols - 2)
        start, direction = cell, draw_below(stream, 4)
        step = get_step(direction, cols)
        # Collect the tiles first and place them together, because the test for neighbouring walls
        # must not find the wall itself.
        noted = 0
        ended = generator_log_notes.LONGEST
        while noted < settings[_INNER_LENGTH]:
            if not is_free_around(site, cell) or locked[cell] != 0:
                ended = generator_log_notes.TOUCHES
                break
            image = cell
            for _ in range(scratch[fruit_layout.IMAGES]):
                if not is_free_around(site, image) or locked[image] != 0:
                    ended = generator_log_notes.IMAGE_TOUCHES
                image = get_image(symmetry, image, rows, cols)
            if ended == generator_log_notes.IMAGE_TOUCHES:
                break
            scratch[fruit_layout.QUEUE + noted] = cell
            noted += 1
            cell += step
        name = (number * generator_log_notes.PARTS + ended) * generator_log_notes.LENGTHS + noted
        log_note(
            site, fruit_layout.INNER_WALLS, start, generator_log_notes.INNER + 4 * name + direction
        )
        for index in range(noted):
            wall = scratch[fruit_layout.QUEUE + index]
            for _ in range(scratch[fruit_layout.IMAGES]):
                if layout[TILES, wall] != WALL:
                    set_cell(site, fruit_layout.INNER_WALLS, TILES, wall, WALL, NOTHING, draw)
                wall = get_image(symmetry, wall, rows, cols)
    return True


@subroutine
def fill_area(site: Site, start: int, area: int) -> int:
    """Assign the number ``area`` to the free area around ``start``, and return its size."""
    layout, cols, scratch = site.layout, site.cols, site.scratch
    scratch[fruit_layout.AREA + start] = area
    scratch[fruit_layout.QUEUE] = start
    size = 1
    head = 0
    # The queue of this breadth-first search receives each tile in the area once, so the length of
    # the queue is the size of the area.
    while head < size:
        cell = scratch[fruit_layout.QUEUE + head]
        head += 1
        for direction in range(4):
            beside = cell + get_step(direction, cols)
            if scratch[fruit_layout.AREA + beside] == 0 and not is_solid(layout[TILES, beside]):
                scratch[fruit_layout.AREA + beside] = area
                scratch[fruit_layout.QUEUE + size] = beside
                size += 1
    return size


@kernel
def label_areas(site: Site) -> int:
    """Give the free areas numbers, starting with 1, and return the number of the largest area.

    If there is a tie for the largest area, the result is the first of those areas. If there is no
    free area, the result is 0.
    """
    layout, rows, cols, scratch = site.layout, site.rows, site.cols, site.scratch
    for cell in range(rows * cols):
        scratch[fruit_layout.AREA + cell] = 0
    areas = 0
    largest = 0
    most = 0
    for cell in range(rows * cols):
        if scratch[fruit_layout.AREA + cell] == 0 and not is_solid(layout[TILES, cell]):
            areas += 1
            size = fill_area(site, cell, areas)
            if size > most:
                most = size
                largest = areas
    return largest


@kernel
def has_symmetry(site: Site, symmetry: int) -> bool:
    """Return True if a symmetry maps solid tiles to solid tiles and free tiles to free tiles.

    The result is always True for a quarter turn if only two of its four images are painted.
    """
    layout, rows, cols = site.layout, site.rows, site.cols
    quarter = symmetry == fruit_layout.ROTATE_90 or symmetry == fruit_layout.ROTATE_270
    # Painting two of the four images does not make the walls symmetric, so do not test them.
    if quarter and site.scratch[fruit_layout.IMAGES] == 2:
        return True
    for cell in range(rows * cols):
        image = get_image(symmetry, cell, rows, cols)
        if is_solid(layout[TILES, cell]) != is_solid(layout[TILES, image]):
            return False
    return True


@kernel
def consolidate_areas(site: Site) -> bool:
    """Keep the largest free area and wall in the others (stage 4).

    The stage fails if a tile to be walled in is locked, if there is no free area, or if the walls
    are no longer symmetric.
    """
    locked, rows, cols, scratch = site.locked, site.rows, site.cols, site.scratch
    largest = label_areas(site)
    for cell in range(rows * cols):
        area = scratch[fruit_layout.AREA + cell]
        if area != 0 and area != largest:
            if locked[cell] != 0:
                return False
            set_cell(site, fruit_layout.AREAS, TILES, cell, WALL, NOTHING, NOTHING)
    return largest > 0 and has_symmetry(site, scratch[fruit_layout.CHOSEN_SYMMETRY])
