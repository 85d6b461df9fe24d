"""First puzzles by the thousand: made, solved again and proven in one compiled function."""

from __future__ import annotations

from engine.games.linjat.generate.bench import Bench
from engine.games.linjat.generate.judging import (
    NOT_DEDUCED,
    NOT_UNIQUE,
    TOO_PLAIN,
    has_wanted_rule,
    is_unique,
    solve_again,
)
from engine.games.linjat.generate.stages import DOTS_STAGE, NUMBERS_STAGE, draw_dots, draw_numbers
from engine.generate.staging import Site, clear_site
from engine.jit.arrays import Longs
from engine.jit.marks import entry, kernel

NONE_ACCEPTED, STOPPED = -1, -2


@kernel
def make_candidate(site: Site, bench: Bench, seed: int, attempt: int) -> int:
    """Makes the first puzzle of an attempt; why it is none, -1 if it is one.

    The bench holds its layers, and its proven solution, afterwards.
    """
    clear_site(site)
    if not draw_numbers(site, bench, seed, attempt):
        return NUMBERS_STAGE
    if not draw_dots(site, bench, seed, attempt):
        return DOTS_STAGE
    if not solve_again(site, bench):
        return NOT_DEDUCED
    if not has_wanted_rule(site.settings, bench.record):
        return TOO_PLAIN
    return -1 if is_unique(site, bench) else NOT_UNIQUE


@entry
def first_candidate(
    site: Site, bench: Bench, control: Longs, seed: int, first: int, number: int
) -> int:
    """Tries attempts ``first`` to ``first + number - 1`` until one is a puzzle.

    Returns:
        The attempt, NONE_ACCEPTED, or STOPPED if asked to stop. ``bench.rejected`` counts the
        others by reason.
    """
    for attempt in range(first, first + number):
        if control[0] != 0:
            return STOPPED
        reason = make_candidate(site, bench, seed, attempt)
        if reason < 0:
            return attempt
        bench.rejected[reason] += 1
        control[2] += 1
    return NONE_ACCEPTED
