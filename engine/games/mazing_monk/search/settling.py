"""Where levels are settled, one after the other: solved, counted, and their best play found."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube.planes import MOST_CHILDREN, Tables, karma_cells, pack
from engine.games.mazing_monk.search import counting
from engine.games.mazing_monk.search.bound import NO_LIMIT
from engine.games.mazing_monk.search.counting import Stands, least_walks, new_stands
from engine.games.mazing_monk.search.traps import MOST_STATES, UNTOLD, find_traps
from engine.games.mazing_monk.search.turns import (
    BEFORE,
    COUNT,
    CURSOR,
    DEPTH,
    EMPTY,
    EXPANDED,
    FLOOR,
    FOUND,
    NO,
    OPEN,
    STATUS,
    YES,
    TurnSearch,
    new_turn_search,
    prove,
)
from engine.games.mazing_monk.search.ways import look_back
from engine.jit.bits import popcount
from engine.jit.marks import Longs, Words, entry

SOLVABLE, BOUND, TURNS, WAYS, WALKS, STEPS, TRAPS, DEADLY, LOOKED_INTO, SEEN, SPARE = range(11)
"""Facts of a level: whether it can be won (YES, NO, OPEN), turns that it takes at the least; the
optimum in turns, the number of ways, walks, steps, traps, and deadly ones among them, each UNTOLD
if not known; states looked into, states seen; and the karma that may be left behind."""
FACTS = 11
MOST_STANDS = 1_000_000
"""Room for the search for the fewest walks; turn-optimal play has far fewer stands."""


class SettleMemory(NamedTuple):
    """The arrays that a level is settled with.

    Attributes:
        run: the states of the search.
        scout: those of searches that look for traps.
        stands: those of the search for the fewest walks.
        ways: the ways to a win from every state.
        start: the state in which play begins.
        facts: what is known of the level; see SOLVABLE.
    """

    run: TurnSearch
    scout: TurnSearch
    stands: Stands
    ways: Longs
    start: Words
    facts: Longs


def new_settle_memory(most: int) -> SettleMemory:
    """A desk for searches of so many states; what is not used costs nothing."""
    run = new_turn_search(most)
    return SettleMemory(
        run,
        new_turn_search(min(most, MOST_STATES)),
        new_stands(MOST_STANDS),
        np.empty(len(run.parents), np.int64),
        np.zeros(2, np.uint64),
        np.zeros(FACTS, np.int64),
    )


@entry
def measure(codes: Longs, monk: int, start: Words) -> int:
    """Writes the state of some tile codes, and counts the karma in it."""
    pack(codes, monk, start)
    return popcount(karma_cells(start[0], start[1]))


@entry
def open_level(desk: SettleMemory, codes: Longs, monk: int, missing: int) -> None:
    """Puts a level on the desk.

    Args:
        desk: forgets the level before.
        codes: codes of the 54 tiles; see :mod:`engine.games.mazing_monk.cube.codes`.
        monk: the square of the monk.
        missing: karma still to be collected.
    """
    facts, start, cursor = desk.facts, desk.start, desk.run.cursor
    for fact in range(FACTS):
        facts[fact] = UNTOLD
    for place in range(CURSOR):
        cursor[place] = 0
    facts[SPARE] = measure(codes, monk, start) - missing
    facts[SOLVABLE] = OPEN
    facts[BOUND] = 0


@entry
def take_stock(desk: SettleMemory) -> None:
    """Brings the facts up to date with the proof on the desk."""
    facts, cursor = desk.facts, desk.run.cursor
    facts[LOOKED_INTO] = cursor[EXPANDED]
    facts[SEEN] = cursor[BEFORE] + cursor[COUNT]
    if cursor[STATUS] == FOUND:
        facts[SOLVABLE] = YES
        facts[TURNS] = cursor[DEPTH]
        facts[BOUND] = cursor[DEPTH]
    elif cursor[STATUS] == EMPTY:
        facts[SOLVABLE] = NO
    elif cursor[FLOOR] < NO_LIMIT:
        facts[BOUND] = cursor[FLOOR]


@entry
def conclude(tables: Tables, desk: SettleMemory, control: Longs) -> None:
    """Counts the ways of a level whose optimum is proven, finds its best play, and the traps there.

    What is not found, because somebody asked to stop, stays untold.
    """
    run, facts = desk.run, desk.facts
    if not look_back(tables, run, control, desk.ways):
        return
    facts[WAYS] = desk.ways[0]
    choose_play(tables, desk, control)
    if facts[WALKS] != UNTOLD:
        scout = desk.scout
        most = len(scout.parents) - MOST_CHILDREN
        found = find_traps(tables, run, desk.stands, scout, control, facts[SPARE], most)
        facts[TRAPS], facts[DEADLY] = found


@entry
def choose_play(tables: Tables, desk: SettleMemory, control: Longs) -> None:
    """Finds the play with the fewest walks along the ways to a win.

    What is not found, because somebody asked to stop, stays untold.
    """
    run, stands, facts = desk.run, desk.stands, desk.facts
    least_walks(tables, run, desk.ways, desk.start, stands, control, facts[SPARE])
    if stands.counts[counting.STATUS] == counting.COMPLETE:
        facts[WALKS] = stands.counts[counting.WALKS]
        facts[STEPS] = stands.counts[counting.STEPS]


@entry
def settle(
    tables: Tables,
    desk: SettleMemory,
    control: Longs,
    codes: Longs,
    monk: int,
    missing: int,
    most: int,
) -> None:
    """Finds out all facts of a level, within so many states.

    ``control`` is that of :class:`engine.values.budget.Control`; for the others see
    :func:`open_level`.
    """
    open_level(desk, codes, monk, missing)
    prove(tables, desk.run, desk.start, control, desk.facts[SPARE], most, 1 << 62)
    take_stock(desk)
    if desk.facts[SOLVABLE] == YES:
        conclude(tables, desk, control)
