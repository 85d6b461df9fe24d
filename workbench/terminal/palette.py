"""Textual's command palette, for a hasty user and small windows."""

from __future__ import annotations

from typing import Literal

from textual import events
from textual.app import ComposeResult
from textual.command import CommandInput, CommandList, CommandPalette, SearchIcon
from textual.containers import Horizontal, Vertical
from textual.widgets import LoadingIndicator

from workbench.terminal.screens import Leaving


class FoundCommands(CommandList):
    """The commands found; Textual takes what it has drawn for what there is."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        # In a window that has no room for the list, it does not know where its lines are.
        if self.scrollable_content_region:
            super()._move_page(direction)

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override] # may be either
        # The second of two clicks comes when the first has emptied the list.
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class PatientPalette(CommandPalette, Leaving[None]):
    """A palette that bears late clicks and windows without room for it."""

    def compose(self) -> ComposeResult:
        """As Textual has it, but for the kind of list."""
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield CommandInput(placeholder=self._placeholder, select_on_focus=False)
            with Vertical(id="--results"):
                yield FoundCommands()
                yield LoadingIndicator()

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override] # may be either
        # The window may have become smaller since.
        if not self.region.contains(event.screen_x, event.screen_y):
            event.prevent_default()
