"""Editing of the board by hand, with the keyboard or the mouse.

An edit that takes several key presses or a drag is begun, extended, and then applied or cancelled.
Until it is applied, it is only drawn over the board (:meth:`LevelPainter.draw_overlay`), and the
document stays the same.
"""

from __future__ import annotations

from dataclasses import replace

from engine.edit import draw_tools
from engine.edit.draw_tools import Mirror
from engine.edit.transforms import Transform
from engine.errors import EngineError
from engine.values.grid import Area, Cell
from engine.values.level import Board, Level, compute_digest
from engine.values.picture import find_changed_cells
from workbench.commands.keymap import get_key_hint
from workbench.session.board_content import Playback, SessionPart
from workbench.session.edit_mode import TITLES, EditKind, PendingEdit, Shape
from workbench.session.playback_players import View
from workbench.session.weight_painter import WeightPainter

LEFT, MIDDLE, RIGHT = 1, 2, 3
"""The numbers that Textual uses for the mouse buttons."""


class LevelPainter(SessionPart):
    """The part that edits the level with the tools of edit mode.

    Attributes:
        weight_painter: The painter used while a weight brush is selected.
    """

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self.weight_painter = WeightPainter(playback)

    @property
    def pending(self) -> PendingEdit | None:
        """The pending edit if it was begun on the current board, else None."""
        drawing = self._editor.pending
        return drawing if drawing is not None and drawing.board is self._history.board else None

    @property
    def mirror(self) -> Mirror:
        """The symmetry with which strokes on the board are repeated."""
        return self._editor.get_mirror(self._history.board)

    @property
    def is_dragging(self) -> bool:
        """True while the user is editing the board with a mouse button held down."""
        return self.pending is not None and self.pending.button != 0

    @property
    def can_draw(self) -> bool:
        """True if the board shows the level itself, so that its pieces can be picked up."""
        return self._playback.is_at_end or self._playback.shows_level

    @property
    def _cursor(self) -> Cell:
        return self._editor.row, self._editor.col

    def paint_cell(self) -> None:
        """Apply the pending edit, or draw with the selected tool at the cursor if there is none."""
        if self.pending is None:
            self._begin_drawing("freehand", self._cursor)
        self.apply_drawing()

    def erase_cell(self) -> None:
        """Erase the cell at the cursor."""
        self._begin_drawing("erase", self._cursor)
        self.apply_drawing()

    def draw_line(self) -> None:
        """Begin a line at the cursor, or return to freehand drawing if a line is pending."""
        if self._pending_kind == "line":
            self.cancel_drawing()
            self._editor.brush = "freehand"
            self._history.notify_change()
        else:
            self._begin_shape("line")

    def draw_rectangle(self) -> None:
        """Begin a rectangle at the cursor, or fill or unfill the pending one."""
        drawing = self.pending
        if drawing is None or drawing.kind not in ("rectangle", "filled"):
            self._begin_shape("rectangle")
            return
        shape: Shape = "rectangle" if drawing.kind == "filled" else "filled"
        self._editor.pending = replace(drawing, kind=shape)
        self._editor.brush = shape
        self._history.notify_change()

    def begin_selection(self) -> None:
        """Begin a selection at the cursor, or cancel the pending one."""
        if self._pending_kind == "select":
            self.cancel_drawing()
            self._editor.brush = "freehand"
            self._history.notify_change()
        else:
            self._begin_shape("select")

    @property
    def selection(self) -> Area | None:
        """The rectangle of selected cells, or None if no cells are selected."""
        drawing = self.pending
        if drawing is None or drawing.kind != "select":
            return None
        return Area.from_corners(drawing.start, drawing.end)

    def _begin_shape(self, shape: Shape) -> None:
        self._begin_drawing(shape, self._cursor)
        self._editor.brush = shape
        self._history.notify_change()

    @property
    def _pending_kind(self) -> EditKind | None:
        return self.pending.kind if self.pending is not None else None

    def fill_region(self) -> None:
        """Use the selected tool to fill the region of connected, identical cells at the cursor."""
        self.cancel_drawing()
        if self._editor.weight_brush is not None:
            self.weight_painter.fill_region(self._cursor)
            return
        tool = self._editor.tool
        cells = draw_tools.find_region(self._game, self._history.board, tool, self._cursor)
        board = draw_tools.draw_cells(self._game, self._history.board, tool, cells, self.mirror)
        self._change_board(f"fill {len(cells)} with {tool.title}", board)

    def pick_tool(self) -> None:
        """Select the tool that draws the content of the cell at the cursor."""
        if self._editor.weight_brush is not None:
            self.weight_painter.pick_weight(self._cursor)
            return
        tool = draw_tools.pick_tool(self._game, self._history.board, self._cursor)
        if tool is None:
            self._history.notice = "No tool draws this cell."
        else:
            self._editor.select_tool(tool)
            self._history.show_notice(f"Picked {tool.title}.")

    def move_object(self) -> None:
        """Pick up the piece or, if there is none, the tile at the cursor, or put it down again."""
        if self._pending_kind == "move":
            self.apply_drawing()
        elif self._editor.weight_brush is not None:
            self._history.show_notice("Weights cannot be moved. Paint or erase them.")
        elif draw_tools.find_movable(self._game, self._history.board, self._cursor) is None:
            self._history.show_notice("There is nothing to move here.")
        else:
            self._begin_drawing("move", self._cursor)
            self._history.notify_change()

    def select_next_mirror(self) -> None:
        """Select the next symmetry with which strokes are repeated."""
        self._editor.select_next_mirror(self._history.board)
        self._history.show_notice(f"mirror: {self.mirror.title}")

    def press_button(self, cell: Cell, button: int) -> None:
        """Handle a mouse press on a cell. Pressing a second button cancels the pending edit."""
        drawing = self.pending
        if drawing is not None and (drawing.button or button != LEFT):
            self.cancel_drawing()
        elif self._playback.is_editing:
            self._editor.place_cursor(self._history.board, *cell)
            self._press_editing(cell, button)
        elif button == LEFT and self.can_draw and cell in self._history.picture.pieces:
            self._begin_drawing("move", cell, button)

    def _press_editing(self, cell: Cell, button: int) -> None:
        brush = self._editor.brush
        # After picking a tool, return to freehand, so that the tool can be used immediately.
        if button == MIDDLE or (button == LEFT and brush == "pick"):
            self.pick_tool()
            self._editor.brush = "freehand" if brush == "pick" else brush
        elif button == RIGHT:
            self._begin_drawing("erase", cell, button)
        elif brush == "fill":
            self.fill_region()
        elif brush in ("line", "rectangle", "filled", "select"):
            self._begin_drawing(brush, cell, button)
        elif self._editor.weight_brush is None and (
            brush == "move" or cell in self._history.picture.pieces
        ):
            self._begin_drawing("move", cell, button)
        else:
            self._begin_drawing("freehand", cell, button)

    def release_button(self) -> None:
        """Handle the release of a mouse button by applying the edit that was drawn with it."""
        drawing = self.pending
        if drawing is None or not drawing.button:
            return
        if drawing.kind == "move" and not drawing.has_left_start:
            # The user clicked on a piece without dragging it, so draw there as on any other cell.
            self._editor.pending = None
            if self._playback.is_editing and self._editor.brush != "move":
                self.paint_cell()
        else:
            self.apply_drawing()

    def _begin_drawing(self, kind: EditKind, cell: Cell, button: int = 0) -> None:
        self._editor.pending = PendingEdit(kind, self._history.board, (cell,), button)

    def extend_drawing(self, cell: Cell) -> None:
        """Extend the pending edit, if any, to a cell that the cursor or the pointer has reached."""
        drawing = self.pending
        if drawing is not None:
            self._editor.pending = drawing.extend_to(cell)

    def apply_drawing(self) -> None:
        """Apply the pending edit, if any. A selection stays pending until it is used."""
        drawing, self._editor.pending = self.pending, None
        if drawing is None:
            return
        if drawing.kind == "select":
            self._editor.pending = replace(drawing, button=0)
            self._history.notify_change()
            return
        if self._editor.weight_brush is not None:
            self.weight_painter.apply_drawing(drawing)
            return
        tool = self._editor.tool
        if drawing.kind == "move" and drawing.start == drawing.end:
            self._history.show_notice("Put back where it was.")
            return
        try:
            board = drawing.apply_to_board(self._game, tool, self.mirror)
        except EngineError as error:
            self._history.show_notice(str(error))
        else:
            self._change_board(drawing.format_title(self._game, tool), board)

    def cancel_drawing(self) -> bool:
        """Cancel the pending edit, if any, and return whether there was one."""
        drawing, self._editor.pending = self.pending, None
        if drawing is None:
            return False
        selected = drawing.kind == "select"
        notice = (
            "Selection cancelled."
            if selected
            else (f"{TITLES[drawing.kind].capitalize()} cancelled.")
        )
        self._history.show_notice(notice)
        return True

    def transform_board(self, transform: Transform) -> None:
        """Rotate, mirror, crop or resize the whole board."""
        self.cancel_drawing()
        try:
            board = transform.transform_board(self._game, self._history.board)
        except EngineError as error:
            self._history.show_notice(str(error))
            return
        cell = transform.map_cell(self._game, self._history.board, self._cursor)
        gone = transform.describe_losses(self._game, self._history.board, board)
        level = self._history.level.with_edited_board(board)
        if level.intended is not None:
            # The intended solution would not win on the new board unless it is transformed too.
            line = transform.map_moves(self._game, self._history.board, level.intended)
            level = replace(level, intended=line)
        self._history.notice = ""
        if gone:
            back = f"{get_key_hint('design.undo')} brings it back"
            self._history.notice = f"{transform.title} removed {gone} ({back})."
        painted = self._history.level.next_weights
        if painted:
            moved = transform.map_weights(self._game, self._history.board, painted)
            level = level.with_next_weights(moved)
        self._add_version(transform.title, level)
        self._editor.place_cursor(self._history.board, *cell)

    def symmetrize_board(self, part: str, mirror: Mirror, area: Area | None = None) -> None:
        """Make ``part`` of the board, such as its walls, symmetric everywhere or only in ``area``.

        A notice reports the symmetry before and after.
        """
        self.cancel_drawing()
        board, symmetrizing = self._history.board, self._game.boards.symmetrizer
        assert symmetrizing is not None
        try:
            before = symmetrizing.cut_area(board, area) if area is not None else board
            after = symmetrizing.make_symmetric(before, part, mirror.symmetries)
        except EngineError as error:
            self._history.show_notice(str(error))
            return
        measure = symmetrizing.measure_symmetry
        was, now = measure(before, part), measure(after, part)
        where = f" in {area.corners}" if area is not None else ""
        name = f"{part} symmetric, {mirror.title}{where}"
        self._history.notice = f"{name}: {was:.2f} → {now:.2f}"
        board = symmetrizing.paste_area(board, area, after) if area is not None else after
        self._change_board(name, board)

    def _change_board(self, name: str, board: Board) -> None:
        self._add_version(name, self._history.level.with_edited_board(board))

    def _add_version(self, name: str, level: Level) -> None:
        if compute_digest(level.board) == self._history.verdicts.digest:
            self._history.show_notice("Nothing changed: the board already looks like this.")
        else:
            self._history.add_version(name, level, self._history.document.attachment)

    def draw_overlay(self, view: View) -> View:
        """Draw the pending edit over a view of the board as if it had been applied."""
        drawing = self.pending
        if self._playback.is_editing and self._editor.weight_brush is not None:
            return self.weight_painter.draw_overlay(view, drawing)
        if self._playback.is_editing and drawing is None:
            notes = [view.caption]
            if self._editor.brush != "freehand":
                notes.append(f"brush: {self._editor.brush}")
            if self.mirror.symmetries:
                notes.append(f"mirror: {self.mirror.title}")
            return replace(view, caption=" · ".join(notes))
        if drawing is None or (
            not self._playback.is_editing and not (drawing.has_left_start and self.can_draw)
        ):
            return view
        return self._draw_preview(drawing, view)

    def _draw_preview(self, drawing: PendingEdit, view: View) -> View:
        before = self._history.picture
        title = drawing.format_title(self._game, self._editor.tool)
        try:
            board = drawing.apply_to_board(self._game, self._editor.tool, self.mirror)
            after = self._game.boards.draw_picture(board)
        except EngineError as error:
            after, title = before, str(error)
        changed = find_changed_cells(before, after) | (before.locked ^ after.locked)
        marks = dict.fromkeys(changed, "preview")
        if drawing.kind == "move":
            marks[drawing.start] = "held"
        if drawing.kind == "select":
            marks = dict.fromkeys(drawing.list_cells(), "preview")
            what = ("design.symmetrize", "design.keep-selection", "design.renew-selection")
            symmetric, keep, renew = map(get_key_hint, what)
            caption = f"{title}: {symmetric} make symmetric, {keep} keep, {renew} regenerate"
            return View(before, caption, marks=marks)
        ends = "release" if drawing.button else get_key_hint("edit.paint")
        ways = f"{ends} applies, {get_key_hint('design.cancel')} cancels"
        # Redrawing two sides of a rectangle at each step would be too much for a slow connection,
        # so only mark its cells.
        shown = before if drawing.kind in ("rectangle", "filled") else after
        return View(shown, f"{title}: {ways}", marks=marks)
