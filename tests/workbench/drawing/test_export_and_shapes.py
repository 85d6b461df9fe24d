from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from frames import check_text
from PIL import Image
from sample_picture import FULL
from toy_game import SLOPE, TOY

from engine.values.picture import Picture
from workbench.drawing import export, svg_piece_shapes
from workbench.theme import theme_loader

SVG = "{http://www.w3.org/2000/svg}"


DATING = replace(TOY, name="fruit-dating", title="Fruit Dating")


def test_text() -> None:
    drawn = export.render_text(DATING, FULL, theme_loader.load_theme("default"), False)
    lines = drawn.splitlines(keepends=True)
    check_text("".join(lines[: FULL.rows + 1]), "board-default-compact")
    assert lines[FULL.rows + 1 :] == ["row 4, column 3: one-way up and left\n"]
    assert "\x1b" not in drawn


def test_text_in_colour_has_the_same_words() -> None:
    plain = export.render_text(DATING, FULL, theme_loader.load_theme("mono"), False)
    bold = export.render_text(DATING, FULL, theme_loader.load_theme("mono"), True)
    assert "\x1b[1m" in bold
    assert "\x1b[38" not in bold
    assert len(plain.splitlines()) == len(bold.splitlines())


def test_gates_that_share_a_sign_are_distinguished() -> None:
    several = replace(FULL, gates=frozenset({(1, 2, 0), (1, 2, 3), (2, 3, 1)}))
    one = replace(FULL, gates=frozenset({(1, 2, 0), (2, 3, 1)}))
    theme = theme_loader.load_theme("default")
    drawn = [export.render_text(DATING, each, theme, False) for each in (several, one)]
    assert drawn[0].splitlines()[-1] == "row 1, column 2: one-way right and down"
    assert "one-way" not in drawn[1]


@pytest.mark.parametrize(
    ("colours", "code"), [("truecolor", "\x1b[38;2;"), ("256", "\x1b[38;5;"), ("16", "\x1b[9")]
)
def test_as_many_colours_as_the_terminal_has(colours: str, code: str) -> None:
    theme = theme_loader.load_theme("default")
    drawn = export.render_text(DATING, FULL, theme, True, colours=colours)  # type: ignore[arg-type]
    assert code in drawn


@pytest.mark.parametrize("theme", theme_loader.list_themes())
def test_svg_is_well_formed_and_whole(theme: str) -> None:
    drawn = export.render_svg(DATING, FULL, theme_loader.load_theme(theme), 'A <b> & "c"')
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == 'A <b> & "c"'
    board = root.find(f"{SVG}g")
    assert board is not None
    cells = 64 + len(FULL.pieces) + len(FULL.gates) + len(FULL.locked)
    assert len(board.findall(f"{SVG}g")) == cells
    words = [element.text for element in root.iter(f"{SVG}text")]
    fruit = [FULL.pieces[cell].name for cell in sorted(FULL.pieces)]
    expected = [name[-1].upper() for name in fruit if name.startswith("fruit")]
    assert [word for word in words if word and word in "ABCDEFGH"] == expected


def test_svg_needs_nothing_from_elsewhere() -> None:
    drawn = export.render_svg(DATING, FULL, theme_loader.load_theme("default"), "")
    assert "href" not in drawn
    assert "url(" not in drawn
    assert "ansi" not in export.render_svg(DATING, FULL, theme_loader.load_theme("mono"), "")


def test_svg_of_a_game_without_a_section() -> None:
    drawn = export.render_svg(
        TOY, TOY.boards.draw_picture(SLOPE), theme_loader.load_theme("default"), "Toy"
    )
    assert ">Sl</text>" in drawn


def test_every_shape_of_the_themes_exists() -> None:
    for name in theme_loader.list_themes():
        for section in theme_loader.load_theme(name).tables.values():
            if isinstance(section, dict):
                looks = [look for look in section.values() if isinstance(look, dict)]
                assert {look["shape"] for look in looks if "shape" in look} <= set(
                    svg_piece_shapes.load_shapes()
                )


def png(theme: str = "default", **options: Any) -> Image.Image:
    drawn = export.render_png(DATING, FULL, theme_loader.load_theme(theme), "A title", **options)
    return Image.open(BytesIO(drawn)).convert("RGBA")


def test_png_has_the_size_and_the_colours_of_known_cells() -> None:
    cell, edge = 40, export.EDGE_PIXELS
    top = edge + export.TITLE_PIXELS
    image = png(cell=cell)
    assert image.size == (8 * cell + 2 * edge, 8 * cell + edge + top)
    assert image.getpixel((0, 0)) == (0, 0, 0, 0), "round corners"
    assert image.getpixel((edge + 3, 3)) == (0x15, 0x19, 0x1E, 255), "background"

    def at(row: int, col: int, x: float, y: float) -> object:
        return image.getpixel((int(edge + (col + x) * cell), int(top + (row + y) * cell)))

    assert at(0, 0, 0.5, 0.5) == (0x66, 0x71, 0x7D, 255), "wall"
    assert at(1, 1, 0.25, 0.7) == (0xE8, 0x6A, 0x6A, 255), "fruit A"
    assert at(1, 6, 0.25, 0.7) == (0x8F, 0xD4, 0x60, 255), "fruit B"
    assert at(1, 3, 0.5, 0.05) == (0x3D, 0x2B, 0x1C, 255), "mud"
    assert at(3, 5, 0.5, 0.5) == (0x66, 0x71, 0x7D, 255), "wall"


def test_png_letters_need_no_font_of_the_system() -> None:
    """The A of a fruit is in ink, not a missing glyph."""
    image = png(cell=80)
    top, cell = 2 * (export.EDGE_PIXELS + export.TITLE_PIXELS), 80
    left = 2 * export.EDGE_PIXELS + cell
    box = image.crop((left, top + cell, left + cell, top + 2 * cell))
    ink = (0x16, 0x19, 0x1D, 255)
    dark = [box.getpixel((x, y)) == ink for x in range(25, 55) for y in range(35, 65)]
    assert 60 < sum(dark) < 500


@pytest.mark.parametrize("theme", theme_loader.list_themes())
def test_png_in_every_theme(theme: str) -> None:
    image = png(theme=theme, cell=16)
    assert len(image.getcolors(1 << 16) or ()) > 8


def test_png_of_a_large_board_stays_within_bounds() -> None:
    picture = Picture((("wall",) * 300,) * 2)
    drawn = export.render_png(TOY, picture, theme_loader.load_theme("default"), "")
    with Image.open(BytesIO(drawn)) as image:
        assert max(image.size) <= export.MAX_PIXELS


def test_png_is_the_same_every_time() -> None:
    assert png(cell=20).tobytes() == png(cell=20).tobytes()


@pytest.mark.parametrize("title", ["A" * 200, "苹果约会" * 30])
def test_long_titles_are_cut(title: str) -> None:
    drawn = export.render_svg(DATING, FULL, theme_loader.load_theme("default"), title)
    shown = ElementTree.fromstring(drawn).findtext(f"{SVG}text")
    assert shown is not None
    assert shown.endswith("…") and len(shown) < 60
    assert ElementTree.fromstring(drawn).findtext(f"{SVG}title") == title
