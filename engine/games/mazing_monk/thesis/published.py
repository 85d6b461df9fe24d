"""The thesis's solver as a strategy: its solution, its facts, and its trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engine.game.position import Position
from engine.games.mazing_monk.cube.cube import SIDE, TURNS
from engine.games.mazing_monk.cube.planes import TURN_COUNT, tables_of_cube
from engine.games.mazing_monk.cube.words import TurnMove, WalkMove, read_word
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.play.playing import tally
from engine.games.mazing_monk.search import settling
from engine.games.mazing_monk.search.actions import LAST_WALK, WalkAndTurn, words_of
from engine.games.mazing_monk.search.proving import in_stretches
from engine.games.mazing_monk.search.turns import EMPTY, FOUND, NO, OPEN, YES
from engine.games.mazing_monk.thesis import candidates
from engine.games.mazing_monk.thesis.candidates import Records, new_records, take_candidates
from engine.search.running import memory_for, rows_to, states_room
from engine.values.budget import Budget, Control
from engine.values.trace import TraceRow

STRATEGY = "published"
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
        return int(self.records.cursor[candidates.STATUS])

    @property
    def rows(self) -> int:
        """Trials made."""
        return int(self.records.cursor[candidates.ROWS])

    @property
    def count(self) -> int:
        """Records made."""
        return int(self.records.cursor[candidates.COUNT])

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
        """The records of the solution; none if there is none."""
        won = self.status == FOUND
        return self.chain(int(self.records.cursor[candidates.LAST])) if won else ()

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
        board, words, cursor = self.begin.board, self.words, self.records.cursor
        known = {
            settling.SOLVABLE: {FOUND: YES, EMPTY: NO}.get(self.status, OPEN),
            settling.LOOKED_INTO: int(cursor[candidates.TAKEN]),
            settling.SEEN: self.count,
        }
        if words is not None:
            facts = settling.TURNS, settling.WALKS, settling.STEPS
            known |= zip(facts, tally(board, words).values(), strict=True)
        return settling.facts_of(board, known, words)


def search(
    begin: Position, budget: Budget, control: Control, records: Records | None = None
) -> Log:
    """Searches as the thesis does, until the first solution or the end of the budget.

    ``records`` of an earlier search within as many states are used again, if given.

    Raises:
        EngineError: too little memory for the budget.
    """
    most = states_room(budget, 0)
    if records is None:
        with memory_for(most):
            records = new_records(most)
    records.cursor[:] = 0
    start = np.zeros(2, np.uint64)
    karma = int(settling.measure(playing.codes_of(begin), playing.monk_at(begin), start))
    spare = karma - playing.missing_karma(begin)
    tables = tables_of_cube()

    def go_on(pause: int) -> None:
        """Goes on until so many candidates are taken, or the search ends."""
        take_candidates(tables, records, start, control.cells, spare, most, pause)

    in_stretches(go_on, records.cursor, candidates.TAKEN, _CHUNK, budget, control)
    return Log(records, begin)


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
        records, row = self.log.records, index - 1
        square, turn = divmod(int(records.actions[row]), TURN_COUNT)
        source, target = int(records.sources[row]), int(records.targets[row])
        return source, WalkAndTurn(True, square, turn), int(records.results[row]), target

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
        square, record, row = playing.monk_at(self.log.begin), 0, 0
        for index, word in enumerate(moves):
            move = read_word(word)
            if isinstance(move, WalkMove):
                square = move.goal
            elif not isinstance(move, TurnMove):
                square += move.right + SIDE * move.down
            else:
                found = self._tried(record, square, move.number)
                if found is None:
                    return None
                row = found
                record = self._trial(row)[3]
                if record < 0:
                    return row if index == len(moves) - 1 else None
        if moves and moves == self.log.words:
            return len(self) - 1
        return 1 + int(self.log.records.found_in[record])

    def _tried(self, record: int, square: int, turn: int) -> int | None:
        """The row of a turn tried from a record, if it was."""
        records = self.log.records
        first = int(records.firsts[record])
        if first < 0:
            return None
        wanted = TURN_COUNT * square + turn
        for row in range(first, self.log.rows):
            if records.sources[row] != record:
                break
            if records.actions[row] == wanted:
                return 1 + row
        return None
