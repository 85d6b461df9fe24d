"""The level browser: folders and levels on the left, a board and its verdict on the right.

The folders are read in a thread: first the names of the files, then their contents. The first frame
waits for the contents of the first files, but no longer than :data:`MAX_WAIT` seconds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import partial

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input
from textual.worker import get_current_worker

from engine.errors import EngineError
from engine.game import registry
from engine.values.level import Level
from workbench.browser.level_browser import SORT_ORDERS, BrowserRow
from workbench.commands import Action, GuardedAction
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.levels.browser_commands import (
    BrowserPart,
    FileWork,
    LevelComparisonPart,
    LevelCreationPart,
    LevelSharingPart,
)
from workbench.features.levels.browser_files import LevelFiles, LevelTrash
from workbench.features.levels.levels_pane import LevelsPane, draw_details, show_preview
from workbench.text.quantity_text import make_sentence
from workbench.text.refusals import NO_SELECTION, NO_UNSAVED_WORK
from workbench.ui.boards.board_view import BoardView
from workbench.ui.boards.image_board import ImageBoard
from workbench.ui.line_pane import TextPane
from workbench.ui.screen import CommandScreen

_LIST_TITLES = {
    "name": "Levels",
    "difficulty": "Levels, easiest first",
    "mechanics": "Levels, fewest mechanics first",
}
MAX_WAIT = 0.8
"""The longest time, in seconds, that the first frame waits for levels."""


class LevelsScreen(CommandScreen):
    """The screen on which the user chooses a level to design or play."""

    CONTEXTS = ("levels",)
    # Focus the list, so that keys typed before the first frame do not end up in the search line.
    AUTO_FOCUS = "LevelsPane"
    parts: tuple[BrowserPart, ...]
    DEFAULT_CSS = """
    LevelsScreen #list-pane { width: 4fr; min-width: 44; max-width: 64; }
    LevelsScreen #preview { width: 5fr; }
    LevelsScreen #search { display: none; border: none; height: 1; padding: 0 1; }
    LevelsScreen #search.-open { display: block; }
    LevelsScreen TextPane { height: 6; }
    LevelsScreen.-high TextPane { height: 10; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._release: Callable[[], None] = lambda: None
        self._reading_count = 0
        self._is_filled = threading.Event()
        file_work = FileWork(self)
        self._comparison = LevelComparisonPart(self, file_work)
        self._sharing = LevelSharingPart(self, file_work)
        self.parts = (
            LevelCreationPart(self, file_work),
            LevelFiles(self, file_work),
            LevelTrash(self, file_work),
            self._sharing,
            self._comparison,
        )

    def compose_contents(self) -> ComposeResult:
        """Compose the list, the search line and the preview."""
        browser = self.workbench.browser
        with Horizontal():
            with Vertical(id="list-pane", classes="pane") as pane:
                pane.border_title = _LIST_TITLES[browser.order]
                search = Input(
                    browser.search,
                    placeholder="words and facts: ice moves 8..10 stars>=2",
                    id="search",
                )
                search.cursor_blink = False
                search.set_class(bool(browser.search), "-open")
                yield search
                yield LevelsPane(browser)
            with Vertical(id="preview", classes="pane"):
                yield ImageBoard()
                yield TextPane()

    def call_when_filled(self, release: Callable[[], None]) -> None:
        """Call ``release`` once the first levels have been read, or after :data:`MAX_WAIT`."""
        self._release = release
        self.set_timer(MAX_WAIT, release)

    def _handle_first_frame(self) -> None:
        super()._handle_first_frame()
        self._is_filled.set()

    def on_mount(self) -> None:
        """Show the levels known so far, and start reading the folders."""
        self.query_one(BoardView).can_focus = False
        self.levels.focus()
        self.levels.load_rows()
        self.action_reload()
        if self.workbench.browser.opened_levels:
            self.ask_question(self._sharing.take_incoming())

    @property
    def levels(self) -> LevelsPane:
        """The pane that lists the levels."""
        return self.query_one(LevelsPane)

    @property
    def row(self) -> BrowserRow | None:
        """The row under the cursor, or None if the list is empty."""
        return self.levels.row

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions for all of the browser's commands."""
        return {
            **self.levels.bind_motions("levels"),
            "levels.open": GuardedAction(self._explain_unreadable, self._open_selected),
            "levels.play": GuardedAction(self._explain_unplayable, self._play_level),
            "levels.close": partial(self._set_expanded, False),
            "levels.packs": lambda: self.ask_question(navigation.open_packs(self.workbench)),
            "levels.recover": lambda: self.ask_question(self._offer_recovery()),
            **{name: act for part in self.parts for name, act in part.bind_commands().items()},
        }

    def _explain_unreadable(self) -> str | None:
        row, details = self.row, self.levels.details
        if row is None:
            return NO_SELECTION
        if row.file is None or (details is not None and details.level is not None):
            return None
        if details is not None and details.container is not None:
            return None
        return "the file cannot be read as a level" if details else "the file is still being read"

    def _explain_unplayable(self) -> str | None:
        details = self.levels.details
        if self.row is None or self.row.file is None:
            return NO_SELECTION
        if details is not None and details.container is not None:
            return f"this is a {details.container.kind}, not a level"
        drafted = (
            f"the level is a draft: {details.draft}"
            if details is not None and details.draft
            else None
        )
        return self._explain_unreadable() or drafted

    @on(LevelsPane.RowHighlighted)
    def _handle_cursor(self) -> None:
        lines = partial(draw_details, self.workbench, self.row, self.levels.details)
        self.query_one(TextPane).show_text(lines)
        self.query_one("#list-pane").border_title = self._list_title
        show_preview(self.query_one(BoardView), self.levels.level)
        self.key_line.update_keys()

    @on(LevelsPane.RowOpened)
    def _handle_open(self) -> None:
        self.call_later(self.action_command, "levels.open")

    def show_error(self, error: str) -> None:
        """Report an error, and reread the folders."""
        super().show_error(error)
        self.action_reload()

    def update_file_status(self) -> None:
        """Reread the folders after another screen has written files."""
        self.action_reload()

    def action_reload(self) -> None:
        """Reread the folders in a thread."""
        self.run_worker(self._read_folders, thread=True, group="reading", exclusive=True)

    def _read_folders(self) -> None:
        worker = get_current_worker()

        def show_progress() -> None:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._show_progress)
                # Reading more files now would delay the first frame, so wait until it has been
                # drawn.
                if self._reading_count > 1:
                    self._is_filled.wait(MAX_WAIT)

        browser = self.workbench.browser
        browser.read_folders(show_progress, lambda: worker.is_cancelled)
        if browser.order == "mechanics":
            browser.compute_figures(
                self._count_mechanics, show_progress, lambda: worker.is_cancelled
            )

    def _count_mechanics(self, level: Level) -> float | None:
        """Return the number of mechanics that a level needs, or None if it cannot be computed."""
        from engine.values.budget import Control
        from workbench.service import tasks

        call = partial(tasks.count_needed_mechanics, registry.get_game(level.game), level.board)
        try:
            return self.workbench.solver.run_task(call, Control())
        except EngineError:
            # For example, the search may have run out of memory.
            return None

    def _show_progress(self) -> None:
        if self.has_widgets:
            self.levels.load_rows(patient=True)
            self._reading_count += 1
            # The first call provides only names; the second provides the contents of the first
            # files.
            if self._reading_count > 1 or self.workbench.browser.is_complete:
                self.call_after_refresh(self._release)

    def action_expand(self) -> None:
        """Open the folder under the cursor."""
        if self.row is not None and self.row.file is None:
            self._set_expanded(True)

    def _set_expanded(self, expanded: bool) -> None:
        """Open or close the selected folder, or the folder that contains the selected level."""
        row = self.row
        if row is not None and not self.workbench.browser.search:
            row.folder.is_expanded = expanded
            self.workbench.browser.selected = row.folder.path
            self.levels.load_rows()

    @property
    def _list_title(self) -> str:
        browser, rows = self.workbench.browser, self.levels.rows
        parts = [_LIST_TITLES[browser.order]]
        parts += [f"{len(rows):,} found"] if browser.search else []
        parts += [f"only {browser.file_count:,} files are listed"] if browser.is_limited else []
        return " · ".join(parts)

    def action_order(self) -> None:
        """Switch to the next sort order, keeping the cursor on the same level."""
        browser = self.workbench.browser
        if self.row is not None:
            # The rows are about to move; selecting the path lets the cursor follow its row.
            browser.selected = self.row.path
        browser.order = SORT_ORDERS[(SORT_ORDERS.index(browser.order) + 1) % len(SORT_ORDERS)]
        self.levels.load_rows()
        if browser.order == "mechanics":
            self.action_reload()

    def _open_selected(self) -> None:
        """Open the selected file on the screen for its type, or open or close a selected folder."""
        row = self.row
        if row is None:
            return
        if row.file is None:
            self._set_expanded(not row.folder.is_expanded)
            return
        details, app = self.levels.details, self.workbench
        if details is not None and details.container is not None:
            if details.container.kind == "pack":
                self.ask_question(navigation.open_pack(app, row.file))
            else:
                navigation.open_catalogue(app, row.file)
            return
        try:
            document = Document.open(row.file, read_only=row.folder.read_only)
        except EngineError as error:
            self.show_message(str(error), "bad")
        else:
            navigation.open_design(app, document)

    def _play_level(self) -> None:
        """Play the level under the cursor. After a win, offer the next level in the folder."""
        from workbench.session.playtest.playtest import PlayAssignment

        row, level = self.row, self.levels.level
        if row is not None and level is not None:
            file = None if row.folder.read_only else row.file
            # The next level is the one in the row below, if that is in the same folder.
            after = self.levels.next_title
            follows = (
                PlayAssignment(next_step=f"plays {after}", go_to_next=self._play_next)
                if after
                else None
            )
            navigation.open_play(self.workbench, Document(level, file), assignment=follows)

    def _play_next(self) -> None:
        self.levels.action_move(1)
        self.run_worker(self.action_command("levels.play"), exclusive=False)

    def action_back(self) -> None:
        """Clear the search. If there is none, unmark the marked level."""
        if self.workbench.browser.search:
            self._keep_cursor()
            self.query_one(Input).value = ""
        elif not isinstance(self.focused, Input):
            self._comparison.clear_mark()
        self._close_search()

    async def _offer_recovery(self) -> None:
        if not await navigation.offer_recovery(self.workbench):
            self.show_message(make_sentence(NO_UNSAVED_WORK))

    def action_search(self) -> None:
        """Open the search line."""
        self.query_one(Input).add_class("-open").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show only the levels that match the text typed so far."""
        self.workbench.browser.search = event.value
        self.levels.load_rows()

    def on_input_submitted(self) -> None:
        """Return to the list, leaving it filtered."""
        self._keep_cursor()
        self._close_search()

    def on_key(self, event: events.Key) -> None:
        """Leave the search line if the up or down key is pressed."""
        super().on_key(event)
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            self._close_search()

    def _keep_cursor(self) -> None:
        if self.row is not None:
            self.workbench.browser.selected = self.row.path

    def _close_search(self) -> None:
        field = self.query_one(Input)
        field.set_class(bool(field.value), "-open")
        self.levels.focus()
