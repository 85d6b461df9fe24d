"""The thesis's solver as a strategy: its solution, its facts, and its trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engine.game.position import Position
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.cube.planes import TURN_COUNT, tables_of_cube
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.published import candidates, records
from engine.games.mazing_monk.published.candidates import cheapest_solution, take_candidates
from engine.games.mazing_monk.published.options import STRATEGY, USUAL, Options
from engine.games.mazing_monk.published.records import Records, new_records
from engine.games.mazing_monk.search import settling
from engine.games.mazing_monk.search.actions import LAST_WALK, WalkAndTurn, words_of
from engine.games.mazing_monk.search.following import turns_of
from engine.games.mazing_monk.search.proving import in_stretches
from engine.games.mazing_monk.search.solver import computed
from engine.games.mazing_monk.search.turns import EMPTY, FOUND, NO, OPEN, YES
from engine.search.running import memory_for, rows_to, states_room
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.trace import TraceRow

_CHUNK = 2_000
"""Candidates between two looks at the clock."""


@dataclass(frozen=True)
class Log:
    """What the thesis's solver left behind.

    Attributes:
        records: its records and trials.
        begin: the moment that it began with.
    """

    records: Records
    begin: Position

    @property
    def status(self) -> int:
        """How the search ended."""
        return int(self.records.cursor[records.STATUS])

    @property
    def rows(self) -> int:
        """Trials made."""
        return int(self.records.cursor[records.ROWS])

    @property
    def count(self) -> int:
        """Records made."""
        return int(self.records.cursor[records.COUNT])

    @property
    def solutions(self) -> int:
        """Solutions found."""
        return int(self.records.cursor[records.SOLUTIONS])

    @property
    def most_waiting(self) -> int:
        """Candidates that were waiting to be taken at once, at the most."""
        return int(self.records.cursor[records.MOST_WAITING])

    def chain(self, record: int) -> tuple[int, ...]:
        """The records from the first to one, each reached from the one before it."""
        return tuple(rows_to(self.records.parents, record))

    def actions(self, record: int) -> Iterator[WalkAndTurn]:
        """What leads to a record."""
        for other in self.chain(record)[1:]:
            # He stands after a turn where he stood before it.
            square = (int(self.records.states[2 * other]) >> 54).bit_length() - 1
            yield WalkAndTurn(True, square, int(self.records.turns[other]))

    @cached_property
    def solution(self) -> tuple[int, ...]:
        """The records of the solution, of several the cheapest; none if there is none."""
        if not self.solutions:
            return ()
        return self.chain(int(cheapest_solution(tables_of_cube(), self.records)))

    @cached_property
    def words(self) -> tuple[str, ...] | None:
        """The words of the solution, if there is one."""
        if not self.solution:
            return None
        actions = (*self.actions(self.solution[-1]), LAST_WALK)
        return tuple(word for words in words_of(self.begin, actions) for word in words)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the verdict; this solver knows of no bound."""
        solvable = YES if self.solutions else {EMPTY: NO}.get(self.status, OPEN)
        taken = int(self.records.cursor[records.TAKEN])
        complete = self.status in (FOUND, EMPTY)
        found = settling.facts_found(self.begin.board, solvable, taken, self.count, self.words)
        return found | {"complete": complete}

    @property
    def computed(self) -> dict[str, Any]:
        """The facts of this solver alone; solutions only once all are found."""
        all_found = self.status == EMPTY
        return {
            "solutions": self.solutions if all_found else None,
            "most_waiting": self.most_waiting,
        }


def search(
    begin: Position,
    budget: Budget,
    control: Control,
    options: Options = USUAL,
    memory: Records | None = None,
) -> Log:
    """Searches as the thesis does, until the first solution or the end of the budget.

    ``memory`` of an earlier search by such options within as many states is used again, if given.

    Raises:
        EngineError: too little memory for the budget.
    """
    most = states_room(budget, 0)
    if memory is None:
        with memory_for(most):
            memory = new_records(most, options)
    start = np.zeros(2, np.uint64)
    karma = int(settling.measure(playing.codes_of(begin), playing.monk_at(begin), start))
    memory.cursor[:] = 0
    memory.settings[records.SPARE] = karma - playing.missing_karma(begin)
    memory.settings[records.STALL] = options.stall
    memory.settings[records.ORDER] = options.order
    memory.settings[records.EVERY] = options.every
    memory.settings[records.RECOUNT] = options.recount
    tables = tables_of_cube()

    def go_on(pause: int) -> None:
        """Goes on until so many candidates are taken, or the search ends."""
        take_candidates(tables, memory, start, control.cells, most, pause)

    in_stretches(go_on, memory.cursor, records.TAKEN, _CHUNK, budget, control)
    return Log(memory, begin)


@dataclass(frozen=True)
class PublishedTrace:
    """Rows as the solver made them: the start, every trial, and the win if there is one.

    Records are named S0, S1, ... in the order in which they were made.
    """

    log: Log
    strategy: str = STRATEGY

    def __len__(self) -> int:
        return 1 + self.log.rows + bool(self.log.solution)

    @cached_property
    def _path(self) -> frozenset[int]:
        """The rows that led to the records of the solution, the start and the win."""
        log = self.log
        found = {1 + int(log.records.reached_in[record]) for record in log.solution}
        return frozenset({*found, len(self) - 1} if found else ())

    def _trial(self, index: int) -> tuple[int, WalkAndTurn, int, int]:
        """Source, action, result and target of a row between start and win."""
        made, row = self.log.records, index - 1
        square, turn = divmod(int(made.actions[row]), TURN_COUNT)
        source, target = int(made.sources[row]), int(made.targets[row])
        return source, WalkAndTurn(True, square, turn), int(made.results[row]), target

    def _is_win(self, index: int) -> bool:
        return index > self.log.rows

    def __getitem__(self, index: int) -> TraceRow:
        """See :meth:`engine.values.trace.Trace.__getitem__`."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        path = index in self._path
        if index == 0:
            return TraceRow("S0", "", "", 0, "start", path)
        if self._is_win(index):
            turns = len(self.log.solution) - 1
            last = (self.log.words or ("",))[-1]
            return TraceRow("won", f"S{self.log.solution[-1]}", last, turns, "won", path)
        source, action, result, target = self._trial(index)
        parent, word = f"S{source}", TURNS[action.turn]
        depth = len(self.log.chain(source))
        if result == candidates.LOST:
            return TraceRow("lost", parent, word, depth, "lost: soldiers", dead=True)
        results = {candidates.NEW: "new", candidates.SOONER: f"= S{target}: cheaper, replaces it"}
        return TraceRow(
            f"S{target}", parent, word, depth, results.get(result, f"= S{target}"), path
        )

    def moves_to(self, index: int) -> tuple[str, ...]:
        """See :meth:`engine.values.trace.Trace.moves_to`."""
        if index == 0:
            return ()
        if self._is_win(index):
            return self.log.words or ()
        source, action, _, _ = self._trial(index)
        actions = (*self.log.actions(source), action)
        return tuple(word for words in words_of(self.log.begin, actions) for word in words)

    def find(self, moves: tuple[str, ...]) -> int | None:
        """See :meth:`engine.values.trace.Trace.find`."""
        record, row = 0, 0
        for square, turn in turns_of(self.log.begin, moves):
            found = self._tried(record, square, turn) if record >= 0 else None
            if found is None:
                return None
            row, record = found, self._trial(found)[3]
        if record < 0:
            return row
        if moves and moves == self.log.words:
            return len(self) - 1
        return 1 + int(self.log.records.found_in[record])

    def _tried(self, record: int, square: int, turn: int) -> int | None:
        """The row of a turn tried from a record, if it was."""
        made = self.log.records
        first = int(made.firsts[record])
        if first < 0:
            return None
        wanted = TURN_COUNT * square + turn
        for row in range(first, self.log.rows):
            if made.sources[row] != record:
                break
            if made.actions[row] == wanted:
                return 1 + row
        return None


def solve(
    board: MonkBoard,
    budget: Budget | None = None,
    control: Control | None = None,
    options: Options = USUAL,
) -> Solved:
    """The verdict on a valid board: a first solution, by the best candidate, or all of them.

    Raises:
        EngineError: too little memory for the budget.
        LevelError: the board breaks a rule of the game.
    """
    begin = playing.start(board)
    log = search(begin, budget or Budget(), control or Control(), options)
    known = {**computed(begin, log.words), **log.computed}
    return Solved(log.facts, PublishedTrace(log), path=log.words, computed=known)
