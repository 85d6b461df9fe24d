"""The optimizer: one compiled loop that mutates puzzles, solves them, and keeps improvements.

There are three methods for choosing the next puzzle to mutate. The *race*
(:mod:`engine.games.linjat.generation.climb_tournament`) runs many short climbs and continues the
better ones for longer. The *pool* is the original program's method. It draws one of the best
puzzles so far, all with equal probability, and sometimes crosses it with another before mutating
it. *Annealing* continues from a single puzzle, and accepts a worse one with a probability that
falls over time.

A puzzle is kept only if deduction solves it and its solution is unique. In addition to the puzzles
to mutate, the loop remembers the best puzzle, preferring one that would be accepted as a level.

The loop can pause and resume after any iteration. All of its state is in a
:class:`~engine.games.linjat.generation.puzzle_pool.Pool` and in the site's random stream.
"""

from __future__ import annotations

import numpy as np

from engine.games.linjat.deduction.placement_masks import NONE
from engine.games.linjat.generation import climb_tournament, puzzle_acceptance, puzzle_pool
from engine.games.linjat.generation.climb_tournament import accept_loss
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.linjat_stages import (
    CELLS,
    DEDUCED,
    DOTS_STAGE,
    MUTATIONS_STAGE,
    WEIGHTS,
)
from engine.games.linjat.generation.parameters import METHODS, setting_index
from engine.games.linjat.generation.puzzle_mutation import make_offspring
from engine.games.linjat.generation.puzzle_pool import Pool
from engine.jit.decorators import Longs, Words, entry, kernel
from engine.stages.stage_workspace import EVENT_COUNT, Site, begin_stage
from engine.values.rng import draw_below

_SIZE = setting_index("pool")
_METHOD = setting_index("method")
_TEMPERATURE = setting_index("temperature")
_COOLING = setting_index("cooling")
_CROSSOVER = setting_index("crossover")
_PER_MILLE = 1_000
"""The denominator for the share of offspring that are crossed."""
_ANNEALING, _RACE = METHODS.index("annealing"), METHODS.index("race")


@kernel
def add_to_pool(site: Site, workspace: GeneratorWorkspace, pool: Pool, score: int) -> None:
    """Insert the puzzle on the site into the sorted pool. A full pool drops its worst puzzle.

    In a race, move the current climb to the puzzle instead.
    """
    settings, ranking, state = site.settings, pool.ranking, pool.state
    if settings[_METHOD] == _RACE:
        climb_tournament.add_to_tournament(site, workspace, pool, score)
        return
    # Annealing is a pool of a single puzzle.
    size = 1 if settings[_METHOD] == _ANNEALING else settings[_SIZE]
    slot = state[puzzle_pool.MEMBERS]
    if slot == size:
        slot -= 1
    else:
        state[puzzle_pool.MEMBERS] += 1
    # Among equal scores, newer puzzles go first and push out older ones, so the pool keeps
    # changing.
    while slot > 0 and ranking[slot - 1, puzzle_pool.SCORE] <= score:
        puzzle_pool.copy_slot(pool, slot - 1, slot)
        slot -= 1
    puzzle_pool.write_puzzle(site, workspace, pool, slot, score)


@entry
def open_pool(
    site: Site, workspace: GeneratorWorkspace, pool: Pool, seed: int, attempt: int
) -> None:
    """Start the pool with the puzzle on the site, which must have just been proven unique."""
    state = pool.state
    for index in range(puzzle_pool.STATE):
        state[index] = 0
    score = puzzle_acceptance.compute_score(site.settings, workspace.record)
    puzzle_pool.add_entry(pool, puzzle_pool.NO_ENTRY, puzzle_pool.NO_ENTRY, score, NONE)
    if site.settings[_METHOD] == _RACE:
        climb_tournament.open_race(site, workspace, pool, score)
    else:
        add_to_pool(site, workspace, pool, score)
    puzzle_pool.remember_best(
        site, workspace, pool, score, puzzle_acceptance.find_fault(site.settings, workspace)
    )
    begin_stage(site, seed, attempt, MUTATIONS_STAGE)


@kernel
def is_wanted(site: Site, workspace: GeneratorWorkspace, pool: Pool, score: int) -> bool:
    """Return True if the puzzle on the site should join the puzzles that are mutated further."""
    settings, ranking, state, stream = site.settings, pool.ranking, pool.state, site.stream
    if settings[_METHOD] == _RACE:
        return climb_tournament.is_wanted(site, workspace, pool, score)
    if settings[_METHOD] != _ANNEALING:
        members = state[puzzle_pool.MEMBERS]
        return members < settings[_SIZE] or score >= ranking[members - 1, puzzle_pool.SCORE]
    # The temperature falls linearly, and no loss is accepted after the cooling time.
    loss, left = (
        ranking[0, puzzle_pool.SCORE] - score,
        max(0, settings[_COOLING] - state[puzzle_pool.ITERATION]),
    )
    return accept_loss(stream, loss, settings[_TEMPERATURE], left, settings[_COOLING])


@kernel
def choose_mate(site: Site, pool: Pool, slot: int) -> int:
    """Return a random slot to cross with ``slot``, or ``slot`` itself if there is no crossover."""
    settings, stream, members = site.settings, site.stream, pool.state[puzzle_pool.MEMBERS]
    share = settings[_CROSSOVER]
    if share == 0 or members == 1 or draw_below(stream, _PER_MILLE) >= share:
        return slot
    other = draw_below(stream, members - 1)
    # The draw is over all other slots, so skip ``slot`` itself.
    return other + 1 if other >= slot else other


@kernel
def run_iteration(site: Site, workspace: GeneratorWorkspace, pool: Pool) -> int:
    """Make one offspring; return the reason to reject it, or -1 if it is kept."""
    stream, state, ranking = site.stream, pool.state, pool.ranking
    if site.settings[_METHOD] == _RACE:
        climb_tournament.prepare_iteration(site, pool)
    slot = draw_below(stream, state[puzzle_pool.MEMBERS])
    parent = ranking[slot, puzzle_pool.ENTRY]
    mate = choose_mate(site, pool, slot)
    crossed = mate != slot
    other = ranking[mate, puzzle_pool.ENTRY] if crossed else puzzle_pool.NO_ENTRY
    # The history records the random stream's word, so that the offspring can be made again.
    word = stream[0]
    cells, lines = pool.cells[slot], pool.lines[slot]
    if not make_offspring(site, workspace, cells, lines, pool.cells[mate], crossed):
        return DOTS_STAGE
    if not puzzle_acceptance.solve_again(site, workspace):
        return puzzle_acceptance.NOT_DEDUCED
    state[puzzle_pool.SOLVED] += 1
    score = puzzle_acceptance.compute_score(site.settings, workspace.record)
    wanted = is_wanted(site, workspace, pool, score)
    # The fault is known only after the proof. Assume here that there is none.
    promising = puzzle_pool.is_best(pool, score, -1)
    if not wanted and not promising:
        return MUTATIONS_STAGE
    # The proof takes longest, so it is left for puzzles that may be kept.
    if not puzzle_acceptance.is_unique(site, workspace):
        return puzzle_acceptance.NOT_UNIQUE
    fault = puzzle_acceptance.find_fault(site.settings, workspace) if promising else 0
    best = promising and puzzle_pool.is_best(pool, score, fault)
    if not wanted and not best:
        return MUTATIONS_STAGE
    puzzle_pool.add_entry(pool, parent, other, score, word)
    if wanted:
        add_to_pool(site, workspace, pool, score)
    if best:
        puzzle_pool.remember_best(site, workspace, pool, score, fault)
    state[puzzle_pool.KEPT] += 1
    return -1


@entry
def run_optimizer(
    site: Site, workspace: GeneratorWorkspace, pool: Pool, control: Longs, until: int
) -> None:
    """Run until the history is full, the run is stopped, or ``until`` iterations are done in total.

    Setting ``control[0]`` to a value other than 0 stops the run. ``control[1]`` receives the number
    of iterations.
    """
    state = pool.state
    room = pool.history.shape[0]
    # If the history fills up, the caller enlarges it and calls again.
    while (
        state[puzzle_pool.ITERATION] < until
        and state[puzzle_pool.ENTRIES] < room
        and control[0] == 0
    ):
        state[puzzle_pool.ITERATION] += 1
        reason = run_iteration(site, workspace, pool)
        if reason == puzzle_acceptance.NOT_UNIQUE:
            state[puzzle_pool.UNPROVEN] += 1
        elif reason == DOTS_STAGE or reason == puzzle_acceptance.NOT_DEDUCED:
            state[puzzle_pool.UNSOLVED] += 1
        control[1] = state[puzzle_pool.ITERATION]


@entry
def replay_mutation(
    site: Site,
    workspace: GeneratorWorkspace,
    cells: Longs,
    lines: Words,
    other: Longs,
    crossed: bool,
    word: np.uint64,
) -> None:
    """Make an offspring again from its parent and the random word at which its mutation began.

    If the site has a log, it receives the events.

    Args:
        site: The site that receives the offspring.
        workspace: The arrays to work in.
        cells: The parent, as a code for each cell.
        lines: An array that receives the cells on the parent's lines.
        other: The second parent, as a code for each cell. It is used only for a crossover.
        crossed: True if the two parents were crossed.
        word: The word of the random stream at which the mutation began.
    """
    layout, sketch, stream, scratch = site.layout, site.sketch, site.stream, site.scratch
    for cell in range(site.rows * site.cols):
        layout[CELLS, cell] = cells[cell]
        # The planes that only the log uses begin with the sketch's values.
        for plane in (WEIGHTS, DEDUCED):
            layout[plane, cell] = sketch[plane, cell]
    # Proving the parent unique leaves its solution in the workspace, for ``mark_lines``.
    puzzle_acceptance.is_unique(site, workspace)
    puzzle_acceptance.mark_lines(workspace, lines)
    scratch[EVENT_COUNT] = 0
    stream[0] = word
    make_offspring(site, workspace, cells, lines, other, crossed)
