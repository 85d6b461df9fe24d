"""The menu that opens after the first key of a two-key sequence.

The choices are listed in groups with headings, the usable ones first. Each key is at the right edge
of its column. Reasons for disabled choices do not belong in a menu: pressing such a key shows the
reason as a message. The groups are packed into as few lines as the width allows. A menu that would
be higher than :data:`MAX_LINES` has pages, for example::

    ─ v what is shown, and how ──────────────── page 1 of 2, down: more   esc back ─
     Panes                     General
     Zoom                  z   Choose theme  t
     Layout: everything    1   Pictures      p
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len
from textual import events
from textual.timer import Timer

from workbench.commands import Command, keymap
from workbench.terminal.column_width import pad_text
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import Line, Span, justify_line, measure_width

DELAY = 0.35
"""The time in seconds to wait for the second key before the menu appears."""
MAX_LINES = 10
"""The maximum height of the menu in lines, including its heading."""
GAP, INDENT = 3, 1
"""The number of blank columns between two columns of the menu, and before the first one."""
MIN_GROUP = 2
"""The minimum number of choices in a group with a heading; smaller groups are merged."""
MERGED = "More"
"""The heading of the group that consists of all smaller groups."""
PAGE_KEYS = {"down": 1, "pagedown": 1, "up": -1, "pageup": -1}
"""The keys that turn the pages of a menu, each with the number of pages to go forward."""
_OVER = "─"


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line in a column of the menu.

    Attributes:
        text: The title of a command, or the heading of a group.
        command: The command, or None for a heading.
        key: The key that runs the command.
        is_usable: False if the command cannot be run now.
    """

    text: str
    command: Command | None = None
    key: str = ""
    is_usable: bool = True

    @property
    def width(self) -> int:
        """The number of columns that the text and the key need."""
        return cell_len(self.text) + (2 + cell_len(self.key) if self.key else 0)


MenuColumn = list[MenuLine]


def arrange_groups(groups: Sequence[MenuColumn], width: int) -> list[list[MenuColumn]]:
    """Arrange groups of choices in pages of columns, in about the order of the groups.

    Args:
        groups: The groups, each of which begins with its heading.
        width: The width of the menu, in terminal columns.

    Returns:
        The columns of each page. There is one page, as low as possible, unless the groups do not
        fit on it.
    """
    highest = MAX_LINES - 1
    for height in range(1, highest + 1):
        columns = _fill_columns(groups, height)
        if columns is not None and _measure_columns(columns) <= width:
            return [columns]
    # The groups need several pages, so there is no point in keeping a long group in one column.
    pages: list[list[MenuColumn]] = [[]]
    for column in _fill_columns(groups, highest, splits=True) or []:
        if pages[-1] and _measure_columns([*pages[-1], column]) > width:
            pages.append([])
        pages[-1].append(column)
    return pages


def _fill_columns(
    groups: Sequence[MenuColumn], height: int, *, splits: bool = False
) -> list[MenuColumn] | None:
    """Distribute groups over columns of at most ``height`` lines, each to the first with room.

    A group is split only if ``splits`` is True and it is higher than a column. The heading is then
    repeated.

    Returns:
        The columns, or None if a group does not fit in a column.
    """
    columns: list[MenuColumn] = []
    for group in groups:
        if len(group) > height and not splits:
            return None
        parts = [group]
        if len(group) > height:
            heading, choices = group[0], group[1:]
            step = height - 1
            parts = [[heading, *choices[i : i + step]] for i in range(0, len(choices), step)]
        for part in parts:
            free = (column for column in columns if len(column) + len(part) <= height)
            column = next(free, None)
            if column is None:
                columns.append(column := [])
            column += part
    return columns


def _measure_column(column: MenuColumn) -> int:
    return max(line.width for line in column)


def _measure_columns(columns: Sequence[MenuColumn]) -> int:
    return sum(map(_measure_column, columns)) + GAP * (len(columns) - 1)


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
        self._page = 0

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
            self._opener, self._page = menu_command, 0
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
        found = self._find_choice(key)
        self.close()
        return found

    def _find_choice(self, key: str) -> Command | None:
        listed = (c for c in self._listed if key in map(_get_second_key, self._list_keys(c)))
        return next(listed, None)

    def _list_keys(self, command: Command) -> Iterable[str]:
        """Return the key sequences of a command that begin with the key of this menu."""
        first = () if self._opener is None else self._opener.single_keys
        return [key for key in command.keys if key.partition(" ")[0] in first and " " in key]

    def turn_page(self, key: str) -> bool:
        """Turn to another page if ``key`` does that, and return whether it does.

        A user's keymap may give such a key to a command of the menu, which then comes first.
        """
        if not self.display or key not in PAGE_KEYS or self._find_choice(key) is not None:
            return False
        pages = len(self._arrange_choices())
        self._page = (self._page + PAGE_KEYS[key]) % pages
        self.redraw()
        return True

    def _show_menu(self) -> None:
        if self._opener is not None:
            # All pages have the height of the highest one, so that the screen does not jump.
            pages = self._arrange_choices()
            self.styles.height = 1 + max(len(column) for page in pages for column in page)
            self.display = True
            self.redraw()

    def _arrange_choices(self) -> list[list[MenuColumn]]:
        # The menu is as wide as the screen, with a margin of one column on either side.
        return arrange_groups(self._list_groups(), self.screen.size.width - 2 - INDENT)

    def _list_groups(self) -> list[MenuColumn]:
        """Return the groups, those with usable choices first, and in each usable choices first."""
        found: dict[str, MenuColumn] = {}
        for command in self._listed:
            key = keymap.format_key(_get_second_key(next(iter(self._list_keys(command)))))
            usable = self._explain_unavailable(command) is None
            line = MenuLine(command.title, command, key, usable)
            found.setdefault(command.group, []).append(line)
        groups = {name: lines for name, lines in found.items() if len(lines) >= MIN_GROUP}
        rest = [line for name, lines in found.items() if name not in groups for line in lines]
        if rest:
            groups[MERGED if groups else ""] = rest
        # Sorting is stable, so apart from usability the order is that of the registry.
        for lines in groups.values():
            lines.sort(key=lambda line: not line.is_usable)
        ordered = sorted(groups.items(), key=lambda item: not item[1][0].is_usable)
        return [[MenuLine(name), *lines] if name else lines for name, lines in ordered]

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the heading of the menu, and the choices of the current page in columns."""
        if self._opener is None:
            return
        pages = self._arrange_choices()
        # The window may have become wider, and then there are fewer pages.
        self._page = min(self._page, len(pages) - 1)
        key = keymap.format_key(self._opener.single_keys[0])
        about = self._opener.help.partition(": ")[2].rstrip(".")
        head: list[Span] = [(f"{_OVER} {key} ", "key"), (about, "title"), (" ", "")]
        back: list[Span] = [
            (f" {keymap.get_key_hint('dialog.cancel')} back {_OVER}", "muted"),
        ]
        if len(pages) > 1:
            down = keymap.format_key("down")
            more = f" page {self._page + 1} of {len(pages)}, {down}: more "
            back.insert(0, (more, "key"))
        room = width - measure_width((*head, *back))
        yield justify_line([*head, (_OVER * max(room, 0), "muted")], back, width)
        columns = pages[self._page]
        for row in zip_longest(*columns):
            line: list[Span] = []
            for column, each in zip(columns, row, strict=True):
                line += [*_draw_choice(each, _measure_column(column)), (" " * GAP, "")]
            yield [(" " * INDENT, ""), *line[:-1]]

    async def on_click(self, event: events.Click) -> None:
        """Run the command under the pointer."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y == 0:
            return
        start = INDENT
        for column in self._arrange_choices()[self._page]:
            end = start + _measure_column(column)
            if start <= offset.x < end and offset.y <= len(column):
                command = column[offset.y - 1].command
                if command is not None:
                    self.close()
                    self.post_message(self.CommandRequested(command.id))
            start = end + GAP


def _draw_choice(line: MenuLine | None, width: int) -> list[Span]:
    """Draw a line of a column, with the key at the right edge; None means an empty line."""
    if line is None:
        return [(" " * width, "")]
    room = width - cell_len(line.key)
    if line.command is None:
        return [(pad_text(line.text, width), "title")]
    role = "" if line.is_usable else "disabled"
    return [(pad_text(line.text, room), role), (line.key, role or "key")]


def _get_second_key(key: str) -> str:
    return key.partition(" ")[2]
