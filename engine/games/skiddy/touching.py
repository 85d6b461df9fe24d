"""What the moves of some solutions touch: goals, pits, and pieces that need not leave.

A goal is *used* when a Skiddy moves into it (those taken along use none), a pit when a piece
comes to rest on it. A crate or an ice cube is *touched* when it moves, or when a Skiddy or an ice
cube stands against it, in the direction of the move and free to go on, as the move ends for that
one.

States do not distinguish pieces of a kind, and need not: a piece that nothing has touched is still
where it stood at the start, so it is touched by some solution if and only if a move of some
solution touches what stands there, whichever piece that is by then.
"""

from __future__ import annotations

from engine.games.skiddy.rules import play_on, unpack
from engine.games.skiddy.slides import CELLS, ENDS, EXIT_CELLS, faces_goal
from engine.games.skiddy.slides import refresh as let_all_move
from engine.games.skiddy.table import COLS, CRATES, IS_PIT, PIECES, SKIDDIES, step_of
from engine.jit.marks import Bytes, Ints, Words, entry, subroutine
from engine.search.shortest import ASIDE
from engine.tiles.board import GONE

USED, TOUCHED = 1, 2
"""Marks of a cell: its goal or pit is used, its crate or ice cube touched."""

_MOVES = 4


@subroutine
def mark_end(table: Ints, scratch: Ints, piece: int, leaves: bool, move: int, marks: Bytes) -> None:
    """Marks what a piece touches whose move ends at ENDS, by leaving or in another way."""
    here, before = scratch[ENDS + piece], scratch[CELLS + piece]
    skiddies = table[SKIDDIES]
    if here != before and piece >= skiddies:
        marks[before] |= TOUCHED
    if here != before and table[IS_PIT + here] != 0:
        marks[here] |= USED
        return
    if skiddies <= piece < table[CRATES]:
        return
    ahead = here + step_of(move, table[COLS])
    if leaves and faces_goal(table, piece, here, move):
        marks[ahead] |= USED
        return
    # What has moved is marked anyway, so only what has not can matter.
    for other in range(skiddies, table[PIECES]):
        if scratch[CELLS + other] == ahead:
            marks[ahead] |= TOUCHED


@subroutine
def mark_move(table: Ints, scratch: Ints, move: int, marks: Bytes) -> None:
    """Makes a move of the pieces at CELLS and marks what it touches."""
    let_all_move(table, scratch)
    standing = CELLS
    going = True
    while going:
        going = play_on(table, scratch, standing, move)
        for piece in range(table[PIECES]):
            leaves = going and scratch[EXIT_CELLS + piece] == GONE
            if scratch[ENDS + piece] != GONE and (leaves or not going):
                mark_end(table, scratch, piece, leaves, move, marks)
        standing = EXIT_CELLS


@entry
def mark_solutions(
    table: Ints, packed: Words, words: int, states: Ints, steps: Ints, scratch: Ints, marks: Bytes
) -> None:
    """Marks the cells of what some solutions touch.

    ``packed`` are all states of the graph, ``states`` the numbers of those on the solutions,
    ``steps`` where their moves lead, ASIDE for those of no solution. The marks are all 0 at first.
    """
    for index in range(len(states)):
        for move in range(_MOVES):
            if steps[index * _MOVES + move] != ASIDE:
                unpack(table, words, packed, states[index] * words, scratch)
                mark_move(table, scratch, move, marks)
