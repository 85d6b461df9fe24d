"""How pieces slide until one of them can leave, and who leaves (sections 4.2, 4.3 of the rules).

The rules move every piece one cell a tick, the foremost first. As long as none leaves, a piece
that has stopped never starts again: what stops it is a wall, a crate that cannot be pushed, a
pit, or a piece ahead that has stopped itself. So where each comes to rest can be computed without
ticks, and where it is after ``t`` ticks as well: ``t`` cells on, or at rest. Only leaving
(:func:`let_out`) sets pieces going again, and then all is reckoned anew.

In a lane without pits and crates who stands where does not matter; pieces slide as
:mod:`engine.tiles.cells` describes. In the other lanes, the *special* ones, pieces are moved in
turn, the foremost first.
"""

from __future__ import annotations

from engine.games.skiddy import table as at
from engine.jit.bits import popcount
from engine.jit.marks import Ints, kernel
from engine.tiles import cells

PIECE_ON, LANES = cells.MAX_CELLS, 2 * cells.MAX_CELLS
SPECIAL = LANES + cells.LANE_COUNT
_STANDING_SIZE = SPECIAL + 1
"""A *standing* in the scratch memory: the cell of every piece; for every cell that has a piece,
which; the lanes; and one bit for each lane that is special."""
CELLS = 0
"""The standing before the move."""
EXIT_CELLS = CELLS + _STANDING_SIZE
"""The standing at the last tick at which a Skiddy left."""
ENDS = EXIT_CELLS + _STANDING_SIZE
"""Where every piece comes to rest if none leaves; of one that just left, where it left from."""
SPENT = ENDS + cells.MAX_CELLS
"""1 for a piece that moves no more in this move: trapped in a pit, or a crate pushed once."""
PUSHER = SPENT + cells.MAX_CELLS
"""For a crate that is being pushed, the Skiddy that does it."""
SLIDES_END = PUSHER + cells.MAX_CELLS
LEFT = SLIDES_END
"""Scratch memory: how many red and how many blue Skiddies left during the move."""
WAITING = LEFT + 2
"""Skiddies whose neighbours are still to be taken along."""
EXITS_END = WAITING + cells.MAX_CELLS

ROW_LANES = (1 << cells.MAX_SIDE) - 1
COLUMN_LANES = ROW_LANES << cells.MAX_SIDE - 1 & ~ROW_LANES
"""The bits of all lanes that are rows, or columns but for the last one, which is solid."""


@kernel
def fill_lanes(table: Ints, scratch: Ints, standing: int) -> None:
    """Completes a standing of which the pieces' cells are given."""
    lanes = standing + LANES
    cells.clear_lanes(scratch, lanes)
    special = table[at.PIT_LANES]
    for piece in range(table[at.PIECES]):
        cell = scratch[standing + piece] & cells.CELL_BITS
        if cell != cells.GONE:
            packed = table[at.LANE_OF + cell]
            row, col = (packed >> 4) & 15, packed & 15
            cells.enter_lanes(scratch, lanes, row, col)
            scratch[standing + PIECE_ON + cell] = piece
            if table[at.SKIDDIES] <= piece < table[at.CRATES]:
                special |= 1 << row | 1 << (cells.MAX_SIDE + col)
    scratch[standing + SPECIAL] = special


@kernel
def slide_freely(
    table: Ints, scratch: Ints, standing: int, direction: int, special: int
) -> tuple[int, int]:
    """Slides all pieces as in lanes without pits and crates.

    Returns:
        The result of :func:`slide`, for which special lanes do not count; and those lanes in which
        a piece slides or can leave. In no other one does a piece do either by the whole rules.
    """
    step = at.step_of(direction, table[at.COLS])
    slides = at.SLIDE + direction * cells.MAX_CELLS
    lanes = standing + LANES
    found, active = 0, 0
    for piece in range(table[at.PIECES]):
        cell = scratch[standing + piece] & cells.CELL_BITS
        entry = table[slides + cell]
        short = cells.pieces_ahead(entry, scratch, lanes)
        target = cells.slide_end(entry, short, step)
        scratch[ENDS + piece] = target
        leaving = entry & table[at.GOAL_BIT + piece]
        here = (target ^ cell) | (leaving if short == 0 else 0)
        lane = cells.lane_of(entry)
        active |= (1 if here != 0 else 0) << lane
        found |= here if (special >> lane) & 1 == 0 else 0
    return found, active


@kernel
def foremost(bits: int, onwards: bool) -> int:
    """The index of the highest one among 16 bits, or (not ``onwards``) of the lowest."""
    if not onwards:
        return popcount((bits & -bits) - 1)
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    return popcount(bits) - 1


@kernel
def slide_lane(table: Ints, scratch: Ints, standing: int, lane: int, direction: int) -> int:
    """Slides the pieces of one lane in turn, the foremost first; see :func:`slide`."""
    upright = lane >= cells.MAX_SIDE
    base = lane - cells.MAX_SIDE if upright else lane * table[at.COLS]
    apart = table[at.COLS] if upright else 1
    onwards = direction == at.RIGHT or direction == at.DOWN
    ahead = 1 if onwards else -1
    slides, stops = at.SLIDE + direction * cells.MAX_CELLS, at.STOP + direction * cells.MAX_CELLS
    found = 0
    # Of the piece before: where it comes to rest, and which crate it is if it can be pushed there.
    before = cells.MAX_SIDE if onwards else -1
    crate = -1
    bits = scratch[standing + LANES + lane]
    while bits != 0:
        start = foremost(bits, onwards)
        bits ^= 1 << start
        cell = (base + start * apart) & cells.CELL_BITS
        piece = scratch[standing + PIECE_ON + cell]
        end = start
        pushable = -1
        if table[at.SKIDDIES] <= piece < table[at.CRATES]:
            open_ahead = cells.free_ahead(table[slides + cell]) != 0
            if open_ahead and before != start + ahead and scratch[SPENT + piece] == 0:
                pushable = piece
        elif scratch[SPENT + piece] == 0:
            stop = table[stops + cell]
            end = min(stop, before - ahead) if onwards else max(stop, before - ahead)
            trapped = end != start and table[at.IS_PIT + base + end * apart] != 0
            if crate >= 0 and piece < table[at.SKIDDIES] and end == before - ahead and not trapped:
                scratch[ENDS + crate] = base + (before + ahead) * apart
                scratch[PUSHER + crate] = piece
                end = before
                trapped = table[at.IS_PIT + base + end * apart] != 0
            entry = table[slides + base + end * apart]
            if cells.free_ahead(entry) == 0 and not trapped:
                found |= entry & table[at.GOAL_BIT + piece]
        scratch[ENDS + piece] = base + end * apart
        found |= end ^ start
        before = end
        crate = pushable
    return found


@kernel
def slide(table: Ints, scratch: Ints, standing: int, direction: int) -> int:
    """Finds where the pieces of a standing come to rest if none leaves: ENDS.

    Returns:
        0 if nothing moves and none can leave; bits of LEAVERS if a Skiddy comes to rest, not
        trapped, before a goal of its colour.
    """
    special = scratch[standing + SPECIAL] & ROW_LANES
    if direction == at.UP or direction == at.DOWN:
        special = scratch[standing + SPECIAL] & COLUMN_LANES
    found, active = slide_freely(table, scratch, standing, direction, special)
    special &= active
    while special != 0:
        lane = popcount((special & -special) - 1)
        special &= special - 1
        found |= slide_lane(table, scratch, standing, lane, direction)
    return found


@kernel
def advance(table: Ints, scratch: Ints, standing: int, direction: int, ticks: int) -> None:
    """Moves the pieces of a standing on their way to ENDS for some ticks, to EXIT_CELLS."""
    step = at.step_of(direction, table[at.COLS])
    way = ticks * step
    # Crates first: their pushers' cells may be those that are written.
    for piece in range(table[at.PIECES] - 1, -1, -1):
        cell, end = scratch[standing + piece], scratch[ENDS + piece]
        if cell != end and ticks > 0:
            if table[at.SKIDDIES] <= piece < table[at.CRATES]:
                pusher = scratch[PUSHER + piece]
                left = scratch[ENDS + pusher] - scratch[standing + pusher] - way
                if left * step <= 0:
                    cell = end
                    scratch[SPENT + piece] = 1
            else:
                cell = end if (end - cell - way) * step <= 0 else cell + way
                scratch[SPENT + piece] = table[at.IS_PIT + cell]
        scratch[EXIT_CELLS + piece] = cell


@kernel
def refresh(table: Ints, scratch: Ints) -> None:
    """Lets all pieces move again, for another move."""
    for piece in range(table[at.PIECES]):
        scratch[SPENT + piece] = 0


@kernel
def faces_goal(table: Ints, piece: int, cell: int, direction: int) -> bool:
    """Whether the next cell of a Skiddy is a goal of its colour."""
    entry = table[at.SLIDE + direction * cells.MAX_CELLS + cell]
    at_end = cells.free_ahead(entry) == 0
    return at_end and entry & table[at.GOAL_BIT + piece] != 0


@kernel
def first_exit(table: Ints, scratch: Ints, standing: int, direction: int) -> int:
    """The ticks after which the first Skiddies of a standing can leave."""
    nearest = cells.MAX_CELLS
    for piece in range(table[at.SKIDDIES]):
        cell, end = scratch[standing + piece], scratch[ENDS + piece]
        trapped = scratch[SPENT + piece] != 0 or (end != cell and table[at.IS_PIT + end] != 0)
        if not trapped and faces_goal(table, piece, end, direction):
            nearest = min(nearest, abs(end - cell))
    return nearest // abs(at.step_of(direction, table[at.COLS]))


@kernel
def let_out(table: Ints, scratch: Ints, standing: int, direction: int) -> None:
    """Moves all pieces to where they are when a Skiddy can leave next, and lets groups out.

    At that tick leave all Skiddies that are not trapped and whose next cell is a goal of their
    colour, and with each the Skiddies connected to it by a chain of orthogonally adjacent ones
    of the same colour, trapped or not. EXIT_CELLS says where the others are then; LEFT counts.
    """
    advance(table, scratch, standing, direction, first_exit(table, scratch, standing, direction))
    cols = table[at.COLS]
    for colour in range(2):
        first = 0 if colour == 0 else table[at.REDS]
        end = table[at.REDS] if colour == 0 else table[at.SKIDDIES]
        waiting = 0
        for piece in range(first, end):
            cell = scratch[EXIT_CELLS + piece]
            if scratch[SPENT + piece] == 0 and faces_goal(table, piece, cell, direction):
                scratch[WAITING + waiting] = piece
                waiting += 1
                scratch[ENDS + piece] = cell
                scratch[EXIT_CELLS + piece] = cells.GONE
        taken = 0
        while taken < waiting:
            cell = scratch[ENDS + scratch[WAITING + taken]]
            taken += 1
            for piece in range(first, end):
                other = scratch[EXIT_CELLS + piece]
                apart = abs(other - cell)
                if other != cells.GONE and (apart == 1 or apart == cols):
                    scratch[WAITING + waiting] = piece
                    waiting += 1
                    scratch[ENDS + piece] = other
                    scratch[EXIT_CELLS + piece] = cells.GONE
        scratch[LEFT + colour] += waiting
