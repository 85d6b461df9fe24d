"""Stepping through two levels at once: their making stage by stage, or their solutions.

Two timelines have as many moments in a stage as the one with more events there; the other goes
through its own events at the same rate, so that both begin and end every stage together.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from engine.game.game import Game
from engine.values.level import Level
from workbench.session.making.timeline import TimelinePlayer
from workbench.session.players import MovesPlayer, Steps, Stretch, View
from workbench.session.sides import Side

EDITS = "Edits"
"""Name of what comes after the stages."""


def standing(game: Game, level: Level) -> View:
    """A level as it stands."""
    return View(game.boards.picture(level.board), "as it stands")


class Lockstep(Steps):
    """Two things that are shown side by side."""

    def __init__(self, sections: tuple[Stretch, ...], *, at_end: bool) -> None:
        self._sections = sections
        self.first_shown = self.moment = self.length if at_end else 0

    @property
    @abstractmethod
    def caption(self) -> str:
        """Where both are, in words."""

    @abstractmethod
    def views(self) -> tuple[View, View]:
        """What the left and the right board show at the present moment."""

    @property
    def sections(self) -> tuple[Stretch, ...]:
        """The stretches of the bar."""
        return self._sections

    @property
    def length(self) -> int:
        """The last moment."""
        return max((section.end for section in self._sections), default=0)


def _events(player: TimelinePlayer | None, stage: int) -> int:
    """Number of events of a stage."""
    section = Stretch("", 0, 0) if player is None else player.sections[stage]
    return section.end - section.start


class Making(Lockstep):
    """Both levels as they were generated, and at the end as they stand."""

    unit = "event"

    def __init__(self, game: Game, left: Side, right: Side) -> None:
        assert left.level is not None
        assert right.level is not None
        self._game = game
        self._halves = tuple(
            (level, TimelinePlayer(game, side.made.candidate) if side.made else None)
            for side, level in ((left, left.level), (right, right.level))
        )
        sections: list[Stretch] = []
        start = 0
        for number, stage in enumerate(game.generator.stages):
            steps = max(_events(player, number) for _, player in self._halves)
            sections.append(Stretch(stage.title, start, start + steps))
            start += steps
        if left.edited or right.edited:
            sections.append(Stretch(EDITS, start, start + 1))
        super().__init__(tuple(sections), at_end=True)

    @property
    def caption(self) -> str:
        """See :attr:`Lockstep.caption`."""
        number = self.section()
        if self.moment == self.length or number is None:
            return "both as they stand"
        return f"both at {self.sections[number].title}"

    def views(self) -> tuple[View, View]:
        """See :meth:`Lockstep.views`."""
        left, right = (self._view(*half) for half in self._halves)
        return left, right

    def _view(self, level: Level, player: TimelinePlayer | None) -> View:
        number = self.section() or 0
        edited = number >= len(self._game.generator.stages)
        if player is None or edited or self.moment == self.length:
            return standing(self._game, level)
        section = self.sections[number]
        steps = section.end - section.start
        done = (self.moment - section.start) * _events(player, number) // steps if steps else 0
        if done:
            player.seek(player.sections[number].start + done)
        else:
            player.seek_stage(number, end=False)
        return replace(player.view(), heat=None)


class Solving(Lockstep):
    """Both solutions, move by move; the shorter one waits at its end."""

    unit = "move"

    def __init__(self, game: Game, left: Side, right: Side) -> None:
        self._players = tuple(_solution(game, side) for side in (left, right))
        length = max(player.length for player in self._players)
        moves = tuple(Stretch(str(n + 1), n, n + 1) for n in range(length))
        super().__init__(moves, at_end=False)

    @property
    def caption(self) -> str:
        """See :attr:`Lockstep.caption`."""
        return f"both after move {self.moment}" if self.moment else "both at the start"

    def views(self) -> tuple[View, View]:
        """See :meth:`Lockstep.views`."""
        for player in self._players:
            player.seek(self.moment)
        left, right = (player.view() for player in self._players)
        return left, right


def _solution(game: Game, side: Side) -> MovesPlayer:
    assert side.level is not None
    moves = side.solved.moves if side.solved is not None else None
    return MovesPlayer(game, side.level.board, moves or ())
