"""The board: one widget that draws a picture line by line and knows which cell is where.

Only what differs between two frames is sent to the terminal: a cursor move costs about 270
bytes this way, a whole board 7 KB.
"""

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
from workbench.drawing import canvas
from workbench.drawing.brush import Arrow, Overlay
from workbench.drawing.cells import Canvas
from workbench.drawing.plans import GridPlan
from workbench.theme.scales import SIZES, Scale
from workbench.ui.boards import fitting
from workbench.ui.commands import BOARD

if TYPE_CHECKING:
    from workbench.ui.host import Host

_EMPTY = Picture(())


@dataclass
class BoardMessage(Message):
    """Something that happened on a board."""

    board: BoardView


class BoardView(Widget, can_focus=True):
    """A picture of a board, as large as fits, with a cursor if wanted.

    Call :meth:`show` with every new moment; it finds out what changed. It draws at the largest
    scale at which the whole board fits, or at a smaller one that was asked for
    (:meth:`resize_cells`); where it fits at none it scrolls to keep the cursor in view. The board
    stays where it is as long as its shape and the widget's size do. With ``show_cursor`` arrows and
    hjkl move the cursor while it has the focus; without, these keys go on to the screen.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(BOARD)]
    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; }"

    show_cursor: var[bool] = var(False, init=False)
    """Whether the cursor is shown and its keys are taken."""
    names_cells = False
    """Whether cells are named by their numbers beside it: these go before the largest cells."""

    @dataclass
    class CellPressed(BoardMessage):
        """A mouse button went down on a cell: 1 left, 2 middle, 3 right."""

        row: int
        col: int
        button: int

    @dataclass
    class CellReleased(BoardMessage):
        """The mouse button came up again, over a cell or (``cell`` None) beside the board."""

        cell: Cell | None
        button: int

    @dataclass
    class CellHovered(BoardMessage):
        """The mouse pointer came to another cell, or (``cell`` None) left the board.

        ``button`` is the button held down meanwhile, 0 for none.
        """

        cell: Cell | None
        button: int

    @dataclass
    class ArrowPressed(BoardMessage):
        """A mouse button went down where a push of a cell in a direction is drawn, or would be."""

        row: int
        col: int
        direction: int

    @dataclass
    class CursorMoved(BoardMessage):
        """The user moved the cursor with the keyboard."""

        row: int
        col: int

    def __init__(
        self,
        *,
        show_cursor: bool = False,
        margin: bool = True,
        id: str | None = None,
    ) -> None:
        """Creates an empty board.

        Args:
            show_cursor: whether there is a cursor; can be changed later.
            margin: whether to number rows and columns where there is room.
            id: the widget's id.
        """
        super().__init__(id=id)
        self._picture = _EMPTY
        self._game = ""
        self._overlay = Overlay()
        self._cursor: Cell = (0, 0)
        self.set_reactive(BoardView.show_cursor, show_cursor)
        self._wants_margin = margin
        self._plan: canvas.Plan = canvas.plan(_EMPTY, "compact")
        self._canvas: Canvas = []
        self._painted: Size | None = None
        self._steps = 0
        self._makes_way: fitting.MakesWay | None = None
        self._left = self._top = 0
        self._hovered: Cell | None = None
        self._axes = ""

    # What is shown.

    def show(
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
        """Shows a picture; what is left out is not drawn.

        Args:
            picture: the board.
            game: section of the theme; as before if None.
            heat: values from 0 to 1 by cell.
            heat_text: numbers for the heat map, at most three columns each.
            marks: names of the theme's marks by cell.
            cursor: where to put the cursor; stays where it is if None.
            axes: the sign of an :class:`engine.edit.editing.Mirror` to hint at in the margin.
            arrows: pushes at the edges of a net.
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
        """The picture shown."""
        return self._picture

    @property
    def game(self) -> str:
        """The name of the game whose board it is; empty before there is one."""
        return self._game

    @property
    def overlay(self) -> Overlay:
        """What is drawn over the picture, the cursor only where it is shown."""
        return replace(self._overlay, cursor=self._cursor if self.show_cursor else None)

    @property
    def cursor(self) -> Cell:
        """The cell of the cursor, also while it is not shown; setting it sends no message."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell) -> None:
        """Places it, and draws anew."""
        self._place_cursor(*cell)
        self._repaint()

    @property
    def scale(self) -> Scale:
        """The scale that the board is drawn at now."""
        return self._plan.scale

    def resize_cells(self, steps: int) -> bool:
        """Draws cells some scales larger, or smaller for a negative number; False if it cannot.

        Never larger than fit. Holds until the widget or the board has another size.
        """
        wanted = self._steps - steps
        if wanted < 0 or self._planned(wanted).scale == self.scale:
            return False
        self._steps = wanted
        self._repaint()
        return True

    def make_way(self, makes_way: fitting.MakesWay | None) -> None:
        """Has large cells be smaller as long as something else would find no room in the widget."""
        if makes_way != self._makes_way:
            self._makes_way = makes_way
            self._repaint()

    @property
    def needed(self) -> Size:
        """The columns and lines that the board takes as it is drawn now."""
        return Size(*self._plan.size)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell drawn at a column and line of the widget, None beside the board."""
        return self._plan.cell_at(x - self._left, y - self._top)

    def redraw(self) -> None:
        """Draws everything again, for another theme."""
        self._painted = None
        self.refresh()

    def watch_show_cursor(self) -> None:
        """Shows or hides the cursor."""
        self._repaint()

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Lets the cursor keys through to the screen while there is no cursor."""
        return self.show_cursor if action == "command" else True

    def action_command(self, command_id: str) -> None:
        """Moves the cursor by a command of the context ``board``."""
        row, col = self._cursor
        step = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
        down, right = step[command_id.partition(".")[2]]
        self._place_cursor(row + down, col + right)
        if self._cursor != (row, col):
            self._repaint()
            self.post_message(self.CursorMoved(self, *self._cursor))

    # Mouse.

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Reports which cell was pressed."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self.post_message(self.CellPressed(self, *cell, event.button))
        elif arrow := self._plan.arrow_at(event.x - self._left, event.y - self._top):
            self.post_message(self.ArrowPressed(self, *arrow[0], arrow[1]))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Reports where the button came up."""
        self.release_mouse()
        self.post_message(self.CellReleased(self, self.cell_at(event.x, event.y), event.button))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Reports when the pointer comes to another cell."""
        self._hover(self.cell_at(event.x, event.y), event.button)

    def on_leave(self) -> None:
        """The pointer is over no cell any more."""
        self._hover(None, 0)

    def on_hide(self) -> None:
        """A button that is held comes up elsewhere: the mouse must not be lost to everything."""
        self.release_mouse()

    def _hover(self, cell: Cell | None, button: int) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.post_message(self.CellHovered(self, cell, button))

    # Drawing.

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        if self._painted != self.size:
            self._paint()
        line = y - self._top
        columns = self._canvas[line] if 0 <= line < len(self._canvas) else []
        return fitting.strip(columns, self._left, self.size.width, self.rich_style)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the board, for ``width: auto``."""
        return self._plan.size[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the board, for ``height: auto``."""
        return self._plan.size[1]

    def on_resize(self) -> None:
        """Chooses the scale for the new size, unless that was drawn already."""
        if self._painted != self.size:
            self.refresh()

    def _planned(self, steps: int) -> canvas.Plan:
        return fitting.plan(
            self._picture, self.size, margin=self._wants_margin, firm=self.names_cells,
            steps=steps, makes_way=self._makes_way,
        )  # fmt: skip

    def _place_cursor(self, row: int, col: int) -> None:
        self._cursor = fitting.nearest(self._picture, (row, col))

    def _repaint(self) -> None:
        """Paints a new canvas and refreshes the columns that differ from the last one."""
        if self._painted != self.size:
            self.refresh()
            return
        before, layout = self._canvas, self._layout
        self._paint()
        if layout != self._layout:
            self.refresh()
            return
        changes = fitting.changes(before, self._canvas)
        regions = (Region(x + self._left, y + self._top, wide, 1) for x, y, wide in changes)
        if seen := [*filter(None, (region.intersection(self.size.region) for region in regions))]:
            self.refresh(*seen)

    def _paint(self) -> None:
        theme = cast("Host", self.app).theme_glyphs
        if self._painted not in (None, self.size):
            self._steps = 0
        self._painted = self.size
        self._plan = self._planned(self._steps)
        (columns, lines), (x, y) = self._plan.size, self._plan.spot(self._cursor)
        width, height = SIZES[self._plan.scale]
        self._left = fitting.offset(self._left, columns, self.size.width, x, width)
        self._top = fitting.offset(self._top, lines, self.size.height, y, height)
        self._canvas = self._plan.paint(self._picture, theme, self._game, self.overlay)
        if isinstance(self._plan, GridPlan) and self._plan.margin and self._axes:
            shape = self._picture.rows, self._picture.cols
            fitting.add_axes(self._canvas, self._axes, self._plan.scale, shape, theme.style("key"))

    @property
    def _layout(self) -> tuple[object, ...]:
        """All that decides which cell is where."""
        return self._plan, self._left, self._top
