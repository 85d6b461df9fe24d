"""A recording played again: every move and every one taken back, beside the optimum."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from engine.game.position import Position
from engine.values.level import Level
from workbench.commands import keymap
from workbench.features.play import telling
from workbench.features.play.board import PlayBoardScreen
from workbench.features.play.words import Words
from workbench.session.playing.advice import Advice
from workbench.session.playing.replaying import Replay
from workbench.ui.running import RunningScreen


class ReplayScreen(PlayBoardScreen, RunningScreen):
    """Steps through a recording, or plays it."""

    CONTEXTS = ("replay",)
    SPEEDS = (1, 2, 4, 8, 15)
    speed = 2
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("replay")]

    def __init__(self, level: Level, replay: Replay, advice: Advice) -> None:
        super().__init__(replay.game)
        self.replay = replay
        self._level = level
        self._advice = advice

    def position(self) -> Position:
        """Where the recorded session stood."""
        return self.replay.moment.position

    def words(self) -> Words:
        """The event and what it was worth."""
        return telling.replaying(
            self.replay,
            self._advice,
            self._level,
            self.workbench.theme_glyphs,
            running=self.playing,
            speed=self.speed,
        )

    def rewind(self) -> bool:
        """Back to the start if this is the end."""
        if self.replay.place == self.replay.length:
            self.replay.seek(0)
        return True

    def advance(self) -> bool:
        """One event on, its pieces in motion; False at the last."""
        before = self.position()
        self.replay.seek(self.replay.place + 1)
        moment = self.replay.moment
        if moment.event is not None and moment.event.kind == "move":
            self.move_through([before, *moment.between, moment.position])
        return self.replay.place < self.replay.length

    def action_forward(self) -> None:
        """Forward by one event."""
        self.pause()
        self.advance()
        self.renew()

    def action_back_step(self) -> None:
        """Back by one event."""
        self._seek(self.replay.place - 1)

    def action_first(self) -> None:
        """To the start."""
        self._seek(0)

    def action_last(self) -> None:
        """To the end."""
        self._seek(self.replay.length)

    def action_back(self) -> None:
        """Back to the recordings."""
        self.dismiss()

    def _seek(self, place: int) -> None:
        self.pause()
        self.replay.seek(place)
        self.renew()
