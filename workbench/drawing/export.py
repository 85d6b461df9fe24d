"""Pictures for use outside the app: as text for pipes and notes, as SVG and PNG for documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from rich.color import Color
from rich.style import Style

from engine.game.game import Game
from engine.values.grid import DIRECTIONS
from engine.values.picture import Panel, Picture
from workbench.drawing import svg_net, svg_piece_shapes, terminal_picture
from workbench.drawing.svg_piece_shapes import ShapeColours
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
BACKGROUND, INK = ("background", "#ffffff"), ("foreground", "#000000")
"""The names of the colours behind boards and of texts, with the default of each."""
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
    for line in terminal_picture.draw_picture(picture, theme, game.name, margin=True):
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


def render_svg(game: Game, picture: Picture, theme: Theme, title: str, *, caption: str = "") -> str:
    """Render a picture as a complete SVG document; an empty title takes up no room.

    The caption is one line in the border below the board.
    """
    return frame_board(
        game,
        picture,
        theme,
        title,
        (
            [part for layer in draw_layers(game, picture, theme) for part in layer],
            draw_surroundings(picture, theme),
        ),
        draw_caption(picture, theme, title, caption),
    )


def frame_board(
    game: Game,
    picture: Picture,
    theme: Theme,
    title: str,
    groups: Sequence[Sequence[str]],
    below: str,
) -> str:
    """Build the SVG document around a drawn board: its title, row and column numbers.

    Args:
        game: The game that the picture belongs to.
        picture: The picture, which gives the size.
        theme: The theme that defines the colours.
        title: The title; an empty one takes up no room.
        groups: Groups of SVG elements, with the origin in the upper left corner of the board.
            Empty groups are left out.
        below: The SVG elements of the caption, or an empty string.
    """
    top, (width, height) = _get_top(title), measure_svg(picture, title)
    background, ink = get_ui_colour(theme, *BACKGROUND), get_ui_colour(theme, *INK)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' role='img'>",
        f"<title>{escape(title or game.title, quote=False)}</title>",
        f"<rect width='{width}' height='{height}' rx='10' fill='{background}'/>",
    ]
    if title:
        parts.append(_draw_title(title, width - 2 * EDGE_PIXELS, ink))
    if not picture.panels:
        parts.append(_draw_numbers(picture, top, _get_muted_colour(theme, ink)))
    for group in filter(None, groups):
        parts += [f"<g transform='translate({EDGE_PIXELS} {top})'>", *group, "</g>"]
    parts += [below] * bool(below)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def draw_surroundings(picture: Picture, theme: Theme) -> list[str]:
    """Draw the frames and notes around the panels of a solid; other pictures have none."""
    if not picture.panels:
        return []
    ink, background = (get_ui_colour(theme, *name) for name in (INK, BACKGROUND))
    muted = _get_muted_colour(theme, ink)
    return [*svg_net.draw_surroundings(picture, CELL_PIXELS, ink, muted, background)]


def _get_muted_colour(theme: Theme, ink: str) -> str:
    """Return the colour of row and column numbers, or ``ink`` if it is the terminal's own."""
    return _to_hex(theme.get_style("number").color) or ink


def measure_svg(picture: Picture, title: str) -> tuple[int, int]:
    """Return the width and height of a picture's SVG document in pixels."""
    return (
        picture.cols * CELL_PIXELS + 2 * EDGE_PIXELS,
        picture.rows * CELL_PIXELS + EDGE_PIXELS + _get_top(title),
    )


def draw_caption(picture: Picture, theme: Theme, title: str, caption: str) -> str:
    """Draw one line in the border below the board, or nothing for an empty caption."""
    if not caption:
        return ""
    width, height = measure_svg(picture, title)
    size = max(8, min(14, int((width - 16) / (0.55 * cell_len(caption)))))
    letters = int((width - 16) / (0.55 * size))
    if cell_len(caption) > letters:
        caption = set_cell_size(caption, letters - 1).rstrip() + "…"
    return (
        f"<text x='{width / 2:g}' y='{height - 9}' font-size='{size}' text-anchor='middle' "
        f"{svg_piece_shapes.FONT} fill='{get_ui_colour(theme, *INK)}'>"
        f"{escape(caption, quote=False)}</text>"
    )


def _get_top(title: str) -> int:
    """Return the height of the border above the board, the title included."""
    return EDGE_PIXELS + (TITLE_PIXELS if title else 0)


def render_cells(game: Game, picture: Picture, theme: Theme, size: tuple[int, int]) -> bytes:
    """Render the cells of a picture, without a border, as a PNG file of ``size`` pixels.

    The cells are stretched to fill the file.
    """
    import resvg_py

    background = get_ui_colour(theme, *BACKGROUND)
    (width, height), columns, rows = size, picture.cols * CELL_PIXELS, picture.rows * CELL_PIXELS
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {columns} {rows}' preserveAspectRatio='none'>",
        f"<rect width='{columns}' height='{rows}' fill='{background}'/>",
        *(part for layer in draw_layers(game, picture, theme) for part in layer),
        "</svg>",
    ]
    return resvg_py.svg_to_bytes(
        svg_string="\n".join(parts),
        font_files=[str(FONT)],
        sans_serif_family="Roboto",
        skip_system_fonts=True,
    )


def render_png(
    game: Game,
    picture: Picture,
    theme: Theme,
    title: str,
    *,
    cell: int = PNG_CELL_PIXELS,
    caption: str = "",
) -> bytes:
    """Render a picture as a PNG file that looks like its SVG.

    Cells are ``cell`` pixels wide, or fewer if the file would otherwise exceed :data:`MAX_PIXELS`.
    """
    # Limit the zoom so that neither side exceeds the maximum.
    largest = max(picture.rows, picture.cols) * CELL_PIXELS + 2 * EDGE_PIXELS + TITLE_PIXELS
    svg = render_svg(game, picture, theme, title, caption=caption)
    return rasterize_svg(svg, min(cell / CELL_PIXELS, MAX_PIXELS / largest), title + caption)


def rasterize_svg(svg: str, zoom: float, text: str) -> bytes:
    """Render an SVG document as a PNG file, enlarged by ``zoom``.

    The system's fonts are used only if ``text``, the foreign text in the document, has letters that
    the included font lacks.
    """
    import resvg_py  # takes 3 MB of memory, too much for the start of the app

    return resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=zoom,
        font_files=[str(FONT)],
        sans_serif_family="Roboto",
        skip_system_fonts=has_glyphs(text),
    )


def draw_layers(game: Game, picture: Picture, theme: Theme) -> tuple[list[str], ...]:
    """Draw a board as layers of SVG elements: background, tiles, locks, pieces, gates.

    No element of a layer covers another one of the same layer.
    """
    background, ink = get_ui_colour(theme, *BACKGROUND), get_ui_colour(theme, *INK)
    surface = get_ui_colour(theme, "surface", background)
    whole = Panel("", "", 0, 0, picture.rows, picture.cols)
    panels = [
        f"<rect x='{panel.col * CELL_PIXELS}' y='{panel.row * CELL_PIXELS}' "
        f"width='{panel.cols * CELL_PIXELS}' height='{panel.rows * CELL_PIXELS}' fill='{surface}'/>"
        for panel in picture.panels or (whole,)
    ]

    def draw_in_cell(row: int, col: int, drawn: str) -> str:
        scale = CELL_PIXELS / 100
        return (
            f"<g transform='translate({col * CELL_PIXELS} {row * CELL_PIXELS}) "
            f"scale({scale})'>{drawn}</g>"
        )

    def draw_named(row: int, col: int, name: str) -> str:
        look = theme.get_look(game.name, name)
        return draw_in_cell(row, col, _draw_look(look, background, ink))

    tiles = [
        draw_named(row, col, name)
        for row, line in enumerate(picture.tiles)
        for col, name in enumerate(line)
        if picture.has_cell((row, col))
    ]
    # Draw locks as dashed frames. Draw them before the pieces, so that the pieces cover them.
    dashed = (
        f"<rect x='4' y='4' width='92' height='92' fill='none' stroke='{ink}' "
        "stroke-width='5' stroke-dasharray='10 8'/>"
    )
    locks = [draw_in_cell(row, col, dashed) for row, col in sorted(picture.locked)]
    pieces = [draw_named(*cell, piece.name) for cell, piece in sorted(picture.pieces.items())]
    gates = []
    for row, col, direction in sorted(picture.gates):
        look = theme.get_look(game.name, f"gate-{DIRECTIONS[direction]}")
        drawn = svg_piece_shapes.draw_gate(direction, _build_fill(look, background, ink))
        gates.append(draw_in_cell(row, col, drawn))
    return panels, tiles, locks, pieces, gates


def draw_look_svg(theme: Theme, game: str, name: str) -> str:
    """Draw the tile, piece or gate with a name in pictures as SVG in a box of 100 by 100 units."""
    background, ink = get_ui_colour(theme, *BACKGROUND), get_ui_colour(theme, *INK)
    look = theme.get_look(game, name)
    way = name.removeprefix("gate-")
    if way in DIRECTIONS and way != name:
        return svg_piece_shapes.draw_gate(DIRECTIONS.index(way), _build_fill(look, background, ink))
    return _draw_look(look, background, ink)


def _draw_look(look: Look, background: str, ink: str) -> str:
    return svg_piece_shapes.draw_shape(look.shape, _build_fill(look, background, ink))


def _build_fill(look: Look, background: str, ink: str) -> ShapeColours:
    on_it, fill = _to_hex(look.style.color) or ink, _to_hex(look.style.bgcolor) or background
    # A terminal swaps the colours of a reversed style, so do the same here.
    if look.style.reverse:
        on_it, fill = fill, on_it
    # Without colours, only ``ink`` gives an outline enough contrast.
    outline = background if look.style.color is not None else ink
    text = look.glyph.strip() if has_glyphs(look.glyph) else look.narrow.strip()
    return ShapeColours(fill, on_it, outline, background, text)


def _draw_title(title: str, room: int, colour: str) -> str:
    """Draw the title, shrinking or shortening it if necessary to fit into ``room`` pixels."""
    # A bold letter is about 0.55 times as wide as the font size; a Chinese one is twice as wide.
    size = max(12, min(19, int(room / (0.55 * cell_len(title)))))
    letters = int(room / (0.55 * size))
    if cell_len(title) > letters:
        title = set_cell_size(title, letters - 1).rstrip() + "…"
    return (
        f"<text x='{EDGE_PIXELS}' y='34' font-size='{size}' font-weight='bold' "
        f"{svg_piece_shapes.FONT} fill='{colour}'>{escape(title, quote=False)}</text>"
    )


def has_glyphs(text: str) -> bool:
    """Return True if the included font has all letters of a text."""
    return all(ord(letter) < _FIRST_MISSING for letter in text)


def _draw_numbers(picture: Picture, top: int, colour: str) -> str:
    style = f"font-size='12' text-anchor='middle' {svg_piece_shapes.FONT} fill='{colour}'"
    places: list[tuple[float, float, int]] = [
        (EDGE_PIXELS + (n + 0.5) * CELL_PIXELS, top - 9, n) for n in range(picture.cols)
    ]
    places += [(EDGE_PIXELS / 2, top + (n + 0.5) * CELL_PIXELS + 4, n) for n in range(picture.rows)]
    return "".join(f"<text x='{x}' y='{y}' {style}>{n}</text>" for x, y, n in places)


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
