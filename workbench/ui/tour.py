"""The tour for new users, which suggests one command after another on the actual screens."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from workbench import commands
from workbench.commands import keymap
from workbench.paths.state_folder import get_user_state
from workbench.ui.styled_lines import Line


@dataclass(frozen=True, slots=True)
class TourStep:
    """A step of the tour.

    Attributes:
        command_id: The id of the command to try.
        label: A description of the command's effect, shown after the command's key.
    """

    command_id: str
    label: str


STEPS = (
    TourStep("levels.open", "opens the selected level"),
    TourStep("design.new-seed", "generates a new level"),
    TourStep("design.back", "steps back through its generation"),
    TourStep("design.mode", "shows the solution, step by step"),
    TourStep("design.what-if", "shows what every change would do"),
    TourStep("design.cancel", "leaves this view, like any other"),
    TourStep("design.play", "plays the level; menus have more commands"),
    TourStep("play.back", "goes back; the last line shows more keys"),
    TourStep("design.save", "saves the level"),
)
TOUR_COMMAND = "app.tour"
"""The id of the command that ends the tour or starts it again."""


class Tour:
    """A tour of the app, with the steps that the user has not tried yet.

    The tour starts by itself only when the app is started for the first time, and otherwise on
    request. Each screen shows the first remaining step that can be tried there. Only the command of
    that step completes it. Other commands do not skip any steps.
    """

    def __init__(self) -> None:
        """Start the tour, unless an earlier run of the app has shown it."""
        self._left: tuple[TourStep, ...] = () if _mark_shown() else STEPS

    @property
    def is_running(self) -> bool:
        """True while there are steps left to try."""
        return bool(self._left)

    def toggle_tour(self) -> None:
        """End the tour if it is running. Otherwise, start it from the beginning."""
        self._left = () if self.is_running else STEPS

    def complete_step(self, command_id: str, contexts: Collection[str]) -> bool:
        """Complete the step that a screen shows, if ``command_id`` is that step's command.

        Completing the last step ends the tour, even if steps on other screens remain.

        Args:
            command_id: The id of the command that was run.
            contexts: The contexts of the screen.

        Returns:
            True if the command completed the step.
        """
        shown = self._find_step(contexts)
        if shown is None or shown.command_id != command_id:
            return False
        self._left = tuple(step for step in self._left if step is not shown)
        if shown is STEPS[-1]:
            self._left = ()
        return True

    def draw_step(self, contexts: Collection[str]) -> Line:
        """Draw the line of text that suggests the next step on a screen with the given contexts.

        The line is empty if the screen has no step to try.
        """
        shown = self._find_step(contexts)
        if shown is None:
            return ()
        return [
            (f"Tour {STEPS.index(shown) + 1} of {len(STEPS)}: ", "title"),
            (keymap.get_key_hint(shown.command_id), "key"),
            (f" {shown.label}", ""),
            (f" · {keymap.get_key_hint(TOUR_COMMAND)} ends the tour", "muted"),
        ]

    def _find_step(self, contexts: Collection[str]) -> TourStep | None:
        """Return the first remaining step to try in ``contexts``, or None if there is none."""
        steps = self._left
        return next(
            (s for s in steps if commands.get_command(s.command_id).context in contexts), None
        )


def _get_marker_path() -> Path:
    return get_user_state().root / "tour-shown"


def _mark_shown() -> bool:
    """Record that the tour has been shown, and return True if it had been shown before."""
    marker = _get_marker_path()
    if marker.exists():
        return True
    # If the file cannot be written, the next start shows the tour again.
    with contextlib.suppress(OSError):
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
    return False
