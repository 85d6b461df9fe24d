"""Who leaves, and when (section 4.2 of the rules): here alone that rule is written."""

from __future__ import annotations

from engine.games.skiddy.slides import ENDS, EXIT_CELLS, SLIDES_END, SPENT, advance
from engine.games.skiddy.table import COLS, GOAL_BIT, IS_PIT, REDS, SKIDDIES, SLIDE, step_of
from engine.jit.marks import Ints, kernel
from engine.tiles.board import GONE, MAX_CELLS
from engine.tiles.cells import free_ahead

LEFT = SLIDES_END
"""Scratch memory: how many red and how many blue Skiddies left during the move."""
WAITING = LEFT + 2
"""Skiddies whose neighbours are still to be taken along."""
EXITS_END = WAITING + MAX_CELLS


@kernel
def faces_goal(table: Ints, piece: int, cell: int, direction: int) -> bool:
    """Whether the next cell of a Skiddy is a goal of its colour."""
    entry = table[SLIDE + direction * MAX_CELLS + cell]
    at_end = free_ahead(entry) == 0
    return at_end and entry & table[GOAL_BIT + piece] != 0


@kernel
def first_exit(table: Ints, scratch: Ints, standing: int, direction: int) -> int:
    """The ticks after which the first Skiddies of a standing can leave."""
    nearest = MAX_CELLS
    for piece in range(table[SKIDDIES]):
        cell, end = scratch[standing + piece], scratch[ENDS + piece]
        trapped = scratch[SPENT + piece] != 0 or (end != cell and table[IS_PIT + end] != 0)
        if not trapped and faces_goal(table, piece, end, direction):
            nearest = min(nearest, abs(end - cell))
    return nearest // abs(step_of(direction, table[COLS]))


@kernel
def let_out(table: Ints, scratch: Ints, standing: int, direction: int) -> None:
    """Moves all pieces to where they are when a Skiddy can leave next, and lets groups out.

    At that tick leave all Skiddies that are not trapped and whose next cell is a goal of their
    colour, and with each the Skiddies connected to it by a chain of orthogonally adjacent ones
    of the same colour, trapped or not. EXIT_CELLS says where the others are then; LEFT counts.
    """
    advance(table, scratch, standing, direction, first_exit(table, scratch, standing, direction))
    cols = table[COLS]
    for colour in range(2):
        first = 0 if colour == 0 else table[REDS]
        end = table[REDS] if colour == 0 else table[SKIDDIES]
        waiting = 0
        for piece in range(first, end):
            cell = scratch[EXIT_CELLS + piece]
            if scratch[SPENT + piece] == 0 and faces_goal(table, piece, cell, direction):
                scratch[WAITING + waiting] = piece
                waiting += 1
                scratch[ENDS + piece] = cell
                scratch[EXIT_CELLS + piece] = GONE
        taken = 0
        while taken < waiting:
            cell = scratch[ENDS + scratch[WAITING + taken]]
            taken += 1
            for piece in range(first, end):
                other = scratch[EXIT_CELLS + piece]
                apart = abs(other - cell)
                if other != GONE and (apart == 1 or apart == cols):
                    scratch[WAITING + waiting] = piece
                    waiting += 1
                    scratch[ENDS + piece] = other
                    scratch[EXIT_CELLS + piece] = GONE
        scratch[LEFT + colour] += waiting
