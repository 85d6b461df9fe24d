"""The stages that place things: fruit, blockers, one-ways, mud, anteaters, hedgehogs.

All stages return False if they cannot do their work; see
:func:`engine.games.fruit_dating.stages.run_stages`.

Source: T. Rychnovsky's article on Fruit Dating, section "Generator".
"""

from __future__ import annotations

from engine.games.fruit_dating import layout as at
from engine.games.fruit_dating.codes import ANTEATER, BARREL, COLOURS, MUD, STONE, WALL
from engine.games.fruit_dating.parameters import setting_index
from engine.games.fruit_dating.table import is_solid, step_of
from engine.games.fruit_dating.walls import fill_area
from engine.games.fruit_dating.weights import choose_cell, pass_over, put_chosen, weigh_tiles
from engine.jit.marks import kernel, subroutine
from engine.staging.site import Site
from engine.tiles.generator import GATES, PIECES, TILES
from engine.values.rng import below, between

_PAIRS = setting_index("pairs")
_COLOURS = setting_index("colours")
_BLOCKERS = setting_index("blockers")
_BLOCKER_KIND = setting_index("blocker_kind")
_BLOCKER_MAP = setting_index("blocker_dead_end")
_ONE_WAYS = setting_index("one_ways")


@subroutine
def place_piece(site: Site, stage: int, piece: int) -> bool:
    """Puts a piece on a cell chosen by weight; False if no cell is left."""
    cell = choose_cell(site, stage)
    if cell < 0:
        return False
    put_chosen(site, stage, PIECES, cell, piece)
    return True


@kernel
def place_fruit(site: Site) -> bool:
    """Stage 6: pairs of fruit; what a sketch holds is counted, and completed to pairs first."""
    settings, layout, stream = site.settings, site.layout, site.stream
    pairs = between(stream, settings[_PAIRS], settings[_PAIRS + 1])
    colours = between(stream, settings[_COLOURS], settings[_COLOURS + 1])
    held = 0
    for colour in range(1, COLOURS + 1):
        number = 0
        for cell in range(site.rows * site.cols):
            if layout[PIECES, cell] == colour:
                number += 1
        held += (number + 1) // 2
        if number % 2 == 1 and not place_piece(site, at.FRUIT, colour):
            return False
    for pair in range(held, pairs):
        colour = 1 + pair
        if pair >= colours:
            colour = 1 + below(stream, colours)
        for _ in range(2):
            if not place_piece(site, at.FRUIT, colour):
                return False
    return True


@kernel
def place_blockers(site: Site) -> bool:
    """Stage 7: blockers, as many as the density drawn says, by weights of their own."""
    settings, layout, stream = site.settings, site.layout, site.stream
    free = 0
    for cell in range(site.rows * site.cols):
        if not is_solid(layout[TILES, cell]):
            free += 1
    density = between(stream, settings[_BLOCKERS], settings[_BLOCKERS + 1])
    number = (free * density + 50) // 100
    if number == 0:
        return True
    weigh_tiles(site, at.BLOCKERS, _BLOCKER_MAP)
    for _ in range(number):
        kind = settings[_BLOCKER_KIND]
        if kind == 0:
            kind = 1 + below(stream, BARREL - STONE + 1)
        if not place_piece(site, at.BLOCKERS, STONE - 1 + kind):
            return False
    return True


@kernel
def side_is_usable(site: Site, cell: int, direction: int, free_of_gates: bool) -> bool:
    """Whether a side leads to a free tile, and has no gate where that is asked."""
    layout, cols = site.layout, site.cols
    beside = cell + step_of(direction, cols)
    if is_solid(layout[TILES, beside]):
        return False
    if not free_of_gates:
        return True
    one, other = layout[GATES, cell], layout[GATES, beside]
    return one & (1 << direction) == 0 and other & (1 << (direction + 2) % 4) == 0


@kernel
def choose_side(site: Site, cell: int, free_of_gates: bool) -> int:
    """A side of a cell towards a free tile, all as likely; -1 if there is none.

    With ``free_of_gates`` the edge must have no gate yet, of either direction.
    """
    scratch = site.scratch
    sides = 0
    for direction in range(4):
        if side_is_usable(site, cell, direction, free_of_gates):
            scratch[at.QUEUE + sides] = direction
            sides += 1
    return scratch[at.QUEUE + below(site.stream, sides)] if sides > 0 else -1


@subroutine
def draw_number(site: Site, stage: int, span: int) -> int:
    """How many of a feature there are to be; tiles get their weights for it if there are any.

    ``span`` is the index of the number in the settings, which the weights follow.
    """
    settings = site.settings
    number = between(site.stream, settings[span], settings[span + 1])
    if number > 0:
        weigh_tiles(site, stage, span + 2)
    return number


@kernel
def place_gates(site: Site) -> bool:
    """Stage 8: one-way gates between free tiles."""
    locked, layout = site.locked, site.layout
    number = draw_number(site, at.ONE_WAYS, _ONE_WAYS)
    while number > 0:
        cell = choose_cell(site, at.ONE_WAYS)
        if cell < 0:
            return False
        direction = choose_side(site, cell, True)
        if direction < 0 or locked[cell + step_of(direction, site.cols)] != 0:
            pass_over(site, at.ONE_WAYS, cell)
            continue
        put_chosen(site, at.ONE_WAYS, GATES, cell, layout[GATES, cell] | 1 << direction)
        number -= 1
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
        scratch[at.AREA + other] = 0
    if beside < 0:
        return True
    layout[TILES, cell] = WALL
    size = fill_area(site, beside, 1)
    layout[TILES, cell] = old
    return size < free


@subroutine
def place_tiles(site: Site, stage: int, span: int, tile: int) -> bool:
    """Stages 9 to 11: mud on tiles without pieces, and animals that do not cut the area in two.

    Anteaters look towards a free tile. ``span`` is as :func:`draw_number` has it.
    """
    number = draw_number(site, stage, span)
    while number > 0:
        cell = choose_cell(site, stage)
        if cell < 0:
            return False
        look = 0
        if tile != MUD:
            look = choose_side(site, cell, False)
            if look < 0 or splits_area(site, cell):
                pass_over(site, stage, cell)
                continue
        put_chosen(site, stage, TILES, cell, tile + look if tile == ANTEATER else tile)
        number -= 1
    return True
