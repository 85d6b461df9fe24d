"""The menu of a key that others follow: what each of them does, or why it cannot now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice, zip_longest

from rich.cells import cell_len
from textual import events
from textual.timer import Timer

from workbench.commands import Command, keymap
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Span, columns, width_of, wrap

AFTER = 0.35
"""Seconds that the second key may take before the menu is shown."""
COLUMN = 36
"""Least width of a column of the menu."""
LEFT = 2
"""Lines that a menu leaves of the screen at least; reasons are cut where they would take more."""
_OVER = "─"


class KeyMenu(LinePane):
    """The keys that may follow one that opens a menu; shows itself to who waits for it.

    Args:
        choices: the commands behind a key that opens a menu.
        unavailable: why a command cannot be done now; None if it can.
    """

    DEFAULT_CSS = "KeyMenu { dock: bottom; layer: menu; display: none; background: $surface; }"

    def __init__(
        self,
        choices: Callable[[Command], tuple[Command, ...]],
        unavailable: Callable[[Command], str | None],
    ) -> None:
        super().__init__()
        self._choices, self._unavailable = choices, unavailable
        self._opener: Command | None = None
        self._listed: tuple[Command, ...] = ()
        self._showing: Timer | None = None
        self._brief = False

    @property
    def open(self) -> bool:
        """Whether a key has opened it, and the next one has not come."""
        return self._opener is not None

    def begin(self, opener: Command) -> bool:
        """Waits for the second key of a command; False if there is none behind the first."""
        self.close()
        self._listed = self._choices(opener)
        if self._listed:
            self._opener = opener
            self._showing = self.set_timer(AFTER, self._show)
        return bool(self._listed)

    def close(self) -> None:
        """Waits no longer."""
        if self._showing is not None:
            self._showing.stop()
            self._showing = None
        self._opener = None
        self.display = False

    def take(self, key: str) -> Command | None:
        """The command whose second key that is, None if it is of none; closes the menu."""
        found = [c for c in self._listed if key in map(_second, self._keys(c))]
        self.close()
        return found[0] if found else None

    def _keys(self, command: Command) -> Iterable[str]:
        """The keys of a command that are in the menu."""
        first = () if self._opener is None else self._opener.alone
        return [key for key in command.keys if key.partition(" ")[0] in first and " " in key]

    def _show(self) -> None:
        if self._opener is not None:
            width, height = self.screen.size
            self._brief = False
            self._brief = 1 + sum(map(len, self._rows(width - 2))) > height - LEFT
            self.styles.height = 1 + sum(map(len, self._rows(width - 2)))
            self.display = True
            self.redraw()

    def _across(self, width: int) -> int:
        return max(min(width // COLUMN, len(self._listed)), 1)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """What it is about, and the choices in columns, from top to bottom."""
        if self._opener is None:
            return
        key = keymap.show(self._opener.alone[0])
        about = self._opener.help.partition(": ")[2].rstrip(".")
        head: list[Span] = [(f"{_OVER} {key} ", "key"), (about, "title"), (" ", "")]
        back = [(f" {keymap.key('dialog.cancel')} back {_OVER}", "muted")]
        room = width - width_of((*head, *back))
        yield columns([*head, (_OVER * max(room, 0), "muted")], back, width)
        for row in self._rows(width):
            yield from row

    def _rows(self, width: int) -> Sequence[Sequence[Line]]:
        """The choices from top to bottom, those that stand side by side as lines together."""
        across = self._across(width)
        rows = -(-len(self._listed) // across)
        found = []
        for row in range(rows):
            blocks = [self._choice(each, width // across) for each in self._listed[row::rows]]
            blank = [(" " * (width // across), "")]
            lines = zip_longest(*blocks, fillvalue=blank)
            found.append([[span for part in line for span in part] for line in lines])
        return found

    def _choice(self, command: Command, width: int) -> Sequence[Line]:
        """A choice, with the reason against it if there is one, in lines as wide as a column."""
        reason = self._unavailable(command)
        key = keymap.show(_second(next(iter(self._keys(command)))))
        role = "disabled" if reason is not None else ""
        text = command.title if reason is None else f"{command.title}: {reason}"
        head, lines = f" {key} ", []
        most = 1 if self._brief else None
        for words in wrap(text, width - cell_len(head) - 2, max_lines=most, placeholder="…"):
            line = [(head, role or "key"), (f" {words}", role)]
            lines.append([*line, (" " * (width - width_of(line)), "")])
            head = " " * cell_len(head)
        return lines

    async def on_click(self, event: events.Click) -> None:
        """Does what is under the pointer."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y == 0:
            return
        width = self.size.width
        rows, across = self._rows(width), self._across(width)
        line = (number for number, row in enumerate(rows) for _ in row)
        row = next(islice(line, offset.y - 1, None), len(rows))
        at = row + offset.x // (width // across) * len(rows)
        if row < len(rows) and at < len(self._listed):
            command = self._listed[at]
            self.close()
            self.post_message(self.CommandAsked(command.id))


def _second(key: str) -> str:
    return key.partition(" ")[2]
