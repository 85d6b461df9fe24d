"""A brush that draws one picture, cell by cell, onto a canvas of terminal columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.style import Style

from engine.values.grid import DIRECTIONS, DOWN, LEFT, UP, Cell
from engine.values.picture import Picture
from workbench.drawing import cell_art
from workbench.drawing.cell_art import (
    Canvas,
    Column,
    is_filled,
    is_solid,
    style_around_mark,
    style_mark,
)
from workbench.theme.cell_sizes import SIZES, Scale, find_middle
from workbench.theme.theme_loader import Look, Theme

YIELDING_MARKS = frozenset({"blamed", "changed"})
"""The marks for the latest event, whose glyphs must not cover the contents of a cell."""


_FULL_BLOCK = "█"


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow for a push along a line of cells, drawn at the edge where the push begins.

    Attributes:
        cell: The cell at the end of the line where the push begins.
        direction: The direction of the push, as numbered in :mod:`engine.values.grid`.
        state: The state of the push: ``allowed``, ``refused``, ``fatal`` or ``chosen``.
        label: The key for the push, a single character drawn before the arrow; empty if none is
            drawn.
    """

    cell: Cell
    direction: int
    state: str = "allowed"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """The cursor, heat map, marks and arrows drawn over a picture.

    Attributes:
        cursor: The cell with the cursor, shown by brackets and reversed colours.
        heat: The value of each cell in the heat map, from 0 to 1.
        heat_text: The number to show on each cell in the heat map, at most three characters long; a
            cell without one shows its value as a digit from 0 to 9.
        marks: The name of the mark on each marked cell, such as ``problem``. The names are defined
            in the theme's table ``[marks]``.
        arrows: The arrows for pushes at edges.
    """

    cursor: Cell | None = None
    heat: Mapping[Cell, float] = field(default_factory=dict)
    heat_text: Mapping[Cell, str] = field(default_factory=dict)
    marks: Mapping[Cell, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()


class Brush:
    """A brush that draws the cells of one picture in one theme."""

    def __init__(self, picture: Picture, theme: Theme, game: str, overlay: Overlay) -> None:
        self._picture = picture
        self._theme = theme
        self._game = game
        self._overlay = overlay
        self._gates: dict[Cell, list[int]] = {}
        for row, col, direction in sorted(picture.gates):
            self._gates.setdefault((row, col), []).append(direction)

    def draw_canvas(self, scale: Scale) -> Canvas:
        """Draw the whole picture, including the cursor and the gates on the edges of cells."""
        width, height = SIZES[scale]
        canvas: Canvas = [[] for _ in range(self._picture.rows * height)]
        for row in range(self._picture.rows):
            for col in range(self._picture.cols):
                for down, columns in enumerate(self.draw_cell((row, col), scale)):
                    canvas[row * height + down] += columns
        if self.cursor is not None:
            row, col = self.cursor
            self.draw_cursor(canvas, self.cursor, scale, col * width, row * height)
        # Draw the gates last, because each lies between two cells that must be drawn first.
        for gate in sorted(self._picture.gates) if scale != "compact" else ():
            self._draw_edge_gate(canvas, gate, scale)
        return canvas

    def draw_cell(self, cell: Cell, scale: Scale) -> Canvas:
        """Draw one cell; at scales larger than ``compact``, without the gates on its edges."""
        if scale == "compact":
            return [[*self._draw_compact_cell(cell)]]
        tile, piece = self._get_tile_look(cell), self._get_piece_look(cell)
        yields = self._is_yielding(cell)
        heat, mark = self._get_heat(cell), self._get_mark_look(cell)
        return cell_art.draw_cell(scale, tile, piece, heat=heat, mark=mark, mark_yields=yields)

    def draw_narrow_cell(self, cell: Cell) -> Column:
        """Draw one cell in a single column."""
        first, second = self._draw_compact_cell(cell)
        if second[0]:
            return first
        look = self._get_piece_look(cell) or self._get_tile_look(cell)
        return look.narrow, first[1]

    def draw_cursor(self, canvas: Canvas, cell: Cell, scale: Scale, x: int, y: int) -> None:
        """Draw the cursor on a cell whose upper left corner is at column ``x`` and line ``y``."""
        if scale == "compact":
            self._draw_compact_cursor(canvas, cell, x, y)
        else:
            self._draw_large_cursor(canvas, scale, x, y)

    @property
    def cursor(self) -> Cell | None:
        """The cell with the cursor, or None if the cursor is not on the board."""
        cell, picture = self._overlay.cursor, self._picture
        inside = cell is not None and picture.has_cell(cell)
        return cell if inside else None

    def _get_tile_look(self, cell: Cell) -> Look:
        return self._theme.get_look(self._game, self._picture.tiles[cell[0]][cell[1]])

    def _get_piece_look(self, cell: Cell) -> Look | None:
        piece = self._picture.pieces.get(cell)
        return None if piece is None else self._theme.get_look(self._game, piece.name)

    def _get_mark_look(self, cell: Cell) -> Look | None:
        name = self._overlay.marks.get(cell)
        if name is None and cell in self._picture.locked:
            name = "locked"
        return None if name is None else self._theme.get_mark(name)

    def _is_yielding(self, cell: Cell) -> bool:
        """Return True if the glyph of a cell's mark must not cover the cell's contents."""
        return self._overlay.marks.get(cell) in YIELDING_MARKS

    def _get_gate_look(self, cell: Cell) -> Look | None:
        directions = self._gates.get(cell)
        if directions is None:
            return None
        name = "several" if len(directions) > 1 else DIRECTIONS[directions[0]]
        return self._theme.get_look(self._game, f"gate-{name}")

    def _get_heat(self, cell: Cell) -> tuple[str, Style] | None:
        value = self._overlay.heat.get(cell)
        if value is None:
            return None
        digit = str(min(9, max(0, int(value * 10))))
        return self._overlay.heat_text.get(cell, digit)[:3], self._theme.get_heat_style(value)

    def _draw_compact_cell(self, cell: Cell) -> tuple[Column, Column]:
        tile, piece, heat = (
            self._get_tile_look(cell),
            self._get_piece_look(cell),
            self._get_heat(cell),
        )
        (first, second), narrow = tile.columns, tile.narrow
        style = second_style = tile.style
        if heat is not None:
            text = _shorten_number(heat[0]).rjust(2)
            first, second = text[0], text[1]
            # A single column has room only for a digit, for the sign of a difference, or for "+" to
            # mean any number above 9.
            narrow = second if first == " " else first if first in "+-" else "+"
            style = second_style = style + heat[1]
            if first == " " and is_filled(tile):
                first, style = tile.narrow, tile.style
        background = second_style
        if piece is not None:
            narrow = piece.narrow
            style += piece.style
            if tile.through:
                # A tile such as mud matters even under a piece, so it stays visible.
                first, second = narrow, tile.columns[1]
            else:
                first, second = piece.columns
                second_style = style
        mark, gate = self._get_mark_look(cell), self._get_gate_look(cell)
        if mark is not None:
            shown = bool(mark.narrow) and (heat is None or piece is not None)
            if piece is not None and tile.through and cell not in self._overlay.marks:
                shown = False  # the tile under a locked piece matters more than the lock
            if (
                second != " "
                and self._is_yielding(cell)
                and (piece is not None or not is_filled(tile))
            ):
                shown = False
            if shown:
                first, second = narrow, mark.narrow
            # Next to a mark, a piece keeps its background, which separates its digit from the mark.
            chip = shown and piece is not None and piece.style.bgcolor is not None
            if not chip and (piece is not None or not is_solid(tile) or first != tile.narrow):
                style = style_around_mark(style, mark)
            second_style = (
                style_mark(second_style, mark) if shown else style_around_mark(second_style, mark)
            )
        if gate is not None:
            # A gate's colour is designed for tiles, so draw it on the tile's background.
            beneath = Style.null() if mark is None else mark.style.without_color
            first, second = narrow, gate.narrow
            # A gate takes the column of a mark's glyph. That glyph moves to the first column if it
            # is free.
            bare = piece is None and heat is None and not is_filled(tile)
            if mark is not None and bare and cell in self._overlay.marks:
                first, style = mark.narrow or first, style_mark(background, mark)
            second_style = background + beneath + gate.style
        return (first, style), (second, second_style)

    def _draw_compact_cursor(self, canvas: Canvas, cell: Cell, x: int, y: int) -> None:
        line, (row, col) = canvas[y], cell
        if not line[x + 1][0]:
            # Replace a wide character, which most terminals cannot reverse, and which leaves no
            # room for a bracket.
            look = self._get_piece_look(cell) or self._get_tile_look(cell)
            line[x] = (look.narrow, line[x][1])
            line[x + 1] = (" ", line[x + 1][1])
        self._draw_cursor_column(line, x)
        # A bracket must not cover a gate, a mark or a number, which have to stay readable.
        for column, owner, bracket in ((x - 1, (row, col - 1), "["), (x + 1, cell, "]")):
            if column < 0 or owner in self._gates or owner in self._overlay.heat:
                continue
            if line[column][0]:
                self._draw_bracket(line, column, bracket)

    def _draw_large_cursor(self, canvas: Canvas, scale: Scale, x: int, y: int) -> None:
        right, down = find_middle(scale)
        line = canvas[y + down]
        for column in (x + right, x + right + 1):
            self._draw_cursor_column(line, column)
        self._draw_bracket(line, x, "[")
        self._draw_bracket(line, x + SIZES[scale][0] - 1, "]")

    def _draw_cursor_column(self, line: list[Column], column: int) -> None:
        text, style = line[column]
        # A full block in reverse looks empty, so leave it to the brackets to show the cursor.
        if text != _FULL_BLOCK:
            line[column] = (text, style + self._theme.get_style("cursor"))

    def _draw_bracket(self, line: list[Column], column: int, bracket: str) -> None:
        (text, under), own = line[column], self._theme.get_style("bracket")
        if text == _FULL_BLOCK:
            # The block hides the background, so its colour becomes the background of the bracket.
            ink = None if under.color is None or under.color.is_default else under.color
            under = Style(bgcolor=ink, reverse=ink is None)
        elif under.bgcolor is not None:
            # A bracket's colour is designed for bare tiles, so on any other background, keep the
            # text colour that is already there.
            own = own.without_color
        line[column] = (bracket, under + own)

    def _draw_edge_gate(self, canvas: Canvas, gate: tuple[int, int, int], scale: Scale) -> None:
        row, col, direction = gate
        look = self._theme.get_look(self._game, f"gate-{DIRECTIONS[direction]}")
        # A gate that leads up or left is drawn on the lower or right edge of the neighbouring cell.
        row -= direction == UP
        col -= direction == LEFT
        if row < 0 or col < 0:
            return
        (width, height), (right, down) = SIZES[scale], find_middle(scale)
        x, y = col * width, row * height
        upright, level = (
            self._theme.get_symbol("gate-upright"),
            self._theme.get_symbol("gate-level"),
        )
        if direction in (UP, DOWN):
            spots = [(x + at, y + height - 1, level) for at in range(width - 1)]
            arrow = x + right, y + height - 1, look.narrow
        else:
            spots = [(x + width - 1, y + at, upright) for at in range(height)]
            arrow = x + width - 1, y + down, look.narrow
        piece, background = self._get_piece_look((row, col)), self._get_tile_look((row, col)).style
        chip = None if piece is None else piece.style.bgcolor
        # The line of a gate must not cover a number or a mark, but its arrow is always drawn.
        free = width
        if (row, col) in self._overlay.heat:
            free = cell_art.get_number_column(scale, self._overlay.heat_text.get((row, col), ""))
        elif (row, col) in self._overlay.marks:
            free = cell_art.get_sign_column(scale)
        kept = [spot for spot in spots if spot[1] < y + height - 1 or spot[0] < x + free]
        for left, line, text in [*kept, arrow]:
            # A gate's colour is designed for tiles, so on a piece, use the tile's style.
            style = canvas[line][left][1]
            if style.bgcolor is not None and style.bgcolor == chip:
                style = background
            canvas[line][left] = (text, style + look.style)


def _shorten_number(number: str) -> str:
    """Shorten a number to two characters; a longer one becomes ``--`` if negative, else ``++``."""
    return number if len(number) <= 2 else 2 * (number[0] if number[0] in "+-" else "+")
