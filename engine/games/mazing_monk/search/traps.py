"""Where a level traps its player: turns beside its solution after which no play wins.

Whenever the solution turns a line, the monk might turn another one, or the same from another
square. A *trial* is such a turn with the part of the top face in which he then is; it is a trap if
soldiers have a path to him then, or if no play from there on wins.

Four equal turns are none, so most trials can be undone by three more of the same, if the monk
survives them: karma that he picks up on the way does no harm. Of the others a beam finds most wins,
and one that leaves nothing out proves that there is none.
"""

from __future__ import annotations

import numpy as np

from engine.games.mazing_monk.cube.planes import (
    ATTACKED,
    PLANE,
    SQUARES_AT,
    STATE_WORDS,
    Tables,
    expand,
    squares_of,
)
from engine.games.mazing_monk.search import turns
from engine.games.mazing_monk.search.bound import NO_LIMIT
from engine.games.mazing_monk.search.counting import LENGTH, STAND, Stands
from engine.games.mazing_monk.search.turns import TurnSearch
from engine.jit.marks import Longs, Words, entry, kernel

NARROWEST, WIDER, WIDTHS = 10, 10, 3
"""States of each layer that the first beam expands, by how much others are wider, and beams."""
MOST_STATES = 200_000
"""States that the widest beam may see; narrower ones as many fewer as they are narrower."""
FULL_TURN = 4
"""Equal turns that are none."""
_NO_PAUSE = 1 << 62


UNKNOWN = -1
"""In place of a number that is not known."""


@kernel
def can_undo(
    tables: Tables, scout: TurnSearch, word: np.uint64, karma: np.uint64, turn: int, squares: int
) -> bool:
    """Whether the monk survives four equal turns where he is.

    ``word`` and ``karma`` are the state before the turns, ``squares`` where he may be.
    """
    children, kinds = scout.children, scout.kinds
    for _ in range(FULL_TURN):
        now = (word & PLANE) | np.uint64(squares) << SQUARES_AT
        squares = 0
        for child in range(expand(tables, now, karma, False, children, kinds)):
            if kinds[child] == turn:
                word, karma = children[STATE_WORDS * child], children[STATE_WORDS * child + 1]
                squares |= squares_of(word)
        if squares == 0:
            return False
    return True


@kernel
def is_winnable(
    tables: Tables, scout: TurnSearch, start: Words, control: Longs, spare: int, most: int
) -> int:
    """Whether some play from a whole state wins: YES, NO or OPEN."""
    cursor, width, part = scout.cursor, NARROWEST, WIDER ** (WIDTHS - 1)
    for _ in range(WIDTHS):
        for index in range(turns.CURSOR):
            cursor[index] = 0
        few = max(most // part, 1)
        turns.explore(tables, scout, start, control, NO_LIMIT, width, spare, few, _NO_PAUSE)
        if cursor[turns.STATUS] == turns.FOUND:
            return turns.YES
        if cursor[turns.STATUS] == turns.EMPTY and cursor[turns.DROPPED_STATES] == 0:
            return turns.NO
        width *= WIDER
        part //= WIDER
    return turns.OPEN


@entry
def find_traps(
    tables: Tables,
    search: TurnSearch,
    stands: Stands,
    scout: TurnSearch,
    control: Longs,
    spare: int,
    most: int,
) -> tuple[int, int]:
    """Counts the traps beside a solution.

    ``stands`` has the play. ``spare`` karma may be left behind; the search for a win after one
    trial may see ``most`` states.

    Returns:
        The traps, UNKNOWN if some trial is undecided, and how many of them kill the monk at once.
    """
    states, children, kinds, start = search.states, search.children, search.kinds, stands.children
    hopeless, deadly, decided, progress = 0, 0, True, control[1]
    for action in range(stands.counts[LENGTH] - 1):
        at = STATE_WORDS * stands.followed[stands.play[action, STAND]]
        word, karma = states[at], states[at + 1]
        for child in range(expand(tables, word, karma, True, children, kinds)):
            if kinds[child] >= ATTACKED:
                deadly += 1
                continue
            if not decided:
                continue
            at = STATE_WORDS * child
            start[0], start[1] = children[at], children[at + 1]
            squares = squares_of(word) & squares_of(start[0])
            if can_undo(tables, scout, word, karma, kinds[child], squares):
                continue
            chance = is_winnable(tables, scout, start, control, spare, most)
            hopeless += 1 if chance == turns.NO else 0
            decided = chance != turns.OPEN
    control[1] = progress
    return deadly + hopeless if decided else UNKNOWN, deadly
