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


class RunningScreen(CommandScreen):
    """A playback with its timer; a subclass says what the steps are, and how many a second."""

    SPEEDS: ClassVar[tuple[int, ...]] = SPEEDS
    speed = 4
    _clockwork: Timer | None = None

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
        at = min(max(self.SPEEDS.index(self.speed) + change, 0), len(self.SPEEDS) - 1)
        self.speed = self.SPEEDS[at]
        if self.playing:
            self.pause()
            self._run()
        self.renew()


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
