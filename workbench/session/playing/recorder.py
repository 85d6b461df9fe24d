"""Notes what a player does, and when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from engine.game.game import Game
from engine.game.placing import Marks
from engine.values.grid import Cell
from engine.values.level import Level, board_digest
from engine.values.records import Kind, PencilEvent, PlayEvent, PlayRecord, Result

PAUSE = 30.0
"""Seconds without a key after which the player counts as away."""


class Recorder:
    """Notes what is done on one visit, until that is made a record.

    Args:
        clock: seconds that only go forward.
        carried: moves that were made before the session began, to be made at once in a replay.
        marks: the pencil marks that were entered before it began.
        solution_shown: the player had looked at the solution before the session began.

    Attributes:
        deaths: how often a position was lost.
        solution_shown: whether the player has looked at the solution.
    """

    def __init__(
        self,
        game: Game,
        level: Level,
        clock: Callable[[], float],
        carried: Sequence[str] = (),
        marks: Marks | None = None,
        *,
        solution_shown: bool = False,
    ) -> None:
        self._game = game
        self._level = level
        self._clock = clock
        self._started = datetime.now().astimezone().replace(microsecond=0)
        self._began = self._last = clock()
        self._events = [PlayEvent(0.0, "move", move) for move in carried]
        self._carried = len(carried)
        entered = sorted((marks or {}).items())
        self._marks = [PencilEvent(0.0, cell, kind) for cell, kind in entered]
        self._carried_marks = len(entered)
        self._view = ""
        self._explored: list[float] = []
        self.deaths = 0
        self.solution_shown = self._knew_solution = solution_shown

    @property
    def seconds(self) -> float:
        """Since the session began, pauses included."""
        return self._clock() - self._began

    @property
    def active_seconds(self) -> float:
        """Since the session began, pauses left out; stands still during one."""
        paused = sum(event.amount for event in self._events if event.kind == "pause")
        idle = self._clock() - self._last
        return max(self.seconds - paused - (idle if idle >= PAUSE else 0), 0.0)

    @property
    def away(self) -> bool:
        """Whether the player has pressed no key for so long that it is a pause."""
        return self._clock() - self._last >= PAUSE

    @property
    def highest_hint(self) -> int:
        """The highest degree of hint asked for, 0 for none."""
        return max((int(e.amount) for e in self._events if e.kind == "hint"), default=0)

    @property
    def hints(self) -> int:
        """How many hints were asked for, each degree counted."""
        return sum(event.kind == "hint" for event in self._events)

    def touch(self) -> None:
        """A key was pressed: a pause is over, if this was one."""
        if self.away:
            began = self._last - self._began
            length = self._clock() - self._last
            self._events.append(PlayEvent(round(began, 1), "pause", amount=round(length, 1)))
        self._last = self._clock()

    def note(self, kind: Kind, move: str = "", amount: float = 0) -> None:
        """Something was done, now."""
        self.touch()
        self._events.append(PlayEvent(round(self.seconds, 1), kind, move, amount))

    def mark(self, cell: Cell, kind: str) -> None:
        """A pencil mark was entered, or wiped off if of no kind, now."""
        self.touch()
        self._marks.append(PencilEvent(round(self.seconds, 1), cell, kind))

    def see(self, view: str) -> None:
        """From now on only a part of the board is seen, from that side; all of it if empty.

        A session of which a part was played otherwise is one in which everything was seen.
        """
        self._view = view if not self._begun or view == self._view else ""

    def explore(self) -> None:
        """The player has turned to what is not seen when moves are made, now."""
        self.touch()
        self._explored.append(round(self.seconds, 1))

    @property
    def _begun(self) -> bool:
        """Whether a move or a mark was made, or help asked for, in the session itself."""
        done = [event for event in self._events[self._carried :] if event.kind != "pause"]
        return bool(done) or len(self._marks) > self._carried_marks

    def record(self, result: Result, optimum: int | None) -> PlayRecord | None:
        """The session as it stands; None if nothing was done and no solution looked at in it."""
        self.touch()
        moved = any(event.kind == "move" for event in self._events[self._carried :])
        moved = moved or len(self._marks) > self._carried_marks
        if not moved and self.solution_shown == self._knew_solution:
            return None
        return PlayRecord(
            self._started,
            board_digest(self._level.board),
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
