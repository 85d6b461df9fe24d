"""The command palette: the registry's commands of the screen underneath, found by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rich.markup import escape
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from workbench import commands
from workbench.commands import Command, keymap
from workbench.terminal.palette import PatientPalette
from workbench.ui.commands import MENU_GROUP
from workbench.ui.screen import CommandScreen

_UNWANTED = ("Move", "Moves", MENU_GROUP)
"""Groups that are not looked for by name."""


class ScreenCommands(Provider):
    """Offers every command of the screen, those that cannot be done now with the reason."""

    async def discover(self) -> Hits:
        """All commands, before anything is typed."""
        for command, reason in self._commands():
            shown = _shown(Content(command.title), reason)
            yield DiscoveryHit(shown, partial(self._run, command), *_words(command, reason))

    async def search(self, query: str) -> Hits:
        """The commands whose title is like what was typed."""
        matcher = self.matcher(query)
        for command, reason in self._commands():
            score = matcher.match(command.title)
            if score > 0:
                shown = _shown(matcher.highlight(command.title), reason)
                run = partial(self._run, command)
                yield Hit(score, shown, run, *_words(command, reason))

    def _commands(self) -> Iterator[tuple[Command, str | None]]:
        """The commands with why they cannot be done; those that can come first."""
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        listed = [
            (command, screen.unavailable(command))
            for command in commands.of(*screen.CONTEXTS, "app")
            if command.group not in _UNWANTED
            and command.context != "board"
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


def _words(command: Command, reason: str | None) -> tuple[str, str]:
    """Its title; what it does and its keys, or why it cannot be done, as markup."""
    if reason is not None:
        return command.title, escape(f"disabled, because: {reason}")
    return command.title, escape(f"{command.help}  {keymap.show_all(command.keys)}".strip())


class Palette(PatientPalette):
    """The palette with the commands of the screen underneath."""

    def __init__(self) -> None:
        super().__init__([ScreenCommands])
