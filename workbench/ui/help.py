"""Something to look up: pages of sections, one of them shown, a search through all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from engine.errors import printable
from engine.values.judgement import Judgement
from workbench.commands import keymap
from workbench.terminal.screens import Dialog
from workbench.ui.commands import HELP
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Span, pointed, wrap
from workbench.ui.lines import Target as Tab
from workbench.ui.manual.pages import ManualEntry, ManualSection, Page, columned

COLUMN, KEYS_COLUMN = 52, 88
"""Least width of a column of help, and of one of keys; a wide screen has two or more."""
_HINTS = (
    ("previous-page", "next-page", "page"),
    ("up", "down", "scroll"),
    ("search", "", "find"),
    ("whole", "", "whole texts"),
    ("close", "", "close"),
)
"""Commands by their names, up to two of them together, and what they do."""


class HelpScreen(Dialog[None]):
    """Something to look up, such as commands by group with keys and a few words each."""

    def __init__(self, pane: HelpPane) -> None:
        super().__init__()
        self._pane = pane

    def compose(self) -> ComposeResult:
        """The pages and what moves them."""
        with Vertical(classes="help"):
            yield self._pane
            yield Static(self._hint, markup=False, classes="hint")
        self._pane.focus()

    @property
    def _hint(self) -> str:
        """What moves the pages, in a line."""
        parts = []
        for *names, words in _HINTS if self._pane.pages > 1 else _HINTS[1:]:
            keys = (keymap.key(f"help.{name}") for name in names if name)
            parts.append(" ".join((*keys, words)))
        return "   ".join(parts)


class HelpPane(LinePane):
    """Sections of a page in one column or more, scrolled by lines; a search goes through all pages.

    A command takes a line, until whole sentences are asked for or something is searched for. What
    is wrong with the user's keymap is said above the first page.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(HELP)]
    DEFAULT_CSS = "HelpPane { height: 1fr; padding: 0; }"

    can_focus = True

    def __init__(self, pages: Sequence[Page], problems: Sequence[str] = ()) -> None:
        super().__init__()
        self._pages = tuple(pages)
        self._problems = problems
        self._page = 0
        self._query = ""
        self._typing = self._whole = False
        self._top = 0
        self._tabs: tuple[Tab, ...] = ()
        self._known: dict[int, Sequence[ManualSection]] = {}

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    # Drawing.

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The names of the pages, and a window on all lines; the search while there is one."""
        head = list(self._head())
        yield from head
        room = height - len(head)
        found = self._found(width)
        self._top = min(self._top, max(len(found) - room, 0))
        yield from found[self._top : self._top + room]

    def _head(self) -> Iterable[Line]:
        """What stands above the lines, which scroll."""
        if self.pages > 1:
            names: list[Span] = []
            tabs, column = [], 0
            for number, page in enumerate(self._pages):
                here = number == self._page and not self._asked
                text = f"[{page.title}]" if here else f" {page.title} "
                names += [(text, "selected" if here else "muted"), (" ", "")]
                tabs.append(Tab(column, column + len(text), number))
                column += len(text) + 1
            self._tabs = tuple(tabs)
            yield names
        if self._asked:
            end: list[Span] = [(" ", "cursor")] if self._typing else []
            yield [("/", "key"), (self._query, "title"), *end]
        elif self.pages > 1:
            yield []

    @property
    def _asked(self) -> bool:
        """Whether something is searched for."""
        return self._typing or bool(self._query)

    def _found(self, width: int) -> list[Line]:
        sections = [*self._matching()]
        if not sections:
            return [[("nothing with this text", "muted")]]
        problems = self._problems if not self._page or self._asked else ()
        notes: list[Line] = [
            [(line, "warning")] for text in problems for line in wrap(text, max(width, 12))
        ]
        keys = any(entry.brief for section in sections for entry in section.entries)
        column, short = KEYS_COLUMN if keys else COLUMN, not (self._whole or self._asked)
        shown = columned(sections, width, column, short=short)
        return [*notes, *([[]] if notes else []), *shown]

    def _matching(self) -> Iterable[ManualSection]:
        """The sections of the page, or of all pages what has the text that is searched for."""
        query = self._query.casefold()
        if not query:
            yield from self._sections(self._page)
            return
        for number, page in enumerate(self._pages):
            for section in self._sections(number):
                title = f"{page.title} · {section.title}" if page.title else section.title
                some = tuple(e for e in section.entries if query in f"{title} {e.text}".casefold())
                if some:
                    yield ManualSection(title, some, section.head)

    def _sections(self, number: int) -> Sequence[ManualSection]:
        """The sections of a page, made when they are first needed."""
        if number not in self._known:
            self._known[number] = self._pages[number].make(self._theme)
        return self._known[number]

    def _forget(self) -> None:
        """Has the pages made anew too, for another theme."""
        super()._forget()
        self._known = {}

    # Keys.

    def action_close(self) -> None:
        """Back to the screen; a search ends first."""
        if self._query:
            self._query = ""
            self.renew()
        else:
            self.screen.dismiss(None)

    def action_turn(self, pages: int) -> None:
        """To another page, round and round; a search ends."""
        self._show((self._page + pages) % self.pages)

    def _show(self, page: int) -> None:
        self._page, self._query, self._typing, self._top = page, "", False, 0
        self.renew()

    def action_whole(self, shown: int) -> None:
        """Shows whole sentences about commands, or as much of each as a line has room for."""
        self._whole = bool(shown)
        self.renew()

    def action_move(self, lines: int) -> None:
        """Scrolls by lines."""
        self._top = max(self._top + lines, 0)
        self.renew()

    def action_page(self, pages: int) -> None:
        """Scrolls by pages."""
        self.action_move(pages * max(self.size.height - 1, 1))

    def action_first(self) -> None:
        """To the top."""
        self._top = 0
        self.renew()

    def action_last(self) -> None:
        """To the bottom."""
        self.action_move(len(self._found(self.size.width)))

    def action_search(self) -> None:
        """Begins to type what to find."""
        self._typing, self._query, self._top = True, "", 0
        self.renew()

    def on_key(self, event: events.Key) -> None:
        """Types into the search while it is open."""
        if not self._typing:
            return
        event.stop()
        event.prevent_default()
        if event.key in ("enter", "up", "down"):
            self._typing = False
        elif event.key in ("escape", "ctrl+c"):
            self._typing, self._query = False, ""
        elif event.key == "backspace":
            self._query = self._query[:-1]
        elif event.is_printable and event.character:
            self._query, self._top = self._query + event.character, 0
        self.renew()

    def on_click(self, event: events.Click) -> None:
        """To the page whose name is clicked."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y == 0:
            page = pointed(self._tabs, offset.x)
            if page is not None:
                self._show(page)

    def wheel(self, lines: int) -> bool:
        """Scrolls."""
        self.action_move(lines)
        return True


def reasons(judgements: Sequence[Judgement]) -> Page:
    """The judgements on a level, each under its heading."""
    sections = [
        ManualSection(
            f"{judgement.title}: {judgement.rating}",
            tuple(
                ManualEntry(((printable(label), "key"),), printable(words))
                for label, words in judgement.lines
            ),
        )
        for judgement in judgements
    ]
    return Page("", lambda theme: sections)
