"""Levels on pages, read by other programs."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdf import PdfReader

from engine.errors import EngineError
from workbench.drawing import page_layout
from workbench.drawing.page_layout import PrintedLevel

BOARD = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30' viewBox='0 0 40 30'>"
    "<rect width='40' height='30' fill='#ff0000'/></svg>"
)
HOSTILE = "</text><script>&'\" Ж"


def make_levels(count: int, title: str = HOSTILE) -> list[PrintedLevel]:
    return [PrintedLevel(title, "7 moves", "RULD", BOARD, (40, 30))] * count


def test_a_pdf_has_titles_facts_and_a_page_of_solutions() -> None:
    content = page_layout.render_pdf("A pack", make_levels(7))
    assert content == page_layout.render_pdf("A pack", make_levels(7))
    first, second, solutions = PdfReader(BytesIO(content)).pages
    assert f"6. {HOSTILE}" in first.extract_text() and "7 moves" in first.extract_text()
    assert len(first.images) == len(second.images) == 1  # the same board is embedded once
    assert "Solutions: A pack" in solutions.extract_text()
    assert solutions.extract_text().count("RULD") == 7


def test_a_pdf_draws_titles_in_other_scripts_as_pictures() -> None:
    page = PdfReader(BytesIO(page_layout.render_pdf("A", make_levels(1, "日本")))).pages[0]
    assert len(page.images) == 2


def test_an_svg_holds_hostile_titles_as_text() -> None:
    root = ElementTree.fromstring(page_layout.render_svg(HOSTILE, make_levels(2)))
    names = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert "script" not in names and names.count("svg") == 3
    assert f"2. {HOSTILE}" in [element.text for element in root.iter()]


def test_a_png_is_bounded_in_size() -> None:
    image = Image.open(
        BytesIO(
            page_layout.render_png("A", [each._replace(solution="") for each in make_levels(7)])
        )
    )
    assert image.size == (2 * 595, 2 * 2 * 842)
    with pytest.raises(EngineError, match="at most 54 levels in a PNG, found 55"):
        page_layout.render_png("A", make_levels(55))


@pytest.mark.parametrize("count", [0, 501])
def test_other_numbers_of_levels_are_refused(count: int) -> None:
    with pytest.raises(EngineError, match=f"expected 1 to 500 levels, found {count}"):
        page_layout.render_svg("A", make_levels(count))
