"""The least turns of one level after the other, proven as far as that is worth its while.

Most levels that a search for hard ones looks at are of no use, and a beam shows that at once: it
finds a solution in fewer turns than the level at hand takes, or none. Only what stands that test is
proven, within a number of states, so that no level holds the search up.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube.cube import ENTRANCE
from engine.games.mazing_monk.cube.planes import tables_of_cube
from engine.games.mazing_monk.harden.family import is_attacked
from engine.games.mazing_monk.search import settling
from engine.games.mazing_monk.search import turns as turn_search
from engine.games.mazing_monk.search.bound import NO_LIMIT
from engine.games.mazing_monk.search.settling import new_settle_memory, open_level, take_stock
from engine.games.mazing_monk.search.turns import explore, prove
from engine.jit.marks import Longs
from engine.values.budget import Control

MOST_STATES = 3_000_000
BEAM = 100
"""States of each layer that the beam expands."""
_NO_PAUSE = 1 << 62

REASONS = (
    "soldiers at the start",
    "no solution found",
    "fewer turns",
    "too dear to prove",
    "nothing to swap",
)
"""Why a level is not kept, by number."""
ATTACKED, UNSOLVED, EASIER, DEAR, FIXED = range(len(REASONS))


class Appraiser:
    """Proves levels with one need of karma, in memory used again; not to be shared by threads.

    Attributes:
        most: states that one proof may see at the most, whatever the level at hand.
    """

    def __init__(self, needed: int) -> None:
        self.most = MOST_STATES
        self._needed, self._memory = needed, new_settle_memory(MOST_STATES)

    def optimum(self, cells: Longs, least: int, most: int, control: Control) -> tuple[int, int]:
        """The least turns of a level and the states expanded for it.

        The complement of a reason's number if it is of no use: it takes fewer than ``least``, or
        its proof takes more states than ``most``.
        """
        if is_attacked(cells):
            return ~ATTACKED, 1
        table, tables, cursor = self._memory, tables_of_cube(), self._memory.search.cursor
        open_level(table, cells, ENTRANCE, self._needed)
        spare = int(table.facts[settling.SPARE])
        search_in = (tables, table.search, table.start, control.cells)
        explore(*search_in, NO_LIMIT, BEAM, spare, self.most, _NO_PAUSE)
        expanded = int(cursor[turn_search.EXPANDED])
        if cursor[turn_search.STATUS] != turn_search.FOUND:
            return ~UNSOLVED, expanded
        if cursor[turn_search.DEPTH] < least:
            return ~EASIER, expanded
        open_level(table, cells, ENTRANCE, self._needed)
        if least:
            # Whatever the first limit, the first win takes the fewest turns.
            cursor[turn_search.ITERATIONS], cursor[turn_search.LIMIT] = 1, least
        prove(*search_in, spare, most, _NO_PAUSE)
        take_stock(table)
        expanded += int(cursor[turn_search.EXPANDED])
        if cursor[turn_search.STATUS] != turn_search.FOUND:
            return ~DEAR, expanded
        turns = int(table.facts[settling.TURNS])
        return (turns if turns >= max(least, 1) else ~EASIER), expanded

    @property
    def found_none(self) -> bool:
        """Whether it is proven that no play wins the level for which no solution was found last."""
        cursor = self._memory.search.cursor
        return bool(
            cursor[turn_search.STATUS] == turn_search.EMPTY
            and not cursor[turn_search.DROPPED_STATES]
        )
