"""What the optimizer remembers: the puzzles that it mutates, the best, and all that was ever kept.

All that it needs to go on another time is in a :class:`Pool` and in the stream of the site.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.linjat.board.codes import MAX_SIDE
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.judging import mark_lines
from engine.games.linjat.generate.stages import CELLS
from engine.jit.marks import LongRows, Longs, WordRows, Words, kernel
from engine.staging.site import Site

ITERATION, MEMBERS, ENTRIES, FAULT = range(4)
"""State of the optimizer: iterations done, puzzles in the pool, entries of the history, and why
the best puzzle would be rejected (-1 if it would not)."""
UNSOLVED, UNPROVEN, SOLVED, KEPT = range(4, 8)
"""And counts of offspring: those that deduction does not solve, those that were to be kept but are
not unique, those solved, and those kept."""
ROUND, LEFT = range(8, 10)
"""And of a race: the round of the climb under way, and the iterations that it has left."""
STATE = 10

SCORE, ENTRY, SHORTFALL = range(3)
"""Columns of a pool's puzzles: the score, the entry of the history that made it (NO_ENTRY where
there is no puzzle), and in a race how far it is from what is demanded."""
NO_ENTRY = -1
"""The entry where there is none."""

PARENT, MADE_AT, REACHED_SCORE = range(3)
"""Columns of the history: the entry of the parent (-1 for the first), the iteration, the score."""


class Pool(NamedTuple):
    """The puzzles that are mutated, after the room for them the first, and last the best of all.

    Attributes:
        cells: codes of their cells, a row for every puzzle.
        lines: the cells of their lines, words of columns.
        standing: see SCORE.
        state: see ITERATION.
        history: all that was ever kept; see PARENT.
        words: by entry of the history the stream's word with which the mutation began.
        others: by entry the entry of the other parent that it was crossed with, NO_ENTRY for none.
    """

    cells: LongRows
    lines: WordRows
    standing: LongRows
    state: Longs
    history: LongRows
    words: Words
    others: Longs


def new_pool(size: int, cells: int, room: int) -> Pool:
    """An empty pool with room for a history of so many entries."""
    return Pool(
        np.zeros((size + 2, cells), np.int64),
        np.zeros((size + 2, MAX_SIDE), np.uint64),
        np.full((size + 2, 3), NO_ENTRY, np.int64),
        np.zeros(STATE, np.int64),
        np.zeros((room, 3), np.int64),
        np.zeros(room, np.uint64),
        np.full(room, NO_ENTRY, np.int64),
    )


@kernel
def best_slot(pool: Pool) -> int:
    """Where the best puzzle is remembered."""
    return pool.standing.shape[0] - 1


@kernel
def first_slot(pool: Pool) -> int:
    """Where a race remembers the puzzle that its climbs begin with."""
    return pool.standing.shape[0] - 2


@kernel
def write(site: Site, bench: DeductionBench, pool: Pool, slot: int, score: int) -> None:
    """Writes the proven puzzle on the site into a slot, as made by the last entry."""
    layout, cells, standing, state = site.layout, pool.cells, pool.standing, pool.state
    for cell in range(site.rows * site.cols):
        cells[slot, cell] = layout[CELLS, cell]
    mark_lines(bench, pool.lines[slot])
    standing[slot, SCORE] = score
    standing[slot, ENTRY] = state[ENTRIES] - 1


@kernel
def copy_slot(pool: Pool, source: int, target: int) -> None:
    """Copies a puzzle of a pool to another slot."""
    cells, lines, standing = pool.cells, pool.lines, pool.standing
    for cell in range(cells.shape[1]):
        cells[target, cell] = cells[source, cell]
    for row in range(lines.shape[1]):
        lines[target, row] = lines[source, row]
    for column in range(standing.shape[1]):
        standing[target, column] = standing[source, column]


@kernel
def note(pool: Pool, parent: int, other: int, score: int, word: np.uint64) -> None:
    """Writes an entry of the history, which must have room."""
    state, history, words = pool.state, pool.history, pool.words
    entry = state[ENTRIES]
    history[entry, PARENT] = parent
    history[entry, MADE_AT] = state[ITERATION]
    history[entry, REACHED_SCORE] = score
    words[entry] = word
    pool.others[entry] = other
    state[ENTRIES] = entry + 1


@kernel
def is_best(pool: Pool, score: int, fault: int) -> bool:
    """Whether a puzzle is better than the best so far.

    One that would be accepted (a fault below 0) is better than any that would not.
    """
    higher = score > pool.standing[best_slot(pool), SCORE]
    if pool.state[FAULT] < 0:
        return higher and fault < 0
    return higher or fault < 0


@kernel
def remember(site: Site, bench: DeductionBench, pool: Pool, score: int, fault: int) -> None:
    """Remembers the proven puzzle on the site as the best so far."""
    pool.state[FAULT] = fault
    write(site, bench, pool, best_slot(pool), score)
