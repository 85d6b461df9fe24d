"""The strategy ``objectives``, which runs a search by objectives and reports facts and a trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engine.game.play_position import Position
from engine.games.mazing_monk.cube.bitcube import get_cube_tables
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search import compiled_level_facts, objective_search, turn_search
from engine.games.mazing_monk.search.move_state_conversion import (
    TriedTurn,
    find_trial,
    list_actions_to,
    list_state_trials,
)
from engine.games.mazing_monk.search.objective_search import ObjectiveSearch, new_objective_search
from engine.games.mazing_monk.search.proof_search import run_in_chunks
from engine.games.mazing_monk.search.turn_search import EMPTY, FOUND, NO, OPEN, YES, find_karma_left
from engine.games.mazing_monk.search.turn_solution_count import LOST
from engine.games.mazing_monk.search.walk_and_turn_notation import (
    LAST_WALK,
    WalkAndTurn,
    format_actions,
)
from engine.search.search_memory import compute_room, list_ancestors, report_memory_error
from engine.values.budget import Budget, Control
from engine.values.solver_trace import TraceRow

STRATEGY = "objectives"
_CHUNK = 20_000
"""The maximum number of states to expand between two checks of the time limit."""


@dataclass(frozen=True)
class ObjectiveResult:
    """The result of a search by objectives.

    Attributes:
        found: The states and trials in the search.
        begin: The position in which the search began.
        spare: The amount of karma that may be left behind.
    """

    found: ObjectiveSearch
    begin: Position
    spare: int

    @property
    def status(self) -> int:
        """The status of the search when it ended."""
        return int(self.found.search.cursor[turn_search.STATUS])

    @property
    def expanded_count(self) -> int:
        """The number of states expanded."""
        return int(self.found.search.cursor[turn_search.EXPANDED])

    @property
    def row_count(self) -> int:
        """The number of trials made."""
        return int(self.found.notes[objective_search.ROW_COUNT])

    @cached_property
    def solution(self) -> tuple[int, ...]:
        """The states on the path to the win, or an empty tuple if there is no win."""
        if self.status != FOUND:
            return ()
        return tuple(
            list_ancestors(self.found.search.parents, int(self.found.notes[objective_search.LAST]))
        )

    @cached_property
    def moves(self) -> tuple[str, ...] | None:
        """The moves in the solution, or None if there is none."""
        if not self.solution:
            return None
        return self.format_moves(
            [*list_actions_to(self.found.search, self.solution[-1]), LAST_WALK]
        )

    def format_moves(self, actions: list[WalkAndTurn]) -> tuple[str, ...]:
        """Return the moves that make up ``actions``, from the position where the search began."""
        return tuple(word for words in format_actions(self.begin, actions) for word in words)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts for a verdict, without a lower bound, which this search cannot compute."""
        solvable = {FOUND: YES, EMPTY: NO}.get(self.status, OPEN)
        seen = int(self.found.search.cursor[turn_search.COUNT])
        return compiled_level_facts.build_partial_facts(
            self.begin.board, solvable, self.expanded_count, seen, self.moves
        )


def run_objectives(begin: Position, budget: Budget, control: Control) -> ObjectiveResult:
    """Search by objectives until a solution is found or the budget is used up.

    Raises:
        EngineError: There is too little memory for the budget.
    """
    most = compute_room(budget, 0)
    with report_memory_error(most):
        found = new_objective_search(most)
    start = np.zeros(2, np.uint64)
    karma = int(
        compiled_level_facts.write_start(rules.get_codes(begin), rules.find_monk(begin), start)
    )
    spare = karma - max(0, rules.count_missing_karma(begin))
    tables = get_cube_tables()

    def resume_search(pause: int) -> None:
        objective_search.search_objectives(
            tables, found, start, control.shared_cells, spare, most, pause
        )

    run_in_chunks(resume_search, found.search.cursor, turn_search.EXPANDED, _CHUNK, budget, control)
    return ObjectiveResult(found, begin, spare)


@dataclass(frozen=True)
class ObjectiveTrace:
    """The trace of a search by objectives, with rows for the start, every trial, and the win.

    States are named S0, S1, and so on, in the order of discovery. A row whose state achieves an
    objective shows the karma collected so far.
    """

    result: ObjectiveResult
    strategy: str = STRATEGY

    def __len__(self) -> int:
        return 1 + self.result.row_count + bool(self.result.solution)

    @cached_property
    def _path(self) -> frozenset[int]:
        """The rows on the path to the win, or an empty set if the search found no solution."""
        states = self.result.solution
        found = {self._find_row(state) for state in states}
        return frozenset({*found, len(self) - 1} if states else ())

    def _find_row(self, state: int) -> int:
        """Return the row in which a state was found."""
        return 1 + int(self.result.found.found_in[state]) if state else 0

    def _count_trials(self, state: int) -> int:
        """Return the number of turns tried from a state."""
        found = self.result.found
        place = int(found.ranks[state])
        if place < 0:
            return 0
        # The trials from a state end where those from the next expanded state begin.
        last = place + 1 == self.result.expanded_count
        end = self.result.row_count if last else int(found.firsts[place + 1])
        return end - int(found.firsts[place])

    def _get_trial(self, index: int) -> TriedTurn:
        """Return the trial in row ``index``, which must be neither the start nor the win."""
        found = self.result.found
        firsts = found.firsts[: self.result.expanded_count]
        # Row 0 is the start, so trial n is in row n + 1.
        place = int(np.searchsorted(firsts, index - 1, side="right")) - 1
        return list_state_trials(found.search, int(found.expanded[place]))[
            index - 1 - int(firsts[place])
        ]

    def _is_win(self, index: int) -> bool:
        return index > self.result.row_count

    def __getitem__(self, index: int) -> TraceRow:
        if not 0 <= index < len(self):
            raise IndexError(index)
        path, found = index in self._path, self.result.found
        if index == 0:
            return TraceRow("S0", "", "", 0, "start", path, self._is_hopeless)
        if self._is_win(index):
            source, words = self.result.solution[-1], self.result.moves or ("",)
            depth = int(found.depths[source])
            return TraceRow("won", f"S{source}", words[-1], depth, "won", path)
        trial = self._get_trial(index)
        parent, word = f"S{trial.source}", TURNS[trial.turn]
        depth = int(found.depths[trial.source]) + 1
        if trial.target == LOST:
            return TraceRow("lost", parent, word, depth, "lost: soldiers", dead=True)
        name, result = f"S{trial.target}", f"= S{trial.target}"
        # Only the row that found a state is marked as new. Later rows refer to that state.
        if self._find_row(trial.target) == index:
            result = self._describe_gain(trial)
        return TraceRow(name, parent, word, depth, result, path, self._is_hopeless)

    @property
    def _is_hopeless(self) -> bool:
        return self.result.status == EMPTY

    def _describe_gain(self, trial: TriedTurn) -> str:
        """Describe the gain from a new state: karma collected, or the exit within reach."""
        before, after = self._count_missing(trial.source), self._count_missing(trial.target)
        if self.result.found.search.marks[trial.target] == turn_search.WON:
            return "new: the exit is in reach"
        if after == before:
            return "new"
        needed = self.result.begin.board.karma_needed
        return f"new: karma {needed - after} of {needed}"

    def _count_missing(self, state: int) -> int:
        """Return the amount of karma that is missing in a state."""
        left = int(find_karma_left(self.result.found.search, state)).bit_count()
        return max(left - self.result.spare, 0)

    def moves_to(self, index: int) -> tuple[str, ...]:
        """Return the moves from the start to row ``index``, or the solution for the winning row."""
        if index == 0:
            return ()
        if self._is_win(index):
            return self.result.moves or ()
        trial = self._get_trial(index)
        return self.result.format_moves(
            list_actions_to(self.result.found.search, trial.source, trial)
        )

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the row to which ``moves`` lead, or None if the search did not try them."""
        # The whole solution leads to the last row. Without its final walk, it leads only to the row
        # for its last turn.
        if moves and moves == self.result.moves:
            return len(self) - 1
        trial = find_trial(self.result.found.search, self.result.begin, moves, self._count_trials)
        if trial is None:
            return None
        if trial.target == LOST:
            found = self.result.found
            return 1 + int(found.firsts[found.ranks[trial.source]]) + trial.number
        return self._find_row(trial.target)
