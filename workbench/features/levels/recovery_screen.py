"""The screen that recovers or discards unsaved work from sessions that ended unexpectedly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from engine.errors import EngineError
from workbench.commands import Action, GuardedAction, keymap
from workbench.document import trash
from workbench.document.recovery_files import UnsavedWork
from workbench.features import navigation
from workbench.features.levels.browser_commands import FileWork
from workbench.features.levels.levels_pane import show_preview
from workbench.features.levels.recovery_list import UnsavedList, draw_item
from workbench.paths.resources import shorten_path
from workbench.text.quantity_text import format_count
from workbench.ui.boards.board_view import BoardView
from workbench.ui.line_pane import TextPane
from workbench.ui.screen import CommandScreen


class RecoveryScreen(CommandScreen):
    """The screen that lists unsaved work and shows the board of the item under the cursor."""

    CONTEXTS = ("recovery",)
    AUTO_FOCUS = "UnsavedList"
    DEFAULT_CSS = """
    RecoveryScreen #orphans { width: 2fr; max-width: 60; }
    RecoveryScreen #orphan { width: 3fr; }
    RecoveryScreen TextPane { height: 8; }
    """

    def __init__(self, items: Sequence[UnsavedWork]) -> None:
        super().__init__()
        self._items = items
        self._file_work = FileWork(self)

    def compose_contents(self) -> ComposeResult:
        """Compose the list and the preview."""
        with Horizontal():
            with Vertical(id="orphans", classes="pane") as pane:
                pane.border_title = "Unsaved work"
                yield UnsavedList(self._items)
            with Vertical(id="orphan", classes="pane"):
                board = BoardView()
                board.can_focus = False
                yield board
                yield TextPane()

    @property
    def selected_item(self) -> UnsavedWork | None:
        """The item under the cursor, or None if the list is empty."""
        return self.query_one(UnsavedList).selected_item

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that move the cursor, and those that recover or discard an item."""
        return {
            **self.query_one(UnsavedList).bind_motions("recovery"),
            "recovery.recover": GuardedAction(
                self._explain_unrecoverable, lambda: self.ask_question(self._recover_item())
            ),
            "recovery.discard": lambda: self.ask_question(self._discard_item()),
        }

    def _explain_unrecoverable(self) -> str | None:
        """Return the reason why the item cannot be recovered now, or None if it can be."""
        readable = self.selected_item is not None and not self.selected_item.error
        return self._file_work.refusal if readable else "the item cannot be read"

    @on(UnsavedList.RowHighlighted)
    def _handle_cursor(self) -> None:
        unsaved = self.selected_item
        show_preview(self.query_one(BoardView), unsaved.level if unsaved is not None else None)
        self.query_one(TextPane).show_text(partial(draw_item, unsaved))
        self.key_line.update_keys()

    def action_later(self) -> None:
        """Close the screen, keeping all unsaved work until the next start."""
        self.workbench.has_recoverable_work = False
        self.dismiss(None)

    async def _recover_item(self) -> None:
        """Open the item under the cursor as unsaved work."""
        unsaved, app = self.selected_item, self.workbench
        if unsaved is None:
            return
        recover = (
            self._recover_level if unsaved.pack is None else partial(navigation.recover_pack, app)
        )
        # Keep the recovery file until its contents have been opened without an error.
        try:
            show = await recover(unsaved)
        except EngineError as error:
            self.show_message(f"Not recovered: {error}", "bad")
            return
        if show is not None:
            rest = self.query_one(UnsavedList).count - 1
            app.has_recoverable_work = rest > 0
            self.dismiss(None)
            app.call_later(show)
            if rest:
                left = f"{format_count(rest, 'more item')} of unsaved work"
                shows = f"{keymap.get_key_hint('levels.recover')} in the level browser"
                message = f"Recovered. {shows} shows {left}."
                app.call_after_refresh(app.show_message, message)

    async def _recover_level(self, item: UnsavedWork) -> Callable[[], None] | None:
        """Recover a level. Return the function that shows it, or None if the user cancels."""
        from workbench.ui.exchange import save_questions

        app = self.workbench
        if not await save_questions.confirm_leave(app):
            return None
        app.document = document = app.autosave.recover(item)
        return partial(navigation.open_design, app, document)

    async def _discard_item(self) -> None:
        """Move the item under the cursor to the trash."""
        unsaved = self.selected_item
        if unsaved is not None:
            await self._file_work.run_work(self._move_to_trash(unsaved))

    async def _move_to_trash(self, item: UnsavedWork) -> None:
        app = self.workbench
        try:
            deleted = await asyncio.to_thread(trash.move_to_trash, app.state.trash, item.file)
        except EngineError as error:
            self.show_message(f"Not discarded: {error}", "bad")
            return
        self.query_one(UnsavedList).remove_item(item)
        if self.selected_item is None:
            self.dismiss(None)
            app.call_later(
                app.show_message, f"Discarded. A copy is kept in {shorten_path(deleted.folder)}."
            )
        else:
            self.show_message(f"Discarded. A copy is kept in {shorten_path(deleted.folder)}.")
