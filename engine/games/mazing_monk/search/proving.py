"""From a moment of play to a proof: the search run in stretches, within a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from engine.games.mazing_monk.cube.planes import tables_of_cube
from engine.games.mazing_monk.search import counting, settling, turns
from engine.games.mazing_monk.search.bound import turns_needed
from engine.games.mazing_monk.search.counting import Stands
from engine.games.mazing_monk.search.settling import (
    SettleMemory,
    choose_play,
    conclude,
    new_settle_memory,
    open_level,
    take_stock,
)
from engine.games.mazing_monk.search.situation import Situation, WalkAndTurn, words_of
from engine.games.mazing_monk.search.trace import PlayedSolution
from engine.games.mazing_monk.search.traps import UNKNOWN
from engine.games.mazing_monk.search.turns import FOUND, STATUS, STOPPED, TurnSearch, beam, prove
from engine.games.mazing_monk.search.ways import MANY, exact_ways
from engine.jit.marks import Longs
from engine.search.running import memory_for, states_room
from engine.values.budget import Budget, Control

BEAM = 300
"""States of each layer that the beam looks into at first."""
_CHUNK = 20_000
"""States looked into between two looks at the clock: a few milliseconds."""
_FIRST_STATES = 200_000
"""States for a first solution beside a long proof."""
_UNDECIDED = (turns.RUNNING, turns.FRESH, turns.FULL)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search has found out about a moment of play.

    Attributes:
        run: the states of its last run.
        begin: the moment.
        spare: karma that may be left behind.
        solvable: None if undecided.
        bound: turns that a win takes at the least.
        play: a solution, or nothing.
        walks, steps: of that solution.
        ways: how many ways to win there are in the least of turns; None if not counted.
        traps, deadly: see :mod:`engine.games.mazing_monk.search.traps`; None if not known.
        expanded: states looked into.
        seen: states seen.
        settled: whether all that was asked for is found out.
    """

    run: TurnSearch
    begin: Situation
    spare: int
    solvable: bool | None
    bound: int
    play: PlayedSolution
    walks: int
    steps: int
    ways: int | None
    traps: int | None
    deadly: int | None
    expanded: int
    seen: int
    settled: bool

    @property
    def turns(self) -> int | None:
        """Turns of the solution, if there is one."""
        return len(self.play.states) - 1 if self.play.states else None

    @property
    def optimal(self) -> bool:
        """Whether the solution is proven to have the fewest turns."""
        return self.turns == self.bound

    @property
    def words(self) -> tuple[str, ...] | None:
        """The words of the solution, if there is one."""
        found = (word for words in self.play.words for word in words)
        return tuple(found) if self.play.states else None


def _opened(begin: Situation, states: int) -> SettleMemory:
    """Memory for a search from a moment of play.

    Raises:
        EngineError: too little memory for so many states.
    """
    with memory_for(states):
        table = new_settle_memory(states)
    open_level(table, np.array(begin.codes, np.int64), begin.monk, begin.missing)
    return table


def proven(begin: Situation, budget: Budget, control: Control) -> Finding:
    """Searches for the least turns, then for the fewest walks and the number of ways.

    A long search also looks for any solution, soon after it has begun.

    Raises:
        EngineError: too little memory for the budget.
    """
    tables, most = tables_of_cube(), states_room(budget, 0)
    table = _opened(begin, most)
    run, facts = table.run, table.facts
    first: Finding | None = None

    def go_on(pause: int) -> None:
        """Goes on with the proof until so many states are looked into, or it ends."""
        nonlocal first
        prove(tables, run, table.start, control.cells, int(facts[settling.SPARE]), most, pause)
        if first is None and run.cursor[turns.STATUS] in _UNDECIDED:
            first = beamed(begin, Budget(min(_FIRST_STATES, most)), Control())

    in_stretches(go_on, run.cursor, turns.EXPANDED, _CHUNK, budget, control)
    take_stock(table)
    if facts[settling.SOLVABLE] == turns.YES:
        conclude(tables, table, control.cells)
    found = _found(table, begin)
    if found.solvable is None and first is not None and first.solvable:
        return replace(found, solvable=True, play=first.play, walks=first.walks, steps=first.steps)
    return found


def _found(table: SettleMemory, begin: Situation) -> Finding:
    """What the facts of a search say, and the play that it wrote."""
    facts = {place: fact for place, fact in enumerate(table.facts.tolist()) if fact != UNKNOWN}
    solvable = {turns.YES: True, turns.NO: False}.get(facts[settling.SOLVABLE])
    ways = 0 if solvable is False else facts.get(settling.WAYS)
    found = settling.WALKS in facts
    return Finding(
        table.run,
        begin,
        int(table.facts[settling.SPARE]),
        solvable,
        facts[settling.BOUND],
        _play_of(table.stands, begin) if found else PlayedSolution(),
        facts.get(settling.WALKS, 0),
        facts.get(settling.STEPS, 0),
        exact_ways(table.run, table.ways) if ways == MANY else ways,
        facts.get(settling.TRAPS),
        facts.get(settling.DEADLY),
        facts[settling.LOOKED_INTO],
        facts[settling.SEEN],
        solvable is False or found,
    )


def beamed(begin: Situation, budget: Budget, control: Control) -> Finding:
    """Looks for a solution soon: in the best states of each layer, in more of them if that fails.

    Raises:
        EngineError: too little memory for the budget.
    """
    tables, most = tables_of_cube(), states_room(budget, 0)
    table = _opened(begin, most)
    run, facts = table.run, table.facts

    def go_on(pause: int) -> None:
        """Goes on with the beam until so many states are looked into, or it ends."""
        spare = int(facts[settling.SPARE])
        beam(tables, run, table.start, control.cells, BEAM, spare, most, pause)

    in_stretches(go_on, run.cursor, turns.EXPANDED, _CHUNK, budget, control)
    take_stock(table)
    if facts[settling.SOLVABLE] == turns.YES:
        _lead_along(table, _first_win(run))
        choose_play(tables, table, control.cells)
    facts[settling.BOUND] = _bound(table)
    return _found(table, begin)


def _bound(table: SettleMemory) -> int:
    """What the pattern databases say of the start."""
    run = table.run
    if not run.cursor[turns.COUNT] or run.marks[0] == turns.WON:
        return 0
    spare = int(table.facts[settling.SPARE])
    return int(turns_needed(tables_of_cube(), run.states[0], run.states[1], spare, run.scratch))


def _first_win(run: TurnSearch) -> int:
    first = int(run.starts[run.cursor[turns.DEPTH]])
    marks = run.marks[first : run.cursor[turns.COUNT]]
    return first + int(np.argmax(marks == turns.WON))


def _lead_along(table: SettleMemory, state: int) -> None:
    """Leaves but the one way to a state that its parents tell."""
    table.ways[: table.run.cursor[turns.COUNT]] = 0
    while state >= 0:
        table.ways[state] = 1
        state = int(table.run.parents[state])


def _play_of(stands: Stands, begin: Situation) -> PlayedSolution:
    """The best play that was written, as states and words."""
    rows = stands.play[: stands.counts[counting.LENGTH]].tolist()
    actions = [WalkAndTurn(bool(walks), square, turn) for walks, square, turn, _ in rows]
    states = tuple(int(stands.followed[row[counting.STAND]]) for row in rows)
    return PlayedSolution(states, words_of(begin, actions))


def in_stretches(
    go_on: Callable[[int], None],
    cursor: Longs,
    counter: int,
    chunk: int,
    budget: Budget,
    control: Control,
) -> None:
    """Goes on with a search until it ends, its time is up, or it is stopped.

    ``go_on`` goes on until the counter, a place in the cursor, has come to a number, or the search
    has ended; ``chunk`` is how much of it lies between two looks at the clock.
    """
    began = control.seconds
    while cursor[STATUS] < FOUND:
        if control.cancelled or budget.is_spent(control.seconds - began):
            cursor[STATUS] = STOPPED
            break
        go_on(int(cursor[counter]) + chunk)
