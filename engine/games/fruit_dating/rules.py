"""The rules of Fruit Dating, compiled.

A level becomes one flat array of integers, the *table*; cells are numbered in reading order,
at most 256 of them. A state is one byte a piece, the number of its cell: fruit by colour, then
blockers, each group in ascending order because equal objects are interchangeable; a piece that
has left is GONE. Pieces slide as :mod:`engine.tiles.cells` describes; walls, gates and hedgehogs
only shape the table.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.games.fruit_dating import table as at
from engine.jit.marks import Bytes, Ints, Words, entry, kernel
from engine.search.successors import LOST, MOVED, STAY, WON, register
from engine.tiles import cells

CELLS, MOVED_TO, LANES = 0, cells.MAX_CELLS, 2 * cells.MAX_CELLS
"""Indices in the scratch memory: pieces before the move, after it, and the lanes."""
DISTURBED = LANES + cells.LANE_COUNT
"""Index of a mark that pieces left or were dragged, so that their order says nothing."""
SCRATCH_SIZE = DISTURBED + 1

MUDDIED, EATEN, DRAGGED_THROUGH_MUD = -1, -2, -3
"""Ways to lose, as :func:`tilt` returns them."""


class FruitDatingRules(NamedTuple):
    """Selects this module's rules, by its class, for the search."""

    moves: int
    words: int


@kernel
def fill_lanes(table: Ints, scratch: Ints) -> None:
    """Enters the pieces at CELLS into the lanes."""
    cells.clear_lanes(scratch, LANES)
    for piece in range(table[at.PIECE_COUNT]):
        cell = scratch[CELLS + piece] & cells.CELL_BITS
        if cell != cells.GONE:
            packed = table[at.LANE_OF + cell]
            cells.enter_lanes(scratch, LANES, (packed >> 4) & 15, packed & 15)


@kernel
def slide(table: Ints, scratch: Ints, direction: int) -> int:
    """Slides every piece from CELLS to MOVED_TO: STAY, MOVED, or a way to lose.

    A loss is shown with every piece at rest, so all slide to the end.
    """
    fruit = table[at.FRUIT_COUNT] if table[at.DANGERS] != 0 else 0
    step = at.step_of(direction, table[at.COLS])
    slides = at.SLIDE + direction * cells.MAX_CELLS
    changed = 0
    spoiled = 0
    for piece in range(table[at.PIECE_COUNT]):
        cell = scratch[CELLS + piece] & cells.CELL_BITS
        entry = table[slides + cell]
        short = cells.pieces_ahead(entry, scratch, LANES)
        target = cells.slide_end(entry, short, step)
        scratch[MOVED_TO + piece] = target
        changed |= target ^ cell
        if piece < fruit and target != cell:
            if short == 0 and entry >> at.HEDGEHOG_AT != 0:
                spoiled = EATEN
            crossed = cells.free_ahead(entry) & ~cells.free_ahead(table[slides + target])
            if table[at.MUD_LANES + cells.lane_of(entry)] & crossed != 0:
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
    cols = table[at.COLS]
    last = -1
    while True:
        # The fruit that comes next in reading order; a group is small and a match is rare.
        fruit = -1
        cell = cells.GONE
        for piece in range(first, end):
            if last < scratch[MOVED_TO + piece] < cell:
                fruit = piece
                cell = scratch[MOVED_TO + piece]
        if fruit < 0:
            return
        last = cell
        for neighbour in (cell + 1, cell + cols):
            for piece in range(first, end):
                if (
                    scratch[MOVED_TO + piece] == neighbour
                    and scratch[MOVED_TO + fruit] != cells.GONE
                ):
                    scratch[MOVED_TO + piece] = cells.GONE
                    scratch[MOVED_TO + fruit] = cells.GONE


@kernel
def match(table: Ints, scratch: Ints) -> None:
    """Pairs off adjacent fruit of every colour."""
    cols = table[at.COLS]
    first = 0
    group = 0
    while first < table[at.FRUIT_COUNT]:
        end = table[at.GROUP_END + group]
        if end - first == 2:
            apart = abs(scratch[MOVED_TO + first] - scratch[MOVED_TO + first + 1])
            if apart == 1 or apart == cols:
                scratch[MOVED_TO + first] = cells.GONE
                scratch[MOVED_TO + first + 1] = cells.GONE
                scratch[DISTURBED] = 1
        elif any_adjacent(scratch, first, end, cols):
            match_group(table, scratch, first, end)
        first = end
        group += 1


@kernel
def drag(table: Ints, scratch: Ints) -> bool:
    """Lets every anteater drag once, in reading order; True if a fruit went through mud."""
    for anteater in range(table[at.ANTEATERS]):
        base = at.ANTEATER_LIST + 4 * anteater
        cell = table[base]
        step = table[base + 1]
        nearest = table[base + 2] + 1
        seen = -1
        for piece in range(table[at.PIECE_COUNT]):
            other = scratch[MOVED_TO + piece]
            away = other - cell
            if other != cells.GONE and away % step == 0 and 1 <= away // step < nearest:
                nearest = away // step
                seen = piece
        if 0 <= seen < table[at.FRUIT_COUNT] and nearest > 1:
            scratch[MOVED_TO + seen] = cell + step
            scratch[DISTURBED] = 1
            if table[base + 3] < nearest:
                return True
    return False


@kernel
def tilt(table: Ints, scratch: Ints, direction: int) -> int:
    """One tilt of the pieces at CELLS (lanes filled) to MOVED_TO, each piece keeping its number.

    Returns:
        STAY if nothing slid, MOVED, WON, or a way to lose. A tilt undone by an anteater is
        MOVED here; a comparison of positions knows better.
    """
    scratch[DISTURBED] = 0
    outcome = slide(table, scratch, direction)
    if outcome != MOVED:
        return outcome
    match(table, scratch)
    if table[at.ANTEATERS] > 0:
        if drag(table, scratch):
            return DRAGGED_THROUGH_MUD
        match(table, scratch)
    for piece in range(table[at.FRUIT_COUNT]):
        if scratch[MOVED_TO + piece] != cells.GONE:
            return MOVED
    return WON


@kernel
def sort_groups(table: Ints, scratch: Ints) -> None:
    """Puts the pieces at MOVED_TO in ascending order within each group.

    Most groups are a pair, sorted without a branch because its order is hard to foretell.
    """
    first = 0
    for group in range(table[at.GROUPS]):
        end = table[at.GROUP_END + group]
        if end - first == 2:
            one, other = scratch[MOVED_TO + first], scratch[MOVED_TO + first + 1]
            scratch[MOVED_TO + first] = min(one, other)
            scratch[MOVED_TO + first + 1] = max(one, other)
        else:
            for piece in range(first + 1, end):
                cell = scratch[MOVED_TO + piece]
                slot = piece
                while slot > first and scratch[MOVED_TO + slot - 1] > cell:
                    scratch[MOVED_TO + slot] = scratch[MOVED_TO + slot - 1]
                    slot -= 1
                scratch[MOVED_TO + slot] = cell
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
    skipped: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Tries the four tilts in one state; see :func:`engine.search.successors.expand`."""
    words, pieces = rules.words, table[at.PIECE_COUNT]
    cells.unpack_cells(states, offset, words, scratch, CELLS)
    fill_lanes(table, scratch)
    for direction in range(4):
        if (skipped >> direction) & 1 != 0:
            continue
        outcome = tilt(table, scratch, direction)
        if outcome < 0:
            outcome = LOST
        elif outcome == MOVED:
            # Sliding along rows keeps reading order, and only an anteater can undo a slide.
            if direction % 2 == 1 or scratch[DISTURBED] != 0:
                sort_groups(table, scratch)
            cells.pack_cells(scratch, MOVED_TO, pieces, words, successors, direction * words)
            if table[at.ANTEATERS] > 0 and same_state(states, offset, successors, direction, words):
                outcome = STAY
        outcomes[direction] = outcome


@kernel
def retraces(rules: FruitDatingRules, table: Ints, states: Words, before: int, after: int) -> bool:
    """Whether pieces have only slid, and can slide back; :func:`engine.search.successors.retraces`.

    Between walls alone pieces of a row or column keep their order and their stretch, so where
    those that are tilted to one side come to lie depends on nothing else, and what matches neither.
    """
    if table[at.WALLS_ALONE] == 0:
        return False
    left = 0
    for word in range(rules.words):
        left += cells.count_gone(states[after + word]) - cells.count_gone(states[before + word])
    return left == 0


register(FruitDatingRules, expand, retraces)


@entry
def start_state(table: Ints, words: int, state: Words, scratch: Ints) -> None:
    """Packs the start of a level."""
    for piece in range(table[at.PIECE_COUNT]):
        scratch[MOVED_TO + piece] = table[at.START + piece]
    sort_groups(table, scratch)
    cells.pack_cells(scratch, MOVED_TO, table[at.PIECE_COUNT], words, state, 0)


@entry
def play_tilt(table: Ints, scratch: Ints, direction: int) -> int:
    """One tilt of identified pieces at CELLS to MOVED_TO; the result of :func:`tilt`."""
    fill_lanes(table, scratch)
    return int(tilt(table, scratch, direction))
