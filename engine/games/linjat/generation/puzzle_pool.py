"""The optimizer's memory: the puzzles to mutate, the best puzzle, and the history."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.linjat.board.glyph_codes import MAX_SIDE
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.linjat_stages import CELLS
from engine.games.linjat.generation.puzzle_acceptance import mark_lines
from engine.jit.decorators import LongRows, Longs, WordRows, Words, kernel
from engine.stages.stage_workspace import Site

ITERATION, MEMBERS, ENTRIES, FAULT = range(4)
"""Indices in the optimizer's state: the number of iterations done, the number of puzzles in the
pool, the number of entries in the history, and the reason to reject the best puzzle (-1 for none).
"""
UNSOLVED, UNPROVEN, SOLVED, KEPT = range(4, 8)
"""Indices in the optimizer's state for counts of offspring: those that deduction does not solve,
those that are good enough but not unique, those that deduction solves, and those that are kept."""
ROUND, LEFT = range(8, 10)
"""Indices in the optimizer's state for a race: the current climb's round, and the number of
iterations left in it."""
STATE = 10

SCORE, ENTRY, SHORTFALL = range(3)
"""The columns of ``Pool.ranking``: a puzzle's score, its history entry (NO_ENTRY for an empty
slot), and, in a race, its distance from acceptance."""
NO_ENTRY = -1
"""A value that represents no history entry."""

PARENT, MADE_AT, REACHED_SCORE = range(3)
"""The columns of the history: the parent's entry (-1 for the first puzzle), the iteration in which
the puzzle was made, and its score."""


class Pool(NamedTuple):
    """The puzzles to mutate, and the optimizer's other state.

    Each puzzle is in a numbered slot. The last two slots hold the first puzzle and the best one.

    Attributes:
        cells: The code for each cell, with one row for each slot.
        lines: The cells on each puzzle's lines, with one word of columns for each row of the board.
        ranking: The score, history entry and distance from acceptance for each puzzle, in the
            columns SCORE, ENTRY and SHORTFALL.
        state: The optimizer's state, with the indices ITERATION to LEFT.
        history: The entries for all puzzles that were ever kept, with the columns PARENT, MADE_AT
            and REACHED_SCORE.
        words: The word of the random stream at which each history entry's mutation began.
        others: The second parent's entry for each history entry, or NO_ENTRY if there was no
            crossover.
    """

    cells: LongRows
    lines: WordRows
    ranking: LongRows
    state: Longs
    history: LongRows
    words: Words
    others: Longs


def create_pool(size: int, cells: int, room: int) -> Pool:
    """Create an empty pool.

    Args:
        size: The number of puzzles to mutate.
        cells: The number of cells on a board.
        room: The number of entries for which the history has room.
    """
    return Pool(
        np.zeros((size + 2, cells), np.int64),
        np.zeros((size + 2, MAX_SIDE), np.uint64),
        # The two extra slots are for the first puzzle and the best one.
        np.full((size + 2, 3), NO_ENTRY, np.int64),
        np.zeros(STATE, np.int64),
        np.zeros((room, 3), np.int64),
        np.zeros(room, np.uint64),
        np.full(room, NO_ENTRY, np.int64),
    )


@kernel
def get_best_slot(pool: Pool) -> int:
    """Return the slot that holds the best puzzle."""
    return pool.ranking.shape[0] - 1


@kernel
def get_first_slot(pool: Pool) -> int:
    """Return the slot that holds the first puzzle, from which the climbs in a race begin."""
    return pool.ranking.shape[0] - 2


@kernel
def write_puzzle(
    site: Site, workspace: GeneratorWorkspace, pool: Pool, slot: int, score: int
) -> None:
    """Write the puzzle on the site into a slot, and record the newest history entry as its entry.

    The puzzle must have just been proven unique.
    """
    layout, cells, ranking, state = site.layout, pool.cells, pool.ranking, pool.state
    for cell in range(site.rows * site.cols):
        cells[slot, cell] = layout[CELLS, cell]
    mark_lines(workspace, pool.lines[slot])
    ranking[slot, SCORE] = score
    ranking[slot, ENTRY] = state[ENTRIES] - 1


@kernel
def copy_slot(pool: Pool, source: int, target: int) -> None:
    """Copy a puzzle from one slot in the pool to another."""
    cells, lines, ranking = pool.cells, pool.lines, pool.ranking
    for cell in range(cells.shape[1]):
        cells[target, cell] = cells[source, cell]
    for row in range(lines.shape[1]):
        lines[target, row] = lines[source, row]
    for column in range(ranking.shape[1]):
        ranking[target, column] = ranking[source, column]


@kernel
def add_entry(pool: Pool, parent: int, other: int, score: int, word: np.uint64) -> None:
    """Add an entry to the history, which must not be full."""
    state, history, words = pool.state, pool.history, pool.words
    entry = state[ENTRIES]
    history[entry, PARENT] = parent
    history[entry, MADE_AT] = state[ITERATION]
    history[entry, REACHED_SCORE] = score
    # The puzzle can be made again from its parents and this word, so no board is stored.
    words[entry] = word
    pool.others[entry] = other
    state[ENTRIES] = entry + 1


@kernel
def is_best(pool: Pool, score: int, fault: int) -> bool:
    """Return True if a puzzle is better than the best one so far.

    A puzzle that would be accepted (``fault`` below 0) is better than any that would be rejected.
    """
    higher = score > pool.ranking[get_best_slot(pool), SCORE]
    # Only another acceptable puzzle can replace an acceptable best puzzle.
    if pool.state[FAULT] < 0:
        return higher and fault < 0
    return higher or fault < 0


@kernel
def remember_best(
    site: Site, workspace: GeneratorWorkspace, pool: Pool, score: int, fault: int
) -> None:
    """Store the site's puzzle, just proven to have one solution, as the best so far."""
    pool.state[FAULT] = fault
    write_puzzle(site, workspace, pool, get_best_slot(pool), score)
