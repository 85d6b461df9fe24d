"""How Linjat looks in every shipped theme: everything is distinguished, with or without colour."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from workbench.drawing import svg_piece_shapes
from workbench.theme import theme_loader
from workbench.theme.cell_sizes import PICTURE_SCALES

NUMBERS = tuple(f"number-{value}" for value in range(1, 10))
LINES = tuple(
    f"{what}-{axis}-{length}"
    for what in ("line", "dot")
    for axis in ("level", "upright")
    for length in ("short", "right", "long")
)
NAMES = ("empty", "dot", *NUMBERS, *LINES)
ENDS = tuple(f"{line}{part}" for line in LINES for part in ("-first", "-last"))


@pytest.mark.parametrize("name", theme_loader.list_themes())
class TestThemes:
    def test_every_name_has_a_glyph_of_its_own(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        glyphs = [theme.get_look("linjat", each).glyph for each in NAMES]
        assert len(set(glyphs)) == len(glyphs)
        assert all(cell_len(glyph) == 2 for glyph in glyphs)

    def test_lengths_are_distinguished_in_one_column(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        for prefix in ("line-level", "line-upright", "dot-level", "dot-upright"):
            narrow = {
                theme.get_look("linjat", f"{prefix}-{length}").narrow
                for length in ("short", "right", "long")
            }
            assert len(narrow) == 3


def test_plain_themes_stay_plain() -> None:
    ascii_only, mono = theme_loader.load_theme("ascii"), theme_loader.load_theme("mono")
    for each in NAMES:
        assert ascii_only.get_look("linjat", each).glyph.isascii()
        style = mono.get_look("linjat", each).style
        assert style.color is None and style.bgcolor is None


@pytest.mark.parametrize("name", theme_loader.list_themes())
def test_lines_end_where_others_begin(name: str) -> None:
    """In one row or column, two lines end to end are distinguished from one long line."""
    theme = theme_loader.load_theme(name)
    for line in LINES:
        look, last = theme.get_look("linjat", line), theme.get_look("linjat", f"{line}-last")
        assert last.glyph != look.glyph
        assert (last.style, last.through) == (look.style, True)
        assert theme.get_look("linjat", f"{line}-first").glyph == look.glyph
        assert all(last.pictures[scale] != look.pictures[scale] for scale in PICTURE_SCALES)


def test_everything_but_numbers_has_a_shape_in_pictures() -> None:
    theme = theme_loader.load_theme("default")
    for name in {*NAMES, *ENDS} - {*NUMBERS}:
        assert theme.get_look("linjat", name).shape in svg_piece_shapes.load_shapes(), name
