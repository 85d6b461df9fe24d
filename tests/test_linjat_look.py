"""How Linjat looks in every shipped theme: everything is told apart, with or without colour."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from workbench import theming

NUMBERS = tuple(f"number-{value}" for value in range(1, 10))
LINES = tuple(
    f"{what}-{axis}-{length}"
    for what in ("line", "dot")
    for axis in ("level", "upright")
    for length in ("short", "right", "long")
)
NAMES = ("empty", "dot", *NUMBERS, *LINES)


@pytest.mark.parametrize("name", theming.names())
class TestThemes:
    def test_every_name_has_a_glyph_of_its_own(self, name: str) -> None:
        glyphs = [theming.load(name).look("linjat", each).glyph for each in NAMES]
        assert len(set(glyphs)) == len(glyphs)
        assert all(cell_len(glyph) == 2 for glyph in glyphs)

    def test_lengths_are_told_apart_in_one_column(self, name: str) -> None:
        theme = theming.load(name)
        for prefix in ("line-level", "line-upright", "dot-level", "dot-upright"):
            narrow = {
                theme.look("linjat", f"{prefix}-{length}").narrow
                for length in ("short", "right", "long")
            }
            assert len(narrow) == 3


def test_plain_themes_stay_plain() -> None:
    for each in NAMES:
        assert theming.load("ascii").look("linjat", each).glyph.isascii()
        style = theming.load("mono").look("linjat", each).style
        assert style.color is None and style.bgcolor is None
