"""The design screen: parameters, board and trace, the timeline and the verdict.

It is made of parts (:mod:`workbench.ui.part`), a feature each, which turn keys and messages into
calls of a :class:`Session`. That knows everything; the screen arranges the panes and shows what
the session says after each call. Panes compare and repaint only what differs, so showing
everything again is cheap.
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
from workbench.session.commands import commands_of
from workbench.session.players import Player
from workbench.session.session import Session
from workbench.ui import arranging, layout
from workbench.ui.boards.board import BoardView
from workbench.ui.cursorpane import CursorPane
from workbench.ui.linepane import WordsPane
from workbench.ui.part import Handler, Panes, Part, brought, follow_cursor, shown_over
from workbench.ui.running import RunningScreen
from workbench.ui.screen import follow_tour

RUNS_ON = frozenset({
    "play-pause", "faster", "slower", "cancel", "zoom", "next-pane", "previous-pane", "heat",
    "reach", "lock-stage", "lock-cell", "unlock-cells", "weigh", "like-this", "unpin",
    "suggestions", "what-if", "finish", "strategy", "solve", "search", "filter", "save", "save-as",
    "new", "levels", "copy-share", "copy-level", "export", "layout-everything", "layout-trace",
    "layout-parameters", "layout-board",
})  # fmt: skip
"""What leaves the playback of the level running, by its name; before all else it stops."""
SAMPLES = 2
"""Looks a second at the progress of what runs: a key just after one waits for the next frame."""


class DesignScreen(RunningScreen):
    """Generate, understand, edit and save one level."""

    AUTO_FOCUS = "#board"
    CONTEXTS = ("board", "edit", "design")
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("edit", "design")]
    DEFAULT_CSS = arranging.CSS

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
        self._first = first
        self._further: Callable[[], Sequence[type[Part]]] | None = further
        self.parts: tuple[Part, ...] = ()
        self._commands = self.timer.commands("design")
        self._handlers: dict[type[Message], list[Handler]] = {}
        self._sampling: Timer | None = None
        self._refused: tuple[str, ...] = ()
        self._editing = False

    def contents(self) -> ComposeResult:
        """All panes; which of them are shown depends on the size."""
        self.session = Session(self.document, self.workbench.solver, self.hop, self.renew)
        self.panes = Panes(self, self.session)
        self._commands |= commands_of(self.session)
        self._add(self._first)
        self.panes.fit()
        yield WordsPane(id="tabs")
        with Horizontal(id="panes"):
            yield from brought(self.parts, "before")
            with Container(id="frame", classes="pane"):
                yield (board := BoardView(id="board"))
                board.names_cells = self.session.game.play.names_cells
                yield from brought(self.parts, "board")
            yield from brought(self.parts, "after")
        yield from brought(self.parts, "below")

    def _add(self, kinds: Sequence[type[Part]]) -> list[Part]:
        """Makes parts of these kinds.

        What is drawn over the board comes first: it may keep a click on the board from the others.
        """
        added = [kind(self.session, self.panes) for kind in kinds]
        ordered = sorted((*self.parts, *added), key=lambda part: part.overlay is None)
        self.parts = self.panes.parts = tuple(ordered)
        for part in added:
            self._commands |= part.commands()
        self._handlers = {CursorPane.Moved: [lambda _: self.renew()]}
        for part in self.parts:
            for message, handler in part.handlers().items():
                self._handlers.setdefault(message, []).append(handler)
        return added

    def _complete(self) -> None:
        """Adds the parts that the first frame did without."""
        if self._further is not None:
            further, self._further = self._further, None
            added = self._add(further())
            self.query_one("#panes").mount(*brought(added, "after"))
            self.panes.arrange()

    def on_mount(self) -> None:
        """Open the document."""
        session = self.session
        session.cancel()  # what the screen before has left running
        self._sampling = self.set_interval(1 / SAMPLES, self._sample, pause=True)
        self.panes.arrange()
        self.renew()

    def _filled(self) -> None:
        """Open the document: the first frame does not wait for answers."""
        super()._filled()
        self._complete()
        if not self.session.opened:
            self.session.open()
            for part in self.parts:
                part.opened()
            if self._generate:
                self.do("design.new-seed")

    def on_screen_resume(self) -> None:
        """Show what another screen has done to the level."""
        if self.parts and self.session.opened:
            self.renew()

    def on_unmount(self) -> None:
        """Stop what still runs for this screen, not what another has begun in its place."""
        if self.workbench.document in (None, self.document):
            self.session.cancel()

    # Commands.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaves the keys of edit mode to other commands outside of it, and some to its tools."""
        if action != "command":
            return True
        command = commands.get(str(parameters[0]))
        editing = self.session.playback.editing
        return command.editing if editing else command.context != "edit"

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now; what speaks against a step does against running."""
        like = "design.forward" if command.id == "design.play-pause" else command.id
        return commands.refused(self._commands.get(like))

    async def action_command(self, command_id: str) -> None:
        """Does a command of the screen or of the app."""
        if commands.get(command_id).context == "app":
            await super().action_command(command_id)
        elif self.app.screen is self:
            self.do(command_id)

    def do(self, command_id: str) -> None:
        """Does a command, or says why it cannot be done now."""
        self._complete()
        command, over = commands.get(command_id), shown_over(self.parts)
        reason = self.unavailable(command)
        if reason is not None:
            self.say(f"{command.title}: {reason}")
        elif over is None or not over.take(command):
            # An arrow that no board takes for its cursor is one of the screen's.
            act = self._commands.get(command_id.replace("board.", "design."))
            context, _, name = command_id.partition(".")
            if context in ("design", "trace") and name not in RUNS_ON:
                self.timer.pause()
            if self.session.inspector.has_cursor:
                follow_cursor(self.session, self.panes.board)
            (act or getattr(self, f"action_{command.action}"))()
        if reason is None:
            follow_tour(self, command)

    @property
    def steps(self) -> Player | None:
        """The player of what the board shows."""
        return self.session.playback.player

    def advance(self) -> bool:
        """One step on; False at the end, and where a breakpoint is."""
        return super().advance() and not self.session.breaking.stops_here()

    @on(Message)
    def _forward(self, message: Message) -> None:
        """Gives a message of a pane to the parts that wait for it, until one keeps it."""
        any(handler(message) for handler in self._handlers.get(type(message), ()))

    def on_key(self, event: events.Key) -> None:
        """A key may be a part's own."""
        any(part.key(event) for part in self.parts)

    # Panes.

    def on_resize(self, event: events.Resize) -> None:
        """Arrange for the new size, and say elsewhere what a line has no room for, or no more."""
        self.panes.arrange()
        if self.session.opened:
            self.call_after_refresh(self.renew)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Bring the pane that got the focus to the front, however it got it."""
        if event.widget is not self.focused:
            return  # the focus has gone on: of nested widgets this comes late
        for pane in layout.PANES:
            if pane == event.widget.id:
                self.panes.bring(pane)

    # Showing.

    def renew(self) -> None:
        """Show what the session knows now."""
        session = self.session
        if session.playback.editing != self._editing:
            self._editing = session.playback.editing
            self.panes.arrange()
        if session.inspector.has_cursor:
            follow_cursor(session, self.panes.board)
        view, over = session.view(), shown_over(self.parts)
        if over is not None:
            view = over.draw(view)
        for part in self.parts:
            if part.overlay is None:
                view = part.draw(view)
        self._show_progress()

    def _show_progress(self) -> None:
        if (sampling := self._sampling) is not None:
            (sampling.resume if self.session.busy else sampling.pause)()
        if self.session.history.notice:
            self.say(self.session.history.notice)
            self.session.history.notice = ""
        self.panes.show_keys()
        listed = (command for command in commands.of("edit", "design") if command.label)
        refused = tuple(c.id for c in listed if self.unavailable(c) is not None)
        if refused != self._refused:
            self._refused = refused
            self.key_line.renew()

    def _sample(self) -> None:
        """One look at the progress of what runs."""
        if self.session.improving is not None:  # the board shows the best so far
            self.renew()
            return
        for part in self.parts:
            part.sample()
        self._show_progress()

    def file_seen(self) -> None:
        """Show what became of the file."""
        self.renew()
