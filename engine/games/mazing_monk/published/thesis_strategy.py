"""The strategy ``published``, which runs the thesis's solver and reports facts and a trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engine.game.play_position import Position
from engine.games.mazing_monk.cube.bitcube import TURN_COUNT, get_cube_tables
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.published import thesis_search, thesis_search_nodes
from engine.games.mazing_monk.published.solver_options import STRATEGY, USUAL, ThesisOptions
from engine.games.mazing_monk.published.thesis_search import find_cheapest, take_candidates
from engine.games.mazing_monk.published.thesis_search_nodes import ThesisRecords, new_records
from engine.games.mazing_monk.search import compiled_level_facts
from engine.games.mazing_monk.search.move_state_conversion import list_turns
from engine.games.mazing_monk.search.proof_search import run_in_chunks
from engine.games.mazing_monk.search.solver import compute_extra_facts
from engine.games.mazing_monk.search.turn_search import EMPTY, FOUND, NO, OPEN, YES
from engine.games.mazing_monk.search.walk_and_turn_notation import (
    LAST_WALK,
    WalkAndTurn,
    format_actions,
)
from engine.search.search_memory import compute_room, list_ancestors, report_memory_error
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget, Control
from engine.values.solver_trace import TraceRow

_CHUNK = 2_000
"""The maximum number of candidates to take between two checks of the time limit."""


@dataclass(frozen=True)
class ThesisLog:
    """The result of a search with the thesis's solver.

    Attributes:
        records: The records and trials in the search.
        begin: The position in which the search began.
    """

    records: ThesisRecords
    begin: Position

    @property
    def status(self) -> int:
        """The status of the search when it ended."""
        return int(self.records.cursor[thesis_search_nodes.STATUS])

    @property
    def row_count(self) -> int:
        """The number of trials made."""
        return int(self.records.cursor[thesis_search_nodes.ROWS])

    @property
    def record_count(self) -> int:
        """The number of records made."""
        return int(self.records.cursor[thesis_search_nodes.COUNT])

    @property
    def solution_count(self) -> int:
        """The number of solutions found."""
        return int(self.records.cursor[thesis_search_nodes.SOLUTIONS])

    @property
    def max_waiting(self) -> int:
        """The largest number of candidates that were open at the same time."""
        return int(self.records.cursor[thesis_search_nodes.MAX_WAITING])

    def list_chain(self, record: int) -> tuple[int, ...]:
        """Return the records on the cheapest known path from the first record to ``record``."""
        return tuple(list_ancestors(self.records.parents, record))

    def list_actions(self, record: int) -> Iterator[WalkAndTurn]:
        """Yield the actions that lead to a record."""
        for other in self.list_chain(record)[1:]:
            # A turn does not move the monk, so he is still on the square from which he turned.
            square = (int(self.records.states[2 * other]) >> 54).bit_length() - 1
            yield WalkAndTurn(True, square, int(self.records.turns[other]))

    @cached_property
    def solution(self) -> tuple[int, ...]:
        """The records on the path to the cheapest solution, or an empty tuple if there is none."""
        if not self.solution_count:
            return ()
        return self.list_chain(int(find_cheapest(get_cube_tables(), self.records)))

    @cached_property
    def moves(self) -> tuple[str, ...] | None:
        """The moves in the solution, or None if there is none."""
        if not self.solution:
            return None
        actions = (*self.list_actions(self.solution[-1]), LAST_WALK)
        return tuple(word for words in format_actions(self.begin, actions) for word in words)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts for a verdict, without a lower bound, which this solver cannot compute."""
        # Any solution shows that the level can be won, even if the search was cut off.
        solvable = YES if self.solution_count else {EMPTY: NO}.get(self.status, OPEN)
        taken = int(self.records.cursor[thesis_search_nodes.TAKEN])
        complete = self.status in (FOUND, EMPTY)
        found = compiled_level_facts.build_partial_facts(
            self.begin.board, solvable, taken, self.record_count, self.moves
        )
        return found | {"complete": complete}

    @property
    def computed_facts(self) -> dict[str, Any]:
        """The facts that only this solver computes.

        The value of ``solutions`` is None unless the search found all solutions.
        """
        all_found = self.status == EMPTY
        return {
            "solutions": self.solution_count if all_found else None,
            "most_waiting": self.max_waiting,
        }


def search_solution(
    begin: Position,
    budget: Budget,
    control: Control,
    options: ThesisOptions = USUAL,
    memory: ThesisRecords | None = None,
) -> ThesisLog:
    """Search as the thesis's solver does, until the search is finished or the budget is used up.

    ``memory`` can be the records from an earlier search with the same options and at least as large
    a budget. They are overwritten.

    Raises:
        EngineError: There is too little memory for the budget.
    """
    most = compute_room(budget, 0)
    if memory is None:
        with report_memory_error(most):
            memory = new_records(most, options)
    start = np.zeros(2, np.uint64)
    karma = int(
        compiled_level_facts.write_start(rules.get_codes(begin), rules.find_monk(begin), start)
    )
    # Clearing the cursor begins a new search. The other arrays are written before they are read.
    memory.cursor[:] = 0
    memory.settings[thesis_search_nodes.SPARE] = karma - rules.count_missing_karma(begin)
    memory.settings[thesis_search_nodes.STALL] = options.stall
    memory.settings[thesis_search_nodes.ORDER] = options.order
    memory.settings[thesis_search_nodes.EVERY] = options.every
    memory.settings[thesis_search_nodes.RECOUNT] = options.recount
    tables = get_cube_tables()

    def resume_search(pause: int) -> None:
        take_candidates(tables, memory, start, control.shared_cells, most, pause)

    run_in_chunks(resume_search, memory.cursor, thesis_search_nodes.TAKEN, _CHUNK, budget, control)
    return ThesisLog(memory, begin)


@dataclass(frozen=True)
class ThesisTrace:
    """The trace of the thesis's solver, with rows for the start, every trial, and the win.

    Records are named S0, S1, and so on, in the order in which they were made.
    """

    log: ThesisLog
    strategy: str = STRATEGY

    def __len__(self) -> int:
        return 1 + self.log.row_count + bool(self.log.solution)

    @cached_property
    def _path(self) -> frozenset[int]:
        """The rows on the path to the win, or an empty set if the solver found no solution."""
        log = self.log
        # Trial n is in row n + 1. The first record has trial -1, so it is in row 0.
        found = {1 + int(log.records.reached_in[record]) for record in log.solution}
        return frozenset({*found, len(self) - 1} if found else ())

    def _read_trial(self, index: int) -> tuple[int, WalkAndTurn, int, int]:
        """Return the source, action, result and target for the trial in row ``index``."""
        made, row = self.log.records, index - 1
        square, turn = divmod(int(made.actions[row]), TURN_COUNT)
        source, target = int(made.sources[row]), int(made.targets[row])
        return source, WalkAndTurn(True, square, turn), int(made.results[row]), target

    def _is_win(self, index: int) -> bool:
        return index > self.log.row_count

    def __getitem__(self, index: int) -> TraceRow:
        if not 0 <= index < len(self):
            raise IndexError(index)
        path = index in self._path
        if index == 0:
            return TraceRow("S0", "", "", 0, "start", path)
        if self._is_win(index):
            turns = len(self.log.solution) - 1
            last = (self.log.moves or ("",))[-1]
            return TraceRow("won", f"S{self.log.solution[-1]}", last, turns, "won", path)
        source, action, result, target = self._read_trial(index)
        parent, word = f"S{source}", TURNS[action.turn]
        depth = len(self.log.list_chain(source))
        if result == thesis_search.LOST:
            return TraceRow("lost", parent, word, depth, "lost: soldiers", dead=True)
        results = {
            thesis_search.NEW: "new",
            thesis_search.SOONER: f"= S{target}: cheaper, replaces it",
        }
        return TraceRow(
            f"S{target}", parent, word, depth, results.get(result, f"= S{target}"), path
        )

    def moves_to(self, index: int) -> tuple[str, ...]:
        """Return the moves from the start to row ``index``, or the solution for the winning row."""
        if index == 0:
            return ()
        if self._is_win(index):
            return self.log.moves or ()
        source, action, _, _ = self._read_trial(index)
        actions = (*self.log.list_actions(source), action)
        return tuple(word for words in format_actions(self.log.begin, actions) for word in words)

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the row to which ``moves`` lead, or None if the solver did not try them."""
        record, row = 0, 0
        for square, turn in list_turns(self.log.begin, moves):
            found = self._find_trial_row(record, square, turn) if record >= 0 else None
            if found is None:
                return None
            row, record = found, self._read_trial(found)[3]
        # The monk died in the last turn, so it has a row but no record.
        if record < 0:
            return row
        if moves and moves == self.log.moves:
            return len(self) - 1
        return 1 + int(self.log.records.found_in[record])

    def _find_trial_row(self, record: int, square: int, turn: int) -> int | None:
        """Return the row for a turn from a record and square, or None if it was not tried."""
        made = self.log.records
        first = int(made.firsts[record])
        if first < 0:
            return None
        wanted = TURN_COUNT * square + turn
        # The trials from one candidate are in consecutive rows.
        for row in range(first, self.log.row_count):
            if made.sources[row] != record:
                break
            if made.actions[row] == wanted:
                return 1 + row
        return None


def solve_board(
    board: MonkBoard,
    budget: Budget | None = None,
    control: Control | None = None,
    options: ThesisOptions = USUAL,
) -> SolverResult:
    """Search a valid board for one solution or all solutions, depending on ``options``.

    Raises:
        EngineError: There is too little memory for the budget.
        LevelError: The board breaks a rule of the game.
    """
    begin = rules.create_start(board)
    log = search_solution(begin, budget or Budget(), control or Control(), options)
    known = {**compute_extra_facts(begin, log.moves), **log.computed_facts}
    return SolverResult(log.facts, ThesisTrace(log), moves=log.moves, computed_facts=known)
