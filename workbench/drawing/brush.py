"""The painting of one picture, cell by cell, onto a canvas of terminal columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.style import Style

from engine.values.grid import DIRECTIONS, DOWN, LEFT, UP, Cell
from engine.values.picture import Picture
from workbench.drawing import cells
from workbench.drawing.cells import Canvas, Column, beside, fills, solid, under
from workbench.theme.scales import SIZES, Scale, middle
from workbench.theme.theming import Look, Theme

YIELDING = frozenset({"blamed", "changed"})
"""Marks whose signs give way to what is on the cell: they tell of the last event only."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A push at the end of a line of cells, drawn at the edge where it begins.

    Attributes:
        cell: the cell at that end.
        direction: in which direction it pushes, as numbered in :mod:`engine.values.grid`.
        state: ``allowed``, ``refused``, ``fatal`` or ``chosen``.
        label: its key, one character drawn before it; empty for none.
    """

    cell: Cell
    direction: int
    state: str = "allowed"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn over a picture.

    Attributes:
        cursor: the cell with the cursor, shown by brackets and by reversing.
        heat: a heat map, values from 0 to 1 by cell.
        heat_text: the numbers in it, at most three columns; a digit 0 to 9 by default.
        marks: names of the theme's ``[marks]`` by cell, such as ``problem`` or ``changed``.
    """

    cursor: Cell | None = None
    heat: Mapping[Cell, float] = field(default_factory=dict)
    heat_text: Mapping[Cell, str] = field(default_factory=dict)
    marks: Mapping[Cell, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()


class Brush:
    """Draws one picture with one theme."""

    def __init__(self, picture: Picture, theme: Theme, game: str, overlay: Overlay) -> None:
        self._picture = picture
        self._theme = theme
        self._game = game
        self._overlay = overlay
        self._gates: dict[Cell, list[int]] = {}
        for row, col, direction in sorted(picture.gates):
            self._gates.setdefault((row, col), []).append(direction)

    def canvas(self, scale: Scale) -> Canvas:
        """The whole picture, with the cursor and, where cells are large, gates on their edges."""
        width, height = SIZES[scale]
        canvas: Canvas = [[] for _ in range(self._picture.rows * height)]
        for row in range(self._picture.rows):
            for col in range(self._picture.cols):
                for down, columns in enumerate(self.cell((row, col), scale)):
                    canvas[row * height + down] += columns
        if self.cursor is not None:
            row, col = self.cursor
            self.put_cursor(canvas, self.cursor, scale, col * width, row * height)
        for gate in sorted(self._picture.gates) if scale != "compact" else ():
            self._edge_gate(canvas, gate, scale)
        return canvas

    def cell(self, cell: Cell, scale: Scale) -> Canvas:
        """One cell, without the gates on its edges."""
        if scale == "compact":
            return [[*self._compact_cell(cell)]]
        tile, piece = self._tile(cell), self._piece(cell)
        yields = self._yields(cell)
        heat, mark = self._heat(cell), self._mark(cell)
        return cells.draw(scale, tile, piece, heat=heat, mark=mark, mark_yields=yields)

    def narrow(self, cell: Cell) -> Column:
        """One cell in one column."""
        first, second = self._compact_cell(cell)
        if second[0]:
            return first
        look = self._piece(cell) or self._tile(cell)
        return look.narrow, first[1]

    def put_cursor(self, canvas: Canvas, cell: Cell, scale: Scale, x: int, y: int) -> None:
        """Draws the cursor on a cell that was drawn at a column and line of a canvas."""
        if scale == "compact":
            self._compact_cursor(canvas, cell, x, y)
        else:
            self._large_cursor(canvas, scale, x, y)

    @property
    def cursor(self) -> Cell | None:
        """The cursor, if it is on the board."""
        cell, picture = self._overlay.cursor, self._picture
        inside = cell is not None and picture.has(cell)
        return cell if inside else None

    # What a cell holds.

    def _tile(self, cell: Cell) -> Look:
        return self._theme.look(self._game, self._picture.tiles[cell[0]][cell[1]])

    def _piece(self, cell: Cell) -> Look | None:
        piece = self._picture.pieces.get(cell)
        return None if piece is None else self._theme.look(self._game, piece.name)

    def _mark(self, cell: Cell) -> Look | None:
        name = self._overlay.marks.get(cell)
        if name is None and cell in self._picture.locked:
            name = "locked"
        return None if name is None else self._theme.mark(name)

    def _yields(self, cell: Cell) -> bool:
        """Whether the sign of a cell's mark gives way to what is drawn there."""
        return self._overlay.marks.get(cell) in YIELDING

    def _gate(self, cell: Cell) -> Look | None:
        directions = self._gates.get(cell)
        if directions is None:
            return None
        name = "several" if len(directions) > 1 else DIRECTIONS[directions[0]]
        return self._theme.look(self._game, f"gate-{name}")

    def _heat(self, cell: Cell) -> tuple[str, Style] | None:
        value = self._overlay.heat.get(cell)
        if value is None:
            return None
        digit = str(min(9, max(0, int(value * 10))))
        return self._overlay.heat_text.get(cell, digit)[:3], self._theme.heat(value)

    # Two columns a cell.

    def _compact_cell(self, cell: Cell) -> tuple[Column, Column]:
        tile, piece, heat = self._tile(cell), self._piece(cell), self._heat(cell)
        (first, second), narrow = tile.columns, tile.narrow
        style = second_style = tile.style
        if heat is not None:
            text = _brief(heat[0]).rjust(2)
            first, second = text[0], text[1]
            # In one column a difference keeps its sign, a larger number shows only that it is one.
            narrow = second if first == " " else first if first in "+-" else "+"
            style = second_style = style + heat[1]
            if first == " " and fills(tile):
                first, style = tile.narrow, tile.style
        ground = second_style
        if piece is not None:
            narrow = piece.narrow
            style += piece.style
            if tile.through:
                # What lies under the piece is part of the position: mud stays visible.
                first, second = narrow, tile.columns[1]
            else:
                first, second = piece.columns
                second_style = style
        mark, gate = self._mark(cell), self._gate(cell)
        if mark is not None:
            shown = bool(mark.narrow) and (heat is None or piece is not None)
            if piece is not None and tile.through and cell not in self._overlay.marks:
                shown = False  # what a locked piece stands on is worth more than the lock's sign
            if second != " " and self._yields(cell) and (piece is not None or not fills(tile)):
                shown = False
            if shown:
                first, second = narrow, mark.narrow
            # Beside a number a chip keeps its ground, which distinguishes the digits of the two.
            chip = shown and piece is not None and piece.style.bgcolor is not None
            if not chip and (piece is not None or not solid(tile) or first != tile.narrow):
                style = beside(style, mark)
            second_style = under(second_style, mark) if shown else beside(second_style, mark)
        if gate is not None:
            # Its colour was chosen for the ground, not for pieces and marks.
            beneath = Style.null() if mark is None else mark.style.without_color
            first, second = narrow, gate.narrow
            # It stands where a mark's sign would; that one gets the place of bare ground.
            bare = piece is None and heat is None and not fills(tile)
            if mark is not None and bare and cell in self._overlay.marks:
                first, style = mark.narrow or first, under(ground, mark)
            second_style = ground + beneath + gate.style
        return (first, style), (second, second_style)

    def _compact_cursor(self, canvas: Canvas, cell: Cell, x: int, y: int) -> None:
        line, (row, col) = canvas[y], cell
        cursor = self._theme.style("cursor")
        if not line[x + 1][0]:
            # Pictures are not reversed by most terminals, and leave no room for the bracket.
            look = self._piece(cell) or self._tile(cell)
            line[x] = (look.narrow, line[x][1])
            line[x + 1] = (" ", line[x + 1][1])
        text, style = line[x]
        line[x] = (text, style + cursor)
        # The brackets give way to what must be read: gates, marks and numbers.
        for column, owner, bracket in ((x - 1, (row, col - 1), "["), (x + 1, cell, "]")):
            if column < 0 or owner in self._gates or owner in self._overlay.heat:
                continue
            if line[column][0]:
                self._bracket(line, column, bracket)

    # Larger cells.

    def _large_cursor(self, canvas: Canvas, scale: Scale, x: int, y: int) -> None:
        right, down = middle(scale)
        line = canvas[y + down]
        for column in (x + right, x + right + 1):
            text, style = line[column]
            line[column] = (text, style + self._theme.style("cursor"))
        self._bracket(line, x, "[")
        self._bracket(line, x + SIZES[scale][0] - 1, "]")

    def _bracket(self, line: list[Column], column: int, bracket: str) -> None:
        under, own = line[column][1], self._theme.style("bracket")
        # Its colour was chosen for the ground: on whatever has a background, that one's ink is.
        line[column] = (bracket, under + (own if under.bgcolor is None else own.without_color))

    def _edge_gate(self, canvas: Canvas, gate: tuple[int, int, int], scale: Scale) -> None:
        row, col, direction = gate
        look = self._theme.look(self._game, f"gate-{DIRECTIONS[direction]}")
        row -= direction == UP
        col -= direction == LEFT
        if row < 0 or col < 0:
            return
        (width, height), (right, down) = SIZES[scale], middle(scale)
        x, y = col * width, row * height
        upright, level = self._theme.symbol("gate-upright"), self._theme.symbol("gate-level")
        if direction in (UP, DOWN):
            spots = [(x + at, y + height - 1, level) for at in range(width - 1)]
            arrow = x + right, y + height - 1, look.narrow
        else:
            spots = [(x + width - 1, y + at, upright) for at in range(height)]
            arrow = x + width - 1, y + down, look.narrow
        piece, ground = self._piece((row, col)), self._tile((row, col)).style
        chip = None if piece is None else piece.style.bgcolor
        # Its line gives way to the number of a heat map or the sign of a mark, its arrow to none.
        free = width
        if (row, col) in self._overlay.heat:
            free = cells.number_column(scale, self._overlay.heat_text.get((row, col), ""))
        elif (row, col) in self._overlay.marks:
            free = cells.sign_column(scale)
        kept = [spot for spot in spots if spot[1] < y + height - 1 or spot[0] < x + free]
        for left, line, text in [*kept, arrow]:
            # Its colour was chosen for the ground, not for pieces.
            style = canvas[line][left][1]
            if style.bgcolor is not None and style.bgcolor == chip:
                style = ground
            canvas[line][left] = (text, style + look.style)


def _brief(number: str) -> str:
    """A number in two columns, a larger one as its sign alone, as in ``--``."""
    return number if len(number) <= 2 else 2 * (number[0] if number[0] in "+-" else "+")
