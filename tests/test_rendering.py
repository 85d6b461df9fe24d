from __future__ import annotations

from xml.etree import ElementTree

import pytest
from frames import check_text
from sample_picture import FULL
from toy_game import SLOPE, Toy

from workbench import theming
from workbench.drawing import rendering
from workbench.drawing.shapes import SHAPES

SVG = "{http://www.w3.org/2000/svg}"


class Dating(Toy):
    name = "fruit-dating"
    title = "Fruit Dating"


def test_text() -> None:
    drawn = rendering.render_text(Dating(), FULL, theming.load("default"), False)
    check_text(drawn, "board-default-compact")
    assert "\x1b" not in drawn


def test_text_in_colour_has_the_same_words() -> None:
    plain = rendering.render_text(Dating(), FULL, theming.load("mono"), False)
    bold = rendering.render_text(Dating(), FULL, theming.load("mono"), True)
    assert "\x1b[1m" in bold
    assert "\x1b[38" not in bold
    assert len(plain.splitlines()) == len(bold.splitlines())


@pytest.mark.parametrize(
    ("colours", "code"), [("truecolor", "\x1b[38;2;"), ("256", "\x1b[38;5;"), ("16", "\x1b[9")]
)
def test_as_many_colours_as_the_terminal_has(colours: str, code: str) -> None:
    theme = theming.load("default")
    drawn = rendering.render_text(Dating(), FULL, theme, True, colours=colours)  # type: ignore[arg-type]
    assert code in drawn


@pytest.mark.parametrize("theme", theming.names())
def test_svg_is_well_formed_and_whole(theme: str) -> None:
    drawn = rendering.render_svg(Dating(), FULL, theming.load(theme), 'A <b> & "c"')
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
    drawn = rendering.render_svg(Dating(), FULL, theming.load("default"), "")
    assert "href" not in drawn
    assert "url(" not in drawn
    assert "ansi" not in rendering.render_svg(Dating(), FULL, theming.load("mono"), "")


def test_svg_of_a_game_without_a_section() -> None:
    drawn = rendering.render_svg(Toy(), Toy().picture(SLOPE), theming.load("default"), "Toy")
    assert ">Sl</text>" in drawn


def test_every_shape_of_the_themes_exists() -> None:
    for name in theming.names():
        for section in theming.load(name).tables.values():
            if isinstance(section, dict):
                looks = [look for look in section.values() if isinstance(look, dict)]
                assert {look["shape"] for look in looks if "shape" in look} <= set(SHAPES)
