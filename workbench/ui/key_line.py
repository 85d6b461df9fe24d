"""The last two lines on a screen: a message, and below it the keys that can be pressed.

Textual's own footer has a widget for each key and sends 14 KB whenever it changes. This widget
sends only one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from workbench import commands
from workbench.commands import Command, keymap
from workbench.ui.commands import MENU_GROUP
from workbench.ui.styled_lines import Line, Span, cut_at_word, measure_width

if TYPE_CHECKING:
    from workbench.ui.host import Host


MESSAGE_SECONDS = 8.0
"""The time in seconds after which a message disappears."""
GAP = 2
"""The number of blank columns between two commands."""
BACK_KEY = "escape"
"""The key that by default leads back."""
QUIT, QUIT_LABEL = "app.quit", "quit"
"""The command that leaves the app, and its label."""
WIDE = 100
"""The minimum width, in columns, at which the key line shows more than one way to get help."""
_PATH = re.compile(r"(?<!\S)~?/(\S*/)?")
"""A pattern that matches the folders in front of a file name."""


class KeyLine(Widget):
    """A message, and below it the keys and labels of as many commands as fit.

    Commands that are currently unavailable are dimmed, and commands that the screen never offers
    are omitted. The menus, help and the ways out are always visible. A message disappears after a
    few seconds, but an error remains until :meth:`clear` is called or another message is shown.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = "KeyLine { dock: bottom; height: 2; width: 1fr; }"

    def __init__(
        self,
        contexts: Sequence[str],
        list_commands: Callable[..., Sequence[Command]],
        explain_unavailable: Callable[[Command], str | None],
    ) -> None:
        """Create the widget, which shows the commands of a screen and those of the app.

        Args:
            contexts: The contexts of the screen, most important first.
            list_commands: A function that returns the commands in given contexts that the screen
                can ever run.
            explain_unavailable: A function that returns the reason why a command cannot be run now,
                or None if it can.
        """
        super().__init__()
        self._list_commands, self._explain_unavailable = list_commands, explain_unavailable
        self._screen_contexts = self._contexts = tuple(contexts)
        self._groups: tuple[str, ...] = ()
        self._labels: Mapping[str, str] = {}
        self._message: tuple[str, str] | None = None
        self._is_hidden = False
        self._hide_timer: Timer | None = None
        self._drawn: Strip | None = None
        self._command_columns: list[tuple[int, int, Command]] = []
        """The commands drawn, each with its first column and the column after its last one."""
        self._default_line: tuple[Span, ...] = ()

    def show_message(self, message: str, role: str = "muted") -> None:
        """Show a message in the text style ``role``."""
        if self._message != (message, role) or self._is_hidden:
            self._message, self._is_hidden = (message, role), False
            self.refresh_message()
        self._stop_hide_timer()
        # An error remains until the next key press, so that the user cannot miss it.
        if role != "bad":
            self._hide_timer = self.set_timer(MESSAGE_SECONDS, self._hide_message)

    def clear(self) -> None:
        """Remove the message."""
        self._stop_hide_timer()
        if self._message is not None:
            self._message = None
            self.refresh_message()

    def show_default(self, line: Line) -> None:
        """Show ``line`` whenever there is no message."""
        if tuple(line) != self._default_line:
            self._default_line = tuple(line)
            self.refresh_message()

    def _hide_message(self) -> None:
        """Hide the message because its time is up."""
        # The text is kept, because the user may not have read it yet: see the property ``message``.
        self._is_hidden = True
        self.refresh_message()

    def refresh_message(self) -> None:
        """Draw the message line again."""
        self.refresh(Region(0, 0, self.size.width, 1))

    def _stop_hide_timer(self) -> None:
        if self._hide_timer is not None:
            self._hide_timer.stop()
            self._hide_timer = None

    @property
    def message(self) -> str:
        """The latest message since the last key press, or ``""`` if there is none.

        It may be hidden by now.
        """
        return "" if self._message is None else self._message[0]

    @property
    def contexts(self) -> tuple[str, ...]:
        """The contexts of the commands shown, most important first."""
        return self._contexts

    def show_contexts(
        self, *contexts: str, groups: tuple[str, ...] = (), labels: Mapping[str, str] | None = None
    ) -> None:
        """Show the commands in ``contexts`` from now on.

        Args:
            contexts: The contexts of the commands, most important first.
            groups: The groups of commands to show. If there are none, all groups are shown.
            labels: A mapping from the ids of commands to the labels that replace their usual ones.
        """
        shown = contexts, groups, labels or {}
        if shown != (self._contexts, self._groups, self._labels):
            self._contexts, self._groups, self._labels = shown
            self._refresh_keys()

    def on_click(self, event: events.Click) -> None:
        """Run the command under the pointer."""
        for start, end, command in self._command_columns:
            # Only clicks on the keys count, and line 0 is the message.
            if event.y == 0 or not start <= event.x < end:
                continue
            if command.call:  # an action of the focused widget
                self.app.simulate_key(command.single_keys[0])
            else:
                self.app.run_worker(
                    self.screen.run_action(f"command('{command.id}')"), exclusive=False
                )

    def update_keys(self) -> None:
        """Draw the keys again if a command has become available or unavailable."""
        # After the widgets have been removed, a late update must not ask the screen about commands.
        if self.is_attached and self._drawn is not None and self._draw_keys() != self._drawn:
            self._refresh_keys()

    def _refresh_keys(self) -> None:
        self.refresh(Region(0, 1, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """Return line ``y`` of the widget, which is the message (0) or the keys (1)."""
        if y == 0:
            return self._draw_message()
        self._command_columns = self._place_commands(self.size.width)
        self._drawn = self._draw_keys()
        return self._drawn

    def _draw_message(self) -> Strip:
        line: Line = (
            cast("Host", self.app).tour.draw_step(self._screen_contexts) or self._default_line
        )
        rest = ""
        if self._message is not None and not self._is_hidden:
            message, role = self._message
            line = [(shorten_paths(message, self.size.width - 1), role)]
            rest = f" ({keymap.get_key_hint('app.messages')})"
        theme = cast("Host", self.app).theme_glyphs
        spans = cut_at_word([(" ", ""), *line], self.size.width, rest)
        styled = (
            (text, theme.get_style(role) if isinstance(role, str) else role) for text, role in spans
        )
        return self._fill_line([Segment(text, style) for text, style in styled])

    def _draw_keys(self) -> Strip:
        theme = cast("Host", self.app).theme_glyphs
        parts: list[Segment] = []
        column = 0
        for start, end, command in self._place_commands(self.size.width):
            parts.append(Segment(" " * (start - column)))
            role = "disabled" if self._explain_unavailable(command) is not None else ""
            for text, look in self._format_command(command):
                parts.append(Segment(text, theme.get_style(role or look)))
            column = end
        return self._fill_line(parts)

    def _fill_line(self, parts: list[Segment]) -> Strip:
        strip = Strip(parts).apply_style(self.rich_style)
        return strip.crop_extend(0, self.size.width, self.rich_style).simplify()

    def _place_commands(self, width: int) -> list[tuple[int, int, Command]]:
        """Choose the commands to show, and return them with their columns.

        Each is given as its first column, the column after its last one, and the command. The
        menus, help, the palette and the command to quit are at the right. The command that leads
        back comes last at the left, and other commands make room for it.
        """
        standing = self._list_standing(width)
        # Menus are closer together than the other commands, and in a narrow line all are.
        gap = GAP if width >= WIDE else 1
        gaps = [1 if c.group == after.group else gap for c, after in pairwise(standing)]
        lengths = [
            self._measure_command(c) + gap
            for c, gap in zip(standing, [*gaps, gap - 1], strict=True)
        ]
        right = width - sum(lengths)
        spans = []
        column = 1
        back = self._find_way_back()
        reserved = 0 if back is None else self._measure_command(back) + gap
        for command in self._list_changing():
            if command is back:
                continue
            # Stop at the first command that does not fit, even if a shorter one would. Otherwise
            # the commands shown would jump about as the width changes.
            end = column + self._measure_command(command)
            if end + reserved + GAP > right:
                break
            spans.append((column, end, command))
            column = end + GAP
        if back is not None:
            column += gap - GAP if spans else 0
            spans.append((column, column + self._measure_command(back), back))
            column = spans[-1][1] + GAP
        # If there is not enough room, the commands at the right extend beyond the edge.
        column = max(right, column)
        for command, length in zip(standing, lengths, strict=True):
            spans.append((column, column + self._measure_command(command), command))
            column += length
        return spans

    def _list_standing(self, width: int) -> list[Command]:
        """Return the commands that are at the right of the line on every screen."""
        # List the commands once for all menus, because this runs after every key press.
        offered = self._list_offered()
        general = [c for c in commands.list_in_contexts("app") if c.single_keys]
        menus = [c for c in general if c.group == MENU_GROUP and _select_in_menu(c, offered)]
        others = [c for c in general if c.group != MENU_GROUP and c.label and c.id != QUIT]
        # Help lists all commands, so a narrow line can do without the palette.
        others = others if width >= WIDE else others[:1]
        return [*menus, *others, *(c for c in general if c.id == QUIT)]

    def _list_changing(self) -> list[Command]:
        """Return the commands in the current contexts that have a label, by rank."""
        listed = sorted(self._list_commands(*self._contexts), key=lambda command: command.rank)
        return [
            c
            for c in listed
            if c.label and c.single_keys and (not self._groups or c.group in self._groups)
        ]

    def _find_way_back(self) -> Command | None:
        """Return the command that leads back, or None if there is nothing to go back from."""
        contexts = dict.fromkeys((*self._contexts, *self._screen_contexts))
        ids = (c.id for name in contexts for c in commands.list_context_defaults(name)
               if BACK_KEY in c.keys)  # fmt: skip
        offered = {c.id: c for c in self._list_commands(*contexts)}
        usable = (
            offered[each]
            for each in ids
            if each in offered
            and offered[each].label
            and offered[each].single_keys
            and self._explain_unavailable(offered[each]) is None
        )
        return next(usable, None)

    def list_choices(self, menu_command: Command) -> tuple[Command, ...]:
        """Return the commands in the menu that ``menu_command`` opens.

        A command run by pressing the menu's key twice comes first.
        """
        found = _select_in_menu(menu_command, self._list_offered())
        twice = {f"{key} {key}" for key in menu_command.single_keys}
        return tuple(sorted(found, key=lambda c: twice.isdisjoint(c.keys)))

    def _list_offered(self) -> Sequence[Command]:
        contexts = dict.fromkeys((*self._screen_contexts, *self._contexts, "app"))
        return self._list_commands(*contexts)

    def _format_command(self, command: Command) -> list[tuple[str, str]]:
        """Return the key and the label of a command.

        If the label of a menu begins with its key, that letter is highlighted instead of repeated.
        """
        usual = QUIT_LABEL if command.id == QUIT else command.label
        keys, label = _format_keys(command), self._labels.get(command.id, usual)
        if command.group == MENU_GROUP and label.startswith(keys):
            return [(keys, "key"), (label.removeprefix(keys), "muted")]
        return [(keys, "key"), (f" {label}", "muted")]

    def _measure_command(self, command: Command) -> int:
        return measure_width(self._format_command(command))


def _select_in_menu(menu_command: Command, offered: Sequence[Command]) -> list[Command]:
    """Return those of the ``offered`` commands that are in the menu that ``menu_command`` opens."""
    openers = tuple(f"{key} " for key in menu_command.single_keys)
    return [c for c in offered if any(key.startswith(openers) for key in c.keys)]


def shorten_paths(message: str, width: int) -> str:
    """Return a message, without the folders in its paths if it is wider than ``width`` columns.

    If the folders were kept, the text after a file name, which says what went wrong, would be cut
    off.
    """
    return message if cell_len(message) <= width else _PATH.sub("…/", message)


def _format_keys(command: Command) -> str:
    """Return a command's first key, or its shortest key and that of its companion if it has one."""
    if not command.companion:
        return keymap.format_key(command.single_keys[0])
    both = [command.single_keys, commands.get_command(command.companion).single_keys]
    return " ".join(min(map(keymap.format_key, keys), key=len) for keys in both if keys)
