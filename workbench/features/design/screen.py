"""The design screen: the parameters, the board, the trace, the timeline and the verdict.

The screen is composed of parts (:mod:`workbench.ui.part`), one for each feature, which turn key
presses and messages into calls to a :class:`Session`. The session holds all of the state. After
each call, the screen asks the session for a view and passes it through the parts: first the part
whose overlay is shown, then every part without an overlay. Panes repaint only what has changed, so
updating everything after every event is cheap.

Example: a key is bound to ``design.undo``. :meth:`DesignScreen.run_command` checks that the command
is available, stops the playback, moves the editor to the board's cursor, and calls the session's
undo. The session then calls :meth:`DesignScreen.update_content`, and the board, the timeline and
the verdict show the earlier version.

So that the screen appears quickly, only some parts are created for the first frame. The others are
added once that frame has been drawn, or at the first command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.message import Message
from textual.timer import Timer

from workbench import commands
from workbench.commands import Command, keymap
from workbench.document.document import Document
from workbench.session.commands import bind_commands
from workbench.session.playback_players import Player
from workbench.session.session import Session
from workbench.ui import design_panes, pane_layout
from workbench.ui.boards.board_view import BoardView
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.line_pane import TextPane
from workbench.ui.part import Handler, Panes, Part, find_shown_part, follow_cursor, list_slot_panes
from workbench.ui.playback_screen import PlaybackScreen
from workbench.ui.screen import advance_tour

KEEPS_PLAYING = frozenset({
    "play-pause", "faster", "slower", "cancel", "zoom", "next-pane", "previous-pane", "heat",
    "reach", "lock-stage", "lock-cell", "unlock-cells", "weigh", "like-this", "unpin",
    "suggestions", "what-if", "finish", "strategy", "solve", "search", "filter", "save", "save-as",
    "new", "levels", "copy-share", "copy-level", "export", "layout-everything", "layout-trace",
    "layout-parameters", "layout-board",
})  # fmt: skip
"""The names of the commands that let the playback continue; any other command stops it."""
SAMPLES_PER_SECOND = 2
"""The number of times per second that progress is redrawn while work is running."""


class DesignScreen(PlaybackScreen):
    """The screen on which a level is generated, analysed, edited and saved."""

    AUTO_FOCUS = "#board"
    CONTEXTS = ("board", "edit", "design")
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bind_contexts("edit", "design")]
    DEFAULT_CSS = design_panes.CSS

    def __init__(
        self,
        document: Document,
        first: Sequence[type[Part]],
        further: Callable[[], Sequence[type[Part]]],
        *,
        generate: bool = False,
    ) -> None:
        super().__init__()
        self._generate = generate
        self.document = document
        self._first_parts = first
        self._further_parts: Callable[[], Sequence[type[Part]]] | None = further
        self.parts: tuple[Part, ...] = ()
        self._commands = self.timer.bind_commands("design")
        self._handlers: dict[type[Message], list[Handler]] = {}
        self._sample_timer: Timer | None = None
        self._refused_ids: tuple[str, ...] = ()
        self._is_editing = False

    def compose_contents(self) -> ComposeResult:
        """Yield all panes; the size of the screen decides which of them are visible."""
        self.session = Session(
            self.document, self.workbench.solver, self.run_in_ui_thread, self.update_content
        )
        self.command_game = self.session.game
        self.panes = Panes(self, self.session)
        self._commands |= bind_commands(self.session)
        self._add_parts(self._first_parts)
        # Set the screen's classes before its widgets exist. Changing them later would restyle every
        # widget.
        self.panes.fit_to_size()
        yield TextPane(id="tabs")
        with Horizontal(id="panes"):
            yield from list_slot_panes(self.parts, "before")
            with Container(id="frame", classes="pane"):
                yield (board := BoardView(id="board"))
                board.names_cells = self.session.game.play.names_cells
                yield from list_slot_panes(self.parts, "board")
            yield from list_slot_panes(self.parts, "after")
        yield from list_slot_panes(self.parts, "below")

    def _add_parts(self, kinds: Sequence[type[Part]]) -> list[Part]:
        """Create a part of each class, and connect its commands and handlers.

        Parts with an overlay come first, so that they receive a click on the board before the other
        parts.
        """
        added = [kind(self.session, self.panes) for kind in kinds]
        # `sorted` is stable, so the parts in each group stay in the order of creation.
        ordered = sorted((*self.parts, *added), key=lambda part: part.overlay is None)
        self.parts = self.panes.parts = tuple(ordered)
        for part in added:
            self._commands |= part.bind_commands()
        self._handlers = {CursorPane.RowHighlighted: [lambda _: self.update_content()]}
        for part in self.parts:
            for message, handler in part.bind_handlers().items():
                self._handlers.setdefault(message, []).append(handler)
        return added

    def _add_further_parts(self) -> None:
        """Add the parts that were left out of the first frame, unless that was done already."""
        if self._further_parts is not None:
            further, self._further_parts = self._further_parts, None
            added = self._add_parts(further())
            self.query_one("#panes").mount(*list_slot_panes(added, "after"))
            self.panes.arrange_panes()

    def on_mount(self) -> None:
        """Stop the previous screen's work, then arrange and draw the panes."""
        session = self.session
        session.cancel()  # the previous screen's work
        self._sample_timer = self.set_interval(
            1 / SAMPLES_PER_SECOND, self._sample_progress, pause=True
        )
        self.panes.arrange_panes()
        self.update_content()

    def _handle_first_frame(self) -> None:
        """Add the remaining parts and open the document once the first frame has been drawn."""
        super()._handle_first_frame()
        self._add_further_parts()
        # This method is called again when the screen is resumed, but the document is opened only
        # once.
        if not self.session.is_opened:
            self.session.open()
            for part in self.parts:
                part.handle_open()
            if self._generate:
                self.run_command("design.new-seed")

    def on_screen_resume(self) -> None:
        """Show changes that another screen has made to the level."""
        if self.parts and self.session.is_opened:
            self.update_content()

    def on_unmount(self) -> None:
        """Stop this screen's work, unless another design screen has replaced it."""
        if self.workbench.document in (None, self.document):
            self.session.cancel()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable the edit mode keys only in edit mode, where some other keys are disabled."""
        if action != "command":
            return True
        command = commands.get_command(str(parameters[0]))
        editing = self.session.playback.is_editing
        return command.editing if editing else command.context != "edit"

    def explain_unavailable(self, command: Command) -> str | None:
        """Return the reason why a command is unavailable, or None if it is available."""
        # Playing requires something to step through, so it is unavailable whenever stepping is.
        like = "design.forward" if command.id == "design.play-pause" else command.id
        return commands.find_refusal(self._commands.get(like))

    async def action_command(self, command_id: str) -> None:
        """Run one of the screen's or the app's commands."""
        if commands.get_command(command_id).context == "app":
            await super().action_command(command_id)
        elif self.app.screen is self:
            self.run_command(command_id)

    def run_command(self, command_id: str) -> None:
        """Run a command, or show the reason why it is unavailable."""
        self._add_further_parts()
        command, over = commands.get_command(command_id), find_shown_part(self.parts)
        reason = self.explain_unavailable(command)
        if reason is not None:
            self.show_message(f"{self._describe_command(command).title}: {reason}")
        elif over is None or not over.run_command(command):
            # An arrow key that the board does not use for its cursor is handled by the screen.
            act = self._commands.get(command_id.replace("board.", "design."))
            context, _, name = command_id.partition(".")
            if context in ("design", "trace") and name not in KEEPS_PLAYING:
                self.timer.pause()
            # Keys may overtake the board's messages, but the command must use the cursor that the
            # user sees.
            if self.session.inspector.has_cursor:
                follow_cursor(self.session, self.panes.board)
            (act or getattr(self, f"action_{command.action_name}"))()
        if reason is None:
            advance_tour(self, command)

    @property
    def steps(self) -> Player | None:
        """The player of the timeline, trace or solution shown on the board."""
        return self.session.playback.player

    def advance_step(self) -> bool:
        """Advance by one step; return False at the end or at a breakpoint."""
        return super().advance_step() and not self.session.breakpoint_runner.must_stop()

    @on(Message)
    def _offer_message(self, message: Message) -> None:
        """Pass a pane's message to its handlers until one of them returns True."""
        any(handler(message) for handler in self._handlers.get(type(message), ()))

    def on_key(self, event: events.Key) -> None:
        """Pass a key press to the parts until one of them handles it."""
        any(part.handle_key(event) for part in self.parts)

    def on_resize(self, event: events.Resize) -> None:
        """Rearrange the panes to fit the new size, and redraw their contents."""
        self.panes.arrange_panes()
        if self.session.is_opened:
            self.call_after_refresh(self.update_content)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Bring the focused pane to the front."""
        # Events from nested widgets arrive late, when the focus may have moved on.
        if event.widget is not self.focused:
            return
        for pane in pane_layout.PANES:
            if pane == event.widget.id:
                self.panes.bring_to_front(pane)

    def update_content(self) -> None:
        """Redraw everything to match the session's current state."""
        session = self.session
        if session.playback.is_editing != self._is_editing:
            self._is_editing = session.playback.is_editing
            self.panes.arrange_panes()
        if session.inspector.has_cursor:
            follow_cursor(session, self.panes.board)
        # An overlay may replace the whole view, so it must be updated before the panes that show
        # the view's caption and board.
        view, over = session.build_view(), find_shown_part(self.parts)
        if over is not None:
            view = over.update_view(view)
        for part in self.parts:
            if part.overlay is None:
                view = part.update_view(view)
        self._show_progress()

    def _show_progress(self) -> None:
        if (sampling := self._sample_timer) is not None:
            (sampling.resume if self.session.is_busy else sampling.pause)()
        if self.session.history.notice:
            self.show_message(self.session.history.notice)
            self.session.history.notice = ""
        self.panes.show_keys()
        listed = (
            command for command in commands.list_in_contexts("edit", "design") if command.label
        )
        refused = tuple(c.id for c in listed if self.explain_unavailable(c) is not None)
        # Finding the unavailable commands is cheap, but drawing the key line is not.
        if refused != self._refused_ids:
            self._refused_ids = refused
            self.key_line.update_keys()

    def _sample_progress(self) -> None:
        """Redraw the progress of the running work."""
        if self.session.improvement_progress is not None:  # the board shows the best level
            self.update_content()
            return
        for part in self.parts:
            part.show_progress()
        self._show_progress()

    def update_file_status(self) -> None:
        """Redraw the screen after the state of the file has changed."""
        self.update_content()
