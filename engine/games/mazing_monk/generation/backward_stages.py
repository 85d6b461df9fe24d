"""The stages that make a level backwards, from the monk on the exit to the monk on the entrance.

Source: the thesis's generator. Here, lines turn in the opposite direction to the player's turns,
and only if soldiers cannot reach the monk afterwards.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube.bitcube import NET_CELL, find_reach
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, EXIT, FACE, SIDE
from engine.games.mazing_monk.cube.cube_codes import KARMA, OBSTACLE, PATH, PROTECTIVE, SOLDIERS
from engine.games.mazing_monk.generation import rewound_cube
from engine.games.mazing_monk.generation.parameters import (
    BY_PROTECTIVE,
    MAX_MOVES,
    PER_MILLE,
    STAGE_NAMES,
    setting_index,
)
from engine.games.mazing_monk.generation.rewound_cube import CubeRewind
from engine.games.mazing_monk.generation.scramble_stage import SCRAMBLE
from engine.jit.decorators import kernel
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import (
    Site,
    begin_stage,
    get_painted_weight,
    set_cell,
    set_drawn_cell,
)
from engine.values.rng import draw_below

PLACEMENT = STAGE_NAMES.index("placement")
CARVING = STAGE_NAMES.index("carving")
SEEK = STAGE_NAMES.index("seek")
STAGE_OF_CHECK = (
    PLACEMENT, CARVING, CARVING, CARVING, CARVING, CARVING, SEEK, SCRAMBLE, SCRAMBLE, SCRAMBLE,
    PLACEMENT, PLACEMENT, SCRAMBLE,
)  # fmt: skip
"""The stage in which each check can reject a candidate."""

PLACEMENT_TRIES = 100

_SOLDIERS = setting_index("soldiers")
_KARMA = setting_index("karma")
_PROTECTION = setting_index("mode")
_TURN_CHANCE = setting_index("turn_chance")
_KARMA_CHANCE = setting_index("karma_chance")
_TRIES = setting_index("tries")
_MOST_MOVES = setting_index("most_moves")
_SEEK_TURNS = setting_index("seek_turns")


@kernel
def begin_cube(site: Site, cube: CubeRewind, monk: int) -> None:
    """Reset the history of a cube, and put the monk on cell ``monk``."""
    state = cube.state
    for cell in range(CELLS):
        state[rewound_cube.NAMES + cell] = cell
        state[rewound_cube.SPOILS + cell] = 0
    for check in range(len(rewound_cube.CHECKS)):
        state[rewound_cube.COUNTS + check] = 0
    state[rewound_cube.MONK_AT] = monk
    state[rewound_cube.KARMA_LEFT] = site.settings[_KARMA]
    state[rewound_cube.SNAPSHOTS] = 0
    state[rewound_cube.MADE] = 0


@kernel
def choose_free_cell(site: Site, cube: CubeRewind, number: int, free: int) -> int:
    """Choose a free cell for a soldier at random, and return its index in CHOICES.

    Painted weights apply if there are any. SPARE and TOTALS receive the draw and the total weight.
    """
    state, tables = cube.state, cube.tables
    total = free
    if len(site.painted) > 0:
        total = 0
        for index in range(free):
            net_cell = tables[NET_CELL + state[rewound_cube.CHOICES + index]]
            total += get_painted_weight(site, PLACEMENT, net_cell, 1)
    draw = draw_below(site.stream, total)
    state[rewound_cube.SPARE + number] = draw
    state[rewound_cube.TOTALS + number] = total
    if len(site.painted) == 0:
        return draw
    index = -1
    # Subtract weights until the draw is below 0. The last weight is the chosen cell's.
    while draw >= 0:
        index += 1
        net_cell = tables[NET_CELL + state[rewound_cube.CHOICES + index]]
        draw -= get_painted_weight(site, PLACEMENT, net_cell, 1)
    return index


@kernel
def place_soldiers(site: Site, cube: CubeRewind, seed: int, attempt: int) -> int:
    """Run stage 1: put the monk on the exit, soldiers on random cells, and obstacles elsewhere."""
    state, settings = cube.state, site.settings
    begin_stage(site, seed, attempt, PLACEMENT)
    begin_cube(site, cube, EXIT)
    for _ in range(PLACEMENT_TRIES):
        for cell in range(CELLS):
            state[rewound_cube.CONTENTS + cell] = PATH if cell == EXIT else OBSTACLE
            state[rewound_cube.CHOICES + cell] = cell
        free = CELLS - 1
        state[rewound_cube.CHOICES + EXIT] = free
        for number in range(settings[_SOLDIERS]):
            chosen = choose_free_cell(site, cube, number, free)
            free -= 1
            cell = state[rewound_cube.CHOICES + chosen]
            state[rewound_cube.CONTENTS + cell] = SOLDIERS
            state[rewound_cube.CHOICES + chosen] = state[rewound_cube.CHOICES + free]
            # Chosen cells are collected at the end of CHOICES, for ``log_soldiers``.
            state[rewound_cube.CHOICES + free] = cell
        if not rewound_cube.is_attacked_with(cube, 0):
            log_soldiers(site, cube, settings[_SOLDIERS])
            return rewound_cube.PASSED
        rewound_cube.refuse(site, cube, PLACEMENT, -1, rewound_cube.PLACED_ATTACKED, NOTHING, 0)
    return rewound_cube.PLACED_ATTACKED


@kernel
def log_soldiers(site: Site, cube: CubeRewind, number: int) -> None:
    """Log the monk, and then the soldiers in the order of placement, if there is a log."""
    state, tables = cube.state, cube.tables
    if len(site.log) == 0:
        return
    set_cell(
        site,
        PLACEMENT,
        rewound_cube.TILES,
        tables[NET_CELL + EXIT],
        rewound_cube.MONK,
        NOTHING,
        NOTHING,
    )
    for soldiers in range(number):
        free = CELLS - 1 - soldiers
        net_cell = tables[NET_CELL + state[rewound_cube.CHOICES + free - 1]]
        draw, total = state[rewound_cube.SPARE + soldiers], state[rewound_cube.TOTALS + soldiers]
        set_drawn_cell(site, PLACEMENT, rewound_cube.TILES, net_cell, SOLDIERS, draw, total)


@kernel
def find_neighbour(cell: int, direction: int) -> int:
    """Return a cell's neighbour up (0), left (1), right (2) or down (3), or -1 if there is none."""
    if direction == 0:
        return cell - SIDE if cell >= SIDE else -1
    if direction == 1:
        return cell - 1 if cell % SIDE > 0 else -1
    if direction == 2:
        return cell + 1 if cell % SIDE < SIDE - 1 else -1
    return cell + SIDE if cell < FACE - SIDE else -1


@kernel
def must_stay(cube: CubeRewind, protection: int, cell: int) -> bool:
    """Return True if the obstacle on ``cell`` must not be removed for a step."""
    if protection == BY_PROTECTIVE:
        return rewound_cube.get_content(cube, cell) == PROTECTIVE
    return rewound_cube.breaks_history(cube, cube.state[rewound_cube.NAMES + cell])


@kernel
def carve_step(site: Site, cube: CubeRewind) -> None:
    """Try a step in a random direction, removing any obstacle in the way."""
    state, stream, settings = cube.state, site.stream, site.settings
    draw = draw_below(stream, rewound_cube.STEP_COUNT)
    action = rewound_cube.STEP + draw
    monk, goal = state[rewound_cube.MONK_AT], find_neighbour(state[rewound_cube.MONK_AT], draw)
    if goal < 0 or rewound_cube.get_content(cube, goal) == SOLDIERS:
        rewound_cube.refuse(
            site, cube, CARVING, action, rewound_cube.IN_THE_WAY, draw, rewound_cube.STEP_COUNT
        )
        return
    code = rewound_cube.get_content(cube, goal)
    if not rewound_cube.is_walkable(code):
        if must_stay(cube, settings[_PROTECTION], goal):
            rewound_cube.refuse(
                site, cube, CARVING, action, rewound_cube.HAS_TO_STAY, draw, rewound_cube.STEP_COUNT
            )
            return
        if rewound_cube.is_attacked_with(cube, 1 << goal):
            rewound_cube.refuse(
                site,
                cube,
                CARVING,
                action,
                rewound_cube.STEP_ATTACKED,
                draw,
                rewound_cube.STEP_COUNT,
            )
            return
        rewound_cube.set_content(cube, goal, PATH)
    rewound_cube.log_if_kept(site, cube, CARVING, 1 + action, draw, rewound_cube.STEP_COUNT)
    rewound_cube.add_action(cube, action)
    state[rewound_cube.MONK_AT] = goal
    chance = NOTHING
    if rewound_cube.get_content(cube, monk) == PATH:
        chance = draw_below(stream, PER_MILLE)
        if chance < settings[_KARMA_CHANCE]:
            rewound_cube.set_content(cube, monk, KARMA)
            state[rewound_cube.KARMA_LEFT] -= 1
    rewound_cube.update_if_logged(site, cube, CARVING, chance)


@kernel
def carve_cube(site: Site, cube: CubeRewind, seed: int, attempt: int) -> int:
    """Run stage 2: turn lines back and step until the monk has left all karma behind."""
    state, stream, settings = cube.state, site.stream, site.settings
    begin_stage(site, seed, attempt, CARVING)
    most = settings[_MOST_MOVES]
    for _ in range(most if most > 0 else MAX_MOVES):
        if draw_below(stream, PER_MILLE) < settings[_TURN_CHANCE]:
            rewound_cube.turn_back(
                site,
                cube,
                CARVING,
                draw_below(stream, rewound_cube.STEP_COUNT),
                rewound_cube.TURN_ATTACKED,
            )
        else:
            carve_step(site, cube)
        if state[rewound_cube.KARMA_LEFT] == 0:
            return rewound_cube.PASSED
        if state[rewound_cube.COUNTS + rewound_cube.HAS_TO_STAY] >= settings[_TRIES]:
            return rewound_cube.HAS_TO_STAY
        if settings[_PROTECTION] == BY_PROTECTIVE:
            rewound_cube.mark_protective(site, cube, CARVING)
    return rewound_cube.TOO_MANY_MOVES


@kernel
def seek_entrance(site: Site, cube: CubeRewind, seed: int, attempt: int) -> int:
    """Run stage 3: turn lines back until a path leads to the entrance, then walk there."""
    state, stream, settings = cube.state, site.stream, site.settings
    begin_stage(site, seed, attempt, SEEK)
    for _ in range(settings[_SEEK_TURNS]):
        reached = find_reach(
            cube.tables, rewound_cube.find_walkable(cube), state[rewound_cube.MONK_AT]
        )
        if reached >> ENTRANCE & 1 != 0:
            break
        rewound_cube.turn_back(
            site,
            cube,
            SEEK,
            draw_below(stream, rewound_cube.STEP_COUNT),
            rewound_cube.TURN_ATTACKED,
        )
    reached = find_reach(cube.tables, rewound_cube.find_walkable(cube), state[rewound_cube.MONK_AT])
    if reached >> ENTRANCE & 1 == 0:
        return rewound_cube.NOT_FOUND
    walk_to_entrance(site, cube, reached)
    return clear_entrance(site, cube)


@kernel
def count_steps(cube: CubeRewind, reached: int, table: int) -> None:
    """Store in the state, from index ``table`` on, each top cell's distance from the entrance."""
    state = cube.state
    for cell in range(FACE):
        state[table + cell] = FACE  # longer than any path
    state[table + ENTRANCE] = 0
    # The Bellman-Ford algorithm needs no more passes, because no shortest path is longer than FACE.
    for _ in range(FACE):
        for cell in range(FACE):
            for direction in range(rewound_cube.STEP_COUNT):
                other = find_neighbour(cell, direction)
                if other >= 0 and reached >> cell & 1 != 0:
                    state[table + cell] = min(state[table + cell], state[table + other] + 1)


@kernel
def walk_to_entrance(site: Site, cube: CubeRewind, reached: int) -> None:
    """Walk along a shortest path to the entrance, which must be within reach."""
    state = cube.state
    count_steps(cube, reached, rewound_cube.SPARE)
    while state[rewound_cube.MONK_AT] != ENTRANCE:
        direction = 0
        while True:
            goal = find_neighbour(state[rewound_cube.MONK_AT], direction)
            if (
                goal >= 0
                and state[rewound_cube.SPARE + goal]
                < state[rewound_cube.SPARE + state[rewound_cube.MONK_AT]]
            ):
                break
            direction += 1
        rewound_cube.log_if_kept(site, cube, SEEK, 1 + rewound_cube.STEP + direction, NOTHING, 0)
        rewound_cube.add_action(cube, rewound_cube.STEP + direction)
        state[rewound_cube.MONK_AT] = goal
        rewound_cube.update_if_logged(site, cube, SEEK, NOTHING)


@kernel
def clear_entrance(site: Site, cube: CubeRewind) -> int:
    """Move any karma on the entrance to a random path cell; return NOT_FOUND if no cell is path."""
    state = cube.state
    if rewound_cube.get_content(cube, ENTRANCE) != KARMA:
        return rewound_cube.PASSED
    free = 0
    for cell in range(CELLS):
        if rewound_cube.get_content(cube, cell) == PATH:
            state[rewound_cube.CHOICES + free] = cell
            free += 1
    if free == 0:
        return rewound_cube.NOT_FOUND
    draw = draw_below(site.stream, free)
    rewound_cube.set_content(cube, ENTRANCE, PATH)
    rewound_cube.set_content(cube, state[rewound_cube.CHOICES + draw], KARMA)
    rewound_cube.update_if_logged(site, cube, SEEK, draw)
    return rewound_cube.PASSED
