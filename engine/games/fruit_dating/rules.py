"""The rules of Fruit Dating, compiled.

A level becomes one flat array of integers, the *table*; cells are numbered in reading order,
at most 256 of them. A state is one byte a piece, the number of its cell: fruit by colour, then
blockers, each group in ascending order because equal objects are interchangeable; a piece that
has left is GONE. Pieces slide as :mod:`engine.tiles.cells` tells; walls, gates and hedgehogs only
shape the table.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.games.fruit_dating.table import (
    ANTEATER_LIST,
    ANTEATERS,
    COLS,
    DANGERS,
    FRUIT_COUNT,
    GROUP_END,
    GROUPS,
    HEDGEHOG_AT,
    LANE_OF,
    MUD_LANES,
    PIECE_COUNT,
    SLIDE,
    START,
    step_of,
)
from engine.jit.marks import Bytes, Ints, Words, entry, kernel
from engine.search.successors import LOST, MOVED, STAY, WON, register
from engine.tiles.cells import (
    CELL_BITS,
    GONE,
    LANE_COUNT,
    MAX_CELLS,
    clear_lanes,
    enter_lanes,
    lane_of,
    pack_cells,
    pieces_ahead,
    run_of,
    slide_end,
    unpack_cells,
)

CELLS, MOVED_TO, LANES = 0, MAX_CELLS, 2 * MAX_CELLS
"""Places in the scratch memory: pieces before the move, after it, and the lanes."""
DISTURBED = LANES + LANE_COUNT
"""Place of a mark that pieces left or were dragged, so that their order says nothing."""
SCRATCH_SIZE = DISTURBED + 1

MUDDIED, EATEN, DRAGGED_THROUGH_MUD = -1, -2, -3
"""Ways to lose, as :func:`tilt` returns them."""


class FruitDatingRules(NamedTuple):
    """Tells the search to use this module's rules."""

    moves: int
    words: int


@kernel
def fill_lanes(table: Ints, scratch: Ints) -> None:
    """Enters the pieces at CELLS into the lanes."""
    clear_lanes(scratch, LANES)
    for piece in range(table[PIECE_COUNT]):
        cell = scratch[CELLS + piece] & CELL_BITS
        if cell != GONE:
            place = table[LANE_OF + cell]
            enter_lanes(scratch, LANES, (place >> 4) & 15, place & 15)


@kernel
def slide(table: Ints, scratch: Ints, direction: int) -> int:
    """Slides every piece from CELLS to MOVED_TO: STAY, MOVED, or a way to lose.

    A loss is shown with every piece at rest, so all slide to the end.
    """
    fruit = table[FRUIT_COUNT] if table[DANGERS] != 0 else 0
    step = step_of(direction, table[COLS])
    slides = SLIDE + direction * MAX_CELLS
    changed = 0
    spoiled = 0
    for piece in range(table[PIECE_COUNT]):
        cell = scratch[CELLS + piece] & CELL_BITS
        entry = table[slides + cell]
        short = pieces_ahead(entry, scratch, LANES)
        target = slide_end(entry, short, step)
        scratch[MOVED_TO + piece] = target
        changed |= target ^ cell
        if piece < fruit and target != cell:
            if short == 0 and entry >> HEDGEHOG_AT != 0:
                spoiled = EATEN
            crossed = run_of(entry) & ~run_of(table[slides + target])
            if table[MUD_LANES + lane_of(entry)] & crossed != 0:
                spoiled = MUDDIED
    if spoiled != 0:
        return spoiled
    return MOVED if changed != 0 else STAY


@kernel
def any_adjacent(scratch: Ints, first: int, end: int, cols: int) -> bool:
    """Whether two of some pieces lie side by side or one below the other."""
    for one in range(first, end):
        for other in range(one + 1, end):
            apart = abs(scratch[MOVED_TO + one] - scratch[MOVED_TO + other])
            if apart == 1 or apart == cols:
                return True
    return False


@kernel
def match_group(table: Ints, scratch: Ints, first: int, end: int) -> None:
    """Pairs off adjacent fruit of one colour, scanning in reading order."""
    scratch[DISTURBED] = 1
    cols = table[COLS]
    last = -1
    while True:
        # The fruit that comes next in reading order; a group is small and a match is rare.
        fruit = -1
        cell = GONE
        for piece in range(first, end):
            if last < scratch[MOVED_TO + piece] < cell:
                fruit = piece
                cell = scratch[MOVED_TO + piece]
        if fruit < 0:
            return
        last = cell
        for neighbour in (cell + 1, cell + cols):
            for piece in range(first, end):
                if scratch[MOVED_TO + piece] == neighbour and scratch[MOVED_TO + fruit] != GONE:
                    scratch[MOVED_TO + piece] = GONE
                    scratch[MOVED_TO + fruit] = GONE


@kernel
def match(table: Ints, scratch: Ints) -> None:
    """Pairs off adjacent fruit of every colour."""
    cols = table[COLS]
    first = 0
    group = 0
    while first < table[FRUIT_COUNT]:
        end = table[GROUP_END + group]
        if end - first == 2:
            apart = abs(scratch[MOVED_TO + first] - scratch[MOVED_TO + first + 1])
            if apart == 1 or apart == cols:
                scratch[MOVED_TO + first] = GONE
                scratch[MOVED_TO + first + 1] = GONE
                scratch[DISTURBED] = 1
        elif any_adjacent(scratch, first, end, cols):
            match_group(table, scratch, first, end)
        first = end
        group += 1


@kernel
def drag(table: Ints, scratch: Ints) -> bool:
    """Lets every anteater drag once, in reading order; True if a fruit went through mud."""
    for anteater in range(table[ANTEATERS]):
        base = ANTEATER_LIST + 4 * anteater
        cell = table[base]
        step = table[base + 1]
        nearest = table[base + 2] + 1
        seen = -1
        for piece in range(table[PIECE_COUNT]):
            place = scratch[MOVED_TO + piece]
            away = place - cell
            if place != GONE and away % step == 0 and 1 <= away // step < nearest:
                nearest = away // step
                seen = piece
        if 0 <= seen < table[FRUIT_COUNT] and nearest > 1:
            scratch[MOVED_TO + seen] = cell + step
            scratch[DISTURBED] = 1
            if table[base + 3] < nearest:
                return True
    return False


@kernel
def tilt(table: Ints, scratch: Ints, direction: int) -> int:
    """One tilt of the pieces at CELLS (lanes filled) to MOVED_TO, each piece keeping its place.

    Returns:
        STAY if nothing slid, MOVED, WON, or a way to lose. A tilt undone by an anteater is
        MOVED here; a comparison of positions knows better.
    """
    scratch[DISTURBED] = 0
    outcome = slide(table, scratch, direction)
    if outcome != MOVED:
        return outcome
    match(table, scratch)
    if table[ANTEATERS] > 0:
        if drag(table, scratch):
            return DRAGGED_THROUGH_MUD
        match(table, scratch)
    for piece in range(table[FRUIT_COUNT]):
        if scratch[MOVED_TO + piece] != GONE:
            return MOVED
    return WON


@kernel
def sort_groups(table: Ints, scratch: Ints) -> None:
    """Puts the pieces at MOVED_TO in ascending order within each group.

    Most groups are a pair, sorted without a branch because its order is hard to foretell.
    """
    first = 0
    for group in range(table[GROUPS]):
        end = table[GROUP_END + group]
        if end - first == 2:
            one, other = scratch[MOVED_TO + first], scratch[MOVED_TO + first + 1]
            scratch[MOVED_TO + first] = min(one, other)
            scratch[MOVED_TO + first + 1] = max(one, other)
        else:
            for piece in range(first + 1, end):
                cell = scratch[MOVED_TO + piece]
                place = piece
                while place > first and scratch[MOVED_TO + place - 1] > cell:
                    scratch[MOVED_TO + place] = scratch[MOVED_TO + place - 1]
                    place -= 1
                scratch[MOVED_TO + place] = cell
        first = end


@kernel
def same_state(states: Words, offset: int, successors: Words, move: int, words: int) -> bool:
    """Whether a move led back to the very state it was made in."""
    for word in range(words):
        if successors[move * words + word] != states[offset + word]:
            return False
    return True


@kernel
def expand(
    rules: FruitDatingRules,
    table: Ints,
    states: Words,
    offset: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Tries the four tilts in one state; see :func:`engine.search.successors.expand`."""
    words, pieces = rules.words, table[PIECE_COUNT]
    unpack_cells(states, offset, pieces, scratch, CELLS)
    fill_lanes(table, scratch)
    for direction in range(4):
        outcome = tilt(table, scratch, direction)
        if outcome < 0:
            outcome = LOST
        elif outcome == MOVED:
            # Sliding along rows keeps reading order, and only an anteater can undo a slide.
            if direction % 2 == 1 or scratch[DISTURBED] != 0:
                sort_groups(table, scratch)
            pack_cells(scratch, MOVED_TO, pieces, words, successors, direction * words)
            if table[ANTEATERS] > 0 and same_state(states, offset, successors, direction, words):
                outcome = STAY
        outcomes[direction] = outcome


register(FruitDatingRules, expand)


@entry
def start_state(table: Ints, words: int, state: Words, scratch: Ints) -> None:
    """Packs the start of a level."""
    for piece in range(table[PIECE_COUNT]):
        scratch[MOVED_TO + piece] = table[START + piece]
    sort_groups(table, scratch)
    pack_cells(scratch, MOVED_TO, table[PIECE_COUNT], words, state, 0)


@entry
def play_tilt(table: Ints, scratch: Ints, direction: int) -> int:
    """One tilt of identified pieces at CELLS to MOVED_TO; the result of :func:`tilt`."""
    fill_lanes(table, scratch)
    return int(tilt(table, scratch, direction))
