"""The traps along a level's solution: other turns after which the level can no longer be won.

Before each turn in the solution, the monk could turn a different line, or the same line from a
different square. A *trial* is such a turn together with one group of squares that it leaves him on.
It is a trap if soldiers have a path to him afterwards, or if no win can be reached.

Four equal turns cancel out, so the monk can undo most trials by making the same turn three more
times, if he survives. Karma that he collects on the way does no harm. For most other trials, a beam
search finds a win. A beam search that drops no states proves that there is none.
"""

from __future__ import annotations

import numpy as np

from engine.games.mazing_monk.cube.bitcube import (
    ATTACKED,
    PLANE,
    SQUARES_AT,
    STATE_WORDS,
    Tables,
    get_squares,
    list_children,
)
from engine.games.mazing_monk.search import turn_search
from engine.games.mazing_monk.search.bound import NO_LIMIT
from engine.games.mazing_monk.search.fewest_walks import LAZY_STATE, LENGTH, LazyStates
from engine.games.mazing_monk.search.turn_search import TurnSearch
from engine.jit.decorators import Longs, Words, entry, kernel

FIRST_WIDTH, WIDTH_FACTOR, BEAM_COUNT = 10, 10, 3
"""The width of the first beam search, the factor between one width and the next, and the number of
beam searches."""
MAX_STATES = 200_000
"""The maximum number of states in the widest beam search. Narrower ones may see proportionally
fewer."""
FULL_TURN = 4
"""The number of equal turns that cancel out."""
_NO_PAUSE = 1 << 62


UNKNOWN = -1
"""A value that represents an unknown number."""


@kernel
def can_undo(
    tables: Tables, scout: TurnSearch, word: np.uint64, karma: np.uint64, turn: int, squares: int
) -> bool:
    """Return True if the monk survives making a turn four times without walking.

    Args:
        tables: The lookup tables.
        scout: A search whose arrays are used as a workspace.
        word: The first word of the state before the first turn.
        karma: The second word of that state.
        turn: The number of the turn.
        squares: The mask of the squares that the monk may be on.
    """
    children, kinds = scout.children, scout.kinds
    for _ in range(FULL_TURN):
        now = (word & PLANE) | np.uint64(squares) << SQUARES_AT
        squares = 0
        for child in range(list_children(tables, now, karma, False, children, kinds)):
            # A deadly turn has a different kind, so this keeps only the groups that survive.
            if kinds[child] == turn:
                word, karma = children[STATE_WORDS * child], children[STATE_WORDS * child + 1]
                squares |= get_squares(word)
        if squares == 0:
            return False
    return True


@kernel
def is_winnable(
    tables: Tables, scout: TurnSearch, start: Words, control: Longs, spare: int, most: int
) -> int:
    """Return YES if a win can be reached from a whole state, NO if not, or OPEN if undecided."""
    cursor, width, part = scout.cursor, FIRST_WIDTH, WIDTH_FACTOR ** (BEAM_COUNT - 1)
    for _ in range(BEAM_COUNT):
        for index in range(turn_search.CURSOR):
            cursor[index] = 0
        few = max(most // part, 1)
        turn_search.run_iteration(
            tables, scout, start, control, NO_LIMIT, width, spare, few, _NO_PAUSE
        )
        if cursor[turn_search.STATUS] == turn_search.FOUND:
            return turn_search.YES
        # A beam search that dropped no states was complete, so there is no win to be found.
        if (
            cursor[turn_search.STATUS] == turn_search.EMPTY
            and cursor[turn_search.DROPPED_STATES] == 0
        ):
            return turn_search.NO
        width *= WIDTH_FACTOR
        part //= WIDTH_FACTOR
    return turn_search.OPEN


@entry
def find_traps(
    tables: Tables,
    search: TurnSearch,
    lazy: LazyStates,
    scout: TurnSearch,
    control: Longs,
    spare: int,
    most: int,
) -> tuple[int, int]:
    """Count the traps along a level's best solution.

    Args:
        tables: The lookup tables.
        search: The finished search.
        lazy: The lazy states, including the best solution.
        scout: The arrays for the searches that look for a win after a trial.
        control: The shared array through which the search is stopped and reports its progress.
        spare: The amount of karma that may be left behind.
        most: The maximum number of states that the search after one trial may see.

    Returns:
        The number of traps, or UNKNOWN if any trial is undecided, and the number of deadly turns
        among them.
    """
    states, children, kinds, start = search.states, search.children, search.kinds, lazy.children
    hopeless, deadly, decided, progress = 0, 0, True, control[1]
    for action in range(lazy.counts[LENGTH] - 1):
        at = STATE_WORDS * lazy.followed[lazy.play[action, LAZY_STATE]]
        word, karma = states[at], states[at + 1]
        for child in range(list_children(tables, word, karma, True, children, kinds)):
            if kinds[child] >= ATTACKED:
                deadly += 1
                continue
            # Once a trial is undecided, the number of traps stays unknown, so count only deadly
            # turns.
            if not decided:
                continue
            at = STATE_WORDS * child
            start[0], start[1] = children[at], children[at + 1]
            squares = get_squares(word) & get_squares(start[0])
            if can_undo(tables, scout, word, karma, kinds[child], squares):
                continue
            chance = is_winnable(tables, scout, start, control, spare, most)
            hopeless += 1 if chance == turn_search.NO else 0
            decided = chance != turn_search.OPEN
    # The searches after trials have overwritten the main search's progress.
    control[1] = progress
    return deadly + hopeless if decided else UNKNOWN, deadly
