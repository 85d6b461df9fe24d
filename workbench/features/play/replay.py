"""A recording played again: every move and every one taken back, beside the optimum."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult

from engine.values.level import Level
from workbench.commands import Action
from workbench.features.play import motion, playtext
from workbench.features.play.table import PlayTable
from workbench.session.playing import pencilling
from workbench.session.playing.replaying import Replay
from workbench.ui.running import RunningScreen


class ReplayScreen(RunningScreen):
    """Steps through a recording, or plays it."""

    CONTEXTS = ("replay",)
    SPEEDS = (1, 2, 4, 8, 15)
    FIRST_SPEED = 2

    def __init__(self, level: Level, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self._level = level

    def contents(self) -> ComposeResult:
        """The board and the words."""
        yield PlayTable(self.replay.game)

    def on_mount(self) -> None:
        """Shows the first position."""
        self.on_resize()

    def on_resize(self) -> None:
        """Gives the board the most room again."""
        self._table.make_room(
            self.replay.moment.position, (self.app.size.width, self.app.size.height)
        )
        self.renew()

    def renew(self) -> None:
        """Shows where the recorded session stood, the event and what it was worth."""
        theme = self.workbench.theme_glyphs
        words = playtext.replaying(
            self.replay, self._level, theme, running=self.timer.playing, speed=self.timer.speed
        )
        moment = self.replay.moment
        marks = pencilling.roles(self.replay.game, moment.position, moment.marks)
        self._table.show(moment.position, words, marks)
        self.key_line.renew()

    @property
    def _table(self) -> PlayTable:
        return self.query_one(PlayTable)

    def rewind(self) -> bool:
        """Back to the start if this is the end."""
        if self.replay.number == self.replay.length:
            self.replay.seek(0)
        return True

    def advance(self) -> bool:
        """One event on, its pieces in motion; False at the last."""
        before = self.replay.moment.position
        self.replay.seek(self.replay.number + 1)
        moment = self.replay.moment
        if moment.event is not None and moment.event.kind == "move":
            host = self.workbench
            if host.play_switches.motion and motion.refused(host.link) is None:
                self._table.move_through([before, *moment.between, moment.position])
        return self.replay.number < self.replay.length

    def commands(self) -> Mapping[str, Action]:
        """The ways through the recording."""
        return {
            **self.timer.commands("replay"),
            "replay.forward": self._forward,
            "replay.back-step": lambda: self._seek(self.replay.number - 1),
            "replay.first": lambda: self._seek(0),
            "replay.last": lambda: self._seek(self.replay.length),
            "replay.back": self.dismiss,
        }

    def _forward(self) -> None:
        self.timer.pause()
        self.advance()
        self.renew()

    async def action_command(self, command_id: str) -> None:
        """Does a command; whatever was on its way arrives first."""
        self._table.finish_motion()
        await super().action_command(command_id)

    def on_key(self, event: events.Key) -> None:
        """Any key has the pieces arrive."""
        self._table.finish_motion()

    def _seek(self, number: int) -> None:
        self.timer.pause()
        self.replay.seek(number)
        self.renew()
