"""Screens that step on by themselves, at a speed of the user's choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from textual.timer import Timer

from workbench.commands import Action
from workbench.session.players import Steps
from workbench.ui.screen import CommandScreen

SPEEDS = (1, 2, 4, 8, 15, 30)
"""Steps a second; no link is asked for more."""


class StepTimer:
    """The timer that steps a screen on, and its speed.

    Args:
        screen: the screen to step on.
        speeds: the speeds to choose from, in steps a second.
        speed: the speed to begin with.
    """

    def __init__(self, screen: RunningScreen, speeds: tuple[int, ...], speed: int) -> None:
        self._screen = screen
        self._speeds = speeds
        self.speed = speed
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        """Whether the playback runs by itself."""
        return self._timer is not None

    def pause(self) -> None:
        """Stop running by itself."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def play_or_pause(self) -> None:
        """Run by itself, from the start if at the end, or stop."""
        if self.playing:
            self.pause()
        elif self._screen.rewind():
            self._run()
        self._screen.renew()

    def change_speed(self, change: int) -> None:
        """Take the next higher or lower speed, if there is one."""
        at = min(max(self._speeds.index(self.speed) + change, 0), len(self._speeds) - 1)
        self.speed = self._speeds[at]
        if self.playing:
            self.pause()
            self._run()
        self._screen.renew()

    def commands(self, context: str) -> dict[str, Action]:
        """Return what runs, stops, and changes the speed, by the ids of commands of a context."""
        return {
            f"{context}.play-pause": self.play_or_pause,
            f"{context}.faster": partial(self.change_speed, 1),
            f"{context}.slower": partial(self.change_speed, -1),
        }

    def _run(self) -> None:
        self._timer = self._screen.set_interval(1 / self.speed, self._tick)

    def _tick(self) -> None:
        # On a busy machine, a second tick may have been on its way when the first one stopped.
        if not self.playing:
            return
        if not self._screen.advance():
            self.pause()
        self._screen.renew()


class RunningScreen(CommandScreen):
    """A playback with its timer; a subclass says what the steps are, and how many a second.

    Attributes:
        timer: steps the screen on.
    """

    SPEEDS: ClassVar[tuple[int, ...]] = SPEEDS
    FIRST_SPEED: ClassVar[int] = 4

    def __init__(self) -> None:
        super().__init__()
        self.timer = StepTimer(self, self.SPEEDS, self.FIRST_SPEED)

    @property
    def steps(self) -> Steps | None:
        """What is stepped through; None while there is nothing."""
        return None

    def rewind(self) -> bool:
        """Back to the start if this is the end; False if there is nothing to step through."""
        steps = self.steps
        if steps is not None and steps.ended:
            steps.step(-steps.length - 1)
        return steps is not None

    def advance(self) -> bool:
        """One step on; False if there is none to make, or none after it."""
        if self.steps is None or self.steps.ended:
            return False
        self.steps.step(1)
        return True


def stepping(context: str, move: Callable[[Callable[[Steps], None]], None]) -> Mapping[str, Action]:
    """What steps by hand, by the ids of commands of a context.

    ``move`` is given each of the ways to step.
    """
    ways: dict[str, Callable[[Steps], None]] = {
        "back": lambda steps: steps.step(-1),
        "forward": lambda steps: steps.step(1),
        "previous-stage": lambda steps: steps.jump(-1),
        "next-stage": lambda steps: steps.jump(1),
        "first": lambda steps: steps.step(-steps.length - 1),
        "last": lambda steps: steps.step(steps.length + 1),
    }
    return {f"{context}.{name}": partial(move, way) for name, way in ways.items()}
