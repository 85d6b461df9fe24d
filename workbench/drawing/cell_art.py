"""Cells at the scales that have pictures: the tile, the piece on it, and the overlay on both.

Heat maps and marks leave the pictures visible. They colour the background around the pictures, and
write a number or glyph in a corner. Walls, and tiles with a background, keep their colours; a heat
map colours only a stripe along their lower edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.style import Style

from workbench.theme.cell_sizes import PICTURE_SCALES, SIZES, Scale, find_middle, get_smaller
from workbench.theme.theme_loader import OPAQUE_BLANK, Look

Column = tuple[str, Style]
"""The text in a terminal column, which is empty after a wide character, and its style."""
Canvas = list[list[Column]]

BLOCKS = frozenset("█▀▄▌▐▖▗▘▙▚▛▜▝▞▟")
"""The block characters, which fill all or part of a column with their colour."""

_NO_UNDERLINE = Style(underline=False)
"""The style that removes underlining, which tiles and pieces with pictures do not need."""


def draw_cell(
    scale: Scale,
    tile: Look,
    piece: Look | None = None,
    *,
    heat: tuple[str, Style] | None = None,
    mark: Look | None = None,
    mark_yields: bool = False,
) -> Canvas:
    """Draw one cell.

    Args:
        scale: A scale that has pictures.
        tile: The look of the tile.
        piece: The look of the piece on the tile; None for no piece.
        heat: The cell's number in a heat map, as text, and its style; None for no heat map.
        mark: The look of the mark on the cell; None for no mark.
        mark_yields: True if the mark's glyph must not cover the tile or the piece.
    """
    return [[*line] for line in _draw_cached(scale, tile, piece, heat, mark, mark_yields)]


@lru_cache(maxsize=2_048)
def _draw_cached(
    scale: Scale,
    tile: Look,
    piece: Look | None,
    heat: tuple[str, Style] | None,
    mark: Look | None,
    mark_yields: bool,
) -> Canvas:
    """Return the drawing of one cell, which is cached and shared, so callers must not change it."""
    width, height = SIZES[scale]
    tinted = mark is not None and mark.style.bgcolor is not None
    tint = Style.null() if heat is None else heat[1]
    marking = Style.null()
    if mark is not None and tinted:
        tint = marking = Style(color=mark.style.color, bgcolor=mark.style.bgcolor)
    background = (
        tile.style if is_solid(tile) or tile.style.bgcolor is not None else tile.style + tint
    )
    if tile.pictures.get(scale):
        background += _NO_UNDERLINE
    canvas: Canvas = [[(" ", background)] * width for _ in range(height)]
    if scale == "large" and tinted:
        # The mark has a glyph too, so the last line needs no tint. This halves the bytes to send
        # while the user draws with the mouse.
        canvas[-1] = [(" ", tile.style)] * width
    _draw_onto(canvas, _get_tile_picture(tile, scale), (0, 0), tile, background, is_tile=True)
    stripe = Style.null() if heat is None else tile.style + heat[1]
    if heat is not None:
        canvas[-1] = [(" ", stripe)] * width
    if piece is not None:
        # Draw a piece smaller on a tile with a picture, so that the tile stays visible.
        sign = _get_corner_sign(tile, piece, scale)
        shown = get_smaller(scale) if tile.pictures.get(scale) and not sign else scale
        inner_width, inner_height = SIZES[shown]
        at = (width - inner_width) // 2, (height - inner_height) // 2
        # A tint would replace a piece's own background, so such a piece is not tinted.
        over = tint if piece.style.bgcolor is None else Style.null()
        _draw_onto(canvas, _get_piece_picture(piece, shown), at, piece, over)
        if sign:
            _write_text(canvas[0], width - 1, sign, tile.style + over)
    if heat is not None:
        # The mark's colour distinguishes better numbers from worse ones.
        _write_text(
            canvas[-1], get_number_column(scale, heat[0]), heat[0].rjust(2), stripe + marking
        )
    elif mark is not None and mark.narrow:
        marked = style_mark(tile.style, mark)
        if mark_yields and (piece is not None or tile.pictures.get(scale) or not is_filled(tile)):
            _place_mark(canvas, scale, tile, mark)
        elif scale == "large":
            _write_text(canvas[-1], width - 1, mark.narrow, marked)
        elif tinted:
            _write_text(canvas[-1], width - 3, f" {mark.narrow} ", marked)
        else:
            _write_text(canvas[-1], width - 2, mark.narrow, marked)
    return canvas


def _place_mark(canvas: Canvas, scale: Scale, tile: Look, mark: Look) -> None:
    """Write the glyph of a mark in the blank column that is nearest to its usual column.

    If no column is blank, only the style of the last line shows the mark.
    """
    # A column that looks the same on the bare tile is unused.
    bare = _draw_cached(scale, tile, None, None, None, False)
    usual = len(canvas[-1]) - (1 if scale == "large" else 2)
    columns = sorted(range(len(canvas[-1])), key=lambda column: abs(column - usual))
    for line in reversed(range(len(canvas))):
        for column in columns:
            # A blank in a piece has the piece's style, so it does not count as unused.
            if canvas[line][column] == bare[line][column] and bare[line][column][0] == " ":
                _write_text(canvas[line], column, mark.narrow, style_mark(tile.style, mark))
                return
    canvas[-1] = [(text, style_around_mark(style, mark)) for text, style in canvas[-1]]


def _get_corner_sign(tile: Look, piece: Look, scale: Scale) -> str:
    """Return the character that shows a tile to the right of a piece on it, or an empty string.

    There is room for it only at the large scale, and only if the tile and the piece have pictures.
    """
    own = tile.pictures.get("large", ())
    aside = tile.through and bool(own) and all(line.startswith(" ") for line in own)
    return tile.glyph[-1].strip() if aside and scale == "large" and piece.pictures else ""


def get_number_column(scale: Scale, number: str) -> int:
    """Return the column in the last line of a cell where a heat map's number begins."""
    return SIZES[scale][0] - max(len(number), 2)


def get_sign_column(scale: Scale) -> int:
    """Return the column in the last line of a cell where a mark's glyph begins."""
    return SIZES[scale][0] - (1 if scale == "large" else 3)


def is_filled(tile: Look) -> bool:
    """Return True if a tile fills its cell with one repeated character."""
    return len(set(tile.glyph)) == 1 and len(tile.glyph) == 2


def is_solid(tile: Look) -> bool:
    """Return True if a tile covers its whole cell, as a wall does, so marks must not colour it."""
    return is_filled(tile) and tile.style.bgcolor is None


def style_mark(style: Style, mark: Look) -> Style:
    """Return the style for a mark's glyph on a tile with the given style."""
    # If a mark has no background, its colour is readable only on a tile that has none either.
    own = mark.style.bgcolor is None and style.bgcolor is not None
    return style + (mark.style.without_color if own else mark.style)


def style_around_mark(style: Style, mark: Look) -> Style:
    """Return the style for the columns in a marked cell that do not show the mark's glyph."""
    return style + (mark.style.without_color if mark.style.bgcolor is None else mark.style)


def _get_tile_picture(tile: Look, scale: Scale) -> Sequence[str]:
    """Return a tile's picture or, if it has none, its glyph, filling the cell or centred in it."""
    width, height = SIZES[scale]
    if own := tile.pictures.get(scale):
        return own
    if is_filled(tile):
        return [tile.glyph[0] * width] * height
    return _place_glyph(tile, scale)


def _get_piece_picture(piece: Look, scale: Scale) -> Sequence[str]:
    """Return a piece's picture. If it has none, return its glyph, on a chip if possible."""
    if scale not in PICTURE_SCALES:
        return [piece.glyph.replace(" ", OPAQUE_BLANK)]
    # A chip is a shape that the theme draws around the glyph of a piece that has a background.
    chip = piece.chips.get(scale) if piece.style.bgcolor is not None else None
    return piece.pictures.get(scale) or chip or _place_glyph(piece, scale)


def _place_glyph(look: Look, scale: Scale) -> Sequence[str]:
    column, line = find_middle(scale)
    return [""] * line + [" " * column + look.glyph]


def _draw_onto(
    canvas: Canvas,
    picture: Sequence[str],
    offset: tuple[int, int],
    look: Look,
    base_style: Style,
    *,
    is_tile: bool = False,
) -> None:
    """Draw a picture into a cell, starting at the column and line in ``offset``.

    A tile is drawn in its colour on its background. If a piece has a background colour, its block
    characters get that colour and form a body. All other characters in a line, including blanks
    inside the picture, are drawn on the body.
    """
    x, y = offset
    # An area gets only colour and dimness, because it would be invisible in a reversed style.
    area, sign = (
        Style(color=look.style.color, dim=look.style.dim),
        look.style + base_style + _NO_UNDERLINE,
    )
    # A piece's background colour fills its chip. A tile has no chip.
    chip = None if is_tile else look.style.bgcolor
    for line, text in zip(canvas[y:], picture, strict=False):
        column = x + len(text) - len(text.lstrip(" "))
        for character in text.strip(" "):
            # Half blocks and letters keep the background that is already there.
            below = Style(bgcolor=line[column][1].bgcolor)
            shown = " " if character == OPAQUE_BLANK else character
            if is_tile:
                line[column] = (shown, base_style + area if character in BLOCKS else base_style)
            elif chip is None:
                line[column] = (shown, below + (area if character in BLOCKS else sign))
            elif character == "█":
                line[column] = (" ", below + look.style)
            elif character in BLOCKS:
                line[column] = (shown, below + Style(color=chip))
            else:
                line[column] = (shown, below + look.style)
            # A wide character also takes up the next column, whose text must be empty.
            if cell_len(character) == 2:
                column += 1
                line[column] = ("", line[column - 1][1])
            column += 1


def _write_text(line: list[Column], column: int, text: str, style: Style) -> None:
    for at, character in enumerate(text, column):
        line[at] = (character, style)
