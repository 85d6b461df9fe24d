"""The search by objectives as a strategy: its solution, its facts, and its trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engine.game.position import Position
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.cube.planes import tables_of_cube
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search import objectives, settling, turns
from engine.games.mazing_monk.search.actions import LAST_WALK, WalkAndTurn, words_of
from engine.games.mazing_monk.search.following import (
    TriedTurn,
    actions_to,
    followed,
    trials_in,
)
from engine.games.mazing_monk.search.objectives import ObjectiveSearch, new_objective_search
from engine.games.mazing_monk.search.proving import in_stretches
from engine.games.mazing_monk.search.turns import EMPTY, FOUND, NO, OPEN, YES, karma_left
from engine.games.mazing_monk.search.ways import LOST
from engine.search.running import memory_for, rows_to, states_room
from engine.values.budget import Budget, Control
from engine.values.trace import TraceRow

STRATEGY = "objectives"
_CHUNK = 20_000
"""States expanded between two looks at the clock."""


@dataclass(frozen=True)
class Pursuit:
    """What a search by objectives left behind.

    Attributes:
        found: its states and trials.
        begin: the moment that it began with.
        spare: the karma that may be left behind.
    """

    found: ObjectiveSearch
    begin: Position
    spare: int

    @property
    def status(self) -> int:
        """How the search ended."""
        return int(self.found.search.cursor[turns.STATUS])

    @property
    def expanded(self) -> int:
        """States expanded."""
        return int(self.found.search.cursor[turns.EXPANDED])

    @property
    def rows(self) -> int:
        """Trials made."""
        return int(self.found.notes[objectives.ROWS])

    @cached_property
    def solution(self) -> tuple[int, ...]:
        """The states of the solution; none if there is none."""
        if self.status != FOUND:
            return ()
        return tuple(rows_to(self.found.search.parents, int(self.found.notes[objectives.LAST])))

    @cached_property
    def words(self) -> tuple[str, ...] | None:
        """The words of the solution, if there is one."""
        if not self.solution:
            return None
        return self.words_of([*actions_to(self.found.search, self.solution[-1]), LAST_WALK])

    def words_of(self, actions: list[WalkAndTurn]) -> tuple[str, ...]:
        """The words of some actions from the beginning."""
        return tuple(word for words in words_of(self.begin, actions) for word in words)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts of the verdict; this search knows of no bound."""
        solvable = {FOUND: YES, EMPTY: NO}.get(self.status, OPEN)
        seen = int(self.found.search.cursor[turns.COUNT])
        return settling.facts_found(self.begin.board, solvable, self.expanded, seen, self.words)


def pursued(begin: Position, budget: Budget, control: Control) -> Pursuit:
    """Searches by objectives, until the first solution or the end of the budget.

    Raises:
        EngineError: too little memory for the budget.
    """
    most = states_room(budget, 0)
    with memory_for(most):
        found = new_objective_search(most)
    start = np.zeros(2, np.uint64)
    karma = int(settling.measure(playing.codes_of(begin), playing.monk_at(begin), start))
    spare = karma - max(0, playing.missing_karma(begin))
    tables = tables_of_cube()

    def go_on(pause: int) -> None:
        """Goes on until so many states are expanded, or the search ends."""
        objectives.pursue(tables, found, start, control.cells, spare, most, pause)

    in_stretches(go_on, found.search.cursor, turns.EXPANDED, _CHUNK, budget, control)
    return Pursuit(found, begin, spare)


@dataclass(frozen=True)
class ObjectivesTrace:
    """Rows as the search made them: the start, every trial, and the win if there is one.

    States are whole, and named S0, S1, ... in the order in which they were found; an objective
    that is attained is known by its karma.
    """

    pursuit: Pursuit
    strategy: str = STRATEGY

    def __len__(self) -> int:
        return 1 + self.pursuit.rows + bool(self.pursuit.solution)

    @cached_property
    def _path(self) -> frozenset[int]:
        """The rows that found the states of the solution, the start and the win."""
        states = self.pursuit.solution
        found = {self._row_of(state) for state in states}
        return frozenset({*found, len(self) - 1} if states else ())

    def _row_of(self, state: int) -> int:
        """The row in which a state was found."""
        return 1 + int(self.pursuit.found.found_in[state]) if state else 0

    def _tried(self, state: int) -> int:
        """How many trials were made in a state."""
        found = self.pursuit.found
        place = int(found.ranks[state])
        if place < 0:
            return 0
        last = place + 1 == self.pursuit.expanded
        end = self.pursuit.rows if last else int(found.firsts[place + 1])
        return end - int(found.firsts[place])

    def _trial(self, index: int) -> TriedTurn:
        """The trial of a row between start and win."""
        found = self.pursuit.found
        firsts = found.firsts[: self.pursuit.expanded]
        place = int(np.searchsorted(firsts, index - 1, side="right")) - 1
        return trials_in(found.search, int(found.expanded[place]))[index - 1 - int(firsts[place])]

    def _is_win(self, index: int) -> bool:
        return index > self.pursuit.rows

    def __getitem__(self, index: int) -> TraceRow:
        """See :meth:`engine.values.trace.Trace.__getitem__`."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        path, found = index in self._path, self.pursuit.found
        if index == 0:
            return TraceRow("S0", "", "", 0, "start", path, self._is_hopeless)
        if self._is_win(index):
            source, words = self.pursuit.solution[-1], self.pursuit.words or ("",)
            depth = int(found.depths[source])
            return TraceRow("won", f"S{source}", words[-1], depth, "won", path)
        trial = self._trial(index)
        parent, word = f"S{trial.source}", TURNS[trial.turn]
        depth = int(found.depths[trial.source]) + 1
        if trial.target == LOST:
            return TraceRow("lost", parent, word, depth, "lost: soldiers", dead=True)
        name, result = f"S{trial.target}", f"= S{trial.target}"
        if self._row_of(trial.target) == index:
            result = self._attained(trial)
        return TraceRow(name, parent, word, depth, result, path, self._is_hopeless)

    @property
    def _is_hopeless(self) -> bool:
        return self.pursuit.status == EMPTY

    def _attained(self, trial: TriedTurn) -> str:
        """What a trial that found a state attained."""
        before, after = self._missing(trial.source), self._missing(trial.target)
        if self.pursuit.found.search.marks[trial.target] == turns.WON:
            return "new: the exit is in reach"
        if after == before:
            return "new"
        needed = self.pursuit.begin.board.karma_needed
        return f"new: karma {needed - after} of {needed}"

    def _missing(self, state: int) -> int:
        """How much karma is missing in a state."""
        left = int(karma_left(self.pursuit.found.search, state)).bit_count()
        return max(left - self.pursuit.spare, 0)

    def moves_to(self, index: int) -> tuple[str, ...]:
        """See :meth:`engine.values.trace.Trace.moves_to`."""
        if index == 0:
            return ()
        if self._is_win(index):
            return self.pursuit.words or ()
        trial = self._trial(index)
        return self.pursuit.words_of(actions_to(self.pursuit.found.search, trial.source, trial))

    def find(self, moves: tuple[str, ...]) -> int | None:
        """See :meth:`engine.values.trace.Trace.find`."""
        if moves and moves == self.pursuit.words:
            return len(self) - 1
        trial = followed(self.pursuit.found.search, self.pursuit.begin, moves, self._tried)
        if trial is None:
            return None
        if trial.target == LOST:
            found = self.pursuit.found
            return 1 + int(found.firsts[found.ranks[trial.source]]) + trial.number
        return self._row_of(trial.target)
