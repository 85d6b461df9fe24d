"""The stages that make a level backwards, from the monk on the exit to the monk on the entrance.

Source: the thesis's generator, with the pins of the rules: turns go back, and only those that
leave the monk unattacked.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube.codes import KARMA, OBSTACLE, PATH, PROTECTIVE, SOLDIERS
from engine.games.mazing_monk.cube.cube import CELLS, ENTRANCE, EXIT, FACE, SIDE
from engine.games.mazing_monk.cube.planes import NET_CELL, reach
from engine.games.mazing_monk.generate import making
from engine.games.mazing_monk.generate.making import MakingBench
from engine.games.mazing_monk.generate.parameters import (
    BY_PROTECTIVE,
    DULL_REFUSED,
    MOST_MOVES,
    PER_MILLE,
    STAGE_NAMES,
    setting_index,
)
from engine.jit.marks import kernel
from engine.staging.generation import NOTHING
from engine.staging.site import Site, begin_stage, painted_weight, put, put_drawn
from engine.values.rng import below

PLACEMENT = STAGE_NAMES.index("placement")
CARVING = STAGE_NAMES.index("carving")
SEEK = STAGE_NAMES.index("seek")
SCRAMBLE = STAGE_NAMES.index("scramble")
STAGE_OF = (
    PLACEMENT, CARVING, CARVING, CARVING, CARVING, CARVING, SEEK, SCRAMBLE, SCRAMBLE, SCRAMBLE,
    PLACEMENT, PLACEMENT, SCRAMBLE,
)  # fmt: skip
"""The stage that gives a candidate up, by the number of the check."""

PLACEMENT_TRIES = 100
SCRAMBLE_TRIES = 10
"""Turns tried for every one that is wanted."""

_SOLDIERS = setting_index("soldiers")
_KARMA = setting_index("karma")
_KARMA_NEEDED = setting_index("karma_needed")
_PROTECTION = setting_index("mode")
_TURN_CHANCE = setting_index("turn_chance")
_KARMA_CHANCE = setting_index("karma_chance")
_TRIES = setting_index("tries")
_MOST_MOVES = setting_index("most_moves")
_SEEK_TURNS = setting_index("seek_turns")
_SCRAMBLE_TURNS = setting_index("scramble_turns")
_TOP_SHARE = setting_index("top_share")
_DULL_FACES = setting_index("dull_faces")


@kernel
def begin_cube(site: Site, bench: MakingBench, monk: int) -> None:
    """Begins a cube with the monk on a cell; nothing is made yet, nothing refused."""
    state = bench.state
    for cell in range(CELLS):
        state[making.NAMES + cell] = cell
        state[making.SPOILS + cell] = 0
    for check in range(len(making.CHECKS)):
        state[making.COUNTS + check] = 0
    state[making.MONK_AT] = monk
    state[making.KARMA_LEFT] = site.settings[_KARMA]
    state[making.SNAPSHOTS] = 0
    state[making.MADE] = 0


@kernel
def choose_free(site: Site, bench: MakingBench, number: int, free: int) -> int:
    """The index among the first CHOICES of a cell for soldiers, of that number.

    Cells are as likely as their painted weights say, all of 1 where there are none; some have to be
    above 0. SPARE receives the draw, TOTALS the sum of the weights.
    """
    state, tables = bench.state, bench.tables
    total = free
    if len(site.painted) > 0:
        total = 0
        for index in range(free):
            net_cell = tables[NET_CELL + state[making.CHOICES + index]]
            total += painted_weight(site, PLACEMENT, net_cell, 1)
    draw = below(site.stream, total)
    state[making.SPARE + number] = draw
    state[making.TOTALS + number] = total
    if len(site.painted) == 0:
        return draw
    index = -1
    while draw >= 0:
        index += 1
        net_cell = tables[NET_CELL + state[making.CHOICES + index]]
        draw -= painted_weight(site, PLACEMENT, net_cell, 1)
    return index


@kernel
def place_soldiers(site: Site, bench: MakingBench, seed: int, attempt: int) -> int:
    """Stage 1: the monk on the exit, soldiers anywhere else, obstacles on all other cells."""
    state, settings = bench.state, site.settings
    begin_stage(site, seed, attempt, PLACEMENT)
    begin_cube(site, bench, EXIT)
    for _ in range(PLACEMENT_TRIES):
        for cell in range(CELLS):
            state[making.CONTENTS + cell] = PATH if cell == EXIT else OBSTACLE
            state[making.CHOICES + cell] = cell
        free = CELLS - 1
        state[making.CHOICES + EXIT] = free
        for number in range(settings[_SOLDIERS]):
            chosen = choose_free(site, bench, number, free)
            free -= 1
            cell = state[making.CHOICES + chosen]
            state[making.CONTENTS + cell] = SOLDIERS
            state[making.CHOICES + chosen] = state[making.CHOICES + free]
            state[making.CHOICES + free] = cell
        if not making.attacked_with(bench, 0):
            log_soldiers(site, bench, settings[_SOLDIERS])
            return making.PASSED
        making.refuse(site, bench, PLACEMENT, -1, making.PLACED_ATTACKED, NOTHING, 0)
    return making.PLACED_ATTACKED


@kernel
def log_soldiers(site: Site, bench: MakingBench, number: int) -> None:
    """Logs the monk and the soldiers, who were drawn one by one, if there is a log."""
    state, tables = bench.state, bench.tables
    if len(site.log) == 0:
        return
    put(site, PLACEMENT, making.TILES, tables[NET_CELL + EXIT], making.MONK, NOTHING, NOTHING)
    for soldiers in range(number):
        free = CELLS - 1 - soldiers
        net_cell = tables[NET_CELL + state[making.CHOICES + free - 1]]
        draw, total = state[making.SPARE + soldiers], state[making.TOTALS + soldiers]
        put_drawn(site, PLACEMENT, making.TILES, net_cell, SOLDIERS, draw, total)


@kernel
def beside(cell: int, direction: int) -> int:
    """The cell up, left, right or down of one of the top face; -1 beyond its edge."""
    if direction == 0:
        return cell - SIDE if cell >= SIDE else -1
    if direction == 1:
        return cell - 1 if cell % SIDE > 0 else -1
    if direction == 2:
        return cell + 1 if cell % SIDE < SIDE - 1 else -1
    return cell + SIDE if cell < FACE - SIDE else -1


@kernel
def obstacle_stays(bench: MakingBench, protection: int, cell: int) -> bool:
    """Whether an obstacle in the way of a step must not be removed."""
    if protection == BY_PROTECTIVE:
        return making.content_at(bench, cell) == PROTECTIVE
    return making.spoils_history(bench, bench.state[making.NAMES + cell])


@kernel
def carve_step(site: Site, bench: MakingBench) -> None:
    """Tries a step in a random direction that removes an obstacle in the way."""
    state, stream, settings = bench.state, site.stream, site.settings
    draw = below(stream, making.STEP_COUNT)
    action = making.STEP + draw
    monk, goal = state[making.MONK_AT], beside(state[making.MONK_AT], draw)
    if goal < 0 or making.content_at(bench, goal) == SOLDIERS:
        making.refuse(site, bench, CARVING, action, making.IN_THE_WAY, draw, making.STEP_COUNT)
        return
    code = making.content_at(bench, goal)
    if not making.is_walkable(code):
        if obstacle_stays(bench, settings[_PROTECTION], goal):
            making.refuse(site, bench, CARVING, action, making.HAS_TO_STAY, draw, making.STEP_COUNT)
            return
        if making.attacked_with(bench, 1 << goal):
            making.refuse(
                site, bench, CARVING, action, making.STEP_ATTACKED, draw, making.STEP_COUNT
            )
            return
        making.set_content(bench, goal, PATH)
    making.log_if_kept(site, bench, CARVING, 1 + action, draw, making.STEP_COUNT)
    making.note(bench, action)
    state[making.MONK_AT] = goal
    chance = NOTHING
    if making.content_at(bench, monk) == PATH:
        chance = below(stream, PER_MILLE)
        if chance < settings[_KARMA_CHANCE]:
            making.set_content(bench, monk, KARMA)
            state[making.KARMA_LEFT] -= 1
    making.show_if_logged(site, bench, CARVING, chance)


@kernel
def carve(site: Site, bench: MakingBench, seed: int, attempt: int) -> int:
    """Stage 2: turns back and steps until all karma is left behind."""
    state, stream, settings = bench.state, site.stream, site.settings
    begin_stage(site, seed, attempt, CARVING)
    most = settings[_MOST_MOVES]
    for _ in range(most if most > 0 else MOST_MOVES):
        if below(stream, PER_MILLE) < settings[_TURN_CHANCE]:
            making.turn_back(
                site, bench, CARVING, below(stream, making.STEP_COUNT), making.TURN_ATTACKED
            )
        else:
            carve_step(site, bench)
        if state[making.KARMA_LEFT] == 0:
            return making.PASSED
        if state[making.COUNTS + making.HAS_TO_STAY] >= settings[_TRIES]:
            return making.HAS_TO_STAY
        if settings[_PROTECTION] == BY_PROTECTIVE:
            making.mark_protective(site, bench, CARVING)
    return making.TOO_MANY_MOVES


@kernel
def seek(site: Site, bench: MakingBench, seed: int, attempt: int) -> int:
    """Stage 3: turns back until a path leads to the entrance, and the walk there."""
    state, stream, settings = bench.state, site.stream, site.settings
    begin_stage(site, seed, attempt, SEEK)
    for _ in range(settings[_SEEK_TURNS]):
        reached = reach(bench.tables, making.walkable_on_top(bench), state[making.MONK_AT])
        if reached >> ENTRANCE & 1 != 0:
            break
        making.turn_back(site, bench, SEEK, below(stream, making.STEP_COUNT), making.TURN_ATTACKED)
    reached = reach(bench.tables, making.walkable_on_top(bench), state[making.MONK_AT])
    if reached >> ENTRANCE & 1 == 0:
        return making.NOT_FOUND
    walk_to_entrance(site, bench, reached)
    return clear_entrance(site, bench)


@kernel
def count_steps(bench: MakingBench, reached: int, table: int) -> None:
    """Counts the steps from the entrance to each cell within its reach; FACE for the others.

    They come to the cells of the state from ``table`` on.
    """
    state = bench.state
    for cell in range(FACE):
        state[table + cell] = FACE  # no way is that long
    state[table + ENTRANCE] = 0
    for _ in range(FACE):
        for cell in range(FACE):
            for direction in range(making.STEP_COUNT):
                other = beside(cell, direction)
                if other >= 0 and reached >> cell & 1 != 0:
                    state[table + cell] = min(state[table + cell], state[table + other] + 1)


@kernel
def walk_to_entrance(site: Site, bench: MakingBench, reached: int) -> None:
    """Walks the shortest way to the entrance, which is within reach."""
    state = bench.state
    count_steps(bench, reached, making.SPARE)
    while state[making.MONK_AT] != ENTRANCE:
        direction = 0
        while True:
            goal = beside(state[making.MONK_AT], direction)
            if (
                goal >= 0
                and state[making.SPARE + goal] < state[making.SPARE + state[making.MONK_AT]]
            ):
                break
            direction += 1
        making.log_if_kept(site, bench, SEEK, 1 + making.STEP + direction, NOTHING, 0)
        making.note(bench, making.STEP + direction)
        state[making.MONK_AT] = goal
        making.show_if_logged(site, bench, SEEK, NOTHING)


@kernel
def clear_entrance(site: Site, bench: MakingBench) -> int:
    """Moves karma below the monk to a random path; all of them have been walked on."""
    state = bench.state
    if making.content_at(bench, ENTRANCE) != KARMA:
        return making.PASSED
    free = 0
    for cell in range(CELLS):
        if making.content_at(bench, cell) == PATH:
            state[making.CHOICES + free] = cell
            free += 1
    if free == 0:
        return making.NOT_FOUND
    draw = below(site.stream, free)
    making.set_content(bench, ENTRANCE, PATH)
    making.set_content(bench, state[making.CHOICES + draw], KARMA)
    making.show_if_logged(site, bench, SEEK, draw)
    return making.PASSED


@kernel
def scramble(site: Site, bench: MakingBench, seed: int, attempt: int) -> int:
    """Stage 4: random turns back, a look at the top face, and the locked cells."""
    stream, settings = site.stream, site.settings
    begin_stage(site, seed, attempt, SCRAMBLE)
    left = settings[_SCRAMBLE_TURNS]
    for _ in range(SCRAMBLE_TRIES * left):
        if left == 0:
            break
        if making.turn_back(
            site, bench, SCRAMBLE, below(stream, making.STEP_COUNT), making.SCRAMBLE_ATTACKED
        ):
            left -= 1
    if left > 0:
        return making.SCRAMBLE_ATTACKED
    if too_much_on_top(site, bench, settings[_KARMA]):
        return making.TOO_MUCH_ON_TOP
    return finish(site, bench)


@kernel
def too_much_on_top(site: Site, bench: MakingBench, karma: int) -> bool:
    """Whether more of so much karma is on top than may be."""
    on_top = 0
    for cell in range(FACE):
        if making.content_at(bench, cell) == KARMA:
            on_top += 1
    return 100 * on_top > site.settings[_TOP_SHARE] * karma


@kernel
def finish(site: Site, bench: MakingBench) -> int:
    """Puts locked cells in place, and looks at the faces."""
    check = put_locked(site, bench)
    if check == making.PASSED and site.settings[_DULL_FACES] == DULL_REFUSED:
        for face in range(1, CELLS // FACE):  # on top there is the monk besides
            alike = 1
            for cell in range(face * FACE + 1, (face + 1) * FACE):
                if making.content_at(bench, cell) == making.content_at(bench, face * FACE):
                    alike += 1
            if alike == FACE:
                return making.FACE_OF_ONE_KIND
    return check


@kernel
def put_locked(site: Site, bench: MakingBench) -> int:
    """Puts locked cells in place, and brings the layout up to date."""
    locked, wanted = site.locked, bench.wanted
    karma = 0
    for cell in range(CELLS):
        if locked[bench.tables[NET_CELL + cell]] != 0:
            making.set_content(bench, cell, wanted[cell])
        if making.content_at(bench, cell) == PROTECTIVE:
            making.set_content(bench, cell, OBSTACLE)
        if making.content_at(bench, cell) == KARMA:
            karma += 1
    making.show(site, bench, SCRAMBLE, NOTHING)
    if making.attacked_with(bench, 0) or karma < site.settings[_KARMA_NEEDED]:
        return making.LOCKS_BREAK
    return making.PASSED
