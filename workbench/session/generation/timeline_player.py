"""Playback of a level's generation, one action or one event at a time.

A candidate's timeline is a log of events, grouped into stages. Moment ``n`` shows the board after
the first ``n`` events. Events that result from one decision, such as the walls of a corridor, form
an action. A step moves by one action, and a single step by one event.
"""

from __future__ import annotations

from engine.game.game import Game
from engine.stages.candidate import Action, Candidate, Event
from engine.stages.cell_cause import find_blame
from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.session.playback_players import Player, StepSection, View


class TimelinePlayer(Player):
    """A player that steps through a candidate's generation by action or by event."""

    unit = "event"

    def __init__(self, game: Game, candidate: Candidate) -> None:
        super().__init__()
        self.shows_heat: bool | None = None
        """True to show weights, False to hide them. By default (None), they are shown in every
        stage that uses them, but not at the end of the timeline."""
        self._game = game
        self.candidate = candidate
        self._stage = 0
        self.timeline = timeline = candidate.timeline
        self._sections = tuple(
            StepSection(stage.title, *timeline.find_stage_span(number))
            for number, stage in enumerate(timeline.stages)
        )
        self.seek(self.length)

    @property
    def length(self) -> int:
        """The number of events in the timeline."""
        return len(self.timeline)

    @property
    def sections(self) -> tuple[StepSection, ...]:
        """The stages, as sections for the progress bar."""
        return self._sections

    @property
    def stage(self) -> int:
        """The index of the stage at the playhead."""
        return self._stage

    def seek(self, moment: int) -> None:
        """Go to a moment, and make its stage the current stage."""
        super().seek(moment)
        # The moment alone does not determine the stage, because an empty stage shares its moment
        # with its neighbours.
        self._stage = self.timeline.get_stage_at(self.moment)

    def step_by(self, count: int) -> None:
        """Move forward or backward by ``count`` actions."""
        self.seek(self.timeline.step_actions(self.moment, count))

    def step_single(self, count: int) -> None:
        """Move forward or backward by ``count`` events."""
        self.seek(self.moment + count)

    def list_last_events(self) -> list[Event]:
        """Return the events of the action at the playhead, up to the playhead.

        Log entries that change no cell are left out.
        """
        timeline = self.timeline
        action = timeline.find_action(self.moment)
        events = range(action.start, self.moment) if action is not None else ()
        # Events on note planes describe what the generator did, but change no cell.
        doings = {plane.name for plane in timeline.planes if plane.notes}
        return [event for event in map(timeline.get_event, events) if event.plane not in doings]

    def get_section(self) -> int | None:
        """Return the index of the current stage, which is a section of the progress bar."""
        return self._stage

    def seek_stage(self, stage: int, *, end: bool = True) -> None:
        """Go to the end or the start of a stage, even if it contains no events."""
        section = self._sections[stage]
        self.moment = section.end if end else section.start
        self._stage = stage

    def align_with(self, other: TimelinePlayer) -> None:
        """Go to the moment that corresponds to the current moment of ``other``.

        That is the same moment if the event logs are equal, for instance because only constraints
        have changed. Otherwise it is the end of the same stage, or the end of the timeline if
        ``other`` is at its end.
        """
        import numpy as np

        if np.array_equal(self.timeline.log, other.timeline.log):
            self.moment, self._stage = other.moment, other.stage
        elif not other.is_ended or self._sections[other.stage].end == self.length:
            self.seek_stage(other.stage)

    def seek_section(self, number: int) -> None:
        """Go to the end of stage ``number``, or of the last stage if ``number`` is too large."""
        self.seek_stage(min(number, len(self._sections) - 1))

    def jump_section(self, direction: int) -> None:
        """Go to the next stage end (+1) or the previous stage start (-1)."""
        section = self._sections[self._stage]
        # From inside a stage, a jump goes to its border. From the border, it goes to the border of
        # the neighbouring stage.
        inside = self.moment < section.end if direction > 0 else self.moment > section.start
        last = len(self._sections) - 1
        stage = self._stage if inside else min(max(self._stage + direction, 0), last)
        self.seek_stage(stage, end=direction > 0)

    def build_view(self) -> View:
        """Build the view of the board at the current moment, with its weights and last event."""
        timeline = self.timeline
        picture = self._game.boards.draw_picture(self.candidate.make_board_at(self.moment))
        stage = timeline.stages[self._stage]
        if (
            not timeline.find_stage_span(self._stage)[0]
            < self.moment
            <= timeline.find_stage_span(self._stage)[1]
        ):
            caption = f"{stage.title}: {stage.help}{self._before}"
            return View(picture, caption, self._build_heat())
        event = timeline.get_event(self.moment - 1)
        action = timeline.find_action(self.moment)
        # The action is complete, so describe it as a whole.
        if action is not None and action.end == self.moment and action.end - action.start > 1:
            return self._build_action_view(action, picture)
        caption = f"{self._format_heading(action)}: {self._game.generator.describe_event(event)}"
        # Only a weighted draw has a total weight to show.
        chosen = find_blame(timeline, self.moment, event.row, event.col)
        if chosen is not None and chosen.index == self.moment - 1 and chosen.total is not None:
            caption += f" of {chosen.total}"
        cell = event.row, event.col
        return View(picture, f"{caption}{self._refusals}", self._build_heat(), cell)

    def _build_action_view(self, action: Action, picture: Picture) -> View:
        """Build the view after a whole action, with its description and marks on changed cells.

        At the end of the timeline no cells are marked.
        """
        events = [self.timeline.get_event(n) for n in range(action.start, action.end)]
        stage = self.timeline.stages[self._stage]
        done = f"{stage.help} {len(events)} cells at once, without random numbers."
        if stage.draws:
            done = self._game.generator.describe_action(events)
        caption = f"{self._format_heading(action)}: {done}{self._refusals}"
        if self.is_ended:
            return View(picture, caption, self._build_heat())
        marks = {(event.row, event.col): "changed" for event in events}
        return View(
            picture, caption, self._build_heat(), (events[0].row, events[0].col), marks=marks
        )

    def _format_heading(self, action: Action | None) -> str:
        """Format the title of the stage, with the number of the action if events are grouped."""
        timeline = self.timeline
        title = timeline.stages[self._stage].title
        if action is None or timeline.begins is None:
            return title
        return f"{title} {action.number:,}/{action.total:,}"

    @property
    def _refusals(self) -> str:
        """A clause that counts the choices refused so far, by reason, or "" if there were none."""
        refusals = self.timeline.count_refusals(self.moment)
        counts = sorted(refusals.items(), key=lambda entry: -entry[1])
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in counts)
        return f" · rejected so far: {reasons}" if reasons else ""

    @property
    def _before(self) -> str:
        """A sentence that counts the earlier attempts. It is empty except at moment 0."""
        attempt = self.candidate.recipe.attempt
        if self.moment or not attempt:
            return ""
        return f" {attempt:,} earlier attempt{'s' * (attempt > 1)} rejected."

    def _build_heat(self) -> dict[Cell, int] | None:
        """Return the weights or object labels to show at this moment, or None to hide them."""
        timeline = self.timeline
        labels = timeline.list_labels(self.moment, self._stage)
        wanted = self.shows_heat
        if wanted is None:
            weighs = bool(labels or timeline.stages[self._stage].heat)
            # The end of the timeline shows the finished level, with weights only on request.
            wanted = self.moment < self.length and weighs
        if not wanted:
            return None
        if labels:
            return {divmod(cell, timeline.cols): label for cell, label in labels.items()}
        # A stage without weights shows those of the last stage before it that has some.
        names = [stage.heat for stage in timeline.stages[: self._stage + 1] if stage.heat]
        rows = [n for n, plane in enumerate(timeline.planes) if names and plane.name == names[-1]]
        if not rows:
            return None
        weights = timeline.build_layout(self.moment)[rows[0]]
        cols = timeline.cols
        return {
            (cell // cols, cell % cols): int(weight)
            for cell, weight in enumerate(weights)
            if weight > 0
        }
