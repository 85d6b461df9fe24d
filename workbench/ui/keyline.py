"""The last line of a screen: the keys that matter now, or a message.

Textual's own footer is a widget per key and costs 14 KB when it changes; this is one line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from workbench import commands
from workbench.commands import Command, keymap
from workbench.ui.lines import cut

if TYPE_CHECKING:
    from workbench.ui.host import Host


STAYS = 8.0
"""Seconds after which the keys come back by themselves."""


class KeyLine(Widget):
    """Keys and labels of the commands of some contexts, as many as fit.

    Commands that are unavailable now are greyed, those that the screen does not offer left out. A
    message takes the place of the keys for some seconds, one that tells of a failure
    until :meth:`clear` or the next message; help and palette stay if they can.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = "KeyLine { dock: bottom; height: 1; width: 1fr; }"

    def __init__(
        self,
        contexts: Sequence[str],
        offers: Callable[[Command], bool],
        unavailable: Callable[[Command], str | None],
    ) -> None:
        """Creates the line of a screen for the commands of these contexts and of the app."""
        super().__init__()
        self._offers, self._unavailable = offers, unavailable
        self._contexts = tuple(contexts)
        self._groups: tuple[str, ...] = ()
        self._labels: Mapping[str, str] = {}
        self._message: tuple[str, str] | None = None
        self._faded = False
        self._fading: Timer | None = None
        self._drawn: Strip | None = None

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message in a style of the theme's ``[text]`` table."""
        if self._message != (message, role) or self._faded:
            self._message, self._faded = (message, role), False
            self.refresh()
        self._stop_fading()
        if role != "bad":
            self._fading = self.set_timer(STAYS, self._fade)

    def clear(self) -> None:
        """Shows the keys again."""
        self._stop_fading()
        if self._message is not None:
            self._message = None
            self.refresh()

    def _fade(self) -> None:
        """Shows the keys in place of the message."""
        self._faded = True
        self.refresh()

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
            self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Runs the command under the pointer."""
        for start, end, command in self._shown():
            if not start <= event.x < end:
                continue
            if command.call:  # an action of whatever has the keys
                self.app.simulate_key(command.keys[0])
            else:
                self.app.run_worker(
                    self.screen.run_action(f"command('{command.id}')"), exclusive=False
                )

    def renew(self) -> None:
        """Draws the line again if anything became possible or impossible."""
        if self._drawn is not None and self._draw() != self._drawn:
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line."""
        self._drawn = self._draw()
        return self._drawn

    def _draw(self) -> Strip:
        theme = cast("Host", self.app).theme_glyphs
        parts: list[Segment] = []
        if self._message is not None and not self._faded:
            text, role = self._message
            said = cut([(f" {text}", role)], self.size.width)
            parts += [Segment(words, theme.style(role)) for words, _ in said]
        column = sum(part.cell_length for part in parts)
        for start, end, command in self._shown():
            greyed = self._unavailable(command) is not None
            key, label = _keys(command), f" {self._label(command)}"
            parts.append(Segment(" " * (start - column)))
            parts.append(Segment(key, theme.style("disabled" if greyed else "key")))
            parts.append(Segment(label, theme.style("disabled" if greyed else "muted")))
            column = end
        strip = Strip(parts).apply_style(self.rich_style)
        return strip.crop_extend(0, self.size.width, self.rich_style).simplify()

    def _shown(self) -> list[tuple[int, int, Command]]:
        """The commands on the line; beside a message those of the app, if there is room."""
        spans = self._spans(self.size.width)
        if self._message is None or self._faded:
            return spans
        general = [span for span in spans if span[2].context == "app"]
        room = general[0][0] - 2 if general else 0
        return general if 1 + cell_len(self._message[0]) <= room else []

    def _spans(self, width: int) -> list[tuple[int, int, Command]]:
        """First and last column of every command shown; help and palette stand at the right."""
        general = [command for command in commands.of("app") if command.label and command.keys]
        right = width - sum(self._length(command) + 2 for command in general)
        spans = []
        column = 1
        for command in sorted(commands.of(*self._contexts), key=lambda command: command.rank):
            if not (command.label and command.keys):
                continue
            if self._groups and command.group not in self._groups:
                continue
            if not self._offers(command):
                continue
            end = column + self._length(command)
            if end + 2 > right:
                break
            spans.append((column, end, command))
            column = end + 2
        column = max(right, 1)
        for command in general:
            spans.append((column, column + self._length(command), command))
            column += self._length(command) + 2
        return spans

    def _label(self, command: Command) -> str:
        return self._labels.get(command.id, command.label)

    def _length(self, command: Command) -> int:
        return cell_len(_keys(command)) + 1 + cell_len(self._label(command))


def _keys(command: Command) -> str:
    """The key of a command; where another one is shown beside it, both as short as they come."""
    if not command.beside:
        return keymap.show(command.keys[0])
    both = [command.keys, commands.get(command.beside).keys]
    return " ".join(min(map(keymap.show, keys), key=len) for keys in both if keys)
