"""What of a level matters as a list: what changes nothing first, what stands around last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.evaluation.relevance import Relevance
from engine.values.grid import Cell
from engine.values.mechanics import EVERY, SOME
from workbench.features.maps import relevance
from workbench.features.maps.relevance import Matters
from workbench.text.mechanics import HEADS, by_word
from workbench.ui.lines import Line, Span, columns, cut, paragraph
from workbench.ui.sections import Section, SectionsPane

TITLE = "What matters"
WITHOUT = "without it"


@dataclass(frozen=True, slots=True)
class Listed:
    """A thing in the list: where it is, and what the level is without it."""

    found: Relevance
    place: str
    left: str

    @property
    def cell(self) -> Cell:
        """Where the thing is."""
        return self.found.thing.row, self.found.thing.col


class RelevancePane(SectionsPane, keys="relevance"):
    """A line for every thing under what it is worth, and one for all that stand around.

    Attributes:
        unfolded: whether those are listed one by one too.
    """

    apply = "relevance.apply"
    unfolded = False
    _matters: Matters | None = None
    _groups: tuple[tuple[str, tuple[Listed, ...]], ...] = ()
    _around: tuple[Listed, ...] = ()
    _state = ""

    def show(
        self,
        matters: Matters | None,
        listed: Callable[[Relevance], Listed],
        state: str,
        cell: Cell,
    ) -> None:
        """Show what matters on a board, each thing as ``listed`` says.

        While it is not known, ``state`` is said. Of another board, the cursor is put on what is on
        a cell of it.
        """
        self._state = state
        if matters is not self._matters:
            self._matters = matters
            self._list([listed(each) for each in self._things])
            self.keep_in_list()
            self.point_at(cell)
        self.retitle(relevance.summary(self._things) if self._things else TITLE)
        self.renew()

    @property
    def _things(self) -> tuple[Relevance, ...]:
        return self._matters.things if self._matters is not None else ()

    def _list(self, things: Sequence[Listed]) -> None:
        """Sorts things by what they are worth."""
        own = [each for each in things if each.found.thing.counted]
        self._around = tuple(each for each in things if not each.found.thing.counted)
        groups = (
            (title, tuple(each for each in own if each.found.worth == worth))
            for worth, title in relevance.WORTHS.items()
        )
        self._groups = tuple((title, group) for title, group in groups if group)

    def fold(self) -> None:
        """Lists what stands around one by one, or no longer."""
        self.unfolded = not self.unfolded
        self.keep_in_list()
        self.renew()

    @property
    def folds(self) -> bool:
        """Whether anything stands around."""
        return bool(self._around)

    @property
    def listed(self) -> tuple[Relevance, ...]:
        """What the list has a line for."""
        return tuple(item.found for item in self._items if item is not None)

    @property
    def pointed(self) -> Listed | None:
        """The thing at the cursor; None for the line of what stands around, or without any."""
        return None if self.index is None else self._items[self.index]

    def point_at(self, cell: Cell) -> None:
        """Put the cursor on a thing that is on a cell of the board, if one is."""
        items = self._items
        if self.pointed is not None and self.pointed.cell == cell:
            return
        fold = any(each.cell == cell for each in self._around) and not self.unfolded
        for number, item in enumerate(items):
            if item.cell == cell if item is not None else fold:
                self.cursor = number
                self.renew()
                return

    @property
    def _items(self) -> tuple[Listed | None, ...]:
        """What each line stands for; None is the line of all that stand around."""
        own = tuple(each for _, group in self._groups for each in group)
        if not self._around:
            return own
        return (*own, None, *(self._around if self.unfolded else ()))

    def sections(self) -> Sequence[Section]:
        """Mechanics, things by what they are worth, then what stands around."""
        width = max(self.size.width, 1)
        if not self._things:
            return (Section(paragraph(self._state, "", width)),)
        sections = [*self._played(width)]
        for title, group in self._groups:
            head = columns([(title, "title")], [(WITHOUT, "muted")], width)
            sections.append(Section(((), head) if sections else (head,), len(group)))
        if self._around:
            words = relevance.around_words(tuple(each.found for each in self._around))
            lines: list[Line] = [[(words, "title")]]
            items = 1 + (len(self._around) if self.unfolded else 0)
            sections.append(Section([(), *lines] if sections else lines, items))
        return sections

    def _played(self, width: int) -> Iterator[Section]:
        """The mechanics of the shortest solutions, those of none left out."""
        for word, names in by_word(self._matters.mechanics if self._matters is not None else {}):
            if word in (EVERY, SOME):
                words = paragraph(", ".join(names), "", width)
                yield Section(([(HEADS[word], "title")], *words))

    def item(self, number: int, width: int) -> Line:
        """A thing with its mark, or how much of what stands around is worth something."""
        item, look = self._items[number], self.look(number)
        if item is None:
            fold = self._theme.symbol("open" if self.unfolded else "closed")
            words = relevance.in_short([each.found for each in self._around])
            return cut([(f"{fold} {words}", look)], width)
        sign: Span = (" ", "")
        if (name := relevance.mark(item.found)) is not None:
            mark = self._theme.mark(name)
            sign = (mark.narrow, mark.style)
        words = f"{item.found.thing.title} {item.place}"
        return columns([sign, (" ", ""), (words, look)], [(f" {item.left}", "")], width)
