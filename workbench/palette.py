"""The command palette: the registry's commands of the screen underneath, found by name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from workbench import commands, keymap
from workbench.commands import Command
from workbench.screens.base import CommandScreen

_UNWANTED = ("Cursor", "Move", "Moves")
"""Groups that nobody looks for by name."""


class ScreenCommands(Provider):
    """Offers every command that the screen could do now."""

    async def discover(self) -> Hits:
        """All commands, before anything is typed."""
        async for command in self._commands():
            yield DiscoveryHit(command.title, partial(self._run, command), help=self._help(command))

    async def search(self, query: str) -> Hits:
        """The commands whose title is like what was typed."""
        matcher = self.matcher(query)
        async for command in self._commands():
            score = matcher.match(command.title)
            if score > 0:
                yield Hit(
                    score,
                    matcher.highlight(command.title),
                    partial(self._run, command),
                    help=self._help(command),
                )

    async def _commands(self) -> AsyncIterator[Command]:
        screen = self.screen
        if isinstance(screen, CommandScreen):
            for command in commands.of(*screen.CONTEXTS, "app"):
                wanted = command.group not in _UNWANTED and command.id != "app.palette"
                if wanted and screen.unavailable(command) is None:
                    yield command

    async def _run(self, command: Command) -> None:
        screen = self.screen
        if isinstance(screen, CommandScreen):
            await screen.action_command(command.id)

    def _help(self, command: Command) -> str:
        keys = keymap.show_all(command.keys)
        return f"{command.help}  {keys}".strip() if keys else command.help
