"""A visit to one level: the moves made, the hints given, and the record of both."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.errors import MoveError
from engine.game.drag_input import Fault, PencilMarks
from engine.game.game import Game
from engine.game.play_position import Position, Status, Step
from engine.game.playthrough import Playthrough, find_refusal
from engine.game.reasoned_trace import ReasonedTrace, Tip
from engine.values.grid import DIRECTIONS, Cell
from engine.values.level import Level
from engine.values.playtest_record import PlayRecord, PlayResult
from workbench.session.playtest import pencil_marks, win_kind_text
from workbench.session.playtest.hint_goal import HintGoal, choose_goal
from workbench.session.playtest.hints import DEGREES
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.pencil_marks import PencilHistory
from workbench.session.playtest.recorder import Recorder
from workbench.session.playtest.visibility import Visibility

ReportedEvent = Literal["death", "hint", "solution"]
"""The events during a visit that are reported to its assignment."""


@dataclass(frozen=True, slots=True)
class PlayAssignment:
    """The reason why a level is played, with callbacks for events until the first win.

    Attributes:
        on_win: A function called once, at the first win, with the winning moves and the record.
        on_lapse: A function called for each hint, for each lost position, even one that is undone
            later, and the first time that the player looks at the solution. It is not called after
            the first win.
        next_step: A short description of what follows a win, or an empty string if nothing does.
        facts: The facts to show first next to the board, as pairs of a name and a value.
        solution_shown: True if the player looked at the solution on an earlier visit.
        go_to_next: A function called when the player leaves the level to take the next step.
    """

    on_win: Callable[[tuple[str, ...], PlayRecord], None] = lambda moves, record: None
    on_lapse: Callable[[ReportedEvent], None] = lambda lapse: None
    next_step: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    solution_shown: bool = False
    go_to_next: Callable[[], None] = lambda: None


class Playtest:
    """A recorded visit to one level.

    A win ends the record. If the player continues after it, a new record begins with the moves so
    far.

    Args:
        game: The game that the level belongs to.
        level: The level to play. Its board must be valid.
        analysis: The analysis of the level.
        clock: A function that returns monotonic time in seconds.
        assignment: The reason for the visit, or None if there is none.

    Attributes:
        prefers_better_wins: True if hints lead to a better kind of win while one is possible.
        degree: The degree of the hint being shown, or 0 if none is shown.
        note: A description of the last move's effect, or the reason why it had none.
        pencil_history: The pencil marks, and the undo history for marks and moves.
        visibility: The part of the board that the player can see.
        finished_records: The finished records, for the caller to save and remove.
    """

    def __init__(
        self,
        game: Game,
        level: Level,
        analysis: LevelAnalysis,
        clock: Callable[[], float] = time.monotonic,
        *,
        assignment: PlayAssignment | None = None,
    ) -> None:
        self.game = game
        self.level = level
        self.analysis = analysis
        self.playthrough = Playthrough(game.play, level.board)
        self.pencil_history = PencilHistory()
        self.visibility = Visibility(game.play.step_input)
        self.prefers_better_wins = True
        self.degree = 0
        self.note = ""
        self.finished_records: list[PlayRecord] = []
        self._has_left = False
        self._tip: tuple[Position, ReasonedTrace, Tip | None] | None = None
        self._stopped_at: float | None = None
        self._clock = clock
        self.assignment = assignment
        self._reporting = assignment
        self._solution_known = assignment is not None and assignment.solution_shown
        self.recorder = self._create_recorder()

    @property
    def status(self) -> Status:
        """The status of the current position: in progress, won or lost."""
        return self.playthrough.position.status

    @property
    def visible_position(self) -> Position:
        """The part of the current position that the player can see."""
        return self.visibility.get_visible_part(self.playthrough.position)

    @property
    def can_undo(self) -> bool:
        """True if a move or a pencil mark can be undone."""
        return self.pencil_history.can_undo

    @property
    def can_redo(self) -> bool:
        """True if an undone move or pencil mark can be redone."""
        return self.pencil_history.can_redo

    @property
    def hint_goal(self) -> HintGoal:
        """The win that hints from the current position lead to, with the route to it."""
        play = self.playthrough
        return choose_goal(
            self.analysis, play.position, play.moves, prefers_better=self.prefers_better_wins
        )

    @property
    def tip(self) -> Tip | None:
        """The solver's next deduction from the current position, or None if it has none."""
        position, reasoning = self.playthrough.position, self.analysis.reasoning
        if reasoning is None or self.status != "playing":
            return None
        if self._tip is None or self._tip[:2] != (position, reasoning):
            self._tip = position, reasoning, reasoning.find_tip(position)
        return self._tip[2]

    @property
    def hint_refusal(self) -> str | None:
        """The reason why there is no further hint, or None if there is one."""
        if self.status == "won":
            return "the level is already won"
        if self.degree == DEGREES:
            return "there are no more hints for this position"
        if self.tip is None and self.hint_goal.lookahead is None:
            if self.analysis.reasoning is not None:
                return "the rules of deduction lead no further"
            return self.analysis.unknown_reason
        return None

    @property
    def solution_shown(self) -> bool:
        """True if the player looked at the solution before winning."""
        return self.recorder.solution_shown

    @property
    def seconds(self) -> float:
        """The playing time in seconds, without pauses. It stops at a win."""
        return self.recorder.active_seconds if self._stopped_at is None else self._stopped_at

    @property
    def next_step_refusal(self) -> str | None:
        """The reason why there is no next step, or None if there is one."""
        if self.assignment is None or not self.assignment.next_step:
            return "this is the last level"
        return None if self.status == "won" else "the level is not won yet"

    @property
    def is_ticking(self) -> bool:
        """True if the playing time is running."""
        return self._stopped_at is None and not self.recorder.is_away

    def move_toward(self, direction: str) -> Step | None:
        """Make the move in a direction and return its result, or None if there is no such move."""
        word = self.game.play.get_move_toward(DIRECTIONS.index(direction))
        return None if word is None else self.make_move(word)

    def make_move(self, word: str) -> Step:
        """Make a move and return its result. An impossible move changes nothing.

        Raises:
            MoveError: The game has no such move.
        """
        self.recorder.record_key()
        self.visibility.reset_view()
        step = self.playthrough.make_move(word)
        if step.changed:
            self.pencil_history.add_move()
            self.recorder.record_event("move", word)
            if self.status == "lost":
                self.recorder.deaths += 1
                self._report_lapse("death")
            self._update_position(step.note)
        elif self.status == "playing":
            self.note = find_refusal(step)
        return step

    def set_mark(self, cell: Cell, kind: str) -> None:
        """Enter a pencil mark in ``cell``, or erase it if ``kind`` is empty.

        Raises:
            MoveError: The mark is not allowed in that cell, or no marks can be entered now.
        """
        pencil, position = self.game.play.pencil, self.playthrough.position
        if pencil is None or self.status != "playing":
            raise MoveError("no marks can be entered here")
        if kind and (refusal := pencil.find_refusal(position, cell, kind)) is not None:
            raise MoveError(refusal)
        before = self.pencil_history.marks
        if self.pencil_history.set_mark(cell, kind):
            self._record_marks(before)

    def find_faults(self) -> tuple[Fault, ...]:
        """Return the faults in a drawn solution: those in pencil marks, then the others."""
        placing, position = self.game.play.drag_input, self.visible_position
        assert placing is not None
        marks = pencil_marks.check_marks(self.analysis, position, self.pencil_history.marks)
        return (*marks, *placing.find_faults(position))

    def undo(self) -> None:
        """Undo the last move or pencil mark."""
        self._continue_after_win()
        before = self.pencil_history.marks
        if not self.can_undo:
            return
        if self.pencil_history.undo():
            self.playthrough.undo()
            self.recorder.record_event("undo")
            self._update_position()
        self._record_marks(before)

    def redo(self) -> None:
        """Redo the last undone move or pencil mark."""
        before = self.pencil_history.marks
        if not self.can_redo:
            return
        if self.pencil_history.redo():
            self.playthrough.redo()
            self.recorder.record_event("redo")
            step = self.playthrough.last_step
            self._update_position(step.note if step else "")
        self._record_marks(before)

    def restart(self) -> None:
        """Return to the starting position and remove all pencil marks."""
        if self.status == "won":
            self.playthrough = Playthrough(self.game.play, self.level.board)
            self.pencil_history = PencilHistory()
            self.recorder = self._create_recorder()
        else:
            before = self.pencil_history.marks
            self.pencil_history.go_to_start()
            if self.playthrough.moves:
                self.playthrough.restart()
                self.recorder.record_event("restart")
            self._record_marks(before)
        self._update_position()

    def set_aim(self, *, prefers_better: bool) -> None:
        """Choose whether hints lead to a better kind of win or to any win, and remove the hint."""
        self.prefers_better_wins = prefers_better
        self.degree = 0

    def limit_visibility(self, *, limited: bool) -> None:
        """Limit visibility to a part of the board, or lift the limit, and record the change."""
        self.visibility.set_limited(is_limited=limited)
        self.recorder.set_view(self._view)

    def explore_next_view(self) -> None:
        """Show the board from the next viewpoint if visibility is limited."""
        self.visibility.next_view()
        if self.visibility.is_exploring:
            self.recorder.record_exploration()

    def show_hint(self) -> None:
        """Show a hint, or a hint of the next degree if one is being shown already."""
        self.recorder.record_key()
        known = self.tip is not None or self.hint_goal.lookahead is not None
        if known and self.status != "won" and self.degree < DEGREES:
            self.degree += 1
            self.recorder.record_event("hint", amount=self.degree)
            self._report_lapse("hint")

    def record_solution_shown(self) -> None:
        """Record that the player has looked at the solution, unless the level is already won."""
        self._solution_known = True
        if self.status == "won":
            return
        if not self.recorder.solution_shown:
            self._report_lapse("solution")
        self.recorder.solution_shown = True

    def leave(self) -> None:
        """End the visit and finish its record. Further calls have no effect."""
        if not self._has_left and self.status != "won":
            self._finish_record("lost" if self.status == "lost" else "left")
        self._has_left = True

    def _record_marks(self, before: PencilMarks) -> None:
        """Record every mark that differs from ``before``."""
        now = self.pencil_history.marks
        for cell in sorted(before.keys() | now.keys()):
            if before.get(cell) != now.get(cell):
                self.recorder.record_mark(cell, now.get(cell, ""))

    def _update_position(self, note: str = "") -> None:
        """Reset the hint and the view for a new position, set the note, and report a win."""
        self.visibility.reset_view()
        self.degree = 0
        self.note = note
        self._stopped_at = None
        if self.status == "won":
            self._stopped_at = self.recorder.active_seconds
            record = self._finish_record("won")
            reporting, self._reporting = self._reporting, None
            if reporting is not None and record is not None:
                reporting.on_win(self.playthrough.moves, record)

    def _report_lapse(self, lapse: ReportedEvent) -> None:
        if self._reporting is not None:
            self._reporting.on_lapse(lapse)

    def _finish_record(self, result: PlayResult) -> PlayRecord | None:
        """Finish the record and return it, or return None if there is nothing to record."""
        record = self.recorder.build_record(result, self.analysis.optimum)
        if record is not None:
            record = win_kind_text.add_earned(record, self.playthrough, self.analysis.facts)
            self.finished_records.append(record)
        return record

    def _continue_after_win(self) -> None:
        """Begin a new record if the level is won."""
        if self.status == "won":
            self.recorder = self._create_recorder(self.playthrough.moves)

    def _create_recorder(self, carried: tuple[str, ...] = ()) -> Recorder:
        marks, seen = self.pencil_history.marks, self._solution_known
        recorder = Recorder(self.game, self.level, self._clock, carried, marks, solution_shown=seen)
        recorder.set_view(self._view)
        return recorder

    @property
    def _view(self) -> str:
        """The name of the viewpoint that limits visibility, or an empty string if none does."""
        return "" if self.visibility.view is None else self.visibility.views[0].name
