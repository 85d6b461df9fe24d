"""Levels settled one after the other: solved, counted, and their best play found.

All facts of a level come from one compiled call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import planes, rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import ENTRANCE
from engine.games.mazing_monk.cube.planes import Tables
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search import counting
from engine.games.mazing_monk.search import turns as turn_search
from engine.games.mazing_monk.search.actions import play_of
from engine.games.mazing_monk.search.bound import NO_LIMIT
from engine.games.mazing_monk.search.counting import Stands, least_walks, new_stands
from engine.games.mazing_monk.search.traps import MOST_STATES, UNKNOWN, find_traps
from engine.games.mazing_monk.search.ways import MANY, exact_ways, look_back
from engine.jit.bits import popcount
from engine.jit.marks import Longs, Words, entry
from engine.values.budget import DEFAULT_MAX_STATES, Control

SOLVABLE, BOUND, TURNS, WAYS, WALKS, STEPS, TRAPS, DEADLY, EXPANDED, SEEN, SPARE = range(11)
"""Facts of a level: whether it can be won (YES, NO, OPEN), turns that it takes at the least; the
optimum in turns, the number of ways, walks, steps, traps, and deadly ones among them, each UNKNOWN
if not known; states expanded, states seen; and the karma that may be left behind."""
FACTS = 11
MOST_STANDS = 1_000_000
"""Room for the search for the fewest walks; turn-optimal play has far fewer stands."""


class SettleMemory(NamedTuple):
    """The arrays that a level is settled with.

    Attributes:
        search: the states of the search.
        scout: those of searches that look for traps.
        stands: those of the search for the fewest walks.
        ways: the ways to a win from every state.
        start: the state in which play begins.
        facts: what is known of the level; see SOLVABLE.
    """

    search: turn_search.TurnSearch
    scout: turn_search.TurnSearch
    stands: Stands
    ways: Longs
    start: Words
    facts: Longs


def new_settle_memory(most: int) -> SettleMemory:
    """Memory for searches of so many states; what is not used costs nothing."""
    search = turn_search.new_turn_search(most)
    return SettleMemory(
        search,
        turn_search.new_turn_search(min(most, MOST_STATES)),
        new_stands(MOST_STANDS),
        np.empty(len(search.parents), np.int64),
        np.zeros(2, np.uint64),
        np.zeros(FACTS, np.int64),
    )


@entry
def measure(codes: Longs, monk: int, start: Words) -> int:
    """Writes the state of some tile codes, and counts the karma in it."""
    planes.pack(codes, monk, start)
    return popcount(planes.karma_cells(start[0], start[1]))


@entry
def open_level(memory: SettleMemory, codes: Longs, monk: int, missing: int) -> None:
    """Makes a level the one to be settled.

    The codes are those of the 54 tiles; ``missing`` is karma still to be collected.
    """
    facts, start, cursor = memory.facts, memory.start, memory.search.cursor
    for fact in range(FACTS):
        facts[fact] = UNKNOWN
    for index in range(turn_search.CURSOR):
        cursor[index] = 0
    facts[SPARE] = measure(codes, monk, start) - missing
    facts[SOLVABLE] = turn_search.OPEN
    facts[BOUND] = 0


@entry
def take_stock(memory: SettleMemory) -> None:
    """Brings the facts up to date with the proof in memory."""
    facts, cursor = memory.facts, memory.search.cursor
    facts[EXPANDED] = cursor[turn_search.EXPANDED]
    facts[SEEN] = cursor[turn_search.BEFORE] + cursor[turn_search.COUNT]
    if cursor[turn_search.STATUS] == turn_search.FOUND:
        facts[SOLVABLE] = turn_search.YES
        facts[TURNS] = cursor[turn_search.DEPTH]
        facts[BOUND] = cursor[turn_search.DEPTH]
    elif cursor[turn_search.STATUS] == turn_search.EMPTY:
        facts[SOLVABLE] = turn_search.NO
    elif cursor[turn_search.FLOOR] < NO_LIMIT:
        facts[BOUND] = cursor[turn_search.FLOOR]


@entry
def conclude(tables: Tables, memory: SettleMemory, control: Longs) -> None:
    """Counts the ways of a level whose optimum is proven, finds its best play, and the traps there.

    What is not found, because the search was stopped, stays UNKNOWN.
    """
    search, facts = memory.search, memory.facts
    if not look_back(tables, search, control, memory.ways):
        return
    facts[WAYS] = memory.ways[0]
    choose_play(tables, memory, control)
    if facts[WALKS] != UNKNOWN:
        scout = memory.scout
        most = len(scout.parents) - planes.MOST_CHILDREN
        found = find_traps(tables, search, memory.stands, scout, control, facts[SPARE], most)
        facts[TRAPS], facts[DEADLY] = found


@entry
def choose_play(tables: Tables, memory: SettleMemory, control: Longs) -> None:
    """Finds the play with the fewest walks along the ways to a win.

    What is not found, because the search was stopped, stays UNKNOWN.
    """
    search, stands, facts = memory.search, memory.stands, memory.facts
    least_walks(tables, search, memory.ways, memory.start, stands, control, facts[SPARE])
    if stands.counts[counting.STATUS] == counting.COMPLETE:
        facts[WALKS] = stands.counts[counting.WALKS]
        facts[STEPS] = stands.counts[counting.STEPS]


@entry
def settle(
    tables: Tables,
    memory: SettleMemory,
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
    open_level(memory, codes, monk, missing)
    turn_search.prove(
        tables, memory.search, memory.start, control, memory.facts[SPARE], most, 1 << 62
    )
    take_stock(memory)
    if memory.facts[SOLVABLE] == turn_search.YES:
        conclude(tables, memory, control)


def known_facts(memory: SettleMemory) -> dict[int, int]:
    """What is known of the level in memory, by the indices of the facts."""
    facts = enumerate(memory.facts.tolist())
    known = {index: fact for index, fact in facts if fact != UNKNOWN}
    if known.get(WAYS) == MANY:
        known[WAYS] = exact_ways(memory.search, memory.ways)
    return known


def facts_of(
    board: MonkBoard, known: Mapping[int, int], words: Sequence[str] | None = None
) -> dict[str, Any]:
    """The facts of a verdict in the order of the contract; None for what is not established.

    Args:
        board: the board, for its rating.
        known: what a search has found out, as :func:`known_facts`; a play only with its walks.
        words: that play.
    """
    solvable = {turn_search.YES: True, turn_search.NO: False}.get(known[SOLVABLE])
    hopeless, won = solvable is False, WALKS in known
    bound, turns = None if hopeless else known.get(BOUND), known[TURNS] if won else None
    return {
        "solvable": solvable,
        "complete": hopeless or won,
        "moves": known[TURNS] + known[WALKS] if won else None,
        "solution": None if words is None or not won else " ".join(words),
        "turns": turns,
        "walks": known.get(WALKS),
        "steps": known.get(STEPS),
        "optimal": None if bound is None else turns == bound,
        "lower_bound": bound,
        "optimal_solutions": 0 if hopeless else known.get(WAYS),
        "traps": known.get(TRAPS),
        "deadly_turns": known.get(DEADLY),
        "expanded": known[EXPANDED],
        "states_seen": known[SEEN],
    } | rating.facts(board)


def facts_found(
    board: MonkBoard, solvable: int, expanded: int, seen: int, words: Sequence[str] | None
) -> dict[str, Any]:
    """The facts of a verdict by a search that knows of no bound; ``words`` are its solution's."""
    known = {SOLVABLE: solvable, EXPANDED: expanded, SEEN: seen}
    if words is not None:
        known |= zip((TURNS, WALKS, STEPS), playing.tally(board, words).values(), strict=True)
    return facts_of(board, known, words)


class Judge:
    """Settles levels in memory that is used again; not to be shared by threads.

    Args:
        max_states: the most states that a level may cost.
        with_play: whether ``solution`` and ``thesis_moves`` are among the facts, which takes time.
    """

    def __init__(self, max_states: int = DEFAULT_MAX_STATES, with_play: bool = False) -> None:
        self._most, self._with_play = max_states, with_play
        self._memory = new_settle_memory(max_states)

    def facts(self, board: MonkBoard, control: Control) -> dict[str, Any]:
        """The facts of a valid board as the strategy ``optimal`` gives them."""
        codes, tables = np.array(board.codes(), np.int64), planes.tables_of_cube()
        settle(tables, self._memory, control.cells, codes, ENTRANCE, board.karma_needed, self._most)
        facts = facts_of(board, known_facts(self._memory), self._words(board))
        if self._with_play:
            words = facts["solution"]
            # Its walks go from one missing piece of karma to the next, each by a word of its own.
            facts["thesis_moves"] = None if words is None else len(words.split())
        else:
            del facts["solution"]
        return facts

    def _words(self, board: MonkBoard) -> tuple[str, ...] | None:
        """The best play in memory; None without one, or if it is not to be shown."""
        if not self._with_play or self._memory.facts[WALKS] == UNKNOWN:
            return None
        play = play_of(self._memory.stands)
        return tuple(word for words in play.words for word in words)
