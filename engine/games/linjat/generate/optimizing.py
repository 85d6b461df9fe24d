"""The optimizer: mutate, deduce, keep what is better, over and over, in one compiled loop.

Three ways to choose what is mutated next. The *race* is that of
:mod:`engine.games.linjat.generate.racing`: many short climbs, of which the better go on for
longer. The *pool* is the original program's: any of the best puzzles so far, all equally likely.
Now and then one of them may be crossed with another one before it is mutated. *Annealing* goes on
from a single puzzle, to a worse one now and then, less and less so.

Nothing is kept that deduction does not solve or that has another solution. Beside what is
mutated, the best puzzle that would also be accepted is remembered.

The loop can stop and go on after any iteration. All that it needs for that is in a
:class:`~engine.games.linjat.generate.pools.Pool` and in the stream of the site.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.deduce.crosses import NONE
from engine.games.linjat.generate import judging, pools, racing
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.mutation import make_offspring
from engine.games.linjat.generate.parameters import METHODS, setting_index
from engine.games.linjat.generate.pools import Pool
from engine.games.linjat.generate.racing import bears
from engine.games.linjat.generate.stages import CELLS, DEDUCED, DOTS_STAGE, MUTATIONS_STAGE, WEIGHTS
from engine.jit.marks import Longs, Words, entry, kernel
from engine.staging.site import NOTED, Site, begin_stage
from engine.values.rng import below

_SIZE = setting_index("pool")
_METHOD = setting_index("method")
_TEMPERATURE = setting_index("temperature")
_COOLING = setting_index("cooling")
_CROSSOVER = setting_index("crossover")
_OF = 1_000
"""How often offspring are crossed is set in parts of so many."""
_ANNEALING, _RACE = METHODS.index("annealing"), METHODS.index("race")


@kernel
def enter(site: Site, bench: DeductionBench, pool: Pool, score: int) -> None:
    """Puts the puzzle on the site where it belongs in the pool; the last one may drop out."""
    settings, standing, state = site.settings, pool.standing, pool.state
    if settings[_METHOD] == _RACE:
        racing.enter(site, bench, pool, score)
        return
    size = 1 if settings[_METHOD] == _ANNEALING else settings[_SIZE]
    slot = state[pools.MEMBERS]
    if slot == size:
        slot -= 1
    else:
        state[pools.MEMBERS] += 1
    # Before others of the same score, so that the pool goes on changing.
    while slot > 0 and standing[slot - 1, pools.SCORE] <= score:
        pools.copy_slot(pool, slot - 1, slot)
        slot -= 1
    pools.write(site, bench, pool, slot, score)


@entry
def open_pool(site: Site, bench: DeductionBench, pool: Pool, seed: int, attempt: int) -> None:
    """Begins with the puzzle on the site, which the bench has just proven."""
    state = pool.state
    for index in range(pools.STATE):
        state[index] = 0
    score = judging.score_of(site.settings, bench.record)
    pools.note(pool, pools.NO_ENTRY, pools.NO_ENTRY, score, NONE)
    if site.settings[_METHOD] == _RACE:
        racing.open_race(site, bench, pool, score)
    else:
        enter(site, bench, pool, score)
    pools.remember(site, bench, pool, score, judging.judge(site.settings, bench))
    begin_stage(site, seed, attempt, MUTATIONS_STAGE)


@kernel
def is_wanted(site: Site, bench: DeductionBench, pool: Pool, score: int) -> bool:
    """Whether the puzzle on the site, of some score, is to be mutated in its turn."""
    settings, standing, state, stream = site.settings, pool.standing, pool.state, site.stream
    if settings[_METHOD] == _RACE:
        return racing.is_wanted(site, bench, pool, score)
    if settings[_METHOD] != _ANNEALING:
        members = state[pools.MEMBERS]
        return members < settings[_SIZE] or score >= standing[members - 1, pools.SCORE]
    loss, left = (
        standing[0, pools.SCORE] - score,
        max(0, settings[_COOLING] - state[pools.ITERATION]),
    )
    return bears(stream, loss, settings[_TEMPERATURE], left, settings[_COOLING])


@kernel
def mate_of(site: Site, pool: Pool, slot: int) -> int:
    """Another puzzle of a pool to cross one with, each as likely; that one itself for none."""
    settings, stream, members = site.settings, site.stream, pool.state[pools.MEMBERS]
    share = settings[_CROSSOVER]
    if share == 0 or members == 1 or below(stream, _OF) >= share:
        return slot
    other = below(stream, members - 1)
    return other + 1 if other >= slot else other


@kernel
def iterate(site: Site, bench: DeductionBench, pool: Pool) -> int:
    """One iteration: why the offspring is not kept, -1 if it is."""
    stream, state, standing = site.stream, pool.state, pool.standing
    if site.settings[_METHOD] == _RACE:
        racing.take_turn(site, pool)
    slot = below(stream, state[pools.MEMBERS])
    parent = standing[slot, pools.ENTRY]
    mate = mate_of(site, pool, slot)
    crossed = mate != slot
    other = standing[mate, pools.ENTRY] if crossed else pools.NO_ENTRY
    word = stream[0]
    cells, lines = pool.cells[slot], pool.lines[slot]
    if not make_offspring(site, bench, cells, lines, pool.cells[mate], crossed):
        return DOTS_STAGE
    if not judging.solve_again(site, bench):
        return judging.NOT_DEDUCED
    state[pools.SOLVED] += 1
    score = judging.score_of(site.settings, bench.record)
    wanted = is_wanted(site, bench, pool, score)
    # Whether it would be accepted is known only once it is proven.
    promising = pools.is_best(pool, score, -1)
    if not wanted and not promising:
        return MUTATIONS_STAGE
    if not judging.is_unique(site, bench):
        return judging.NOT_UNIQUE
    fault = judging.judge(site.settings, bench) if promising else 0
    best = promising and pools.is_best(pool, score, fault)
    if not wanted and not best:
        return MUTATIONS_STAGE
    pools.note(pool, parent, other, score, word)
    if wanted:
        enter(site, bench, pool, score)
    if best:
        pools.remember(site, bench, pool, score, fault)
    state[pools.KEPT] += 1
    return -1


@entry
def optimize(site: Site, bench: DeductionBench, pool: Pool, control: Longs, until: int) -> None:
    """Iterates until so many iterations are done, the history is full, or it is stopped."""
    state = pool.state
    room = pool.history.shape[0]
    while state[pools.ITERATION] < until and state[pools.ENTRIES] < room and control[0] == 0:
        state[pools.ITERATION] += 1
        reason = iterate(site, bench, pool)
        if reason == judging.NOT_UNIQUE:
            state[pools.UNPROVEN] += 1
        elif reason == DOTS_STAGE or reason == judging.NOT_DEDUCED:
            state[pools.UNSOLVED] += 1
        control[1] = state[pools.ITERATION]


@entry
def replay(
    site: Site,
    bench: DeductionBench,
    cells: Longs,
    lines: Words,
    other: Longs,
    crossed: bool,
    word: np.uint64,
) -> None:
    """Makes an offspring once more, from its parent and the word that its mutation began with.

    ``cells`` are codes of the parent's cells; ``lines`` receives the cells of its lines. ``other``
    are those of the other parent, if it is crossed with one. If the site has a log, that receives
    the events.
    """
    layout, sketch, stream, scratch = site.layout, site.sketch, site.stream, site.scratch
    for cell in range(site.rows * site.cols):
        layout[CELLS, cell] = cells[cell]
        for plane in (WEIGHTS, DEDUCED):
            layout[plane, cell] = sketch[plane, cell]
    judging.is_unique(site, bench)
    judging.mark_lines(bench, lines)
    scratch[NOTED] = 0
    stream[0] = word
    make_offspring(site, bench, cells, lines, other, crossed)
