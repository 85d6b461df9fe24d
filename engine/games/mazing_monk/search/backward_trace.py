"""The trace of a backward search, which goes turn by turn from the exit to the start.

A backward search has no single state to begin with, because the final arrangement of the 54 cells
is not known in advance. The search therefore first goes forward, layer by layer, until a layer
contains wins. From these wins, it goes back one turn at a time through the states on shortest
solutions, until it reaches the start.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.games.mazing_monk.cube import bitcube
from engine.games.mazing_monk.cube.bitcube import Tables, get_cube_tables
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search import turn_search
from engine.games.mazing_monk.search.move_state_conversion import find_trial, list_actions_to
from engine.games.mazing_monk.search.proof_search import TurnSearchResult
from engine.games.mazing_monk.search.turn_search import TurnSearch
from engine.games.mazing_monk.search.turn_solution_count import count_solutions
from engine.games.mazing_monk.search.walk_and_turn_notation import LAST_WALK, format_actions
from engine.jit.decorators import Bytes, Ints, Longs, entry
from engine.values.budget import Control
from engine.values.solver_trace import TraceRow

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
    """List the turns with which shortest solutions lead from one layer to the next.

    Args:
        tables: The lookup tables.
        search: The finished search.
        ways: The number of shortest solutions from each state.
        layer: The number of the layer from which the turns lead.
        sources: The array that receives the state before each turn. Once the array is full, turns
            are only counted.
        turns: The array that receives the turns.
        targets: The array that receives the state after each turn.

    Returns:
        The number of turns, which may exceed the length of the arrays.
    """
    starts, states, children, kinds = search.starts, search.states, search.children, search.kinds
    below, beyond = starts[layer + 1], starts[layer + 2]
    count = 0
    for state in range(starts[layer], below):
        if ways[state] == 0:
            continue
        at = bitcube.STATE_WORDS * state
        found = bitcube.list_children(tables, states[at], states[at + 1], True, children, kinds)
        for child in range(found):
            if kinds[child] >= bitcube.ATTACKED:
                continue
            number = turn_search.find_number(search, children, bitcube.STATE_WORDS * child)
            if below <= number < beyond and ways[number] > 0:
                if count < len(sources):
                    sources[count] = state
                    turns[count] = kinds[child]
                    targets[count] = number
                count += 1
    return count


class TurnBack(NamedTuple):
    """One turn in a shortest solution, followed backwards.

    Attributes:
        source: The state before the turn, which is reached by going back.
        turn: The number of the turn.
        target: The state after the turn.
        left: The number of turns from the source to a win.
    """

    source: int
    turn: int
    target: int
    left: int


class BackwardTrace:
    """The trace of a backward search: the start, the wins, and the turns followed back from them.

    Wins are named W0, W1, and so on. Other states are named S followed by their number in the
    forward search, so the start is S0. A row's state is the state before its turn, and its
    ``parent`` is the state after the turn, which is nearer to the exit. As in every trace, the
    moves to a row lead from the start to the row's state.
    """

    strategy = STRATEGY

    def __init__(self, found: TurnSearchResult) -> None:
        self._found, self._arrays = found, found.search
        cursor = found.search.cursor
        self._has_wins = int(cursor[turn_search.STATUS]) == turn_search.FOUND
        self._hopeless = int(cursor[turn_search.STATUS]) == turn_search.EMPTY
        self._depth = int(cursor[turn_search.DEPTH])
        self._expanded_count = int(cursor[turn_search.NEXT])

    @cached_property
    def _wins(self) -> tuple[int, ...]:
        """The won states in the last layer."""
        if not self._has_wins:
            return ()
        first, last = self._arrays.starts[self._depth : self._depth + 2].tolist()
        marked = np.flatnonzero(self._arrays.marks[first:last] == turn_search.WON)
        return tuple((first + marked).tolist())

    @cached_property
    def _win_numbers(self) -> dict[int, int]:
        """A mapping from each won state to its index in ``_wins``."""
        return {state: place for place, state in enumerate(self._wins)}

    @cached_property
    def _steps(self) -> list[TurnBack]:
        """The turns followed back, starting with those nearest to the exit."""
        if not self._has_wins:
            return []
        tables, search = get_cube_tables(), self._arrays
        ways = np.empty(len(search.parents), np.int64)
        count_solutions(tables, search, Control().shared_cells, ways)
        places, found = self._win_numbers, []
        for layer in range(self._depth - 1, -1, -1):
            # The first call only counts, so that the second one gets arrays of the right size.
            none = np.empty(0, np.int32), np.empty(0, np.uint8), np.empty(0, np.int32)
            room = list_steps(tables, search, ways, layer, *none)
            sources, targets = np.empty((2, room), np.int32)
            turns = np.empty(room, np.uint8)
            list_steps(tables, search, ways, layer, sources, turns, targets)
            rows = zip(sources.tolist(), turns.tolist(), targets.tolist(), strict=True)
            steps = [TurnBack(*row, self._depth - layer) for row in rows]
            # Sort the turns by the order in which their targets were listed, which keeps rows with
            # the same parent together.
            steps.sort(key=lambda step: places[step.target])
            places = {}
            for step in steps:
                places.setdefault(step.source, len(places))
            found += steps
        return found

    @cached_property
    def _rows(self) -> dict[int, int]:
        """A mapping from every state except the wins to its first row."""
        rows = {0: 0}
        for row, step in enumerate(self._steps, 1 + len(self._wins)):
            # A state with several shortest continuations is new only in its first row.
            rows.setdefault(step.source, row)
        return rows

    def __len__(self) -> int:
        return 1 + len(self._wins) + len(self._steps)

    def _find_win(self, index: int) -> int | None:
        """Return the won state in the row at ``index``, or None if the row is not a win."""
        return self._wins[index - 1] if 1 <= index <= len(self._wins) else None

    def _format_name(self, state: int) -> str:
        place = self._win_numbers.get(state)
        return f"S{state}" if place is None else f"W{place}"

    def __getitem__(self, index: int) -> TraceRow:
        if not 0 <= index < len(self):
            raise IndexError(index)
        path = self._found.play.states if self._found.is_settled else ()
        if index == 0:
            left = self._depth if self._has_wins else None
            return TraceRow("S0", "", "", 0, self._format_start(), bool(path), self._hopeless, left)
        won = self._find_win(index)
        if won is not None:
            on_path = path[-1:] == (won,)
            return TraceRow(self._format_name(won), "", "", self._depth, "won", on_path)
        step = self._steps[index - 1 - len(self._wins)]
        layer = self._depth - step.left
        result = f"= S{step.source}"
        if self._rows[step.source] == index:
            result = f"new: {_format_turns(step.left)} from the exit"
        return TraceRow(
            f"S{step.source}",
            self._format_name(step.target),
            TURNS[step.turn],
            layer,
            result,
            path[layer : layer + 2] == (step.source, step.target),
            to_win=step.left,
        )

    def _format_start(self) -> str:
        if not self._has_wins:
            return "start"
        wins = "1 win" if len(self._wins) == 1 else f"{len(self._wins):,} wins"
        return f"start: {wins} in {_format_turns(self._depth)}"

    def moves_to(self, index: int) -> tuple[str, ...]:
        """Return the moves that lead from the start to the state in the row at ``index``."""
        if index == 0:
            return ()
        won, play = self._find_win(index), self._found.play
        if won is None:
            step = self._steps[index - 1 - len(self._wins)]
            state, layer = step.source, self._depth - step.left
        else:
            state, layer = won, self._depth
        # The walks are known only for the best solution. For other states, any suitable walks will
        # do.
        if self._found.is_settled and play.states[layer] == state:
            return play.list_moves_until(layer)
        actions = list_actions_to(self._arrays, state)
        if won is not None:
            actions.append(LAST_WALK)
        return tuple(word for words in format_actions(self._found.begin, actions) for word in words)

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the row to which ``moves`` lead, or None if the trace has no such row.

        The moves lead to a win's row only if they include the final walk.
        """
        trial = find_trial(self._arrays, self._found.begin, moves, self._count_trials)
        if trial is None:
            return None
        place = self._win_numbers.get(trial.target)
        if place is not None and self._is_winning(moves):
            return 1 + place
        return self._rows.get(trial.target)

    def _is_winning(self, moves: tuple[str, ...]) -> bool:
        """Return True if ``moves`` win."""
        position = self._found.begin
        for word in moves:
            position = rules.apply_move(position, word).after
        return position.status == "won"

    def _count_trials(self, state: int) -> int:
        """Return an upper bound on the number of turns tried from a state."""
        return bitcube.MAX_CHILDREN if state < self._expanded_count else 0


def _format_turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
