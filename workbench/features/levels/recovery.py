"""What to do with unsaved work of sessions that ended early: recover, look, discard, later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from engine.errors import EngineError
from workbench.commands import Action, Unless, keymap
from workbench.document import trash
from workbench.document.recovery import Orphan
from workbench.features import navigation
from workbench.features.levels.levellist import preview
from workbench.features.levels.orphans import OrphanList, facts
from workbench.features.levels.parts import FileWork
from workbench.folders.resources import brief
from workbench.ui.boards.board import BoardView
from workbench.ui.linepane import WordsPane
from workbench.ui.screen import CommandScreen


class RecoveryScreen(CommandScreen):
    """Unsaved work at the left, the board of the one under the cursor at the right."""

    CONTEXTS = ("recovery",)
    DEFAULT_CSS = """
    RecoveryScreen #orphans { width: 2fr; max-width: 60; }
    RecoveryScreen #orphan { width: 3fr; }
    RecoveryScreen WordsPane { height: 8; }
    """

    def __init__(self, orphans: Sequence[Orphan]) -> None:
        super().__init__()
        self._orphans = orphans
        self._file_work = FileWork(self)

    def contents(self) -> ComposeResult:
        """The list and the preview."""
        with Horizontal():
            with Vertical(id="orphans", classes="pane") as pane:
                pane.border_title = "Unsaved work"
                yield OrphanList(self._orphans)
            with Vertical(id="orphan", classes="pane"):
                yield BoardView()
                yield WordsPane()

    def on_mount(self) -> None:
        """The keys are for the list."""
        self.query_one(BoardView).can_focus = False
        self.query_one(OrphanList).focus()

    @property
    def orphan(self) -> Orphan | None:
        """The work under the cursor."""
        return self.query_one(OrphanList).orphan

    def commands(self) -> Mapping[str, Action]:
        """What moves the cursor, and what is done with the work under it."""
        return {
            **self.query_one(OrphanList).motions("recovery"),
            "recovery.recover": Unless(self._unrecoverable, lambda: self.ask(self._recover())),
            "recovery.discard": lambda: self.ask(self._discard()),
        }

    def _unrecoverable(self) -> str | None:
        """Why the work under the cursor cannot be recovered now; None if it can."""
        readable = self.orphan is not None and not self.orphan.error
        return self._file_work.refusal if readable else "it cannot be read"

    @on(OrphanList.Moved)
    def _moved(self) -> None:
        orphan = self.orphan
        preview(self.query_one(BoardView), orphan.level if orphan is not None else None)
        self.query_one(WordsPane).show(partial(facts, orphan))
        self.key_line.renew()

    def action_later(self) -> None:
        """Leaves everything for the next start."""
        self.workbench.work_waits = False
        self.dismiss(None)

    async def _recover(self) -> None:
        """Opens the work under the cursor, unsaved."""
        orphan, app = self.orphan, self.workbench
        if orphan is None:
            return
        recover = (
            self._recover_level if orphan.pack is None else partial(navigation.recover_pack, app)
        )
        try:
            show = await recover(orphan)
        except EngineError as error:
            self.say(f"not recovered: {error}", "bad")
            return
        if show is not None:
            rest = self.query_one(OrphanList).count - 1
            app.work_waits = rest > 0
            self.dismiss(None)
            app.call_later(show)
            if rest:
                waiting = f"{rest} more wait{'s' if rest == 1 else ''}"
                shows = f"{keymap.key('levels.recover')} in the level browser shows"
                message = f"recovered; {waiting}: {shows} {'it' if rest == 1 else 'them'}"
                app.call_after_refresh(app.say, message)

    async def _recover_level(self, orphan: Orphan) -> Callable[[], None] | None:
        """Takes over the work on a level; what shows it, None if the user backed out."""
        from workbench.ui.exchange import saving

        app = self.workbench
        if not await saving.may_leave(app):
            return None
        app.document = document = app.keeper.recover(orphan)
        return partial(navigation.open_design, app, document)

    async def _discard(self) -> None:
        """Moves the work under the cursor to the trash."""
        orphan = self.orphan
        if orphan is not None:
            await self._file_work.finish(self._put_away(orphan))

    async def _put_away(self, orphan: Orphan) -> None:
        app = self.workbench
        try:
            deleted = await asyncio.to_thread(trash.put, app.state.trash, orphan.file)
        except EngineError as error:
            self.say(f"not discarded: {error}", "bad")
            return
        self.query_one(OrphanList).take_off(orphan)
        if self.orphan is None:
            self.dismiss(None)
            app.call_later(app.say, f"discarded; still in {brief(deleted.folder)}")
        else:
            self.say(f"discarded; still in {brief(deleted.folder)}")
