"""The tour of the first start: one thing to try after the other, on the real screens."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from workbench import commands
from workbench.commands import keymap
from workbench.folders.state import user_state
from workbench.ui.lines import Line


@dataclass(frozen=True, slots=True)
class TourStep:
    """One thing to try: a command, and what it does, to be read behind its key."""

    command_id: str
    words: str


STEPS = (
    TourStep("levels.open", "opens the level under the cursor"),
    TourStep("design.new-seed", "draws a new level by the parameters"),
    TourStep("design.back", "steps back through how it was made"),
    TourStep("design.mode", "turns to the solution, to be stepped as well"),
    TourStep("design.what-if", "tells what every single change would do"),
    TourStep("design.cancel", "leaves that, as whatever else was opened"),
    TourStep("design.play", "plays the level: rarer things are in menus"),
    TourStep("play.back", "leads back; arrows move, more keys stand below"),
    TourStep("design.save", "saves the level"),
)
ENDING = "app.tour"
"""The command that ends the tour, and begins it again."""


class Tour:
    """Where the user is on the tour.

    It begins by itself once, at the first start, and after that only when it is asked for.
    """

    def __init__(self) -> None:
        """Begins the tour, unless it was shown at an earlier start."""
        self._number: int | None = None if _shown_before() else 0

    @property
    def on(self) -> bool:
        """Whether there is still something to try."""
        return self._number is not None

    def turn(self) -> None:
        """Ends the tour, or begins it again."""
        self._number = None if self.on else 0

    def done(self, command_id: str) -> bool:
        """Goes on if a command is what was to be tried, or a later one; False if it is neither."""
        if self._number is None:
            return False
        later = [step.command_id for step in STEPS[self._number :]]
        if command_id not in later:
            return False
        self._number += later.index(command_id) + 1
        if self._number == len(STEPS):
            self._number = None
        return True

    def line(self, contexts: Collection[str]) -> Line:
        """What to try now on a screen that has the commands of some contexts; empty for nothing."""
        if self._number is None:
            return ()
        for number, step in enumerate(STEPS[self._number :], start=self._number + 1):
            if commands.get(step.command_id).context in contexts:
                return [
                    (f"tour {number} of {len(STEPS)}: ", "title"),
                    (keymap.key(step.command_id), "key"),
                    (f" {step.words}", ""),
                    (f" · {keymap.key(ENDING)} ends it", "muted"),
                ]
        return ()


def _marker() -> Path:
    return user_state().root / "tour-shown"


def _shown_before() -> bool:
    """Whether the tour was shown before; from now on it was."""
    marker = _marker()
    if marker.exists():
        return True
    with contextlib.suppress(OSError):  # where nothing can be kept, it is shown again
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
    return False
