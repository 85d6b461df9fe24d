"""Random placement of tiles, as in the thesis's first generators.

The monk begins on the entrance. In one mode, every other cell gets a random tile. In the other
mode, given numbers of soldiers, karma and obstacles are placed, and all other cells are path.
Additional obstacles can block soldiers who would reach the monk at the start. Nothing guarantees
that such a level can be won.

Source: section 3.8 of the thesis, which leaves two choices open. Here, all tiles are equally
likely, and a blocking obstacle is put on a random cell of a shortest path, in addition to the given
number of obstacles.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube.bitcube import NET_CELL, find_reach
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, FACE
from engine.games.mazing_monk.cube.cube_codes import KARMA, OBSTACLE, PATH, SOLDIERS
from engine.games.mazing_monk.generation import rewound_cube
from engine.games.mazing_monk.generation.backward_stages import (
    PLACEMENT,
    begin_cube,
    count_steps,
    find_neighbour,
)
from engine.games.mazing_monk.generation.parameters import BY_RANDOM, YES, setting_index
from engine.games.mazing_monk.generation.rewound_cube import CubeRewind
from engine.games.mazing_monk.generation.scramble_stage import finish_cube, has_too_much_on_top
from engine.jit.decorators import kernel
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import Site, begin_stage, set_cell, set_drawn_cell
from engine.values.rng import draw_below

_KINDS = 4
"""The number of different tiles on a random level. Their codes are 0 to 3."""

_MODE = setting_index("mode")
_SOLDIERS = setting_index("soldiers")
_KARMA = setting_index("karma")
_KARMA_NEEDED = setting_index("karma_needed")
_OBSTACLES = setting_index("obstacles")
_REPAIR = setting_index("repair")


@kernel
def scatter_tiles(site: Site, cube: CubeRewind, seed: int, attempt: int) -> int:
    """Make a random level; return PASSED, or the check that rejected it."""
    settings = site.settings
    begin_stage(site, seed, attempt, PLACEMENT)
    begin_cube(site, cube, ENTRANCE)
    if settings[_MODE] == BY_RANDOM:
        draw_tiles(site, cube)
    else:
        place_tiles(site, cube)
    if rewound_cube.is_attacked_with(cube, 0) and not (
        settings[_REPAIR] == YES and block_soldiers(site, cube)
    ):
        return rewound_cube.START_ATTACKED
    karma = count_karma(cube)
    if karma < settings[_KARMA_NEEDED]:
        return rewound_cube.TOO_LITTLE_KARMA
    if has_too_much_on_top(site, cube, karma):
        return rewound_cube.TOO_MUCH_ON_TOP
    return finish_cube(site, cube)


@kernel
def put_monk(site: Site, cube: CubeRewind) -> None:
    """Fill the cube with path, put the monk on the entrance, and log these changes."""
    state, tables = cube.state, cube.tables
    for cell in range(CELLS):
        state[rewound_cube.CONTENTS + cell] = PATH
    set_cell(
        site,
        PLACEMENT,
        rewound_cube.TILES,
        tables[NET_CELL + ENTRANCE],
        rewound_cube.MONK,
        NOTHING,
        NOTHING,
    )
    rewound_cube.update_if_logged(site, cube, PLACEMENT, NOTHING)


@kernel
def draw_tiles(site: Site, cube: CubeRewind) -> None:
    """Put a random tile on each cell except the monk's."""
    state, tables = cube.state, cube.tables
    put_monk(site, cube)
    for cell in range(CELLS):
        if cell != ENTRANCE:
            # Tiles have the codes 0 to 3, so the draw is also the code.
            code = draw_below(site.stream, _KINDS)
            state[rewound_cube.CONTENTS + cell] = code
            net_cell = tables[NET_CELL + cell]
            set_drawn_cell(site, PLACEMENT, rewound_cube.TILES, net_cell, code, code, _KINDS)


@kernel
def place_tiles(site: Site, cube: CubeRewind) -> None:
    """Put the given numbers of soldiers, karma and obstacles on random cells."""
    state, settings, stream = cube.state, site.settings, site.stream
    put_monk(site, cube)
    free = 0
    for cell in range(CELLS):
        if cell != ENTRANCE:
            state[rewound_cube.CHOICES + free] = cell
            free += 1
    least = settings[_OBSTACLES]
    room = free - settings[_SOLDIERS] - settings[_KARMA]
    # There cannot be more obstacles than cells that have no soldiers or karma.
    most = min(settings[_OBSTACLES + 1], room)
    obstacles = least + draw_below(stream, most - least + 1) if most > least else least
    for kind in range(3):
        code = (SOLDIERS, KARMA, OBSTACLE)[kind]
        for _ in range((settings[_SOLDIERS], settings[_KARMA], obstacles)[kind]):
            draw = draw_below(stream, free)
            cell = state[rewound_cube.CHOICES + draw]
            state[rewound_cube.CONTENTS + cell] = code
            net_cell = cube.tables[NET_CELL + cell]
            set_drawn_cell(site, PLACEMENT, rewound_cube.TILES, net_cell, code, draw, free)
            # The last free cell replaces the chosen one in the list, so no cell is chosen twice.
            free -= 1
            state[rewound_cube.CHOICES + draw] = state[rewound_cube.CHOICES + free]


@kernel
def count_karma(cube: CubeRewind) -> int:
    """Return the number of cells with karma."""
    karma = 0
    for cell in range(CELLS):
        if rewound_cube.get_content(cube, cell) == KARMA:
            karma += 1
    return karma


@kernel
def block_soldiers(site: Site, cube: CubeRewind) -> bool:
    """Block all paths from soldiers to the monk; return False if that is impossible.

    It is impossible if soldiers are next to the monk, or if a blocked cell has karma and the other
    five faces have no path cell to move it to.
    """
    while rewound_cube.is_attacked_with(cube, 0):
        length = find_attack_path(cube)
        # Soldiers next to the monk cannot be blocked, because there is no cell between them.
        if length == 0:
            rewound_cube.refuse(
                site, cube, PLACEMENT, rewound_cube.BLOCK, rewound_cube.START_ATTACKED, NOTHING, 0
            )
            return False
        draw = draw_below(site.stream, length)
        cell = cube.state[rewound_cube.SPARE + draw]
        rewound_cube.log_if_kept(site, cube, PLACEMENT, 1 + rewound_cube.BLOCK, draw, length)
        karma = rewound_cube.get_content(cube, cell) == KARMA
        rewound_cube.set_content(cube, cell, OBSTACLE)
        net_cell = cube.tables[NET_CELL + cell]
        set_cell(site, PLACEMENT, rewound_cube.TILES, net_cell, OBSTACLE, NOTHING, NOTHING)
        # An obstacle must not reduce the amount of karma.
        if karma and not put_karma_elsewhere(site, cube):
            return False
    return True


@kernel
def find_attack_path(cube: CubeRewind) -> int:
    """Write to SPARE the cells of a shortest path from the monk to the nearest soldiers.

    The cells of the monk and the soldiers themselves are left out.

    Returns:
        The number of cells written, which is 0 if soldiers are next to the monk.
    """
    state = cube.state
    reached = find_reach(cube.tables, rewound_cube.find_walkable(cube), ENTRANCE)
    count_steps(cube, reached, rewound_cube.CHOICES)
    last, length = ENTRANCE, FACE
    for cell in range(FACE):
        if reached >> cell & 1 != 0 and state[rewound_cube.CHOICES + cell] < length:
            for direction in range(rewound_cube.STEP_COUNT):
                other = find_neighbour(cell, direction)
                if other >= 0 and rewound_cube.get_content(cube, other) == SOLDIERS:
                    last, length = cell, state[rewound_cube.CHOICES + cell]
    # Follow decreasing distances back to the monk.
    for step in range(length, 0, -1):
        state[rewound_cube.SPARE + step - 1] = last
        for direction in range(rewound_cube.STEP_COUNT):
            other = find_neighbour(last, direction)
            if other >= 0 and state[rewound_cube.CHOICES + other] == step - 1:
                last = other
                break
    return length


@kernel
def put_karma_elsewhere(site: Site, cube: CubeRewind) -> bool:
    """Put karma on a random path cell outside the top face; return False if there is none."""
    state, free = cube.state, 0
    for cell in range(FACE, CELLS):
        if rewound_cube.get_content(cube, cell) == PATH:
            state[rewound_cube.CHOICES + free] = cell
            free += 1
    if free == 0:
        return False
    draw = draw_below(site.stream, free)
    cell = state[rewound_cube.CHOICES + draw]
    rewound_cube.set_content(cube, cell, KARMA)
    net_cell = cube.tables[NET_CELL + cell]
    set_drawn_cell(site, PLACEMENT, rewound_cube.TILES, net_cell, KARMA, draw, free)
    return True
