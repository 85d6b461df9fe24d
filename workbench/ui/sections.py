"""Lists under headings with one cursor: what the panes of maps over the board show."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workbench.ui.cursorpane import CursorPane
from workbench.ui.lines import Line, cut, window


@dataclass(frozen=True, slots=True)
class Section:
    """Lines of a heading, and how many items follow; there may be none of either."""

    heading: Sequence[Line] = ()
    items: int = 0

    @property
    def lines(self) -> int:
        """Lines that it takes."""
        return len(self.heading) + self.items


class SectionsPane(CursorPane):
    """Sections one after the other, as long as may be; the cursor goes from item to item.

    Items have numbers that run on from one section to the next. A subclass says what the
    sections are and draws an item; its commands call ``move`` and ``page``.
    """

    DEFAULT_CSS = "SectionsPane { padding: 0 1; }"
    HEADING = 1
    apply = ""
    """The command of a second click on an item, if there is one."""
    gap = " "
    """What stands between the mark of the cursor and an item."""

    @abstractmethod
    def sections(self) -> Sequence[Section]:
        """What there is to list now."""

    @abstractmethod
    def item(self, number: int, width: int) -> Line:
        """An item, which has ``width`` cells beside the mark of the cursor."""

    @property
    def index(self) -> int | None:
        """The number of the item at the cursor; None without any."""
        return self.cursor if self.count else None

    @property
    def count(self) -> int:
        """How many items there are."""
        return sum(section.items for section in self.sections())

    def to_top(self) -> None:
        """Put the cursor on the first item, and show the list from its start."""
        self.cursor = self._top = 0

    def keep_in_list(self) -> None:
        """Bring the cursor back into a list that has become shorter."""
        self.cursor = min(self.cursor, max(self.count - 1, 0))

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The sections, by pages."""
        total = sum(section.lines for section in self.sections())
        self._top = window(self._line_of(self.cursor), total, height, self._top)
        for number, heading in self._within(self._top, self._top + height):
            yield cut(heading, width) if number is None else self._row(number, width)

    def _row(self, number: int, width: int) -> Line:
        """An item behind the mark of the cursor."""
        mark = ("▸" if number == self.index else " ") + self.gap
        return [(mark, "key"), *self.item(number, width - len(mark))]

    def look(self, number: int) -> str:
        """The role of the words of an item."""
        return "selected" if number == self.index else ""

    def _line_of(self, item: int) -> int:
        """The line of an item."""
        line = 0
        for section in self.sections():
            if item < section.items:
                return line + len(section.heading) + item
            line, item = line + section.lines, item - section.items
        return 0

    def _within(self, first: int, end: int) -> Iterator[tuple[int | None, Line]]:
        """The lines from one to before another: the number of an item, or a line of a heading."""
        items = 0
        for section in self.sections():
            heading = len(section.heading)
            for line in range(max(first, 0), min(end, section.lines)):
                if line < heading:
                    yield None, section.heading[line]
                else:
                    yield items + line - heading, ()
            items += section.items
            first, end = first - section.lines, end - section.lines

    def at(self, line: int) -> int | None:
        """The item that stands in a line of the pane."""
        line += self._top
        return next((number for number, _ in self._within(line, line + 1)), None)

    def clicked(self, *, double: bool) -> None:
        """Does what a second click on an item asks for."""
        if double and self.apply:
            self.action_command(self.apply)
