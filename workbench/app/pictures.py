"""Boards as images or as text, and the size of their cells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.commands import Action

if TYPE_CHECKING:
    from workbench.folders.config import Wish
    from workbench.terminal.graphics import Graphics
    from workbench.ui.host import Host


class Pictures:
    """The images of boards in an app, and the cells of the boards that it shows.

    Args:
        app: the app that shows the boards.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._missing: str | None = "not asked for"
        """Why boards are not shown as images, None if they are."""

    def commands(self) -> dict[str, Action]:
        """Return the commands of the app for images and cells, by their ids."""
        return {
            "app.pictures": self.turn,
            "app.larger-cells": partial(self.resize_cells, 1, "larger cells would not fit"),
            "app.smaller-cells": partial(self.resize_cells, -1, "these are the smallest cells"),
        }

    def begin(self, wish: Wish) -> None:
        """Ask the terminal how to send it images if they are wanted. Before the app runs."""
        if not wish:
            return
        from workbench.terminal import graphics

        self._missing = graphics.unwanted(wish, self._app.link)
        if self._missing is None:
            self._take(graphics.ask())

    def _take(self, found: Graphics | str) -> None:
        self._missing = found if isinstance(found, str) else None
        self._app.use_graphics(None if isinstance(found, str) else found)

    def turn(self) -> None:
        """Show boards as images, or as text again."""
        from workbench.terminal import graphics

        app = self._app
        if app.placements is not None:
            found: Graphics | str = "not asked for"
        elif reason := graphics.impossible(app.link):
            found = reason
        else:
            # What reads the keys would take the terminal's answers for some.
            with app.suspend():
                found = graphics.ask()
        shown, wanted = isinstance(found, graphics.Graphics), app.placements is None
        self._take(found)
        app.action_redraw()
        app.notify_screens(lambda screen: screen.theme_changed())
        state = "on" if shown else self._missing if wanted else "off"
        app.say(f"pictures: {state}", "warning" if wanted and not shown else "muted")

    def resize_cells(self, steps: int, refusal: str) -> None:
        """Draw the cells of the visible boards larger or smaller, or say why not."""
        from workbench.ui.boards.board import BoardView

        boards = [board for board in self._app.screen.query(BoardView) if board.size]
        if not boards:
            self._app.say("there is no board on this screen")
        elif not sum(board.resize_cells(steps) for board in boards):
            self._app.say(refusal)
