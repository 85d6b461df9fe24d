"""The list of folders and levels in the level browser, and the description of the selected one.

While the list is shown, a thread reads the files. The row of a file that has not been read yet
shows only its name.
"""

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
from workbench.browser.file_summary import FileSummary
from workbench.browser.level_browser import BrowserRow, LevelBrowser
from workbench.commands import keymap
from workbench.paths.resources import shorten_path
from workbench.text import verdict_text
from workbench.text.quantity_text import format_count
from workbench.ui.boards.board_view import BoardView
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.styled_lines import Line, Span, cut_line, justify_line, wrap_text

if TYPE_CHECKING:
    from workbench.ui.host import Host


MAX_IMMEDIATE = 2_000
"""The largest number of files whose rows the UI thread computes, which takes about 0.05 s."""


class LevelsPane(CursorPane, can_focus=True):
    """A list with a cursor, in which each line shows one folder or level."""

    def __init__(self, browser: LevelBrowser) -> None:
        super().__init__()
        self._browser = browser
        self.rows: list[BrowserRow] = []
        self._is_finding = self._finds_again = False
        """The first is True while a thread computes the rows, the second if it must do so again."""

    @property
    def count(self) -> int:
        """The number of folders and levels in the list."""
        return len(self.rows)

    @property
    def row(self) -> BrowserRow | None:
        """The row under the cursor, or None if the list is empty."""
        return self.rows[self.cursor] if self.rows else None

    @property
    def details(self) -> FileSummary | None:
        """The summary of the file under the cursor, or None if no summary is available."""
        file = None if self.row is None else self.row.file
        return None if file is None else self._browser.get_summary(file)

    @property
    def level(self) -> Level | None:
        """The level under the cursor; None for a folder or an unreadable file."""
        return None if self.details is None else self.details.level

    @property
    def next_title(self) -> str:
        """The title of the next level in the same folder; empty if there is none."""
        here, *below = self.rows[self.cursor : self.cursor + 2]
        file = below[0].file if below and below[0].folder is here.folder else None
        found = None if file is None else self._browser.get_summary(file)
        if file is None or found is None or found.level is None:
            return ""
        return found.level.title or file.stem

    def load_rows(self, *, patient: bool = False) -> None:
        """Show the browser's rows. If there are very many files, compute the rows in a thread.

        Args:
            patient: True to let a running computation finish before repeating it; False to cancel
                it and start over.
        """
        # For few files, a thread would only delay the rows.
        if self._browser.file_count <= MAX_IMMEDIATE:
            self.workers.cancel_group(self, "rows")
            self._is_finding = self._finds_again = False
            self._show_rows(self._browser.list_rows())
        # The running computation may miss the newest files, so repeat it afterwards.
        elif patient and self._is_finding:
            self._finds_again = True
        else:
            self._is_finding = True
            self.run_worker(self._find_rows, thread=True, group="rows", exclusive=True)

    def _find_rows(self) -> None:
        """Compute the rows in a thread, and pass them to the UI thread unless cancelled."""
        worker = get_current_worker()
        rows = self._browser.list_rows(lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._handle_rows, worker, rows)

    def _handle_rows(self, worker: Worker[None], rows: list[BrowserRow]) -> None:
        """Show the rows from a worker, unless it has been cancelled in the meantime."""
        if worker.is_cancelled:
            return
        again, self._is_finding, self._finds_again = self._finds_again, False, False
        self._show_rows(rows)
        if again:
            self.load_rows(patient=True)

    def _show_rows(self, rows: list[BrowserRow]) -> None:
        """Show ``rows``, keeping the cursor on the selected file or folder."""
        self.rows = rows
        wanted = self._browser.selected
        numbers = [i for i, row in enumerate(self.rows) if row.path == wanted]
        # If no path is selected yet, start on the first level rather than on a folder.
        if wanted is None:
            numbers = [i for i, row in enumerate(self.rows) if row.file is not None]
        super().go_to(numbers[0] if numbers else self.cursor)

    def go_to(self, number: int) -> None:
        """Move the cursor to a row, and select its path so that a reload finds the row again."""
        before = self.cursor
        super().go_to(number)
        if self.row is not None and (self.cursor != before or self._browser.selected is None):
            self._browser.selected = self.row.path

    def scroll_by_wheel(self, lines: int) -> bool:
        """Move the cursor down by ``lines`` rows, or up if the number is negative."""
        self.action_move(lines)
        return True

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Return the rows that fit in the pane, or a line that says why there are none."""
        if self.rows:
            return super().draw_lines(width, height)
        searched = self._browser.search_error or "No level matches."
        empty = searched if self._browser.search else "No levels here."
        return [[(f" {empty}" if self._browser.roots else " Reading ...", "muted")]]

    def draw_row(self, number: int, width: int) -> Line:
        """Return the line for a folder, or for a file and the verdict on its level."""
        row = self.rows[number]
        indent = " " * (1 + row.depth)
        if row.file is None:
            return self._folder_row(row, indent, width)
        details = self._browser.get_summary(row.file)
        if details is None:
            return cut_line([(f"{indent}  {row.file.stem}", "muted")], width)
        if details.container is not None:
            held = f" {format_count(details.container.levels, 'level')} "
            return justify_line([(f"{indent}  {row.file.name}", "key")], [(held, "muted")], width)
        if details.listed_level is None:
            return justify_line(
                [(f"{indent}! {row.file.name}", "bad")], [(" broken ", "bad")], width
            )
        title = details.listed_level.title or row.file.stem
        marked = row.file == self._browser.compared
        words: list[Span] = [(f"{indent}{'*' if marked else ' '} {title}", "title" * marked)]
        if _has_other_words(row.file.stem, title):
            # Show the file name only if it adds something to the title.
            words.append((f"  {row.file.stem}", "muted"))
        return justify_line(
            words, [format_short_verdict(details.listed_level, details.draft)], width
        )

    def _folder_row(self, row: BrowserRow, indent: str, width: int) -> Line:
        """Return a folder's line, which ends with its level count or, if it is empty, a hint."""
        folder = row.folder
        symbol = self._theme.get_symbol("open" if folder.is_expanded else "closed")
        title = f"{indent}{symbol} {folder.title}"
        count = self._browser.count_levels(folder)
        note = f" {count} " if count else ""
        if not count and self._browser.is_complete and not folder.read_only:
            note = (
                f" {_format_empty_hint()} "
                if len(title) + len(_format_empty_hint()) + 2 <= width
                else " empty "
            )
        return justify_line([(title, "title")], [(note, "muted")], width)


def _format_empty_hint() -> str:
    """Return the hint for a folder that contains no levels."""
    drawn, blank = keymap.get_key_hint("levels.generate"), keymap.get_key_hint("levels.new")
    return f"empty: {drawn} generates a level, {blank} makes a blank one"


def _has_other_words(stem: str, title: str) -> bool:
    """Return True if the file name and the title each have a word that the other lacks."""
    named, titled = _split_words(stem), _split_words(title)
    return not (titled <= named or named <= titled)


def _split_words(name: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", name.casefold().replace("'", "")))


def format_short_verdict(level: Level, draft: str = "") -> Span:
    """Return a level's stored verdict as text short enough for a list, and the text's style.

    Args:
        level: The level that has the verdict.
        draft: The reason why the board is a draft; empty if it is not.
    """
    if draft:
        return " draft ", "warning"
    if level.verdict is None:
        return " not solved ", "muted"
    facts = level.verdict.facts
    word = verdict_text.format_short(_get_game(level), facts)
    if is_stale(level):
        return f" {word}, stale ", "warning"
    return f" {word} ", "bad" if facts.get("solvable") is False else "muted"


def is_stale(level: Level) -> bool:
    """Return True if the stored verdict is for a different board or for older rules."""
    if level.verdict is None:
        return False
    game = _get_game(level)
    return game is None or not level.has_fresh_verdict(game.rules_version)


def _get_game(level: Level) -> Game | None:
    """Return the level's game, or None if that game is not installed."""
    try:
        return registry.get_game(level.game)
    except EngineError:
        return None


def draw_details(
    host: Host, row: BrowserRow | None, details: FileSummary | None, width: int, height: int
) -> Iterable[Line]:
    """Yield the lines that describe the folder or file in ``row``."""
    if row is None:
        return
    # The width may be 0, because the pane may not have its final size yet.
    width = max(10, width)
    if row.file is None:
        number = host.browser.count_levels(row.folder)
        yield [(row.folder.title, "title")]
        yield from wrap_spans(
            format_count(number, "level") if number else _format_empty_hint(), "muted", width
        )
        yield from wrap_spans(shorten_path(row.folder.path), "muted", width)
    elif details is None:
        yield [("Reading ...", "muted")]
    elif details.container is not None:
        yield [(row.file.name, "title")]
        held = f"a {details.container.kind} of {format_count(details.container.levels, 'level')}"
        yield from wrap_spans(f"{held}; {keymap.get_key_hint('levels.open')} opens it", "", width)
    elif details.listed_level is None:
        yield [(row.file.name, "title")]
        yield from wrap_spans(details.error.removeprefix(f"{row.file}: "), "bad", width)
    else:
        yield from _draw_level(host, row, row.file, details, details.listed_level, width)


def _draw_level(
    host: Host, row: BrowserRow, file: Path, details: FileSummary, level: Level, width: int
) -> Iterable[Line]:
    """Yield lines with a level's title, file name, verdict, seed, tags and notes."""
    separator = f" {host.theme_glyphs.get_symbol('separator')} "
    fixed = registry.get_game(level.game).boards.shape is not None
    size = "" if fixed else f"{level.board.rows}x{level.board.cols}"
    note = f"{level.game}{separator}{size}" if size else level.game
    yield _align_note((level.title or file.stem, "title"), note, size, width)
    mark = ("shipped, read-only", "read-only") if row.folder.read_only else ("", "")
    yield _align_note((file.name, "muted"), *mark, width)
    draft = (f"draft: {details.draft}", "warning")
    if details.draft:
        yield from wrap_spans(*draft, width)
    else:
        yield from _wrap_facts(*format_verdict(level, separator), separator, width)
    if details.warning and not details.draft:
        yield from wrap_spans(f"warning: {details.warning}", "warning", width)
    seed = level.provenance
    if seed is not None:
        edited = f", improved ({seed.improve.aim})" if seed.improve is not None else ""
        edited += ", edited" if seed.edited else ""
        yield [(f"{seed.generator} seed {seed.seed}{edited}", "muted")]
    if level.tags:
        yield [(" ".join(f"#{tag}" for tag in level.tags), "muted")]
    if level.notes:
        yield from wrap_spans(level.notes, "", width)


def _wrap_facts(text: str, role: str, separator: str, width: int) -> Iterable[Line]:
    """Yield the facts in ``text`` as lines, splitting a fact only if it is too long for a line."""
    line = ""
    for part in text.split(separator):
        longer = f"{line}{separator}{part}" if line else part
        if line and cell_len(longer) > width:
            yield from wrap_spans(line, role, width)
            longer = part
        line = longer
    yield from wrap_spans(line, role, width)


def _align_note(left: Span, note: str, brief: str, width: int) -> Line:
    """Return a line with ``note`` at the right, or with ``brief`` if the note does not fit."""
    fits = cell_len(left[0]) + 2 + cell_len(note) <= width
    return justify_line([left], [(f"  {note if fits else brief}", "muted")], width)


def format_verdict(level: Level, separator: str) -> tuple[str, str]:
    """Return a level's stored verdict as text, and the text's style."""
    if level.verdict is None:
        return "not solved yet", "muted"
    facts, game = level.verdict.facts, _get_game(level)
    parts = [*verdict_text.list_phrases(game, facts)]
    if facts.get("losing_moves"):
        parts.append(format_count(facts["losing_moves"], "losing move"))
    if is_stale(level):
        return separator.join(["stale verdict", *parts]), "warning"
    return separator.join(parts), "bad" if facts.get("solvable") is False else "good"


def show_preview(board: BoardView, level: Level | None) -> None:
    """Show the board of a level, or an empty board if ``level`` is None."""
    if level is None:
        board.show_picture(Picture(()))
    else:
        board.show_picture(
            registry.get_game(level.game).boards.draw_picture(level.board), level.game
        )


def wrap_spans(text: str, role: str, width: int) -> Iterable[list[Span]]:
    """Yield the lines of ``text``, wrapped to ``width`` columns."""
    for paragraph in text.splitlines():
        for line in wrap_text(paragraph, width) or [""]:
            yield [(line, role)]
