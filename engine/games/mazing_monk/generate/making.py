"""A cube in the making: contents, turns back, what the history of the level demands, the log.

The contents of cells go with the cells when lines turn, so contents are kept by the cells' names
(their places at the beginning), and a turn only moves names.

What is made backwards is played forwards. An obstacle that the monk's step removes has then been
gone all along: every earlier moment of the making is a later one of play, in which soldiers must
not have a path to the monk. A *snapshot* holds such a moment, the names on the top face and the
monk's cell, for every turn; between turns nothing changes who can reach whom.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.codes import KARMA, OBSTACLE, PATH, PROTECTIVE, SOLDIERS
from engine.games.mazing_monk.cube.cube import CELLS, FACE
from engine.generate.generation import NOTHING
from engine.generate.staging import Site, put, put_drawn
from engine.jit.marks import LongRows, Longs, kernel, subroutine

TILES, MOVES = range(2)
"""Planes of the layout: what is on a cell, and what the monk who is there does next."""
PLANES = 2
MONK, OUTSIDE = PROTECTIVE + 1, PROTECTIVE + 2
"""Values of the tiles' plane beside the codes of tiles."""

CHECKS = (
    "initial placement attacked",
    "turn leads to attack",
    "step leads to attack",
    "obstacle has to stay",
    "edge or soldiers in the way",
    "too many moves",
    "entrance not found",
    "scramble leads to attack",
    "too much of the karma on top",
    "locked cells break a rule",
    "soldiers attack at the start",
    "too little karma",
    "a face of one kind",
)
"""What can go wrong in the making, by number."""
(
    PLACED_ATTACKED, TURN_ATTACKED, STEP_ATTACKED, HAS_TO_STAY, IN_THE_WAY, TOO_MANY_MOVES,
    NOT_FOUND, SCRAMBLE_ATTACKED, TOO_MUCH_ON_TOP, LOCKS_BREAK,
    START_ATTACKED, TOO_LITTLE_KARMA, FACE_OF_ONE_KIND,
) = range(len(CHECKS))  # fmt: skip
PASSED = -1
"""In place of the number of a check: nothing went wrong."""

# Actions: turns back by the number of the turn, then steps up, left, right, down, then an obstacle
# that is put between the soldiers and the monk.
STEP = planes.TURN_COUNT
STEP_COUNT = 4
BLOCK = STEP + STEP_COUNT
REFUSED = 16
"""Value of the moves' plane: 1 + action, and REFUSED times 1 + check if that refused it."""

MONK_AT, KARMA_LEFT, SNAPSHOTS, MADE = range(1, 5)
"""State: the monk's cell, karma still to be left behind, and the numbers of snapshots and of
actions made."""
COUNTS = 8
"""How often each check refused something."""
NAMES = COUNTS + len(CHECKS)
"""For every cell the name of the one that is there now."""
CONTENTS = NAMES + CELLS
"""For every name what is on the cell."""
SPARE = CONTENTS + CELLS
CHOICES = SPARE + CELLS
TOTALS = CHOICES + CELLS
STATE_SIZE = TOTALS + CELLS


class MakingBench(NamedTuple):
    """What a cube is made with.

    Attributes:
        tables: see :mod:`engine.games.mazing_monk.cube.planes`.
        state: numbers; see above.
        wanted: by cell, the code that a locked one has to have in the end.
        snapshots: one row for each turn made: nine names and the monk's cell, before it.
        made: the actions made, in order.
        rejected: counts candidates given up, by check.
    """

    tables: Longs
    state: Longs
    wanted: Longs
    snapshots: LongRows
    made: Longs
    rejected: Longs


def new_bench(actions: int) -> MakingBench:
    """A bench for candidates of at most so many actions."""
    tables = planes.cube_tables()
    assert len(tables) == planes.TABLE_SIZE
    return MakingBench(
        tables,
        np.zeros(STATE_SIZE, np.int64),
        np.zeros(CELLS, np.int64),
        np.zeros((actions, FACE + 1), np.int64),
        np.zeros(actions, np.int64),
        np.zeros(len(CHECKS), np.int64),
    )


@kernel
def content_at(bench: MakingBench, cell: int) -> int:
    """What is on a cell now."""
    state = bench.state
    return state[CONTENTS + state[NAMES + cell]]


@kernel
def set_content(bench: MakingBench, cell: int, code: int) -> None:
    """Changes what is on a cell."""
    state = bench.state
    state[CONTENTS + state[NAMES + cell]] = code


@kernel
def is_walkable(code: int) -> bool:
    """Whether a tile can be walked on."""
    return code == PATH or code == KARMA


@kernel
def walkable_on_top(bench: MakingBench) -> int:
    """The mask of the cells of the top face that can be walked on."""
    mask = 0
    for cell in range(FACE):
        if is_walkable(content_at(bench, cell)):
            mask |= 1 << cell
    return mask


@subroutine
def attacked_with(bench: MakingBench, opened: int) -> bool:
    """Whether soldiers have a path to the monk, with some more cells of the top face open."""
    soldiers = 0
    for cell in range(FACE):
        if content_at(bench, cell) == SOLDIERS:
            soldiers |= 1 << cell
    return planes.attacked(
        bench.tables, walkable_on_top(bench) | opened, soldiers, bench.state[MONK_AT]
    )


@kernel
def spoils_history(bench: MakingBench, name: int) -> bool:
    """Whether a cell, if it were open, would let soldiers to the monk at an earlier moment."""
    state, snapshots = bench.state, bench.snapshots
    for number in range(state[SNAPSHOTS]):
        walkable, soldiers, shown = 0, 0, False
        for cell in range(FACE):
            other = snapshots[number, cell]
            code = state[CONTENTS + other]
            if other == name:
                shown = True
                walkable |= 1 << cell
            elif is_walkable(code):
                walkable |= 1 << cell
            elif code == SOLDIERS:
                soldiers |= 1 << cell
        if shown and planes.attacked(bench.tables, walkable, soldiers, snapshots[number, FACE]):
            return True
    return False


# The log.


@kernel
def show(site: Site, bench: MakingBench, stage: int, draw: int) -> None:
    """Brings the layout to what the cube looks like now."""
    layout, tables = site.layout, bench.tables
    for cell in range(CELLS):
        code = MONK if cell == bench.state[MONK_AT] else content_at(bench, cell)
        net_cell = tables[planes.NET_CELL + cell]
        if layout[TILES, net_cell] != code:
            put(site, stage, TILES, net_cell, code, NOTHING, draw)


@subroutine
def show_if_logged(site: Site, bench: MakingBench, stage: int, draw: int) -> None:
    """Brings the layout up to date if there is a log; without one, the last stage does."""
    if len(site.log) > 0:
        show(site, bench, stage, draw)


@subroutine
def tell(site: Site, bench: MakingBench, stage: int, value: int, draw: int, choices: int) -> None:
    """Logs an action, or its refusal, on the monk's cell."""
    if len(site.log) > 0:
        net_cell = bench.tables[planes.NET_CELL + bench.state[MONK_AT]]
        put_drawn(site, stage, MOVES, net_cell, value, draw, choices)


@subroutine
def refuse(
    site: Site, bench: MakingBench, stage: int, action: int, check: int, draw: int, choices: int
) -> None:
    """Counts and logs that a check refused an action."""
    bench.state[COUNTS + check] += 1
    tell(site, bench, stage, 1 + action + REFUSED * (1 + check), draw, choices)


@kernel
def note(bench: MakingBench, action: int) -> None:
    """Adds an action to those made."""
    state, made = bench.state, bench.made
    made[state[MADE]] = action
    state[MADE] += 1


# Turning.


@subroutine
def move_names(bench: MakingBench, permutation: int) -> None:
    """Moves names by a permutation of the tables: those of sources turn forth, of targets back."""
    state, tables = bench.state, bench.tables
    for cell in range(CELLS):
        state[SPARE + cell] = state[NAMES + tables[permutation + cell]]
    for cell in range(CELLS):
        state[NAMES + cell] = state[SPARE + cell]


@subroutine
def turn_back(site: Site, bench: MakingBench, stage: int, draw: int, check: int) -> bool:
    """Turns a line back in which the monk is not; False if a check refuses that.

    ``draw`` is which of the four lines, ``check`` what to count when soldiers would have a path.
    """
    state, tables, snapshots = bench.state, bench.tables, bench.snapshots
    left, turn = draw, 0
    while True:
        if tables[planes.LINE + turn] >> state[MONK_AT] & 1 == 0:
            if left == 0:
                break
            left -= 1
        turn += 1
    number = state[SNAPSHOTS]
    for cell in range(FACE):
        snapshots[number, cell] = state[NAMES + cell]
    snapshots[number, FACE] = state[MONK_AT]
    move_names(bench, planes.TARGET + turn * CELLS)
    if attacked_with(bench, 0):
        move_names(bench, planes.SOURCE + turn * CELLS)
        refuse(site, bench, stage, turn, check, draw, STEP_COUNT)
        return False
    state[SNAPSHOTS] += 1
    note(bench, turn)
    tell(site, bench, stage, 1 + turn, draw, STEP_COUNT)
    show_if_logged(site, bench, stage, draw)
    return True


@kernel
def mark_protective(site: Site, bench: MakingBench, stage: int) -> None:
    """Marks every obstacle of the top face without which soldiers would reach the monk."""
    for cell in range(FACE):
        if content_at(bench, cell) == OBSTACLE and attacked_with(bench, 1 << cell):
            set_content(bench, cell, PROTECTIVE)
    show_if_logged(site, bench, stage, NOTHING)
