"""Boards as small as can be read: two cells a character, or one.

With colours, a character is a half block: its upper half is one cell, its lower half the cell
below. A cell has the colour of what stands on it, so that a board of 8 by 8 cells takes 8 columns
and 4 lines. Of a solid the faces are drawn that are seen from outside. Where colour cannot
distinguish things (themes without colours, boards with numbers, solids whose faces have no ground
of their own) a cell is one character, as in the narrowest drawings.

A wall is sent whole, so thumbnails are made to take few bytes. A half block can be ink above or ink
below, a full one ink or ground: along a line those are taken that change the fewest colours. Walls
and floors alternate without any control sequence between them. Letters have one colour, on a ground
of their own that shows how far the board goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from rich.color import Color
from rich.style import Style

from engine.values.grid import Cell
from engine.values.picture import Picture, part
from workbench.drawing.brush import Brush, Overlay
from workbench.drawing.cells import Column
from workbench.theme.theming import Look, Theme

Ink = Color | None
"""What half a character is filled with; None for the ground of the screen."""
Lines = tuple[tuple[tuple[str, Style], ...], ...]
"""Lines of pieces of text, each with its style."""
Way = tuple[str, Ink, Ink]
"""A character with the colours of its ink and of its ground."""

_EMPTY = frozenset(" ·.")
"""Signs of cells with nothing on them."""
_TERMINAL = Color.default()
_CHANGE = 16
"""Bytes that it takes to change a colour."""


def draw(picture: Picture, theme: Theme, game: str, *, large: bool = False) -> Lines:
    """A board in as few lines as can be read; a ``large`` one of half blocks in twice as many."""
    picture = _seen(picture)
    blocks = _squares if large else _halves
    rows = _letters if in_characters(picture, theme, game) else blocks
    return tuple(tuple(_joined(row)) for row in rows(picture, theme, game))


def size(picture: Picture, theme: Theme, game: str, *, large: bool = False) -> tuple[int, int]:
    """Columns and lines of the thumbnail of a board."""
    picture = _seen(picture)
    wide, high = picture.cols, picture.rows
    if in_characters(picture, theme, game):
        return wide, high
    return (2 * wide, high) if large else (wide, -(-high // 2))


def sample(name: str, picture: Picture, theme: Theme, game: str) -> tuple[str, Style] | None:
    """How thumbnails show a tile or piece of a board, by its name; None if as bare ground."""
    look = theme.look(game, name)
    if in_characters(picture, theme, game):
        plain = not theme.colour or theme.ascii
        text, style = look.narrow, look.style if plain else Style(bgcolor=_ground(theme))
        return None if text in _EMPTY else (text, style)
    ink = _colour(look)
    return None if ink is None else ("██", Style(color=ink))


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


def _seen(picture: Picture) -> Picture:
    """The faces of a solid that are seen from outside; any other board as it is."""
    seen = [panel for panel in picture.panels if panel.seen]
    if not seen:
        return picture
    row, col = min(panel.row for panel in seen), min(panel.col for panel in seen)
    rows = max(panel.row + panel.rows for panel in seen) - row
    cols = max(panel.col + panel.cols for panel in seen) - col
    return part(picture, row, col, rows, cols)


def _letters(picture: Picture, theme: Theme, game: str) -> Iterator[list[Column]]:
    """A row of cells a line."""
    brush, ground = Brush(picture, theme, game, Overlay()), _ground(theme)
    plain = not theme.colour or theme.ascii
    for row in range(picture.rows):
        line = [brush.narrow((row, col)) for col in range(picture.cols)]
        if not plain:
            line = [
                _letter(
                    text, ground if picture.has((row, col)) else None, (row, col) in picture.pieces
                )
                for col, (text, _) in enumerate(line)
            ]
        yield line


def _letter(text: str, ground: Ink, bold: bool) -> Column:
    blank = ground is not None and text in _EMPTY
    return " " if blank else text, Style(bgcolor=ground, bold=bold or None)


def _halves(picture: Picture, theme: Theme, game: str) -> Iterator[list[Column]]:
    """Two rows of cells a line; what lies below the last row is the ground of the screen."""
    for row in range(0, picture.rows, 2):
        pairs = [
            (_ink(picture, theme, game, (row, col)), _ink(picture, theme, game, (row + 1, col)))
            for col in range(picture.cols)
        ]
        yield [(sign, _style(ink, ground)) for sign, ink, ground in _cheapest(pairs)]


def _squares(picture: Picture, theme: Theme, game: str) -> Iterator[list[Column]]:
    """A row of cells a line, two columns each."""
    for row in range(picture.rows):
        inks = (_ink(picture, theme, game, (row, col)) for col in range(picture.cols))
        pairs = [(ink, ink) for ink in inks for _ in range(2)]
        yield [(sign, _style(ink, ground)) for sign, ink, ground in _cheapest(pairs)]


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
    """What the faces of a solid are drawn on, if that is known from the screen."""
    surface, background = theme.ui_colour("panel", ""), theme.ui_colour("background", "")
    return Color.parse(surface) if surface.startswith("#") and surface != background else None


def _cheapest(pairs: Iterable[tuple[Ink, Ink]]) -> Sequence[Way]:
    """The characters of a line of pairs of cells, with as few changes of colours as there can be.

    It begins and ends on the ground of the screen.
    """
    lines: dict[tuple[Ink, Ink], tuple[int, tuple[Way, ...]]] = {(None, None): (0, ())}
    for above, below in pairs:
        found: dict[tuple[Ink, Ink], tuple[int, tuple[Way, ...]]] = {}
        for (ink, ground), (cost, line) in lines.items():
            for way in _ways(above, below, ink, ground):
                changes = (way[1] != ink) + (way[2] != ground)
                reached = cost + _CHANGE * changes + len(way[0].encode()), (*line, way)
                if reached[0] < found.get(way[1:], (1 << 30,))[0]:
                    found[way[1:]] = reached
        lines = found
    ends = (
        (cost + _CHANGE * (after[1] is not None), line) for after, (cost, line) in lines.items()
    )
    return min(ends, key=lambda end: end[0])[1]


def _ways(above: Ink, below: Ink, ink: Ink, ground: Ink) -> Iterator[Way]:
    """The ways to draw two cells after a column of some colours.

    The terminal's own colour of letters can only be ink, that of the screen only ground.
    """
    if above != below:
        ways: Sequence[Way] = (("▀", above, below), ("▄", below, above))
    else:
        ways = (("█", above, ground), (" ", ink, above))
    for sign, over, under in ways:
        if (over is not None or sign == " ") and (under is None or not under.is_default):
            yield sign, over, under


@lru_cache(1024)
def _style(ink: Ink, ground: Ink) -> Style:
    return Style(color=ink, bgcolor=ground)


def _joined(row: Sequence[Column]) -> Iterator[tuple[str, Style]]:
    """The columns of a line, those of one style together."""
    for style, columns in groupby(row, key=lambda column: column[1]):
        yield "".join(text for text, _ in columns), style
