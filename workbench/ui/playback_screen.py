"""The base class of screens with a playback that a timer can advance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar

from textual.timer import Timer

from workbench.commands import Action
from workbench.session.playback_players import StepSequence
from workbench.ui.screen import CommandScreen

SPEEDS = (1, 2, 4, 8, 15, 30)
"""The speeds in steps per second. Terminals cannot keep up with anything faster than the last."""


class StepTimer:
    """A timer that advances a screen's playback at a chosen speed.

    Args:
        screen: The screen whose playback the timer advances.
        speeds: The speeds to choose from, in steps per second.
        speed: The initial speed, in steps per second.
    """

    def __init__(self, screen: PlaybackScreen, speeds: tuple[int, ...], speed: int) -> None:
        self._screen = screen
        self._speeds = speeds
        self.speed = speed
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        """True while the timer advances the playback."""
        return self._timer is not None

    def pause(self) -> None:
        """Pause the playback."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def play_or_pause(self) -> None:
        """Start or pause the playback. If it has ended, it starts again from the beginning."""
        if self.is_playing:
            self.pause()
        elif self._screen.rewind_at_end():
            self._start_timer()
        self._screen.update_content()

    def change_speed(self, change: int) -> None:
        """Choose the speed ``change`` places after the current one in the list of speeds.

        A negative number chooses a lower speed. The choice stops at the ends of the list.
        """
        at = min(max(self._speeds.index(self.speed) + change, 0), len(self._speeds) - 1)
        self.speed = self._speeds[at]
        # The interval of a timer cannot be changed, so replace the timer.
        if self.is_playing:
            self.pause()
            self._start_timer()
        self._screen.update_content()

    def bind_commands(self, context: str) -> dict[str, Action]:
        """Return a mapping from the ids of the play and speed commands to their actions."""
        return {
            f"{context}.play-pause": self.play_or_pause,
            f"{context}.faster": partial(self.change_speed, 1),
            f"{context}.slower": partial(self.change_speed, -1),
        }

    def _start_timer(self) -> None:
        self._timer = self._screen.set_interval(1 / self.speed, self._handle_tick)

    def _handle_tick(self) -> None:
        # On a busy machine, another tick may already have been queued when the timer was stopped.
        if not self.is_playing:
            return
        if not self._screen.advance_step():
            self.pause()
        self._screen.update_content()


class PlaybackScreen(CommandScreen):
    """A screen with a playback and a timer. Subclasses provide the steps and may set the speeds.

    Attributes:
        timer: The timer that advances the playback.
    """

    SPEEDS: ClassVar[tuple[int, ...]] = SPEEDS
    FIRST_SPEED: ClassVar[int] = 4

    def __init__(self) -> None:
        super().__init__()
        self.timer = StepTimer(self, self.SPEEDS, self.FIRST_SPEED)

    @property
    def steps(self) -> StepSequence | None:
        """The steps of the playback, or None if there is no playback."""
        return None

    def rewind_at_end(self) -> bool:
        """Go back to the start if the playback has ended. Return whether there is a playback."""
        steps = self.steps
        if steps is not None and steps.is_ended:
            # step_by() stops at the start, so going back too many steps is safe.
            steps.step_by(-steps.length - 1)
        return steps is not None

    def advance_step(self) -> bool:
        """Advance the playback by one step, and return whether there was a step left."""
        if self.steps is None or self.steps.is_ended:
            return False
        self.steps.step_by(1)
        return True


def bind_steps(
    context: str, apply_step: Callable[[Callable[[StepSequence], None]], None]
) -> Mapping[str, Action]:
    """Return a mapping from the ids of the commands that step through a playback to their actions.

    Args:
        context: The context of the commands.
        apply_step: A function that receives another function, which steps forward or back, and
            calls it with the steps of the playback.
    """
    ways: dict[str, Callable[[StepSequence], None]] = {
        "back": lambda steps: steps.step_by(-1),
        "forward": lambda steps: steps.step_by(1),
        "previous-stage": lambda steps: steps.jump_section(-1),
        "next-stage": lambda steps: steps.jump_section(1),
        "first": lambda steps: steps.step_by(-steps.length - 1),
        "last": lambda steps: steps.step_by(steps.length + 1),
    }
    return {f"{context}.{name}": partial(apply_step, way) for name, way in ways.items()}
