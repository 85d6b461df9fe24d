"""A solver that finds all facts about a level in one compiled call.

The steps of :func:`solve_level` are also separate entries, because a proof with a budget
(:mod:`engine.games.mazing_monk.search.proof_search`) calls them one by one::

    load_level         # set the start, and mark all facts as unknown
    run_proof          # find the fewest turns, or prove that there is no win
    update_facts       # record the status and the lower bound
    complete_facts     # count solutions, minimize walks, count traps
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import bitcube, thesis_rating
from engine.games.mazing_monk.cube.bitcube import Tables
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import ENTRANCE
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search import fewest_walks, turn_search
from engine.games.mazing_monk.search.bound import NO_LIMIT
from engine.games.mazing_monk.search.fewest_walks import (
    LazyStates,
    find_fewest_walks,
    new_lazy_states,
)
from engine.games.mazing_monk.search.solution_traps import MAX_STATES, UNKNOWN, find_traps
from engine.games.mazing_monk.search.turn_solution_count import (
    SATURATED,
    count_exactly,
    count_solutions,
)
from engine.games.mazing_monk.search.walk_and_turn_notation import read_best_play
from engine.jit.bits import popcount
from engine.jit.decorators import Longs, Words, entry
from engine.values.budget import DEFAULT_MAX_STATES, Control

SOLVABLE, BOUND, TURNS, WAYS, WALKS, STEPS, TRAPS, DEADLY, EXPANDED, SEEN, SPARE = range(11)
"""Indices in the facts about a level: its solvability (YES, NO or OPEN); the lower bound on turns;
the fewest turns; the number of shortest solutions; the numbers of walks, steps, traps and deadly
turns, each UNKNOWN until found; the numbers of states expanded and seen; and the amount of karma
that may be left behind."""
FACTS = 11
MAX_LAZY_STATES = 1_000_000
"""The maximum number of lazy states in the search for the fewest walks. A level's solutions have
far fewer."""


class LevelMemory(NamedTuple):
    """The arrays for solving a level, which can be reused for other levels.

    Attributes:
        search: The states in the main search.
        scout: The states in the searches for traps.
        lazy: The lazy states in the search for the fewest walks.
        ways: The number of shortest solutions from each state.
        start: The state at the start of play.
        facts: The facts about the level, with the indices SOLVABLE to SPARE.
    """

    search: turn_search.TurnSearch
    scout: turn_search.TurnSearch
    lazy: LazyStates
    ways: Longs
    start: Words
    facts: Longs


def new_level_memory(most: int) -> LevelMemory:
    """Allocate arrays for searches with at most ``most`` states. Untouched pages use no memory."""
    search = turn_search.new_turn_search(most)
    return LevelMemory(
        search,
        turn_search.new_turn_search(min(most, MAX_STATES)),
        new_lazy_states(MAX_LAZY_STATES),
        np.empty(len(search.parents), np.int64),
        np.zeros(2, np.uint64),
        np.zeros(FACTS, np.int64),
    )


@entry
def write_start(codes: Longs, monk: int, start: Words) -> int:
    """Write the start state for the tile codes ``codes``; return the amount of karma in it."""
    bitcube.pack_state(codes, monk, start)
    return popcount(bitcube.find_karma(start[0], start[1]))


@entry
def load_level(memory: LevelMemory, codes: Longs, monk: int, missing: int) -> None:
    """Load a level into memory and mark its facts as unknown.

    Args:
        memory: The memory that receives the level.
        codes: The tile codes of the 54 cells.
        monk: The top cell that the monk is on.
        missing: The amount of karma that is still missing.
    """
    facts, start, cursor = memory.facts, memory.start, memory.search.cursor
    for fact in range(FACTS):
        facts[fact] = UNKNOWN
    # A cursor with only zeros means that the search has not begun.
    for index in range(turn_search.CURSOR):
        cursor[index] = 0
    facts[SPARE] = write_start(codes, monk, start) - missing
    facts[SOLVABLE] = turn_search.OPEN
    facts[BOUND] = 0


@entry
def update_facts(memory: LevelMemory) -> None:
    """Update the facts from the progress of the proof in memory."""
    facts, cursor = memory.facts, memory.search.cursor
    facts[EXPANDED] = cursor[turn_search.EXPANDED]
    facts[SEEN] = cursor[turn_search.BEFORE] + cursor[turn_search.COUNT]
    if cursor[turn_search.STATUS] == turn_search.FOUND:
        facts[SOLVABLE] = turn_search.YES
        facts[TURNS] = cursor[turn_search.DEPTH]
        facts[BOUND] = cursor[turn_search.DEPTH]
    elif cursor[turn_search.STATUS] == turn_search.EMPTY:
        facts[SOLVABLE] = turn_search.NO
    # The level is undecided, but iterations without a win have raised the bound.
    elif cursor[turn_search.FLOOR] < NO_LIMIT:
        facts[BOUND] = cursor[turn_search.FLOOR]


@entry
def complete_facts(tables: Tables, memory: LevelMemory, control: Longs) -> None:
    """Count a level's shortest solutions, find the best one, and count its traps.

    The proof in memory must have found a win. Facts stay UNKNOWN if the search is stopped before it
    finds them.
    """
    search, facts = memory.search, memory.facts
    if not count_solutions(tables, search, control, memory.ways):
        return
    facts[WAYS] = memory.ways[0]
    choose_best_play(tables, memory, control)
    if facts[WALKS] != UNKNOWN:
        scout = memory.scout
        most = len(scout.parents) - bitcube.MAX_CHILDREN
        found = find_traps(tables, search, memory.lazy, scout, control, facts[SPARE], most)
        facts[TRAPS], facts[DEADLY] = found


@entry
def choose_best_play(tables: Tables, memory: LevelMemory, control: Longs) -> None:
    """Find the solution with the fewest walks among those with the fewest turns.

    Facts stay UNKNOWN if the search is stopped before it finds them.
    """
    search, lazy, facts = memory.search, memory.lazy, memory.facts
    find_fewest_walks(tables, search, memory.ways, memory.start, lazy, control, facts[SPARE])
    if lazy.counts[fewest_walks.STATUS] == fewest_walks.COMPLETE:
        facts[WALKS] = lazy.counts[fewest_walks.WALKS]
        facts[STEPS] = lazy.counts[fewest_walks.STEPS]


@entry
def solve_level(
    tables: Tables,
    memory: LevelMemory,
    control: Longs,
    codes: Longs,
    monk: int,
    missing: int,
    most: int,
) -> None:
    """Find all facts about a level.

    Args:
        tables: The lookup tables.
        memory: The memory, which receives the facts.
        control: The shared array through which the search is stopped and reports its progress.
        codes: The tile codes of the 54 cells.
        monk: The top cell that the monk is on.
        missing: The amount of karma that is still missing.
        most: The maximum number of states that the search may see.
    """
    load_level(memory, codes, monk, missing)
    turn_search.run_proof(
        tables,
        memory.search,
        memory.start,
        control,
        memory.facts[SPARE],
        most,
        1 << 62,
    )
    update_facts(memory)
    if memory.facts[SOLVABLE] == turn_search.YES:
        complete_facts(tables, memory, control)


def list_known_facts(memory: LevelMemory) -> dict[int, int]:
    """Return the known facts about the level in memory, as a mapping from index to value."""
    facts = enumerate(memory.facts.tolist())
    known = {index: fact for index, fact in facts if fact != UNKNOWN}
    # The compiled count saturates. Repeat a saturated count with Python's unlimited integers.
    if known.get(WAYS) == SATURATED:
        known[WAYS] = count_exactly(memory.search, memory.ways)
    return known


def build_facts(
    board: MonkBoard, known: Mapping[int, int], words: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return the facts for a verdict in a fixed order, with None for each unknown fact.

    Args:
        board: The board, which is needed for the rating.
        known: The known facts by index, as returned by :func:`list_known_facts`.
        words: The moves in the best solution, or None if none is known. They are ignored if the
            number of walks is not known.
    """
    # OPEN becomes None.
    solvable = {turn_search.YES: True, turn_search.NO: False}.get(known[SOLVABLE])
    # Walks are known only for the best solution. Any other solution was found before the proof
    # ended.
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
    } | thesis_rating.build_rating_facts(board)


def build_partial_facts(
    board: MonkBoard, solvable: int, expanded: int, seen: int, words: Sequence[str] | None
) -> dict[str, Any]:
    """Return the facts for a verdict from a search that has no lower bound.

    ``words`` are the moves in the solution, or None if no solution was found.
    """
    known = {SOLVABLE: solvable, EXPANDED: expanded, SEEN: seen}
    if words is not None:
        known |= zip((TURNS, WALKS, STEPS), rules.count_play(board, words).values(), strict=True)
    return build_facts(board, known, words)


class LevelSolver:
    """A solver for many levels, one after another.

    It reuses its memory, so threads must not share it.

    Args:
        max_states: The maximum number of states that the search for one level may see.
        with_play: True to include the facts ``solution`` and ``thesis_moves``, which takes longer.
    """

    def __init__(self, max_states: int = DEFAULT_MAX_STATES, with_play: bool = False) -> None:
        self._most, self._with_play = max_states, with_play
        self._memory = new_level_memory(max_states)

    def compute_facts(self, board: MonkBoard, control: Control) -> dict[str, Any]:
        """Return the facts that the strategy ``optimal`` finds for a valid board."""
        codes, tables = np.array(board.list_codes(), np.int64), bitcube.get_cube_tables()
        solve_level(
            tables,
            self._memory,
            control.shared_cells,
            codes,
            ENTRANCE,
            board.karma_needed,
            self._most,
        )
        facts = build_facts(board, list_known_facts(self._memory), self._format_play(board))
        if self._with_play:
            words = facts["solution"]
            # The solution has a separate walk to each missing piece of karma, so its words are
            # moves as the thesis counts them.
            facts["thesis_moves"] = None if words is None else len(words.split())
        else:
            del facts["solution"]
        return facts

    def _format_play(self, board: MonkBoard) -> tuple[str, ...] | None:
        """Return the moves in the best solution, or None if they are not requested or not known."""
        if not self._with_play or self._memory.facts[WALKS] == UNKNOWN:
            return None
        play = read_best_play(self._memory.lazy)
        return tuple(word for words in play.words for word in words)
