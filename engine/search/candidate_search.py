"""Fast searches of candidate levels, one after another in the same memory.

In one compiled function, a generator builds a candidate, compiles it into the table and start state
of a workspace, calls :func:`explore_candidate`, and checks the resulting graph. The search stops as
soon as the candidate is certain to be rejected. The backward pass (:func:`find_graph_facts`), which
some facts need, doubles the time.

Each reason to reject a candidate has a number, which depends on the game. The reasons are in this
order: a stage gave up, there are too many states, there is no win, a reason specific to the game
applies, or a fact is out of range (:func:`list_rejection_reasons`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import get_ident
from typing import Any, NamedTuple

import numpy as np

from engine.jit.decorators import Ints, Longs, Words, kernel, subroutine
from engine.search import breadth_first
from engine.search.breadth_first import Workspace
from engine.search.retrograde import RetrogradeArrays, analyse_graph, create_arrays
from engine.search.search_memory import FOUND, FULL, RUNNING
from engine.search.search_memory import STOPPED as SEARCH_STOPPED
from engine.search.successors import SearchLevel

PASSED, STOPPED = -1, -2
"""Results that are not reasons for rejection: the candidate passed, or the search was stopped."""


class CandidateWorkspace(NamedTuple):
    """The arrays in which candidates are explored and checked.

    Attributes:
        table: The level in the form that the game's kernels use.
        start: The packed start state.
        rejections: The number of rejections for each reason.
        values: The current candidate's values for the facts that are checked. A value that the game
            does not set stays 1, which means true.
        search: The arrays of the forward search.
        retrograde: The arrays of the backward pass.
    """

    table: Ints
    start: Words
    rejections: Longs
    values: Longs
    search: Workspace
    retrograde: RetrogradeArrays


def list_rejection_reasons(
    stages: Sequence[str], game_reasons: Sequence[str], facts: Sequence[str]
) -> tuple[str, ...]:
    """Return the reasons to reject a candidate, in the order of their numbers.

    Args:
        stages: The titles of the stages, each of which can give up.
        game_reasons: The reasons that the game defines.
        facts: The keys of the facts, each of which can be out of range.
    """
    return (
        *(f"{stage.lower()} failed" for stage in stages),
        "too many positions (max_states)",
        "unsolvable",
        *game_reasons,
        *(f"{fact.replace('_', ' ')} out of range" for fact in facts),
    )


def create_candidate_workspace(
    reasons: int, facts: int, table: int, moves: int, words: int, scratch: int, max_states: int
) -> CandidateWorkspace:
    """Return a workspace for candidates of up to ``max_states`` states.

    Workspaces of the same thread and size share the memory for their searches.

    Args:
        reasons: The number of reasons for rejection.
        facts: The number of facts that are checked for each candidate.
        table: The maximum length of a compiled level.
        moves: The number of moves to try in each state.
        words: The number of words in a packed state.
        scratch: The length of the scratch memory that the game's kernel needs.
        max_states: The maximum number of states.
    """
    work, behind = _get_memory(get_ident(), moves, words, scratch, max_states + moves)
    return CandidateWorkspace(
        np.zeros(table, np.int32),
        np.zeros(words, np.uint64),
        np.zeros(reasons, np.int64),
        np.ones(facts, np.int64),
        work,
        behind,
    )


@lru_cache(maxsize=4)
def _get_memory(
    thread: int, moves: int, words: int, scratch: int, limit: int
) -> tuple[Workspace, RetrogradeArrays]:
    """Return the arrays for a search, which are cached for each thread."""
    return breadth_first.create_workspace(limit, moves, words, scratch), create_arrays(limit, moves)


@kernel
def reset_search(work: Workspace) -> None:
    """Reset a search so that :func:`continue_search` starts it from the beginning."""
    # A count of 0 makes the search begin with the start state.
    work.cursor[breadth_first.COUNT] = 0
    work.cursor[breadth_first.STATUS] = RUNNING
    work.cursor[breadth_first.WON_FROM] = -1


@subroutine
def continue_search(
    rules: Any,
    control: Longs,
    limit: int,
    expansions: int,
    stop_at_win: bool,
    table: Ints,
    start: Words,
    work: Workspace,
) -> int:
    """Continue a search for up to ``expansions`` expansions, and return its status.

    ``limit`` is the maximum number of states, including room for the successors of one state; see
    :func:`engine.search.breadth_first.explore_states`.
    """
    level = SearchLevel(rules, table, start, 0)
    breadth_first.explore_states(level, control, limit, expansions, stop_at_win, work)
    return work.cursor[breadth_first.STATUS]


@kernel
def get_outcome(work: Workspace, reason: int) -> int:
    """Return the result of a candidate's finished search.

    Returns:
        PASSED; STOPPED if the search was stopped; ``reason`` if there are too many states; or
        ``reason`` + 1 if there is no win.
    """
    if work.cursor[breadth_first.STATUS] == SEARCH_STOPPED:
        return STOPPED
    if work.cursor[breadth_first.STATUS] == FULL:
        return reason
    if work.cursor[breadth_first.WON_FROM] < 0:
        return reason + 1
    return PASSED


@kernel
def explore_candidate(
    rules: Any,
    control: Longs,
    limit: int,
    shortest: int,
    longest: int,
    reason: int,
    outside: int,
    workspace: CandidateWorkspace,
) -> int:
    """Explore the candidate in ``workspace``.

    If the candidate passes, the workspace then holds its whole state graph.

    Args:
        rules: The rules of the game.
        control: The shared array of a :class:`~engine.values.budget.Control`, through which the
            search is stopped and reports progress.
        limit: The maximum number of states, including room for the successors of one state.
        shortest: The minimum length of the shortest solutions.
        longest: The maximum length of the shortest solutions.
        reason: The number of the rejection reason for too many states. The next number is the
            reason for having no win.
        outside: The number of the rejection reason for a solution that is too short or too long.
        workspace: The workspace that holds the candidate.

    Returns:
        PASSED, STOPPED, or the number of one of the three reasons.
    """
    table, start, work = workspace.table, workspace.start, workspace.search
    reset_search(work)
    # Stop at the first win. If its length is out of range, the rest of the graph is not needed.
    if continue_search(rules, control, limit, limit, True, table, start, work) == FOUND:
        if not shortest <= work.cursor[breadth_first.DEPTH] + 1 <= longest:
            return outside
        continue_search(rules, control, limit, limit, False, table, start, work)
    return get_outcome(work, reason)


@subroutine
def find_graph_facts(moves: int, workspace: CandidateWorkspace) -> None:
    """Run the backward pass over the whole graph in a workspace."""
    work, cursor = workspace.search, workspace.search.cursor
    # The slice holds the first state of each depth, and then the number of all states.
    starts = work.starts[: cursor[breadth_first.DEPTH] + 2]
    analyse_graph(work.edges, cursor[breadth_first.COUNT], moves, starts, workspace.retrograde)


@kernel
def get_shortest_length(workspace: CandidateWorkspace) -> int:
    """Return the length of the shortest solutions in a workspace whose graph has a win."""
    depth = 0
    # The search finds the first win in the shallowest state with a winning move, so the length is
    # the depth of that state plus one.
    while workspace.search.starts[depth + 1] <= workspace.search.cursor[breadth_first.WON_FROM]:
        depth += 1
    return depth + 1


@kernel
def write_solution(moves: int, workspace: CandidateWorkspace, solution: Longs) -> None:
    """Write the first of the shortest solutions in a workspace to ``solution``.

    The graph must have a win, and ``solution`` must be as long as a shortest solution. ``moves`` is
    the number of moves to try in each state.
    """
    work = workspace.search
    parents, edges, state = work.parents, work.edges, work.cursor[breadth_first.WON_FROM]
    # Follow the parents backwards from the winning move. The first edge from a parent to the state
    # belongs to the move that found the state.
    at = len(solution) - 1
    solution[at] = work.cursor[breadth_first.WON_BY]
    while at > 0:
        at -= 1
        parent = parents[state]
        move = 0
        while edges[parent * moves + move] != state:
            move += 1
        solution[at] = move
        state = parent


@kernel
def find_value_outside(values: Longs, settings: Longs, index: int) -> int:
    """Return the index of the first value outside its range, or -1 if there is none.

    ``settings[index]`` and ``settings[index + 1]`` are the limits of the first value's range. The
    limits for the other values follow.
    """
    for number in range(len(values)):
        low, high = settings[index + 2 * number], settings[index + 2 * number + 1]
        if not low <= values[number] <= high:
            return number
    return -1
