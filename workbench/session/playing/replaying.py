"""A record played again, event by event, and set beside the optimum."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.game.game import Game
from engine.game.placing import Marks, marked
from engine.game.playthrough import Playthrough
from engine.game.position import Position
from engine.values.judgement import Aim
from engine.values.level import Board
from engine.values.records import PencilEvent, PlayEvent, PlayRecord
from workbench.session.moves import Symbol, named
from workbench.session.playing.advice import Advice
from workbench.session.playing.course import Course, can_be_had, course
from workbench.session.playing.hints import clock
from workbench.text.status import count


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """Where a recorded session stood after one of its events.

    Attributes:
        event: what was done; None at the start.
        moves: the moves that count.
        position: where that leads.
        between: positions passed through on the way there, from the one before.
        note: what the move did, in words.
        marks: the pencil marks by then.
    """

    event: PlayEvent | PencilEvent | None
    moves: tuple[str, ...]
    position: Position
    between: tuple[Position, ...] = ()
    note: str = ""
    marks: Marks = field(default_factory=dict)


class Replay:
    """Steps through a record; its moments are numbered from 0, the start, to ``length``.

    Attributes:
        problem: why the replay ends before the record does; empty if it does not.
    """

    def __init__(self, game: Game, board: Board, record: PlayRecord, advice: Advice) -> None:
        self.game = game
        self.record = record
        self.number = 0
        self.problem = ""
        self.advice = advice
        self._moments = [ReplayMoment(None, (), game.play.start(board))]
        self._play(Playthrough(game.play, board))

    @property
    def course(self) -> Course:
        """What could be led to at the present moment."""
        return self._course(self.moment)

    @property
    def length(self) -> int:
        """The number of the last moment."""
        return len(self._moments) - 1

    @property
    def moment(self) -> ReplayMoment:
        """How things stand at the present moment."""
        return self._moments[self.number]

    def seek(self, number: int) -> None:
        """Goes to a moment, or to the nearest there is."""
        self.number = min(max(number, 0), self.length)

    def caption(self, sign: Symbol) -> str:
        """What was done to come to the present moment, in words."""
        moment = self.moment
        event = moment.event
        if event is None:
            return "start"
        if isinstance(event, PencilEvent):
            row, col = event.cell
            return f"marked {row},{col} {event.kind}" if event.kind else f"unmarked {row},{col}"
        if event.kind == "move":
            note = f", {moment.note}" if moment.note else ""
            return f"move {len(moment.moves)}: {named(self.game, event.move, sign)}{note}"
        if event.kind == "hint":
            return f"asked for a hint, degree {event.amount:g}"
        if event.kind == "pause":
            return f"paused for {clock(event.amount)}"
        standing = count(len(moment.moves), "move")
        return {
            "undo": f"took a move back: {standing}",
            "redo": f"made it again: {standing}",
            "restart": "back to the start",
        }[event.kind]

    def remark(self, number: int) -> str:
        """What an event did to the way to a win, in words; empty for nothing or not known."""
        if number == 0:
            return ""
        before, now = self._moments[number - 1], self._moments[number]
        if before.moves == now.moves:
            return ""
        who = f"move {len(now.moves)}" if now.event and now.event.kind == "move" else "this"
        was, is_now = self.advice.prospect(before.moves), self.advice.prospect(now.moves)
        if was is not None and is_now is not None and was.dead != is_now.dead:
            if was.dead:
                return "a win is possible again"
            return f"{who} {'lost' if now.position.status == 'lost' else 'made a win impossible'}"
        kinds = (self._on_kind(aim, who, before, now) for aim in self.game.play.aims)
        return next(filter(None, kinds), "") or self._compared(who, before, now)

    def remarks(self) -> list[tuple[int, str]]:
        """Every moment whose event did something to the way to a win."""
        found = ((number, self.remark(number)) for number in range(1, self.length + 1))
        return [(number, remark) for number, remark in found if remark]

    def _on_kind(self, aim: Aim, who: str, before: ReplayMoment, now: ReplayMoment) -> str:
        """What an event did to the chance of a better kind of win."""
        was, is_now = self._can_be_had(aim, before), self._can_be_had(aim, now)
        if was is False:
            return f"{aim.title} is possible again" if is_now else ""
        if is_now is not False:
            return ""
        if self.game.play.missed(now.position, aim):
            return f"{who}: {aim.title} {aim.missed}"
        return f"{who} put {aim.title} out of reach"

    def _can_be_had(self, aim: Aim, moment: ReplayMoment) -> bool | None:
        return can_be_had(self.advice, moment.position, moment.moves, aim)

    def _compared(self, who: str, before: ReplayMoment, now: ReplayMoment) -> str:
        """What an event cost or gained on the way to the best kind of win there is."""
        last, course = self._course(before), self._course(now)
        was, off = last.off, course.off
        if last.aim != course.aim or was is None or off is None or was == off:
            return ""
        if off < was:
            return f"off by {off} again" if off else "back on the optimal path"
        needed_for = course.title and f" for {course.title}"
        if not was:
            return f"{who} left the optimal path: {off} more than needed{needed_for}"
        return f"{who} cost {off - was} more: {off} more than needed{needed_for}"

    def _course(self, moment: ReplayMoment) -> Course:
        return course(self.advice, moment.position, moment.moves)

    def _play(self, playthrough: Playthrough) -> None:
        marks: Marks = {}
        number = 0
        for event in self.record.together:
            step = None
            if isinstance(event, PencilEvent):
                marks = marked(marks, event.cell, event.kind)
            else:
                number += 1
                if not playthrough.perform(event):
                    self.problem = f"event {number} ({event}) cannot be made on this board"
                    return
                step = playthrough.last if event.kind == "move" else None
            moves, position = playthrough.moves, playthrough.position
            between, note = (step.between, step.note) if step is not None else ((), "")
            self._moments.append(ReplayMoment(event, moves, position, between, note, marks))
