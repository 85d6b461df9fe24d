"""A recorder for the events during a visit and their times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from engine.game.drag_input import PencilMarks
from engine.game.game import Game
from engine.values.grid import Cell
from engine.values.level import Level, compute_digest
from engine.values.playtest_record import EventKind, PencilEvent, PlayEvent, PlayRecord, PlayResult

PAUSE_SECONDS = 30.0
"""The number of seconds without a key press after which the player is considered away."""


class Recorder:
    """A recorder that collects the events during one visit and builds a record from them.

    Args:
        game: The game that the level belongs to.
        level: The level being played.
        clock: A function that returns monotonic time in seconds.
        earlier_moves: The moves made before the recording began. They are recorded at time 0.
        marks: The pencil marks entered before the recording began.
        solution_shown: True if the player looked at the solution before the recording began.

    Attributes:
        deaths: The number of times that the player lost.
        solution_shown: True if the player has looked at the solution.
    """

    def __init__(
        self,
        game: Game,
        level: Level,
        clock: Callable[[], float],
        earlier_moves: Sequence[str] = (),
        marks: PencilMarks | None = None,
        *,
        solution_shown: bool = False,
    ) -> None:
        self._game = game
        self._level = level
        self._clock = clock
        self._started = datetime.now().astimezone().replace(microsecond=0)
        self._began = self._last = clock()
        self._events = [PlayEvent(0.0, "move", move) for move in earlier_moves]
        self._earlier_moves = len(earlier_moves)
        entered = sorted((marks or {}).items())
        self._marks = [PencilEvent(0.0, cell, kind) for cell, kind in entered]
        self._earlier_marks = len(entered)
        self._view = ""
        self._explored: list[float] = []
        self.deaths = 0
        self.solution_shown = self._knew_solution = solution_shown

    @property
    def seconds(self) -> float:
        """The time in seconds since the recording began, including pauses."""
        return self._clock() - self._began

    @property
    def active_seconds(self) -> float:
        """The time in seconds since the recording began, without pauses."""
        # The current pause, if there is one, is not an event yet.
        paused = sum(event.amount for event in self._events if event.kind == "pause")
        idle = self._clock() - self._last
        return max(self.seconds - paused - (idle if idle >= PAUSE_SECONDS else 0), 0.0)

    @property
    def is_away(self) -> bool:
        """True if there has been no key press for ``PAUSE_SECONDS``."""
        return self._clock() - self._last >= PAUSE_SECONDS

    @property
    def max_hint_degree(self) -> int:
        """The highest degree of any requested hint, or 0 if no hint was requested."""
        return max((int(e.amount) for e in self._events if e.kind == "hint"), default=0)

    @property
    def hint_count(self) -> int:
        """The number of hints requested. Each degree counts as one hint."""
        return sum(event.kind == "hint" for event in self._events)

    def record_key(self) -> None:
        """Record a key press, which ends the pause if the player was away."""
        if self.is_away:
            began = self._last - self._began
            length = self._clock() - self._last
            # The pause began with the previous key press.
            self._events.append(PlayEvent(round(began, 1), "pause", amount=round(length, 1)))
        self._last = self._clock()

    def record_event(self, kind: EventKind, move: str = "", amount: float = 0) -> None:
        """Record an event at the current time."""
        self.record_key()
        self._events.append(PlayEvent(round(self.seconds, 1), kind, move, amount))

    def record_mark(self, cell: Cell, kind: str) -> None:
        """Record that a pencil mark was entered, or erased if ``kind`` is empty."""
        self.record_key()
        self._marks.append(PencilEvent(round(self.seconds, 1), cell, kind))

    def set_view(self, view: str) -> None:
        """Record that visibility is limited to ``view`` from now on, or unlimited if that is empty.

        If the view changes during a visit, the whole visit counts as one with full visibility.
        """
        self._view = view if not self._has_begun or view == self._view else ""

    def record_exploration(self) -> None:
        """Record that the player looked at the board from another viewpoint."""
        self.record_key()
        self._explored.append(round(self.seconds, 1))

    @property
    def _has_begun(self) -> bool:
        """True if the player has done anything since the recording began."""
        done = [event for event in self._events[self._earlier_moves :] if event.kind != "pause"]
        return bool(done) or len(self._marks) > self._earlier_marks

    def build_record(self, result: PlayResult, optimum: int | None) -> PlayRecord | None:
        """Build the record, or return None if there was nothing to record.

        There is something to record if the player has made a move or a mark, or has looked at the
        solution.
        """
        self.record_key()
        moved = any(event.kind == "move" for event in self._events[self._earlier_moves :])
        moved = moved or len(self._marks) > self._earlier_marks
        if not moved and self.solution_shown == self._knew_solution:
            return None
        return PlayRecord(
            self._started,
            compute_digest(self._level.board),
            self._game.rules_version,
            result,
            round(self.seconds, 1),
            tuple(self._events),
            optimum,
            self.deaths,
            self.solution_shown,
            marks=tuple(self._marks),
            view=self._view,
            explored=tuple(self._explored) if self._view else (),
        )
