"""The command palette, which searches the commands of the screen below it by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rich.markup import escape
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from workbench.commands import Command, keymap
from workbench.terminal.command_palette import SafeCommandPalette
from workbench.ui.commands import MENU_GROUP
from workbench.ui.screen import CommandScreen

_HIDDEN_GROUPS = ("Move", "Moves", MENU_GROUP)
"""The groups of commands that the palette omits: cursor movements and menus."""


class ScreenCommands(Provider):
    """A provider of the screen's commands, which gives a reason for each unavailable command."""

    async def discover(self) -> Hits:
        """Yield all commands. Textual calls this while the input is empty."""
        for command, reason in self._list_commands():
            shown = _style_title(Content(command.title), reason)
            yield DiscoveryHit(
                shown, partial(self._run_command, command), *_format_hit(command, reason)
            )

    async def search(self, query: str) -> Hits:
        """Yield the commands whose titles match ``query``."""
        matcher = self.matcher(query)
        for command, reason in self._list_commands():
            score = matcher.match(command.title)
            if score > 0:
                shown = _style_title(matcher.highlight(command.title), reason)
                run = partial(self._run_command, command)
                yield Hit(score, shown, run, *_format_hit(command, reason))

    def _list_commands(self) -> Iterator[tuple[Command, str | None]]:
        """Yield the commands of the screen, available ones first.

        Yields:
            A command, and the reason why it is unavailable, or None if it is available.
        """
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        listed = [
            (command, screen.explain_unavailable(command))
            for command in screen.list_commands(*screen.CONTEXTS, "app")
            if command.group not in _HIDDEN_GROUPS
            and command.context != "board"
            and command.id != "app.palette"
        ]
        # Sorting is stable, so both groups keep the order of the registry.
        yield from sorted(listed, key=lambda pair: pair[1] is not None)

    async def _run_command(self, command: Command) -> None:
        screen = self.screen
        if isinstance(screen, CommandScreen):
            await screen.action_command(command.id)


def _style_title(title: Content, reason: str | None) -> Content:
    """Return ``title``, dimmed unless ``reason`` is None."""
    return title if reason is None else title.stylize("dim")


def _format_hit(command: Command, reason: str | None) -> tuple[str, str]:
    """Return a command's title, and the text to show below it, as markup.

    The text is the help and the keys, or the reason why the command is unavailable.
    """
    if reason is not None:
        return command.title, escape(f"unavailable: {reason}")
    return command.title, escape(f"{command.help}  {keymap.format_keys(command.keys)}".strip())


class ScreenPalette(SafeCommandPalette):
    """A command palette with the commands of the screen below it."""

    def __init__(self) -> None:
        super().__init__([ScreenCommands])
