"""The race: a tournament of climbs from the first puzzle, in which the better of two continues.

A *climb* mutates one puzzle and moves to its offspring. It may move to a worse puzzle, with a
probability that falls to zero by the end of the climb. In the first round, climbs are short and
begin with the first puzzle. A climb that finishes a round waits until another one does. The better
of the two then advances to the next round, which is twice as long, and so on. New climbs keep
starting while promising ones continue, and each round gets the same share of the iterations,
however many rounds there are. For example, with 4,000 iterations in the first round, climbs 1 and 2
take 8,000 together. The better one runs 8,000 more in the second round and then waits there for the
better of climbs 3 and 4.

This is successive halving (Jamieson & Talwalkar, AISTATS 2016) of annealed climbs, without a fixed
budget. It keeps the offspring of one lucky puzzle from taking over the whole search, as can happen
in a pool.

A puzzle closer to acceptance ranks above one further from it, whatever their scores. No two puzzles
in a race have the same numbers, up to symmetry.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.board.glyph_codes import EMPTY
from engine.games.linjat.generation import puzzle_pool
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.linjat_stages import CELLS, is_counted
from engine.games.linjat.generation.parameters import setting_index
from engine.games.linjat.generation.puzzle_acceptance import measure_shortfall
from engine.games.linjat.generation.puzzle_pool import Pool
from engine.jit.bits import to_signed
from engine.jit.decorators import Longs, Words, kernel
from engine.stages.stage_workspace import Site
from engine.values.rng import draw_word

_UNIT = 1024
"""The number that represents 1 in fixed-point logarithms and temperatures."""
_TOP, _MANTISSA = np.uint64(63), np.uint64(53)
_ZERO, _ONE, _PART = np.uint64(0), np.uint64(1), np.uint64(_UNIT - 1)


@kernel
def accept_loss(stream: Words, loss: int, temperature: int, left: int, whole: int) -> bool:
    """Return True if a loss in score is accepted, drawing at random as in simulated annealing.

    Args:
        stream: The stream of random numbers.
        loss: The loss in score. A loss below 1 is always accepted.
        temperature: The loss that is accepted with probability 1/2 at the start of the climb.
        left: The number of iterations left in the climb. With 0 left, no loss is accepted.
        whole: The number of iterations in the whole climb.
    """
    if loss <= 0:
        return True
    # The temperature falls linearly. A loss of n times the temperature is accepted with probability
    # 2 ** -n, using only integers.
    degrees = _UNIT * temperature * left // whole
    return loss * _UNIT * _UNIT <= degrees * draw_halvings(stream)


@kernel
def draw_halvings(stream: Words) -> int:
    """Draw a random number below 1 and return its negated binary logarithm, times ``_UNIT``.

    The logarithm is at least n with probability 2 ** -n. Between whole numbers it is interpolated,
    which causes a small error. Only integers are used, because floating-point logarithms differ
    between machines.
    """
    word = draw_word(stream)
    count = 1
    # The number of leading zeros gives the whole part of the logarithm.
    while word >> _TOP == _ZERO and count < 50:
        word <<= _ONE
        count += 1
    # The ten bits after the leading one give the fraction, by linear interpolation.
    part = (word >> _MANTISSA) & _PART
    return count * _UNIT - to_signed(part)


FIRST_ROUND_LENGTH = 4_000
"""The number of iterations in a climb of the first round."""
START_TEMPERATURE = 3
"""The loss in score that is accepted with probability 1/2 at the start of a climb."""

CLIMBER = 0
"""The slot for the puzzle that is being mutated. Each slot after it holds the puzzle that waits at
the end of one round. A climb that reaches the last round that has a slot repeats that round."""

_SIZE = setting_index("pool")


@kernel
def open_race(site: Site, workspace: GeneratorWorkspace, pool: Pool, score: int) -> None:
    """Start the race with the puzzle on the site, which the newest history entry describes."""
    pool.state[puzzle_pool.MEMBERS] = 1
    puzzle_pool.write_puzzle(site, workspace, pool, CLIMBER, score)
    pool.ranking[CLIMBER, puzzle_pool.SHORTFALL] = measure_shortfall(
        site.settings, workspace.record
    )
    # The first puzzle keeps a slot, because every climb in the first round begins with it.
    puzzle_pool.copy_slot(pool, CLIMBER, puzzle_pool.get_first_slot(pool))
    begin_climb(pool)


@kernel
def begin_climb(pool: Pool) -> None:
    """Start a climb from the first puzzle, in the first round."""
    state = pool.state
    puzzle_pool.copy_slot(pool, puzzle_pool.get_first_slot(pool), CLIMBER)
    state[puzzle_pool.ROUND] = 0
    state[puzzle_pool.LEFT] = get_round_length(0)


@kernel
def get_round_length(number: int) -> int:
    """Return the number of iterations in a climb of round ``number``, counted from 0."""
    return FIRST_ROUND_LENGTH << number


@kernel
def is_at_start(pool: Pool) -> bool:
    """Return True if the current climb has not moved from the first puzzle yet."""
    ranking = pool.ranking
    return (
        ranking[CLIMBER, puzzle_pool.ENTRY]
        == ranking[puzzle_pool.get_first_slot(pool), puzzle_pool.ENTRY]
    )


@kernel
def prepare_iteration(site: Site, pool: Pool) -> None:
    """Count one iteration of the current climb, after replacing that climb if it has ended."""
    state, ranking = pool.state, pool.ranking
    others = site.settings[_SIZE] - 1
    # A pool of one puzzle has no slot to wait in, so the same climb starts over at full
    # temperature.
    if state[puzzle_pool.LEFT] == 0 and others == 0:
        state[puzzle_pool.LEFT] = get_round_length(0)
    elif state[puzzle_pool.LEFT] == 0:
        waits = CLIMBER + 1 + state[puzzle_pool.ROUND]
        # A climb that never moved has only the first puzzle, which need not be compared.
        if is_at_start(pool):
            begin_climb(pool)
        elif ranking[waits, puzzle_pool.ENTRY] == puzzle_pool.NO_ENTRY:
            puzzle_pool.copy_slot(pool, CLIMBER, waits)
            begin_climb(pool)
        else:
            # A second climb has finished this round, so the better of the two advances.
            if is_no_worse(
                pool, ranking[waits, puzzle_pool.SHORTFALL], ranking[waits, puzzle_pool.SCORE]
            ):
                puzzle_pool.copy_slot(pool, waits, CLIMBER)
            ranking[waits, puzzle_pool.ENTRY] = puzzle_pool.NO_ENTRY
            # Without a slot for another round, the climb repeats the last round.
            state[puzzle_pool.ROUND] = min(state[puzzle_pool.ROUND] + 1, others - 1)
            state[puzzle_pool.LEFT] = get_round_length(state[puzzle_pool.ROUND])
    state[puzzle_pool.LEFT] -= 1


@kernel
def is_no_worse(pool: Pool, short: int, score: int) -> bool:
    """Return True if a puzzle with this shortfall and score ranks no lower than the current one."""
    ranking = pool.ranking
    if short != ranking[CLIMBER, puzzle_pool.SHORTFALL]:
        return short < ranking[CLIMBER, puzzle_pool.SHORTFALL]
    return score >= ranking[CLIMBER, puzzle_pool.SCORE]


@kernel
def is_wanted(site: Site, workspace: GeneratorWorkspace, pool: Pool, score: int) -> bool:
    """Return True if the climb should move to the puzzle on the site.

    A puzzle of lower rank is accepted only with some probability. The puzzle must also differ from
    the current one, and must not have the same numbers as another puzzle in the race.
    """
    ranking, state = pool.ranking, pool.state
    short = measure_shortfall(site.settings, workspace.record)
    # A loss in score is accepted only if both puzzles are equally close to acceptance.
    level = short == ranking[CLIMBER, puzzle_pool.SHORTFALL]
    keeps = is_no_worse(pool, short, score)
    loss = ranking[CLIMBER, puzzle_pool.SCORE] - score
    if not keeps and not (
        level
        and accept_loss(
            site.stream,
            loss,
            START_TEMPERATURE,
            state[puzzle_pool.LEFT],
            get_round_length(state[puzzle_pool.ROUND]),
        )
    ):
        return False
    if is_same(site, pool.cells[CLIMBER]):
        return False
    # Two puzzles with the same numbers must not compete with each other later.
    for slot in range(CLIMBER + 1, site.settings[_SIZE]):
        if ranking[slot, puzzle_pool.ENTRY] != puzzle_pool.NO_ENTRY and has_numbers_of(
            site, pool, slot
        ):
            return False
    # The first puzzle's numbers are allowed only in a puzzle that is no worse and will replace the
    # first one.
    return (keeps and is_at_start(pool)) or not has_numbers_of(
        site, pool, puzzle_pool.get_first_slot(pool)
    )


@kernel
def add_to_tournament(site: Site, workspace: GeneratorWorkspace, pool: Pool, score: int) -> None:
    """Move the climb to the puzzle on the site, which the newest history entry describes."""
    # A puzzle that differs from the first one only in its dots replaces it. Otherwise two puzzles
    # would have the same numbers.
    supersedes = is_at_start(pool) and has_numbers_of(site, pool, CLIMBER)
    puzzle_pool.write_puzzle(site, workspace, pool, CLIMBER, score)
    pool.ranking[CLIMBER, puzzle_pool.SHORTFALL] = measure_shortfall(
        site.settings, workspace.record
    )
    if supersedes:
        puzzle_pool.copy_slot(pool, CLIMBER, puzzle_pool.get_first_slot(pool))


@kernel
def is_same(site: Site, cells: Longs) -> bool:
    """Return True if the puzzle on the site has exactly the cell codes in ``cells``."""
    layout = site.layout
    for cell in range(site.rows * site.cols):
        if layout[CELLS, cell] != cells[cell]:
            return False
    return True


@kernel
def has_numbers_of(site: Site, pool: Pool, slot: int) -> bool:
    """Return True if a symmetry maps the numbers on the site to those of the puzzle in a slot."""
    for symmetry in range(8 if site.rows == site.cols else 4):
        if has_same_numbers(site, pool.cells[slot], symmetry):
            return True
    return False


@kernel
def has_same_numbers(site: Site, cells: Longs, symmetry: int) -> bool:
    """Return True if the puzzle on the site has the same numbers as ``cells`` under a symmetry.

    The three bits in ``symmetry`` reverse the rows, reverse the columns, and transpose the board.
    """
    layout, rows, cols = site.layout, site.rows, site.cols
    for row in range(rows):
        for col in range(cols):
            down = rows - 1 - row if symmetry & 1 else row
            right = cols - 1 - col if symmetry & 2 else col
            # The symmetry maps this cell of the other puzzle to (row, col).
            image = right * cols + down if symmetry & 4 else down * cols + right
            ours = get_number(site, layout[CELLS], row * cols + col)
            if ours != get_number(site, cells, image):
                return False
    return True


@kernel
def get_number(site: Site, cells: Longs, cell: int) -> int:
    """Return the number on a cell, or EMPTY if there is none or it is a 1 that serves as a clue."""
    return cells[cell] if is_counted(site, cells[cell]) else EMPTY
