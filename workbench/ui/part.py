"""The base class for parts of the design screen, and the arrangement of their panes.

The design screen itself contains no features. It is composed of parts, each of which adds commands,
a pane, and an overlay on the board. A part knows neither the design screen nor any other part. It
changes the session, asks the panes to show something, and asks its host (the screen) to draw
everything again or to open a dialog.

The screen passes keys, messages and frames to its parts:

- A key goes first to :meth:`Part.handle_key`, and then to the commands that the parts bind in
  :meth:`Part.bind_commands`.
- A message from a pane goes to the parts that list its class in :meth:`Part.bind_handlers`, until
  one of them returns True.
- Before each frame, :meth:`Part.update_view` updates the pane of every part, and the part whose
  overlay is shown adds it to the board's view.

For example, a part that marks trapped cells has a list as its pane and ``"traps"`` as its overlay.
It binds ``design.traps`` to the action that shows this overlay, and adds marks to the view in
:meth:`Part.update_view` while :attr:`Part.is_shown` is True.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeVar

from textual import events
from textual.message import Message

from workbench.commands import Action, Command
from workbench.session.playback_players import View
from workbench.session.session import Session
from workbench.terminal.base_screens import Dialog
from workbench.ui import design_panes, pane_layout
from workbench.ui.boards.board_view import BoardView
from workbench.ui.design_panes import KeyContents
from workbench.ui.line_pane import LinePane
from workbench.ui.pane_layout import (
    PANES,
    PERSISTENT_OVERLAY,
    LayoutShape,
    OverlayName,
    PaneName,
    WantedPanes,
)
from workbench.ui.playback_screen import PlaybackScreen

Answer = TypeVar("Answer")
Slot = Literal["before", "board", "after", "below"]
"""The place for a pane: before the board, on top of it, after it, or below all other panes."""
Handler = Callable[[Any], bool | None]
"""A handler for a message from a pane. If it returns True, no other part gets the message."""


class Part:
    """A feature of the design screen, with its commands, its pane and its overlay on the board.

    Attributes:
        session: The session for the open level.
        document: The document with the open level.
        game: The game of the open level.
        panes: The panes of the screen and their arrangement.
        host: The screen that contains the part.
        timer: The timer that advances the playback.
        workbench: The app.
        pane_spec: The class, the id and the CSS classes for the part's pane, or None for no pane.
        pane: The part's pane, or None if it has none.
        slot: The place for the pane on the screen.
        overlay: The name of the part's overlay on the board, or None if it has none.
        pane_below: The pane to focus if the part's pane has the focus when the overlay is closed.
        pane_keys: The contents of the key line while the part's pane has the focus.
        board_keys: The key line's contents while the overlay is shown and the board has the focus.
    """

    pane_spec: ClassVar[tuple[type[LinePane], str, str] | None] = None
    pane: LinePane | None = None
    slot: ClassVar[Slot] = "after"
    overlay: ClassVar[OverlayName | None] = None
    pane_below: ClassVar[PaneName] = "board"
    pane_keys: ClassVar[KeyContents | None] = None
    board_keys: ClassVar[KeyContents | None] = None

    def __init__(self, session: Session, panes: Panes) -> None:
        self.session = session
        self.document, self.game = session.document, session.game
        self.panes = panes
        self.host, self.timer = panes.screen, panes.screen.timer
        self.workbench = panes.screen.workbench
        # Create the pane before the screen composes it, because handlers may need it at any time.
        if self.pane_spec is not None:
            kind, name, classes = self.pane_spec
            self.pane = kind(id=name, classes=classes)

    @property
    def is_shown(self) -> bool:
        """True while the part's overlay is shown on the board."""
        return self.overlay is not None and self.panes.overlay == self.overlay

    @property
    def is_persistent(self) -> bool:
        """True if the overlay should be shown again whenever another overlay is closed."""
        return False

    @property
    def board(self) -> BoardView:
        """The board on the screen."""
        return self.panes.board

    def follow_cursor(self) -> None:
        """Move the editor's cursor to the cell under the board's cursor."""
        follow_cursor(self.session, self.board)

    async def ask_and_wait(self, question: Dialog[Answer]) -> Answer:
        """Open a dialog, wait for its answer and return it. Call this only in a worker."""
        answer: Answer = await self.workbench.push_screen_wait(question)
        return answer

    def ask_question(
        self, question: Dialog[Answer | None], use_answer: Callable[[Answer], None]
    ) -> None:
        """Open a dialog, and pass its answer to ``use_answer`` unless the user cancels."""

        async def run_dialog() -> None:
            answer = await self.ask_and_wait(question)
            if answer is not None:
                use_answer(answer)

        self.host.ask_question(run_dialog())

    def bind_commands(self) -> Mapping[str, Action]:
        """Return a mapping from the ids of the part's commands to their actions."""
        return {}

    def bind_handlers(self) -> Mapping[type[Message], Handler]:
        """Return a mapping from the classes of the panes' messages to the part's handlers."""
        return {}

    def update_view(self, view: View) -> View:
        """Update the part's pane, and return the view with the part's overlay added."""
        return view

    def show_progress(self) -> None:
        """Show the progress of any running work. The screen calls this twice a second."""

    def handle_key(self, event: events.Key) -> bool:
        """Handle a key press before the screen's commands do. Return whether it was handled."""
        return False

    def run_command(self, command: Command) -> bool:
        """Handle another part's command while the overlay is on. Return whether it was handled."""
        return False

    def handle_open(self) -> None:
        """React to the opening of a level, after the first frame has been drawn."""

    def enter(self) -> None:
        """Start any work that the overlay needs, now that it is shown."""

    def leave(self) -> None:
        """Stop any work for the overlay, now that it is hidden."""


class Panes:
    """The arrangement of the design screen's panes, with the focus and the board's overlay.

    Args:
        screen: The design screen.
        session: The session for the open level.

    Attributes:
        parts: The parts of the screen.
        shape: The arrangement of the panes at the current size.
        front: The pane that has the focus, or had it last.
        side: The pane to show next to the board if there is room for only one.
        side_before: The value of ``side`` before edit mode began.
        zoomed: True while the front pane fills the whole screen.
        overlay: The overlay on the board, or None if there is none.
    """

    def __init__(self, screen: PlaybackScreen, session: Session) -> None:
        self.screen = screen
        self.parts: Sequence[Part] = ()
        self.shape: LayoutShape = "wide"
        self.front: PaneName = "board"
        self.side: PaneName = "trace"
        self.side_before: PaneName = "trace"
        self.zoomed = False
        self.overlay: OverlayName | None = None
        self._session = session

    @property
    def board(self) -> BoardView:
        """The board on the screen."""
        return self.screen.query_one("#board", BoardView)

    @property
    def wanted_panes(self) -> WantedPanes:
        """The panes that the designer wants to see."""
        editing = self._session.playback.is_editing
        return WantedPanes(self.screen.workbench.design_layout, editing, self.overlay)

    @property
    def can_leave_overlay(self) -> bool:
        """True if there is an overlay that the back key closes."""
        return self.overlay not in (None, PERSISTENT_OVERLAY)

    def resolve_list_pane(self, pane: PaneName) -> PaneName:
        """Return ``pane`` if it can be visible together with the board, otherwise the board."""
        return "board" if self.zoomed or self.shape == "tabs" else pane

    def fit_to_size(self) -> frozenset[PaneName]:
        """Adapt the arrangement to the size of the screen, and return the panes to show."""
        width, height = self.screen.app.size
        self.shape = pane_layout.choose_shape(width, height)
        shown = pane_layout.find_visible_panes(
            self.shape, self.wanted_panes, self.front, self.side, zoomed=self.zoomed
        )
        # Change all classes in one call, because each call restyles every pane.
        self.screen.update_classes(
            design_panes.choose_classes(self.shape, shown, (width, height), zoomed=self.zoomed)
        )
        return shown

    def arrange_panes(self) -> None:
        """Show the panes that the current size and layout call for."""
        shown = self.fit_to_size()
        order = pane_layout.order_panes(self.wanted_panes)
        # With only the board and the timeline, there is no other pane to switch to.
        tabbed = self.shape == "tabs" and not self.zoomed and order != ("board", "timeline")
        design_panes.show_panes(self.screen, shown, order if tabbed else (), self.front)
        self.screen.query_one("#verdict").display = self.shape != "tiny"

    def show_keys(self) -> None:
        """Show the focused pane's commands in the key line, and label the key that ends a mode."""
        over, session = find_shown_part(self.parts), self._session
        editing, inspecting = session.playback.is_editing, session.inspector.is_inspecting
        # Later cases override earlier ones, so the focused pane of a part has the last word.
        shown = design_panes.EDIT_KEYS if editing else design_panes.DESIGN_KEYS
        if over is not None and over.board_keys is not None:
            shown = over.board_keys
        elif session.playback.view_kind == "map":
            shown = design_panes.MAP_KEYS
        elif inspecting:
            shown = design_panes.CELL_KEYS
        for part in self.parts:
            if part.pane is not None and part.pane.id == self.front:
                shown = part.pane_keys or shown
        contexts, groups = shown
        on = editing or inspecting or self.can_leave_overlay
        labels = {"design.cancel": design_panes.DONE_LABEL} if on else {}
        self.screen.key_line.show_contexts(*contexts, groups=groups, labels=labels)

    def focus_pane(self, pane: PaneName) -> None:
        """Bring a pane to the front and focus it. Focusing the trace closes the overlay."""
        if pane == "trace":
            self._leave_overlay()
        self.bring_to_front(pane)
        self.screen.query_one(f"#{pane}").focus()

    def bring_to_front(self, pane: PaneName) -> None:
        """Make a pane the front one, showing it if it is hidden, without focusing it."""
        if pane == self.front:
            return
        self.front = pane
        # On a narrow screen, the last side pane remains in place while the board is in front.
        if pane not in ("board", "timeline"):
            self.side = pane
        self.arrange_panes()
        self.show_keys()
        # An overlay may look different while its own list has the focus.
        if self.overlay is not None:
            self.screen.update_content()

    def toggle_zoom(self) -> None:
        """Show the focused pane on the whole screen, or restore the previous arrangement."""
        self.zoomed = not self.zoomed
        self.arrange_panes()

    def toggle_edit_mode(self) -> None:
        """Start or end edit mode. The screen arranges the panes for it later."""
        self.screen.timer.pause()
        session = self._session
        if session.playback.is_editing:
            session.painter.cancel_drawing()
            session.editor.weight_brush = None
            self.side = self.side_before
            session.playback.show_view("timeline")
        else:
            self.side_before, self.side = self.side, "palette"
            session.playback.show_view("edit")
        self.focus_pane("board")

    def show_overlay(self, name: OverlayName | None) -> None:
        """Replace the overlay on the board. None closes it, and reopens any persistent overlay."""
        left = self._leave_overlay()
        if name is not None:
            self.side = name
            self._enter_overlay(name)
        elif left is not None:
            # Closing any other overlay reopens the persistent one, but closing that one does not.
            standing = (part for part in self.parts if part.is_persistent and part is not left)
            for part in standing:
                self._enter_overlay(part.overlay)
                self.screen.update_content()

    def _enter_overlay(self, name: OverlayName | None) -> None:
        self.overlay = name
        entered = find_shown_part(self.parts)
        if entered is not None:
            entered.enter()
        self.arrange_panes()

    def _leave_overlay(self) -> Part | None:
        """Close the overlay on the board, and return its part, or None if there was no overlay."""
        left = find_shown_part(self.parts)
        if left is not None:
            front = self.front == self.overlay
            # Reset this first, because both moving the focus and leave() depend on it.
            self.overlay = None
            if front:
                self.focus_pane(left.pane_below)
            left.leave()
            self.arrange_panes()
            self.screen.update_content()
        return left


def find_shown_part(parts: Iterable[Part]) -> Part | None:
    """Return the part whose overlay is shown, or None if no overlay is."""
    return next((part for part in parts if part.is_shown), None)


def list_slot_panes(parts: Iterable[Part], slot: Slot) -> list[LinePane]:
    """Return the parts' panes for ``slot``, in the order in which the focus visits them."""
    found = [part.pane for part in parts if part.pane is not None and part.slot == slot]
    # PANES gives the order. A pane that is not in it comes last.
    return sorted(found, key=lambda pane: [*PANES, pane.id].index(pane.id))


def follow_cursor(session: Session, board: BoardView) -> None:
    """Move the editor's cursor to the cell under the board's cursor.

    The board moves its cursor immediately, but its messages arrive later. If keys come faster than
    they can be handled, only the board knows where the cursor really is.
    """
    session.editor.place_cursor(session.board, *board.cursor)
    if session.playback.is_editing:
        # If a line or rectangle is being drawn, extend it to the cursor.
        session.painter.extend_drawing(board.cursor)
