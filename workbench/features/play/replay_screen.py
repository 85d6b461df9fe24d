"""The screen that replays a recording and compares every event with the optimum."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult

from engine.values.level import Level
from workbench.commands import Action
from workbench.features.play import move_animation, play_text
from workbench.features.play.play_board import PlayBoard
from workbench.session.playtest import pencil_marks
from workbench.session.playtest.record_replay import RecordReplay
from workbench.ui.playback_screen import PlaybackScreen


class ReplayScreen(PlaybackScreen):
    """A screen that steps through a recording or plays it automatically."""

    CONTEXTS = ("replay",)
    SPEEDS = (1, 2, 4, 8, 15)
    FIRST_SPEED = 2

    def __init__(self, level: Level, replay: RecordReplay) -> None:
        super().__init__()
        self.replay = replay
        self._level = level

    def compose_contents(self) -> ComposeResult:
        """Yield the board and its text."""
        yield PlayBoard(self.replay.game)

    def on_mount(self) -> None:
        """Show the first position."""
        self.on_resize()

    def on_resize(self) -> None:
        """Arrange the board and the text for the new size."""
        self._play_board.divide_room(
            self.replay.moment.position, (self.app.size.width, self.app.size.height)
        )
        self.update_content()

    def update_content(self) -> None:
        """Show the current position, and text about the latest event and its effect."""
        theme = self.workbench.theme_glyphs
        words = play_text.make_replay_text(
            self.replay,
            self._level,
            theme,
            is_running=self.timer.is_playing,
            speed=self.timer.speed,
        )
        moment = self.replay.moment
        marks = pencil_marks.list_mark_styles(self.replay.game, moment.position, moment.marks)
        self._play_board.show_position(moment.position, words, marks)
        self.key_line.update_keys()

    @property
    def _play_board(self) -> PlayBoard:
        return self.query_one(PlayBoard)

    def rewind_at_end(self) -> bool:
        """Go back to the start if the replay is at its end. Always return True."""
        if self.replay.number == self.replay.length:
            self.replay.seek(0)
        return True

    def advance_step(self) -> bool:
        """Advance by one event, animating its move; return False if it was the last one."""
        before = self.replay.moment.position
        self.replay.seek(self.replay.number + 1)
        moment = self.replay.moment
        if moment.event is not None and moment.event.kind == "move":
            host = self.workbench
            if host.play_switches.motion and move_animation.find_refusal(host.capabilities) is None:
                self._play_board.animate_positions([before, *moment.between, moment.position])
        return self.replay.number < self.replay.length

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that step through the recording, play it, or close the screen."""
        return {
            **self.timer.bind_commands("replay"),
            "replay.forward": self._step_forward,
            "replay.back-step": lambda: self._seek_event(self.replay.number - 1),
            "replay.first": lambda: self._seek_event(0),
            "replay.last": lambda: self._seek_event(self.replay.length),
            "replay.back": self.dismiss,
        }

    def _step_forward(self) -> None:
        self.timer.pause()
        self.advance_step()
        self.update_content()

    async def action_command(self, command_id: str) -> None:
        """End any running animation, and run a command."""
        self._play_board.finish_motion()
        await super().action_command(command_id)

    def on_key(self, event: events.Key) -> None:
        """End any running animation."""
        self._play_board.finish_motion()

    def _seek_event(self, number: int) -> None:
        self.timer.pause()
        self.replay.seek(number)
        self.update_content()
