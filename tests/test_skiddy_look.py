"""Every theme draws everything of Skiddy, told apart without colour."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from engine import registry
from engine.games.skiddy import codes
from engine.games.skiddy.text import read_cells
from workbench import theming
from workbench.drawing import canvas

GAME = registry.get("skiddy")
TILES = tuple(codes.TILES.names.values())
PIECES = tuple(codes.PIECES.names.values())


@pytest.mark.parametrize("name", theming.names())
class TestShippedThemes:
    def test_every_name_has_a_glyph_of_its_own(self, name: str) -> None:
        theme = theming.load(name)
        looks = [theme.look("skiddy", each) for each in (*TILES, *PIECES)]
        assert len({look.glyph for look in looks}) == len(looks)
        assert all(cell_len(look.narrow) == 1 and cell_len(look.glyph) == 2 for look in looks)
        assert len({theme.look("skiddy", each).narrow for each in PIECES}) == len(PIECES)

    def test_a_piece_on_a_pit_looks_like_neither_alone(self, name: str) -> None:
        theme = theming.load(name)
        board = read_cells(["#####", "#r1o#", "##R##"])
        line = canvas.draw(GAME.picture(board), theme, "skiddy")[1]
        text = "".join(segment.text for segment in line)
        free, on_pit, pit = text[2:4], text[4:6], text[6:8]
        if cell_len(theme.look("skiddy", "skiddy-red").glyph[0]) == 1:
            assert len({free, on_pit, pit}) == 3


def test_mono_has_no_colour() -> None:
    theme = theming.load("mono")
    for each in (*TILES, *PIECES):
        style = theme.look("skiddy", each).style
        assert style.color is None and style.bgcolor is None


def test_ascii_is_ascii() -> None:
    theme = theming.load("ascii")
    assert all(theme.look("skiddy", each).glyph.isascii() for each in (*TILES, *PIECES))
