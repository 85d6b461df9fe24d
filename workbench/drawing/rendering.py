"""Pictures for elsewhere: text for pipes and notes, SVG and PNG for documents and the web."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from rich.color import Color
from rich.style import Style

from engine.game.game import Game
from engine.values.grid import DIRECTIONS
from engine.values.picture import Panel, Picture
from workbench.drawing import canvas, netshapes, shapes
from workbench.drawing.shapes import Fill
from workbench.terminal import link
from workbench.terminal.colours import SYSTEMS
from workbench.theme.theming import Look, Theme

CELL = 40
"""Pixels of a cell's side."""
EDGE = 28
"""Pixels around the board, where the numbers of rows and columns stand."""
TITLE = 34
"""Pixels above for the title."""
PNG_CELL = 80
"""Pixels of a cell's side in a PNG, unless asked for otherwise."""
MAX_PIXELS = 8_192
"""Side of the largest PNG; cells of larger boards become smaller."""
FONT = Path(__file__).parent / "fonts" / "Roboto-Bold.ttf"
"""What PNGs are lettered with, so that they are the same on machines without fonts."""
_IN_FONT = 0x530
"""The font has the scripts before: Latin, Greek and Cyrillic."""


def render_text(
    game: Game, picture: Picture, theme: Theme, color: bool, *, colours: link.Colours = "256"
) -> str:
    """A picture as text with row and column numbers, every line ended by a newline.

    Where several gates leave a cell there is room for one sign, and lines below distinguish them.

    With ``color`` it has colours, as many as the terminal shows, and attributes.
    """
    system = SYSTEMS.get(colours) if color else None
    lines = []
    for line in canvas.draw(picture, theme, game.name, margin=True):
        if system is None:
            lines.append("".join(segment.text for segment in line).rstrip())
        else:
            pairs = ((segment.style or Style.null(), segment.text) for segment in line)
            lines.append("".join(s.render(text, color_system=system) for s, text in pairs))
    return "".join(line + "\n" for line in (*lines, *_several_gates(picture)))


def _several_gates(picture: Picture) -> Iterator[str]:
    """The gates of every cell that has more than one, in words."""
    for (row, col), gates in groupby(sorted(picture.gates), key=lambda gate: gate[:2]):
        ways = [DIRECTIONS[direction] for _, _, direction in gates]
        if len(ways) > 1:
            yield f"row {row}, column {col}: one-way {', '.join(ways[:-1])} and {ways[-1]}"


def render_svg(game: Game, picture: Picture, theme: Theme, title: str) -> str:
    """A picture as a standalone SVG document; an empty title takes no room."""
    top = EDGE + (TITLE if title else 0)
    width, height = picture.cols * CELL + 2 * EDGE, picture.rows * CELL + EDGE + top
    background = _ui(theme, "background", "#ffffff")
    ink = _ui(theme, "foreground", "#000000")
    muted = _hex(theme.style("number").color) or ink
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' role='img'>",
        f"<title>{escape(title or game.title, quote=False)}</title>",
        f"<rect width='{width}' height='{height}' rx='10' fill='{background}'/>",
    ]
    if title:
        parts.append(_title(title, width - 2 * EDGE, ink))
    if not picture.panels:
        parts.append(_numbers(picture, top, muted))
    parts.append(f"<g transform='translate({EDGE} {top})'>")
    parts += _board(game, picture, theme, background, ink)
    parts.append("</g>")
    if picture.panels:
        parts.append(f"<g transform='translate({EDGE} {top})'>")
        parts += netshapes.around(picture, CELL, ink, muted, background)
        parts.append("</g>")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def render_cells(game: Game, picture: Picture, theme: Theme, size: tuple[int, int]) -> bytes:
    """The cells of a picture alone as a PNG file of so many pixels, whatever their ratio."""
    import resvg_py

    background, ink = _ui(theme, "background", "#ffffff"), _ui(theme, "foreground", "#000000")
    (width, height), columns, rows = size, picture.cols * CELL, picture.rows * CELL
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {columns} {rows}' preserveAspectRatio='none'>",
        f"<rect width='{columns}' height='{rows}' fill='{background}'/>",
        *_board(game, picture, theme, background, ink),
        "</svg>",
    ]
    return resvg_py.svg_to_bytes(
        svg_string="\n".join(parts),
        font_files=[str(FONT)],
        sans_serif_family="Roboto",
        skip_system_fonts=True,
    )


def render_png(
    game: Game, picture: Picture, theme: Theme, title: str, *, cell: int = PNG_CELL
) -> bytes:
    """A picture as a PNG file: the SVG one with so many pixels to a cell's side."""
    import resvg_py  # 3 MB that no start of the app should wait for

    largest = max(picture.rows, picture.cols) * CELL + 2 * EDGE + TITLE
    return resvg_py.svg_to_bytes(
        svg_string=render_svg(game, picture, theme, title),
        zoom=min(cell / CELL, MAX_PIXELS / largest),
        font_files=[str(FONT)],
        sans_serif_family="Roboto",
        skip_system_fonts=_in_font(title),
    )


def _board(game: Game, picture: Picture, theme: Theme, background: str, ink: str) -> list[str]:
    surface = _ui(theme, "surface", background)
    whole = Panel("", "", 0, 0, picture.rows, picture.cols)
    parts = [
        f"<rect x='{panel.col * CELL}' y='{panel.row * CELL}' width='{panel.cols * CELL}' "
        f"height='{panel.rows * CELL}' fill='{surface}'/>"
        for panel in picture.panels or (whole,)
    ]

    def put(row: int, col: int, drawn: str) -> None:
        """Draw a figure of 100 by 100 units on a cell."""
        scale = CELL / 100
        parts.append(
            f"<g transform='translate({col * CELL} {row * CELL}) scale({scale})'>{drawn}</g>"
        )

    for row, line in enumerate(picture.tiles):
        for col, name in enumerate(line):
            if picture.has((row, col)):
                put(row, col, _shape(theme.look(game.name, name), background, ink))
    dashed = (
        f"<rect x='4' y='4' width='92' height='92' fill='none' stroke='{ink}' "
        "stroke-width='5' stroke-dasharray='10 8'/>"
    )
    for row, col in sorted(picture.locked):
        put(row, col, dashed)
    for (row, col), piece in sorted(picture.pieces.items()):
        put(row, col, _shape(theme.look(game.name, piece.name), background, ink))
    for row, col, direction in sorted(picture.gates):
        look = theme.look(game.name, f"gate-{DIRECTIONS[direction]}")
        put(row, col, shapes.gate(direction, _paint(look, background, ink)))
    return parts


def _shape(look: Look, background: str, ink: str) -> str:
    return shapes.draw(look.shape, _paint(look, background, ink))


def _paint(look: Look, background: str, ink: str) -> Fill:
    on_it, fill = _hex(look.style.color) or ink, _hex(look.style.bgcolor) or background
    if look.style.reverse:
        on_it, fill = fill, on_it
    # With colours, edges are of the background's; without, the only contrast is ink on paper.
    outline = background if look.style.color is not None else ink
    text = look.glyph.strip() if _in_font(look.glyph) else look.narrow.strip()
    return Fill(fill, on_it, outline, background, text)


def _title(title: str, room: int, colour: str) -> str:
    """The title, smaller or cut where it is too long for so many pixels."""
    # About what a bold letter takes: 0.55 of its size, a Chinese one twice that.
    size = max(12, min(19, int(room / (0.55 * cell_len(title)))))
    letters = int(room / (0.55 * size))
    if cell_len(title) > letters:
        title = set_cell_size(title, letters - 1).rstrip() + "…"
    return (
        f"<text x='{EDGE}' y='34' font-size='{size}' font-weight='bold' {shapes.FONT} "
        f"fill='{colour}'>{escape(title, quote=False)}</text>"
    )


def _in_font(text: str) -> bool:
    return all(ord(letter) < _IN_FONT for letter in text)


def _numbers(picture: Picture, top: int, colour: str) -> str:
    style = f"font-size='12' text-anchor='middle' {shapes.FONT} fill='{colour}'"
    columns = "".join(
        f"<text x='{EDGE + (col + 0.5) * CELL}' y='{top - 9}' {style}>{col}</text>"
        for col in range(picture.cols)
    )
    rows = "".join(
        f"<text x='{EDGE / 2}' y='{top + (row + 0.5) * CELL + 4}' {style}>{row}</text>"
        for row in range(picture.rows)
    )
    return columns + rows


def _hex(colour: Color | None) -> str | None:
    """A colour as a browser knows it; None for the terminal's own foreground and background."""
    return None if colour is None or colour.is_default else colour.get_truecolor().hex


def _ui(theme: Theme, name: str, default: str) -> str:
    """A colour of the theme that a browser knows too."""
    colour = theme.ui_colour(name, default)
    return colour if colour.startswith("#") else default
