"""Marks for the goals and pits that solutions use, and for the pieces that they touch.

A goal is *used* when a Skiddy moves into it; Skiddies that are taken along use none. A pit is used
when a piece stops on it. A crate or an ice cube is *touched* when it moves, or when a Skiddy or an
ice cube stops against it in the direction of the move without being held by a pit.

States do not distinguish pieces of the same kind. They need not do so, because a piece that nothing
has touched is still on its start cell. So a solution touches the piece that starts on a cell if and
only if one of its moves touches some piece on that cell.
"""

from __future__ import annotations

from engine.games.skiddy.rules import slide_to_exit, unpack_state
from engine.games.skiddy.skiddy_level_array import COLS, CRATES, IS_PIT, PIECES, SKIDDIES, get_step
from engine.games.skiddy.slides import CELLS, ENDS, EXIT_CELLS, is_before_goal
from engine.games.skiddy.slides import clear_spent as let_all_move
from engine.jit.decorators import Bytes, Ints, Words, entry, subroutine
from engine.search.shortest_solutions import OFF_PATH
from engine.tiles.board import GONE

USED, TOUCHED = 1, 2
"""The marks for a cell: its goal or pit is used; its initial crate or ice cube is touched."""

_MOVES = 4


@subroutine
def mark_end(table: Ints, scratch: Ints, piece: int, leaves: bool, move: int, marks: Bytes) -> None:
    """Mark what a piece uses or touches when its move ends on its cell in ENDS."""
    here, before = scratch[ENDS + piece], scratch[CELLS + piece]
    skiddies = table[SKIDDIES]
    if here != before and piece >= skiddies:
        marks[before] |= TOUCHED
    if here != before and table[IS_PIT + here] != 0:
        marks[here] |= USED
        return
    # A crate does not slide, so it touches nothing.
    if skiddies <= piece < table[CRATES]:
        return
    ahead = here + get_step(move, table[COLS])
    if leaves and is_before_goal(table, piece, here, move):
        marks[ahead] |= USED
        return
    # A piece that has moved is marked anyway, so it is enough to look at the cells before the move.
    for other in range(skiddies, table[PIECES]):
        if scratch[CELLS + other] == ahead:
            marks[ahead] |= TOUCHED


@subroutine
def mark_move(table: Ints, scratch: Ints, move: int, marks: Bytes) -> None:
    """Make a move from the placement at CELLS, and mark what it uses or touches."""
    let_all_move(table, scratch)
    cells_at = CELLS
    going = True
    # Each round continues to the next exit. Pieces that leave end their moves there; all other
    # pieces end their moves in the last round.
    while going:
        going = slide_to_exit(table, scratch, cells_at, move)
        for piece in range(table[PIECES]):
            leaves = going and scratch[EXIT_CELLS + piece] == GONE
            if scratch[ENDS + piece] != GONE and (leaves or not going):
                mark_end(table, scratch, piece, leaves, move, marks)
        cells_at = EXIT_CELLS


@entry
def mark_solutions(
    table: Ints, packed: Words, words: int, states: Ints, steps: Ints, scratch: Ints, marks: Bytes
) -> None:
    """Mark the cells whose goals, pits or pieces a set of solutions uses or touches.

    Args:
        table: The table for the level.
        packed: The packed states of the graph.
        words: The number of words in a packed state.
        states: The numbers of the states on the solutions.
        steps: The step for each of these states and each move; OFF_PATH if no solution makes that
            move.
        scratch: Scratch memory for the rules.
        marks: The marks for each cell, initially 0.
    """
    for index in range(len(states)):
        for move in range(_MOVES):
            if steps[index * _MOVES + move] != OFF_PATH:
                unpack_state(table, words, packed, states[index] * words, scratch)
                mark_move(table, scratch, move, marks)
