"""What the design screen is made of: a part for each feature, given the session and the panes.

A part knows neither the design screen nor any other part. It asks the session for changes, the
panes to show themselves, and the screen to show everything again or to put a question. Messages of
panes go to the parts that name their class in :meth:`Part.handlers`, keys to :meth:`Part.key`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeVar

from textual import events
from textual.message import Message

from workbench.commands import Action, Command
from workbench.session.players import View
from workbench.session.session import Session
from workbench.terminal.screens import Dialog
from workbench.ui import arranging, layout
from workbench.ui.arranging import Shown
from workbench.ui.boards.board import BoardView
from workbench.ui.layout import PANES, STANDING, Overlay, Pane, Shape, Wanted
from workbench.ui.linepane import LinePane
from workbench.ui.running import RunningScreen

Answer = TypeVar("Answer")
Slot = Literal["before", "board", "after", "below"]
"""Where a pane stands: before the board, over it, after it, or below all panes."""
Handler = Callable[[Any], bool | None]
"""Handles a message of a pane; if it returns True, no other part is given the message."""


class Part:
    """A feature of the design screen: its commands, its pane, what it draws over the board.

    Attributes:
        session: everything that is known of the open level.
        document: the open level.
        game: the game of the level.
        panes: which panes are wanted, and which has the keys.
        host: the screen.
        timer: runs the playback.
        workbench: the app.
        brings: kind, id and classes of the pane that it brings; None if it brings none.
        pane: that pane.
        slot: where its pane stands.
        overlay: what it can draw over the board.
        below: the pane that gets the keys when the overlay is left from its own pane.
        pane_keys: the key line while its pane has the keys.
        board_keys: the key line while its overlay is shown and the board has the keys.
    """

    brings: ClassVar[tuple[type[LinePane], str, str] | None] = None
    pane: LinePane | None = None
    slot: ClassVar[Slot] = "after"
    overlay: ClassVar[Overlay | None] = None
    below: ClassVar[Pane] = "board"
    pane_keys: ClassVar[Shown | None] = None
    board_keys: ClassVar[Shown | None] = None

    def __init__(self, session: Session, panes: Panes) -> None:
        self.session = session
        self.document, self.game = session.document, session.game
        self.panes = panes
        self.host, self.timer = panes.screen, panes.screen.timer
        self.workbench = panes.screen.workbench
        if self.brings is not None:
            kind, name, classes = self.brings
            self.pane = kind(id=name, classes=classes)

    @property
    def shown(self) -> bool:
        """Whether it draws over the board now."""
        return self.overlay is not None and self.panes.overlay == self.overlay

    @property
    def stands(self) -> bool:
        """Whether its overlay is to be there whenever there is no other."""
        return False

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.panes.board

    def follow_cursor(self) -> None:
        """Brings the editor to where the board's cursor is."""
        follow_cursor(self.session, self.board)

    async def answer(self, question: Dialog[Answer]) -> Answer:
        """What a question is answered with; None when backed out of. For what may wait."""
        answer: Answer = await self.workbench.push_screen_wait(question)
        return answer

    def ask(self, question: Dialog[Answer | None], then: Callable[[Answer], None]) -> None:
        """Puts a question, and does something with the answer unless it is backed out of."""

        async def asked() -> None:
            """Waits for the answer."""
            answer = await self.answer(question)
            if answer is not None:
                then(answer)

        self.host.ask(asked())

    def commands(self) -> Mapping[str, Action]:
        """Its commands by their ids, with what it does, and what may speak against that."""
        return {}

    def handlers(self) -> Mapping[type[Message], Handler]:
        """The messages that it waits for, with what it does about them."""
        return {}

    def draw(self, view: View) -> View:
        """Shows its pane anew; the view with what it draws over the board."""
        return view

    def sample(self) -> None:
        """Shows the progress of what runs, twice a second."""

    def key(self, event: events.Key) -> bool:
        """Takes a key before the commands of the screen; False for one that is not its own."""
        return False

    def take(self, command: Command) -> bool:
        """Does another part's command in its own way while its overlay is shown, or not."""
        return False

    def opened(self) -> None:
        """The level was opened, and the first frame is there."""

    def enter(self) -> None:
        """Begins what its overlay shows."""

    def leave(self) -> None:
        """Ends what its overlay shows; the overlay is gone."""


class Panes:
    """The panes of the design screen: which stand where, which has the keys, what the board shows.

    Args:
        screen: the design screen.
        session: everything that is known of the open level.

    Attributes:
        parts: the parts of the screen.
        shape: how the panes are arranged at the present size.
        front: the pane that has, or last had, the focus.
        side: the pane beside the board where only one is.
        side_before: the one that was there before edit mode.
        zoomed: the front pane has the whole screen.
        overlay: what is drawn over the board.
    """

    def __init__(self, screen: RunningScreen, session: Session) -> None:
        self.screen = screen
        self.parts: Sequence[Part] = ()
        self.shape: Shape = "wide"
        self.front: Pane = "board"
        self.side: Pane = "trace"
        self.side_before: Pane = "trace"
        self.zoomed = False
        self.overlay: Overlay | None = None
        self._session = session

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.screen.query_one("#board", BoardView)

    @property
    def wanted(self) -> Wanted:
        """The panes that the designer wants to see."""
        editing = self._session.playback.editing
        return Wanted(self.screen.workbench.design_layout, editing, self.overlay)

    @property
    def leaves_map(self) -> bool:
        """Whether going back leaves what is drawn over the board."""
        return self.overlay not in (None, STANDING)

    def listing(self, pane: Pane) -> Pane:
        """A list beside the board; the board where only one of them is shown."""
        return "board" if self.zoomed or self.shape == "tabs" else pane

    def fit(self) -> frozenset[Pane]:
        """Fit the panes to the size of the screen, and return those that belong on it."""
        width, height = self.screen.app.size
        self.shape = layout.shape(width, height)
        shown = layout.visible(self.shape, self.wanted, self.front, self.side, zoomed=self.zoomed)
        # All at once: the styles of every pane are looked up again.
        self.screen.update_classes(
            arranging.choose_classes(self.shape, shown, (width, height), zoomed=self.zoomed)
        )
        return shown

    def arrange(self) -> None:
        """Show the panes that belong on a screen of this size."""
        shown = self.fit()
        order = layout.order(self.wanted)
        tabbed = self.shape == "tabs" and not self.zoomed and order != ("board", "timeline")
        arranging.show_panes(self.screen, shown, order if tabbed else (), self.front)
        self.screen.query_one("#verdict").display = self.shape != "tiny"

    def show_keys(self) -> None:
        """Show the commands of the pane in front, those of what is on as to be ended."""
        over, session = shown_over(self.parts), self._session
        editing, inspecting = session.playback.editing, session.inspector.inspecting
        shown = arranging.EDIT_KEYS if editing else arranging.DESIGN_KEYS
        if over is not None and over.board_keys is not None:
            shown = over.board_keys
        elif session.playback.view_kind == "map":
            shown = arranging.MAP_KEYS
        elif inspecting:
            shown = arranging.CELL_KEYS
        for part in self.parts:
            if part.pane is not None and part.pane.id == self.front:
                shown = part.pane_keys or shown
        contexts, groups = shown
        on = editing or inspecting or self.leaves_map
        labels = {"design.cancel": arranging.DONE} if on else {}
        self.screen.key_line.show_contexts(*contexts, groups=groups, labels=labels)

    def focus(self, pane: Pane) -> None:
        """Bring a pane to the front and give it the keys; a map in its place is left."""
        if pane == "trace":
            self._leave_overlay()
        self.bring(pane)
        self.screen.query_one(f"#{pane}").focus()

    def bring(self, pane: Pane) -> None:
        """Bring a pane to the front."""
        if pane == self.front:
            return
        self.front = pane
        if pane not in ("board", "timeline"):
            self.side = pane
        self.arrange()
        self.show_keys()
        if self.overlay is not None:  # from its list, something else is drawn
            self.screen.renew()

    def zoom(self) -> None:
        """Give the pane with the focus the whole screen, or take it back."""
        self.zoomed = not self.zoomed
        self.arrange()

    def turn_editing(self) -> None:
        """Begin edit mode, or end it; the screen arranges the panes as it shows the other view."""
        self.screen.timer.pause()
        session = self._session
        if session.playback.editing:
            session.painter.put_back()
            session.editor.weighing = None
            self.side = self.side_before
            session.playback.show_view("timeline")
        else:
            self.side_before, self.side = self.side, "palette"
            session.playback.show_view("edit")
        self.focus("board")

    def show_overlay(self, name: Overlay | None) -> None:
        """Draw something over the board in place of what is drawn now; None: what stands there."""
        left = self._leave_overlay()
        if name is not None:
            self.side = name
            self._enter_overlay(name)
        elif left is not None:
            standing = (part for part in self.parts if part.stands and part is not left)
            for part in standing:
                self._enter_overlay(part.overlay)
                self.screen.renew()

    def _enter_overlay(self, name: Overlay | None) -> None:
        self.overlay = name
        entered = shown_over(self.parts)
        if entered is not None:
            entered.enter()
        self.arrange()

    def _leave_overlay(self) -> Part | None:
        """Draw nothing over the board, and return the part that drew there."""
        left = shown_over(self.parts)
        if left is not None:
            front = self.front == self.overlay
            self.overlay = None
            if front:
                self.focus(left.below)
            left.leave()
            self.arrange()
            self.screen.renew()
        return left


def shown_over(parts: Iterable[Part]) -> Part | None:
    """The part that draws over the board."""
    return next((part for part in parts if part.shown), None)


def brought(parts: Iterable[Part], slot: Slot) -> list[LinePane]:
    """The panes that parts bring to a slot, in the order in which the focus goes round."""
    found = [part.pane for part in parts if part.pane is not None and part.slot == slot]
    return sorted(found, key=lambda pane: [*PANES, pane.id].index(pane.id))


def follow_cursor(session: Session, board: BoardView) -> None:
    """Brings the editor to where the board's cursor is.

    The board moves its cursor at once, its messages arrive later: when keys come faster than
    they are handled, only the board knows where the cursor is.
    """
    session.editor.place(session.board, *board.cursor)
    if session.playback.editing:
        session.painter.follow(board.cursor)
