"""A cube in the making: contents, turns back, what the history of the level demands, the log.

The contents of cells go with the cells when lines turn, so contents are kept by the cells' names
(their places at the beginning), and a turn only moves names.

What is made backwards is played forwards. An obstacle that the monk's step removes has then been
gone all along: every earlier moment of the making is a later one of play, in which soldiers must
not have a path to the monk. A *snapshot* holds such a moment, the names on the top face and the
monk's cell, for every turn; between turns nothing changes who can reach whom. While obstacles are
removed, cells only ever open and soldiers stay where they are: a name that would spoil a moment
goes on to spoil it, and is remembered.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.codes import KARMA, OBSTACLE, PATH, PROTECTIVE
from engine.games.mazing_monk.cube.cube import CELLS, FACE
from engine.jit.marks import LongRows, Longs, kernel, subroutine
from engine.staging.generation import NOTHING
from engine.staging.site import Site, put, put_drawn

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
SPOILS = TOTALS + CELLS
"""For every name whether it was found to spoil the history if it were open."""
STATE_SIZE = SPOILS + CELLS

AT, SHOWN, SNAPSHOT = range(FACE, FACE + 3)
"""A snapshot has the names on top, then the monk's cell, and the mask of those names; its size."""


class MakingBench(NamedTuple):
    """What a cube is made with.

    Attributes:
        tables: see :mod:`engine.games.mazing_monk.cube.planes`.
        state: numbers; see above.
        wanted: by cell, the code that a locked one has to have in the end.
        snapshots: one row for each turn made, of the moment before it; see above.
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
        np.zeros((actions, SNAPSHOT), np.int64),
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
    path, karma = 0, 0
    for cell in range(FACE):
        code = content_at(bench, cell)
        path |= (code & PATH) << cell
        karma |= (code & KARMA) << cell
    return attacked_on(bench, path, karma, opened, bench.state[MONK_AT])


@kernel
def attacked_on(bench: MakingBench, path: int, karma: int, opened: int, monk: int) -> bool:
    """Whether soldiers have a path to the monk on a top face with some more cells open.

    Each cell has its bit of ``path`` if its code has PATH, and KARMA's of ``karma`` if it has that;
    soldiers have both. They are no branches: what stands on a cell nothing foretells.
    """
    karma >>= KARMA // 2
    return planes.attacked(bench.tables, path ^ karma | opened, path & karma, monk)


@kernel
def attacked_after(bench: MakingBench, turn: int) -> bool:
    """Whether soldiers have a path to the monk after a turn back."""
    state, tables = bench.state, bench.tables
    path, karma = 0, 0
    for cell in range(FACE):
        source = tables[planes.TARGET + turn * CELLS + cell]
        code = state[CONTENTS + state[NAMES + source]]
        path |= (code & PATH) << cell
        karma |= (code & KARMA) << cell
    return attacked_on(bench, path, karma, 0, state[MONK_AT])


@kernel
def take_snapshot(bench: MakingBench) -> None:
    """Notes the top face and the monk as they are."""
    state, snapshots = bench.state, bench.snapshots
    number, shown = state[SNAPSHOTS], 0
    for cell in range(FACE):
        name = state[NAMES + cell]
        snapshots[number, cell] = name
        shown |= 1 << name
    snapshots[number, AT] = state[MONK_AT]
    snapshots[number, SHOWN] = shown
    state[SNAPSHOTS] = number + 1


@kernel
def spoils_history(bench: MakingBench, name: int) -> bool:
    """Whether a cell, if it were open, would let soldiers to the monk at an earlier moment."""
    state, snapshots = bench.state, bench.snapshots
    if state[SPOILS + name] == 0:
        for number in range(state[SNAPSHOTS]):
            shown = snapshots[number, SHOWN] >> name & 1 != 0
            if shown and spoils_moment(bench, number, name):
                state[SPOILS + name] = 1
                break
    return state[SPOILS + name] != 0


@kernel
def spoils_moment(bench: MakingBench, number: int, name: int) -> bool:
    """Whether a cell that a snapshot shows, if it were open, would let soldiers to the monk."""
    state, snapshots = bench.state, bench.snapshots
    path, karma, opened = 0, 0, 0
    for cell in range(FACE):
        other = snapshots[number, cell]
        code = state[CONTENTS + other]
        path |= (code & PATH) << cell
        karma |= (code & KARMA) << cell
        opened |= (other == name) << cell
    return attacked_on(bench, path, karma, opened, snapshots[number, AT])


# The log.


@subroutine
def show(site: Site, bench: MakingBench, stage: int, draw: int) -> None:
    """Brings the layout to what the cube looks like now."""
    layout, tables = site.layout, bench.tables
    for cell in range(CELLS):
        code = MONK if cell == bench.state[MONK_AT] else content_at(bench, cell)
        net_cell = tables[planes.NET_CELL + cell]
        if layout[TILES, net_cell] != code:
            put(site, stage, TILES, net_cell, code, NOTHING, draw)


@kernel
def show_if_logged(site: Site, bench: MakingBench, stage: int, draw: int) -> None:
    """Brings the layout up to date if there is a log; without one, the last stage does."""
    if len(site.log) > 0:
        show(site, bench, stage, draw)


@subroutine
def log_action(
    site: Site, bench: MakingBench, stage: int, value: int, draw: int, choices: int
) -> None:
    """Logs an action, or its refusal, on the monk's cell."""
    net_cell = bench.tables[planes.NET_CELL + bench.state[MONK_AT]]
    put_drawn(site, stage, MOVES, net_cell, value, draw, choices)


@kernel
def log_if_kept(
    site: Site, bench: MakingBench, stage: int, value: int, draw: int, choices: int
) -> None:
    """Logs an action, or its refusal, if there is a log: of most candidates there is none."""
    if len(site.log) > 0:
        log_action(site, bench, stage, value, draw, choices)


@kernel
def refuse(
    site: Site, bench: MakingBench, stage: int, action: int, check: int, draw: int, choices: int
) -> None:
    """Counts and logs that a check refused an action."""
    bench.state[COUNTS + check] += 1
    log_if_kept(site, bench, stage, 1 + action + REFUSED * (1 + check), draw, choices)


@kernel
def note(bench: MakingBench, action: int) -> None:
    """Adds an action to those made."""
    state, made = bench.state, bench.made
    made[state[MADE]] = action
    state[MADE] += 1


# Turning.


@kernel
def move_names_back(bench: MakingBench, turn: int) -> None:
    """Moves names as a turn back does, four by four."""
    state, tables = bench.state, bench.tables
    first = planes.CYCLES + turn * planes.CYCLES_SIZE
    for at in range(first, first + planes.CYCLES_SIZE, planes.CYCLE):
        last = NAMES + tables[at]
        name = state[last]
        for number in range(at + 1, at + planes.CYCLE):
            cell = NAMES + tables[number]
            state[last] = state[cell]
            last = cell
        state[last] = name


@subroutine
def turn_back(site: Site, bench: MakingBench, stage: int, draw: int, check: int) -> bool:
    """Turns a line back in which the monk is not; False if a check refuses that.

    ``draw`` is which of the four lines, ``check`` what to count when soldiers would have a path.
    """
    state, tables = bench.state, bench.tables
    left, turn = draw, 0
    while True:
        if tables[planes.LINE + turn] >> state[MONK_AT] & 1 == 0:
            if left == 0:
                break
            left -= 1
        turn += 1
    if attacked_after(bench, turn):
        refuse(site, bench, stage, turn, check, draw, STEP_COUNT)
        return False
    take_snapshot(bench)
    move_names_back(bench, turn)
    note(bench, turn)
    log_if_kept(site, bench, stage, 1 + turn, draw, STEP_COUNT)
    show_if_logged(site, bench, stage, draw)
    return True


@kernel
def mark_protective(site: Site, bench: MakingBench, stage: int) -> None:
    """Marks every obstacle of the top face without which soldiers would reach the monk."""
    for cell in range(FACE):
        if content_at(bench, cell) == OBSTACLE and attacked_with(bench, 1 << cell):
            set_content(bench, cell, PROTECTIVE)
    show_if_logged(site, bench, stage, NOTHING)
