"""Screens that step on by themselves, at a speed of the user's choice."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.timer import Timer

from workbench.ui.screen import CommandScreen

SPEEDS = (1, 2, 4, 8, 15, 30)
"""Steps a second; no link is asked for more."""


class RunningScreen(CommandScreen):
    """A playback with its timer; a subclass says what a step is.

    Attributes:
        speed: steps a second, one of the class's ``SPEEDS``.
    """

    SPEEDS: ClassVar[tuple[int, ...]] = SPEEDS
    speed = 4
    _clockwork: Timer | None = None

    @abstractmethod
    def rewind(self) -> bool:
        """Back to the start if this is the end; False if there is nothing to step through."""

    @abstractmethod
    def advance(self) -> bool:
        """One step on; False if there is none to make, or none after it."""

    @property
    def playing(self) -> bool:
        """Whether the playback runs by itself."""
        return self._clockwork is not None

    def pause(self) -> None:
        """Stop running by itself."""
        if self._clockwork is not None:
            self._clockwork.stop()
            self._clockwork = None

    def action_play_pause(self) -> None:
        """Run by itself, from the start if at the end, or stop."""
        if self.playing:
            self.pause()
        elif self.rewind():
            self._run()
        self.renew()

    def action_faster(self) -> None:
        """More steps a second."""
        self._change_speed(1)

    def action_slower(self) -> None:
        """Fewer steps a second."""
        self._change_speed(-1)

    def _run(self) -> None:
        self._clockwork = self.set_interval(1 / self.speed, self._tick)

    def _tick(self) -> None:
        # On a busy machine, a second tick may have been on its way when the first one stopped.
        if not self.playing:
            return
        if not self.advance():
            self.pause()
        self.renew()

    def _change_speed(self, change: int) -> None:
        place = min(max(self.SPEEDS.index(self.speed) + change, 0), len(self.SPEEDS) - 1)
        self.speed = self.SPEEDS[place]
        if self.playing:
            self.pause()
            self._run()
        self.renew()
