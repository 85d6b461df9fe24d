"""The command palette: the registry's commands of the screen underneath, found by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from rich.markup import escape
from textual import events
from textual.app import ComposeResult
from textual.command import (
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
    SearchIcon,
)
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import LoadingIndicator

from workbench import commands
from workbench.commands import Command, keymap
from workbench.ui.leaving import Leaving
from workbench.ui.screen import CommandScreen

_UNWANTED = ("Cursor", "Move", "Moves")
"""Groups that nobody looks for by name."""


class ScreenCommands(Provider):
    """Offers every command of the screen, those that cannot be done now with the reason."""

    async def discover(self) -> Hits:
        """All commands, before anything is typed."""
        for command, reason in self._commands():
            yield DiscoveryHit(
                _shown(Content(command.title), reason),
                partial(self._run, command),
                text=command.title,
                help=_help(command, reason),
            )

    async def search(self, query: str) -> Hits:
        """The commands whose title is like what was typed."""
        matcher = self.matcher(query)
        for command, reason in self._commands():
            score = matcher.match(command.title)
            if score > 0:
                yield Hit(
                    score,
                    _shown(matcher.highlight(command.title), reason),
                    partial(self._run, command),
                    text=command.title,
                    help=_help(command, reason),
                )

    def _commands(self) -> Iterator[tuple[Command, str | None]]:
        """The commands with why they cannot be done; those that can come first."""
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        listed = [
            (command, screen.unavailable(command))
            for command in commands.of(*screen.CONTEXTS, "app")
            if command.group not in _UNWANTED
            and command.id != "app.palette"
            and screen.offers(command)
        ]
        yield from sorted(listed, key=lambda pair: pair[1] is not None)

    async def _run(self, command: Command) -> None:
        screen = self.screen
        if isinstance(screen, CommandScreen):
            await screen.action_command(command.id)


def _shown(title: Content, reason: str | None) -> Content:
    """The title, greyed if the command cannot be done."""
    return title if reason is None else title.stylize("dim")


def _help(command: Command, reason: str | None) -> str:
    """What it does and its keys, or why it cannot be done, as markup."""
    if reason is not None:
        return escape(f"disabled, because: {reason}")
    return escape(f"{command.help}  {keymap.show_all(command.keys)}".strip())


class Entries(CommandList):
    """The commands found, for a hasty user: Textual takes what it has drawn for what there is."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        # In a window that has no room for the list, it does not know where its lines are.
        if self.scrollable_content_region:
            super()._move_page(direction)

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override] # may be either
        # The second of two clicks comes when the first has emptied the list.
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class Palette(CommandPalette, Leaving[None]):
    """Textual's palette with the commands of the screen underneath."""

    def __init__(self) -> None:
        super().__init__([ScreenCommands])

    def compose(self) -> ComposeResult:
        """As Textual has it, but for the kind of list."""
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield CommandInput(placeholder=self._placeholder, select_on_focus=False)
            with Vertical(id="--results"):
                yield Entries()
                yield LoadingIndicator()

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override] # may be either
        # The window may have become smaller since.
        if not self.region.contains(event.screen_x, event.screen_y):
            event.prevent_default()
