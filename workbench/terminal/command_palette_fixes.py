"""Textual's command palette, with fixes for quick clicks and small windows."""

from __future__ import annotations

from typing import Literal

from textual import events
from textual.app import ComposeResult
from textual.command import CommandInput, CommandList, CommandPalette, SearchIcon
from textual.containers import Horizontal, Vertical
from textual.widgets import LoadingIndicator

from workbench.terminal.base_screens import AppScreen


class SafeCommandList(CommandList):
    """A list of matching commands that tolerates clicks and key presses while it is empty."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        # Textual would raise an error here if the window has no room for the list.
        if self.scrollable_content_region:
            super()._move_page(direction)

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override] # may be either
        # The first click of a double click may already have emptied the list.
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class SafeCommandPalette(CommandPalette, AppScreen[None]):
    """A command palette that tolerates late clicks and very small windows."""

    def compose(self) -> ComposeResult:
        """Compose Textual's palette with :class:`SafeCommandList` as its list."""
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield CommandInput(placeholder=self._placeholder, select_on_focus=False)
            with Vertical(id="--results"):
                yield SafeCommandList()
                yield LoadingIndicator()

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override] # may be either
        # The window may have become smaller between the click and this message.
        if not self.region.contains(event.screen_x, event.screen_y):
            event.prevent_default()
