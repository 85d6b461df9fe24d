"""The optimizer: mutate, deduce, keep what is better, over and over, in one compiled loop.

Two ways to choose what is mutated next. The *pool* is the original program's: any of the best
puzzles so far, all equally likely. *Annealing* goes on from a single puzzle, to a worse one now and
then, less and less so.

Nothing is kept that deduction does not solve or that has another solution. Beside what is
mutated, the best puzzle that would also be accepted is remembered.

The loop can stop and go on after any iteration. All that it needs for that is in a :class:`Pool`
and in the stream of the site.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.arrays import Longs, Words
from engine.games.linjat.bench import Bench
from engine.games.linjat.codes import MAX_SIDE
from engine.games.linjat.judging import (
    NOT_DEDUCED,
    NOT_UNIQUE,
    is_unique,
    judge,
    mark_lines,
    score_of,
    solve_again,
)
from engine.games.linjat.mutation import make_offspring
from engine.games.linjat.parameters import METHODS, place_of
from engine.games.linjat.stages import CELLS, DEDUCED, DOTS_STAGE, MUTATIONS_STAGE, WEIGHTS
from engine.intrinsics import signed
from engine.jit import entry, kernel
from engine.rng import below, next_word
from engine.staging import NOTED, Site, begin_stage

ITERATION, MEMBERS, ENTRIES, FAULT = range(4)
"""State of the optimizer: iterations done, puzzles in the pool, entries of the history, and why
the best puzzle would be rejected (-1 if it would not)."""
UNSOLVED, UNPROVEN, SOLVED, KEPT = range(4, 8)
"""And counts of offspring: those that deduction does not solve, those that were to be kept but are
not unique, those solved, and those kept."""
STATE = 8

SCORE, ENTRY = range(2)
"""Columns of a pool's puzzles: the score, and the entry of the history that made it."""

PARENT, MADE_AT, REACHED_SCORE = range(3)
"""Columns of the history: the entry of the parent (-1 for the first), the iteration, the score."""

_SIZE = place_of("pool")
_METHOD = place_of("method")
_TEMPERATURE = place_of("temperature")
_COOLING = place_of("cooling")
_ANNEALING = METHODS.index("annealing")

_UNIT = 1024
"""Parts that halvings and degrees are counted in."""
_TOP, _MANTISSA = np.uint64(63), np.uint64(53)
_ZERO, _ONE, _PART = np.uint64(0), np.uint64(1), np.uint64(_UNIT - 1)


class Pool(NamedTuple):
    """The puzzles that are mutated, best first, and after the room for them the best of all.

    Attributes:
        cells: codes of their cells, a row for every puzzle.
        lines: the cells of their lines, words of columns.
        standing: their scores and entries.
        state: see ITERATION.
        history: all that was ever kept; see PARENT.
        words: by entry of the history the stream's word with which the mutation began.
    """

    cells: Longs
    lines: Words
    standing: Longs
    state: Longs
    history: Longs
    words: Words


def new_pool(size: int, cells: int, room: int) -> Pool:
    """An empty pool with room for a history of so many entries."""
    return Pool(
        np.zeros((size + 1, cells), np.int64),
        np.zeros((size + 1, MAX_SIDE), np.uint64),
        np.zeros((size + 1, 2), np.int64),
        np.zeros(STATE, np.int64),
        np.zeros((room, 3), np.int64),
        np.zeros(room, np.uint64),
    )


@kernel
def best_slot(pool: Pool) -> int:
    """Where the best puzzle is remembered."""
    return pool.standing.shape[0] - 1


@kernel
def write(site: Site, bench: Bench, pool: Pool, slot: int, score: int) -> None:
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
def note(pool: Pool, parent: int, score: int, word: np.uint64) -> None:
    """Writes an entry of the history, which must have room."""
    state, history, words = pool.state, pool.history, pool.words
    entry = state[ENTRIES]
    history[entry, PARENT] = parent
    history[entry, MADE_AT] = state[ITERATION]
    history[entry, REACHED_SCORE] = score
    words[entry] = word
    state[ENTRIES] = entry + 1


@kernel
def enter(site: Site, bench: Bench, pool: Pool, score: int) -> None:
    """Puts the puzzle on the site in its place in the pool; the last one may drop out."""
    settings, standing, state = site.settings, pool.standing, pool.state
    size = 1 if settings[_METHOD] == _ANNEALING else settings[_SIZE]
    slot = state[MEMBERS]
    if slot == size:
        slot -= 1
    else:
        state[MEMBERS] += 1
    # Before others of the same score, so that the pool goes on changing.
    while slot > 0 and standing[slot - 1, SCORE] <= score:
        copy_slot(pool, slot - 1, slot)
        slot -= 1
    write(site, bench, pool, slot, score)


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
def remember(site: Site, bench: Bench, pool: Pool, score: int, fault: int) -> None:
    """Remembers the proven puzzle on the site as the best so far."""
    pool.state[FAULT] = fault
    write(site, bench, pool, best_slot(pool), score)


@entry
def open_pool(site: Site, bench: Bench, pool: Pool, seed: int, attempt: int) -> None:
    """Begins with the puzzle on the site, which the bench has just proven."""
    state = pool.state
    for place in range(STATE):
        state[place] = 0
    score = score_of(site.settings, bench.record)
    note(pool, -1, score, _ZERO)
    enter(site, bench, pool, score)
    remember(site, bench, pool, score, judge(site.settings, bench))
    begin_stage(site, seed, attempt, MUTATIONS_STAGE)


@kernel
def is_wanted(site: Site, pool: Pool, score: int) -> bool:
    """Whether a puzzle of some score is to be mutated in its turn."""
    settings, standing, state, stream = site.settings, pool.standing, pool.state, site.stream
    if settings[_METHOD] != _ANNEALING:
        members = state[MEMBERS]
        return members < settings[_SIZE] or score >= standing[members - 1, SCORE]
    loss = standing[0, SCORE] - score
    if loss <= 0:
        return True
    left = max(0, settings[_COOLING] - state[ITERATION])
    degrees = _UNIT * settings[_TEMPERATURE] * left // settings[_COOLING]
    return loss * _UNIT * _UNIT <= degrees * halvings(stream)


@kernel
def halvings(stream: Words) -> int:
    """How often one must be halved to come below a random share of it, in parts of _UNIT.

    At least n with probability 2 to the power of -n, but for a small error between whole numbers:
    integers alone, because floating-point logarithms differ between machines.
    """
    word = next_word(stream)
    count = 1
    while word >> _TOP == _ZERO and count < 50:
        word <<= _ONE
        count += 1
    part = (word >> _MANTISSA) & _PART
    return count * _UNIT - signed(part)


@kernel
def iterate(site: Site, bench: Bench, pool: Pool) -> int:
    """One iteration: why the offspring is not kept, -1 if it is."""
    stream, state, standing = site.stream, pool.state, pool.standing
    slot = below(stream, state[MEMBERS])
    parent = standing[slot, ENTRY]
    word = stream[0]
    if not make_offspring(site, bench, pool.cells[slot], pool.lines[slot]):
        return DOTS_STAGE
    if not solve_again(site, bench):
        return NOT_DEDUCED
    state[SOLVED] += 1
    score = score_of(site.settings, bench.record)
    wanted = is_wanted(site, pool, score)
    # Whether it would be accepted is known only once it is proven.
    promising = is_best(pool, score, -1)
    if not wanted and not promising:
        return MUTATIONS_STAGE
    if not is_unique(site, bench):
        return NOT_UNIQUE
    fault = judge(site.settings, bench) if promising else 0
    best = promising and is_best(pool, score, fault)
    if not wanted and not best:
        return MUTATIONS_STAGE
    note(pool, parent, score, word)
    if wanted:
        enter(site, bench, pool, score)
    if best:
        remember(site, bench, pool, score, fault)
    state[KEPT] += 1
    return -1


@entry
def optimize(site: Site, bench: Bench, pool: Pool, control: Longs, until: int) -> None:
    """Iterates until so many iterations are done, the history is full, or somebody stops it."""
    state = pool.state
    room = pool.history.shape[0]
    while state[ITERATION] < until and state[ENTRIES] < room and control[0] == 0:
        state[ITERATION] += 1
        reason = iterate(site, bench, pool)
        if reason == NOT_UNIQUE:
            state[UNPROVEN] += 1
        elif reason == DOTS_STAGE or reason == NOT_DEDUCED:
            state[UNSOLVED] += 1
        control[1] = state[ITERATION]


@entry
def replay(site: Site, bench: Bench, cells: Longs, lines: Words, word: np.uint64) -> None:
    """Makes an offspring once more, from its parent and the word that its mutation began with.

    Args:
        site: receives the offspring, and the events of its making if it has a log.
        bench: where it is deduced.
        cells: codes of the parent's cells.
        lines: receives the cells of the parent's lines.
        word: the word of the stream.
    """
    layout, sketch, stream, scratch = site.layout, site.sketch, site.stream, site.scratch
    for cell in range(site.rows * site.cols):
        layout[CELLS, cell] = cells[cell]
        for layer in (WEIGHTS, DEDUCED):
            layout[layer, cell] = sketch[layer, cell]
    is_unique(site, bench)
    mark_lines(bench, lines)
    scratch[NOTED] = 0
    stream[0] = word
    make_offspring(site, bench, cells, lines)
