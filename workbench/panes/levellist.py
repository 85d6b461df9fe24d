"""The list of the level browser and the words beside it, drawn from what was read so far."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from textual import events
from textual.message import Message

from engine.errors import EngineError
from engine.level import Level
from workbench.browsing import Browser, Details, Row
from workbench.panes.lines import Line, LinePane, Span, columns, cut, window
from workbench.theming import Theme

_FACT_NAMES = {
    "moves": "move",
    "shortest_solutions": "shortest solution",
    "states": "state",
    "dead_states": "dead state",
    "losing_moves": "losing move",
}
"""Numbers worth telling in a preview, each as one of it is called."""


class LevelList(LinePane, can_focus=True):
    """Folders and levels, one line each, with a cursor."""

    @dataclass
    class Chosen(Message):
        """The cursor came to another row (``opened`` false), or a row was double-clicked."""

        row: Row | None
        opened: bool = False

    def __init__(self, theme: Theme, browser: Browser) -> None:
        super().__init__(theme)
        self._browser = browser
        self._rows: list[Row] = []
        self._cursor = 0
        self._top = 0

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self._rows[self._cursor] if self._rows else None

    @property
    def rows(self) -> list[Row]:
        """All rows."""
        return self._rows

    def load(self) -> None:
        """Takes the browser's rows, the cursor staying on its file or folder."""
        self._rows = self._browser.rows()
        wanted = self._browser.selected
        places = [i for i, row in enumerate(self._rows) if row.path == wanted]
        if wanted is None:
            places = [i for i, row in enumerate(self._rows) if row.file is not None]
        last = max(0, len(self._rows) - 1)
        self._cursor = places[0] if places else min(self._cursor, last)
        self.renew()
        self.post_message(self.Chosen(self.row))

    def move(self, by: int) -> None:
        """Moves the cursor by some rows, as far as there are any."""
        self.go(self._cursor + by)

    def go(self, place: int) -> None:
        """Puts the cursor on a row, the last one for a number too large."""
        place = max(0, min(place, len(self._rows) - 1))
        if self._rows and (place != self._cursor or self._browser.selected is None):
            self._cursor = place
            self._browser.selected = self._rows[place].path
            self.renew()
            self.post_message(self.Chosen(self.row))

    @property
    def page(self) -> int:
        """Rows that fit."""
        return max(1, self.size.height - 1)

    def on_click(self, event: events.Click) -> None:
        """Puts the cursor on the row; a double click opens it."""
        offset = event.get_content_offset(self)
        if offset is not None and self._top + offset.y < len(self._rows):
            self.go(self._top + offset.y)
            if event.chain > 1:
                self.post_message(self.Chosen(self.row, opened=True))

    def on_mouse_scroll_down(self) -> None:
        """Moves on."""
        self.move(3)

    def on_mouse_scroll_up(self) -> None:
        """Moves back."""
        self.move(-3)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The rows that fit, with the cursor among them."""
        if not self._rows:
            empty = "no level matches" if self._browser.search else "no levels here"
            yield [(f" {empty}" if self._browser.roots else " reading ...", "muted")]
            return
        self._top = window(self._cursor, len(self._rows), height, self._top)
        for place in range(self._top, min(self._top + height, len(self._rows))):
            spans = self._row(self._rows[place], width)
            if place == self._cursor:
                # One run of one style: the marker says it without colour.
                text = "".join(span[0] for span in spans).ljust(width)
                spans = [(">" + text[1:], "selected")]
            yield spans

    def _row(self, row: Row, width: int) -> Line:
        indent = " " * (1 + 2 * row.depth)
        if row.file is None:
            symbol = self._theme.symbol("open" if row.folder.expanded else "closed")
            return cut([(f"{indent}{symbol} {row.folder.title}", "title")], width)
        details = self._browser.details(row.file)
        if details is None:
            return cut([(f"{indent}  {row.file.stem}", "muted")], width)
        if details.level is None:
            return columns([(f"{indent}! {row.file.name}", "bad")], [(" broken ", "bad")], width)
        title = details.level.title or row.file.stem
        return columns(
            [(f"{indent}  {title}", "")], [(short_verdict(details.level), "muted")], width
        )


def short_verdict(level: Level) -> str:
    """The stored verdict in one word for a list: the moves, stale or not."""
    facts = level.verdict.facts if level.verdict else {}
    if "moves" in facts:
        word = str(facts["moves"])
    elif facts.get("solvable") is False:
        word = "unsolvable"
    else:
        word = "-"
    stale = "?" if is_stale(level) else " "
    return f" {word}{stale}"


def is_stale(level: Level) -> bool:
    """Whether the stored verdict belongs to another board or to older rules."""
    from engine import registry

    if level.verdict is None:
        return False
    try:
        return not level.verdict_is_fresh(registry.get(level.game).rules_version)
    except EngineError:
        return True


class LevelFacts(LinePane):
    """What is known of the level under the cursor, in words."""

    DEFAULT_CSS = """
    LevelFacts { height: 6; padding: 0 1; }
    """

    _path: Path | None = None
    _details: Details | None = None
    _read_only = False

    def show(self, row: Row | None, details: Details | None) -> None:
        """Shows what was read of a row's file."""
        self._path = row.file if row else None
        self._read_only = row.folder.read_only if row else False
        self._details = details
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Title, place, verdict, notes; as many as fit."""
        for line in self._words():
            yield cut(line, width)

    def _words(self) -> Iterable[Line]:
        if self._path is None:
            return
        details, width = self._details, max(10, self.size.width)
        if details is None:
            yield [("reading ...", "muted")]
        elif details.level is None:
            yield [(self._path.name, "title")]
            yield from wrapped(details.error.removeprefix(f"{self._path}: "), "bad", width)
        else:
            yield from self._level_words(details.level, width)

    def _level_words(self, level: Level, width: int) -> Iterable[Line]:
        assert self._path is not None
        separator = f" {self._theme.symbol('separator')} "
        yield [(level.title or self._path.stem, "title")]
        place = self._path.name + (f"{separator}shipped, read-only" if self._read_only else "")
        size = f"{level.board.rows}x{level.board.cols}"
        yield [(separator.join([level.game, size, place]), "muted")]
        yield from wrapped(*verdict_words(level, separator), width)
        seed = level.provenance
        if seed is not None:
            edited = ", edited" if seed.edited else ""
            yield [(f"{seed.generator} seed {seed.seed}{edited}", "muted")]
        if level.tags:
            yield [(" ".join(f"#{tag}" for tag in level.tags), "muted")]
        if level.notes:
            yield from wrapped(level.notes, "", width)


def verdict_words(level: Level, separator: str) -> tuple[str, str]:
    """The stored verdict in words, and the text style that suits it."""
    if level.verdict is None:
        return "not solved yet", "muted"
    facts = level.verdict.facts
    parts = ["unsolvable"] if facts.get("solvable") is False else []
    for key, name in _FACT_NAMES.items():
        number = facts.get(key)
        if isinstance(number, int):
            parts.append(f"{number:,} {name}{'' if number == 1 else 's'}")
    if is_stale(level):
        return separator.join(["stale verdict", *parts]), "warning"
    return separator.join(parts), "bad" if facts.get("solvable") is False else "good"


def wrapped(text: str, role: str, width: int) -> Iterable[list[Span]]:
    """A text broken into lines of at most that width."""
    for paragraph in text.splitlines():
        for line in textwrap.wrap(paragraph, width) or [""]:
            yield [(line, role)]
