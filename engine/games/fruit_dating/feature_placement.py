"""The stages that place fruit, blockers, one-way gates, mud, anteaters and hedgehogs.

Each stage returns False if it cannot place everything; see
:func:`engine.games.fruit_dating.fruit_stages.run_stages`.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.games.fruit_dating import fruit_layout
from engine.games.fruit_dating.fruit_codes import ANTEATER, BARREL, COLOURS, MUD, STONE, WALL
from engine.games.fruit_dating.fruit_level_array import get_step, is_solid
from engine.games.fruit_dating.parameters import setting_index
from engine.games.fruit_dating.tile_weights import (
    choose_cell,
    exclude_cell,
    put_chosen,
    weigh_tiles,
)
from engine.games.fruit_dating.wall_stages import fill_area
from engine.jit.decorators import kernel, subroutine
from engine.stages.stage_workspace import Site
from engine.tiles.candidate_arrays import GATES, PIECES, TILES
from engine.values.rng import draw_below, draw_between

_PAIRS = setting_index("pairs")
_COLOURS = setting_index("colours")
_BLOCKERS = setting_index("blockers")
_BLOCKER_KIND = setting_index("blocker_kind")
_BLOCKER_MAP = setting_index("blocker_dead_end")
_ONE_WAYS = setting_index("one_ways")


@subroutine
def place_piece(site: Site, stage: int, piece: int) -> bool:
    """Put a piece on a cell chosen by weight, and return whether any cell could take it."""
    cell = choose_cell(site, stage)
    if cell < 0:
        return False
    put_chosen(site, stage, PIECES, cell, piece)
    return True


@kernel
def place_fruit(site: Site) -> bool:
    """Place pairs of fruit (stage 6).

    Fruit in a sketch counts towards the number of pairs. If the sketch has an odd number of fruit
    of a colour, one more of that colour is placed first.
    """
    settings, layout, stream = site.settings, site.layout, site.stream
    pairs = draw_between(stream, settings[_PAIRS], settings[_PAIRS + 1])
    colours = draw_between(stream, settings[_COLOURS], settings[_COLOURS + 1])
    held = 0
    for colour in range(1, COLOURS + 1):
        number = 0
        for cell in range(site.rows * site.cols):
            if layout[PIECES, cell] == colour:
                number += 1
        held += (number + 1) // 2
        if number % 2 == 1 and not place_piece(site, fruit_layout.FRUIT, colour):
            return False
    for pair in range(held, pairs):
        # Each of the first pairs takes a new colour, so that every colour occurs.
        colour = 1 + pair
        if pair >= colours:
            colour = 1 + draw_below(stream, colours)
        for _ in range(2):
            if not place_piece(site, fruit_layout.FRUIT, colour):
                return False
    return True


@kernel
def place_blockers(site: Site) -> bool:
    """Draw a density of blockers, and place them on cells chosen by weight (stage 7)."""
    settings, layout, stream = site.settings, site.layout, site.stream
    free = 0
    for cell in range(site.rows * site.cols):
        if not is_solid(layout[TILES, cell]):
            free += 1
    density = draw_between(stream, settings[_BLOCKERS], settings[_BLOCKERS + 1])
    # Adding 50 makes the division round to the nearest integer.
    number = (free * density + 50) // 100
    if number == 0:
        return True
    weigh_tiles(site, fruit_layout.BLOCKERS, _BLOCKER_MAP)
    for _ in range(number):
        kind = settings[_BLOCKER_KIND]
        if kind == 0:
            kind = 1 + draw_below(stream, BARREL - STONE + 1)
        if not place_piece(site, fruit_layout.BLOCKERS, STONE - 1 + kind):
            return False
    return True


@kernel
def is_side_usable(site: Site, cell: int, direction: int, free_of_gates: bool) -> bool:
    """Return True if a cell has a free tile next to it in a direction.

    If ``free_of_gates`` is true, there must also be no gate between the two tiles.
    """
    layout, cols = site.layout, site.cols
    beside = cell + get_step(direction, cols)
    if is_solid(layout[TILES, beside]):
        return False
    if not free_of_gates:
        return True
    # A gate is stored with the cell on one side of its edge, so look at both sides.
    one, other = layout[GATES, cell], layout[GATES, beside]
    return one & (1 << direction) == 0 and other & (1 << (direction + 2) % 4) == 0


@kernel
def choose_side(site: Site, cell: int, free_of_gates: bool) -> int:
    """Return a random direction from a cell to a free neighbour, or -1 if no neighbour is free.

    All such directions are equally likely. If ``free_of_gates`` is true, neighbours across an
    edge with a gate are left out.
    """
    scratch = site.scratch
    sides = 0
    for direction in range(4):
        if is_side_usable(site, cell, direction, free_of_gates):
            scratch[fruit_layout.QUEUE + sides] = direction
            sides += 1
    return scratch[fruit_layout.QUEUE + draw_below(site.stream, sides)] if sides > 0 else -1


@subroutine
def draw_number(site: Site, stage: int, span: int) -> int:
    """Draw the number of features that a stage places, and weigh the tiles unless it is 0.

    ``span`` is the index in the settings at which the range for the number begins. The settings for
    the weights follow this range.
    """
    settings = site.settings
    number = draw_between(site.stream, settings[span], settings[span + 1])
    if number > 0:
        weigh_tiles(site, stage, span + 2)
    return number


@kernel
def place_gates(site: Site) -> bool:
    """Place one-way gates between free tiles (stage 8)."""
    locked, layout = site.locked, site.layout
    number = draw_number(site, fruit_layout.ONE_WAYS, _ONE_WAYS)
    while number > 0:
        cell = choose_cell(site, fruit_layout.ONE_WAYS)
        if cell < 0:
            return False
        direction = choose_side(site, cell, True)
        # A gate changes both cells of its edge, so neither may be locked.
        if direction < 0 or locked[cell + get_step(direction, site.cols)] != 0:
            exclude_cell(site, fruit_layout.ONE_WAYS, cell)
            continue
        put_chosen(site, fruit_layout.ONE_WAYS, GATES, cell, layout[GATES, cell] | 1 << direction)
        number -= 1
    return True


@kernel
def is_cut_cell(site: Site, cell: int) -> bool:
    """Return True if making a cell solid would split the free area or leave no free cell."""
    layout, rows, cols, scratch = site.layout, site.rows, site.cols, site.scratch
    old = layout[TILES, cell]
    # Count from -1, because the cell itself does not count.
    free = -1
    beside = -1
    for other in range(rows * cols):
        if not is_solid(layout[TILES, other]):
            free += 1
            if other != cell:
                beside = other
        scratch[fruit_layout.AREA + other] = 0
    if beside < 0:
        return True
    layout[TILES, cell] = WALL
    # Fill the area from any other free cell. If this misses free cells, the area is split.
    size = fill_area(site, beside, 1)
    layout[TILES, cell] = old
    return size < free


@subroutine
def place_tiles(site: Site, stage: int, span: int, tile: int) -> bool:
    """Place mud, anteaters or hedgehogs on tiles without pieces (stages 9 to 11).

    Animals are solid, so they must not split the free area. Anteaters look towards a free tile. For
    ``span``, see :func:`draw_number`.
    """
    number = draw_number(site, stage, span)
    while number > 0:
        cell = choose_cell(site, stage)
        if cell < 0:
            return False
        look = 0
        if tile != MUD:
            look = choose_side(site, cell, False)
            if look < 0 or is_cut_cell(site, cell):
                exclude_cell(site, stage, cell)
                continue
        put_chosen(site, stage, TILES, cell, tile + look if tile == ANTEATER else tile)
        number -= 1
    return True
