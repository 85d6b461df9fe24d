"""Boards as small as can be read: two cells a character, or one.

With colours, a character is a half block: its upper half is one cell, its lower half the cell
below. A cell has the colour of what stands on it, so that a board of 8 by 8 cells takes 8 columns
and 4 lines. Where colour cannot tell things apart (themes without colours, boards with numbers,
nets whose faces have no ground of their own) a cell is one character, as in the narrowest drawings.

Of the two ways to draw a half block, ink above or ink below, that is taken which changes fewer
colours of the column before: walls and floors alternate without any control sequence between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from rich.color import Color
from rich.style import Style

from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing.brush import Brush, Overlay
from workbench.drawing.cells import Column
from workbench.theme.theming import Look, Theme

Ink = Color | None
"""What half a character is filled with; None for the ground of the screen."""
Lines = tuple[tuple[tuple[str, Style], ...], ...]
"""Lines of pieces of text, each with its style."""

_EMPTY = frozenset(" ·.")
"""Signs of cells with nothing on them."""
_TERMINAL = Color.default()


def draw(picture: Picture, theme: Theme, game: str) -> Lines:
    """A board in as few lines as can be read."""
    brush = Brush(picture, theme, game, Overlay())
    if in_characters(picture, theme, game):
        rows: Iterator[Sequence[Column]] = (
            [brush.narrow((row, col)) for col in range(picture.cols)] for row in range(picture.rows)
        )
    else:
        rows = _halves(picture, theme, game)
    return tuple(tuple(_joined(row)) for row in rows)


def size(picture: Picture, theme: Theme, game: str) -> tuple[int, int]:
    """Columns and lines of the thumbnail of a board."""
    high = picture.rows
    return picture.cols, high if in_characters(picture, theme, game) else -(-high // 2)


def in_characters(picture: Picture, theme: Theme, game: str) -> bool:
    """Whether each cell of a board takes a character."""
    if not theme.colour or theme.ascii:
        return True
    if picture.panels and _ground(theme) is None:
        return True
    return any(
        theme.look(game, name).narrow.isdigit()
        for name in {piece.name for piece in picture.pieces.values()}.union(*picture.tiles)
    )


def _halves(picture: Picture, theme: Theme, game: str) -> Iterator[list[Column]]:
    """Two rows of cells a line; what lies below the last row is the ground of the screen."""
    for row in range(0, picture.rows, 2):
        line: list[Column] = []
        ink: Ink = None
        ground: Ink = None
        for col in range(picture.cols):
            above = _ink(picture, theme, game, (row, col))
            below = _ink(picture, theme, game, (row + 1, col))
            sign, ink, ground = _half(above, below, ink, ground)
            line.append((sign, _style(ink, ground)))
        yield line


def _ink(picture: Picture, theme: Theme, game: str, cell: Cell) -> Ink:
    """The colour of a cell: of the piece on it, else of its tile."""
    if not picture.has(cell):
        return None
    piece = picture.pieces.get(cell)
    look = theme.look(game, picture.tiles[cell[0]][cell[1]] if piece is None else piece.name)
    return _colour(look) or (_ground(theme) if picture.panels else None)


def _colour(look: Look) -> Ink:
    """The colour that a look is known by; None for bare ground."""
    ink, ground = look.style.color, look.style.bgcolor
    if look.style.reverse:
        ink, ground = ground, ink
    if ground is not None and not ground.is_default:
        return ground
    if look.narrow in _EMPTY:
        return None
    return ink or _TERMINAL


@lru_cache(16)
def _ground(theme: Theme) -> Ink:
    """What the faces of a solid are drawn on, if that can be told from the screen."""
    surface, background = theme.ui_colour("panel", ""), theme.ui_colour("background", "")
    return Color.parse(surface) if surface.startswith("#") and surface != background else None


def _half(above: Ink, below: Ink, ink: Ink, ground: Ink) -> tuple[str, Ink, Ink]:
    """The character for two cells, with its colours, after a column of some colours.

    The terminal's own colour of letters can only be ink, its own ground only ground.
    """
    if above == below:
        if above is None:
            return " ", ink, None
        ways = [("█", above, ground), (" ", ink, above)]
    else:
        ways = [("▀", above, below), ("▄", below, above)]
    possible = [way for way in ways if way[1] is not None or way[0] == " "]
    possible = [way for way in possible if way[2] is None or not way[2].is_default]
    return min(possible, key=lambda way: (way[1] != ink) + (way[2] != ground))


@lru_cache(1024)
def _style(ink: Ink, ground: Ink) -> Style:
    return Style(color=ink, bgcolor=ground)


def _joined(row: Sequence[Column]) -> Iterator[tuple[str, Style]]:
    """The columns of a line, those of one style together."""
    for style, columns in groupby(row, key=lambda column: column[1]):
        yield "".join(text for text, _ in columns), style
