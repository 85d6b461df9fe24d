"""Dragging with the mouse, which Pilot cannot do: a button that is held while the pointer moves."""

from __future__ import annotations

from textual import events
from textual.pilot import Pilot

from workbench.ui.boards.board_view import BoardView

Cell = tuple[int, int]


class Mouse:
    """A mouse over a board; events go through the app as a terminal's would.

    Args:
        pilot: drives the app.
        board: the board; cells are its own.
        at: the cell where the pointer is at first.
    """

    def __init__(self, pilot: Pilot[int], board: BoardView, at: Cell = (0, 0)) -> None:
        self._pilot = pilot
        self._board = board
        self._button = 0
        self._cell = at

    def place(self, cell: Cell) -> tuple[int, int]:
        """Column and line of the screen at which a cell of the board is drawn."""
        region = self._board.content_region
        for y in range(region.height):
            for x in range(region.width):
                if self._board.find_cell(x, y) == cell:
                    return region.x + x, region.y + y
        raise AssertionError(f"the cell {cell} is not on the screen")

    async def press(self, cell: Cell, button: int = 1) -> None:
        """Goes to a cell and presses a button."""
        await self.move(cell)
        self._button = button
        await self._post(events.MouseDown, cell, button)

    async def move(self, cell: Cell) -> None:
        """Goes to a cell with the button as it is."""
        await self._post(events.MouseMove, cell, self._button)

    async def release(self, button: int | None = None) -> None:
        """Lets the button go where the pointer is."""
        let_go = self._button if button is None else button
        self._button = 0 if button is None else self._button
        await self._post(events.MouseUp, self._cell, let_go)

    async def lose_button(self) -> None:
        """The button comes up where no terminal reports it."""
        self._button = 0

    async def drag(self, *cells: Cell, button: int = 1) -> None:
        """Presses on the first cell, goes over the others, and lets go on the last."""
        await self.press(cells[0], button)
        for cell in cells[1:]:
            await self.move(cell)
        await self.release()

    async def _post(self, kind: type[events.MouseEvent], cell: Cell, button: int) -> None:
        x, y = self.place(cell)
        before = (x, y) if cell == self._cell else self.place(self._cell)
        self._cell = cell
        event = kind(
            widget=None, x=x, y=y, delta_x=x - before[0], delta_y=y - before[1], button=button,
            shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y,
        )  # fmt: skip
        self._pilot.app.post_message(event)
        await self._pilot.pause()
