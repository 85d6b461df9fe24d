"""The last two lines of a screen: a message, and below it the keys that matter now.

Textual's own footer is a widget per key and costs 14 KB when it changes; this is one line.
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
from workbench.ui.lines import Line, Span, cut_at_blank, width_of

if TYPE_CHECKING:
    from workbench.ui.host import Host


STAYS = 8.0
"""Seconds after which a message goes by itself."""
GAP = 2
"""Columns between two commands."""
_PATH = re.compile(r"(?<!\S)~?/(\S*/)?")
"""Folders before the name of a file."""


class KeyLine(Widget):
    """A message, and below it keys and labels of commands, as many as fit.

    Commands that are unavailable now are greyed, those that the screen does not offer left out;
    at the right stand the menus of further keys, help and palette. A message stays for some
    seconds, one that reports a failure until :meth:`clear` or the next message.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = "KeyLine { dock: bottom; height: 2; width: 1fr; }"

    def __init__(
        self,
        contexts: Sequence[str],
        offers: Callable[[Command], bool],
        unavailable: Callable[[Command], str | None],
    ) -> None:
        """Creates the lines of a screen for the commands of these contexts and of the app."""
        super().__init__()
        self._offers, self._unavailable = offers, unavailable
        self._screen_contexts = self._contexts = tuple(contexts)
        self._groups: tuple[str, ...] = ()
        self._labels: Mapping[str, str] = {}
        self._message: tuple[str, str] | None = None
        self._faded = False
        self._fading: Timer | None = None
        self._drawn: Strip | None = None
        self._pointed: list[tuple[int, int, Command]] = []
        """The columns of the commands that are drawn."""
        self._standing: tuple[Span, ...] = ()

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message in a style of the theme's ``[text]`` table."""
        if self._message != (message, role) or self._faded:
            self._message, self._faded = (message, role), False
            self.renew_message()
        self._stop_fading()
        if role != "bad":
            self._fading = self.set_timer(STAYS, self._fade)

    def clear(self) -> None:
        """Takes the message away."""
        self._stop_fading()
        if self._message is not None:
            self._message = None
            self.renew_message()

    def show_standing(self, line: Line) -> None:
        """Shows something in the line of messages for as long as there is no message."""
        if tuple(line) != self._standing:
            self._standing = tuple(line)
            self.renew_message()

    def _fade(self) -> None:
        """Takes the message from the screen, though it may not have been read."""
        self._faded = True
        self.renew_message()

    def renew_message(self) -> None:
        """Draws the line of messages again."""
        self.refresh(Region(0, 0, self.size.width, 1))

    def _stop_fading(self) -> None:
        if self._fading is not None:
            self._fading.stop()
            self._fading = None

    @property
    def message(self) -> str:
        """What was said since the last key, shown or not by now; empty if nothing was."""
        return "" if self._message is None else self._message[0]

    @property
    def contexts(self) -> tuple[str, ...]:
        """Whose commands it shows, those that matter most first."""
        return self._contexts

    def show_contexts(
        self, *contexts: str, groups: tuple[str, ...] = (), labels: Mapping[str, str] | None = None
    ) -> None:
        """Shows the commands of other contexts from now on.

        If groups are given, only theirs. ``labels`` are words for commands that do something else
        at present.
        """
        shown = contexts, groups, labels or {}
        if shown != (self._contexts, self._groups, self._labels):
            self._contexts, self._groups, self._labels = shown
            self._renew_keys()

    def on_click(self, event: events.Click) -> None:
        """Runs the command under the pointer, as it is on the screen."""
        for start, end, command in self._pointed:
            if event.y == 0 or not start <= event.x < end:
                continue
            if command.call:  # an action of whatever has the keys
                self.app.simulate_key(command.alone[0])
            else:
                self.app.run_worker(
                    self.screen.run_action(f"command('{command.id}')"), exclusive=False
                )

    def renew(self) -> None:
        """Draws the keys again if anything became possible or impossible."""
        # What is said late must not ask a screen whose other widgets have gone.
        if self.is_attached and self._drawn is not None and self._draw() != self._drawn:
            self._renew_keys()

    def _renew_keys(self) -> None:
        self.refresh(Region(0, 1, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """One of the two lines."""
        if y == 0:
            return self._draw_message()
        self._pointed = self._spans(self.size.width)
        self._drawn = self._draw()
        return self._drawn

    def _draw_message(self) -> Strip:
        line: Line = cast("Host", self.app).tour.line(self._screen_contexts) or self._standing
        rest = ""
        if self._message is not None and not self._faded:
            message, role = self._message
            line = [(fitted(message, self.size.width - 1), role)]
            rest = f" ({keymap.key('app.messages')})"
        theme = cast("Host", self.app).theme_glyphs
        spans = cut_at_blank([(" ", ""), *line], self.size.width, rest)
        styled = (
            (text, theme.style(role) if isinstance(role, str) else role) for text, role in spans
        )
        return self._filled([Segment(text, style) for text, style in styled])

    def _draw(self) -> Strip:
        theme = cast("Host", self.app).theme_glyphs
        parts: list[Segment] = []
        column = 0
        for start, end, command in self._spans(self.size.width):
            parts.append(Segment(" " * (start - column)))
            role = "disabled" if self._unavailable(command) is not None else ""
            for text, look in self._words(command):
                parts.append(Segment(text, theme.style(role or look)))
            column = end
        return self._filled(parts)

    def _filled(self, parts: list[Segment]) -> Strip:
        strip = Strip(parts).apply_style(self.rich_style)
        return strip.crop_extend(0, self.size.width, self.rich_style).simplify()

    def _spans(self, width: int) -> list[tuple[int, int, Command]]:
        """First and last column of every command shown; menus, help and palette at the right."""
        general = [c for c in commands.of("app") if c.label and c.alone]
        general = [c for c in general if c.group != MENU_GROUP or self.choices(c)]
        standing = sorted(general, key=lambda c: c.group != MENU_GROUP)
        # They stand close together, the menus apart from the others.
        gaps = [1 if c.group == after.group else GAP for c, after in pairwise(standing)]
        lengths = [self._length(c) + gap for c, gap in zip(standing, [*gaps, GAP], strict=False)]
        right = width - sum(lengths)
        spans = []
        column = 1
        for command in sorted(commands.of(*self._contexts), key=lambda command: command.rank):
            if not (command.label and command.alone):
                continue
            if self._groups and command.group not in self._groups:
                continue
            if not self._offers(command):
                continue
            end = column + self._length(command)
            if end + 1 > right:
                break
            spans.append((column, end, command))
            column = end + GAP
        # Hints that leave too small a gap push it into the margin.
        column = max(right, column)
        for command, length in zip(standing, lengths, strict=True):
            spans.append((column, column + self._length(command), command))
            column += length
        return spans

    def choices(self, opener: Command) -> tuple[Command, ...]:
        """The commands behind the key that opens a menu, the one that it has twice first."""
        contexts = dict.fromkeys((*self._screen_contexts, *self._contexts, "app"))
        found = (c for key in opener.alone for c in commands.of_menu(key, *contexts))
        offered = [c for c in dict.fromkeys(found) if self._offers(c)]
        twice = {f"{key} {key}" for key in opener.alone}
        return tuple(sorted(offered, key=lambda c: twice.isdisjoint(c.keys)))

    def _words(self, command: Command) -> list[tuple[str, str]]:
        """The key and the label of a command; in the name of a menu its key is the first letter."""
        keys, label = _keys(command), self._labels.get(command.id, command.label)
        if command.group == MENU_GROUP and label.startswith(keys):
            return [(keys, "key"), (label.removeprefix(keys), "muted")]
        return [(keys, "key"), (f" {label}", "muted")]

    def _length(self, command: Command) -> int:
        return width_of(self._words(command))


def fitted(message: str, width: int) -> str:
    """A message; where it is too long, with the names of files in place of their paths.

    What is wrong with a file stands behind its name, and would be cut off.
    """
    return message if cell_len(message) <= width else _PATH.sub("…/", message)


def _keys(command: Command) -> str:
    """The key of a command; where another one is shown beside it, both as short as they come."""
    if not command.beside:
        return keymap.show(command.alone[0])
    both = [command.alone, commands.get(command.beside).alone]
    return " ".join(min(map(keymap.show, keys), key=len) for keys in both if keys)
