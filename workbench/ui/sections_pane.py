"""The base class of panes that show lists under headings, with one cursor for all of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workbench.ui.cursor_pane import CursorPane
from workbench.ui.styled_lines import Line, cut_line, find_first_row


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with items below it.

    Attributes:
        heading: The lines of the heading. There may be none.
        items: The number of items below the heading.
    """

    heading: Sequence[Line] = ()
    items: int = 0

    @property
    def line_count(self) -> int:
        """The number of lines that the section takes up."""
        return len(self.heading) + self.items


class SectionsPane(CursorPane):
    """A list of sections, with a cursor that moves from item to item.

    Items are numbered across all sections. Subclasses list the sections and draw the items, and
    their commands call the actions ``move`` and ``page``.
    """

    DEFAULT_CSS = "SectionsPane { padding: 0 1; }"
    HEADING = 1
    open_command = ""
    """The command to run when an item is double-clicked, or ``""`` for no command."""
    gap = " "
    """The text between the cursor and an item."""

    @abstractmethod
    def list_sections(self) -> Sequence[Section]:
        """Return the current sections."""

    @abstractmethod
    def draw_item(self, number: int, width: int) -> Line:
        """Draw the item ``number`` as a line of at most ``width`` columns, without the cursor."""

    @property
    def index(self) -> int | None:
        """The number of the item under the cursor, or None if there are no items."""
        return self.cursor if self.count else None

    @property
    def count(self) -> int:
        """The number of items in all sections."""
        return sum(section.items for section in self.list_sections())

    def move_to_top(self) -> None:
        """Put the cursor on the first item, and scroll to the start of the list."""
        self.cursor = self._top = 0

    def clamp_cursor(self) -> None:
        """Move the cursor to the last item if the cursor is beyond the end of the list."""
        self.cursor = min(self.cursor, max(self.count - 1, 0))

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the page of the list on which the cursor is visible."""
        # Pages are counted in lines rather than items, because headings take up lines too.
        total = sum(section.line_count for section in self.list_sections())
        self._top = find_first_row(self._find_line(self.cursor), total, height, self._top)
        for number, heading in self._iterate_lines(self._top, self._top + height):
            yield cut_line(heading, width) if number is None else self._draw_item_row(number, width)

    def _draw_item_row(self, number: int, width: int) -> Line:
        """Draw an item as a line.

        The line begins with the cursor if it is on this item, otherwise with a blank.
        """
        mark = ("▸" if number == self.index else " ") + self.gap
        return [(mark, "key"), *self.draw_item(number, width - len(mark))]

    def get_item_role(self, number: int) -> str:
        """Return the text style for an item, which is ``selected`` if the cursor is on the item."""
        return "selected" if number == self.index else ""

    def _find_line(self, item: int) -> int:
        """Return the number of the line that shows an item, counted from 0 at the first heading."""
        line = 0
        for section in self.list_sections():
            # Here ``item`` is relative to the first item in this section.
            if item < section.items:
                return line + len(section.heading) + item
            line, item = line + section.line_count, item - section.items
        return 0

    def _iterate_lines(self, first: int, end: int) -> Iterator[tuple[int | None, Line]]:
        """Yield the lines from ``first`` up to but not including ``end``.

        Yields:
            For an item, its number and an empty line. For a line of a heading, None and the line.
        """
        items = 0
        for section in self.list_sections():
            heading = len(section.heading)
            for line in range(max(first, 0), min(end, section.line_count)):
                if line < heading:
                    yield None, section.heading[line]
                else:
                    yield items + line - heading, ()
            items += section.items
            # Make the interval relative to the next section.
            first, end = first - section.line_count, end - section.line_count

    def find_row(self, line: int) -> int | None:
        """Return the number of the item in line ``line`` of the pane, or None if there is none."""
        line += self._top
        return next((number for number, _ in self._iterate_lines(line, line + 1)), None)

    def handle_click(self, *, double: bool) -> None:
        """Run :attr:`open_command`, if there is one, on a double click."""
        if double and self.open_command:
            self.action_command(self.open_command)
