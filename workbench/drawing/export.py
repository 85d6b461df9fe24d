"""Pictures for use outside the app: as text for pipes and notes, as SVG and PNG for documents."""

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
from workbench.drawing import canvas, shapes, svg_net
from workbench.drawing.shapes import ShapeColours
from workbench.terminal import capabilities
from workbench.terminal.colour_depth import COLOUR_SYSTEMS
from workbench.theme.theme_loader import Look, Theme

CELL_PIXELS = 40
"""The width and height of a cell in pixels."""
EDGE_PIXELS = 28
"""The width in pixels of the border around the board, which shows row and column numbers."""
TITLE_PIXELS = 34
"""The height of the title in pixels."""
PNG_CELL_PIXELS = 80
"""The default width and height of a cell in a PNG file, in pixels."""
MAX_PIXELS = 8_192
"""The maximum width and height of a PNG file, in pixels. Larger boards get smaller cells."""
FONT = Path(__file__).parent / "fonts" / "Roboto-Bold.ttf"
"""The font in PNG files, included so that they look the same on machines without fonts."""
_FIRST_MISSING = 0x530
"""The first code point that the font lacks, after its Latin, Greek and Cyrillic letters."""


def render_text(
    game: Game,
    picture: Picture,
    theme: Theme,
    color: bool,
    *,
    colours: capabilities.Colours = "256",
) -> str:
    """Render a picture as text with row and column numbers; each line ends with a newline.

    A cell has room for the glyph of only one gate, so cells with several gates are described in
    additional lines below the picture.

    Args:
        game: The game that the picture belongs to.
        picture: The picture to render.
        theme: The theme that defines the looks of tiles and pieces.
        color: True to use colours and text attributes.
        colours: The range of colours that the terminal can show.
    """
    system = COLOUR_SYSTEMS.get(colours) if color else None
    lines = []
    for line in canvas.draw_picture(picture, theme, game.name, margin=True):
        if system is None:
            lines.append("".join(segment.text for segment in line).rstrip())
        else:
            pairs = ((segment.style or Style.null(), segment.text) for segment in line)
            lines.append("".join(s.render(text, color_system=system) for s, text in pairs))
    return "".join(line + "\n" for line in (*lines, *_describe_shared_gates(picture)))


def _describe_shared_gates(picture: Picture) -> Iterator[str]:
    """Yield a line of text for each cell that has more than one gate."""
    for (row, col), gates in groupby(sorted(picture.gates), key=lambda gate: gate[:2]):
        ways = [DIRECTIONS[direction] for _, _, direction in gates]
        if len(ways) > 1:
            yield f"row {row}, column {col}: one-way {', '.join(ways[:-1])} and {ways[-1]}"


def render_svg(game: Game, picture: Picture, theme: Theme, title: str) -> str:
    """Render a picture as a complete SVG document; an empty title takes up no room."""
    top = EDGE_PIXELS + (TITLE_PIXELS if title else 0)
    width, height = (
        picture.cols * CELL_PIXELS + 2 * EDGE_PIXELS,
        picture.rows * CELL_PIXELS + EDGE_PIXELS + top,
    )
    background = get_ui_colour(theme, "background", "#ffffff")
    ink = get_ui_colour(theme, "foreground", "#000000")
    muted = _to_hex(theme.get_style("number").color) or ink
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' role='img'>",
        f"<title>{escape(title or game.title, quote=False)}</title>",
        f"<rect width='{width}' height='{height}' rx='10' fill='{background}'/>",
    ]
    if title:
        parts.append(_draw_title(title, width - 2 * EDGE_PIXELS, ink))
    if not picture.panels:
        parts.append(_draw_numbers(picture, top, muted))
    parts.append(f"<g transform='translate({EDGE_PIXELS} {top})'>")
    parts += _draw_board(game, picture, theme, background, ink)
    parts.append("</g>")
    if picture.panels:
        parts.append(f"<g transform='translate({EDGE_PIXELS} {top})'>")
        parts += svg_net.draw_surroundings(picture, CELL_PIXELS, ink, muted, background)
        parts.append("</g>")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def render_cells(game: Game, picture: Picture, theme: Theme, size: tuple[int, int]) -> bytes:
    """Render the cells of a picture, without a border, as a PNG file of ``size`` pixels.

    The cells are stretched to fill the file.
    """
    import resvg_py

    background, ink = (
        get_ui_colour(theme, "background", "#ffffff"),
        get_ui_colour(theme, "foreground", "#000000"),
    )
    (width, height), columns, rows = size, picture.cols * CELL_PIXELS, picture.rows * CELL_PIXELS
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {columns} {rows}' preserveAspectRatio='none'>",
        f"<rect width='{columns}' height='{rows}' fill='{background}'/>",
        *_draw_board(game, picture, theme, background, ink),
        "</svg>",
    ]
    return resvg_py.svg_to_bytes(
        svg_string="\n".join(parts),
        font_files=[str(FONT)],
        sans_serif_family="Roboto",
        skip_system_fonts=True,
    )


def render_png(
    game: Game, picture: Picture, theme: Theme, title: str, *, cell: int = PNG_CELL_PIXELS
) -> bytes:
    """Render a picture as a PNG file that looks like its SVG.

    Cells are ``cell`` pixels wide, or fewer if the file would otherwise exceed :data:`MAX_PIXELS`.
    """
    import resvg_py  # takes 3 MB of memory, too much for the start of the app

    # Limit the zoom so that neither side exceeds the maximum.
    largest = max(picture.rows, picture.cols) * CELL_PIXELS + 2 * EDGE_PIXELS + TITLE_PIXELS
    return resvg_py.svg_to_bytes(
        svg_string=render_svg(game, picture, theme, title),
        zoom=min(cell / CELL_PIXELS, MAX_PIXELS / largest),
        font_files=[str(FONT)],
        sans_serif_family="Roboto",
        skip_system_fonts=_has_glyphs(title),
    )


def _draw_board(game: Game, picture: Picture, theme: Theme, background: str, ink: str) -> list[str]:
    surface = get_ui_colour(theme, "surface", background)
    whole = Panel("", "", 0, 0, picture.rows, picture.cols)
    parts = [
        f"<rect x='{panel.col * CELL_PIXELS}' y='{panel.row * CELL_PIXELS}' "
        f"width='{panel.cols * CELL_PIXELS}' height='{panel.rows * CELL_PIXELS}' fill='{surface}'/>"
        for panel in picture.panels or (whole,)
    ]

    def add_to_cell(row: int, col: int, drawn: str) -> None:
        scale = CELL_PIXELS / 100
        parts.append(
            f"<g transform='translate({col * CELL_PIXELS} {row * CELL_PIXELS}) "
            f"scale({scale})'>{drawn}</g>"
        )

    for row, line in enumerate(picture.tiles):
        for col, name in enumerate(line):
            if picture.has_cell((row, col)):
                add_to_cell(row, col, _draw_look(theme.get_look(game.name, name), background, ink))
    # Draw locks as dashed frames. Draw them before the pieces, so that the pieces cover them.
    dashed = (
        f"<rect x='4' y='4' width='92' height='92' fill='none' stroke='{ink}' "
        "stroke-width='5' stroke-dasharray='10 8'/>"
    )
    for row, col in sorted(picture.locked):
        add_to_cell(row, col, dashed)
    for (row, col), piece in sorted(picture.pieces.items()):
        add_to_cell(row, col, _draw_look(theme.get_look(game.name, piece.name), background, ink))
    for row, col, direction in sorted(picture.gates):
        look = theme.get_look(game.name, f"gate-{DIRECTIONS[direction]}")
        add_to_cell(row, col, shapes.draw_gate(direction, _build_fill(look, background, ink)))
    return parts


def draw_look_svg(theme: Theme, game: str, name: str) -> str:
    """Draw the tile, piece or gate with a name in pictures as SVG in a box of 100 by 100 units."""
    background = get_ui_colour(theme, "background", "#ffffff")
    ink = get_ui_colour(theme, "foreground", "#000000")
    look = theme.get_look(game, name)
    way = name.removeprefix("gate-")
    if way in DIRECTIONS and way != name:
        return shapes.draw_gate(DIRECTIONS.index(way), _build_fill(look, background, ink))
    return _draw_look(look, background, ink)


def _draw_look(look: Look, background: str, ink: str) -> str:
    return shapes.draw_shape(look.shape, _build_fill(look, background, ink))


def _build_fill(look: Look, background: str, ink: str) -> ShapeColours:
    on_it, fill = _to_hex(look.style.color) or ink, _to_hex(look.style.bgcolor) or background
    # A terminal swaps the colours of a reversed style, so do the same here.
    if look.style.reverse:
        on_it, fill = fill, on_it
    # Without colours, only ``ink`` gives an outline enough contrast.
    outline = background if look.style.color is not None else ink
    text = look.glyph.strip() if _has_glyphs(look.glyph) else look.narrow.strip()
    return ShapeColours(fill, on_it, outline, background, text)


def _draw_title(title: str, room: int, colour: str) -> str:
    """Draw the title, shrinking or shortening it if necessary to fit into ``room`` pixels."""
    # A bold letter is about 0.55 times as wide as the font size; a Chinese one is twice as wide.
    size = max(12, min(19, int(room / (0.55 * cell_len(title)))))
    letters = int(room / (0.55 * size))
    if cell_len(title) > letters:
        title = set_cell_size(title, letters - 1).rstrip() + "…"
    return (
        f"<text x='{EDGE_PIXELS}' y='34' font-size='{size}' font-weight='bold' {shapes.FONT} "
        f"fill='{colour}'>{escape(title, quote=False)}</text>"
    )


def _has_glyphs(text: str) -> bool:
    return all(ord(letter) < _FIRST_MISSING for letter in text)


def _draw_numbers(picture: Picture, top: int, colour: str) -> str:
    style = f"font-size='12' text-anchor='middle' {shapes.FONT} fill='{colour}'"
    columns = "".join(
        f"<text x='{EDGE_PIXELS + (col + 0.5) * CELL_PIXELS}' y='{top - 9}' {style}>{col}</text>"
        for col in range(picture.cols)
    )
    rows = "".join(
        f"<text x='{EDGE_PIXELS / 2}' y='{top + (row + 0.5) * CELL_PIXELS + 4}' "
        f"{style}>{row}</text>"
        for row in range(picture.rows)
    )
    return columns + rows


def _to_hex(colour: Color | None) -> str | None:
    """Convert a colour to hexadecimal, or return None for the terminal's default colour."""
    return None if colour is None or colour.is_default else colour.get_truecolor().hex


def get_text_colour(theme: Theme, role: str, default: str) -> str:
    """Return the colour of a text style in hexadecimal, or ``default`` if it has none."""
    return _to_hex(theme.get_style(role).color) or default


def get_ui_colour(theme: Theme, name: str, default: str) -> str:
    """Return a colour of the theme in hexadecimal, or ``default`` if it is a terminal colour."""
    colour = theme.get_ui_colour(name, default)
    return colour if colour.startswith("#") else default
