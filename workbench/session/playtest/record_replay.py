"""The replay of a recording, event by event, with remarks that compare it with the optimum."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.game.drag_input import PencilMarks, mark_cell
from engine.game.game import Game
from engine.game.play_position import Position
from engine.game.playthrough import Playthrough
from engine.values.level import Board
from engine.values.playtest_record import PencilEvent, PlayEvent, PlayRecord
from engine.values.ratings_and_awards import Aim
from workbench.session.move_text import Symbol, format_move
from workbench.session.playtest.hint_goal import HintGoal, choose_goal, is_reachable
from workbench.session.playtest.hints import format_duration
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.text.quantity_text import format_count


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """The state of a recorded visit after one of its events.

    Attributes:
        event: The event, or None at the start.
        moves: The moves made so far, without those that were undone.
        position: The position after those moves.
        between: The positions that the move passed through, for animation.
        note: A description of the move's effect, or an empty string.
        marks: The pencil marks after the event.
    """

    event: PlayEvent | PencilEvent | None
    moves: tuple[str, ...]
    position: Position
    between: tuple[Position, ...] = ()
    note: str = ""
    marks: PencilMarks = field(default_factory=dict)


class RecordReplay:
    """A replay of a recording. Its moments are numbered from 0 (the start) to ``length``.

    Attributes:
        problem: The reason why the replay stops before the end of the recording, or an empty string
            if it does not.
    """

    def __init__(
        self, game: Game, board: Board, record: PlayRecord, analysis: LevelAnalysis
    ) -> None:
        self.game = game
        self.record = record
        self.number = 0
        self.problem = ""
        self.analysis = analysis
        self._moments = [ReplayMoment(None, (), game.play.create_start(board))]
        self._replay_events(Playthrough(game.play, board))

    @property
    def hint_goal(self) -> HintGoal:
        """The win that hints at the current moment would lead to, with the route to it."""
        return self._choose_goal(self.moment)

    @property
    def length(self) -> int:
        """The number of the last moment."""
        return len(self._moments) - 1

    @property
    def moment(self) -> ReplayMoment:
        """The current moment."""
        return self._moments[self.number]

    def seek(self, number: int) -> None:
        """Go to moment ``number``, clamped to the valid range."""
        self.number = min(max(number, 0), self.length)

    def format_caption(self, sign: Symbol) -> str:
        """Describe the event that led to the current moment."""
        moment = self.moment
        event = moment.event
        if event is None:
            return "start"
        if isinstance(event, PencilEvent):
            row, col = event.cell
            return f"marked {row},{col} {event.kind}" if event.kind else f"unmarked {row},{col}"
        if event.kind == "move":
            note = f", {moment.note}" if moment.note else ""
            return f"move {len(moment.moves)}: {format_move(self.game, event.move, sign)}{note}"
        if event.kind == "hint":
            return f"asked for hint {event.amount:g}"
        if event.kind == "pause":
            return f"paused for {format_duration(event.amount)}"
        standing = format_count(len(moment.moves), "move")
        return {
            "undo": f"undid a move: {standing}",
            "redo": f"redid a move: {standing}",
            "restart": "back to the start",
        }[event.kind]

    def format_remark(self, number: int) -> str:
        """Describe how the event before moment ``number`` affected the route to a win.

        The text is empty if the event had no effect or if its effect is unknown.
        """
        if number == 0:
            return ""
        before, now = self._moments[number - 1], self._moments[number]
        # Hints, pauses and pencil marks do not change the route.
        if before.moves == now.moves:
            return ""
        who = f"move {len(now.moves)}" if now.event and now.event.kind == "move" else "this"
        was, is_now = self.analysis.look_ahead(before.moves), self.analysis.look_ahead(now.moves)
        if was is not None and is_now is not None and was.is_dead != is_now.is_dead:
            if was.is_dead:
                return "a win is possible again"
            return f"{who} {'lost' if now.position.status == 'lost' else 'made a win impossible'}"
        kinds = (self._format_kind_change(aim, who, before, now) for aim in self.game.play.aims)
        return next(filter(None, kinds), "") or self._format_cost(who, before, now)

    def list_remarks(self) -> list[tuple[int, str]]:
        """Return the number and remark of each moment whose event affected the route to a win."""
        found = ((number, self.format_remark(number)) for number in range(1, self.length + 1))
        return [(number, remark) for number, remark in found if remark]

    def _format_kind_change(
        self, aim: Aim, subject: str, before: ReplayMoment, now: ReplayMoment
    ) -> str:
        """Describe how an event made a better kind of win possible or impossible, or return ""."""
        was, is_now = self._is_reachable(aim, before), self._is_reachable(aim, now)
        if was is False:
            return f"{aim.title} is possible again" if is_now else ""
        if is_now is not False:
            return ""
        if self.game.play.is_aim_missed(now.position, aim):
            return f"{subject}: {aim.title} {aim.missed_title}"
        return f"{subject} put {aim.title} out of reach"

    def _is_reachable(self, aim: Aim, moment: ReplayMoment) -> bool | None:
        return is_reachable(self.analysis, moment.position, moment.moves, aim)

    def _format_cost(self, subject: str, before: ReplayMoment, now: ReplayMoment) -> str:
        """Describe how many moves an event cost or won back, or return "" if it did neither."""
        last, course = self._choose_goal(before), self._choose_goal(now)
        was, off = last.excess, course.excess
        # An excess over the optimum is comparable only within one kind of win.
        if last.aim != course.aim or was is None or off is None or was == off:
            return ""
        if off < was:
            return f"off by {off} again" if off else "back on a shortest path"
        needed_for = course.title and f" for {course.title}"
        if not was:
            return f"{subject} left the shortest path: {off} more than needed{needed_for}"
        return f"{subject} cost {off - was} more: {off} more than needed{needed_for}"

    def _choose_goal(self, moment: ReplayMoment) -> HintGoal:
        return choose_goal(self.analysis, moment.position, moment.moves)

    def _replay_events(self, playthrough: Playthrough) -> None:
        marks: PencilMarks = {}
        number = 0
        for event in self.record.timeline:
            step = None
            if isinstance(event, PencilEvent):
                marks = mark_cell(marks, event.cell, event.kind)
            else:
                number += 1
                if not playthrough.perform_event(event):
                    self.problem = f"event {number} ({event}) cannot be made on this board"
                    return
                step = playthrough.last_step if event.kind == "move" else None
            moves, position = playthrough.moves, playthrough.position
            between, note = (step.passed, step.note) if step is not None else ((), "")
            self._moments.append(ReplayMoment(event, moves, position, between, note, marks))
