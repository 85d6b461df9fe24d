"""The trace of a search backwards: from the exit, turn by turn, to the start.

A search from the exit alone has nothing to begin with: how the 54 cells lie in the end is not known
before, and nearly every order of them has some win. So the search first goes forward, layer by
layer, until a layer has wins. From all of these it goes back, a turn at a time, over the states
that lead there in the fewest turns, until it comes to the start.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.cube.planes import Tables, tables_of_cube
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search import turns as turn_search
from engine.games.mazing_monk.search.actions import LAST_WALK, words_of
from engine.games.mazing_monk.search.following import actions_to, followed
from engine.games.mazing_monk.search.proving import Finding
from engine.games.mazing_monk.search.turns import TurnSearch
from engine.games.mazing_monk.search.ways import look_back
from engine.jit.marks import Bytes, Ints, Longs, entry
from engine.values.budget import Control
from engine.values.trace import TraceRow

STRATEGY = "backwards"


@entry
def list_steps(
    tables: Tables,
    search: TurnSearch,
    ways: Longs,
    layer: int,
    sources: Ints,
    turns: Bytes,
    targets: Ints,
) -> int:
    """Lists the turns on ways to win from the states of a layer to those of the next.

    ``ways`` is as :func:`engine.games.mazing_monk.search.ways.look_back` left it. Of each turn the
    arrays receive, as far as there is room, the state before it, its number and the state after it.

    Returns:
        How many there are.
    """
    starts, states, children, kinds = search.starts, search.states, search.children, search.kinds
    below, beyond = starts[layer + 1], starts[layer + 2]
    count = 0
    for state in range(starts[layer], below):
        if ways[state] == 0:
            continue
        at = planes.STATE_WORDS * state
        found = planes.expand(tables, states[at], states[at + 1], True, children, kinds)
        for child in range(found):
            if kinds[child] >= planes.ATTACKED:
                continue
            number = turn_search.number_of(search, children, planes.STATE_WORDS * child)
            if below <= number < beyond and ways[number] > 0:
                if count < len(sources):
                    sources[count] = state
                    turns[count] = kinds[child]
                    targets[count] = number
                count += 1
    return count


class TurnBack(NamedTuple):
    """One turn taken back.

    Attributes:
        source: the state before the turn, which going back leads to.
        turn: the turn.
        target: the state after it.
        left: the turns that a win is away from the source.
    """

    source: int
    turn: int
    target: int
    left: int


class BackwardsTrace:
    """Rows from the exit to the start: the start, all wins, and every turn taken back from them.

    Wins are named W0, W1, ..., other states S and their number in the search forward; the start is
    S0. A row is the state that going back has led to, and its ``parent`` the one nearer to the exit
    from which the turn was taken back. Moves lead from the start to a row as everywhere.
    """

    strategy = STRATEGY

    def __init__(self, found: Finding) -> None:
        self._found, self._arrays = found, found.search
        cursor = found.search.cursor
        self._won = int(cursor[turn_search.STATUS]) == turn_search.FOUND
        self._hopeless = int(cursor[turn_search.STATUS]) == turn_search.EMPTY
        self._depth = int(cursor[turn_search.DEPTH])
        self._looked = int(cursor[turn_search.NEXT])

    @cached_property
    def _wins(self) -> tuple[int, ...]:
        """The won states."""
        if not self._won:
            return ()
        first, last = self._arrays.starts[self._depth : self._depth + 2].tolist()
        marked = np.flatnonzero(self._arrays.marks[first:last] == turn_search.WON)
        return tuple((first + marked).tolist())

    @cached_property
    def _places(self) -> dict[int, int]:
        """The place of every win among them."""
        return {state: place for place, state in enumerate(self._wins)}

    @cached_property
    def _steps(self) -> list[TurnBack]:
        """The turns taken back, nearest to the exit first."""
        if not self._won:
            return []
        tables, search = tables_of_cube(), self._arrays
        ways = np.empty(len(search.parents), np.int64)
        look_back(tables, search, Control().cells, ways)
        places, found = self._places, []
        for layer in range(self._depth - 1, -1, -1):
            none = np.empty(0, np.int32), np.empty(0, np.uint8), np.empty(0, np.int32)
            room = list_steps(tables, search, ways, layer, *none)
            sources, targets = np.empty((2, room), np.int32)
            turns = np.empty(room, np.uint8)
            list_steps(tables, search, ways, layer, sources, turns, targets)
            rows = zip(sources.tolist(), turns.tolist(), targets.tolist(), strict=True)
            steps = [TurnBack(*row, self._depth - layer) for row in rows]
            steps.sort(key=lambda step: places[step.target])
            places = {}
            for step in steps:
                places.setdefault(step.source, len(places))
            found += steps
        return found

    @cached_property
    def _rows(self) -> dict[int, int]:
        """The first row of every state but the wins."""
        rows = {0: 0}
        for row, step in enumerate(self._steps, 1 + len(self._wins)):
            rows.setdefault(step.source, row)
        return rows

    def __len__(self) -> int:
        return 1 + len(self._wins) + len(self._steps)

    def _win_in(self, index: int) -> int | None:
        """The won state of a row, if that is a win."""
        return self._wins[index - 1] if 1 <= index <= len(self._wins) else None

    def _name(self, state: int) -> str:
        place = self._places.get(state)
        return f"S{state}" if place is None else f"W{place}"

    def __getitem__(self, index: int) -> TraceRow:
        """See :meth:`engine.values.trace.Trace.__getitem__`."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        path = self._found.play.states if self._found.settled else ()
        if index == 0:
            return TraceRow("S0", "", "", 0, self._start_text(), bool(path), self._hopeless)
        won = self._win_in(index)
        if won is not None:
            on_path = path[-1:] == (won,)
            return TraceRow(self._name(won), "", "", self._depth, "won", on_path)
        step = self._steps[index - 1 - len(self._wins)]
        layer = self._depth - step.left
        result = f"= S{step.source}"
        if self._rows[step.source] == index:
            result = f"new: {_turns(step.left)} from the exit"
        return TraceRow(
            f"S{step.source}",
            self._name(step.target),
            TURNS[step.turn],
            layer,
            result,
            path[layer : layer + 2] == (step.source, step.target),
        )

    def _start_text(self) -> str:
        if not self._won:
            return "start"
        wins = "1 win" if len(self._wins) == 1 else f"{len(self._wins):,} wins"
        return f"start: {wins} in {_turns(self._depth)}"

    def moves_to(self, index: int) -> tuple[str, ...]:
        """See :meth:`engine.values.trace.Trace.moves_to`."""
        if index == 0:
            return ()
        won, play = self._win_in(index), self._found.play
        if won is None:
            step = self._steps[index - 1 - len(self._wins)]
            state, layer = step.source, self._depth - step.left
        else:
            state, layer = won, self._depth
        if self._found.settled and play.states[layer] == state:
            return play.until(layer)
        actions = actions_to(self._arrays, state)
        if won is not None:
            actions.append(LAST_WALK)
        return tuple(word for words in words_of(self._found.begin, actions) for word in words)

    def find(self, moves: tuple[str, ...]) -> int | None:
        """See :meth:`engine.values.trace.Trace.find`; a win is one once the monk is out."""
        trial = followed(self._arrays, self._found.begin, moves, self._tried)
        if trial is None:
            return None
        place = self._places.get(trial.target)
        if place is not None and self._is_out(moves):
            return 1 + place
        return self._rows.get(trial.target)

    def _is_out(self, moves: tuple[str, ...]) -> bool:
        """Whether some moves win."""
        position = self._found.begin
        for word in moves:
            position = playing.played(position, word).after
        return position.status == "won"

    def _tried(self, state: int) -> int:
        """How many trials were made in a state, or more than there can be."""
        return planes.MOST_CHILDREN if state < self._looked else 0


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
