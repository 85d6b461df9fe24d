"""One visit to a level: the moves made, the hints given, and the record of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.errors import MoveError
from engine.game.game import Game
from engine.game.placing import Fault, Marks
from engine.game.playthrough import Playthrough, refusal
from engine.game.position import Position, Status, Step
from engine.game.reasoning import ReasonedTrace, Tip
from engine.values.grid import DIRECTIONS, Cell
from engine.values.level import Level
from engine.values.records import PlayRecord, Result
from workbench.session.playing import kinds, pencilling
from workbench.session.playing.advice import Advice
from workbench.session.playing.course import Course, course
from workbench.session.playing.hints import DEGREES
from workbench.session.playing.pencilling import Pencilling
from workbench.session.playing.recorder import Recorder
from workbench.session.playing.visibility import Visibility

Lapse = Literal["death", "hint", "solution"]
"""What is kept of a level under way."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """Why a level is played, and what is to be reported of it up to the first win.

    Attributes:
        won: called once, at the first win, with the moves that won and the record of the visit.
        noted: called before that whenever a position is lost, also if that is taken back, whenever
            a hint is given, and once, when the player looks at the solution.
        onward: what follows a win, in a few words; empty if nothing does.
        facts: what is said beside the board before everything else, by name.
        solution_shown: the player has looked at the solution on an earlier visit.
        follow: called when the player goes on to what follows, once the level has been left.
    """

    won: Callable[[tuple[str, ...], PlayRecord], None] = lambda moves, record: None
    noted: Callable[[Lapse], None] = lambda lapse: None
    onward: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    solution_shown: bool = False
    follow: Callable[[], None] = lambda: None


class Playtest:
    """Plays one level on one visit, and records that.

    A win ends what is recorded; going on afterwards begins another record, into which the
    moves up to there are carried.

    Args:
        level: a level whose board breaks no rule.
        clock: seconds that only go forward.

    Attributes:
        aiming: hints lead to a better kind of win, if the game has one and it can be had.
        degree: of the hint shown, 0 for none.
        note: what the last move did, in words.
        pencilling: the pencil marks.
        visibility: how much of the board the player sees.
        due: records of what has come to its end, to be written and taken out.
    """

    def __init__(
        self,
        game: Game,
        level: Level,
        advice: Advice,
        clock: Callable[[], float] = time.monotonic,
        *,
        assignment: Assignment | None = None,
    ) -> None:
        self.game = game
        self.level = level
        self.advice = advice
        self.playthrough = Playthrough(game.play, level.board)
        self.pencilling = Pencilling()
        self.visibility = Visibility(game.play.steering)
        self.aiming = True
        self.degree = 0
        self.note = ""
        self.due: list[PlayRecord] = []
        self._left = False
        self._tip: tuple[Position, ReasonedTrace, Tip | None] | None = None
        self._stopped: float | None = None
        self._clock = clock
        self.assignment = assignment
        self._reporting = assignment
        self._solution_known = assignment is not None and assignment.solution_shown
        self.recorder = self._new_recorder()

    @property
    def status(self) -> Status:
        """Whether the level is being played, won or lost."""
        return self.playthrough.position.status

    @property
    def visible_position(self) -> Position:
        """Where play stands, as far as the player sees it: what may be drawn and said of it."""
        return self.visibility.seen(self.playthrough.position)

    @property
    def can_undo(self) -> bool:
        """Whether a move was made or a pencil mark entered that can be taken back."""
        return self.pencilling.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back that can be done again."""
        return self.pencilling.can_redo

    @property
    def course(self) -> Course:
        """What hints lead to from here."""
        playthrough = self.playthrough
        return course(self.advice, playthrough.position, playthrough.moves, aiming=self.aiming)

    @property
    def tip(self) -> Tip | None:
        """The next conclusion, where the solver reasons; None if it has nothing to say."""
        position, reasoning = self.playthrough.position, self.advice.reasoning
        if reasoning is None or self.status != "playing":
            return None
        if self._tip is None or self._tip[:2] != (position, reasoning):
            self._tip = position, reasoning, reasoning.tip(position)
        return self._tip[2]

    @property
    def no_hint(self) -> str | None:
        """Why there is no hint, or none that says more; None if there is one."""
        if self.status == "won":
            return "it is won"
        if self.degree == DEGREES:
            return "that is all there is to say here"
        if self.tip is None and self.course.prospect is None:
            if self.advice.reasoning is not None:
                return "nothing more follows by the rules of deduction"
            return self.advice.unknown
        return None

    @property
    def solution_shown(self) -> bool:
        """Whether the player has looked at the solution, up to the win if there is one."""
        return self.recorder.solution_shown

    @property
    def seconds(self) -> float:
        """How long the level has been played, pauses left out; stands still once it is won."""
        return self.recorder.active_seconds if self._stopped is None else self._stopped

    @property
    def no_onward(self) -> str | None:
        """Why there is nothing to go on to; None if there is."""
        if self.assignment is None or not self.assignment.onward:
            return "nothing follows this level"
        return None if self.status == "won" else "it is not won yet"

    @property
    def ticking(self) -> bool:
        """Whether the time goes on."""
        return self._stopped is None and not self.recorder.away

    def move(self, direction: str) -> Step | None:
        """Moves in a direction; None if the game has no such move."""
        word = self.game.play.toward(DIRECTIONS.index(direction))
        return None if word is None else self.make(word)

    def make(self, word: str) -> Step:
        """Makes a move.

        Raises:
            MoveError: not a move of the game.
        """
        self.recorder.touch()
        self.visibility.turn_back()
        step = self.playthrough.move(word)
        if step.changed:
            self.pencilling.moved()
            self.recorder.note("move", word)
            if self.status == "lost":
                self.recorder.deaths += 1
                self._report("death")
            self._come_to(step.note)
        elif self.status == "playing":
            self.note = refusal(step)
        return step

    def mark(self, cell: Cell, kind: str) -> None:
        """Enters a pencil mark, or wipes one off if of no kind; the position stays as it is.

        Raises:
            MoveError: there can be no such mark; says why.
        """
        pencil, position = self.game.play.pencil, self.playthrough.position
        if pencil is None or self.status != "playing":
            raise MoveError("there is nothing to mark")
        if kind and (refusal := pencil.refusal(position, cell, kind)) is not None:
            raise MoveError(refusal)
        before = self.pencilling.marks
        if self.pencilling.mark(cell, kind):
            self._remarked(before)

    def faults(self) -> tuple[Fault, ...]:
        """What is wrong or missing, in a game of placing: in the marks, then in the position."""
        placing, position = self.game.play.placing, self.visible_position
        assert placing is not None
        marks = pencilling.checked(self.advice, position, self.pencilling.marks)
        return (*marks, *placing.faults(position))

    def undo(self) -> None:
        """Takes back what was done last: a move, or a pencil mark."""
        self._go_on()
        before = self.pencilling.marks
        if not self.can_undo:
            return
        if self.pencilling.undo():
            self.playthrough.undo()
            self.recorder.note("undo")
            self._come_to()
        self._remarked(before)

    def redo(self) -> None:
        """Does again what was taken back."""
        before = self.pencilling.marks
        if not self.can_redo:
            return
        if self.pencilling.redo():
            self.playthrough.redo()
            self.recorder.note("redo")
            self._come_to(self.playthrough.last.note if self.playthrough.last else "")
        self._remarked(before)

    def restart(self) -> None:
        """Goes back to the start, where there are no marks either."""
        if self.status == "won":
            self.playthrough = Playthrough(self.game.play, self.level.board)
            self.pencilling = Pencilling()
            self.recorder = self._new_recorder()
        else:
            before = self.pencilling.marks
            self.pencilling.restart()
            if self.playthrough.moves:
                self.playthrough.restart()
                self.recorder.note("restart")
            self._remarked(before)
        self._come_to()

    def aim(self, *, high: bool) -> None:
        """Has hints lead to a better kind of win, or to any; one that is shown goes."""
        self.aiming = high
        self.degree = 0

    def limit_visibility(self, *, limited: bool) -> None:
        """Has a part of the board seen at a time, or all of it; the record says so."""
        self.visibility.limit(limited=limited)
        self.recorder.see(self._view)

    def explore(self) -> None:
        """Looks at the board from the next side, where not all of it is seen."""
        self.visibility.turn()
        if self.visibility.exploring:
            self.recorder.explore()

    def hint(self) -> None:
        """Shows a hint, or one of the next degree."""
        self.recorder.touch()
        known = self.tip is not None or self.course.prospect is not None
        if known and self.status != "won" and self.degree < DEGREES:
            self.degree += 1
            self.recorder.note("hint", amount=self.degree)
            self._report("hint")

    def show_solution(self) -> None:
        """The player looks at the solution, and knows it from now on."""
        self._solution_known = True
        if self.status == "won":
            return
        if not self.recorder.solution_shown:
            self._report("solution")
        self.recorder.solution_shown = True

    def leave(self) -> None:
        """Ends the visit, once."""
        if not self._left and self.status != "won":
            self._end("lost" if self.status == "lost" else "left")
        self._left = True

    def _remarked(self, before: Marks) -> None:
        """Notes every mark that is another than before."""
        now = self.pencilling.marks
        for cell in sorted(before.keys() | now.keys()):
            if before.get(cell) != now.get(cell):
                self.recorder.mark(cell, now.get(cell, ""))

    def _come_to(self, note: str = "") -> None:
        """Another position stands."""
        self.visibility.turn_back()
        self.degree = 0
        self.note = note
        self._stopped = None
        if self.status == "won":
            self._stopped = self.recorder.active_seconds
            record = self._end("won")
            reporting, self._reporting = self._reporting, None
            if reporting is not None and record is not None:
                reporting.won(self.playthrough.moves, record)

    def _report(self, lapse: Lapse) -> None:
        if self._reporting is not None:
            self._reporting.noted(lapse)

    def _end(self, result: Result) -> PlayRecord | None:
        """Makes a record of what was played; None if there was nothing."""
        record = self.recorder.record(result, self.advice.best)
        if record is not None:
            record = kinds.with_earned(record, self.playthrough, self.advice.facts)
            self.due.append(record)
        return record

    def _go_on(self) -> None:
        """What follows a win is recorded as another visit."""
        if self.status == "won":
            self.recorder = self._new_recorder(self.playthrough.moves)

    def _new_recorder(self, carried: tuple[str, ...] = ()) -> Recorder:
        known = self._solution_known
        marks = self.pencilling.marks
        recorder = Recorder(
            self.game, self.level, self._clock, carried, marks, solution_shown=known
        )
        recorder.see(self._view)
        return recorder

    @property
    def _view(self) -> str:
        """The view to which visibility is limited; empty if it is not."""
        return "" if self.visibility.view is None else self.visibility.views[0].name
