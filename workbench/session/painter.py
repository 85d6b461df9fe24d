"""Changing the board of one document by hand, with the keyboard or with the mouse.

What takes more than one key or a drag is begun, followed, and then finished or put back; until
it is finished it is only shown (:meth:`LevelPainter.over`), and the document knows nothing of it.
"""

from __future__ import annotations

from dataclasses import replace

from engine.edit import editing
from engine.edit.editing import Mirror
from engine.edit.transforms import Transform
from engine.errors import EngineError
from engine.values.grid import Area, Cell
from engine.values.level import Board, Level, board_digest
from engine.values.picture import differences
from workbench.commands.keymap import key
from workbench.session.editing import TITLES, Kind, PendingEdit, Shape
from workbench.session.playback import Playback, SessionPart
from workbench.session.players import View
from workbench.session.weighing import Weighing

LEFT, MIDDLE, RIGHT = 1, 2, 3
"""Mouse buttons."""


class LevelPainter(SessionPart):
    """Draws on the level with the tools of edit mode.

    Attributes:
        weighing: paints weights in place of a tool, if the editor has one chosen.
    """

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self.weighing = Weighing(playback)

    @property
    def drawing(self) -> PendingEdit | None:
        """What was begun on the board that stands, and not applied yet."""
        drawing = self._editor.drawing
        return drawing if drawing is not None and drawing.board is self._history.board else None

    @property
    def mirror(self) -> Mirror:
        """How drawing is repeated on the board."""
        return self._editor.mirror_on(self._history.board)

    @property
    def dragging(self) -> bool:
        """Whether something is being drawn with a button of the mouse held."""
        return self.drawing is not None and self.drawing.button != 0

    @property
    def can_draw(self) -> bool:
        """Whether the board shows the level itself, so that a piece can be taken from it."""
        return self._playback.at_end or self._playback.shows_level

    @property
    def _cursor(self) -> Cell:
        return self._editor.row, self._editor.col

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
            self._editor.brush = "freehand"
            self._history.changed()
        else:
            self._begin_shape("line")

    def draw_rectangle(self) -> None:
        """Begin a rectangle at the cursor; while one is drawn, fill it, or no longer."""
        drawing = self.drawing
        if drawing is None or drawing.kind not in ("rectangle", "filled"):
            self._begin_shape("rectangle")
            return
        shape: Shape = "rectangle" if drawing.kind == "filled" else "filled"
        self._editor.drawing = replace(drawing, kind=shape)
        self._editor.brush = shape
        self._history.changed()

    def select(self) -> None:
        """Begin to select cells at the cursor; while some are selected, no longer."""
        if self._drawn_kind == "select":
            self.put_back()
            self._editor.brush = "freehand"
            self._history.changed()
        else:
            self._begin_shape("select")

    @property
    def selection(self) -> Area | None:
        """The rectangle of the cells that are selected; None for the whole board."""
        drawing = self.drawing
        if drawing is None or drawing.kind != "select":
            return None
        return Area.between(drawing.start, drawing.end)

    def _begin_shape(self, shape: Shape) -> None:
        self._begin_drawing(shape, self._cursor)
        self._editor.brush = shape
        self._history.changed()

    @property
    def _drawn_kind(self) -> Kind | None:
        return self.drawing.kind if self.drawing is not None else None

    def fill(self) -> None:
        """Put the chosen tool on all cells like the cursor's that are connected with it."""
        self.put_back()
        if self._editor.weighing is not None:
            self.weighing.fill(self._cursor)
            return
        tool = self._editor.tool
        cells = editing.region(self._game, self._history.board, tool, self._cursor)
        board = editing.drawn(self._game, self._history.board, tool, cells, self.mirror)
        self._edited(f"fill {len(cells)} with {tool.title}", board)

    def pick(self) -> None:
        """Take the tool from the cell of the cursor."""
        if self._editor.weighing is not None:
            self.weighing.pick(self._cursor)
            return
        tool = editing.picked(self._game, self._history.board, self._cursor)
        if tool is None:
            self._history.notice = "no tool draws this"
        else:
            self._editor.choose(tool)
            self._history.say(f"picked {tool.title}")

    def move(self) -> None:
        """Pick up the piece, else the tile, of the cell of the cursor; put it down if one is."""
        if self._drawn_kind == "move":
            self.apply_drawing()
        elif self._editor.weighing is not None:
            self._history.say("weights are painted and erased, not moved")
        elif editing.movable(self._game, self._history.board, self._cursor) is None:
            self._history.say("nothing to move here")
        else:
            self._begin_drawing("move", self._cursor)
            self._history.changed()

    def turn_mirror(self) -> None:
        """Repeat what is drawn in the next way."""
        self._editor.turn_mirror(self._history.board)
        self._history.say(f"mirror: {self.mirror.title}")

    # With the mouse.

    def press(self, cell: Cell, button: int) -> None:
        """A mouse button went down on a cell; a second one puts back what the first began."""
        drawing = self.drawing
        if drawing is not None and (drawing.button or button != LEFT):
            self.put_back()
        elif self._playback.editing:
            self._editor.place(self._history.board, *cell)
            self._press_editing(cell, button)
        elif button == LEFT and self.can_draw and cell in self._history.picture.pieces:
            self._begin_drawing("move", cell, button)

    def _press_editing(self, cell: Cell, button: int) -> None:
        brush = self._editor.brush
        if button == MIDDLE or (button == LEFT and brush == "pick"):
            self.pick()
            self._editor.brush = "freehand" if brush == "pick" else brush
        elif button == RIGHT:
            self._begin_drawing("erase", cell, button)
        elif brush == "fill":
            self.fill()
        elif brush in ("line", "rectangle", "filled", "select"):
            self._begin_drawing(brush, cell, button)
        elif self._editor.weighing is None and (
            brush == "move" or cell in self._history.picture.pieces
        ):
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
            self._editor.drawing = None
            if self._playback.editing and self._editor.brush != "move":
                self.paint()
        else:
            self.apply_drawing()

    # Both.

    def _begin_drawing(self, kind: Kind, cell: Cell, button: int = 0) -> None:
        self._editor.drawing = PendingEdit(kind, self._history.board, (cell,), button)

    def follow(self, cell: Cell) -> None:
        """The cursor or the pointer came to a cell: what is being drawn goes along."""
        drawing = self.drawing
        if drawing is not None:
            self._editor.drawing = drawing.to(cell)

    def apply_drawing(self) -> None:
        """Apply what is being drawn."""
        drawing, self._editor.drawing = self.drawing, None
        if drawing is None:
            return
        if drawing.kind == "select":
            self._editor.drawing = replace(drawing, button=0)
            self._history.changed()
            return
        if self._editor.weighing is not None:
            self.weighing.apply(drawing)
            return
        tool = self._editor.tool
        if drawing.kind == "move" and drawing.start == drawing.end:
            self._history.say("put back")
            return
        try:
            board = drawing.drawn(self._game, tool, self.mirror)
        except EngineError as error:
            self._history.say(str(error))
        else:
            self._edited(drawing.title(self._game, tool), board)

    def put_back(self) -> bool:
        """Forget what is being drawn; False if nothing is."""
        drawing, self._editor.drawing = self.drawing, None
        if drawing is None:
            return False
        selected = drawing.kind == "select"
        self._history.say("nothing selected" if selected else f"{TITLES[drawing.kind]} put back")
        return True

    def transform(self, transform: Transform) -> None:
        """Turn, mirror, crop or resize the whole board."""
        self.put_back()
        try:
            board = transform.of(self._game, self._history.board)
        except EngineError as error:
            self._history.say(str(error))
            return
        cell = transform.cell(self._game, self._history.board, self._cursor)
        gone = transform.losses(self._game, self._history.board, board)
        level = self._history.level.with_edited_board(board)
        if level.intended is not None:
            line = transform.moves(self._game, self._history.board, level.intended)
            level = replace(level, intended=line)
        self._history.notice = ""
        if gone:
            back = f"{key('design.undo')} brings back"
            self._history.notice = f"{transform.title} took away {gone} ({back})"
        painted = self._history.level.painted
        if painted:
            moved = transform.weights(self._game, self._history.board, painted)
            level = level.with_painted(moved)
        self._put(transform.title, level)
        self._editor.place(self._history.board, *cell)

    def symmetrize(self, part: str, mirror: Mirror, area: Area | None = None) -> None:
        """Make a part of the board, or of an area, symmetric; say how symmetric it was and is."""
        self.put_back()
        board, symmetrizing = self._history.board, self._game.boards.symmetrizing
        assert symmetrizing is not None
        try:
            before = symmetrizing.cut(board, area) if area is not None else board
            after = symmetrizing.symmetric(before, part, mirror.symmetries)
        except EngineError as error:
            self._history.say(str(error))
            return
        was, now = symmetrizing.share(before, part), symmetrizing.share(after, part)
        where = f" in {area.words}" if area is not None else ""
        name = f"{part} symmetric, {mirror.title}{where}"
        self._history.notice = f"{name}: {was:.2f} → {now:.2f}"
        self._edited(name, symmetrizing.pasted(board, area, after) if area is not None else after)

    def _edited(self, name: str, board: Board) -> None:
        self._put(name, self._history.level.with_edited_board(board))

    def _put(self, name: str, level: Level) -> None:
        if board_digest(level.board) == self._history.verdicts.digest:
            self._history.say("that is there already")
        else:
            self._history.put(name, level, self._history.document.attachment)

    # What it would look like.

    def over(self, view: View) -> View:
        """What the board shows, with what is being drawn as it would be."""
        drawing = self.drawing
        if self._playback.editing and self._editor.weighing is not None:
            return self.weighing.over(view, drawing)
        if self._playback.editing and drawing is None:
            notes = [view.caption]
            if self._editor.brush != "freehand":
                notes.append(f"brush: {self._editor.brush}")
            if self.mirror.symmetries:
                notes.append(f"mirror: {self.mirror.title}")
            return replace(view, caption=" · ".join(notes))
        if drawing is None or (not self._playback.editing and not (drawing.left and self.can_draw)):
            return view
        return self._preview(drawing, view)

    def _preview(self, drawing: PendingEdit, view: View) -> View:
        before = self._history.picture
        title = drawing.title(self._game, self._editor.tool)
        try:
            after = self._game.boards.picture(
                drawing.drawn(self._game, self._editor.tool, self.mirror)
            )
        except EngineError as error:
            after, title = before, str(error)
        changed = differences(before, after) | (before.locked ^ after.locked)
        marks = dict.fromkeys(changed, "preview")
        if drawing.kind == "move":
            marks[drawing.start] = "held"
        if drawing.kind == "select":
            marks = dict.fromkeys(drawing.shape(), "preview")
            what = ("design.symmetrize", "design.keep-selection", "design.renew-selection")
            symmetric, keep, renew = map(key, what)
            caption = f"{title}: {symmetric} symmetric, {keep} keeps it, {renew} makes it anew"
            return View(before, caption, marks=marks)
        ends = "release" if drawing.button else key("edit.paint")
        ways = f"{ends} applies, {key('design.cancel')} cancels"
        # Two sides of a rectangle move at once; drawn in full they cost a slow link too much.
        shown = before if drawing.kind in ("rectangle", "filled") else after
        return View(shown, f"{title}: {ways}", marks=marks)
