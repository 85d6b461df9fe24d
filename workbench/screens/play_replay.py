"""A recording played again: every move and every one taken back, beside the optimum."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.timer import Timer

from engine.game import Position
from engine.level import Level
from workbench import keymap
from workbench.playing.advice import Advice
from workbench.playing.replaying import Replay
from workbench.screens import play_telling
from workbench.screens.play_board import PlayBoardScreen
from workbench.screens.play_words import Words

SPEEDS = (1, 2, 4, 8, 15)
"""Events a second; no link is asked for more."""


class ReplayScreen(PlayBoardScreen):
    """Steps through a recording, or plays it."""

    CONTEXTS = ("replay",)
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("replay")]

    def __init__(self, level: Level, replay: Replay, advice: Advice) -> None:
        super().__init__(replay.game)
        self.replay = replay
        self.speed = 2
        self._level = level
        self._advice = advice
        self._playing: Timer | None = None

    def position(self) -> Position:
        """Where the recorded session stood."""
        return self.replay.moment.position

    def words(self) -> Words:
        """The event and what it was worth."""
        return play_telling.replaying(
            self.replay,
            self._advice,
            self._level,
            self.workbench.theme_glyphs,
            running=self.running,
            speed=self.speed,
        )

    @property
    def running(self) -> bool:
        """Whether the recording plays by itself."""
        return self._playing is not None

    def action_play_pause(self) -> None:
        """Plays by itself, from the start if at the end, or stops."""
        if self.running:
            self.pause()
        else:
            if self.replay.place == self.replay.length:
                self.replay.seek(0)
            self._run()
        self.renew()

    def pause(self) -> None:
        """Stops playing by itself."""
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def action_forward(self) -> None:
        """Forward by one event."""
        self.pause()
        self._forward()

    def action_back_step(self) -> None:
        """Back by one event."""
        self._seek(self.replay.place - 1)

    def action_first(self) -> None:
        """To the start."""
        self._seek(0)

    def action_last(self) -> None:
        """To the end."""
        self._seek(self.replay.length)

    def action_faster(self) -> None:
        """More events a second."""
        self._set_speed(1)

    def action_slower(self) -> None:
        """Fewer events a second."""
        self._set_speed(-1)

    def action_back(self) -> None:
        """Back to the recordings."""
        self.dismiss()

    def _seek(self, place: int) -> None:
        self.pause()
        self.replay.seek(place)
        self.renew()

    def _run(self) -> None:
        self._playing = self.set_interval(1 / self.speed, self._advance)

    def _advance(self) -> None:
        self._forward()
        if self.replay.place == self.replay.length:
            self.pause()
            self.renew()

    def _forward(self) -> None:
        before = self.position()
        self.replay.seek(self.replay.place + 1)
        moment = self.replay.moment
        if moment.event is not None and moment.event.kind == "move":
            self.move_through([before, *moment.between, moment.position])
        self.renew()

    def _set_speed(self, change: int) -> None:
        place = min(max(SPEEDS.index(self.speed) + change, 0), len(SPEEDS) - 1)
        self.speed = SPEEDS[place]
        if self.running:
            self.pause()
            self._run()
        self.renew()
