"""What the design screen is made of: a part for each feature, given the session and a host.

A part knows neither the screen nor any other part. What it asks of them it asks of its host:
to show everything again, to put a question, to do a command by its id. Messages of panes go to
the parts that name their class in :meth:`Part.handlers`, keys to :meth:`Part.key`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from textual import events
from textual.message import Message

from workbench.commands import Action, Command, each_within
from workbench.session.commands import commands_of
from workbench.session.players import View
from workbench.session.session import Session
from workbench.terminal.screens import Dialog
from workbench.ui.boards.board import BoardView
from workbench.ui.host import Speaker
from workbench.ui.keyline import KeyLine
from workbench.ui.layout import PANES, Arrangement, Overlay, Pane
from workbench.ui.linepane import LinePane
from workbench.ui.running import StepTimer

Answer = TypeVar("Answer")
Slot = Literal["before", "board", "after", "below"]
"""Where a pane stands: before the board, over it, after it, or below all panes."""
Shown = tuple[tuple[str, ...], tuple[str, ...]]
"""Contexts, and groups if only some, of the commands in the key line."""
Handler = Callable[[Any], bool | None]
"""Handles a message of a pane; if it returns True, no other part is given the message."""


class DesignHost(Speaker, Protocol):
    """What a part may ask of the screen that it stands on.

    Attributes:
        panes: which panes are wanted, and which has the keys.
        timer: runs the playback.
        key_line: shows below the status line what that has no room for.
    """

    panes: Arrangement
    timer: StepTimer
    key_line: KeyLine

    @property
    def board(self) -> BoardView:
        """The board."""

    def do(self, command_id: str) -> None:
        """Does a command of the screen, or says why it cannot be done now."""

    def hop(self, run: Callable[[], None]) -> None:
        """Runs a function in the UI thread, from any thread, unless the screen has gone."""

    def renew(self) -> None:
        """Shows what the session knows now."""

    def arrange_panes(self) -> None:
        """Shows the panes that belong on the screen."""

    def focus_pane(self, pane: Pane) -> None:
        """Brings a pane to the front and gives it the keys."""

    def show_overlay(self, name: Overlay | None) -> None:
        """Draws something over the board in place of what is drawn now; None: the board alone."""


class Part:
    """A feature of the design screen: its commands, its pane, what it draws over the board.

    Attributes:
        session: everything that is known of the open level.
        document: the open level.
        host: the screen.
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

    def __init__(self, session: Session, host: DesignHost) -> None:
        self.session = session
        self.document = session.document
        self.host = host
        self.workbench = host.workbench
        if self.brings is not None:
            kind, name, classes = self.brings
            self.pane = kind(id=name, classes=classes)

    @property
    def shown(self) -> bool:
        """Whether it draws over the board now."""
        return self.overlay is not None and self.host.panes.overlay == self.overlay

    @property
    def stands(self) -> bool:
        """Whether its overlay is to be there whenever there is no other."""
        return False

    def follow_cursor(self) -> None:
        """Brings the editor to where the board's cursor is."""
        follow_cursor(self.session, self.host.board)

    def at_cursor(self, *command_ids: str) -> dict[str, Action]:
        """Commands of the session that are done where the board's cursor is."""
        known = commands_of(self.session)

        def do(act: Action) -> None:
            """Does one of them."""
            self.follow_cursor()
            act()

        return each_within(do, {command_id: known[command_id] for command_id in command_ids})

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
