"""What candidates are judged by beside their solutions: how open they are, and what is relevant.

The last stage of generators is here too: it takes away what is inert. What relevance is,
:mod:`engine.evaluation.relevance` says for levels of any game; here kernels judge it, of candidates
by the thousand. A game says what can be taken away, in :class:`engine.tiles.things.Things`, and
registers how a layout is solved and by which figures layouts differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any, NamedTuple, cast

import numpy as np

from engine.jit.marks import ByClass, Longs, kernel, subroutine
from engine.search.bench import PASSED, STOPPED, Bench, look_behind, shortest_on
from engine.search.breadth_first import COUNT, DEPTH
from engine.staging.generation import NOTHING, Attempts, Recipe
from engine.staging.site import Site, put
from engine.tiles.parameters import INERT as INERT_FACT
from engine.tiles.parameters import REFUSED, RELEVANCE, SURPLUS
from engine.tiles.things import (
    FIGURES,
    SLOTS,
    Things,
    count_things,
    is_locked,
    kind_at,
    left_at,
    plane_of,
)
from engine.values.budget import Control
from engine.values.ranges import UNBOUNDED

UNLIMITED = 2**31 - 1
"""Moves that no solution has."""
TOO_MANY, UNSOLVABLE = 0, 1
"""Why a layout has no figures: too many positions, no win."""

INERT, NEEDED, COUNTED = range(3)
"""Indices of the counts of things."""

_UNKNOWN, _INERT, _OTHER, _NEEDED = range(4)
_WORTHS = 4
_COUNTABLE_LAYERS = 30
"""Layers of positions up to which four moves in each make no number of ways too large."""


class TileBench(NamedTuple):
    """Where candidates are judged, and what can be taken away from them."""

    bench: Bench
    things: Things

    @property
    def rejected(self) -> Longs:
        """How many candidates were rejected, by number of the reason."""
        return self.bench.rejected


@ByClass
def explore_layout(
    rules: Any, site: Site, control: Longs, bench: Bench, shortest: int, longest: int, outside: int
) -> int:
    """Searches the layout on a site by the rules of a class, of which only that counts.

    A solution has from ``shortest`` to ``longest`` moves, else ``outside`` is the reason.

    Returns:
        PASSED, STOPPED, TOO_MANY, UNSOLVABLE or ``outside``.
    """
    return STOPPED


@ByClass
def enter_figures(rules: Any, bench: Bench, figures: Longs) -> bool:
    """Enters the figures of the layout that was solved last; False for numbers too large.

    The first two are the length of the shortest solution and the number of positions.
    """
    return False


def register(rules: type, exploring: Callable[..., int], figures: Callable[..., bool]) -> None:
    """Registers functions with the signatures of the two above for rules of a class."""
    explore_layout.kernels[rules] = cast(FunctionType, exploring)
    enter_figures.kernels[rules] = cast(FunctionType, figures)


@subroutine
def _relevance(
    rules: Any, site: Site, control: Longs, bench: Bench, things: Things, cell: int, slot: int
) -> int:
    """What is different without a thing; STOPPED if asked to stop."""
    layout, plane = site.layout, plane_of(slot)
    old = layout[plane, cell]
    layout[plane, cell] = left_at(site, things, cell, slot)
    reason = explore_layout(rules, site, control, bench, 0, UNLIMITED, STOPPED)
    layout[plane, cell] = old
    if reason == STOPPED:
        return STOPPED
    if reason != PASSED:
        return _NEEDED if reason == UNSOLVABLE else _UNKNOWN
    own, without = things.own, things.without
    if bench.work.cursor[DEPTH] < _COUNTABLE_LAYERS:
        if shortest_on(bench) != own[0]:
            return _NEEDED
        if bench.work.cursor[COUNT] != own[1]:
            return _OTHER
    look_behind(rules.moves, bench)
    if not enter_figures(rules, bench, without):
        return _UNKNOWN
    if own[0] != without[0]:
        return _NEEDED
    for figure in range(FIGURES):
        if own[figure] != without[figure]:
            return _OTHER
    return _INERT


@subroutine
def tidy(
    rules: Any,
    site: Site,
    control: Longs,
    bench: Bench,
    things: Things,
    stage: int,
    surplus: int,
    index: int,
) -> int:
    """Counts the things of the layout that was solved last, by their relevance.

    Inert ones beyond the most that are allowed are taken away, if the settings say so, in reading
    order, but for those on locked cells and as long as there are more than the least of their kind.
    ``surplus`` is where the settings say that, ``index`` is as :func:`things_outside` has it.

    Returns:
        PASSED, STOPPED, or TOO_MANY if the positions without a thing are too many to be counted.
    """
    counts, known = things.counts, things.known
    removing, most = site.settings[surplus] == 0, site.settings[index + 1]
    if not enter_figures(rules, bench, things.own):
        return TOO_MANY
    count_things(site, things)
    for place in range(site.rows * site.cols * SLOTS):
        known[place] = 0
    state = 1
    going = True
    while going:
        going = False
        for count in range(len(counts)):
            counts[count] = 0
        for cell in range(site.rows * site.cols):
            for slot in range(SLOTS):
                kind = kind_at(site, things, cell, slot)
                if kind < 0:
                    continue
                place = cell * SLOTS + slot
                found = known[place] - state * _WORTHS
                if found < 0:  # the layout has changed since, or it was never asked
                    found = _relevance(rules, site, control, bench, things, cell, slot)
                    known[place] = state * _WORTHS + found
                if found == STOPPED:
                    return STOPPED
                if found == _UNKNOWN:
                    return TOO_MANY
                if (
                    removing
                    and found == _INERT
                    and counts[INERT] >= most
                    and things.number[kind] > things.least[kind]
                    and not is_locked(site, cell, slot)
                ):
                    left = left_at(site, things, cell, slot)
                    put(site, stage, plane_of(slot), cell, left, NOTHING, NOTHING)
                    things.number[kind] -= 1
                    state += 1
                    going = True
                    continue
                counts[COUNTED] += 1
                counts[INERT] += found == _INERT
                counts[NEEDED] += found == _NEEDED
    return PASSED


@kernel
def openness_outside(site: Site, open_cells: int, index: int) -> int:
    """Whether the open cells are too few or too many: 0 by number, 1 by share, -1 if not.

    ``index`` is where the range of the number stands in the settings, then that of the share, in
    per cent.
    """
    settings, inner = site.settings, (site.rows - 2) * (site.cols - 2)
    if not settings[index] <= open_cells <= settings[index + 1]:
        return 0
    inside = settings[index + 2] * inner <= 100 * open_cells <= settings[index + 3] * inner
    return -1 if inside else 1


@kernel
def asks_for_things(settings: Longs, index: int) -> bool:
    """Whether relevance is asked for; ``index`` is as :func:`things_outside` has it."""
    return bool(
        settings[index] > 0
        or settings[index + 1] < UNBOUNDED
        or settings[index + 2] > 0
        or settings[index + 3] < 100
    )


@kernel
def things_outside(things: Things, settings: Longs, index: int) -> int:
    """Which count of things is out of its range: 0 of the inert, 1 the share of the needed, or -1.

    ``index`` is where the range of the inert stands in the settings, then that of the share, in per
    cent.
    """
    counts = things.counts
    if not settings[index] <= counts[INERT] <= settings[index + 1]:
        return 0
    needed, counted = (counts[NEEDED], counts[COUNTED]) if counts[COUNTED] > 0 else (1, 1)
    inside = settings[index + 2] * counted <= 100 * needed <= settings[index + 3] * counted
    return -1 if inside else 1


def with_counts(found: Attempts, things: Things, settings: Longs, index: int) -> Attempts:
    """Attempts whose accepted board was judged last, with the counts of its things if it was.

    ``index`` is as :func:`things_outside` has it.
    """
    if found.accepted is None or not asks_for_things(settings, index):
        return found
    counted, inert, needed = (int(things.counts[index]) for index in (COUNTED, INERT, NEEDED))
    share = needed / counted if counted else 1.0
    keys = (fact.key for fact in RELEVANCE)
    return replace(found, facts=dict(zip(keys, (inert, share), strict=True)))


def made_tidy(
    recipe: Recipe,
    control: Control | None,
    bench_for: Callable[[int], Any],
    try_candidates: Callable[[Site, int, int, int, Longs, Any], int],
) -> Callable[[Site, int, int], int] | None:
    """What makes a candidate of a seed on a site up to its tidying; None if nothing is to be tidy.

    It says which stage gave up, or -1. What is rejected before is not tidied.
    """
    parameters, control = recipe.parameters, control or Control()
    if parameters.word(SURPLUS.key) == REFUSED or parameters.range(INERT_FACT.key).high is None:
        return None

    def make(site: Site, seed: int, attempt: int) -> int:
        """Tries the candidate, for what that leaves on the site."""
        bench = bench_for(parameters.integer("max_states"))
        try_candidates(site, seed, attempt, 1, control.cells, bench)
        control.require_going_on()
        gave_up = np.flatnonzero(bench.rejected[: len(site.streams)])
        return int(gave_up[0]) if len(gave_up) else -1

    return make
