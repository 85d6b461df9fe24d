"""From a moment of play to a proof: the search goes on in stretches, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from engine.game.position import Position
from engine.games.mazing_monk.cube.planes import tables_of_cube
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search import settling, turns
from engine.games.mazing_monk.search.actions import PlayedSolution, play_of
from engine.games.mazing_monk.search.bound import NO_LIMIT, turns_needed
from engine.games.mazing_monk.search.turns import (
    FOUND,
    STATUS,
    STOPPED,
    TurnSearch,
    beam,
    explore,
    prove,
)
from engine.games.mazing_monk.search.ways import look_back
from engine.jit.marks import Longs
from engine.search.running import memory_for, rows_to, states_room
from engine.values.budget import Budget, Control, portions

BEAM = 300
"""States of each layer that the beam expands at first."""
_CHUNK = 20_000
"""States expanded between two looks at the clock: a few milliseconds."""
_FIRST_STATES = 200_000
"""States for a first solution beside a long proof."""
_UNDECIDED = (turns.RUNNING, turns.FRESH, turns.FULL)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search has found out about a moment of play.

    Attributes:
        search: the states of its last iteration.
        begin: the moment.
        known: the facts; see :func:`engine.games.mazing_monk.search.settling.known_facts`.
        play: a solution, or nothing; if the facts do not know its walks, it was only come upon.
    """

    search: TurnSearch
    begin: Position
    known: Mapping[int, int]
    play: PlayedSolution

    @property
    def solvable(self) -> bool | None:
        """Whether there is a win; None if undecided."""
        return {turns.YES: True, turns.NO: False}.get(self.known[settling.SOLVABLE])

    @property
    def settled(self) -> bool:
        """Whether all that was asked for is found out."""
        return self.solvable is False or settling.WALKS in self.known

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts of the verdict."""
        return settling.facts_of(self.begin.board, self.known, self.words)

    @property
    def words(self) -> tuple[str, ...] | None:
        """The words of the solution, if there is one."""
        found = (word for words in self.play.words for word in words)
        return tuple(found) if self.play.states else None


def _searched(
    begin: Position,
    budget: Budget,
    control: Control,
    go_on: Callable[[settling.SettleMemory, int, int], None],
) -> settling.SettleMemory:
    """The memory of a search from a moment of play, which has ended.

    ``go_on`` goes on with it, to so many states in all, until so many are expanded.

    Raises:
        EngineError: too little memory for the budget.
    """
    most = states_room(budget, 0)
    with memory_for(most):
        memory = settling.new_settle_memory(most)
    monk, missing = playing.monk_at(begin), max(0, playing.missing_karma(begin))
    settling.open_level(memory, playing.codes_of(begin), monk, missing)
    further, cursor = partial(go_on, memory, most), memory.search.cursor
    in_stretches(further, cursor, turns.EXPANDED, _CHUNK, budget, control)
    settling.take_stock(memory)
    return memory


def proven(begin: Position, budget: Budget, control: Control) -> Finding:
    """Searches for the least turns, then for the fewest walks and the number of ways.

    A long search also looks for any solution, soon after it has begun.

    Raises:
        EngineError: too little memory for the budget.
    """
    tables = tables_of_cube()
    first: Finding | None = None

    def go_on(memory: settling.SettleMemory, most: int, pause: int) -> None:
        """Goes on with the proof until so many states are expanded, or it ends."""
        nonlocal first
        search, spare = memory.search, int(memory.facts[settling.SPARE])
        prove(tables, search, memory.start, control.cells, spare, most, pause)
        if first is None and search.cursor[turns.STATUS] in _UNDECIDED:
            first = beamed(begin, Budget(min(_FIRST_STATES, most)), Control())

    memory = _searched(begin, budget, control, go_on)
    if memory.facts[settling.SOLVABLE] == turns.YES:
        settling.conclude(tables, memory, control.cells)
    found = _found(memory, begin)
    if found.solvable is None and first is not None and first.solvable:
        known = {**found.known, settling.SOLVABLE: turns.YES}
        return replace(found, known=known, play=first.play)
    return found


def _found(memory: settling.SettleMemory, begin: Position) -> Finding:
    """What the facts of a search say, and the play that it wrote."""
    known = settling.known_facts(memory)
    has_play = settling.WALKS in known
    play = play_of(memory.stands) if has_play else PlayedSolution()
    return Finding(memory.search, begin, known, play)


def beamed(begin: Position, budget: Budget, control: Control) -> Finding:
    """Looks for a solution soon: in the best states of each layer, in more of them if that fails.

    Raises:
        EngineError: too little memory for the budget.
    """
    tables = tables_of_cube()

    def go_on(memory: settling.SettleMemory, most: int, pause: int) -> None:
        """Goes on with the beam until so many states are expanded, or it ends."""
        spare = int(memory.facts[settling.SPARE])
        beam(tables, memory.search, memory.start, control.cells, BEAM, spare, most, pause)

    memory = _searched(begin, budget, control, go_on)
    if memory.facts[settling.SOLVABLE] == turns.YES:
        _lead_along(memory, _first_win(memory.search))
        settling.choose_play(tables, memory, control.cells)
    memory.facts[settling.BOUND] = _bound(memory)
    return _found(memory, begin)


def retraced(begin: Position, budget: Budget, control: Control) -> Finding:
    """Goes forward to the first layer with wins, leaving nothing out, and back from all of them.

    Raises:
        EngineError: too little memory for the budget.
    """
    tables = tables_of_cube()

    def go_on(memory: settling.SettleMemory, most: int, pause: int) -> None:
        """Goes on forward until so many states are expanded, or the search ends."""
        search, spare = memory.search, int(memory.facts[settling.SPARE])
        wide = NO_LIMIT, turns.NO_WIDTH
        explore(tables, search, memory.start, control.cells, *wide, spare, most, pause)

    memory = _searched(begin, budget, control, go_on)
    cursor, facts = memory.search.cursor, memory.facts
    if facts[settling.SOLVABLE] == turns.YES:
        if look_back(tables, memory.search, control.cells, memory.ways):
            facts[settling.WAYS] = memory.ways[0]
            settling.choose_play(tables, memory, control.cells)
    elif cursor[turns.COUNT]:
        facts[settling.BOUND] = cursor[turns.DEPTH] + 1
    return _found(memory, begin)


def _bound(table: settling.SettleMemory) -> int:
    """What the pattern databases say of the start."""
    search = table.search
    if not search.cursor[turns.COUNT] or search.marks[0] == turns.WON:
        return 0
    spare = int(table.facts[settling.SPARE])
    return int(
        turns_needed(tables_of_cube(), search.states[0], search.states[1], spare, search.scratch)
    )


def _first_win(search: TurnSearch) -> int:
    first = int(search.starts[search.cursor[turns.DEPTH]])
    marks = search.marks[first : search.cursor[turns.COUNT]]
    return first + int(np.argmax(marks == turns.WON))


def _lead_along(table: settling.SettleMemory, state: int) -> None:
    """Leaves but the one way to a state that its parents give."""
    table.ways[: table.search.cursor[turns.COUNT]] = 0
    table.ways[rows_to(table.search.parents, state)] = 1


def in_stretches(
    go_on: Callable[[int], None],
    cursor: Longs,
    counter: int,
    chunk: int,
    budget: Budget,
    control: Control,
) -> None:
    """Goes on with a search until it ends, its time is up, or it is stopped.

    ``go_on`` goes on until the counter, an index in the cursor, has come to a number, or the search
    has ended; ``chunk`` is how much of it lies at most between two looks at the clock.
    """
    for portion in portions(chunk):
        if cursor[STATUS] >= FOUND:
            break
        if control.cancelled or budget.is_spent(control.seconds):
            cursor[STATUS] = STOPPED
            break
        go_on(int(cursor[counter]) + portion)
