"""From a moment of play to a proof: the search run in stretches, within a budget."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.arrays import Longs
from engine.budget import Budget, Control
from engine.games.mazing_monk import counting, desk, search
from engine.games.mazing_monk.counting import Stands, least_walks
from engine.games.mazing_monk.desk import Desk, conclude, new_desk, open_level, take_stock
from engine.games.mazing_monk.planes import tables_of_cube
from engine.games.mazing_monk.search import NO_LIMIT, Run, explore, prove, turns_needed
from engine.games.mazing_monk.situation import Action, Situation, words_of
from engine.games.mazing_monk.trace import Play
from engine.games.mazing_monk.trials import count_trials, list_trials
from engine.search.memory import memory_for

BEAM = 300
"""States of each layer that the beam looks into at first."""
_WIDER = 4
_CHUNK = 20_000
"""States looked into between two looks at the clock: a few milliseconds."""
_FIRST_STATES = 200_000
"""States for a first solution beside a long proof."""


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
        expanded: states looked into.
        seen: states seen.
        settled: whether all that was asked for is found out.
    """

    run: Run
    begin: Situation
    spare: int
    solvable: bool | None
    bound: int
    play: Play
    walks: int
    steps: int
    ways: int | None
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


def _opened(begin: Situation, states: int) -> Desk:
    """A desk with a moment of play on it.

    Raises:
        EngineError: too little memory for so many states.
    """
    with memory_for(states):
        table = new_desk(states)
    open_level(table, np.array(begin.codes, np.int64), begin.monk, begin.missing)
    return table


def proven(begin: Situation, budget: Budget, control: Control) -> Finding:
    """Searches for the least turns, then for the fewest walks and the number of ways.

    A long search also looks for any solution, soon after it has begun.

    Raises:
        EngineError: too little memory for the budget.
    """
    tables = tables_of_cube()
    table = _opened(begin, budget.max_states)
    cursor, facts = table.run.cursor, table.facts
    spare, most = int(facts[desk.SPARE]), budget.max_states
    began, first = control.seconds, None
    while cursor[search.STATUS] < search.FOUND:
        if control.cancelled or budget.is_spent(control.seconds - began):
            cursor[search.STATUS] = search.STOPPED
            break
        pause = int(cursor[search.EXPANDED]) + _CHUNK
        prove(tables, table.run, table.start, control.cells, spare, most, pause)
        if first is None and cursor[search.STATUS] in (search.RUNNING, search.FRESH, search.FULL):
            few = Budget(min(_FIRST_STATES, most))
            first = beamed(begin, few, Control())
    take_stock(table)
    if facts[desk.SOLVABLE] == desk.YES:
        conclude(tables, table, control.cells)
    ways = int(facts[desk.WAYS])
    solvable = {desk.YES: True, desk.NO: False}.get(int(facts[desk.SOLVABLE]))
    play, walks, steps = Play(), int(facts[desk.WALKS]), int(facts[desk.STEPS])
    complete = solvable is False or walks != desk.UNTOLD
    if walks != desk.UNTOLD:
        play = _play_of(table.stands, begin)
    elif solvable is None and first is not None and first.solvable:
        solvable, play, walks, steps = True, first.play, first.walks, first.steps
    if ways == counting.MANY:
        ways = exact_ways(table.run, table.ways)
    return Finding(
        table.run,
        begin,
        spare,
        solvable,
        int(facts[desk.BOUND]),
        play,
        walks,
        steps,
        ways if complete and solvable else (0 if solvable is False else None),
        int(cursor[search.EXPANDED]),
        int(cursor[search.BEFORE] + cursor[search.COUNT]),
        complete,
    )


def beamed(begin: Situation, budget: Budget, control: Control) -> Finding:
    """Looks for a solution soon: in the best states of each layer, in more of them if that fails.

    Raises:
        EngineError: too little memory for the budget.
    """
    tables = tables_of_cube()
    table = _opened(begin, budget.max_states)
    run, cursor = table.run, table.run.cursor
    spare, width, began = int(table.facts[desk.SPARE]), BEAM, control.seconds
    while True:
        if control.cancelled or budget.is_spent(control.seconds - began):
            cursor[search.STATUS] = search.STOPPED
            break
        left = budget.max_states - int(cursor[search.BEFORE])
        pause = int(cursor[search.EXPANDED]) + _CHUNK
        explore(tables, run, table.start, control.cells, NO_LIMIT, width, spare, left, pause)
        if cursor[search.STATUS] == search.EMPTY and cursor[search.DROPPED_STATES]:
            cursor[search.BEFORE] += cursor[search.COUNT]
            cursor[search.STATUS] = search.FRESH
            width *= _WIDER
        elif cursor[search.STATUS] >= search.FOUND:
            break
    take_stock(table)
    bound, solvable = 0, {desk.YES: True, desk.NO: False}.get(int(table.facts[desk.SOLVABLE]))
    play, counts = Play(), table.stands.counts
    if solvable:
        _lead_along(table, _first_win(run))
        least_walks(tables, run, table.ways, table.start, table.stands, control.cells, spare)
        if counts[counting.STATUS] == counting.COMPLETE:
            play = _play_of(table.stands, begin)
    if solvable is not False and cursor[search.COUNT] and cursor[search.DEPTH]:
        bound = int(turns_needed(tables, run.states[0], run.states[1], spare, run))
    return Finding(
        run,
        begin,
        spare,
        solvable,
        bound,
        play,
        int(counts[counting.WALKS]),
        int(counts[counting.STEPS]),
        None,
        int(cursor[search.EXPANDED]),
        int(cursor[search.BEFORE] + cursor[search.COUNT]),
        solvable is False or bool(play.states),
    )


def _first_win(run: Run) -> int:
    first = int(run.starts[run.cursor[search.DEPTH]])
    marks = run.marks[first : run.cursor[search.COUNT]]
    return first + int(np.argmax(marks == search.WON))


def _lead_along(table: Desk, state: int) -> None:
    """Leaves but the one way to a state that its parents tell."""
    table.ways[: table.run.cursor[search.COUNT]] = 0
    while state >= 0:
        table.ways[state] = 1
        state = int(table.run.parents[state])


def _play_of(stands: Stands, begin: Situation) -> Play:
    """The best play that was written, as states and words."""
    rows = stands.play[: stands.counts[counting.LENGTH]].tolist()
    actions = [Action(bool(walks), square, turn) for walks, square, turn, _ in rows]
    states = tuple(int(stands.followed[row[counting.STAND]]) for row in rows)
    return Play(states, words_of(begin, actions))


def exact_ways(run: Run, ways: Longs) -> int:
    """The number of ways to win, however many.

    Args:
        run: has found wins.
        ways: as :func:`engine.games.mazing_monk.counting.look_back` left them.
    """
    tables = tables_of_cube()
    firsts = np.empty(int(run.cursor[search.NEXT]) + 1, np.int64)
    count_trials(tables, run, firsts)
    depth = int(run.cursor[search.DEPTH])
    following = dict.fromkeys(range(int(run.starts[depth]), int(run.starts[depth + 1])), 0)
    following.update((state, 1) for state in following if run.marks[state] == search.WON)
    for layer in reversed(range(depth)):
        here = {}
        for state in range(int(run.starts[layer]), int(run.starts[layer + 1])):
            if ways[state]:
                first, last = firsts[state : state + 2].tolist()
                targets = np.empty(last - first, np.int32)
                unused = np.empty_like(targets), np.empty(last - first, np.uint8)
                list_trials(tables, run, firsts, state, first, last, *unused, targets)
                here[state] = sum(following.get(target, 0) for target in targets.tolist())
        following = here
    return following[0]
