"""The trace of a search by turns: every turn from every state that the search expanded.

The search records states, not rows. A row is computed on request, by expanding its state again.
Only the number of each state's first row is stored, so a trace with millions of rows needs little
memory.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.games.mazing_monk.cube.bitcube import STATE_WORDS, get_cube_tables, list_children
from engine.games.mazing_monk.cube.cube import FACE, SOURCES, TURNS
from engine.games.mazing_monk.cube.net import CELL_AT
from engine.games.mazing_monk.search import turn_search, turn_solution_count
from engine.games.mazing_monk.search.bound import compute_bound
from engine.games.mazing_monk.search.compiled_level_facts import SPARE
from engine.games.mazing_monk.search.move_state_conversion import (
    NO_TRIAL,
    find_trial,
    list_actions_to,
    list_state_trials,
)
from engine.games.mazing_monk.search.proof_search import TurnSearchResult
from engine.games.mazing_monk.search.turn_search import DROPPED, TurnSearch
from engine.games.mazing_monk.search.walk_and_turn_notation import (
    LAST_WALK,
    TurnSolution,
    format_actions,
)
from engine.jit.decorators import Bytes, Ints, Longs
from engine.values.solver_trace import (
    LIMIT,
    LOST,
    NEW,
    SEEN,
    START,
    WON,
    RowFilter,
    TraceRow,
    filter_words,
)

if TYPE_CHECKING:
    from engine.values.solver_trace import Mask

_PRUNED = 7
"""The kind of row for a state that the bound pruned. The other kinds are common to all traces."""
FIXED = {NEW: "new", LIMIT: "new dropped", SEEN: "=", LOST: "lost soldiers", _PRUNED: "pruned >"}
_NAME = re.compile(r"s(\d{1,9})")


class TurnsTrace:
    """The trace of a search by turns: a row for the start, and then a row for each trial.

    Rows are in the order of the states from which the trials were made. States are whole, and named
    S0, S1, and so on, in the order of discovery. A trial is a turn together with one group of
    squares that it leaves the monk on.
    """

    def __init__(self, strategy: str, found: TurnSearchResult) -> None:
        self.strategy = strategy
        self._tables, self._arrays, self._begin = get_cube_tables(), found.search, found.begin
        self._spare = found.known[SPARE]
        self._play = found.play if found.is_settled else TurnSolution()
        cursor = found.search.cursor.tolist()
        self._expanded_count, self._limit = cursor[turn_search.NEXT], cursor[turn_search.LIMIT]
        # If the search pruned or dropped no state and found no win, every state is dead.
        self._hopeless = cursor[turn_search.STATUS] == turn_search.EMPTY and not (
            cursor[turn_search.PRUNED] or cursor[turn_search.DROPPED_STATES]
        )
        self._starts = found.search.starts[: cursor[turn_search.DEPTH] + 1]

    @property
    def _own_search(self) -> TurnSearch:
        """A copy of the search with separate workspaces, because threads may share the trace."""
        arrays = self._arrays
        return arrays._replace(
            children=np.empty_like(arrays.children),
            kinds=np.empty_like(arrays.kinds),
            scratch=np.empty_like(arrays.scratch),
        )

    def prepare(self) -> None:
        """Compute the number of each state's first row in advance."""
        _ = self._firsts

    @cached_property
    def _firsts(self) -> Longs:
        """The first row for each expanded state, followed by the number of all rows."""
        firsts = np.empty(self._expanded_count + 1, np.int64)
        turn_solution_count.count_trials(self._tables, self._own_search, firsts)
        return firsts

    def __len__(self) -> int:
        return int(self._firsts[-1])

    def _list_rows(self, start: int, stop: int) -> tuple[Ints, Bytes, Ints]:
        """Return the states, turns and targets in a range of rows that excludes row 0."""
        room = max(0, stop - start)
        found = np.empty(room, np.int32), np.empty(room, np.uint8), np.empty(room, np.int32)
        if room:
            # ``list_trials`` needs the state from which the first of these trials was made.
            state = int(np.searchsorted(self._firsts, start, side="right")) - 1
            turn_solution_count.list_trials(
                self._tables, self._own_search, self._firsts, state, start, stop, *found
            )
        return found

    def _get_trial(self, index: int) -> tuple[int, int, int]:
        state, turn, target = self._list_rows(index, index + 1)
        return int(state[0]), int(turn[0]), int(target[0])

    def _find_row(self, state: int) -> int:
        """Return the row in which a state was found."""
        if state == 0:
            return 0
        first, last = self._get_row_range(int(self._arrays.parents[state]))
        return first + int(np.argmax(self._list_rows(first, last)[2] == state))

    def _get_row_range(self, state: int) -> tuple[int, int]:
        """Return the row of a state's first trial, and the row that follows its last trial."""
        if state >= self._expanded_count:
            return 0, 0
        return int(self._firsts[state]), int(self._firsts[state + 1])

    def _is_first(self, state: int, turn: int, target: int) -> bool:
        """Return True if a trial was the first to find its target."""
        found = int(self._arrays.parents[target]), int(self._arrays.turns[target])
        return found == (state, turn)

    def _find_depth(self, state: int) -> int:
        return int(np.searchsorted(self._starts, state, side="right")) - 1

    def _is_on_path(self, state: int, target: int, depth: int) -> bool:
        path = self._play.states
        return depth + 1 < len(path) and path[depth] == state and path[depth + 1] == target

    def _is_won(self, target: int) -> bool:
        return bool(self._arrays.marks[target] & turn_search.WON)

    def __getitem__(self, index: int) -> TraceRow:
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            path = bool(self._play.states)
            if path and len(self._play.states) == 1:
                return TraceRow("S0", "", "", 0, "won: no turn is needed", True)
            left = self._get_turns_left(0) if path else None
            return TraceRow("S0", "", "", 0, self._format_start(), path, self._hopeless, left)
        state, turn, target = self._get_trial(index)
        depth = self._find_depth(state)
        parent, word = f"S{state}", TURNS[turn]
        if target == turn_solution_count.LOST:
            return TraceRow("lost", parent, word, depth + 1, "lost: soldiers", dead=True)
        # A pruned state is not stored, so compute its bound again.
        if target == turn_solution_count.LEFT_OUT:
            result = f"pruned: {self._bound_turns(index, state, depth)} > {self._limit}"
            return TraceRow("pruned", parent, word, depth + 1, result)
        path = self._is_on_path(state, target, depth)
        if self._is_won(target):
            return TraceRow("won", parent, word, depth + 1, "won", path)
        result = f"= S{target}"
        if self._is_first(state, turn, target):
            dropped = self._arrays.marks[target] == DROPPED
            result = "new: dropped" if dropped else "new"
        left = self._get_turns_left(depth + 1) if path else None
        return TraceRow(f"S{target}", parent, word, depth + 1, result, path, self._hopeless, left)

    def _get_turns_left(self, depth: int) -> int | None:
        """Return the turns from a state of the solution to the win, or None if unproven."""
        # Only a search with a limit proves that no win needs fewer turns.
        return len(self._play.states) - 1 - depth if self._limit else None

    def _format_start(self) -> str:
        return f"start: limit {self._limit}" if self._limit else "start"

    def _bound_turns(self, index: int, state: int, depth: int) -> int:
        """Return a lower bound on the turns of a win through the pruned state in row ``index``."""
        child = self._find_child(index, state)
        needed = compute_bound(self._tables, *child, self._spare, self._own_search.scratch)
        return depth + 1 + int(needed)

    def _find_child(self, index: int, state: int) -> tuple[np.uint64, np.uint64]:
        """Return the two words of the state to which the trial in row ``index`` leads."""
        search, at = self._own_search, STATE_WORDS * state
        word, karma = search.states[at], search.states[at + 1]
        list_children(self._tables, word, karma, True, search.children, search.kinds)
        # The trials from a state are in the same order as its children.
        at = STATE_WORDS * (index - self._get_row_range(state)[0])
        return search.children[at], search.children[at + 1]

    def moves_to(self, index: int) -> tuple[str, ...]:
        """Return the moves that lead to the row at ``index``.

        In moves that are not part of the solution, the monk collects all karma within reach until
        he has enough to open the exit.
        """
        if index == 0:
            return self._play.list_moves_until(0)
        state, _, target = self._get_trial(index)
        depth = self._find_depth(state)
        if self._is_on_path(state, target, depth):
            return self._play.list_moves_until(depth + 1)
        trial = list_state_trials(self._arrays, state)[index - self._get_row_range(state)[0]]
        actions = list_actions_to(self._arrays, state, trial)
        if target >= 0 and self._is_won(target):
            actions.append(LAST_WALK)
        return tuple(word for words in format_actions(self._begin, actions) for word in words)

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the row to which ``moves`` lead, or None if the search did not try them."""
        trial = find_trial(self._arrays, self._begin, moves, self._count_trials)
        if trial is None or trial is NO_TRIAL:
            return None if trial is None else 0
        # Only the trial's own row shows a loss, a pruned state or a win.
        if trial.target < 0 or self._is_won(trial.target):
            return self._get_row_range(trial.source)[0] + trial.number
        return self._find_row(trial.target)

    def _count_trials(self, state: int) -> int:
        """Return the number of trials made from a state."""
        first, last = self._get_row_range(state)
        return last - first

    def _read_rows(self, start: int, stop: int) -> tuple[Longs, Bytes, Ints]:
        """Return the states, turns and targets in a range of rows.

        Row 0 has state -1 and target 0.
        """
        sources, turns, targets = self._list_rows(max(start, 1), stop)
        if start == 0 < stop:
            return (
                np.concatenate(([-1], sources)),
                np.concatenate((np.zeros(1, np.uint8), turns)),
                np.concatenate((np.zeros(1, np.int32), targets)),
            )
        return sources.astype(np.int64), turns, targets

    def filter_by_word(self, word: str, start: int, stop: int) -> RowFilter:
        """Find the rows from ``start`` to ``stop - 1`` whose text contains ``word``."""
        sources, turns, targets = self._read_rows(start, stop)
        states = np.maximum(targets, 0)
        marks = self._arrays.marks[states]
        # More specific kinds are assigned later and overwrite the general ones.
        kinds = np.full(len(sources), SEEN, np.uint8)
        first = self._arrays.parents[states] == sources
        first &= self._arrays.turns[states] == turns
        kinds[first] = NEW
        kinds[first & (marks == DROPPED)] = LIMIT
        kinds[marks == turn_search.WON] = WON
        kinds[targets == turn_solution_count.LEFT_OUT] = _PRUNED
        kinds[targets == turn_solution_count.LOST] = LOST
        kinds[sources < 0] = START
        name = _NAME.fullmatch(word)
        stays = (targets >= 0) & (marks != turn_search.WON)
        named = stays & (targets == int(name[1])) if name else np.zeros(len(sources), np.bool_)
        return filter_words(kinds, named, word, FIXED, (START, _PRUNED))

    def get_depths(self, start: int, stop: int) -> Ints:
        """Return the number of turns that lead to each row from ``start`` to ``stop - 1``."""
        sources, _, _ = self._read_rows(start, stop)
        found = np.searchsorted(self._starts, sources, side="right")
        return np.where(sources < 0, 0, found).astype(np.int32)

    def find_path_rows(self, start: int, stop: int) -> Mask:
        """Return a mask that selects the rows in a range that are on the solution."""
        sources, _, targets = self._read_rows(start, stop)
        path = self._play.states
        found = np.full(len(sources), False)
        for state, following in pairwise(path):
            found |= (sources == state) & (targets == following)
        found[sources < 0] = bool(path)
        return found

    def find_dead_rows(self, start: int, stop: int) -> Mask:
        """Return a mask that selects the rows in a range from which no win can be reached."""
        _, _, targets = self._read_rows(start, stop)
        found: Mask = (targets == turn_solution_count.LOST) | self._hopeless
        return found

    def filter_by_change(self, row: int, col: int, start: int, stop: int) -> RowFilter:
        """Find the rows in a range that may change the cell at (row, col).

        No row is certain to change it. The monk's walks may change the top face, and rows on the
        solution may leave more karma behind than others.
        """
        sources, turns, _ = self._read_rows(start, stop)
        nothing = np.zeros(len(sources), np.bool_)
        cell = CELL_AT.get((row, col))
        if cell is None:
            return RowFilter(nothing, nothing)
        # ``moving[turn]`` is True if the turn moves the contents of this cell.
        moving = np.array([sources_of[cell] != cell for sources_of in SOURCES])
        unsure = moving[turns] | (cell < FACE) | np.isin(sources, self._play.states)
        return RowFilter(nothing, unsure & (sources >= 0))

    def find_parent(self, index: int) -> int | None:
        """Return the row in which the state before a row's turn was found, or None for row 0."""
        return self._find_row(self._get_trial(index)[0]) if index else None

    def list_children(self, index: int) -> tuple[int, ...]:
        """Return the rows for the trials from the state to which a row leads."""
        state = self._get_trial(index)[2] if index else 0
        return () if state < 0 else tuple(range(*self._get_row_range(state)))

    def explain_row(self, index: int) -> str:
        """Return a sentence that explains a row."""
        state, turn, target = self._get_trial(index) if index else (0, 0, 0)
        depth = self._find_depth(state) + 1
        if target == turn_solution_count.LOST:
            return "Lost: soldiers have a path to the monk after this turn."
        if target == turn_solution_count.LEFT_OUT:
            needed = self._bound_turns(index, state, depth - 1)
            return f"Left out: the karma takes {needed} turns, the limit is {self._limit}."
        if self._is_won(target):
            return f"Won in {depth if index else 0} turns: the branch ends."
        if index and not self._is_first(state, turn, target):
            row, depth = self._find_row(target), self._find_depth(target)
            return f"Seen before: same as S{target} (row {row + 1:,}, turn {depth})."
        limit = f", at most {self._limit} turns are allowed" if self._limit else ""
        which = f"S{target} is new" if index else f"The start{limit}"
        if self._arrays.marks[target] == DROPPED:
            return f"{which}; others of its layer look nearer to a win, so it is not looked into."
        if target >= self._expanded_count:
            return f"{which}; the search ended before it was looked into."
        stuck = "" if self.list_children(index) else "; no line can be turned there"
        return f"{which}{stuck}."
