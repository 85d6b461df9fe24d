"""Several levels on pages: as one SVG or PNG with all pages, or as a PDF to print.

A page is a list of texts and boards at fixed places, which each format draws in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from io import BytesIO
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from engine.errors import EngineError
from workbench.drawing import export, svg_piece_shapes

MAX_LEVELS = 500
"""The maximum number of levels in one document."""
_WIDTH, _HEIGHT, _MARGIN = 595, 842, 36
"""The size of a page and its border in points: A4, upright."""
_COLUMNS, _ROWS, _GAP = 2, 3, 14
_TITLE_SIZE, _TEXT_SIZE = 12, 9
_LETTER_WIDTH = 0.56
"""The width of a bold letter as a share of the font size, approximately."""
_DOTS = 3
"""The number of pixels per point at which boards are printed."""
_BLACK, _GREY = "#000000", "#444444"


class PrintedLevel(NamedTuple):
    """A level on a page.

    Attributes:
        title: The title.
        facts: The facts in words.
        solution: The moves of a solution, or the reason why there are none; empty to leave it out.
        svg: The board as an SVG document.
        size: The width and height of the SVG document in pixels.
    """

    title: str
    facts: str
    solution: str
    svg: str
    size: tuple[int, int]


class _Text(NamedTuple):
    x: float
    y: float
    size: int
    colour: str
    text: str


class _Board(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    svg: str


_Page = list[_Text | _Board]


def render_svg(title: str, levels: Sequence[PrintedLevel]) -> bytes:
    """Render levels as one SVG document with its pages one below the other."""
    return _write_svg(title, _lay_out_pages(title, levels)).encode()


def render_png(title: str, levels: Sequence[PrintedLevel]) -> bytes:
    """Render levels as a PNG file, a contact sheet without solutions.

    Raises:
        EngineError: There are more levels than fit into a picture.
    """
    pages = _lay_out_pages(title, levels)
    most = export.MAX_PIXELS // _HEIGHT
    if len(pages) > most:
        fitting = most * _COLUMNS * _ROWS
        raise EngineError(f"expected at most {fitting} levels in a PNG, found {len(levels)}")
    text = title + "".join(level.title + level.facts for level in levels)
    zoom = min(2, export.MAX_PIXELS / (_HEIGHT * len(pages)))
    return export.rasterize_svg(_write_svg(title, pages), zoom, text)


def render_pdf(title: str, levels: Sequence[PrintedLevel]) -> bytes:
    """Render levels as a PDF document, with equal bytes for equal levels.

    Raises:
        EngineError: The library that writes PDF is not installed.
    """
    try:
        from fpdf import FPDF
    except ImportError as error:
        raise EngineError("pdf needs pip install 'puzzle-workbench[pdf]'") from error
    pdf = FPDF(unit="pt", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    pdf.set_title(title)
    pdf.add_font("Roboto", fname=export.FONT)
    for page in _lay_out_pages(title, levels):
        pdf.add_page()
        for item in page:
            if isinstance(item, _Board):
                zoom = _DOTS * item.width / float(item.svg.split("width='", 1)[1].split("'")[0])
                image = BytesIO(export.rasterize_svg(item.svg, zoom, ""))
                pdf.image(image, item.x, item.y, item.width, item.height)
            elif export.has_glyphs(item.text):
                pdf.set_font("Roboto", size=item.size)
                pdf.set_text_color(item.colour)
                pdf.text(item.x, item.y, item.text)
            else:
                # The system may have fonts for other scripts, which only the renderer finds.
                width, height = _WIDTH - int(item.x), 2 * item.size
                drawn = _draw_text(item._replace(x=0, y=1.4 * item.size))
                svg = f"{_open_svg(width, height)}{drawn}</svg>"
                image = BytesIO(export.rasterize_svg(svg, _DOTS, item.text))
                top = item.y - 1.4 * item.size
                pdf.image(image, item.x, top, width, height, alt_text=item.text)
    return bytes(pdf.output())


def require_level_count(number: int) -> None:
    """Check that a document can hold this number of levels.

    Raises:
        EngineError: There are no levels, or too many.
    """
    if not 0 < number <= MAX_LEVELS:
        raise EngineError(f"expected 1 to {MAX_LEVELS} levels, found {number:,}")


def _lay_out_pages(title: str, levels: Sequence[PrintedLevel]) -> list[_Page]:
    """Place levels on pages, followed by the solutions."""
    require_level_count(len(levels))
    pages, on_page = [], _COLUMNS * _ROWS
    for first in range(0, len(levels), on_page):
        page = _start_page(title)
        for place, level in enumerate(levels[first : first + on_page]):
            page += _place_level(level, first + place + 1, *divmod(place, _COLUMNS))
        pages.append(page)
    lines = [line for number, level in enumerate(levels, 1) for line in _wrap(level, number)]
    step = _TEXT_SIZE + 4
    most = (_HEIGHT - 3 * _MARGIN) // step
    for first in range(0, len(lines), most):
        page = _start_page(f"Solutions: {title}")
        for index, (size, text) in enumerate(lines[first : first + most]):
            y = 2 * _MARGIN + (index + 1) * step
            page.append(_Text(_MARGIN, y, size, _BLACK, text))
        pages.append(page)
    return pages


def _start_page(title: str) -> _Page:
    return [_Text(_MARGIN, _MARGIN + 14, 16, _BLACK, _shorten(title, 16, _WIDTH - 2 * _MARGIN))]


def _place_level(level: PrintedLevel, number: int, row: int, col: int) -> Iterator[_Text | _Board]:
    """Yield the title, facts and board of a level in a place of the page."""
    width = (_WIDTH - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS
    height = (_HEIGHT - 3 * _MARGIN) / _ROWS
    x, y = _MARGIN + col * (width + _GAP), 1.8 * _MARGIN + row * height
    name = _shorten(f"{number}. {level.title}", _TITLE_SIZE, width)
    yield _Text(x, y + _TITLE_SIZE, _TITLE_SIZE, _BLACK, name)
    facts = _shorten(level.facts, _TEXT_SIZE, width)
    yield _Text(x, y + _TITLE_SIZE + _TEXT_SIZE + 5, _TEXT_SIZE, _GREY, facts)
    top = _TITLE_SIZE + _TEXT_SIZE + 12
    zoom = min(width / level.size[0], (height - top - _GAP) / level.size[1])
    yield _Board(x, y + top, level.size[0] * zoom, level.size[1] * zoom, level.svg)


def _wrap(level: PrintedLevel, number: int) -> Iterator[tuple[int, str]]:
    """Yield the lines of a level's solution with their font sizes."""
    if not level.solution:
        return
    room = _WIDTH - 2 * _MARGIN
    letters = int(room / (_TEXT_SIZE * _LETTER_WIDTH * 1.2))
    yield _TEXT_SIZE, _shorten(f"{number}. {level.title}", _TEXT_SIZE, room)
    yield from ((_TEXT_SIZE, line) for line in wrap(level.solution, letters))


def _shorten(text: str, size: int, room: float) -> str:
    """Cut a text, with an ellipsis, so that it fits into ``room`` points."""
    letters = int(room / (size * _LETTER_WIDTH))
    return text if cell_len(text) <= letters else set_cell_size(text, letters - 1).rstrip() + "…"


def _write_svg(title: str, pages: Sequence[_Page]) -> str:
    parts = [
        _open_svg(_WIDTH, _HEIGHT * len(pages)),
        f"<title>{escape(title, quote=False)}</title>",
        "<rect width='100%' height='100%' fill='#ffffff'/>",
    ]
    for number, page in enumerate(pages):
        parts.append(f"<g transform='translate(0 {number * _HEIGHT})'>")
        for item in page:
            if isinstance(item, _Text):
                parts.append(_draw_text(item))
                continue
            # Nest the board's document, whose view box scales it to the place on the page.
            box = item.svg.split("viewBox='", 1)[1]
            x, y, width, height = (f"{each:.2f}" for each in item[:4])
            head = f"<svg x='{x}' y='{y}' width='{width}' height='{height}' viewBox='"
            parts.append(head + box)
        parts.append("</g>")
    return "\n".join((*parts, "</svg>")) + "\n"


def _open_svg(width: int, height: int) -> str:
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}'>"
    )


def _draw_text(item: _Text) -> str:
    return (
        f"<text x='{item.x:.2f}' y='{item.y:.2f}' font-size='{item.size}' font-weight='bold' "
        f"{svg_piece_shapes.FONT} fill='{item.colour}'>{escape(item.text, quote=False)}</text>"
    )
