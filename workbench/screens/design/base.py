"""What the parts of the design screen share."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from textual.timer import Timer
from textual.widget import Widget

from workbench.designing.layout import Pane
from workbench.designing.session import Session
from workbench.designing.sheet import Sheet
from workbench.document import Document
from workbench.screens.base import CommandScreen

W = TypeVar("W", bound=Widget)


class DesignBase(CommandScreen):
    """A session, its panes and the playback, over which each part has its own commands.

    Attributes:
        document: the open level.
        session: everything the screen knows.
        front: the pane that has, or last had, the focus.
        side: the pane beside the board where only one is.
        zoomed: the front pane has the whole screen.
        exploring: the effects of single changes are drawn over the board.
        speed: steps a second of the playback.
        shown_sheet: the sheet last given to the parameters pane, or taken from it.
    """

    document: Document
    session: Session
    front: Pane = "board"
    side: Pane = "trace"
    _side_before: Pane = "trace"
    zoomed = False
    exploring = False
    speed = 4
    shown_sheet: Sheet | None = None
    _playing: Timer | None = None

    @abstractmethod
    def renew(self) -> None:
        """Show what the session knows now."""

    @abstractmethod
    def arrange_panes(self) -> None:
        """Show the panes that belong on the screen."""

    @abstractmethod
    def focus_pane(self, pane: Pane) -> None:
        """Bring a pane to the front and give it the keys."""

    @abstractmethod
    def follow_cursor(self) -> None:
        """Bring the editor to where the board's cursor is."""

    @abstractmethod
    def show_keys(self) -> None:
        """Show the keys of the pane that has them in the key line."""

    @property
    def playing(self) -> bool:
        """Whether the playback runs by itself."""
        return self._playing is not None

    def pause(self) -> None:
        """Stop running by itself."""
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def pane(self, name: str, kind: type[W]) -> W:
        """The pane of that id."""
        return self.query_one(f"#{name}", kind)
