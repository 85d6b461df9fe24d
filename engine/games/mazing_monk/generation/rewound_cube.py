"""A cube rewound from the end of play, with its contents, its history and its event log.

Tiles move when lines turn, so they are stored by *name*. Each tile is named after its initial cell,
and a turn only permutes names.

A level is generated backwards but played forwards. If the monk's step removes an obstacle, the
obstacle is also missing at all moments generated earlier, which come later in play. At none of
these moments may soldiers have a path to the monk. A *snapshot* is recorded for every turn: the
names on the top face and the monk's cell. Moments between turns need no snapshot, because soldiers
reach the same cells there.

Example: R0 is made while the obstacle named 20 is on the top face and blocks the soldiers. Ten
actions later, this obstacle is in the monk's way. It could be removed from the current top face,
but in the snapshot for R0, removing it would open a path. It would *spoil* the history, so it has
to stay. Since cells are only ever opened and soldiers keep their names, a name that spoils the
history once will always spoil it, so this result is stored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import bitcube
from engine.games.mazing_monk.cube.cube import CELLS, FACE
from engine.games.mazing_monk.cube.cube_codes import KARMA, OBSTACLE, PATH, PROTECTIVE
from engine.jit.decorators import LongRows, Longs, kernel, subroutine
from engine.stages.candidate import NOTHING
from engine.stages.stage_workspace import Site, set_cell, set_drawn_cell

TILES, MOVES = range(2)
"""The planes in the layout: the tile on each cell, and the last action made while the monk was on
it."""
PLANES = 2
MONK, OUTSIDE = PROTECTIVE + 1, PROTECTIVE + 2
"""Values in the plane of tiles that are not tile codes: the monk, and places outside the cube."""

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
"""The checks that can refuse an action or reject a candidate."""
(
    PLACED_ATTACKED, TURN_ATTACKED, STEP_ATTACKED, HAS_TO_STAY, IN_THE_WAY, TOO_MANY_MOVES,
    NOT_FOUND, SCRAMBLE_ATTACKED, TOO_MUCH_ON_TOP, LOCKS_BREAK,
    START_ATTACKED, TOO_LITTLE_KARMA, FACE_OF_ONE_KIND,
) = range(len(CHECKS))  # fmt: skip
PASSED = -1
"""The value returned if no check failed."""

# Action codes are the six turns, then the steps up, left, right and down, and then putting down an
# obstacle to block soldiers.
STEP = bitcube.TURN_COUNT
STEP_COUNT = 4
BLOCK = STEP + STEP_COUNT
REFUSED = 16
"""A factor for values in the plane of moves. The value for an action is 1 + action, and
REFUSED * (1 + check) is added if a check refused it."""

MONK_AT, KARMA_LEFT, SNAPSHOTS, MADE = range(1, 5)
"""Indices in the state: the monk's cell, the amount of karma that he still has to leave behind, the
number of snapshots, and the number of actions made."""
COUNTS = 8
"""Offset, in the state, of the number of refusals for each check."""
NAMES = COUNTS + len(CHECKS)
"""Offset, in the state, of the name of the tile that is now on each cell."""
CONTENTS = NAMES + CELLS
"""Offset, in the state, of the tile code for each name."""
SPARE = CONTENTS + CELLS
CHOICES = SPARE + CELLS
TOTALS = CHOICES + CELLS
SPOILS = TOTALS + CELLS
"""Offset, in the state, of a flag for each name: 1 if opening it is known to spoil the history."""
STATE_SIZE = SPOILS + CELLS

SNAPSHOT_MONK, SNAPSHOT_MASK, SNAPSHOT_SIZE = range(FACE, FACE + 3)
"""The columns of a snapshot that follow the names on the top face: the monk's cell, and a mask of
the names. SNAPSHOT_SIZE is the number of columns."""


class CubeRewind(NamedTuple):
    """A cube during generation, with its history.

    Attributes:
        tables: The tables for the cube's geometry.
        state: The cube's state, with the indices MONK_AT to SPOILS.
        wanted: The tile code that each cell must have at the end if it is locked.
        snapshots: The snapshots, with one row for each turn, recorded before the turn.
        made: The actions made, in order.
        rejections: The number of candidates that each check has rejected.
    """

    tables: Longs
    state: Longs
    wanted: Longs
    snapshots: LongRows
    made: Longs
    rejections: Longs


def new_rewind(actions: int) -> CubeRewind:
    """Allocate a cube for candidates with at most ``actions`` actions."""
    tables = bitcube.build_cube_tables()
    assert len(tables) == bitcube.TABLE_SIZE
    return CubeRewind(
        tables,
        np.zeros(STATE_SIZE, np.int64),
        np.zeros(CELLS, np.int64),
        np.zeros((actions, SNAPSHOT_SIZE), np.int64),
        np.zeros(actions, np.int64),
        np.zeros(len(CHECKS), np.int64),
    )


@kernel
def get_content(cube: CubeRewind, cell: int) -> int:
    """Return the code for the tile on a cell."""
    state = cube.state
    return state[CONTENTS + state[NAMES + cell]]


@kernel
def set_content(cube: CubeRewind, cell: int, code: int) -> None:
    """Put the tile with the code ``code`` on a cell, replacing the tile that is there."""
    state = cube.state
    state[CONTENTS + state[NAMES + cell]] = code


@kernel
def is_walkable(code: int) -> bool:
    """Return True if a tile with this code can be walked on."""
    return code == PATH or code == KARMA


@kernel
def find_walkable(cube: CubeRewind) -> int:
    """Return the mask of the top cells that can be walked on."""
    mask = 0
    for cell in range(FACE):
        if is_walkable(get_content(cube, cell)):
            mask |= 1 << cell
    return mask


@subroutine
def is_attacked_with(cube: CubeRewind, opened: int) -> bool:
    """Return True if soldiers would have a path to the monk if the cells ``opened`` were open."""
    path, karma = 0, 0
    for cell in range(FACE):
        code = get_content(cube, cell)
        path |= (code & PATH) << cell
        karma |= (code & KARMA) << cell
    return is_attacked_on(cube, path, karma, opened, cube.state[MONK_AT])


@kernel
def is_attacked_on(cube: CubeRewind, path: int, karma: int, opened: int, monk: int) -> bool:
    """Return True if soldiers have a path to the monk once the cells ``opened`` are open too.

    Bit n in ``path`` and bit n + 1 in ``karma`` are the bits PATH and KARMA from the code for cell
    n. Soldiers have both bits. Callers gather the bits without branches, because a processor could
    not predict them.
    """
    karma >>= KARMA // 2
    return bitcube.is_attacked(cube.tables, path ^ karma | opened, path & karma, monk)


@kernel
def is_attacked_after(cube: CubeRewind, turn: int) -> bool:
    """Return True if turning back the line of ``turn`` would give soldiers a path to the monk."""
    state, tables = cube.state, cube.tables
    path, karma = 0, 0
    for cell in range(FACE):
        # The targets of a turn are the sources of the turn in the opposite direction.
        source = tables[bitcube.TARGET + turn * CELLS + cell]
        code = state[CONTENTS + state[NAMES + source]]
        path |= (code & PATH) << cell
        karma |= (code & KARMA) << cell
    return is_attacked_on(cube, path, karma, 0, state[MONK_AT])


@kernel
def take_snapshot(cube: CubeRewind) -> None:
    """Record the names on the top face and the monk's cell as a snapshot."""
    state, snapshots = cube.state, cube.snapshots
    number, shown = state[SNAPSHOTS], 0
    for cell in range(FACE):
        name = state[NAMES + cell]
        snapshots[number, cell] = name
        shown |= 1 << name
    snapshots[number, SNAPSHOT_MONK] = state[MONK_AT]
    snapshots[number, SNAPSHOT_MASK] = shown
    state[SNAPSHOTS] = number + 1


@kernel
def breaks_history(cube: CubeRewind, name: int) -> bool:
    """Return True if opening tile ``name`` would let soldiers reach the monk in some snapshot."""
    state, snapshots = cube.state, cube.snapshots
    if state[SPOILS + name] == 0:
        for number in range(state[SNAPSHOTS]):
            # A name makes no difference to a snapshot in which it is not on the top face.
            shown = snapshots[number, SNAPSHOT_MASK] >> name & 1 != 0
            if shown and breaks_snapshot(cube, number, name):
                state[SPOILS + name] = 1
                break
    return state[SPOILS + name] != 0


@kernel
def breaks_snapshot(cube: CubeRewind, number: int, name: int) -> bool:
    """Return True if opening ``name`` would let soldiers reach the monk in snapshot ``number``."""
    state, snapshots = cube.state, cube.snapshots
    path, karma, opened = 0, 0, 0
    for cell in range(FACE):
        other = snapshots[number, cell]
        code = state[CONTENTS + other]
        path |= (code & PATH) << cell
        karma |= (code & KARMA) << cell
        opened |= (other == name) << cell
    return is_attacked_on(cube, path, karma, opened, snapshots[number, SNAPSHOT_MONK])


@subroutine
def update_layout(site: Site, cube: CubeRewind, stage: int, draw: int) -> None:
    """Update the layout to match the cube, logging an event for each change."""
    layout, tables = site.layout, cube.tables
    for cell in range(CELLS):
        code = MONK if cell == cube.state[MONK_AT] else get_content(cube, cell)
        net_cell = tables[bitcube.NET_CELL + cell]
        if layout[TILES, net_cell] != code:
            set_cell(site, stage, TILES, net_cell, code, NOTHING, draw)


@kernel
def update_if_logged(site: Site, cube: CubeRewind, stage: int, draw: int) -> None:
    """Update the layout if there is a log. Without a log, an update at the end is enough."""
    if len(site.log) > 0:
        update_layout(site, cube, stage, draw)


@subroutine
def log_action(
    site: Site, cube: CubeRewind, stage: int, value: int, draw: int, choices: int
) -> None:
    """Log an action or a refused action as an event on the monk's cell."""
    net_cell = cube.tables[bitcube.NET_CELL + cube.state[MONK_AT]]
    set_drawn_cell(site, stage, MOVES, net_cell, value, draw, choices)


@kernel
def log_if_kept(
    site: Site, cube: CubeRewind, stage: int, value: int, draw: int, choices: int
) -> None:
    """Log an action or a refused action if there is a log. Most candidates have none."""
    if len(site.log) > 0:
        log_action(site, cube, stage, value, draw, choices)


@kernel
def refuse(
    site: Site, cube: CubeRewind, stage: int, action: int, check: int, draw: int, choices: int
) -> None:
    """Count an action that a check refused, and log it if there is a log."""
    cube.state[COUNTS + check] += 1
    log_if_kept(site, cube, stage, 1 + action + REFUSED * (1 + check), draw, choices)


@kernel
def add_action(cube: CubeRewind, action: int) -> None:
    """Append an action to the list of actions made."""
    state, made = cube.state, cube.made
    made[state[MADE]] = action
    state[MADE] += 1


@kernel
def move_names_back(cube: CubeRewind, turn: int) -> None:
    """Turn a line back by permuting the names on its cells in cycles of four."""
    state, tables = cube.state, cube.tables
    first = bitcube.CYCLES + turn * bitcube.CYCLES_SIZE
    for at in range(first, first + bitcube.CYCLES_SIZE, bitcube.CYCLE):
        last = NAMES + tables[at]
        name = state[last]
        # Each cell takes the name from the next cell in the cycle, and the last cell takes the
        # name from the first.
        for number in range(at + 1, at + bitcube.CYCLE):
            cell = NAMES + tables[number]
            state[last] = state[cell]
            last = cell
        state[last] = name


@subroutine
def turn_back(site: Site, cube: CubeRewind, stage: int, draw: int, check: int) -> bool:
    """Turn back a line that the monk is not on, unless soldiers could then reach him.

    ``draw`` selects one of the four such lines. If soldiers could reach the monk, the turn is
    counted as refused by ``check``, and the result is False.
    """
    state, tables = cube.state, cube.tables
    left, turn = draw, 0
    while True:
        # The monk is on one row and one column, so exactly four lines can turn.
        if tables[bitcube.LINE + turn] >> state[MONK_AT] & 1 == 0:
            if left == 0:
                break
            left -= 1
        turn += 1
    if is_attacked_after(cube, turn):
        refuse(site, cube, stage, turn, check, draw, STEP_COUNT)
        return False
    take_snapshot(cube)
    move_names_back(cube, turn)
    add_action(cube, turn)
    log_if_kept(site, cube, stage, 1 + turn, draw, STEP_COUNT)
    update_if_logged(site, cube, stage, draw)
    return True


@kernel
def mark_protective(site: Site, cube: CubeRewind, stage: int) -> None:
    """Mark each obstacle on the top face that keeps soldiers from reaching the monk."""
    for cell in range(FACE):
        if get_content(cube, cell) == OBSTACLE and is_attacked_with(cube, 1 << cell):
            set_content(cube, cell, PROTECTIVE)
    update_if_logged(site, cube, stage, NOTHING)
