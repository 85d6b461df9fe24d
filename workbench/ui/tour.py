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
    TourStep("play.back", "leads back; more keys stand below"),
    TourStep("design.save", "saves the level"),
)
ENDING = "app.tour"
"""The command that ends the tour, and begins it again."""


class Tour:
    """The steps of the tour that the user has not tried yet.

    It begins by itself once, at the first start, and after that only when it is asked for. On every
    screen the first step that can be tried there is shown, and only that one counts as tried:
    whatever else the user does skips nothing.
    """

    def __init__(self) -> None:
        """Begins the tour, unless it was shown at an earlier start."""
        self._left: tuple[TourStep, ...] = () if _shown_before() else STEPS

    @property
    def on(self) -> bool:
        """Whether there is still something to try."""
        return bool(self._left)

    def turn(self) -> None:
        """Ends the tour, or begins it again."""
        self._left = () if self.on else STEPS

    def done(self, command_id: str, contexts: Collection[str]) -> bool:
        """Go on if a command is the one shown on a screen of some contexts; False if it is not.

        With the last step the tour ends, also for those who began it on another screen.
        """
        shown = self._shown(contexts)
        if shown is None or shown.command_id != command_id:
            return False
        self._left = tuple(step for step in self._left if step is not shown)
        if shown is STEPS[-1]:
            self._left = ()
        return True

    def line(self, contexts: Collection[str]) -> Line:
        """What to try now on a screen that has the commands of some contexts; empty for nothing."""
        shown = self._shown(contexts)
        if shown is None:
            return ()
        return [
            (f"tour {STEPS.index(shown) + 1} of {len(STEPS)}: ", "title"),
            (keymap.key(shown.command_id), "key"),
            (f" {shown.words}", ""),
            (f" · {keymap.key(ENDING)} ends it", "muted"),
        ]

    def _shown(self, contexts: Collection[str]) -> TourStep | None:
        """Return the first step left of a screen with some contexts, None if there is none."""
        steps = self._left
        return next((s for s in steps if commands.get(s.command_id).context in contexts), None)


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
