"""The controller that switches boards between images and text, and resizes their cells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.commands import Action

if TYPE_CHECKING:
    from workbench.paths.user_config_file import AutoSetting
    from workbench.terminal.graphics_protocol import Graphics
    from workbench.ui.host import Host


class BoardDisplay:
    """A controller that decides how the app shows boards: as images or text, and how large.

    Args:
        app: The app that shows the boards.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._images_refusal: str | None = "not requested"
        """The reason why boards are shown as text, or None if they are shown as images."""

    def bind_commands(self) -> dict[str, Action]:
        """Return a mapping from the ids of the image and cell size commands to their actions."""
        return {
            "app.pictures": self.toggle_images,
            "app.larger-cells": partial(self.resize_cells, 1, "larger cells do not fit"),
            "app.smaller-cells": partial(
                self.resize_cells, -1, "the cells are at their smallest size"
            ),
        }

    def start_images(self, setting: AutoSetting) -> None:
        """Query the terminal for its graphics protocol if the user wants images.

        Call this before the app runs. The terminal answers on standard input, where a running app
        would take the answer for key presses.

        Args:
            setting: The user's ``pictures`` setting.
        """
        if not setting:
            return
        from workbench.terminal import graphics_protocol

        self._images_refusal = graphics_protocol.explain_unwanted(setting, self._app.capabilities)
        if self._images_refusal is None:
            self._use_graphics(graphics_protocol.query_terminal())

    def _use_graphics(self, found: Graphics | str) -> None:
        self._images_refusal = found if isinstance(found, str) else None
        self._app.use_graphics(None if isinstance(found, str) else found)

    def toggle_images(self) -> None:
        """Switch all boards between images and text."""
        from workbench.terminal import graphics_protocol

        app = self._app
        if app.placements is not None:
            found: Graphics | str = "not requested"
        elif reason := graphics_protocol.explain_impossible(app.capabilities):
            found = reason
        else:
            # Suspend the app, because its key reader would consume the answer on standard input.
            with app.suspend():
                found = graphics_protocol.query_terminal()
        shown, wanted = isinstance(found, graphics_protocol.Graphics), app.placements is None
        self._use_graphics(found)
        app.action_redraw()
        app.notify_screens(lambda screen: screen.redraw_with_theme())
        state = "on" if shown else self._images_refusal if wanted else "off"
        app.show_message(f"Pictures: {state}.", "warning" if wanted and not shown else "muted")

    def resize_cells(self, steps: int, refusal: str) -> None:
        """Draw the cells of all visible boards ``steps`` scales larger.

        A negative number makes them smaller. If no board can be resized, the message ``refusal`` is
        shown.
        """
        from workbench.ui.boards.board_view import BoardView

        boards = [board for board in self._app.screen.query(BoardView) if board.size]
        if not boards:
            self._app.show_message("this screen has no board")
        # sum() resizes every board. any() would stop at the first success.
        elif not sum(board.resize_cells(steps) for board in boards):
            self._app.show_message(refusal)
