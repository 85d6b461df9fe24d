"""Kernels that slide the pieces until a Skiddy can leave, and let Skiddies out.

In sections 4.2 and 4.3 of the rules, every piece moves by one cell per tick, the foremost piece
first. As long as no piece leaves, a piece that has stopped never starts again. It was stopped by a
wall, by a crate that cannot be pushed, by a pit, or by a piece ahead that has stopped too. So the
final cell of each piece can be computed without ticks. After ``t`` ticks, a piece is ``t`` cells
further ahead, or on its final cell if that is nearer. Only an exit (:func:`let_skiddies_out`) sets
pieces in motion again. The rest of the move is then computed from the cells at the exit.

In a lane without pits and crates, the order of the pieces does not matter, and they slide as
:mod:`engine.tiles.packed_cells` describes. Lanes with pits or crates are *special*: their pieces
are moved one after another, the foremost first. For example, a tilt to the right in the lane ::

    r . c . . #        red Skiddy, floor, crate, floor, floor, block

starts with the crate, which does not slide but can be pushed. The Skiddy slides up to the crate,
pushes it by one cell and takes its place: ``. . r c . #``.
"""

from __future__ import annotations

from engine.games.skiddy import skiddy_level_array
from engine.jit.bits import popcount
from engine.jit.decorators import Ints, kernel
from engine.tiles import packed_cells

PIECE_ON, LANES = packed_cells.MAX_CELLS, 2 * packed_cells.MAX_CELLS
SPECIAL = LANES + packed_cells.LINE_COUNT
_PLACEMENT_SIZE = SPECIAL + 1
"""The size of a *placement* in the scratch memory. A placement holds the cell of each piece, the
number of the piece on each occupied cell, the lanes, and one bit for each special lane."""
CELLS = 0
"""The index in the scratch memory of the placement before the move."""
EXIT_CELLS = CELLS + _PLACEMENT_SIZE
"""The index of the placement at the last tick in which a Skiddy left."""
ENDS = EXIT_CELLS + _PLACEMENT_SIZE
"""The index of the cells that the pieces finally reach if no Skiddy leaves. The entry for a Skiddy
that leaves is the cell that it leaves from."""
SPENT = ENDS + packed_cells.MAX_CELLS
"""The index of the flags for the pieces. A flag is 1 if the piece cannot move again in this move,
because it is trapped in a pit or is a crate that was pushed."""
PUSHER = SPENT + packed_cells.MAX_CELLS
"""The index of the block that holds, for each crate that is pushed, the number of its pusher."""
SLIDES_END = PUSHER + packed_cells.MAX_CELLS
LEFT_COUNTS = SLIDES_END
"""The index of two numbers, those of red and of blue Skiddies that have left in this move."""
WAITING = LEFT_COUNTS + 2
"""The index of the queue of leaving Skiddies whose neighbours still need to be found."""
EXITS_END = WAITING + packed_cells.MAX_CELLS

ROW_LANES = (1 << packed_cells.MAX_SIDE) - 1
COLUMN_LANES = ROW_LANES << packed_cells.MAX_SIDE - 1 & ~ROW_LANES
"""The bits for all rows, and for all columns but the last, which is always solid."""


@kernel
def fill_lanes(table: Ints, scratch: Ints, placement: int) -> None:
    """Fill in the rest of a placement from the cells of its pieces."""
    lanes = placement + LANES
    packed_cells.clear_lines(scratch, lanes)
    special = table[skiddy_level_array.PIT_LANES]
    for piece in range(table[skiddy_level_array.PIECES]):
        cell = scratch[placement + piece] & packed_cells.CELL_BITS
        if cell != packed_cells.GONE:
            packed = table[skiddy_level_array.LANE_OF + cell]
            row, col = (packed >> 4) & 15, packed & 15
            packed_cells.add_piece(scratch, lanes, row, col)
            scratch[placement + PIECE_ON + cell] = piece
            # A crate makes its row and its column special.
            if table[skiddy_level_array.SKIDDIES] <= piece < table[skiddy_level_array.CRATES]:
                special |= 1 << row | 1 << (packed_cells.MAX_SIDE + col)
    scratch[placement + SPECIAL] = special


@kernel
def slide_freely(
    table: Ints, scratch: Ints, placement: int, direction: int, special: int
) -> tuple[int, int]:
    """Slide all pieces as if there were no pits or crates.

    Returns:
        The result of :func:`slide_pieces` for the lanes that are not special, and the bits for all
        lanes in which a piece slides or can leave. A special lane whose bit is not set can be
        skipped, because pits and crates only stop pieces earlier.
    """
    step = skiddy_level_array.get_step(direction, table[skiddy_level_array.COLS])
    slides = skiddy_level_array.SLIDE + direction * packed_cells.MAX_CELLS
    lanes = placement + LANES
    found, active = 0, 0
    for piece in range(table[skiddy_level_array.PIECES]):
        # The mask keeps the index within the array even for a piece that is GONE. The slide entry
        # for GONE keeps such a piece GONE.
        cell = scratch[placement + piece] & packed_cells.CELL_BITS
        entry = table[slides + cell]
        short = packed_cells.count_pieces_ahead(entry, scratch, lanes)
        target = packed_cells.get_slide_end(entry, short, step)
        scratch[ENDS + piece] = target
        # A Skiddy can leave if it reaches the end of the stretch and there is a goal of its colour
        # after it.
        leaving = entry & table[skiddy_level_array.GOAL_BIT + piece]
        here = (target ^ cell) | (leaving if short == 0 else 0)
        lane = packed_cells.get_line(entry)
        active |= (1 if here != 0 else 0) << lane
        found |= here if (special >> lane) & 1 == 0 else 0
    return found, active


@kernel
def find_outer_bit(bits: int, onwards: bool) -> int:
    """Return the index of the highest or the lowest set bit among 16 bits.

    Args:
        bits: The bits, at least one of which is set.
        onwards: True for the highest set bit, False for the lowest.
    """
    # Subtracting one from the lowest set bit sets all bits below it. Their number is its index.
    if not onwards:
        return popcount((bits & -bits) - 1)
    # The highest set bit is copied to all lower ones. Then the number of set bits is its index plus
    # one.
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    return popcount(bits) - 1


@kernel
def slide_lane(table: Ints, scratch: Ints, placement: int, lane: int, direction: int) -> int:
    """Slide the pieces in a special lane one after another; see :func:`slide_pieces`."""
    upright = lane >= packed_cells.MAX_SIDE
    base = lane - packed_cells.MAX_SIDE if upright else lane * table[skiddy_level_array.COLS]
    apart = table[skiddy_level_array.COLS] if upright else 1
    onwards = direction == skiddy_level_array.RIGHT or direction == skiddy_level_array.DOWN
    ahead = 1 if onwards else -1
    slides, stops = (
        skiddy_level_array.SLIDE + direction * packed_cells.MAX_CELLS,
        skiddy_level_array.STOP + direction * packed_cells.MAX_CELLS,
    )
    found = 0
    # ``before`` is the final position in the lane of the piece moved last, and ``crate`` is its
    # number if it is a crate that can be pushed, otherwise -1.
    before = packed_cells.MAX_SIDE if onwards else -1
    crate = -1
    bits = scratch[placement + LANES + lane]
    while bits != 0:
        start = find_outer_bit(bits, onwards)
        bits ^= 1 << start
        cell = (base + start * apart) & packed_cells.CELL_BITS
        piece = scratch[placement + PIECE_ON + cell]
        end = start
        pushable = -1
        if table[skiddy_level_array.SKIDDIES] <= piece < table[skiddy_level_array.CRATES]:
            # A crate can be pushed only once in a move, and only if the next cell is free.
            open_ahead = packed_cells.get_free_bits(table[slides + cell]) != 0
            if open_ahead and before != start + ahead and scratch[SPENT + piece] == 0:
                pushable = piece
        elif scratch[SPENT + piece] == 0:
            stop = table[stops + cell]
            # A piece stops at a pit or wall, or next to the piece moved last.
            end = min(stop, before - ahead) if onwards else max(stop, before - ahead)
            trapped = end != start and table[skiddy_level_array.IS_PIT + base + end * apart] != 0
            # A Skiddy that reaches a pushable crate pushes it by one cell and takes its place,
            # unless a pit traps the Skiddy first.
            if (
                crate >= 0
                and piece < table[skiddy_level_array.SKIDDIES]
                and end == before - ahead
                and not trapped
            ):
                scratch[ENDS + crate] = base + (before + ahead) * apart
                scratch[PUSHER + crate] = piece
                end = before
                trapped = table[skiddy_level_array.IS_PIT + base + end * apart] != 0
            entry = table[slides + base + end * apart]
            # If no cell ahead is free, the next tile is solid, so it may be a goal of the piece's
            # colour.
            if packed_cells.get_free_bits(entry) == 0 and not trapped:
                found |= entry & table[skiddy_level_array.GOAL_BIT + piece]
        scratch[ENDS + piece] = base + end * apart
        found |= end ^ start
        before = end
        crate = pushable
    return found


@kernel
def slide_pieces(table: Ints, scratch: Ints, placement: int, direction: int) -> int:
    """Write to ENDS the cells that the pieces in a placement finally reach if no Skiddy leaves.

    Returns:
        A number that is 0 if no piece moves or can leave. Its bit in LEAVERS for a colour is set if
        a Skiddy of that colour stops in front of a goal of its colour without being trapped in a
        pit.
    """
    special = scratch[placement + SPECIAL] & ROW_LANES
    if direction == skiddy_level_array.UP or direction == skiddy_level_array.DOWN:
        special = scratch[placement + SPECIAL] & COLUMN_LANES
    found, active = slide_freely(table, scratch, placement, direction, special)
    # Pits and crates only stop pieces earlier, so nothing happens in the other special lanes.
    special &= active
    while special != 0:
        lane = popcount((special & -special) - 1)
        special &= special - 1
        found |= slide_lane(table, scratch, placement, lane, direction)
    return found


@kernel
def advance_pieces(table: Ints, scratch: Ints, placement: int, direction: int, ticks: int) -> None:
    """Move pieces by ``ticks`` ticks towards their cells at ENDS; write the cells to EXIT_CELLS."""
    step = skiddy_level_array.get_step(direction, table[skiddy_level_array.COLS])
    way = ticks * step
    # Visit crates before their pushers, because they need the pushers' old cells, and ``placement``
    # may be EXIT_CELLS itself.
    for piece in range(table[skiddy_level_array.PIECES] - 1, -1, -1):
        cell, end = scratch[placement + piece], scratch[ENDS + piece]
        if cell != end and ticks > 0:
            if table[skiddy_level_array.SKIDDIES] <= piece < table[skiddy_level_array.CRATES]:
                pusher = scratch[PUSHER + piece]
                left = scratch[ENDS + pusher] - scratch[placement + pusher] - way
                # A crate moves in the tick in which its pusher arrives, and only once in a move.
                if left * step <= 0:
                    cell = end
                    scratch[SPENT + piece] = 1
            else:
                cell = end if (end - cell - way) * step <= 0 else cell + way
                scratch[SPENT + piece] = table[skiddy_level_array.IS_PIT + cell]
        scratch[EXIT_CELLS + piece] = cell


@kernel
def clear_spent(table: Ints, scratch: Ints) -> None:
    """Clear the flags at SPENT before another move begins, so that all pieces can move again."""
    for piece in range(table[skiddy_level_array.PIECES]):
        scratch[SPENT + piece] = 0


@kernel
def is_before_goal(table: Ints, piece: int, cell: int, direction: int) -> bool:
    """Return True if the next cell in a direction is a goal of the piece's colour."""
    entry = table[skiddy_level_array.SLIDE + direction * packed_cells.MAX_CELLS + cell]
    at_end = packed_cells.get_free_bits(entry) == 0
    return at_end and entry & table[skiddy_level_array.GOAL_BIT + piece] != 0


@kernel
def find_first_exit(table: Ints, scratch: Ints, placement: int, direction: int) -> int:
    """Return the number of ticks after which the first Skiddies in a placement can leave."""
    nearest = packed_cells.MAX_CELLS
    for piece in range(table[skiddy_level_array.SKIDDIES]):
        cell, end = scratch[placement + piece], scratch[ENDS + piece]
        trapped = scratch[SPENT + piece] != 0 or (
            end != cell and table[skiddy_level_array.IS_PIT + end] != 0
        )
        if not trapped and is_before_goal(table, piece, end, direction):
            # Comparing these differences compares distances, because all are multiples of the step.
            nearest = min(nearest, abs(end - cell))
    return nearest // abs(skiddy_level_array.get_step(direction, table[skiddy_level_array.COLS]))


@kernel
def let_skiddies_out(table: Ints, scratch: Ints, placement: int, direction: int) -> None:
    """Move all pieces until the next tick in which a Skiddy can leave, and let Skiddies out.

    In that tick, every Skiddy leaves that is next to a goal of its colour, in the direction of the
    move, and is not trapped. It takes along all Skiddies of its colour that are connected to it by
    a chain of orthogonal neighbours, trapped or not. The cells of the pieces are written to
    EXIT_CELLS, and the numbers of Skiddies that leave are added to LEFT_COUNTS.
    """
    advance_pieces(
        table, scratch, placement, direction, find_first_exit(table, scratch, placement, direction)
    )
    cols = table[skiddy_level_array.COLS]
    for colour in range(2):
        first = 0 if colour == 0 else table[skiddy_level_array.REDS]
        end = table[skiddy_level_array.REDS] if colour == 0 else table[skiddy_level_array.SKIDDIES]
        waiting = 0
        for piece in range(first, end):
            cell = scratch[EXIT_CELLS + piece]
            if scratch[SPENT + piece] == 0 and is_before_goal(table, piece, cell, direction):
                scratch[WAITING + waiting] = piece
                waiting += 1
                scratch[ENDS + piece] = cell
                scratch[EXIT_CELLS + piece] = packed_cells.GONE
        # This is a breadth-first search over neighbours of the same colour. The outer ring holds no
        # pieces, so two cells whose numbers differ by 1 are always in the same row.
        taken = 0
        while taken < waiting:
            cell = scratch[ENDS + scratch[WAITING + taken]]
            taken += 1
            for piece in range(first, end):
                other = scratch[EXIT_CELLS + piece]
                apart = abs(other - cell)
                if other != packed_cells.GONE and (apart == 1 or apart == cols):
                    scratch[WAITING + waiting] = piece
                    waiting += 1
                    scratch[ENDS + piece] = other
                    scratch[EXIT_CELLS + piece] = packed_cells.GONE
        scratch[LEFT_COUNTS + colour] += waiting
