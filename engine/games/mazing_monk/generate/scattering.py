"""Levels scattered at random, as the thesis's first generators make them.

The monk stands on the entrance. Of the other cells either each is any tile, as likely as any other,
or soldiers, karma and obstacles are counted and the rest is path. Soldiers who would attack at once
can be shut off by obstacles put in their way. Nothing says that such a level can be won.

Source: section 3.8 of the thesis, with pins: all kinds are equally likely, the obstacle comes to a
random cell of a shortest way, and counts beside those that were scattered.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube.codes import KARMA, OBSTACLE, PATH, SOLDIERS
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, FACE
from engine.games.mazing_monk.cube.planes import NET_CELL, reach
from engine.games.mazing_monk.generate import making
from engine.games.mazing_monk.generate.making import MakingBench
from engine.games.mazing_monk.generate.parameters import BY_RANDOM, YES, setting_index
from engine.games.mazing_monk.generate.stages import (
    PLACEMENT,
    begin_cube,
    beside,
    count_steps,
    finish,
    too_much_on_top,
)
from engine.jit.marks import kernel
from engine.staging.generation import NOTHING
from engine.staging.site import Site, begin_stage, put, put_drawn
from engine.values.rng import below

_KINDS = 4
"""Tiles that a cell of a random level can have: their codes are 0, 1, 2 and 3."""

_MODE = setting_index("mode")
_SOLDIERS = setting_index("soldiers")
_KARMA = setting_index("karma")
_KARMA_NEEDED = setting_index("karma_needed")
_OBSTACLES = setting_index("obstacles")
_REPAIR = setting_index("repair")


@kernel
def scatter(site: Site, bench: MakingBench, seed: int, attempt: int) -> int:
    """Makes a level at random; the check that gave it up, or PASSED."""
    settings = site.settings
    begin_stage(site, seed, attempt, PLACEMENT)
    begin_cube(site, bench, ENTRANCE)
    if settings[_MODE] == BY_RANDOM:
        draw_tiles(site, bench)
    else:
        place_tiles(site, bench)
    if making.attacked_with(bench, 0) and not (settings[_REPAIR] == YES and repair(site, bench)):
        return making.START_ATTACKED
    karma = count_karma(bench)
    if karma < settings[_KARMA_NEEDED]:
        return making.TOO_LITTLE_KARMA
    if too_much_on_top(site, bench, karma):
        return making.TOO_MUCH_ON_TOP
    return finish(site, bench)


@kernel
def put_monk(site: Site, bench: MakingBench) -> None:
    """Empties the cube for the monk on the entrance, and logs both."""
    state, tables = bench.state, bench.tables
    for cell in range(CELLS):
        state[making.CONTENTS + cell] = PATH
    put(site, PLACEMENT, making.TILES, tables[NET_CELL + ENTRANCE], making.MONK, NOTHING, NOTHING)
    making.show_if_logged(site, bench, PLACEMENT, NOTHING)


@kernel
def draw_tiles(site: Site, bench: MakingBench) -> None:
    """Draws the tile of each cell but the monk's, in order."""
    state, tables = bench.state, bench.tables
    put_monk(site, bench)
    for cell in range(CELLS):
        if cell != ENTRANCE:
            code = below(site.stream, _KINDS)
            state[making.CONTENTS + cell] = code
            net_cell = tables[NET_CELL + cell]
            put_drawn(site, PLACEMENT, making.TILES, net_cell, code, code, _KINDS)


@kernel
def place_tiles(site: Site, bench: MakingBench) -> None:
    """Puts soldiers, karma and obstacles on random cells; the number of obstacles is drawn."""
    state, settings, stream = bench.state, site.settings, site.stream
    put_monk(site, bench)
    free = 0
    for cell in range(CELLS):
        if cell != ENTRANCE:
            state[making.CHOICES + free] = cell
            free += 1
    least = settings[_OBSTACLES]
    room = free - settings[_SOLDIERS] - settings[_KARMA]
    most = min(settings[_OBSTACLES + 1], room)
    obstacles = least + below(stream, most - least + 1) if most > least else least
    for kind in range(3):
        code = (SOLDIERS, KARMA, OBSTACLE)[kind]
        for _ in range((settings[_SOLDIERS], settings[_KARMA], obstacles)[kind]):
            draw = below(stream, free)
            cell = state[making.CHOICES + draw]
            state[making.CONTENTS + cell] = code
            net_cell = bench.tables[NET_CELL + cell]
            put_drawn(site, PLACEMENT, making.TILES, net_cell, code, draw, free)
            free -= 1
            state[making.CHOICES + draw] = state[making.CHOICES + free]


@kernel
def count_karma(bench: MakingBench) -> int:
    """Karma on the cube."""
    karma = 0
    for cell in range(CELLS):
        if making.content_at(bench, cell) == KARMA:
            karma += 1
    return karma


@kernel
def repair(site: Site, bench: MakingBench) -> bool:
    """Puts obstacles in the ways of soldiers to the monk; False if some stand beside him.

    Karma that is in the place goes to a random path below the top; False if there is none.
    """
    while making.attacked_with(bench, 0):
        length = find_way(bench)
        if length == 0:
            making.refuse(site, bench, PLACEMENT, making.BLOCK, making.START_ATTACKED, NOTHING, 0)
            return False
        draw = below(site.stream, length)
        cell = bench.state[making.SPARE + draw]
        making.log_if_kept(site, bench, PLACEMENT, 1 + making.BLOCK, draw, length)
        karma = making.content_at(bench, cell) == KARMA
        making.set_content(bench, cell, OBSTACLE)
        net_cell = bench.tables[NET_CELL + cell]
        put(site, PLACEMENT, making.TILES, net_cell, OBSTACLE, NOTHING, NOTHING)
        if karma and not put_karma_elsewhere(site, bench):
            return False
    return True


@kernel
def find_way(bench: MakingBench) -> int:
    """Finds the cells between the monk and the soldiers who are the fewest steps away.

    They stand in SPARE, from the monk on.

    Returns:
        How many there are; 0 if soldiers stand beside him.
    """
    state = bench.state
    reached = reach(bench.tables, making.walkable_on_top(bench), ENTRANCE)
    count_steps(bench, reached, making.CHOICES)
    last, length = ENTRANCE, FACE
    for cell in range(FACE):
        if reached >> cell & 1 != 0 and state[making.CHOICES + cell] < length:
            for direction in range(making.STEP_COUNT):
                other = beside(cell, direction)
                if other >= 0 and making.content_at(bench, other) == SOLDIERS:
                    last, length = cell, state[making.CHOICES + cell]
    for step in range(length, 0, -1):
        state[making.SPARE + step - 1] = last
        for direction in range(making.STEP_COUNT):
            other = beside(last, direction)
            if other >= 0 and state[making.CHOICES + other] == step - 1:
                last = other
                break
    return length


@kernel
def put_karma_elsewhere(site: Site, bench: MakingBench) -> bool:
    """Puts karma on a random path below the top; False if there is none."""
    state, free = bench.state, 0
    for cell in range(FACE, CELLS):
        if making.content_at(bench, cell) == PATH:
            state[making.CHOICES + free] = cell
            free += 1
    if free == 0:
        return False
    draw = below(site.stream, free)
    cell = state[making.CHOICES + draw]
    making.set_content(bench, cell, KARMA)
    net_cell = bench.tables[NET_CELL + cell]
    put_drawn(site, PLACEMENT, making.TILES, net_cell, KARMA, draw, free)
    return True
