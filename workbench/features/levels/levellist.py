"""The list of the level browser and the words beside it, drawn from what was read so far."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.worker import Worker, get_current_worker

from engine.errors import EngineError
from engine.game import registry
from engine.game.game import Game
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.browser.browsing import Browser, BrowserRow
from workbench.browser.details import Details
from workbench.commands import keymap
from workbench.folders.resources import brief
from workbench.text import verdict
from workbench.text.status import count
from workbench.ui.boards.board import BoardView
from workbench.ui.cursorpane import CursorPane
from workbench.ui.lines import Line, Span, columns, cut, wrap

if TYPE_CHECKING:
    from workbench.ui.host import Host


AT_ONCE = 2_000
"""Files up to which rows are found at once, in a few hundredths of a second."""


class LevelsPane(CursorPane, can_focus=True):
    """Folders and levels, one line each, with a cursor."""

    def __init__(self, browser: Browser) -> None:
        super().__init__()
        self._browser = browser
        self.rows: list[BrowserRow] = []
        self._finding = self._again = False
        """Whether rows are being found in a thread, and whether they are to be found again."""

    @property
    def count(self) -> int:
        """How many folders and levels are listed."""
        return len(self.rows)

    @property
    def row(self) -> BrowserRow | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if self.rows else None

    @property
    def details(self) -> Details | None:
        """What was read of the file under the cursor."""
        file = None if self.row is None else self.row.file
        return None if file is None else self._browser.details(file)

    @property
    def level(self) -> Level | None:
        """The level under the cursor, None for a folder and for what could not be read."""
        return None if self.details is None else self.details.level

    @property
    def after(self) -> str:
        """The name of the level below the cursor, in the same folder; empty after the last."""
        here, *below = self.rows[self.cursor : self.cursor + 2]
        file = below[0].file if below and below[0].folder is here.folder else None
        found = None if file is None else self._browser.details(file)
        if file is None or found is None or found.level is None:
            return ""
        return found.level.title or file.stem

    def load(self, *, patient: bool = False) -> None:
        """Takes the browser's rows: at once or, of very many levels, when they are found.

        Rows that are being found are given up for these, unless these are ``patient``.
        """
        if self._browser.size <= AT_ONCE:
            self.workers.cancel_group(self, "rows")
            self._finding = self._again = False
            self._take(self._browser.rows())
        elif patient and self._finding:
            self._again = True
        else:
            self._finding = True
            self.run_worker(self._find_rows, thread=True, group="rows", exclusive=True)

    def _find_rows(self) -> None:
        """In a thread: finds the rows, and hands them over unless others are wanted by now."""
        worker = get_current_worker()
        rows = self._browser.rows(lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._take_found, worker, rows)

    def _take_found(self, worker: Worker[None], rows: list[BrowserRow]) -> None:
        """Show rows that a worker has found, unless it was given up meanwhile."""
        if worker.is_cancelled:
            return
        again, self._finding, self._again = self._again, False, False
        self._take(rows)
        if again:
            self.load(patient=True)

    def _take(self, rows: list[BrowserRow]) -> None:
        """Shows rows, the cursor staying on its file or folder."""
        self.rows = rows
        wanted = self._browser.selected
        numbers = [i for i, row in enumerate(self.rows) if row.path == wanted]
        if wanted is None:
            numbers = [i for i, row in enumerate(self.rows) if row.file is not None]
        super().go(numbers[0] if numbers else self.cursor)

    def go(self, number: int) -> None:
        """Puts the cursor on a row, where it stays when the levels are read again."""
        before = self.cursor
        super().go(number)
        if self.row is not None and (self.cursor != before or self._browser.selected is None):
            self._browser.selected = self.row.path

    def wheel(self, lines: int) -> bool:
        """Moves by a few rows."""
        self.action_move(lines)
        return True

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The rows that fit, or why there is none."""
        if self.rows:
            return super().lines(width, height)
        searched = self._browser.trouble or "no level matches"
        empty = searched if self._browser.search else "no levels here"
        return [[(f" {empty}" if self._browser.roots else " reading ...", "muted")]]

    def row_line(self, number: int, width: int) -> Line:
        """A folder, or a level with its verdict."""
        row = self.rows[number]
        indent = " " * (1 + row.depth)
        if row.file is None:
            return self._folder_row(row, indent, width)
        details = self._browser.details(row.file)
        if details is None:
            return cut([(f"{indent}  {row.file.stem}", "muted")], width)
        if details.holding is not None:
            held = f" {count(details.holding.levels, 'level')} "
            return columns([(f"{indent}  {row.file.name}", "key")], [(held, "muted")], width)
        if details.listed is None:
            return columns([(f"{indent}! {row.file.name}", "bad")], [(" broken ", "bad")], width)
        title = details.listed.title or row.file.stem
        marked = row.file == self._browser.marked
        words: list[Span] = [(f"{indent}{'*' if marked else ' '} {title}", "title" * marked)]
        if _says_more(row.file.stem, title):
            words.append((f"  {row.file.stem}", "muted"))
        return columns(words, [short_verdict(details.listed, details.draft)], width)

    def _folder_row(self, row: BrowserRow, indent: str, width: int) -> Line:
        """A folder with the number of levels in it, or what can be done about there being none."""
        folder = row.folder
        symbol = self._theme.symbol("open" if folder.expanded else "closed")
        title = f"{indent}{symbol} {folder.title}"
        count = self._browser.count(folder)
        note = f" {count} " if count else ""
        if not count and self._browser.complete and not folder.read_only:
            note = f" {_empty()} " if len(title) + len(_empty()) + 2 <= width else " empty "
        return columns([(title, "title")], [(note, "muted")], width)


def _empty() -> str:
    """What can be done about a folder without levels."""
    drawn, blank = keymap.key("levels.generate"), keymap.key("levels.new")
    return f"empty: {drawn} draws a level, {blank} an empty one"


def _says_more(stem: str, title: str) -> bool:
    """Whether the name of a file says something else than the title of the level in it."""
    named, titled = _words(stem), _words(title)
    return not (titled <= named or named <= titled)


def _words(name: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", name.casefold().replace("'", "")))


def short_verdict(level: Level, draft: str = "") -> Span:
    """The stored verdict for a list, with the text style that suits it.

    Args:
        level: the level.
        draft: which rule its board breaks, empty if none.
    """
    if draft:
        return " draft ", "warning"
    if level.verdict is None:
        return " not solved ", "muted"
    facts = level.verdict.facts
    word = verdict.short(_game(level), facts)
    if is_stale(level):
        return f" {word}, stale ", "warning"
    return f" {word} ", "bad" if facts.get("solvable") is False else "muted"


def is_stale(level: Level) -> bool:
    """Whether the stored verdict belongs to another board or to older rules."""
    if level.verdict is None:
        return False
    game = _game(level)
    return game is None or not level.verdict_is_fresh(game.rules_version)


def _game(level: Level) -> Game | None:
    """The level's game; None if it is not installed."""
    try:
        return registry.get(level.game)
    except EngineError:
        return None


def facts(
    host: Host, row: BrowserRow | None, details: Details | None, width: int, height: int
) -> Iterable[Line]:
    """What is known of a folder, or of a level as far as its file was read, in words."""
    if row is None:
        return
    width = max(10, width)
    if row.file is None:
        number = host.browser.count(row.folder)
        yield [(row.folder.title, "title")]
        yield from wrapped(count(number, "level") if number else _empty(), "muted", width)
        yield from wrapped(brief(row.folder.path), "muted", width)
    elif details is None:
        yield [("reading ...", "muted")]
    elif details.holding is not None:
        yield [(row.file.name, "title")]
        held = f"a {details.holding.kind} of {count(details.holding.levels, 'level')}"
        yield from wrapped(f"{held}; {keymap.key('levels.open')} shows them", "", width)
    elif details.listed is None:
        yield [(row.file.name, "title")]
        yield from wrapped(details.error.removeprefix(f"{row.file}: "), "bad", width)
    else:
        yield from _level_words(host, row, row.file, details, details.listed, width)


def _level_words(
    host: Host, row: BrowserRow, file: Path, details: Details, level: Level, width: int
) -> Iterable[Line]:
    """Title, file, verdict and notes of a level."""
    separator = f" {host.theme_glyphs.symbol('separator')} "
    fixed = registry.get(level.game).boards.shape is not None
    size = "" if fixed else f"{level.board.rows}x{level.board.cols}"
    note = f"{level.game}{separator}{size}" if size else level.game
    yield _beside((level.title or file.stem, "title"), note, size, width)
    mark = ("shipped, read-only", "read-only") if row.folder.read_only else ("", "")
    yield _beside((file.name, "muted"), *mark, width)
    draft = (f"draft: {details.draft}", "warning")
    if details.draft:
        yield from wrapped(*draft, width)
    else:
        yield from _facts(*verdict_words(level, separator), separator, width)
    if details.warning and not details.draft:
        yield from wrapped(f"warning: {details.warning}", "warning", width)
    seed = level.provenance
    if seed is not None:
        edited = f", improved ({seed.improve.aim})" if seed.improve is not None else ""
        edited += ", edited" if seed.edited else ""
        yield [(f"{seed.generator} seed {seed.seed}{edited}", "muted")]
    if level.tags:
        yield [(" ".join(f"#{tag}" for tag in level.tags), "muted")]
    if level.notes:
        yield from wrapped(level.notes, "", width)


def _facts(text: str, role: str, separator: str, width: int) -> Iterable[Line]:
    """Facts in as few lines as hold them, none of them broken, no separator at an edge."""
    line = ""
    for part in text.split(separator):
        longer = f"{line}{separator}{part}" if line else part
        if line and cell_len(longer) > width:
            yield from wrapped(line, role, width)
            longer = part
        line = longer
    yield from wrapped(line, role, width)


def _beside(left: Span, note: str, brief: str, width: int) -> Line:
    """A line with a note at the right, the brief one if there is no room for the other."""
    fits = cell_len(left[0]) + 2 + cell_len(note) <= width
    return columns([left], [(f"  {note if fits else brief}", "muted")], width)


def verdict_words(level: Level, separator: str) -> tuple[str, str]:
    """The stored verdict in words, and the text style that suits it."""
    if level.verdict is None:
        return "not solved yet", "muted"
    facts, game = level.verdict.facts, _game(level)
    parts = [*verdict.fact_words(game, facts)]
    if facts.get("losing_moves"):
        parts.append(count(facts["losing_moves"], "losing move"))
    if is_stale(level):
        return separator.join(["stale verdict", *parts]), "warning"
    return separator.join(parts), "bad" if facts.get("solvable") is False else "good"


def preview(board: BoardView, level: Level | None) -> None:
    """Shows the board of a level, nothing for none."""
    if level is None:
        board.show(Picture(()))
    else:
        board.show(registry.get(level.game).boards.picture(level.board), level.game)


def wrapped(text: str, role: str, width: int) -> Iterable[list[Span]]:
    """A text broken into lines of at most that width."""
    for paragraph in text.splitlines():
        for line in wrap(paragraph, width) or [""]:
            yield [(line, role)]
