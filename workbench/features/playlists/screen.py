"""The pack screen, which shows all levels, the level under the cursor, and the difficulty curve."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size

from engine.errors import EngineError
from engine.game import registry
from engine.playlists.pack_selection import PackSteps
from engine.values.budget import Control
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.commands import Action, GuardedAction, guard_all, keymap
from workbench.features.playlists import pack_panes
from workbench.features.playlists.pack_document import PackDocument
from workbench.features.playlists.pack_files import PackFiles
from workbench.features.playlists.pack_panes import PackPane, PackWall
from workbench.features.playlists.pack_play import NO_LEVEL, PackPlayer
from workbench.service.job_slots import Outcome
from workbench.text import pack_text
from workbench.text.quantity_text import format_count, make_sentence
from workbench.ui.boards.board_view import BoardView
from workbench.ui.boards.image_board import ImageBoard
from workbench.ui.line_pane import TextPane, set_titles
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import Line

T = TypeVar("T")


JOB_NAME = "modes"
"""The name for background jobs that rate, sort or replace levels."""


class PackScreen(CommandScreen):
    """The screen for viewing, editing and playing a pack.

    Args:
        document: The pack to show.
        play: True to start playing the first unwon level when the screen opens.
        order: True to sort the levels when the screen opens.
    """

    CONTEXTS = ("pack",)
    DEFAULT_CSS = """
    PackScreen #upper { height: 1fr; }
    PackScreen #levels { width: 1fr; min-width: 36; }
    PackScreen #level { width: 1fr; }
    PackScreen TextPane#about { height: 5; }
    PackScreen #curve { height: 6; }
    PackScreen.-high #curve { height: 12; }
    PackScreen.-high TextPane#about { height: 9; }
    PackScreen PackWall { display: none; height: 1fr; padding: 0; }
    PackScreen.-wall PackWall { display: block; }
    PackScreen.-wall PackPane, PackScreen.-wall BoardView { display: none; }
    PackScreen.-wall #level { width: 36; }
    PackScreen.-wall TextPane#about { height: 1fr; }
    """

    def __init__(self, document: PackDocument, *, play: bool = False, order: bool = False) -> None:
        super().__init__()
        self._document = document
        self._plays_at_start, self._sorts_at_start = play, order
        self._activity = ""
        self._request: Control | None = None
        self._files = PackFiles(document, self)
        self._player = PackPlayer(document, self, lambda: self.cursor_place, self.go_to_place)

    def compose_contents(self) -> ComposeResult:
        """Yield the list and the wall of levels, the selected level, and the difficulty curve."""
        self.set_class(pack_panes.has_wall(self.app.size), "-wall")
        with Vertical():
            with Horizontal(id="upper"):
                with Vertical(id="levels", classes="pane"):
                    yield PackPane(self._document)
                    yield PackWall(self._document)
                with Vertical(id="level", classes="pane"):
                    yield ImageBoard()
                    yield TextPane(id="about")
            yield TextPane(id="curve", classes="pane")

    def on_mount(self) -> None:
        """Start rating or sorting the levels, and start playing a level if that was requested."""
        self.query_one(BoardView).can_focus = False
        upcoming = self._document.next_place
        self._choose_layout(self.app.size, upcoming or 0)
        if self._sorts_at_start:
            self._sort_levels()
        else:
            self._compute_steps()
        if self._plays_at_start and upcoming is not None:
            self.call_after_refresh(self._player.play_level, upcoming)

    def on_resize(self, event: events.Resize) -> None:
        """Rearrange the screen for its new size."""
        self._choose_layout(event.size, self.cursor_place)
        self.call_after_refresh(self.update_content)

    def _choose_layout(self, size: Size, place: int) -> None:
        """Show the levels as a wall if the screen has room for it, otherwise as a list."""
        self.set_class(pack_panes.has_wall(size), "-wall")
        # `_show_board` limits the height again if there is no wall.
        self.query_one("#about").styles.max_height = None
        self.levels.cursor = place
        self.levels.focus()

    def on_unmount(self) -> None:
        """Stop any background job."""
        self.workbench.solver.cancel_job(JOB_NAME)

    @property
    def levels(self) -> PackPane | PackWall:
        """The pane that currently shows the levels, either the list or the wall."""
        return self.query_one(PackWall) if self.has_class("-wall") else self.query_one(PackPane)

    def go_to_place(self, place: int) -> None:
        """Move the cursor to the level at ``place``."""
        self.levels.go_to(place)

    @property
    def cursor_place(self) -> int:
        """The index, in the pack, of the level under the cursor."""
        return min(self.levels.cursor, max(len(self._document.pack) - 1, 0))

    @on(PackPane.RowHighlighted)
    @on(PackWall.TileHighlighted)
    def _handle_cursor(self) -> None:
        self.update_content()

    @on(PackPane.RowOpened)
    @on(PackWall.TileOpened)
    def _handle_open(self) -> None:
        self.call_later(self.action_command, "pack.play")

    def update_content(self) -> None:
        """Redraw the pack, and save its unsaved changes for recovery."""
        document = self._document
        self.workbench.autosave.save_pack(document, document.recovery_snapshot)
        changed = (
            f" {self.workbench.theme_glyphs.get_symbol('dirty')}"
            if document.has_unsaved_changes
            else ""
        )
        set_titles(self.query_one("#levels"), f"{document.title}{changed}", document.progress_text)
        self.levels.update_content()
        if not self.has_class("-wall"):
            self._show_board()
        self.query_one("#about", TextPane).show_text(self._draw_level_text)
        curve = self.query_one("#curve", TextPane)
        state = (
            "" if document.steps is None else pack_text.summarize_set([*document.steps.values()])
        )
        curve.set_titles(pack_text.format_fact(document.pack.rising_fact), self._activity or state)
        curve.show_text(self._draw_curve)
        self.key_line.update_keys()

    def _show_board(self) -> None:
        """Draw the board of the level under the cursor, next to the list."""
        levels, board = self._document.levels, self.query_one(BoardView)
        level = levels[self.cursor_place].level if levels else None
        if level is None:
            board.show_picture(Picture(()))
            return
        picture = registry.get_game(level.game).boards.draw_picture(level.board)
        room = self.query_one("#level").content_size
        self.query_one("#about").styles.max_height = pack_panes.get_lines_left(picture, room)
        board.show_picture(picture, level.game)

    def _draw_level_text(self, width: int, height: int) -> Iterable[Line]:
        return pack_panes.draw_level_text(self._document, self.cursor_place, width, height)

    def _draw_curve(self, width: int, height: int) -> Iterable[Line]:
        ascii_only = self.workbench.theme_glyphs.is_ascii
        return pack_panes.draw_curve(
            self._document, self.cursor_place, width, height, ascii_only=ascii_only
        )

    def _run_in_background(
        self, title: str, job: Callable[[Control], T], use_result: Callable[[T], None]
    ) -> None:
        """Run ``job`` in the background, and pass its result to ``use_result``.

        The screen shows ``title`` while the job is running.
        """
        self._activity = title

        def hand_over(outcome: Outcome[T]) -> None:
            self.run_in_ui_thread(lambda: self._handle_result(request, outcome, use_result))

        # Results from cancelled or replaced jobs belong to other requests and are ignored.
        self._request = request = self.workbench.solver.run_in_background(job, hand_over, JOB_NAME)
        self.update_content()

    def _handle_result(
        self, request: Control, outcome: Outcome[T], use_result: Callable[[T], None]
    ) -> None:
        """Use a job's result, unless the job has been cancelled or replaced by another."""
        if request is not self._request:
            return
        self._activity, self._request = "", None
        if outcome.error:
            self.show_message(outcome.error, "bad")
        if outcome.value is not None and not outcome.cancelled:
            try:
                use_result(outcome.value)
            except EngineError as error:
                self.show_message(str(error), "bad")
        self.update_content()
        # There are no steps if this job changed the levels or interrupted their rating.
        if self._document.steps is None and not outcome.error:
            self._compute_steps()

    def _compute_steps(self) -> None:
        self._run_in_background(
            "rating the levels", self._document.prepare_steps(), self._set_steps
        )

    def _set_steps(self, steps: PackSteps) -> None:
        self._document.steps = steps

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions for all of the screen's commands."""
        document = self._document
        on_level: dict[str, Action] = {
            "pack.move-up": lambda: self._move_level(-1),
            "pack.move-down": lambda: self._move_level(1),
            "pack.pin": lambda: self._apply_change(document.toggle_pin, self.cursor_place),
            "pack.lock": lambda: self._apply_change(document.toggle_lock, self.cursor_place),
            "pack.remove": lambda: self._apply_change(document.remove_level, self.cursor_place),
            "pack.replace": self._replace_level,
            "pack.order": self._sort_levels,
        }
        # Actions are bound only once, so look up the pane when the command is run.
        moves = {
            name: partial(self._move_cursor, name) for name in self.levels.bind_motions("pack")
        }
        return {
            **moves,
            **guard_all(self._explain_empty, on_level),
            **self._player.bind_commands(),
            "pack.undo": GuardedAction(
                lambda: None if document.can_undo else "nothing to undo", self._undo_change
            ),
            "pack.redo": GuardedAction(
                lambda: None if document.can_redo else "nothing to redo", self._redo_change
            ),
            **self._files.bind_commands(),
            "pack.back": self._go_back,
        }

    def _explain_empty(self) -> str | None:
        return None if self._document.levels else NO_LEVEL

    def _move_cursor(self, name: str) -> None:
        self.levels.bind_motions("pack")[name]()

    def _apply_change(self, change: Callable[..., None], *places: int) -> None:
        """Make a change to the pack, or report why it is impossible."""
        try:
            change(*places)
        except EngineError as error:
            self.show_message(str(error), "bad")
            return
        self.show_message(make_sentence(self._document.last_change))
        self._show_version()

    def _show_version(self) -> None:
        """Show the current version of the pack, and rate its levels."""
        self.levels.cursor = self.cursor_place
        self._compute_steps()

    def _move_level(self, offset: int) -> None:
        to = self.cursor_place + offset
        if 0 <= to < len(self._document.pack):
            at, before = self.cursor_place, self._document.pack
            self._apply_change(self._document.move_level, at, to)
            if self._document.pack is not before:
                self.levels.go_to(to)

    def _replace_level(self) -> None:
        at = self.cursor_place

        def use_level(other: tuple[Level, Path | None]) -> None:
            self._document.replace_level(at, *other)
            self.show_message(make_sentence(self._document.last_change), "good")

        if self._document.pack.levels[at].locked:
            self.show_message(f"Level {at + 1} is locked.", "bad")
        else:
            job = self._document.prepare_replacement(at)
            self._run_in_background(f"looking for a level like level {at + 1}", job, use_level)

    def _sort_levels(self) -> None:
        def use_order(order: list[int]) -> None:
            before = self._document.pack
            self._document.reorder_levels(order)
            changed = self._document.pack is not before
            saves = keymap.get_key_hint("pack.save")
            number = format_count(len(self._document.pack), "level")
            said = f"{number} in order of difficulty. {saves} saves the pack."
            self.show_message(said if changed else "The levels are in order already.")

        self._run_in_background("sorting the levels", self._document.prepare_order(), use_order)

    def _undo_change(self) -> None:
        self._step_history(self._document.undo, "Undone")

    def _redo_change(self) -> None:
        self._step_history(self._document.redo, "Redone")

    def _step_history(self, step: Callable[[], str], verb: str) -> None:
        """Undo or redo by calling ``step``, keeping the cursor on the same level."""
        document = self._document
        # A level's index can differ between versions, but its digest cannot.
        before = document.levels[self.cursor_place].digest if document.levels else ""
        self.show_message(f"{verb}: {step()}.")
        self._show_version()
        boards = [each.digest for each in document.levels]
        if before in boards:
            self.levels.go_to(boards.index(before))

    def _go_back(self) -> None:
        if self._activity:
            self.workbench.solver.cancel_job(JOB_NAME)
            # Resetting the request makes `_handle_result` ignore the cancelled job.
            self._activity, self._request = "", None
            self.show_message("Stopped.")
            self.update_content()
        else:
            self.ask_question(self._close_screen())

    async def _close_screen(self) -> None:
        if await self.confirm_leave():
            self.dismiss()

    async def confirm_leave(self) -> bool:
        """Ask about any unsaved changes, and return whether the screen may close."""
        leaves = await self._files.confirm_leave()
        if leaves:
            self.workbench.autosave.save_pack(self._document, None)
        return leaves
