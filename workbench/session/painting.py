"""Changing the board of one document by hand, with the keyboard or with the mouse.

What takes more than one key or a drag is begun, followed, and then finished or put back; until
it is finished it is only shown (:meth:`Painting.view`), and the document knows nothing of it.
"""

from __future__ import annotations

from dataclasses import replace

from engine.edit import editing
from engine.edit.editing import Mirror
from engine.edit.transforms import Transform
from engine.errors import EngineError
from engine.values.grid import Cell
from engine.values.level import Board, board_digest
from engine.values.picture import Picture, differences
from workbench.commands.keymap import key
from workbench.session.drawing_tools import TITLES, Drawing, Kind, Shape
from workbench.session.playback import View
from workbench.session.versions import Versions

LEFT, MIDDLE, RIGHT = 1, 2, 3
"""Mouse buttons."""


class Painting(Versions):
    """What the tools of edit mode do to the level."""

    @property
    def drawing(self) -> Drawing | None:
        """What was begun on the board that stands, and not applied yet."""
        drawing = self.editor.drawing
        return drawing if drawing is not None and drawing.board is self.board else None

    @property
    def mirror(self) -> Mirror:
        """How drawing is repeated on the board."""
        return self.editor.mirror_on(self.board)

    @property
    def dragging(self) -> bool:
        """Whether something is being drawn with a button of the mouse held."""
        return self.drawing is not None and self.drawing.button != 0

    @property
    def can_draw(self) -> bool:
        """Whether the board shows the level itself, so that a piece can be taken from it."""
        player = self._timeline
        at_end = self.mode == "timeline" and player is not None and player.place >= player.length
        return self.shows_level or at_end

    @property
    def _cursor(self) -> Cell:
        return self.editor.row, self.editor.col

    # With the keyboard.

    def paint(self) -> None:
        """Apply what is being drawn, else put the chosen tool on the cell of the cursor."""
        if self.drawing is None:
            self._begin_drawing("freehand", self._cursor)
        self.apply_drawing()

    def erase(self) -> None:
        """Take away what is on the cell of the cursor."""
        self._begin_drawing("erase", self._cursor)
        self.apply_drawing()

    def draw_line(self) -> None:
        """Begin a line at the cursor; while one is drawn, back to drawing freehand."""
        if self._drawn_kind == "line":
            self.put_back()
            self.editor.brush = "freehand"
            self._changed()
        else:
            self._begin_shape("line")

    def draw_rectangle(self) -> None:
        """Begin a rectangle at the cursor; while one is drawn, fill it, or no longer."""
        drawing = self.drawing
        if drawing is None or drawing.kind not in ("rectangle", "filled"):
            self._begin_shape("rectangle")
            return
        shape: Shape = "rectangle" if drawing.kind == "filled" else "filled"
        self.editor.drawing = replace(drawing, kind=shape)
        self.editor.brush = shape
        self._changed()

    def _begin_shape(self, shape: Shape) -> None:
        self._begin_drawing(shape, self._cursor)
        self.editor.brush = shape
        self._changed()

    @property
    def _drawn_kind(self) -> Kind | None:
        return self.drawing.kind if self.drawing is not None else None

    def fill(self) -> None:
        """Put the chosen tool on all cells like the cursor's that are connected with it."""
        self.put_back()
        tool = self.editor.tool
        cells = editing.region(self.game, self.board, tool, self._cursor)
        board = editing.drawn(self.game, self.board, tool, cells, self.mirror)
        self._edited(f"fill {len(cells)} with {tool.title}", board)

    def pick(self) -> None:
        """Take the tool from the cell of the cursor."""
        tool = editing.picked(self.game, self.board, self._cursor)
        if tool is None:
            self.notice = "no tool draws this"
        else:
            self.editor.choose(tool)
            self.notice = f"picked {tool.title}"
        self._changed()

    def move(self) -> None:
        """Pick up the piece, else the tile, of the cell of the cursor; put it down if one is."""
        if self._drawn_kind == "move":
            self.apply_drawing()
        elif editing.movable(self.game, self.board, self._cursor) is None:
            self.notice = "nothing to move here"
            self._changed()
        else:
            self._begin_drawing("move", self._cursor)
            self._changed()

    def turn_mirror(self) -> None:
        """Repeat what is drawn in the next way."""
        self.editor.turn_mirror(self.board)
        self.notice = f"mirror: {self.mirror.title}"
        self._changed()

    # With the mouse.

    def press(self, cell: Cell, button: int) -> None:
        """A mouse button went down on a cell; a second one puts back what the first began."""
        drawing = self.drawing
        if drawing is not None and (drawing.button or button != LEFT):
            self.put_back()
        elif self.mode == "edit":
            self.editor.place(self.board, *cell)
            self._press_editing(cell, button)
        elif (
            button == LEFT and self.can_draw and cell in self.game.boards.picture(self.board).pieces
        ):
            self._begin_drawing("move", cell, button)

    def _press_editing(self, cell: Cell, button: int) -> None:
        brush = self.editor.brush
        if button == MIDDLE or (button == LEFT and brush == "pick"):
            self.pick()
            self.editor.brush = "freehand" if brush == "pick" else brush
        elif button == RIGHT:
            self._begin_drawing("erase", cell, button)
        elif brush == "fill":
            self.fill()
        elif brush in ("line", "rectangle", "filled"):
            self._begin_drawing(brush, cell, button)
        elif brush == "move" or cell in self.game.boards.picture(self.board).pieces:
            self._begin_drawing("move", cell, button)
        else:
            self._begin_drawing("freehand", cell, button)

    def release(self) -> None:
        """The mouse button came up again: apply what it drew."""
        drawing = self.drawing
        if drawing is None or not drawing.button:
            return
        if drawing.kind == "move" and not drawing.left:
            # A piece that was clicked, not dragged, is drawn over like everything else.
            self.editor.drawing = None
            if self.mode == "edit" and self.editor.brush != "move":
                self.paint()
        else:
            self.apply_drawing()

    # Both.

    def _begin_drawing(self, kind: Kind, cell: Cell, button: int = 0) -> None:
        self.editor.drawing = Drawing(kind, self.board, (cell,), button)

    def follow(self, cell: Cell) -> None:
        """The cursor or the pointer came to a cell: what is being drawn goes along."""
        drawing = self.drawing
        if drawing is not None:
            self.editor.drawing = drawing.to(cell)

    def apply_drawing(self) -> None:
        """Apply what is being drawn."""
        drawing, self.editor.drawing = self.drawing, None
        if drawing is None:
            return
        tool = self.editor.tool
        if drawing.kind == "move" and drawing.start == drawing.end:
            self.notice = "put back"
            self._changed()
            return
        try:
            board = drawing.drawn(self.game, tool, self.mirror)
        except EngineError as error:
            self.notice = str(error)
            self._changed()
        else:
            self._edited(drawing.title(self.game, tool), board)

    def put_back(self) -> bool:
        """Forget what is being drawn; False if nothing is."""
        drawing, self.editor.drawing = self.drawing, None
        if drawing is None:
            return False
        self.notice = f"{TITLES[drawing.kind]} put back"
        self._changed()
        return True

    def transform(self, transform: Transform) -> None:
        """Turn, mirror, crop or resize the whole board."""
        self.put_back()
        try:
            board = transform.of(self.game, self.board)
        except EngineError as error:
            self.notice = str(error)
            self._changed()
            return
        place = transform.cell(self.game, self.board, self._cursor)
        gone = transform.losses(self.game, self.board, board)
        self.notice = ""
        if gone:
            back = f"{key('design.undo')} brings back"
            self.notice = f"{transform.title} took away {gone} ({back})"
        self._edited(transform.title, board)
        self.editor.place(self.board, *place)

    def _edited(self, name: str, board: Board) -> None:
        if board_digest(board) == self.verdicts.digest:
            self.notice = "that is there already"
            self._changed()
        else:
            self.change(name, board)

    # What it would look like.

    def view(self) -> View:
        """What the board shows now; with what is being drawn as it would be."""
        view = super().view()
        drawing = self.drawing
        if self.mode == "edit" and drawing is None:
            notes = [view.caption]
            if self.editor.brush != "freehand":
                notes.append(f"brush: {self.editor.brush}")
            if self.mirror.symmetries:
                notes.append(f"mirror: {self.mirror.title}")
            return replace(view, caption=" · ".join(notes))
        if drawing is None or (self.mode != "edit" and not (drawing.left and self.can_draw)):
            return view
        return self._preview(drawing, view)

    def _preview(self, drawing: Drawing, view: View) -> View:
        before = self.game.boards.picture(self.board)
        title = drawing.title(self.game, self.editor.tool)
        try:
            after = self.game.boards.picture(
                drawing.drawn(self.game, self.editor.tool, self.mirror)
            )
        except EngineError as error:
            after, title = before, str(error)
        marks = dict.fromkeys(_changed_cells(before, after), "preview")
        if drawing.kind == "move":
            marks[drawing.start] = "held"
        ends = "release" if drawing.button else key("edit.paint")
        ways = f"{ends} applies, {key('design.cancel')} cancels"
        # Two sides of a rectangle move at once; drawn in full they cost a slow link too much.
        shown = before if drawing.kind in ("rectangle", "filled") else after
        return View(shown, f"{title}: {ways}", marks=marks)


def _changed_cells(before: Picture, after: Picture) -> frozenset[Cell]:
    return differences(before, after) | (before.locked ^ after.locked)
