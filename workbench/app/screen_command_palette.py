"""The command palette, which searches the commands of the screen below it by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rich.cells import cell_len
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from workbench.commands import Command, keymap
from workbench.terminal.command_palette_fixes import SafeCommandPalette
from workbench.ui.commands import MENU_GROUP
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import cut_at_word

_HIDDEN_GROUPS = ("Move", "Moves", MENU_GROUP)
"""The groups of commands that the palette omits: cursor movements and menus."""


MAX_COLUMNS, MARGIN = 80, 6
"""The maximum width of the palette, and the columns of it that its frame and scrollbar take up."""
NAME_COLUMNS, MIN_HELP_COLUMNS = 24, 20
"""The number of columns for a command's title, and the minimum number for its help."""


class ScreenCommands(Provider):
    """A provider of the screen's commands, which dims those that are unavailable.

    Running an unavailable command shows the reason as a message, as its key does.
    """

    async def discover(self) -> Hits:
        """Yield all commands. Textual calls this while the input is empty."""
        for command, usable in self._list_commands():
            line = self._format_line(Content(command.title), command, usable=usable)
            yield DiscoveryHit(line, partial(self._run_command, command), command.title)

    async def search(self, query: str) -> Hits:
        """Yield the commands whose titles match ``query``."""
        matcher = self.matcher(query)
        for command, usable in self._list_commands():
            score = matcher.match(command.title)
            if score > 0:
                line = self._format_line(matcher.highlight(command.title), command, usable=usable)
                yield Hit(score, line, partial(self._run_command, command), command.title)

    def _list_commands(self) -> Iterator[tuple[Command, bool]]:
        """Yield the commands of the screen, available ones first.

        Yields:
            A command, and True if it is available.
        """
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        listed = [
            (command, screen.explain_unavailable(command) is None)
            for command in screen.list_commands(*screen.CONTEXTS, "app")
            if command.group not in _HIDDEN_GROUPS
            and command.context != "board"
            and command.id != "app.palette"
        ]
        # Sorting is stable, so both groups keep the order of the registry.
        yield from sorted(listed, key=lambda pair: not pair[1])

    def _format_line(self, title: Content, command: Command, *, usable: bool) -> Content:
        """Return a line with the title, as much help as fits, and the keys at the right edge."""
        width = min(self.app.size.width, MAX_COLUMNS) - MARGIN
        keys = keymap.format_keys(command.keys)
        name = max(cell_len(command.title), NAME_COLUMNS)
        room = width - name - cell_len(keys) - 4
        words = cut_at_word([(command.help, "")], room) if room >= MIN_HELP_COLUMNS else []
        about = "".join(text for text, _ in words)
        gap = width - cell_len(command.title) - cell_len(keys)
        between = f"{' ' * (name - cell_len(command.title) + 2)}{about}"
        line = Content.assemble(
            title, (between, "dim"), " " * max(gap - cell_len(between), 1), keys
        )
        return line if usable else line.stylize("dim")

    async def _run_command(self, command: Command) -> None:
        screen = self.screen
        if isinstance(screen, CommandScreen):
            await screen.action_command(command.id)


class ScreenPalette(SafeCommandPalette):
    """A command palette with the commands of the screen below it."""

    def __init__(self) -> None:
        super().__init__([ScreenCommands])
