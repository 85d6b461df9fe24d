"""Thumbnails: small drawings of boards, with one or two cells per character.

With colours, each character is a half block: its upper half is one cell, and its lower half is the
cell below. A cell has the colour of its piece or tile, so a board of 8 by 8 cells takes 8 columns
and 4 lines. Only the visible faces of a solid are drawn. Where colours cannot distinguish pieces
and tiles, each cell is one letter. This applies to themes without colours, boards with numbers, and
solids whose faces have no background.

Many thumbnails are drawn at the same time, so each should take few bytes. A pair of cells can be
drawn as an upper or lower half block. If both have the same colour, they can also be drawn as a
full block or a space. Dynamic programming finds the characters for a line that need the fewest
colour changes. For example, the pairs (red, blue) and (blue, red) become "▀" and "▄" in the same
two colours, so alternating walls and floors need no control sequences between them. All letters
have the same colour, on a background that shows the extent of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from rich.color import Color
from rich.style import Style

from engine.values.grid import Cell
from engine.values.picture import Picture, crop_picture
from workbench.drawing.cell_art import Column
from workbench.drawing.cell_brush import Brush, Overlay
from workbench.theme.theme_loader import Look, Theme

CellColour = Color | None
"""The colour of half a character; None for the screen's background."""
Lines = tuple[tuple[tuple[str, Style], ...], ...]
"""Lines of text, each of which consists of strings with their styles."""
StyledCharacter = tuple[str, CellColour, CellColour]
"""A character, its foreground colour, and its background colour."""

_EMPTY = frozenset(" ·.")
"""The characters that stand for empty cells."""
_TERMINAL = Color.default()
_CHANGE_BYTES = 16
"""The approximate number of bytes that one colour change takes."""


def draw_thumbnail(picture: Picture, theme: Theme, game: str, *, large: bool = False) -> Lines:
    """Draw a board in as few lines as possible while keeping it readable.

    If cells are drawn as colours, a ``large`` thumbnail has two columns and one line per cell.
    """
    picture = _crop_to_visible(picture)
    blocks = _draw_squares if large else _draw_half_blocks
    rows = _draw_letters if uses_characters(picture, theme, game) else blocks
    return tuple(tuple(_merge_columns(row)) for row in rows(picture, theme, game))


def measure_thumbnail(
    picture: Picture, theme: Theme, game: str, *, large: bool = False
) -> tuple[int, int]:
    """Return the size of a board's thumbnail in columns and lines."""
    picture = _crop_to_visible(picture)
    wide, high = picture.cols, picture.rows
    if uses_characters(picture, theme, game):
        return wide, high
    return (2 * wide, high) if large else (wide, -(-high // 2))


def draw_sample(name: str, picture: Picture, theme: Theme, game: str) -> tuple[str, Style] | None:
    """Return a tile or piece as thumbnails show it, or None if it looks like bare floor."""
    look = theme.get_look(game, name)
    if uses_characters(picture, theme, game):
        plain = not theme.has_colour or theme.is_ascii
        text, style = look.narrow, look.style if plain else Style(bgcolor=_get_background(theme))
        return None if text in _EMPTY else (text, style)
    ink = _get_look_colour(look)
    return None if ink is None else ("██", Style(color=ink))


def uses_characters(picture: Picture, theme: Theme, game: str) -> bool:
    """Return True if a board's thumbnail shows each cell as a letter."""
    if not theme.has_colour or theme.is_ascii:
        return True
    # Without a background, the faces of a solid would not be visible.
    if picture.panels and _get_background(theme) is None:
        return True
    return any(
        theme.get_look(game, name).narrow.isdigit()
        for name in {piece.name for piece in picture.pieces.values()}.union(*picture.tiles)
    )


def _crop_to_visible(picture: Picture) -> Picture:
    """Return a solid cropped to its visible faces, or any other board unchanged."""
    seen = [panel for panel in picture.panels if panel.face]
    if not seen:
        return picture
    row, col = min(panel.row for panel in seen), min(panel.col for panel in seen)
    rows = max(panel.row + panel.rows for panel in seen) - row
    cols = max(panel.col + panel.cols for panel in seen) - col
    return crop_picture(picture, row, col, rows, cols)


def _draw_letters(picture: Picture, theme: Theme, game: str) -> Iterator[list[Column]]:
    """Yield each row of cells as one line of letters."""
    brush, background = Brush(picture, theme, game, Overlay()), _get_background(theme)
    plain = not theme.has_colour or theme.is_ascii
    for row in range(picture.rows):
        line = [brush.draw_narrow_cell((row, col)) for col in range(picture.cols)]
        if not plain:
            line = [
                _draw_letter(
                    text,
                    background if picture.has_cell((row, col)) else None,
                    (row, col) in picture.pieces,
                )
                for col, (text, _) in enumerate(line)
            ]
        yield line


def _draw_letter(text: str, background: CellColour, bold: bool) -> Column:
    # On a visible background, an empty cell needs no character.
    blank = background is not None and text in _EMPTY
    return " " if blank else text, Style(bgcolor=background, bold=bold or None)


def _draw_half_blocks(picture: Picture, theme: Theme, game: str) -> Iterator[list[Column]]:
    """Yield each pair of rows of cells as one line of half blocks.

    If the number of rows is odd, the lower half of the last line shows the screen's background.
    """
    for row in range(0, picture.rows, 2):
        pairs = [
            (
                _get_cell_colour(picture, theme, game, (row, col)),
                _get_cell_colour(picture, theme, game, (row + 1, col)),
            )
            for col in range(picture.cols)
        ]
        yield [
            (sign, _build_style(ink, background))
            for sign, ink, background in _choose_characters(pairs)
        ]


def _draw_squares(picture: Picture, theme: Theme, game: str) -> Iterator[list[Column]]:
    """Yield each row of cells as one line, with two columns for each cell."""
    for row in range(picture.rows):
        inks = (_get_cell_colour(picture, theme, game, (row, col)) for col in range(picture.cols))
        pairs = [(ink, ink) for ink in inks for _ in range(2)]
        yield [
            (sign, _build_style(ink, background))
            for sign, ink, background in _choose_characters(pairs)
        ]


def _get_cell_colour(picture: Picture, theme: Theme, game: str, cell: Cell) -> CellColour:
    """Return the colour of the piece in a cell, or of the tile if the cell has no piece."""
    if not picture.has_cell(cell):
        return None
    piece = picture.pieces.get(cell)
    look = theme.get_look(game, picture.tiles[cell[0]][cell[1]] if piece is None else piece.name)
    return _get_look_colour(look) or (_get_background(theme) if picture.panels else None)


def _get_look_colour(look: Look) -> CellColour:
    """Return the more visible colour of a look, or None if it looks like bare floor."""
    ink, background = look.style.color, look.style.bgcolor
    if look.style.reverse:
        ink, background = background, ink
    if background is not None and not background.is_default:
        return background
    if look.narrow in _EMPTY:
        return None
    return ink or _TERMINAL


@lru_cache(16)
def _get_background(theme: Theme) -> CellColour:
    """Return the background colour for the faces of a solid, or None if it would be invisible."""
    surface, background = theme.get_ui_colour("panel", ""), theme.get_ui_colour("background", "")
    return Color.parse(surface) if surface.startswith("#") and surface != background else None


def _choose_characters(pairs: Iterable[tuple[CellColour, CellColour]]) -> Sequence[StyledCharacter]:
    """Choose the characters that draw a line of cell pairs in the fewest bytes.

    Before and after the line, the colours are those of the screen.
    """
    # For each pair of colours that a line can end with, keep the cheapest line so far.
    lines: dict[tuple[CellColour, CellColour], tuple[int, tuple[StyledCharacter, ...]]] = {
        (None, None): (0, ())
    }
    for above, below in pairs:
        found: dict[tuple[CellColour, CellColour], tuple[int, tuple[StyledCharacter, ...]]] = {}
        for (ink, background), (cost, line) in lines.items():
            for way in _list_characters(above, below, ink, background):
                # This is the Viterbi algorithm: the cost depends only on the previous colours.
                changes = (way[1] != ink) + (way[2] != background)
                reached = cost + _CHANGE_BYTES * changes + len(way[0].encode()), (*line, way)
                if reached[0] < found.get(way[1:], (1 << 30,))[0]:
                    found[way[1:]] = reached
        lines = found
    # A line that does not end on the screen's background needs one more colour change.
    ends = (
        (cost + _CHANGE_BYTES * (after[1] is not None), line)
        for after, (cost, line) in lines.items()
    )
    return min(ends, key=lambda end: end[0])[1]


def _list_characters(
    above: CellColour, below: CellColour, ink: CellColour, background: CellColour
) -> Iterator[StyledCharacter]:
    """Yield the characters that can draw two cells, given the colours before them.

    The terminal's default colour for text cannot be a background, and its default background
    cannot be the colour of text.
    """
    if above != below:
        ways: Sequence[StyledCharacter] = (("▀", above, below), ("▄", below, above))
    else:
        # A full block or a space shows only one of its two colours, so the other need not change.
        ways = (("█", above, background), (" ", ink, above))
    for sign, over, under in ways:
        if (over is not None or sign == " ") and (under is None or not under.is_default):
            yield sign, over, under


@lru_cache(1024)
def _build_style(ink: CellColour, background: CellColour) -> Style:
    return Style(color=ink, bgcolor=background)


def _merge_columns(row: Sequence[Column]) -> Iterator[tuple[str, Style]]:
    """Merge neighbouring columns that have the same style."""
    for style, columns in groupby(row, key=lambda column: column[1]):
        yield "".join(text for text, _ in columns), style
