"""Stepping through the making of a level: by whole actions, or by single events."""

from __future__ import annotations

from engine.game.game import Game
from engine.staging.blame import blame
from engine.staging.generation import Action, Candidate, Event
from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.session.players import Player, Stretch, View


class TimelinePlayer(Player):
    """Steps through the making of a candidate, action by action or event by event."""

    unit = "event"

    def __init__(self, game: Game, candidate: Candidate) -> None:
        super().__init__()
        self.heat_wanted: bool | None = None
        """Whether weights are drawn; None: wherever the stage weighs, but not over the end."""
        self._game = game
        self.candidate = candidate
        self._stage = 0
        self.timeline = timeline = candidate.timeline
        self._sections = tuple(
            Stretch(stage.title, *timeline.span(number))
            for number, stage in enumerate(timeline.stages)
        )
        self.seek(self.length)

    @property
    def length(self) -> int:
        """Number of events."""
        return len(self.timeline)

    @property
    def sections(self) -> tuple[Stretch, ...]:
        """The stages."""
        return self._sections

    @property
    def stage(self) -> int:
        """The number of the stage that the playhead stands in."""
        return self._stage

    def seek(self, moment: int) -> None:
        """Go to a moment."""
        super().seek(moment)
        self._stage = self.timeline.stage_of(self.moment)

    def step(self, count: int) -> None:
        """Go on by so many whole actions, or back."""
        self.seek(self.timeline.actions_on(self.moment, count))

    def nudge(self, count: int) -> None:
        """Go on by so many events, or back."""
        self.seek(self.moment + count)

    def just_done(self) -> list[Event]:
        """The events so far of the action just done, but for those that change no cell."""
        timeline = self.timeline
        action = timeline.action(self.moment)
        events = range(action.start, self.moment) if action is not None else ()
        doings = {plane.name for plane in timeline.planes if plane.doings}
        return [event for event in map(timeline.event, events) if event.plane not in doings]

    def section(self) -> int | None:
        """The stage."""
        return self._stage

    def seek_stage(self, stage: int, *, end: bool = True) -> None:
        """To the end or the start of a stage, which may have no event of its own."""
        section = self._sections[stage]
        self.moment = section.end if end else section.start
        self._stage = stage

    def stand_as(self, other: TimelinePlayer) -> None:
        """To where another making of the same level stands: at the end, or else in its stage.

        One that differs in nothing but how it was judged has the very same moments.
        """
        import numpy as np

        if np.array_equal(self.timeline.log, other.timeline.log):
            self.moment, self._stage = other.moment, other.stage
        elif not other.ended or self._sections[other.stage].end == self.length:
            self.seek_stage(other.stage)

    def seek_section(self, number: int) -> None:
        """To the end of a stage; of the last one for a number too large."""
        self.seek_stage(min(number, len(self._sections) - 1))

    def jump(self, direction: int) -> None:
        """To the end of this stage or the next (+1), the start of this or the previous (-1)."""
        section = self._sections[self._stage]
        inside = self.moment < section.end if direction > 0 else self.moment > section.start
        last = len(self._sections) - 1
        stage = self._stage if inside else min(max(self._stage + direction, 0), last)
        self.seek_stage(stage, end=direction > 0)

    def view(self) -> View:
        """The board at the moment, with the weights of its stage and the event in words."""
        timeline = self.timeline
        picture = self._game.boards.picture(self.candidate.board_at(self.moment))
        stage = timeline.stages[self._stage]
        if not timeline.span(self._stage)[0] < self.moment <= timeline.span(self._stage)[1]:
            caption = f"{stage.title}: {stage.help}{self._before}"
            return View(picture, caption, self._heat())
        event = timeline.event(self.moment - 1)
        action = timeline.action(self.moment)
        if action is not None and action.end == self.moment and action.end - action.start > 1:
            return self._after(action, picture)
        caption = f"{self._headed(action)}: {self._game.generator.describe(event)}"
        chosen = blame(timeline, self.moment, event.row, event.col)
        if chosen is not None and chosen.index == self.moment - 1 and chosen.total is not None:
            caption += f" of {chosen.total}"
        cell = event.row, event.col
        return View(picture, f"{caption}{self._refusals}", self._heat(), cell)

    def _after(self, action: Action, picture: Picture) -> View:
        """The board after the several events of an action: what was done, and where.

        At the end of all it is the level as it stands, on which nothing is marked.
        """
        events = [self.timeline.event(n) for n in range(action.start, action.end)]
        stage = self.timeline.stages[self._stage]
        done = f"{stage.help} {len(events)} cells at once: nothing is drawn."
        if stage.draws:
            done = self._game.generator.describe_action(events)
        caption = f"{self._headed(action)}: {done}{self._refusals}"
        if self.ended:
            return View(picture, caption, self._heat())
        marks = {(event.row, event.col): "changed" for event in events}
        return View(picture, caption, self._heat(), (events[0].row, events[0].col), marks=marks)

    def _headed(self, action: Action | None) -> str:
        """The stage, and which of the actions this is, where they are more than events."""
        timeline = self.timeline
        title = timeline.stages[self._stage].title
        if action is None or timeline.begins is None:
            return title
        return f"{title} {action.number:,}/{action.total:,}"

    @property
    def _refusals(self) -> str:
        """How often each check has refused something so far."""
        refusals = self.timeline.refusals(self.moment)
        counts = sorted(refusals.items(), key=lambda entry: -entry[1])
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in counts)
        return f" · refused so far: {reasons}" if reasons else ""

    @property
    def _before(self) -> str:
        """At the very start, how many attempts the seed took before this one."""
        attempt = self.candidate.recipe.attempt
        if self.moment or not attempt:
            return ""
        return f" {attempt:,} earlier attempt{'s' * (attempt > 1)} rejected."

    def _heat(self) -> dict[Cell, int] | None:
        """The weights of the stage, or the numbers of what it has put there, if wanted."""
        timeline = self.timeline
        labels = timeline.labelled(self.moment, self._stage)
        wanted = self.heat_wanted
        if wanted is None:
            weighs = bool(labels or timeline.stages[self._stage].heat)
            wanted = self.moment < self.length and weighs
        if not wanted:
            return None
        if labels:
            return {divmod(cell, timeline.cols): label for cell, label in labels.items()}
        # At a stage that does not weigh, the weights of the last one before it that did.
        names = [stage.heat for stage in timeline.stages[: self._stage + 1] if stage.heat]
        rows = [n for n, plane in enumerate(timeline.planes) if names and plane.name == names[-1]]
        if not rows:
            return None
        weights = timeline.layout(self.moment)[rows[0]]
        cols = timeline.cols
        return {
            (cell // cols, cell % cols): int(weight)
            for cell, weight in enumerate(weights)
            if weight > 0
        }
