"""Compiled checks of a candidate's openness and of the relevance of its objects.

A candidate is a *layout*: planes of codes on a site of :mod:`engine.stages.stage_workspace`. Its
objects are the pieces, tiles and gates that can be removed. An object is *needed* if removing it
leaves no solution, or changes the length of the shortest one. It is *inert* if removing it changes
none of the compared facts, which are called figures here. The evaluation package finds the
relevance of the objects in a single level of any game. These kernels find it for thousands of
candidates::

    for each object in the layout:
        remove it
        explore the layout and compute its figures (length, states, ...)
        compare them with the figures of the whole layout
        put it back

:func:`prune_layout`, the last stage of generators, removes inert objects in this loop. Removing one
object may change the relevance of all others, so the loop repeats until a pass removes nothing.
Each answer is cached together with a number that counts the changes to the layout so far.

A game describes its removable objects in :class:`engine.tiles.removable_objects.LayoutObjects` and
registers the kernels that explore a layout and compute its figures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any, NamedTuple, cast

import numpy as np

from engine.jit.decorators import ClassDispatch, Longs, kernel, subroutine
from engine.search.breadth_first import COUNT, DEPTH
from engine.search.candidate_search import (
    PASSED,
    STOPPED,
    CandidateWorkspace,
    find_graph_facts,
    get_shortest_length,
)
from engine.stages.candidate import NOTHING, Attempts, Recipe
from engine.stages.stage_workspace import Site, set_cell
from engine.tiles.parameters import INERT as INERT_FACT
from engine.tiles.parameters import REFUSED, RELEVANCE, SURPLUS
from engine.tiles.removable_objects import (
    FIGURES,
    SLOTS,
    LayoutObjects,
    count_objects,
    get_kind,
    get_plane,
    get_remainder,
    is_locked,
)
from engine.values.budget import Control
from engine.values.ranges import UNBOUNDED

UNLIMITED = 2**31 - 1
"""A limit on the number of moves that no solution reaches."""
TOO_MANY, UNSOLVABLE = 0, 1
"""Reasons why a layout has no figures: it has too many states, or it cannot be won."""

INERT, NEEDED, COUNTED = range(3)
"""Indices into the counts of objects by relevance."""

_UNKNOWN, _INERT, _OTHER, _NEEDED = range(4)
_WORTH_COUNT = 4
_COUNTABLE_LAYERS = 30
"""The depth up to which, with four moves per state, the number of solutions cannot overflow."""


class TileWorkspace(NamedTuple):
    """The memory for solving candidates and for checking their removable objects."""

    workspace: CandidateWorkspace
    objects: LayoutObjects

    @property
    def rejections(self) -> Longs:
        """The number of candidates rejected for each reason, indexed by the reason's number."""
        return self.workspace.rejections


@ClassDispatch
def explore_layout(
    rules: Any,
    site: Site,
    control: Longs,
    workspace: CandidateWorkspace,
    shortest: int,
    longest: int,
    outside: int,
) -> int:
    """Explore the layout on a site, using the kernel registered for the class of ``rules``.

    If the shortest solution does not have from ``shortest`` to ``longest`` moves, the result is
    ``outside``.

    Returns:
        PASSED, STOPPED, TOO_MANY, UNSOLVABLE or ``outside``.
    """
    return STOPPED


@ClassDispatch
def write_figures(rules: Any, workspace: CandidateWorkspace, figures: Longs) -> bool:
    """Write the figures of the last explored layout to ``figures``.

    The first two figures are the length of the shortest solution and the number of states. The
    result is False if a figure overflows.
    """
    return False


def register_rules(
    rules: type, exploring: Callable[..., int], figures: Callable[..., bool]
) -> None:
    """Register a game's kernels for :func:`explore_layout` and :func:`write_figures`."""
    explore_layout.kernels[rules] = cast(FunctionType, exploring)
    write_figures.kernels[rules] = cast(FunctionType, figures)


@subroutine
def _find_relevance(
    rules: Any,
    site: Site,
    control: Longs,
    workspace: CandidateWorkspace,
    objects: LayoutObjects,
    cell: int,
    slot: int,
) -> int:
    """Return the relevance of an object, or STOPPED if the search was asked to stop."""
    layout, plane = site.layout, get_plane(slot)
    old = layout[plane, cell]
    layout[plane, cell] = get_remainder(site, objects, cell, slot)
    reason = explore_layout(rules, site, control, workspace, 0, UNLIMITED, STOPPED)
    layout[plane, cell] = old
    if reason == STOPPED:
        return STOPPED
    if reason != PASSED:
        return _NEEDED if reason == UNSOLVABLE else _UNKNOWN
    own, without = objects.figures, objects.figures_without
    # The length and the number of states are known even before the backward pass. In a deeper
    # graph, the number of solutions may overflow, so all figures must be computed and compared.
    if workspace.search.cursor[DEPTH] < _COUNTABLE_LAYERS:
        if get_shortest_length(workspace) != own[0]:
            return _NEEDED
        if workspace.search.cursor[COUNT] != own[1]:
            return _OTHER
    find_graph_facts(rules.moves, workspace)
    if not write_figures(rules, workspace, without):
        return _UNKNOWN
    if own[0] != without[0]:
        return _NEEDED
    for figure in range(FIGURES):
        if own[figure] != without[figure]:
            return _OTHER
    return _INERT


@subroutine
def prune_layout(
    rules: Any,
    site: Site,
    control: Longs,
    workspace: CandidateWorkspace,
    objects: LayoutObjects,
    stage: int,
    surplus: int,
    index: int,
) -> int:
    """Count objects by relevance in the last explored layout, and remove surplus inert objects.

    Inert objects are removed in reading order if the settings say so and there are more of them
    than allowed. Objects on locked cells are kept, and so is the minimum number of each kind.

    Args:
        rules: The rules of the game.
        site: The site that holds the layout.
        control: The shared array through which the search is stopped and reports progress.
        workspace: The workspace for the search.
        objects: The objects in the layout.
        stage: The number of the stage, for the event log.
        surplus: The index, in the settings, of the parameter for surplus inert objects.
        index: The index, in the settings, of the allowed ranges; see :func:`check_counts`.

    Returns:
        PASSED; STOPPED if the search was asked to stop; TOO_MANY if the layout has too many states
        after the removal of some object.
    """
    counts, known = objects.counts, objects.known_worths
    removing, most = site.settings[surplus] == 0, site.settings[index + 1]
    if not write_figures(rules, workspace, objects.figures):
        return TOO_MANY
    count_objects(site, objects)
    # A cached answer is state * _WORTH_COUNT + relevance, where ``state`` is the number of removals
    # so far plus one. Therefore an entry of 0 holds no answer.
    for place in range(site.rows * site.cols * SLOTS):
        known[place] = 0
    state = 1
    going = True
    while going:
        going = False
        # Restart the counts. The last pass removes nothing, so its counts are the result.
        for count in range(len(counts)):
            counts[count] = 0
        for cell in range(site.rows * site.cols):
            for slot in range(SLOTS):
                kind = get_kind(site, objects, cell, slot)
                if kind < 0:
                    continue
                place = cell * SLOTS + slot
                found = known[place] - state * _WORTH_COUNT
                # An answer for an earlier state is too small, which makes the difference negative.
                if found < 0:  # no answer is cached, or the layout has changed since
                    found = _find_relevance(rules, site, control, workspace, objects, cell, slot)
                    known[place] = state * _WORTH_COUNT + found
                if found == STOPPED:
                    return STOPPED
                # If the state graph without the object is too large, reject the whole candidate.
                if found == _UNKNOWN:
                    return TOO_MANY
                if (
                    removing
                    and found == _INERT
                    and counts[INERT] >= most
                    and objects.numbers[kind] > objects.minimums[kind]
                    and not is_locked(site, cell, slot)
                ):
                    left = get_remainder(site, objects, cell, slot)
                    # The figures of the whole layout remain valid, because removing an inert object
                    # changes none of them.
                    set_cell(site, stage, get_plane(slot), cell, left, NOTHING, NOTHING)
                    objects.numbers[kind] -= 1
                    state += 1
                    going = True
                    continue
                counts[COUNTED] += 1
                counts[INERT] += found == _INERT
                counts[NEEDED] += found == _NEEDED
    return PASSED


@kernel
def check_openness(site: Site, open_cells: int, index: int) -> int:
    """Check whether the number and the share of open cells are in their ranges.

    Args:
        site: The site that holds the layout.
        open_cells: The number of open cells.
        index: The index, in the settings, of the range for the number. The range for the share, in
            percent, follows it.

    Returns:
        0 if the number is out of range, 1 if the share is out of range, -1 if both are in range.
    """
    settings, inner = site.settings, (site.rows - 2) * (site.cols - 2)
    if not settings[index] <= open_cells <= settings[index + 1]:
        return 0
    # Multiply both sides by the number of inner cells, to avoid a division.
    inside = settings[index + 2] * inner <= 100 * open_cells <= settings[index + 3] * inner
    return -1 if inside else 1


@kernel
def has_relevance_limits(settings: Longs, index: int) -> bool:
    """Return whether the settings constrain relevance; for ``index``, see :func:`check_counts`."""
    return bool(
        settings[index] > 0
        or settings[index + 1] < UNBOUNDED
        or settings[index + 2] > 0
        or settings[index + 3] < 100
    )


@kernel
def check_counts(objects: LayoutObjects, settings: Longs, index: int) -> int:
    """Check whether the number of inert objects and the share of needed ones are in range.

    Args:
        objects: The objects of the layout, with their counts.
        settings: The settings of the site.
        index: The index, in the settings, of the range for the number of inert objects. The range
            for the share of needed objects, in percent, follows it.

    Returns:
        0 if the number is out of range, 1 if the share is out of range, -1 if both are in range.
    """
    counts = objects.counts
    if not settings[index] <= counts[INERT] <= settings[index + 1]:
        return 0
    # In a layout without objects, the share of needed ones counts as 1.
    needed, counted = (counts[NEEDED], counts[COUNTED]) if counts[COUNTED] > 0 else (1, 1)
    inside = settings[index + 2] * counted <= 100 * needed <= settings[index + 3] * counted
    return -1 if inside else 1


def add_counts(found: Attempts, objects: LayoutObjects, settings: Longs, index: int) -> Attempts:
    """Add the relevance facts of the accepted candidate to ``found``, if they were computed.

    The accepted candidate must be the last one checked. For ``index``, see :func:`check_counts`.
    """
    if found.accepted is None or not has_relevance_limits(settings, index):
        return found
    counted, inert, needed = (int(objects.counts[index]) for index in (COUNTED, INERT, NEEDED))
    share = needed / counted if counted else 1.0
    keys = (fact.key for fact in RELEVANCE)
    return replace(found, facts=dict(zip(keys, (inert, share), strict=True)))


def create_pruner(
    recipe: Recipe,
    control: Control | None,
    get_workspace: Callable[[int], Any],
    try_candidates: Callable[[Site, int, int, int, Longs, Any], int],
) -> Callable[[Site, int, int], int] | None:
    """Return a function that builds a candidate and prunes it, or None if nothing is pruned.

    The function returns the number of the stage that gave up, or -1 if none did. A candidate that
    is rejected before the last stage is not pruned.
    """
    parameters, control = recipe.parameters, control or Control()
    if (
        parameters.get_word(SURPLUS.key) == REFUSED
        or parameters.get_range(INERT_FACT.key).high is None
    ):
        return None

    def build_candidate(site: Site, seed: int, attempt: int) -> int:
        workspace = get_workspace(parameters.get_integer("max_states"))
        try_candidates(site, seed, attempt, 1, control.shared_cells, workspace)
        control.raise_if_cancelled()
        gave_up = np.flatnonzero(workspace.rejections[: len(site.streams)])
        return int(gave_up[0]) if len(gave_up) else -1

    return build_candidate
