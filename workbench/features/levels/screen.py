"""The level browser: folders and levels at the left, picture and verdict at the right."""

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
from workbench.browser.browsing import ORDERS, BrowserRow
from workbench.commands import Action, Unless
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.levels.files import LevelFiles, LevelTrash
from workbench.features.levels.levellist import LevelsPane, facts, preview
from workbench.features.levels.parts import (
    FileWork,
    LevelsComparing,
    LevelsMaking,
    LevelsPart,
    LevelsSharing,
)
from workbench.ui.boards.board import BoardView
from workbench.ui.boards.pictured import PicturedBoard
from workbench.ui.linepane import WordsPane
from workbench.ui.screen import CommandScreen

_LISTED = {
    "name": "Levels",
    "difficulty": "Levels, easiest first",
    "mechanics": "Levels, fewest mechanics first",
}
PATIENCE = 0.8
"""Seconds that the first frame waits for the levels to be read."""


class LevelsScreen(CommandScreen):
    """Chooses a level to design or play; files are read in a thread."""

    CONTEXTS = ("levels",)
    AUTO_FOCUS = "LevelsPane"  # what is typed before the first frame is no search
    parts: tuple[LevelsPart, ...]
    DEFAULT_CSS = """
    LevelsScreen #list-pane { width: 4fr; min-width: 44; max-width: 64; }
    LevelsScreen #preview { width: 5fr; }
    LevelsScreen #search { display: none; border: none; height: 1; padding: 0 1; }
    LevelsScreen #search.-open { display: block; }
    LevelsScreen WordsPane { height: 6; }
    LevelsScreen.-high WordsPane { height: 10; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._release: Callable[[], None] = lambda: None
        self._readings = 0
        self._drawn = threading.Event()
        file_work = FileWork(self)
        self._comparing = LevelsComparing(self, file_work)
        self._sharing = LevelsSharing(self, file_work)
        self.parts = (
            LevelsMaking(self, file_work),
            LevelFiles(self, file_work),
            LevelTrash(self, file_work),
            self._sharing,
            self._comparing,
        )

    def contents(self) -> ComposeResult:
        """The list and the preview."""
        browser = self.workbench.browser
        with Horizontal():
            with Vertical(id="list-pane", classes="pane") as pane:
                pane.border_title = _LISTED[browser.order]
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
                yield PicturedBoard()
                yield WordsPane()

    def until_filled(self, release: Callable[[], None]) -> None:
        """The first frame waits for the first levels, but not for slow disks."""
        self._release = release
        self.set_timer(PATIENCE, release)

    def _filled(self) -> None:
        super()._filled()
        self._drawn.set()

    def on_mount(self) -> None:
        """Shows what is known and begins to read the folders."""
        self.query_one(BoardView).can_focus = False
        self.levels.focus()
        self.levels.load()
        self.action_reload()
        if self.workbench.browser.incoming:
            self.ask(self._sharing.take_incoming())

    # What is under the cursor.

    @property
    def levels(self) -> LevelsPane:
        """The list."""
        return self.query_one(LevelsPane)

    @property
    def row(self) -> BrowserRow | None:
        """The row under the cursor."""
        return self.levels.row

    def commands(self) -> Mapping[str, Action]:
        """What moves the cursor, and what asks."""
        return {
            **self.levels.motions("levels"),
            "levels.open": Unless(self._unreadable, self._open),
            "levels.play": Unless(self._unplayable, self._play),
            "levels.close": partial(self._expand, False),
            "levels.packs": lambda: self.ask(navigation.open_packs(self.workbench)),
            "levels.recover": lambda: self.ask(self._recover()),
            **{name: act for part in self.parts for name, act in part.commands().items()},
        }

    def _unreadable(self) -> str | None:
        """Why what is under the cursor cannot be opened."""
        row, details = self.row, self.levels.details
        if row is None:
            return "no level is selected"
        if row.file is None or (details is not None and details.level is not None):
            return None
        if details is not None and details.holding is not None:
            return None
        return "the file cannot be read as a level" if details else "not read yet"

    def _unplayable(self) -> str | None:
        """Why what is under the cursor cannot be played."""
        details = self.levels.details
        if self.row is None or self.row.file is None:
            return "no level is selected"
        if details is not None and details.holding is not None:
            return f"a {details.holding.kind}, not a level"
        drafted = f"a draft: {details.draft}" if details is not None and details.draft else None
        return self._unreadable() or drafted

    @on(LevelsPane.Moved)
    def _moved(self) -> None:
        lines = partial(facts, self.workbench, self.row, self.levels.details)
        self.query_one(WordsPane).show(lines)
        self.query_one("#list-pane").border_title = self._list_title
        preview(self.query_one(BoardView), self.levels.level)
        self.key_line.renew()

    @on(LevelsPane.Opened)
    def _opened(self) -> None:
        self.call_later(self.action_command, "levels.open")

    def failed(self, error: str) -> None:
        """Says what went wrong, and reads the folders again."""
        super().failed(error)
        self.action_reload()

    # Reading.

    def file_seen(self) -> None:
        """Another screen has written files."""
        self.action_reload()

    def action_reload(self) -> None:
        """Reads the folders again, off the UI thread."""
        self.run_worker(self._read, thread=True, group="reading", exclusive=True)

    def _read(self) -> None:
        worker = get_current_worker()

        def changed() -> None:
            """Shows what was read so far, on the thread of the app."""
            if not worker.is_cancelled:
                self.app.call_from_thread(self._show_read)
                if self._readings > 1:  # reading on would hold up the first frame
                    self._drawn.wait(PATIENCE)

        browser = self.workbench.browser
        browser.refresh(changed, lambda: worker.is_cancelled)
        if browser.order == "mechanics":
            browser.measure(self._mechanics_needed, changed, lambda: worker.is_cancelled)

    def _mechanics_needed(self, level: Level) -> float | None:
        """How many mechanics a level needs."""
        from engine.values.budget import Control
        from workbench.service import tasks

        call = partial(tasks.mechanics_needed, registry.get(level.game), level.board)
        try:
            return self.workbench.solver.run(call, Control())
        except EngineError:  # too little memory
            return None

    def _show_read(self) -> None:
        if self.stands:
            self.levels.load(patient=True)
            self._readings += 1
            # The first reading has names alone, the second what stands in the first files.
            if self._readings > 1 or self.workbench.browser.complete:
                self.call_after_refresh(self._release)

    # Moving.

    def action_expand(self) -> None:
        """Opens the folder under the cursor."""
        if self.row is not None and self.row.file is None:
            self._expand(True)

    def _expand(self, expanded: bool) -> None:
        """Opens or closes the folder, or that of the level under the cursor."""
        row = self.row
        if row is not None and not self.workbench.browser.search:
            row.folder.expanded = expanded
            self.workbench.browser.selected = row.folder.path
            self.levels.load()

    @property
    def _list_title(self) -> str:
        browser, rows = self.workbench.browser, self.levels.rows
        parts = [_LISTED[browser.order]]
        parts += [f"{len(rows):,} found"] if browser.search else []
        parts += [f"only {browser.size:,} files are listed"] if browser.limited else []
        return " · ".join(parts)

    def action_order(self) -> None:
        """Orders the levels by what comes next of ORDERS; the cursor stays on its own."""
        browser = self.workbench.browser
        if self.row is not None:
            browser.selected = self.row.path
        browser.order = ORDERS[(ORDERS.index(browser.order) + 1) % len(ORDERS)]
        self.levels.load()
        if browser.order == "mechanics":
            self.action_reload()

    # Opening.

    def _open(self) -> None:
        """Opens the level in the design screen, or opens or closes the folder."""
        row = self.row
        if row is None:
            return
        if row.file is None:
            self._expand(not row.folder.expanded)
            return
        details, app = self.levels.details, self.workbench
        if details is not None and details.holding is not None:
            if details.holding.kind == "pack":
                self.ask(navigation.open_pack(app, row.file))
            else:
                navigation.open_catalogue(app, row.file)
            return
        try:
            document = Document.open(row.file, read_only=row.folder.read_only)
        except EngineError as error:
            self.say(str(error), "bad")
        else:
            navigation.open_design(app, document)

    def _play(self) -> None:
        """Plays the level by hand."""
        from workbench.session.playing.playtest import Assignment

        row, level = self.row, self.levels.level
        if row is not None and level is not None:
            file = None if row.folder.read_only else row.file
            after = self.levels.after
            follows = Assignment(onward=f"plays {after}", follow=self._play_next) if after else None
            navigation.open_play(self.workbench, Document(level, file), assignment=follows)

    def _play_next(self) -> None:
        """Plays the level below the one under the cursor."""
        self.levels.action_move(1)
        self.run_worker(self.action_command("levels.play"), exclusive=False)

    def action_back(self) -> None:
        """Clears the search, else lets the marked level go; there is nowhere to go back to."""
        if self.workbench.browser.search:
            self._keep_selected()
            self.query_one(Input).value = ""
        elif not isinstance(self.focused, Input):
            self._comparing.unmark()
        self._close_search()

    async def _recover(self) -> None:
        if not await navigation.offer_recovery(self.workbench):
            self.say("no session has left unsaved work")

    # Searching.

    def action_search(self) -> None:
        """Asks for a text that the levels must have."""
        self.query_one(Input).add_class("-open").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Shows what matches so far."""
        self.workbench.browser.search = event.value
        self.levels.load()

    def on_input_submitted(self) -> None:
        """Back to the list, which stays filtered."""
        self._keep_selected()
        self._close_search()

    def on_key(self, event: events.Key) -> None:
        """From the search line, the arrows already move through the list."""
        super().on_key(event)
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            self._close_search()

    def _keep_selected(self) -> None:
        """The cursor stays on what was found when the search ends."""
        if self.row is not None:
            self.workbench.browser.selected = self.row.path

    def _close_search(self) -> None:
        field = self.query_one(Input)
        field.set_class(bool(field.value), "-open")
        self.levels.focus()
