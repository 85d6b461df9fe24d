"""A pane that lists a level's objects in order of relevance: inert ones first, walls last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.evaluation.relevance import Relevance
from engine.values.grid import Cell
from engine.values.mechanic_use_words import EVERY, SOME
from workbench.features.maps import relevance_finder
from workbench.features.maps.relevance_finder import BoardRelevance
from workbench.text.mechanics_text import HEADINGS, group_by_word
from workbench.text.quantity_text import capitalize_first
from workbench.ui.sections_pane import Section, SectionsPane
from workbench.ui.styled_lines import Line, Span, cut_line, justify_line, wrap_paragraph

TITLE = "What matters"
WITHOUT = "without it"


@dataclass(frozen=True, slots=True)
class RelevanceItem:
    """A listed object: its relevance, its position, and the solution length without it."""

    found: Relevance
    place: str
    length_without: str

    @property
    def cell(self) -> Cell:
        """The cell that contains the object."""
        return self.found.thing.row, self.found.thing.col


class RelevancePane(SectionsPane, keys="relevance"):
    """A list of objects grouped by relevance. Objects that do not count, such as walls, come last.

    Attributes:
        is_unfolded: True if each object that does not count has its own line; False if they share
            one line.
    """

    open_command = "relevance.apply"
    is_unfolded = False
    _relevance: BoardRelevance | None = None
    _groups: tuple[tuple[str, tuple[RelevanceItem, ...]], ...] = ()
    _uncounted: tuple[RelevanceItem, ...] = ()
    _state = ""

    def show_relevance(
        self,
        relevance: BoardRelevance | None,
        make_item: Callable[[Relevance], RelevanceItem],
        state: str,
        cell: Cell,
    ) -> None:
        """Show the relevance of a board's objects.

        Args:
            relevance: The relevance of the objects, or None while it is unknown.
            make_item: A function that builds the list item for an object.
            state: The text to show while the relevance is unknown.
            cell: The cell whose object is selected when ``relevance`` is first shown.
        """
        self._state = state
        if relevance is not self._relevance:
            self._relevance = relevance
            self._group_items([make_item(each) for each in self._objects])
            self.clamp_cursor()
            self.point_at(cell)
        words = capitalize_first(relevance_finder.summarize(self._objects))
        self.set_titles(words if self._objects else TITLE)
        self.update_content()

    @property
    def _objects(self) -> tuple[Relevance, ...]:
        return self._relevance.objects if self._relevance is not None else ()

    def _group_items(self, things: Sequence[RelevanceItem]) -> None:
        """Sort ``things`` into one group for each kind of relevance."""
        own = [each for each in things if each.found.thing.counted]
        self._uncounted = tuple(each for each in things if not each.found.thing.counted)
        groups = (
            (title, tuple(each for each in own if each.found.kind == worth))
            for worth, title in relevance_finder.WORTHS.items()
        )
        self._groups = tuple((title, group) for title, group in groups if group)

    def toggle_fold(self) -> None:
        """List each object that does not count on its own line, or all of them on one line."""
        self.is_unfolded = not self.is_unfolded
        self.clamp_cursor()
        self.update_content()

    @property
    def can_fold(self) -> bool:
        """True if there are objects that do not count for relevance, such as walls."""
        return bool(self._uncounted)

    @property
    def visible_relevances(self) -> tuple[Relevance, ...]:
        """The relevance of every object that has its own line."""
        return tuple(item.found for item in self._entries if item is not None)

    @property
    def selected_item(self) -> RelevanceItem | None:
        """The item under the cursor; None on a summary line or in an empty list."""
        return None if self.index is None else self._entries[self.index]

    def point_at(self, cell: Cell) -> None:
        """Move the cursor to an object in ``cell``, if there is one."""
        items = self._entries
        if self.selected_item is not None and self.selected_item.cell == cell:
            return
        # If the objects that do not count share a line, select that line for any of them.
        fold = any(each.cell == cell for each in self._uncounted) and not self.is_unfolded
        for number, item in enumerate(items):
            if item.cell == cell if item is not None else fold:
                self.cursor = number
                self.update_content()
                return

    @property
    def _entries(self) -> tuple[RelevanceItem | None, ...]:
        """The items in the list. None is the line that sums up the objects that do not count."""
        own = tuple(each for _, group in self._groups for each in group)
        if not self._uncounted:
            return own
        return (*own, None, *(self._uncounted if self.is_unfolded else ()))

    def list_sections(self) -> Sequence[Section]:
        """Return sections for mechanics, each kind of relevance, and objects that do not count."""
        width = max(self.size.width, 1)
        if not self._objects:
            return (Section(wrap_paragraph(self._state, "", width)),)
        sections = [*self._make_mechanics_sections(width)]
        for title, group in self._groups:
            head = justify_line([(title, "title")], [(WITHOUT, "muted")], width)
            sections.append(Section(((), head) if sections else (head,), len(group)))
        if self._uncounted:
            words = relevance_finder.describe_uncounted(
                tuple(each.found for each in self._uncounted)
            )
            lines: list[Line] = [[(words, "title")]]
            items = 1 + (len(self._uncounted) if self.is_unfolded else 0)
            sections.append(Section([(), *lines] if sections else lines, items))
        return sections

    def _make_mechanics_sections(self, width: int) -> Iterator[Section]:
        """Yield the mechanics used by every shortest solution, then those used by only some."""
        for word, names in group_by_word(
            self._relevance.mechanics if self._relevance is not None else {}
        ):
            if word in (EVERY, SOME):
                words = wrap_paragraph(", ".join(names), "", width)
                yield Section(([(HEADINGS[word], "title")], *words))

    def draw_item(self, number: int, width: int) -> Line:
        """Return the line for an object, or the line that sums up the objects that do not count."""
        item, look = self._entries[number], self.get_item_role(number)
        if item is None:
            fold = self._theme.get_symbol("open" if self.is_unfolded else "closed")
            words = relevance_finder.format_counts([each.found for each in self._uncounted])
            return cut_line([(f"{fold} {words}", look)], width)
        sign: Span = (" ", "")
        if (name := relevance_finder.find_mark(item.found)) is not None:
            mark = self._theme.get_mark(name)
            sign = (mark.narrow, mark.style)
        words = f"{item.found.thing.title} {item.place}"
        return justify_line(
            [sign, (" ", ""), (words, look)], [(f" {item.length_without}", "")], width
        )
