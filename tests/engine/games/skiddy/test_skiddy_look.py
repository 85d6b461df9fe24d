"""Every theme draws everything of Skiddy, distinguished without colour."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image
from rich.cells import cell_len
from skiddy_boards import read_cells

from engine.game import registry
from engine.games.skiddy import skiddy_codes
from engine.values.picture import DrawnPiece, Picture
from workbench.drawing import export, terminal_picture
from workbench.theme import theme_loader

GAME = registry.get_game("skiddy")
TILES = tuple(skiddy_codes.TILES.names.values())
PIECES = tuple(skiddy_codes.PIECES.names.values())


@pytest.mark.parametrize("name", theme_loader.list_themes())
class TestShippedThemes:
    def test_every_name_has_a_glyph_of_its_own(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        looks = [theme.get_look("skiddy", each) for each in (*TILES, *PIECES)]
        assert len({look.glyph for look in looks}) == len(looks)
        assert all(cell_len(look.narrow) == 1 and cell_len(look.glyph) == 2 for look in looks)
        assert len({theme.get_look("skiddy", each).narrow for each in PIECES}) == len(PIECES)

    def test_a_piece_on_a_pit_looks_like_neither_alone(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        board = read_cells(["#####", "#r1o#", "##R##"])
        line = terminal_picture.draw_picture(GAME.boards.draw_picture(board), theme, "skiddy")[1]
        text = "".join(segment.text for segment in line)
        free, on_pit, pit = text[2:4], text[4:6], text[6:8]
        if cell_len(theme.get_look("skiddy", "skiddy-red").glyph[0]) == 1:
            assert len({free, on_pit, pit}) == 3


def test_mono_has_no_colour() -> None:
    theme = theme_loader.load_theme("mono")
    for each in (*TILES, *PIECES):
        style = theme.get_look("skiddy", each).style
        assert style.color is None and style.bgcolor is None


def test_ascii_is_ascii() -> None:
    theme = theme_loader.load_theme("ascii")
    assert all(theme.get_look("skiddy", each).glyph.isascii() for each in (*TILES, *PIECES))


def cell_of(theme: theme_loader.Theme, tile: str, piece: str | None = None) -> bytes:
    """The pixels of one cell."""
    pieces = {} if piece is None else {(0, 0): DrawnPiece(piece, 0)}
    drawn = export.render_png(GAME, Picture(((tile,),), pieces), theme, "", cell=40)
    with Image.open(BytesIO(drawn)) as image:
        left, top = export.EDGE_PIXELS, export.EDGE_PIXELS
        return image.convert("RGB").crop((left, top, left + 40, top + 40)).tobytes()


def test_pictures_distinguish_everything_without_colour() -> None:
    theme = theme_loader.load_theme("mono")
    drawn = [cell_of(theme, tile) for tile in TILES]
    drawn += [cell_of(theme, tile, piece) for tile in ("floor", "pit") for piece in PIECES]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("name", ["default", "light", "mono", "high-contrast", "colour-blind"])
def test_the_edge_of_a_pit_stays_visible_round_a_piece(name: str, piece: str) -> None:
    theme = theme_loader.load_theme(name)
    empty, taken = cell_of(theme, "pit"), cell_of(theme, "pit", piece)
    outline = [3 * (40 * row + col) for row in (3, 36) for col in range(12, 28)]
    outline += [3 * (40 * row + col) for row in range(12, 28) for col in (3, 36)]
    same = sum(empty[at : at + 3] == taken[at : at + 3] for at in outline)
    assert same >= 0.8 * len(outline)


def test_a_goal_shows_who_may_leave_whichever_side_it_is_on() -> None:
    theme = theme_loader.load_theme("default")
    assert theme.get_look("skiddy", "goal-red").shape == "doorway-tuft"
    assert theme.get_look("skiddy", "skiddy-red").shape == "creature-tuft"
    assert theme.get_look("skiddy", "goal-blue").shape == "doorway-ears"
    assert theme.get_look("skiddy", "skiddy-blue").shape == "creature-ears"


@pytest.mark.parametrize("name", theme_loader.list_themes())
def test_a_locked_piece_on_a_pit_shows_all_three(name: str) -> None:
    theme = theme_loader.load_theme(name)

    def shown(locked: str, row: str) -> str:
        board = replace(read_cells(["####", row, "#R##"]), locked=("....", locked, "...."))
        return str(
            terminal_picture.draw_picture(GAME.boards.draw_picture(board), theme, "skiddy")[1]
        )

    assert len({shown("....", "#1 #"), shown(".x..", "#1 #"), shown(".x..", "#r #")}) == 3


@pytest.mark.parametrize("name", ["mono", "ascii"])
def test_large_pits_stand_on_both_sides_of_their_piece(name: str) -> None:
    picture = GAME.boards.draw_picture(read_cells(["####", "#1 #", "#R##"]))
    for heat in ({}, {(1, 1): 0.5}):
        line = terminal_picture.draw_picture(
            picture, theme_loader.load_theme(name), "skiddy", scale="large", heat=heat
        )[2]
        assert "".join(segment.text for segment in line)[4:8] == "(r )"
