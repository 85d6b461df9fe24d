"""The board widget, which draws a picture of a board and translates mouse events to cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.commands import keymap
from workbench.drawing import terminal_picture
from workbench.drawing.cell_art import Canvas
from workbench.drawing.cell_brush import Arrow, Overlay
from workbench.drawing.grid_plan import GridPlan
from workbench.terminal.fault_boundary import FaultBoundary
from workbench.theme.cell_sizes import SIZES, Scale
from workbench.ui.boards import board_fit
from workbench.ui.commands import BOARD

if TYPE_CHECKING:
    from workbench.ui.host import Host

_EMPTY = Picture(())


@dataclass
class BoardMessage(Message):
    """The base class of messages about the user's actions on a board.

    Attributes:
        board: The widget of the board on which the user acted.
    """

    board: BoardView


class BoardView(FaultBoundary, Widget, can_focus=True):
    """A widget that shows a board as large as possible, with an optional cursor.

    Call :meth:`show_picture` whenever the board changes. The view itself finds the differences. It
    draws at the largest scale that fits, or at a smaller one chosen with :meth:`resize_cells`. A
    board that does not fit at any scale scrolls to keep the cursor in view. If ``show_cursor`` is
    True, the arrows and hjkl move the cursor while the view has the focus. Otherwise the screen
    handles these keys.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.make_bindings(BOARD)]
    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; }"

    show_cursor: var[bool] = var(False, init=False)
    """True while the cursor is shown and the view handles its keys."""
    names_cells = False
    """True if text next to the board refers to cells, so that numbers in the margin are useful."""

    @dataclass
    class CellPressed(BoardMessage):
        """A message that a mouse button (1 left, 2 middle, 3 right) was pressed on a cell."""

        row: int
        col: int
        button: int

    @dataclass
    class CellReleased(BoardMessage):
        """A message that a mouse button was released. ``cell`` is None outside the board."""

        cell: Cell | None
        button: int

    @dataclass
    class CellHovered(BoardMessage):
        """A message that the pointer entered ``cell``, or left the board if ``cell`` is None.

        ``button`` is 0 if no mouse button is pressed.
        """

        cell: Cell | None
        button: int

    @dataclass
    class ArrowPressed(BoardMessage):
        """A message that a mouse button was pressed where a push arrow is, or could be, drawn."""

        row: int
        col: int
        direction: int

    @dataclass
    class CursorMoved(BoardMessage):
        """A message that the user moved the cursor with the keyboard."""

        row: int
        col: int

    def __init__(
        self,
        *,
        show_cursor: bool = False,
        margin: bool = True,
        id: str | None = None,
    ) -> None:
        """Create an empty board.

        Args:
            show_cursor: The initial value of :attr:`show_cursor`.
            margin: True to number rows and columns where there is room.
            id: The widget's id.
        """
        super().__init__(id=id)
        self._picture = _EMPTY
        self._game = ""
        self._overlay = Overlay()
        self._cursor: Cell = (0, 0)
        self.set_reactive(BoardView.show_cursor, show_cursor)
        self._wants_margin = margin
        self._plan: terminal_picture.Plan = terminal_picture.plan_picture(_EMPTY, "compact")
        self._canvas: Canvas = []
        self._painted: Size | None = None
        self._steps = 0
        self._leaves_room: board_fit.LeavesRoom | None = None
        self._left = self._top = 0
        self._hovered: Cell | None = None
        self._axes = ""

    def show_picture(
        self,
        picture: Picture,
        game: str | None = None,
        *,
        heat: Mapping[Cell, float] | None = None,
        heat_text: Mapping[Cell, str] | None = None,
        marks: Mapping[Cell, str] | None = None,
        cursor: Cell | None = None,
        axes: str = "",
        arrows: Sequence[Arrow] = (),
    ) -> None:
        """Show a picture with the given overlays, replacing all earlier ones.

        Args:
            picture: The board to show.
            game: The name of the board's game, or None to keep the current one.
            heat: The heat of each cell, from 0 to 1.
            heat_text: The number to show in each cell, at most three columns wide.
            marks: The name of the theme's mark for each marked cell.
            cursor: The cell to move the cursor to, or None to leave the cursor where it is.
            axes: The sign of an :class:`engine.edit.draw_tools.Mirror`, whose axes are drawn in the
                margin, or ``""`` to draw no axes.
            arrows: The push arrows to draw at the edges of a net.
        """
        if (picture.rows, picture.cols) != (self._picture.rows, self._picture.cols):
            self._steps = 0
        self._picture = picture
        self._game = self._game if game is None else game
        self._overlay = Overlay(None, heat or {}, heat_text or {}, marks or {}, tuple(arrows))
        self._axes = axes
        self._place_cursor(*(self._cursor if cursor is None else cursor))
        self._repaint()

    @property
    def picture(self) -> Picture:
        """The current picture, without overlays."""
        return self._picture

    @property
    def game(self) -> str:
        """The name of the board's game, or ``""`` before the first picture is shown."""
        return self._game

    @property
    def overlay(self) -> Overlay:
        """The overlays drawn over the picture, including the cursor if it is shown."""
        return replace(self._overlay, cursor=self._cursor if self.show_cursor else None)

    @property
    def cursor(self) -> Cell:
        """The cell under the cursor, which may be hidden. Setting the cell posts no message."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell) -> None:
        self._place_cursor(*cell)
        self._repaint()

    @property
    def scale(self) -> Scale:
        """The scale at which the board is drawn."""
        return self._plan.scale

    def resize_cells(self, steps: int) -> bool:
        """Draw the cells ``steps`` scales larger, and return whether that was possible.

        A negative number makes them smaller. The choice lasts until the size of the widget or the
        board changes.
        """
        wanted = self._steps - steps
        if wanted < 0 or self._make_plan(wanted).scale == self.scale:
            return False
        self._steps = wanted
        self._repaint()
        return True

    def reserve_room(self, leaves_room: board_fit.LeavesRoom | None) -> None:
        """Set the test that a board must pass to have very large cells, or None for no test."""
        if leaves_room != self._leaves_room:
            self._leaves_room = leaves_room
            self._repaint()

    @property
    def board_size(self) -> Size:
        """The numbers of columns and lines that the board currently takes up."""
        return Size(*self._plan.size)

    def find_cell(self, x: int, y: int) -> Cell | None:
        """Return the cell in column ``x`` and line ``y`` of the view, or None if there is none."""
        return self._plan.find_cell(x - self._left, y - self._top)

    def redraw(self) -> None:
        """Draw everything again, for example in a new theme."""
        self._painted = None
        self.refresh()

    def watch_show_cursor(self) -> None:
        """Show or hide the cursor."""
        self._repaint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the cursor keys while the cursor is hidden, so that the screen gets them."""
        return self.show_cursor if action == "command" else True

    def action_command(self, command_id: str) -> None:
        """Move the cursor in the direction named by a command of the context ``board``."""
        row, col = self._cursor
        step = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
        down, right = step[command_id.partition(".")[2]]
        self._place_cursor(row + down, col + right)
        if self._cursor != (row, col):
            self._repaint()
            self.post_message(self.CursorMoved(self, *self._cursor))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Post a message about the cell or the push arrow under the pointer."""
        cell = self.find_cell(event.x, event.y)
        if cell is not None:
            self.post_message(self.CellPressed(self, *cell, event.button))
        elif arrow := self._plan.find_arrow(event.x - self._left, event.y - self._top):
            self.post_message(self.ArrowPressed(self, *arrow[0], arrow[1]))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Post a message about the cell on which the button was released."""
        self.release_mouse()
        self.post_message(self.CellReleased(self, self.find_cell(event.x, event.y), event.button))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post a message if the pointer has entered another cell."""
        self._set_hovered(self.find_cell(event.x, event.y), event.button)

    def on_leave(self) -> None:
        """Post a message that the pointer has left the board."""
        self._set_hovered(None, 0)

    def on_hide(self) -> None:
        """Release the mouse, because a hidden widget is not told when the button is released."""
        self.release_mouse()

    def _set_hovered(self, cell: Cell | None, button: int) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.post_message(self.CellHovered(self, cell, button))

    def render_line(self, y: int) -> Strip:
        """Return line ``y`` of the widget."""
        if self._painted != self.size:
            self._paint_canvas()
        line = y - self._top
        columns = self._canvas[line] if 0 <= line < len(self._canvas) else []
        return board_fit.draw_strip(columns, self._left, self.size.width, self.rich_style)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the board's width, which the widget takes if styled with ``width: auto``."""
        return self._plan.size[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the board's height, which the widget takes if styled with ``height: auto``."""
        return self._plan.size[1]

    def on_resize(self) -> None:
        """Draw the board for the new size, unless that has already been done."""
        if self._painted != self.size:
            self.refresh()

    def _make_plan(self, steps: int) -> terminal_picture.Plan:
        return board_fit.choose_plan(
            self._picture, self.size, margin=self._wants_margin, firm=self.names_cells,
            steps=steps, leaves_room=self._leaves_room,
        )  # fmt: skip

    def _place_cursor(self, row: int, col: int) -> None:
        self._cursor = board_fit.find_nearest_cell(self._picture, (row, col))

    def _repaint(self) -> None:
        """Paint a new canvas, and refresh the columns that differ from the previous one."""
        if self._painted != self.size:
            self.refresh()
            return
        before, layout = self._canvas, self._layout_key
        self._paint_canvas()
        # A different scale or offset moves every column, so a comparison makes no sense.
        if layout != self._layout_key:
            self.refresh()
            return
        changes = board_fit.find_changes(before, self._canvas)
        regions = (Region(x + self._left, y + self._top, wide, 1) for x, y, wide in changes)
        if seen := [*filter(None, (region.intersection(self.size.region) for region in regions))]:
            self.refresh(*seen)

    def _paint_canvas(self) -> None:
        theme = cast("Host", self.app).theme_glyphs
        # The user's choice of smaller cells applies only until the size of the widget changes.
        if self._painted not in (None, self.size):
            self._steps = 0
        self._painted = self.size
        self._plan = self._make_plan(self._steps)
        (columns, lines), (x, y) = self._plan.size, self._plan.locate_cell(self._cursor)
        width, height = SIZES[self._plan.scale]
        self._left = board_fit.find_offset(self._left, columns, self.size.width, x, width)
        self._top = board_fit.find_offset(self._top, lines, self.size.height, y, height)
        self._canvas = self._plan.draw_picture(self._picture, theme, self._game, self.overlay)
        if isinstance(self._plan, GridPlan) and self._plan.margin and self._axes:
            shape = self._picture.rows, self._picture.cols
            board_fit.draw_axes(
                self._canvas, self._axes, self._plan.scale, shape, theme.get_style("key")
            )

    @property
    def _layout_key(self) -> tuple[object, ...]:
        """The values that determine where each cell appears in the widget."""
        return self._plan, self._left, self._top
