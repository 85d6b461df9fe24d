"""What the parts of the design screen share."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from textual.widget import Widget

from workbench.document.document import Document
from workbench.session.making.sheet import Sheet
from workbench.session.players import View
from workbench.session.session import Session
from workbench.ui.layout import Overlay, Pane
from workbench.ui.running import RunningScreen

W = TypeVar("W", bound=Widget)


class DesignBase(RunningScreen):
    """A session, its panes and the playback, over which each part has its own commands.

    Attributes:
        document: the open level.
        session: everything the screen knows.
        front: the pane that has, or last had, the focus.
        side: the pane beside the board where only one is.
        zoomed: the front pane has the whole screen.
        overlay: the map of cells that is drawn over the board.
        shown_sheet: the sheet last given to the parameters pane, or taken from it.
    """

    document: Document
    session: Session
    front: Pane = "board"
    side: Pane = "trace"
    _side_before: Pane = "trace"
    zoomed = False
    overlay: Overlay | None = None
    shown_sheet: Sheet | None = None

    @abstractmethod
    def arrange_panes(self) -> None:
        """Show the panes that belong on the screen."""

    @abstractmethod
    def focus_pane(self, pane: Pane) -> None:
        """Bring a pane to the front and give it the keys."""

    @abstractmethod
    def focus_list(self, pane: Pane) -> None:
        """Give the keys to a list beside the board, if there is room for both."""

    def go(self, direction: int) -> None:
        """Do what an arrow asks for, by direction number, while no pane takes it for itself."""

    def bring(self, pane: Pane) -> None:
        """Bring a pane to the front."""

    @abstractmethod
    def follow_cursor(self) -> None:
        """Bring the editor to where the board's cursor is."""

    @abstractmethod
    def show_keys(self) -> None:
        """Show the keys of the pane that has them in the key line."""

    def leave_overlay(self) -> None:
        """Draw the board without a map again."""

    def explained(self, view: View) -> View:
        """The view with the map drawn over it that is wanted."""
        return view

    def pane(self, name: str, kind: type[W]) -> W:
        """The pane of that id."""
        return self.query_one(f"#{name}", kind)
