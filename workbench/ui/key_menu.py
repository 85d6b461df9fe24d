"""The menu that opens after the first key of a two-key sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice, zip_longest

from rich.cells import cell_len
from textual import events
from textual.timer import Timer

from workbench.commands import Command, keymap
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import Line, Span, justify_line, measure_width, wrap_text

DELAY = 0.35
"""The time in seconds to wait for the second key before the menu appears."""
COLUMN_WIDTH = 36
"""The minimum width of a column in the menu, in terminal columns."""
LINES_LEFT = 2
"""The number of screen lines that the menu leaves free, cutting reasons short if necessary."""
_OVER = "─"


class KeyMenu(LinePane):
    """A menu of the keys that may follow the key just pressed.

    It appears after a short delay, so a user who knows the second key never sees it.

    Args:
        list_choices: A function that returns the commands in the menu that a command opens.
        explain_unavailable: A function that returns the reason why a command cannot be run now, or
            None if it can.
    """

    DEFAULT_CSS = "KeyMenu { dock: bottom; layer: menu; display: none; background: $surface; }"

    def __init__(
        self,
        list_choices: Callable[[Command], tuple[Command, ...]],
        explain_unavailable: Callable[[Command], str | None],
    ) -> None:
        super().__init__()
        self._list_choices, self._explain_unavailable = list_choices, explain_unavailable
        self._opener: Command | None = None
        self._listed: tuple[Command, ...] = ()
        self._delay_timer: Timer | None = None
        self._brief = False

    @property
    def is_open(self) -> bool:
        """True while the menu waits for the second key, even if it has not appeared yet."""
        return self._opener is not None

    def wait_for_key(self, menu_command: Command) -> bool:
        """Open the menu of ``menu_command`` and wait for a key, unless the menu is empty.

        Returns:
            True if the menu is open, False if it is empty.
        """
        self.close()
        self._listed = self._list_choices(menu_command)
        if self._listed:
            self._opener = menu_command
            self._delay_timer = self.set_timer(DELAY, self._show_menu)
        return bool(self._listed)

    def close(self) -> None:
        """Stop waiting and hide the menu."""
        if self._delay_timer is not None:
            self._delay_timer.stop()
            self._delay_timer = None
        self._opener = None
        self.display = False

    def choose_command(self, key: str) -> Command | None:
        """Close the menu, and return its command for ``key``, or None if there is none."""
        # Look up the key before closing, because close() forgets the opener that _list_keys() uses.
        found = [c for c in self._listed if key in map(_get_second_key, self._list_keys(c))]
        self.close()
        return found[0] if found else None

    def _list_keys(self, command: Command) -> Iterable[str]:
        """Return the key sequences of a command that begin with the key of this menu."""
        first = () if self._opener is None else self._opener.single_keys
        return [key for key in command.keys if key.partition(" ")[0] in first and " " in key]

    def _show_menu(self) -> None:
        if self._opener is not None:
            width, height = self.screen.size
            # Measure with full reasons first. If the menu does not fit on the screen, cut each
            # choice to one line and measure again.
            self._brief = False
            self._brief = 1 + sum(map(len, self._draw_rows(width - 2))) > height - LINES_LEFT
            self.styles.height = 1 + sum(map(len, self._draw_rows(width - 2)))
            self.display = True
            self.redraw()

    def _count_columns(self, width: int) -> int:
        return max(min(width // COLUMN_WIDTH, len(self._listed)), 1)

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the heading of the menu, and its choices in columns."""
        if self._opener is None:
            return
        key = keymap.format_key(self._opener.single_keys[0])
        about = self._opener.help.partition(": ")[2].rstrip(".")
        head: list[Span] = [(f"{_OVER} {key} ", "key"), (about, "title"), (" ", "")]
        back = [(f" {keymap.get_key_hint('dialog.cancel')} back {_OVER}", "muted")]
        room = width - measure_width((*head, *back))
        yield justify_line([*head, (_OVER * max(room, 0), "muted")], back, width)
        for row in self._draw_rows(width):
            yield from row

    def _draw_rows(self, width: int) -> Sequence[Sequence[Line]]:
        """Draw the rows of choices from top to bottom, each as one or more lines."""
        across = self._count_columns(width)
        # Negating twice rounds the quotient up.
        rows = -(-len(self._listed) // across)
        found = []
        for row in range(rows):
            blocks = [self._draw_choice(each, width // across) for each in self._listed[row::rows]]
            blank = [(" " * (width // across), "")]
            # A choice with a long reason takes several lines. Pad its neighbours with blank lines.
            lines = zip_longest(*blocks, fillvalue=blank)
            found.append([[span for part in line for span in part] for line in lines])
        return found

    def _draw_choice(self, command: Command, width: int) -> Sequence[Line]:
        """Draw a choice as lines ``width`` columns wide, with the reason if it is unavailable."""
        reason = self._explain_unavailable(command)
        key = keymap.format_key(_get_second_key(next(iter(self._list_keys(command)))))
        role = "disabled" if reason is not None else ""
        text = command.title if reason is None else f"{command.title}: {reason}"
        head, lines = f" {key} ", []
        most = 1 if self._brief else None
        for words in wrap_text(text, width - cell_len(head) - 2, max_lines=most, placeholder="…"):
            line = [(head, role or "key"), (f" {words}", role)]
            lines.append([*line, (" " * (width - measure_width(line)), "")])
            head = " " * cell_len(head)
        return lines

    async def on_click(self, event: events.Click) -> None:
        """Run the command under the pointer."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y == 0:
            return
        width = self.size.width
        rows, across = self._draw_rows(width), self._count_columns(width)
        line = (number for number, row in enumerate(rows) for _ in row)
        row = next(islice(line, offset.y - 1, None), len(rows))
        # Choices run down the columns, so a step of one column skips ``len(rows)`` choices.
        at = row + offset.x // (width // across) * len(rows)
        if row < len(rows) and at < len(self._listed):
            command = self._listed[at]
            self.close()
            self.post_message(self.CommandRequested(command.id))


def _get_second_key(key: str) -> str:
    return key.partition(" ")[2]
