"""The help screen, which has pages of sections and can search all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from engine.errors import escape_unprintable
from engine.values.ratings_and_awards import Judgement
from workbench.commands import keymap
from workbench.terminal.base_screens import Dialog
from workbench.ui.commands import HELP
from workbench.ui.line_pane import LinePane
from workbench.ui.manual.help_structure import HelpPage, ManualEntry, ManualSection, draw_columns
from workbench.ui.styled_lines import ClickTarget as Tab
from workbench.ui.styled_lines import Line, Span, find_target, wrap_text

COLUMN_WIDTH, KEYS_COLUMN_WIDTH = 52, 88
"""The minimum widths, in characters, of a column of text and of a column that shows keys."""
_HINTS = (
    ("previous-page", "next-page", "page"),
    ("up", "down", "scroll"),
    ("search", "", "find"),
    ("whole", "", "full texts"),
    ("close", "", "close"),
)
"""The entries of the key hint: one or two command names, and the label for their keys."""


class HelpScreen(Dialog[None]):
    """A dialog that shows pages of help in a :class:`HelpPane`."""

    def __init__(self, pane: HelpPane) -> None:
        super().__init__()
        self._pane = pane

    def compose(self) -> ComposeResult:
        """Yield the pane with the pages, and the key hint below it."""
        with Vertical(classes="help"):
            yield self._pane
            yield Static(self._key_hint, markup=False, classes="hint")
        self._pane.focus()

    @property
    def _key_hint(self) -> str:
        """A line of text that lists the keys for the help screen."""
        parts = []
        for *names, words in _HINTS if self._pane.page_count > 1 else _HINTS[1:]:
            keys = (keymap.get_key_hint(f"help.{name}") for name in names if name)
            parts.append(" ".join((*keys, words)))
        return "   ".join(parts)


class HelpPane(LinePane):
    """A pane that shows the sections of a page in columns, and can search all pages.

    Each command takes one line, unless the full text is switched on or a search is active. Errors
    in the user's keymap are shown at the top of the first page.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.make_bindings(HELP)]
    DEFAULT_CSS = "HelpPane { height: 1fr; padding: 0; }"

    can_focus = True

    def __init__(self, pages: Sequence[HelpPage], keymap_errors: Sequence[str] = ()) -> None:
        super().__init__()
        self._pages = tuple(pages)
        self._keymap_errors = keymap_errors
        self._page = 0
        self._query = ""
        self._typing = self._whole = False
        self._top = 0
        self._tabs: tuple[Tab, ...] = ()
        self._sections_by_page: dict[int, Sequence[ManualSection]] = {}

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return len(self._pages)

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Draw the names of the pages, the search text if any, and the visible part of the page."""
        head = list(self._draw_head())
        yield from head
        room = height - len(head)
        found = self._find_lines(width)
        # After a resize or a search, the scroll position may be beyond the last line.
        self._top = min(self._top, max(len(found) - room, 0))
        yield from found[self._top : self._top + room]

    def _draw_head(self) -> Iterable[Line]:
        """Draw the lines that do not scroll: the names of the pages, and the search text."""
        if self.page_count > 1:
            names: list[Span] = []
            tabs, column = [], 0
            for number, page in enumerate(self._pages):
                here = number == self._page and not self._is_searching
                # The brackets mark the current page even without colour.
                text = f"[{page.title}]" if here else f" {page.title} "
                names += [(text, "selected" if here else "muted"), (" ", "")]
                tabs.append(Tab(column, column + len(text), number))
                column += len(text) + 1
            self._tabs = tuple(tabs)
            yield names
        if self._is_searching:
            end: list[Span] = [(" ", "cursor")] if self._typing else []
            yield [("/", "key"), (self._query, "title"), *end]
        elif self.page_count > 1:
            yield []

    @property
    def _is_searching(self) -> bool:
        """True while the user types a search or sees its results."""
        return self._typing or bool(self._query)

    def _find_lines(self, width: int) -> list[Line]:
        sections = [*self._find_sections()]
        if not sections:
            return [[("No line contains this text.", "muted")]]
        problems = self._keymap_errors if not self._page or self._is_searching else ()
        notes: list[Line] = [
            [(line, "warning")] for text in problems for line in wrap_text(text, max(width, 12))
        ]
        keys = any(entry.is_brief for section in sections for entry in section.entries)
        column, short = (
            KEYS_COLUMN_WIDTH if keys else COLUMN_WIDTH,
            not (self._whole or self._is_searching),
        )
        # Results show the full text, because the match may be in a part that would be cut.
        shown = draw_columns(sections, width, column, short=short)
        return [*notes, *([[]] if notes else []), *shown]

    def _find_sections(self) -> Iterable[ManualSection]:
        """Yield the current page's sections or, in a search, all sections with matching entries."""
        query = self._query.casefold()
        if not query:
            yield from self._load_sections(self._page)
            return
        for number, page in enumerate(self._pages):
            for section in self._load_sections(number):
                title = f"{page.title} · {section.title}" if page.title else section.title
                some = tuple(e for e in section.entries if query in f"{title} {e.text}".casefold())
                if some:
                    yield ManualSection(title, some, section.head)

    def _load_sections(self, number: int) -> Sequence[ManualSection]:
        """Return the sections of a page, making them when they are first needed."""
        if number not in self._sections_by_page:
            self._sections_by_page[number] = self._pages[number].make_sections(self._theme)
        return self._sections_by_page[number]

    def _clear_strips(self) -> None:
        super()._clear_strips()
        self._sections_by_page = {}

    def action_close(self) -> None:
        """End the search if there is one. Otherwise, close the help."""
        if self._query:
            self._query = ""
            self.update_content()
        else:
            self.screen.dismiss(None)

    def action_turn(self, pages: int) -> None:
        """Turn ``pages`` pages forward, wrapping around at the ends, and end the search."""
        self._show_page((self._page + pages) % self.page_count)

    def _show_page(self, page: int) -> None:
        self._page, self._query, self._typing, self._top = page, "", False, 0
        self.update_content()

    def action_whole(self, shown: int) -> None:
        """Show the full text on each command, or only one line if ``shown`` is 0."""
        self._whole = bool(shown)
        self.update_content()

    def action_move(self, lines: int) -> None:
        """Scroll down by ``lines``, or up if ``lines`` is negative."""
        self._top = max(self._top + lines, 0)
        self.update_content()

    def action_page(self, pages: int) -> None:
        """Scroll down by ``pages`` times the height of the pane, or up if ``pages`` is negative."""
        self.action_move(pages * max(self.size.height - 1, 1))

    def action_first(self) -> None:
        """Scroll to the top."""
        self._top = 0
        self.update_content()

    def action_last(self) -> None:
        """Scroll to the bottom."""
        self.action_move(len(self._find_lines(self.size.width)))

    def action_search(self) -> None:
        """Start a search, and let the user type the text to search for."""
        self._typing, self._query, self._top = True, "", 0
        self.update_content()

    def on_key(self, event: events.Key) -> None:
        """Edit the search text while the user is typing it."""
        if not self._typing:
            return
        event.stop()
        event.prevent_default()
        # The results remain, and from now on keys scroll them.
        if event.key in ("enter", "up", "down"):
            self._typing = False
        elif event.key in ("escape", "ctrl+c"):
            self._typing, self._query = False, ""
        elif event.key == "backspace":
            self._query = self._query[:-1]
        elif event.is_printable and event.character:
            self._query, self._top = self._query + event.character, 0
        self.update_content()

    def on_click(self, event: events.Click) -> None:
        """Turn to the page whose name was clicked."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y == 0:
            page = find_target(self._tabs, offset.x)
            if page is not None:
                self._show_page(page)

    def scroll_by_wheel(self, lines: int) -> bool:
        """Scroll down by ``lines``, or up if ``lines`` is negative. Always return True."""
        self.action_move(lines)
        return True


def make_judgement_page(judgements: Sequence[Judgement]) -> HelpPage:
    """Make a page on a level's judgements, with one explanatory section for each of them."""
    sections = [
        ManualSection(
            f"{judgement.title}: {judgement.rating}",
            tuple(
                ManualEntry(((escape_unprintable(label), "key"),), escape_unprintable(words))
                for label, words in judgement.lines
            ),
        )
        for judgement in judgements
    ]
    return HelpPage("", lambda theme: sections)
