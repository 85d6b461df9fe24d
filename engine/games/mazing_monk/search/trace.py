"""The trace of a search by turns: every turn in every state that it expanded."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engine.games.mazing_monk.cube.cube import FACE, SOURCES, TURNS
from engine.games.mazing_monk.cube.net import CELL_AT
from engine.games.mazing_monk.cube.planes import STATE_WORDS, expand, tables_of_cube
from engine.games.mazing_monk.search import turns as turn_search
from engine.games.mazing_monk.search import ways
from engine.games.mazing_monk.search.actions import LAST_WALK, PlayedSolution, words_of
from engine.games.mazing_monk.search.bound import turns_needed
from engine.games.mazing_monk.search.following import (
    NO_TRIAL,
    actions_to,
    followed,
    trials_in,
)
from engine.games.mazing_monk.search.proving import Finding
from engine.games.mazing_monk.search.settling import SPARE
from engine.games.mazing_monk.search.turns import DROPPED, TurnSearch
from engine.jit.marks import Bytes, Ints, Longs
from engine.values.trace import LIMIT, LOST, NEW, SEEN, START, WON, Sieve, TraceRow, said

if TYPE_CHECKING:
    from engine.values.trace import Mask

_PRUNED = 7
"""Kind of rows that the bound left out, beside those of :mod:`engine.values.trace`."""
FIXED = {NEW: "new", LIMIT: "new dropped", SEEN: "=", LOST: "lost soldiers", _PRUNED: "pruned >"}
_NAME = re.compile(r"s(\d{1,9})")


class TurnsTrace:
    """Rows of a search: the start, then every turn tried, in the order of the states.

    States are whole (see :mod:`engine.games.mazing_monk.cube.planes`), and named S0, S1, ... in the
    order in which they are found. A turn with the squares that it leaves to the monk is one trial.
    """

    def __init__(self, strategy: str, found: Finding) -> None:
        self.strategy = strategy
        self._tables, self._arrays, self._begin = tables_of_cube(), found.search, found.begin
        self._spare = found.known[SPARE]
        self._play = found.play if found.settled else PlayedSolution()
        cursor = found.search.cursor.tolist()
        self._looked, self._limit = cursor[turn_search.NEXT], cursor[turn_search.LIMIT]
        self._hopeless = cursor[turn_search.STATUS] == turn_search.EMPTY and not (
            cursor[turn_search.PRUNED] or cursor[turn_search.DROPPED_STATES]
        )
        self._starts = found.search.starts[: cursor[turn_search.DEPTH] + 1]

    @property
    def _search(self) -> TurnSearch:
        """The search, with room of its own to work in: several threads may ask at once."""
        arrays = self._arrays
        return arrays._replace(
            children=np.empty_like(arrays.children),
            kinds=np.empty_like(arrays.kinds),
            scratch=np.empty_like(arrays.scratch),
        )

    def prepare(self) -> None:
        """See :meth:`engine.values.trace.IndexedTrace.prepare`."""
        _ = self._firsts

    @cached_property
    def _firsts(self) -> Longs:
        """For each state that was looked at, and one more, the row of its first trial."""
        firsts = np.empty(self._looked + 1, np.int64)
        ways.count_trials(self._tables, self._search, firsts)
        return firsts

    def __len__(self) -> int:
        return int(self._firsts[-1])

    def _stretch(self, start: int, stop: int) -> tuple[Ints, Bytes, Ints]:
        """States, turns and targets of rows after the first."""
        room = max(0, stop - start)
        found = np.empty(room, np.int32), np.empty(room, np.uint8), np.empty(room, np.int32)
        if room:
            state = int(np.searchsorted(self._firsts, start, side="right")) - 1
            ways.list_trials(self._tables, self._search, self._firsts, state, start, stop, *found)
        return found

    def _trial(self, index: int) -> tuple[int, int, int]:
        state, turn, target = self._stretch(index, index + 1)
        return int(state[0]), int(turn[0]), int(target[0])

    def _row_of(self, state: int) -> int:
        """The row in which a state was found."""
        if state == 0:
            return 0
        first, last = self._rows(int(self._arrays.parents[state]))
        return first + int(np.argmax(self._stretch(first, last)[2] == state))

    def _rows(self, state: int) -> tuple[int, int]:
        """The rows of the trials in a state, as first and one after the last."""
        if state >= self._looked:
            return 0, 0
        return int(self._firsts[state]), int(self._firsts[state + 1])

    def _is_first(self, state: int, turn: int, target: int) -> bool:
        """Whether a trial found its target."""
        found = int(self._arrays.parents[target]), int(self._arrays.turns[target])
        return found == (state, turn)

    def _depth(self, state: int) -> int:
        return int(np.searchsorted(self._starts, state, side="right")) - 1

    def _on_path(self, state: int, target: int, depth: int) -> bool:
        path = self._play.states
        return depth + 1 < len(path) and path[depth] == state and path[depth + 1] == target

    def _is_won(self, target: int) -> bool:
        return bool(self._arrays.marks[target] & turn_search.WON)

    def __getitem__(self, index: int) -> TraceRow:
        """See :meth:`engine.values.trace.Trace.__getitem__`."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            path = bool(self._play.states)
            if path and len(self._play.states) == 1:
                return TraceRow("S0", "", "", 0, "won: no turn is needed", True)
            return TraceRow("S0", "", "", 0, self._start_text(), path, self._hopeless)
        state, turn, target = self._trial(index)
        depth = self._depth(state)
        parent, word = f"S{state}", TURNS[turn]
        if target == ways.LOST:
            return TraceRow("lost", parent, word, depth + 1, "lost: soldiers", dead=True)
        if target == ways.LEFT_OUT:
            result = f"pruned: {self._turns_through(index, state, depth)} > {self._limit}"
            return TraceRow("pruned", parent, word, depth + 1, result)
        path = self._on_path(state, target, depth)
        if self._is_won(target):
            return TraceRow("won", parent, word, depth + 1, "won", path)
        result = f"= S{target}"
        if self._is_first(state, turn, target):
            dropped = self._arrays.marks[target] == DROPPED
            result = "new: dropped" if dropped else "new"
        return TraceRow(f"S{target}", parent, word, depth + 1, result, path, self._hopeless)

    def _start_text(self) -> str:
        return f"start: limit {self._limit}" if self._limit else "start"

    def _turns_through(self, index: int, state: int, depth: int) -> int:
        """How many turns a win through a state that was left out takes, by the bound."""
        child = self._child(index, state)
        needed = turns_needed(self._tables, *child, self._spare, self._search.scratch)
        return depth + 1 + int(needed)

    def _child(self, index: int, state: int) -> tuple[np.uint64, np.uint64]:
        """The state that the trial of a row leads to."""
        search, at = self._search, STATE_WORDS * state
        word, karma = search.states[at], search.states[at + 1]
        expand(self._tables, word, karma, True, search.children, search.kinds)
        at = STATE_WORDS * (index - self._rows(state)[0])
        return search.children[at], search.children[at + 1]

    def moves_to(self, index: int) -> tuple[str, ...]:
        """See :meth:`Trace.moves_to`: the monk collects what he can, and is led on."""
        if index == 0:
            return self._play.until(0)
        state, _, target = self._trial(index)
        depth = self._depth(state)
        if self._on_path(state, target, depth):
            return self._play.until(depth + 1)
        trial = trials_in(self._arrays, state)[index - self._rows(state)[0]]
        actions = actions_to(self._arrays, state, trial)
        if target >= 0 and self._is_won(target):
            actions.append(LAST_WALK)
        return tuple(word for words in words_of(self._begin, actions) for word in words)

    def find(self, moves: tuple[str, ...]) -> int | None:
        """See :meth:`Trace.find`; who can reach whom depends on turns and squares."""
        trial = followed(self._arrays, self._begin, moves, self._tried)
        if trial is None or trial is NO_TRIAL:
            return None if trial is None else 0
        if trial.target < 0 or self._is_won(trial.target):
            return self._rows(trial.source)[0] + trial.number
        return self._row_of(trial.target)

    def _tried(self, state: int) -> int:
        """How many trials were made in a state."""
        first, last = self._rows(state)
        return last - first

    # Many rows at once.

    def _part(self, start: int, stop: int) -> tuple[Longs, Bytes, Ints]:
        """States, turns and targets of rows; the first row has the state -1 and the target 0."""
        sources, turns, targets = self._stretch(max(start, 1), stop)
        if start == 0 < stop:
            return (
                np.concatenate(([-1], sources)),
                np.concatenate((np.zeros(1, np.uint8), turns)),
                np.concatenate((np.zeros(1, np.int32), targets)),
            )
        return sources.astype(np.int64), turns, targets

    def saying(self, word: str, start: int, stop: int) -> Sieve:
        """See :meth:`engine.values.trace.IndexedTrace.saying`."""
        sources, turns, targets = self._part(start, stop)
        states = np.maximum(targets, 0)
        marks = self._arrays.marks[states]
        kinds = np.full(len(sources), SEEN, np.uint8)
        first = self._arrays.parents[states] == sources
        first &= self._arrays.turns[states] == turns
        kinds[first] = NEW
        kinds[first & (marks == DROPPED)] = LIMIT
        kinds[marks == turn_search.WON] = WON
        kinds[targets == ways.LEFT_OUT] = _PRUNED
        kinds[targets == ways.LOST] = LOST
        kinds[sources < 0] = START
        name = _NAME.fullmatch(word)
        stays = (targets >= 0) & (marks != turn_search.WON)
        named = stays & (targets == int(name[1])) if name else np.zeros(len(sources), np.bool_)
        return said(kinds, named, word, FIXED, (START, _PRUNED))

    def depths(self, start: int, stop: int) -> Ints:
        """See :meth:`engine.values.trace.IndexedTrace.depths`."""
        sources, _, _ = self._part(start, stop)
        found = np.searchsorted(self._starts, sources, side="right")
        return np.where(sources < 0, 0, found).astype(np.int32)

    def on_path(self, start: int, stop: int) -> Mask:
        """See :meth:`engine.values.trace.IndexedTrace.on_path`."""
        sources, _, targets = self._part(start, stop)
        path = self._play.states
        found = np.full(len(sources), False)
        for state, following in pairwise(path):
            found |= (sources == state) & (targets == following)
        found[sources < 0] = bool(path)
        return found

    def dead(self, start: int, stop: int) -> Mask:
        """See :meth:`engine.values.trace.IndexedTrace.dead`."""
        _, _, targets = self._part(start, stop)
        found: Mask = (targets == ways.LOST) | self._hopeless
        return found

    def changes(self, row: int, col: int, start: int, stop: int) -> Sieve:
        """See :meth:`engine.values.trace.IndexedTrace.changes`; what may change is unsure.

        The monk's walks change the top face, and a row on the solution may leave more karma behind
        than others.
        """
        sources, turns, _ = self._part(start, stop)
        nothing = np.zeros(len(sources), np.bool_)
        cell = CELL_AT.get((row, col))
        if cell is None:
            return Sieve(nothing, nothing)
        moving = np.array([sources_of[cell] != cell for sources_of in SOURCES])
        unsure = moving[turns] | (cell < FACE) | np.isin(sources, self._play.states)
        return Sieve(nothing, unsure & (sources >= 0))

    # How rows hang together.

    def parent(self, index: int) -> int | None:
        """See :meth:`engine.values.trace.IndexedTrace.parent`."""
        return self._row_of(self._trial(index)[0]) if index else None

    def tried(self, index: int) -> tuple[int, ...]:
        """See :meth:`engine.values.trace.IndexedTrace.tried`."""
        state = self._trial(index)[2] if index else 0
        return () if state < 0 else tuple(range(*self._rows(state)))

    def explain(self, index: int) -> str:
        """See :meth:`engine.values.trace.IndexedTrace.explain`."""
        state, turn, target = self._trial(index) if index else (0, 0, 0)
        depth = self._depth(state) + 1
        if target == ways.LOST:
            return "Lost: soldiers have a path to the monk after this turn."
        if target == ways.LEFT_OUT:
            needed = self._turns_through(index, state, depth - 1)
            return f"Left out: the karma takes {needed} turns, the limit is {self._limit}."
        if self._is_won(target):
            return f"Won in {depth if index else 0} turns: the branch ends."
        if index and not self._is_first(state, turn, target):
            row = self._row_of(target)
            return f"Cut: same as S{target} (row {row + 1:,}, turn {self._depth(target)})."
        limit = f", at most {self._limit} turns are allowed" if self._limit else ""
        which = f"S{target} is new" if index else f"The start{limit}"
        if self._arrays.marks[target] == DROPPED:
            return f"{which}; others of its layer look nearer to a win, so it is not looked into."
        if target >= self._looked:
            return f"{which}; the search ended before it was looked into."
        stuck = "" if self.tried(index) else "; no line can be turned there"
        return f"{which}{stuck}."
