"""Cells large enough for pictures: the tile, the piece on it, and what is drawn over both.

What is drawn over a cell leaves its picture: a heat map and a mark colour what lies beneath and
beside it, and write their number or sign into a corner. Walls, and tiles with a ground of their
own, keep their colours; a heat map gives them a stripe along the lower edge instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.style import Style

from workbench.theme.scales import PICTURED, SIZES, Scale, middle, smaller
from workbench.theme.theming import BLANK, Look

Column = tuple[str, Style]
"""The text of one terminal column (empty after a wide character) and its style."""
Canvas = list[list[Column]]

BLOCKS = frozenset("█▀▄▌▐▖▗▘▙▚▛▜▝▞▟")
"""Characters that are a part of an area, rather than a sign on it."""

_NO_LINE = Style(underline=False)
"""Whatever has a picture is shown by that."""


def draw(
    scale: Scale,
    tile: Look,
    piece: Look | None = None,
    *,
    heat: tuple[str, Style] | None = None,
    mark: Look | None = None,
    mark_yields: bool = False,
) -> Canvas:
    """One cell.

    Args:
        scale: one that things have pictures at.
        tile: how the tile is drawn.
        piece: how the piece on it is.
        heat: the text and the style of a heat map.
        mark: how the mark of the cell is drawn.
        mark_yields: whether the mark's sign gives way to the pictures of tile and piece.
    """
    return [[*line] for line in _drawn(scale, tile, piece, heat, mark, mark_yields)]


@lru_cache(maxsize=2_048)
def _drawn(
    scale: Scale,
    tile: Look,
    piece: Look | None,
    heat: tuple[str, Style] | None,
    mark: Look | None,
    mark_yields: bool,
) -> Canvas:
    """One cell, as many others are; not to be changed."""
    width, height = SIZES[scale]
    tinted = mark is not None and mark.style.bgcolor is not None
    tint = Style.null() if heat is None else heat[1]
    marking = Style.null()
    if mark is not None and tinted:
        tint = marking = Style(color=mark.style.color, bgcolor=mark.style.bgcolor)
    ground = tile.style if solid(tile) or tile.style.bgcolor is not None else tile.style + tint
    if tile.pictures.get(scale):
        ground += _NO_LINE
    canvas: Canvas = [[(" ", ground)] * width for _ in range(height)]
    if scale == "large" and tinted:
        # The sign is beside it, and half of the bytes are for drawing with the mouse.
        canvas[-1] = [(" ", tile.style)] * width
    _stamp(canvas, _of_tile(tile, scale), (0, 0), tile, ground, tile_itself=True)
    stripe = Style.null() if heat is None else tile.style + heat[1]
    if heat is not None:
        canvas[-1] = [(" ", stripe)] * width
    if piece is not None:
        # Around a piece on something that has a picture too, that one is to be seen.
        sign = _corner_sign(tile, piece, scale)
        shown = smaller(scale) if tile.pictures.get(scale) and not sign else scale
        inner_width, inner_height = SIZES[shown]
        at = (width - inner_width) // 2, (height - inner_height) // 2
        over = tint if piece.style.bgcolor is None else Style.null()
        _stamp(canvas, _of_piece(piece, shown), at, piece, over)
        if sign:
            _write(canvas[0], width - 1, sign, tile.style + over)
    if heat is not None:
        # By a mark's colour a number for the better is distinguished from one for the worse.
        _write(canvas[-1], number_column(scale, heat[0]), heat[0].rjust(2), stripe + marking)
    elif mark is not None and mark.narrow:
        marked = under(tile.style, mark)
        if mark_yields and (piece is not None or tile.pictures.get(scale) or not fills(tile)):
            _mark_beside(canvas, scale, tile, mark)
        elif scale == "large":
            _write(canvas[-1], width - 1, mark.narrow, marked)
        elif tinted:
            _write(canvas[-1], width - 3, f" {mark.narrow} ", marked)
        else:
            _write(canvas[-1], width - 2, mark.narrow, marked)
    return canvas


def _mark_beside(canvas: Canvas, scale: Scale, tile: Look, mark: Look) -> None:
    """Write a mark's sign where nothing is drawn, as near to its usual column as there is room.

    A cell without room is marked by the style of its last line alone.
    """
    bare = _drawn(scale, tile, None, None, None, False)
    usual = len(canvas[-1]) - (1 if scale == "large" else 2)
    columns = sorted(range(len(canvas[-1])), key=lambda column: abs(column - usual))
    for line in reversed(range(len(canvas))):
        for column in columns:
            # On a piece a blank has the style of the piece.
            if canvas[line][column] == bare[line][column] and bare[line][column][0] == " ":
                _write(canvas[line], column, mark.narrow, under(tile.style, mark))
                return
    canvas[-1] = [(text, beside(style, mark)) for text, style in canvas[-1]]


def _corner_sign(tile: Look, piece: Look, scale: Scale) -> str:
    """What is to be seen of a tile with a sign at its right, beside a piece that has a picture.

    A smaller piece would have none.
    """
    own = tile.pictures.get("large", ())
    aside = tile.through and bool(own) and all(line.startswith(" ") for line in own)
    return tile.glyph[-1].strip() if aside and scale == "large" and piece.pictures else ""


def number_column(scale: Scale, number: str) -> int:
    """Where the number of a heat map begins, in the last line of a cell."""
    return SIZES[scale][0] - max(len(number), 2)


def sign_column(scale: Scale) -> int:
    """Where the sign of a mark begins, in the last line of a cell."""
    return SIZES[scale][0] - (1 if scale == "large" else 3)


def fills(tile: Look) -> bool:
    """Whether a tile fills its cell with one character."""
    return len(set(tile.glyph)) == 1 and len(tile.glyph) == 2


def solid(tile: Look) -> bool:
    """Whether a tile is all ink, as walls are: a mark is not to colour it."""
    return fills(tile) and tile.style.bgcolor is None


def under(style: Style, mark: Look) -> Style:
    """The style of a mark's own character on what has a style."""
    # A colour that was chosen for the ground cannot be read on whatever else has a background.
    own = mark.style.bgcolor is None and style.bgcolor is not None
    return style + (mark.style.without_color if own else mark.style)


def beside(style: Style, mark: Look) -> Style:
    """The style of what else is in a marked cell."""
    return style + (mark.style.without_color if mark.style.bgcolor is None else mark.style)


def _of_tile(tile: Look, scale: Scale) -> Sequence[str]:
    """The picture of a tile: its own, else its glyph all over the cell or in the middle."""
    width, height = SIZES[scale]
    if own := tile.pictures.get(scale):
        return own
    if fills(tile):
        return [tile.glyph[0] * width] * height
    return _sign(tile, scale)


def _of_piece(piece: Look, scale: Scale) -> Sequence[str]:
    """The picture of a piece: its own, else that of a chip with its glyph, else the glyph."""
    if scale not in PICTURED:
        return [piece.glyph.replace(" ", BLANK)]
    chip = piece.chips.get(scale) if piece.style.bgcolor is not None else None
    return piece.pictures.get(scale) or chip or _sign(piece, scale)


def _sign(look: Look, scale: Scale) -> Sequence[str]:
    column, line = middle(scale)
    return [""] * line + [" " * column + look.glyph]


def _stamp(
    canvas: Canvas,
    picture: Sequence[str],
    at: tuple[int, int],
    look: Look,
    over: Style,
    *,
    tile_itself: bool = False,
) -> None:
    """Draws a picture at a column and a line of a cell.

    A tile is ink on its ground. Of a piece with a background, blocks have the colour of that:
    they are its body, and all else between the outermost characters of a line is on it.
    """
    x, y = at
    # An area that is reversed would be none.
    area, sign = Style(color=look.style.color, dim=look.style.dim), look.style + over + _NO_LINE
    chip = None if tile_itself else look.style.bgcolor
    for line, text in zip(canvas[y:], picture, strict=False):
        column = x + len(text) - len(text.lstrip(" "))
        for character in text.strip(" "):
            below = Style(bgcolor=line[column][1].bgcolor)
            shown = " " if character == BLANK else character
            if tile_itself:
                line[column] = (shown, over + area if character in BLOCKS else over)
            elif chip is None:
                line[column] = (shown, below + (area if character in BLOCKS else sign))
            elif character == "█":
                line[column] = (" ", below + look.style)
            elif character in BLOCKS:
                line[column] = (shown, below + Style(color=chip))
            else:
                line[column] = (shown, below + look.style)
            if cell_len(character) == 2:
                column += 1
                line[column] = ("", line[column - 1][1])
            column += 1


def _write(line: list[Column], column: int, text: str, style: Style) -> None:
    for at, character in enumerate(text, column):
        line[at] = (character, style)
