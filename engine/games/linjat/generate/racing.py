"""The race: short climbs from the first puzzle, the better of two going on for twice as long.

A *climb* mutates one puzzle and goes on from its offspring, from a worse one now and then, less and
less so until it ends. A climb of the first round is short, and begins with the first puzzle. At
its end it waits for another one that has come as far. The better of the two goes on to the next
round, which is twice as long, and so on. Every round thus gets the same share of all iterations,
however many there will be: new beginnings never end, and what has proved to be good is followed
further and further.

This is successive halving (Jamieson & Talwalkar, AISTATS 2016) of annealed climbs, without an end
that has to be known beforehand. It keeps one lucky puzzle from deciding everything, as it does
where its offspring fill a pool.

A puzzle that is further from what the level is accepted by is behind one that is nearer to it,
whatever their scores. No two puzzles of a race have the same numbers, up to symmetry.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board.codes import EMPTY
from engine.games.linjat.generate import pools
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.judging import shortfall
from engine.games.linjat.generate.parameters import setting_index
from engine.games.linjat.generate.pools import Pool
from engine.games.linjat.generate.stages import CELLS, is_counted
from engine.jit.bits import signed
from engine.jit.marks import Longs, Words, kernel
from engine.staging.site import Site
from engine.values.rng import next_word

_UNIT = 1024
"""Parts that halvings and degrees are counted in."""
_TOP, _MANTISSA = np.uint64(63), np.uint64(53)
_ZERO, _ONE, _PART = np.uint64(0), np.uint64(1), np.uint64(_UNIT - 1)


@kernel
def bears(stream: Words, loss: int, temperature: int, left: int, whole: int) -> bool:
    """Whether a loss is accepted, as in simulated annealing.

    Args:
        stream: draws for it.
        loss: how much worse it gets; below 1 it is always accepted.
        temperature: a loss that is accepted every other time at first.
        left: iterations until no loss is accepted any more.
        whole: how many there were at first.
    """
    if loss <= 0:
        return True
    degrees = _UNIT * temperature * left // whole
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


SHORTEST = 4_000
"""Iterations of a climb of the first round."""
HEAT = 3
"""A loss of score that is accepted every other time when a climb begins."""

CLIMBER = 0
"""The slot of the puzzle that is mutated; in the next ones wait those that ended a round, by the
round, and further climbs of the last round that there is room for stay in it."""

_SIZE = setting_index("pool")


@kernel
def open_race(site: Site, bench: DeductionBench, pool: Pool, score: int) -> None:
    """Begins with the puzzle on the site, made by the last entry."""
    pool.state[pools.MEMBERS] = 1
    pools.write(site, bench, pool, CLIMBER, score)
    pool.standing[CLIMBER, pools.SHORTFALL] = shortfall(site.settings, bench.record)
    pools.copy_slot(pool, CLIMBER, pools.first_slot(pool))
    begin_climb(pool)


@kernel
def begin_climb(pool: Pool) -> None:
    """Begins a climb of the first round."""
    state = pool.state
    pools.copy_slot(pool, pools.first_slot(pool), CLIMBER)
    state[pools.ROUND] = 0
    state[pools.LEFT] = length(0)


@kernel
def length(number: int) -> int:
    """The iterations of a climb of a round."""
    return SHORTEST << number


@kernel
def is_first(pool: Pool) -> bool:
    """Whether the climb under way is still where it began."""
    standing = pool.standing
    return standing[CLIMBER, pools.ENTRY] == standing[pools.first_slot(pool), pools.ENTRY]


@kernel
def take_turn(site: Site, pool: Pool) -> None:
    """Makes room for one more iteration: if a climb has ended, the next begins."""
    state, standing = pool.state, pool.standing
    others = site.settings[_SIZE] - 1
    if state[pools.LEFT] == 0 and others == 0:
        state[pools.LEFT] = length(0)
    elif state[pools.LEFT] == 0:
        waits = CLIMBER + 1 + state[pools.ROUND]
        if is_first(pool):
            begin_climb(pool)
        elif standing[waits, pools.ENTRY] == pools.NO_ENTRY:
            pools.copy_slot(pool, CLIMBER, waits)
            begin_climb(pool)
        else:
            if keeps_up(pool, standing[waits, pools.SHORTFALL], standing[waits, pools.SCORE]):
                pools.copy_slot(pool, waits, CLIMBER)
            standing[waits, pools.ENTRY] = pools.NO_ENTRY
            state[pools.ROUND] = min(state[pools.ROUND] + 1, others - 1)
            state[pools.LEFT] = length(state[pools.ROUND])
    state[pools.LEFT] -= 1


@kernel
def keeps_up(pool: Pool, short: int, score: int) -> bool:
    """Whether a puzzle of some shortfall and score is not behind that of the climb."""
    standing = pool.standing
    if short != standing[CLIMBER, pools.SHORTFALL]:
        return short < standing[CLIMBER, pools.SHORTFALL]
    return score >= standing[CLIMBER, pools.SCORE]


@kernel
def is_wanted(site: Site, bench: DeductionBench, pool: Pool, score: int) -> bool:
    """Whether the climb is to go on from the puzzle on the site.

    Not if it is the same one again, nor if it has the numbers of another puzzle of the race.
    """
    standing, state = pool.standing, pool.state
    short = shortfall(site.settings, bench.record)
    level = short == standing[CLIMBER, pools.SHORTFALL]
    keeps = keeps_up(pool, short, score)
    loss = standing[CLIMBER, pools.SCORE] - score
    if not keeps and not (
        level and bears(site.stream, loss, HEAT, state[pools.LEFT], length(state[pools.ROUND]))
    ):
        return False
    if is_same(site, pool.cells[CLIMBER]):
        return False
    for slot in range(CLIMBER + 1, site.settings[_SIZE]):
        if standing[slot, pools.ENTRY] != pools.NO_ENTRY and has_numbers_of(site, pool, slot):
            return False
    # The first one itself may get other dots that are not worse.
    return (keeps and is_first(pool)) or not has_numbers_of(site, pool, pools.first_slot(pool))


@kernel
def enter(site: Site, bench: DeductionBench, pool: Pool, score: int) -> None:
    """Goes on from the puzzle on the site, made by the last entry."""
    # With other dots it supersedes the first, or two would have the same numbers.
    supersedes = is_first(pool) and has_numbers_of(site, pool, CLIMBER)
    pools.write(site, bench, pool, CLIMBER, score)
    pool.standing[CLIMBER, pools.SHORTFALL] = shortfall(site.settings, bench.record)
    if supersedes:
        pools.copy_slot(pool, CLIMBER, pools.first_slot(pool))


@kernel
def is_same(site: Site, cells: Longs) -> bool:
    """Whether the puzzle on the site is another, cell by cell."""
    layout = site.layout
    for cell in range(site.rows * site.cols):
        if layout[CELLS, cell] != cells[cell]:
            return False
    return True


@kernel
def has_numbers_of(site: Site, pool: Pool, slot: int) -> bool:
    """Whether the puzzle on the site has the numbers of one of the pool, up to symmetry."""
    for symmetry in range(8 if site.rows == site.cols else 4):
        if agrees(site, pool.cells[slot], symmetry):
            return True
    return False


@kernel
def agrees(site: Site, cells: Longs, symmetry: int) -> bool:
    """Whether the puzzle on the site has the numbers of another after a symmetry of the grid.

    The symmetry is one bit each for rows and columns in reverse, and rows for columns.
    """
    layout, rows, cols = site.layout, site.rows, site.cols
    for row in range(rows):
        for col in range(cols):
            down = rows - 1 - row if symmetry & 1 else row
            right = cols - 1 - col if symmetry & 2 else col
            image = right * cols + down if symmetry & 4 else down * cols + right
            ours = number_at(site, layout[CELLS], row * cols + col)
            if ours != number_at(site, cells, image):
                return False
    return True


@kernel
def number_at(site: Site, cells: Longs, cell: int) -> int:
    """The number on a cell, EMPTY if there is none, or a clue."""
    return cells[cell] if is_counted(site, cells[cell]) else EMPTY
