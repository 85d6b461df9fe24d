"""Steps that two levels take together, through the stages of their generation or their solutions.

If two timelines have different numbers of events in a stage, the larger number is the number of
steps that the stage takes. The events of the timeline that has fewer of them are spread evenly over
these steps, so that both timelines start and end each stage together.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from engine.game.game import Game
from engine.values.level import Level
from workbench.session.comparison_side import ComparisonSide
from workbench.session.generation.timeline_player import TimelinePlayer
from workbench.session.playback_players import MovesPlayer, StepSection, StepSequence, View

EDITS_TITLE = "Edits"
"""The title of the section for manual edits, which follows the last stage."""


def build_final_view(game: Game, level: Level) -> View:
    """Build the view of a level in its current state, after all generation and edits."""
    return View(game.boards.draw_picture(level.board), "current level")


class Lockstep(StepSequence):
    """The sequence of steps that two levels take together."""

    def __init__(self, sections: tuple[StepSection, ...], *, at_end: bool) -> None:
        self._sections = sections
        self.first_shown = self.moment = self.length if at_end else 0

    @property
    @abstractmethod
    def caption(self) -> str:
        """A description of the current step, which applies to both levels."""

    @abstractmethod
    def build_views(self) -> tuple[View, View]:
        """Return the views of the left and right boards at the current step."""

    @property
    def sections(self) -> tuple[StepSection, ...]:
        """The sections of the progress bar."""
        return self._sections

    @property
    def length(self) -> int:
        """The number of the last step, which is also the number of steps."""
        return max((section.end for section in self._sections), default=0)


def _count_events(player: TimelinePlayer | None, stage: int) -> int:
    """Return the number of events in a stage, or 0 if there is no timeline."""
    section = StepSection("", 0, 0) if player is None else player.sections[stage]
    return section.end - section.start


class TimelineLockstep(Lockstep):
    """The common steps through two timelines. The last step shows the finished levels."""

    unit = "event"

    def __init__(self, game: Game, left: ComparisonSide, right: ComparisonSide) -> None:
        assert left.level is not None
        assert right.level is not None
        self._game = game
        self._halves = tuple(
            (level, TimelinePlayer(game, side.generation.candidate) if side.generation else None)
            for side, level in ((left, left.level), (right, right.level))
        )
        sections: list[StepSection] = []
        start = 0
        for number, stage in enumerate(game.generator.stages):
            steps = max(_count_events(player, number) for _, player in self._halves)
            sections.append(StepSection(stage.title, start, start + steps))
            start += steps
        if left.is_edited or right.is_edited:
            sections.append(StepSection(EDITS_TITLE, start, start + 1))
        super().__init__(tuple(sections), at_end=True)

    @property
    def caption(self) -> str:
        """A description of the stage that both levels have reached."""
        number = self.get_section()
        if self.moment == self.length or number is None:
            return "both at their current state"
        return f"both at {self.sections[number].title}"

    def build_views(self) -> tuple[View, View]:
        """Return the views of both boards, each after the same share of its events in the stage."""
        left, right = (self._build_view(*half) for half in self._halves)
        return left, right

    def _build_view(self, level: Level, player: TimelinePlayer | None) -> View:
        number = self.get_section() or 0
        edited = number >= len(self._game.generator.stages)
        # Without a timeline, or after its last event, only the finished level can be shown.
        if player is None or edited or self.moment == self.length:
            return build_final_view(self._game, level)
        section = self.sections[number]
        steps = section.end - section.start
        # Scale the step to this level's number of events, so that both boards end the stage
        # together.
        done = (
            (self.moment - section.start) * _count_events(player, number) // steps if steps else 0
        )
        if done:
            player.seek(player.sections[number].start + done)
        # At step 0, show the start of the stage, even if it has no events for this level.
        else:
            player.seek_stage(number, end=False)
        return replace(player.build_view(), heat=None)


class SolutionLockstep(Lockstep):
    """The common steps through two solutions. The shorter one stays at its last position."""

    unit = "move"

    def __init__(self, game: Game, left: ComparisonSide, right: ComparisonSide) -> None:
        self._players = tuple(_build_player(game, side) for side in (left, right))
        length = max(player.length for player in self._players)
        moves = tuple(StepSection(str(n + 1), n, n + 1) for n in range(length))
        super().__init__(moves, at_end=False)

    @property
    def caption(self) -> str:
        """A description that says how many moves have been made so far."""
        return f"both after move {self.moment}" if self.moment else "both at the start"

    def build_views(self) -> tuple[View, View]:
        """Return the views of both boards after the current move."""
        for player in self._players:
            player.seek(self.moment)
        left, right = (player.build_view() for player in self._players)
        return left, right


def _build_player(game: Game, side: ComparisonSide) -> MovesPlayer:
    assert side.level is not None
    moves = side.solved.moves if side.solved is not None else None
    return MovesPlayer(game, side.level.board, moves or ())
