"""The rules of Fruit Dating as kernels, which make tilts and pack states for the search.

A level is compiled to one flat array of integers, the *table*. A level has at most 256 cells,
numbered in reading order. A state has one byte for each piece, with the number of its cell. Fruit
comes first, grouped by colour, and then the blockers. Each group is in ascending order, because
equal objects are interchangeable. The cell of a piece that has left is GONE. Pieces slide as
:mod:`engine.tiles.packed_cells` describes; walls, gates and hedgehogs affect only the table.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.games.fruit_dating import fruit_level_array
from engine.jit.decorators import Bytes, Ints, Words, entry, kernel
from engine.search.successors import LOST, MOVED, STAY, WON, register_rules
from engine.tiles import packed_cells

CELLS, MOVED_TO, LANES = 0, packed_cells.MAX_CELLS, 2 * packed_cells.MAX_CELLS
"""Indices in the scratch memory: the cells before the move, the cells after it, and the lanes."""
DISTURBED = LANES + packed_cells.LINE_COUNT
"""The index of a flag that is 1 if pieces left or were dragged, so that a sort may be needed."""
SCRATCH_SIZE = DISTURBED + 1

MUDDIED, EATEN, DRAGGED_THROUGH_MUD = -1, -2, -3
"""The outcomes that :func:`tilt_pieces` returns for the different ways to lose."""


class FruitDatingRules(NamedTuple):
    """The class that makes the search use this module's rules.

    Attributes:
        moves: The number of moves to try in each state.
        words: The number of words in a packed state.
    """

    moves: int
    words: int


@kernel
def fill_lanes(table: Ints, scratch: Ints) -> None:
    """Fill the lanes with the pieces, whose cells are at CELLS in the scratch memory."""
    packed_cells.clear_lines(scratch, LANES)
    for piece in range(table[fruit_level_array.PIECE_COUNT]):
        cell = scratch[CELLS + piece] & packed_cells.CELL_BITS
        if cell != packed_cells.GONE:
            packed = table[fruit_level_array.LANE_OF + cell]
            packed_cells.add_piece(scratch, LANES, (packed >> 4) & 15, packed & 15)


@kernel
def slide_pieces(table: Ints, scratch: Ints, direction: int) -> int:
    """Slide each piece from its cell at CELLS, and write its final cell to MOVED_TO.

    All pieces complete their slides even if the level is lost, because players see the final
    position.

    Returns:
        STAY, MOVED, MUDDIED or EATEN.
    """
    # Without mud and hedgehogs, no fruit needs to be checked.
    fruit = table[fruit_level_array.FRUIT_COUNT] if table[fruit_level_array.DANGERS] != 0 else 0
    step = fruit_level_array.get_step(direction, table[fruit_level_array.COLS])
    slides = fruit_level_array.SLIDE + direction * packed_cells.MAX_CELLS
    changed = 0
    spoiled = 0
    for piece in range(table[fruit_level_array.PIECE_COUNT]):
        cell = scratch[CELLS + piece] & packed_cells.CELL_BITS
        entry = table[slides + cell]
        short = packed_cells.count_pieces_ahead(entry, scratch, LANES)
        target = packed_cells.get_slide_end(entry, short, step)
        scratch[MOVED_TO + piece] = target
        changed |= target ^ cell
        if piece < fruit and target != cell:
            # A hedgehog eats only fruit that reaches the end of the stretch.
            if short == 0 and entry >> fruit_level_array.HEDGEHOG_AT != 0:
                spoiled = EATEN
            # The fruit has crossed the cells that are ahead of its start but not of its end.
            crossed = packed_cells.get_free_bits(entry) & ~packed_cells.get_free_bits(
                table[slides + target]
            )
            if table[fruit_level_array.MUD_LANES + packed_cells.get_line(entry)] & crossed != 0:
                spoiled = MUDDIED
    if spoiled != 0:
        return spoiled
    return MOVED if changed != 0 else STAY


@kernel
def has_adjacent(scratch: Ints, first: int, end: int, cols: int) -> bool:
    """Return True if any two of the pieces from ``first`` to ``end`` - 1 are neighbours."""
    for one in range(first, end):
        for other in range(one + 1, end):
            apart = abs(scratch[MOVED_TO + one] - scratch[MOVED_TO + other])
            # Cells in different rows never differ by 1, because no piece is on the border. The
            # cells of two pieces that are GONE differ by 0.
            if apart == 1 or apart == cols:
                return True
    return False


@kernel
def match_group(table: Ints, scratch: Ints, first: int, end: int) -> None:
    """Remove adjacent pairs among the fruit of one colour, in reading order."""
    scratch[DISTURBED] = 1
    cols = table[fruit_level_array.COLS]
    last = -1
    while True:
        # Find the next fruit in reading order. A linear search is good enough, because groups are
        # small and matches are rare.
        fruit = -1
        cell = packed_cells.GONE
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
                    and scratch[MOVED_TO + fruit] != packed_cells.GONE
                ):
                    scratch[MOVED_TO + piece] = packed_cells.GONE
                    scratch[MOVED_TO + fruit] = packed_cells.GONE


@kernel
def match_fruit(table: Ints, scratch: Ints) -> None:
    """Remove adjacent pairs of fruit of the same colour, for all colours."""
    cols = table[fruit_level_array.COLS]
    first = 0
    group = 0
    while first < table[fruit_level_array.FRUIT_COUNT]:
        end = table[fruit_level_array.GROUP_END + group]
        # Most colours have just two fruit, so there is only one pair to test.
        if end - first == 2:
            apart = abs(scratch[MOVED_TO + first] - scratch[MOVED_TO + first + 1])
            if apart == 1 or apart == cols:
                scratch[MOVED_TO + first] = packed_cells.GONE
                scratch[MOVED_TO + first + 1] = packed_cells.GONE
                scratch[DISTURBED] = 1
        elif has_adjacent(scratch, first, end, cols):
            match_group(table, scratch, first, end)
        first = end
        group += 1


@kernel
def drag_fruit(table: Ints, scratch: Ints) -> bool:
    """Let each anteater drag once, in reading order, and return whether a fruit entered mud.

    No anteater drags after a fruit has entered mud.
    """
    for anteater in range(table[fruit_level_array.ANTEATERS]):
        base = fruit_level_array.ANTEATER_LIST + 4 * anteater
        cell = table[base]
        step = table[base + 1]
        # Start with a distance just beyond the anteater's reach. If the anteater looks along a row,
        # every difference is a multiple of the step, but only cells in that row are within reach.
        nearest = table[base + 2] + 1
        seen = -1
        for piece in range(table[fruit_level_array.PIECE_COUNT]):
            other = scratch[MOVED_TO + piece]
            away = other - cell
            if other != packed_cells.GONE and away % step == 0 and 1 <= away // step < nearest:
                nearest = away // step
                seen = piece
        # The nearest piece blocks the view. It is dragged if it is a fruit that is further away
        # than the adjacent cell.
        if 0 <= seen < table[fruit_level_array.FRUIT_COUNT] and nearest > 1:
            scratch[MOVED_TO + seen] = cell + step
            scratch[DISTURBED] = 1
            if table[base + 3] < nearest:
                return True
    return False


@kernel
def tilt_pieces(table: Ints, scratch: Ints, direction: int) -> int:
    """Make a tilt: read the cells of the pieces at CELLS, and write their new cells to MOVED_TO.

    The lanes must already be filled. Each piece keeps its number.

    Returns:
        STAY if nothing slides; MOVED; WON; or the outcome for a way to lose, such as MUDDIED. The
        result is MOVED even if an anteater undoes the slide, so the caller must compare the
        positions.
    """
    scratch[DISTURBED] = 0
    outcome = slide_pieces(table, scratch, direction)
    if outcome != MOVED:
        return outcome
    match_fruit(table, scratch)
    if table[fruit_level_array.ANTEATERS] > 0:
        if drag_fruit(table, scratch):
            return DRAGGED_THROUGH_MUD
        match_fruit(table, scratch)
    for piece in range(table[fruit_level_array.FRUIT_COUNT]):
        if scratch[MOVED_TO + piece] != packed_cells.GONE:
            return MOVED
    return WON


@kernel
def sort_groups(table: Ints, scratch: Ints) -> None:
    """Sort the cells of the pieces at MOVED_TO in ascending order within each group.

    Most groups are pairs. These are sorted without a branch, because a branch would often be
    mispredicted.
    """
    first = 0
    for group in range(table[fruit_level_array.GROUPS]):
        end = table[fruit_level_array.GROUP_END + group]
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
def is_same_state(states: Words, offset: int, successors: Words, move: int, words: int) -> bool:
    """Return True if a move's successor equals the state in which the move was made."""
    for word in range(words):
        if successors[move * words + word] != states[offset + word]:
            return False
    return True


@kernel
def expand_tilts(
    rules: FruitDatingRules,
    table: Ints,
    states: Words,
    offset: int,
    skipped: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Try the four tilts in one state; see :func:`engine.search.successors.expand`."""
    words, pieces = rules.words, table[fruit_level_array.PIECE_COUNT]
    packed_cells.unpack_cells(states, offset, words, scratch, CELLS)
    fill_lanes(table, scratch)
    for direction in range(4):
        if (skipped >> direction) & 1 != 0:
            continue
        outcome = tilt_pieces(table, scratch, direction)
        if outcome < 0:
            outcome = LOST
        elif outcome == MOVED:
            # A slide along rows keeps each group in reading order, so it needs no sort.
            if direction % 2 == 1 or scratch[DISTURBED] != 0:
                sort_groups(table, scratch)
            packed_cells.pack_cells(scratch, MOVED_TO, pieces, words, successors, direction * words)
            if table[fruit_level_array.ANTEATERS] > 0 and is_same_state(
                states, offset, successors, direction, words
            ):
                outcome = STAY
        outcomes[direction] = outcome


@kernel
def can_retrace(
    rules: FruitDatingRules, table: Ints, states: Words, before: int, after: int
) -> bool:
    """Return True if a move only slid pieces, so that the result of the opposite tilt is known.

    See :func:`engine.search.successors.can_retrace`. If the level has only walls, the pieces in a
    row or column keep their order and never leave their stretch. So the result of a tilt depends
    only on the order of the pieces in each stretch.
    """
    if table[fruit_level_array.WALLS_ALONE] == 0:
        return False
    left = 0
    for word in range(rules.words):
        # If the number of pieces that are GONE has not changed, no piece has left.
        left += packed_cells.count_gone(states[after + word]) - packed_cells.count_gone(
            states[before + word]
        )
    return left == 0


register_rules(FruitDatingRules, expand_tilts, can_retrace)


@entry
def pack_start(table: Ints, words: int, state: Words, scratch: Ints) -> None:
    """Pack the start state of a level."""
    for piece in range(table[fruit_level_array.PIECE_COUNT]):
        scratch[MOVED_TO + piece] = table[fruit_level_array.START + piece]
    sort_groups(table, scratch)
    packed_cells.pack_cells(
        scratch, MOVED_TO, table[fruit_level_array.PIECE_COUNT], words, state, 0
    )


@entry
def play_tilt(table: Ints, scratch: Ints, direction: int) -> int:
    """Fill the lanes, make a tilt, and return the result of :func:`tilt_pieces`."""
    fill_lanes(table, scratch)
    return int(tilt_pieces(table, scratch, direction))
