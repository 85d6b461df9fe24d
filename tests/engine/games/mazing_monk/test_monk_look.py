"""How the monk's cube looks in every shipped theme: everything is distinguished."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from workbench.drawing import svg_piece_shapes
from workbench.theme import theme_loader

TILES = ("obstacle", "protective-obstacle", "path", "karma", "soldiers")
CLOSED = tuple(f"{tile}-exit" for tile in TILES)
OPEN = tuple(f"{tile}-exit-open" for tile in TILES if tile != "protective-obstacle")
ENTRANCES = tuple(f"{tile}-entrance" for tile in TILES)
NAMES = (*TILES, *CLOSED, *OPEN, *ENTRANCES, "monk", "outside", "unseen")


@pytest.mark.parametrize("name", theme_loader.list_themes())
class TestThemes:
    def test_every_name_has_a_glyph_of_its_own(self, name: str) -> None:
        glyphs = [
            theme_loader.load_theme(name).get_look("mazing-monk", each).glyph for each in NAMES
        ]
        assert len(set(glyphs)) == len(glyphs)
        assert all(cell_len(glyph) == 2 for glyph in glyphs)

    def test_things_are_distinguished_in_one_column(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        narrow = [theme.get_look("mazing-monk", each).narrow for each in (*TILES, "monk", "unseen")]
        assert len(set(narrow)) == len(narrow)

    def test_the_exit_shows_beside_the_monk(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        for each in ("path-entrance", "path-exit", "path-exit-open"):
            assert theme.get_look("mazing-monk", each).through


def test_plain_themes_stay_plain() -> None:
    for each in NAMES:
        assert theme_loader.load_theme("ascii").get_look("mazing-monk", each).glyph.isascii()
        style = theme_loader.load_theme("mono").get_look("mazing-monk", each).style
        assert style.color is None and style.bgcolor is None


@pytest.mark.parametrize("name", [each for each in NAMES if each != "outside"])
def test_every_name_has_a_shape_in_pictures(name: str) -> None:
    assert (
        theme_loader.load_theme("default").get_look("mazing-monk", name).shape
        in svg_piece_shapes.load_shapes()
    )
