"""How large cells are drawn, and that everything has a picture at every size."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from showcase import GAMES, everything, names, single_cells
from textual.geometry import Size

from engine.values.picture import DrawnPiece, Picture
from workbench.drawing import terminal_picture
from workbench.drawing.cell_art import BLOCKS
from workbench.drawing.cell_brush import Brush, Overlay
from workbench.theme import theme_loader
from workbench.theme.cell_sizes import (
    PICTURE_SCALES,
    SCALES,
    SIZES,
    Scale,
    find_middle,
    get_smaller,
)
from workbench.ui.boards import board_fit

SIGNS = frozenset({"floor", "empty", "path", "wall", "block", "obstacle", "outside"})
"""Names that are no more than a dot, or nothing but ink, at every size."""


def test_scales_go_from_the_largest_to_the_smallest() -> None:
    assert [SIZES[scale] for scale in SCALES] == [(8, 4), (6, 3), (4, 2), (2, 1)]
    assert [get_smaller(scale) for scale in SCALES] == [*SCALES[1:], "compact"]
    assert [find_middle(scale) for scale in SCALES] == [(3, 1), (2, 1), (1, 0), (0, 0)]


@pytest.mark.parametrize("game", [game for game in GAMES if game != "mazing-monk"])
@pytest.mark.parametrize("margin", [True, False])
def test_the_largest_that_fits_is_chosen(game: str, margin: bool) -> None:
    picture = everything(game)
    for scale in SCALES:
        room = Size(*terminal_picture.measure_picture(picture, scale, margin=margin))
        assert board_fit.choose_plan(picture, room, margin=margin).scale == scale
        less = Size(room.width - 1, room.height)
        if margin:
            assert board_fit.choose_plan(picture, less, margin=True).scale == scale, (
                "numbers go first"
            )
        elif scale != "compact":
            assert board_fit.choose_plan(picture, less, margin=False).scale == get_smaller(scale)


@pytest.mark.parametrize("scale", SCALES)
def test_firm_numbers_go_after_a_step_of_scale_but_not_after_pictures(scale: Scale) -> None:
    picture = everything("linjat")
    room = Size(*terminal_picture.measure_picture(picture, scale))
    plan = board_fit.choose_plan(picture, room, margin=True, firm=True)
    keeps = get_smaller(scale) in PICTURE_SCALES
    assert plan.scale == (get_smaller(scale) if keeps else scale)
    assert plan.size == terminal_picture.measure_picture(picture, plan.scale, margin=keeps)
    whole = Size(*terminal_picture.measure_picture(picture, scale, margin=True))
    assert board_fit.choose_plan(picture, whole, margin=True, firm=True).scale == scale


def test_smaller_cells_than_fit_have_their_numbers_back() -> None:
    picture = everything("skiddy")
    room = Size(*terminal_picture.measure_picture(picture, "larger"))
    for steps, scale in enumerate(SCALES[1:]):
        plan = board_fit.choose_plan(picture, room, margin=True, steps=steps)
        assert plan.scale == scale
        assert plan.size == terminal_picture.measure_picture(picture, scale, margin=steps > 0)
    assert board_fit.choose_plan(picture, room, margin=True, steps=9).scale == "compact"


@pytest.mark.parametrize("name", theme_loader.list_shipped())
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scale", SCALES)
def test_every_cell_takes_its_columns_and_lines(name: str, game: str, scale: str) -> None:
    theme = theme_loader.load_shipped(name)
    width, height = SIZES[scale]  # type: ignore[index]
    for mark in (None, *theme.tables["marks"]):
        for picture in single_cells(game):
            marks = {} if mark is None else {(0, 0): mark}
            lines = terminal_picture.draw_picture(picture, theme, game, scale=scale, marks=marks)  # type: ignore[arg-type]
            assert len(lines) == height
            for line in lines:
                text = "".join(segment.text for segment in line)
                assert cell_len(text) == width, (picture, text)
                assert not theme.is_ascii or text.isascii(), (picture, text)


@pytest.mark.parametrize("name", theme_loader.list_shipped())
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scale", ["larger", "largest"])
def test_everything_has_a_picture_where_there_is_room(name: str, game: str, scale: str) -> None:
    theme = theme_loader.load_shipped(name)
    for thing in (*names(game).tiles, *names(game).pieces):
        if thing not in SIGNS:
            assert theme.get_look(game, thing).pictures.get(scale), thing  # type: ignore[call-overload]


@pytest.mark.parametrize("name", ["default", "light", "colour-blind"])
@pytest.mark.parametrize("tile", ["wall", "floor"])
@pytest.mark.parametrize("scale", PICTURE_SCALES)
def test_numbers_have_the_colour_of_their_mark(name: str, tile: str, scale: Scale) -> None:
    theme = theme_loader.load_shipped(name)
    grounds = []
    for mark in ("better", "worse"):
        overlay = Overlay(heat={(0, 0): 0.5}, heat_text={(0, 0): "+4"}, marks={(0, 0): mark})
        (*_, line) = Brush(Picture(((tile,),)), theme, "fruit-dating", overlay).draw_cell(
            (0, 0), scale
        )
        grounds.append(next(style.bgcolor for text, style in line if text == "4"))
        assert grounds[-1] == theme.get_mark(mark).style.bgcolor
    assert grounds[0] != grounds[1]


@pytest.mark.parametrize("name", ["default", "light", "colour-blind"])
@pytest.mark.parametrize("scale", PICTURE_SCALES)
def test_a_mark_leaves_tiles_their_ink(name: str, scale: Scale) -> None:
    theme = theme_loader.load_shipped(name)
    ink = theme.get_look("mazing-monk", "obstacle-exit").style.color
    overlay = Overlay(marks={(0, 0): "differs"})
    lines = Brush(Picture((("obstacle-exit",),)), theme, "mazing-monk", overlay).draw_cell(
        (0, 0), scale
    )
    inks = {style.color for line in lines for text, style in line if text in BLOCKS}
    assert inks == {ink}


def drawn(theme: theme_loader.Theme, picture: Picture, scale: str) -> list[str]:
    lines = terminal_picture.draw_picture(picture, theme, "own", scale=scale)  # type: ignore[arg-type]
    return ["".join(segment.text for segment in line) for line in lines]


def own(folder: Path, text: str) -> theme_loader.Theme:
    (folder / "own.toml").write_text(f'inherits = "default"\n{text}', "utf-8")
    return theme_loader.load_theme("own", folder)


class TestAThemeWithoutPictures:
    def test_a_chip_has_its_glyph(self, tmp_path: Path) -> None:
        theme = own(tmp_path, '[own]\nbird = { glyph = "Bi", background = "#804040" }')
        bird = Picture((("floor",),), {(0, 0): DrawnPiece("bird", 0)})
        assert drawn(theme, bird, "larger") == ["▗▄▄▄▄▖", "▐ Bi ▌", "▝▀▀▀▀▘"]
        assert drawn(theme, bird, "large") == [" Bi ", "▀▀▀ "]

    def test_a_sign_stands_in_the_middle(self, tmp_path: Path) -> None:
        theme = own(tmp_path, '[own]\nbird = { glyph = "🐦", narrow = "b" }\nnest = {glyph="VV"}')
        bird = Picture((("floor",),), {(0, 0): DrawnPiece("bird", 0)})
        assert drawn(theme, bird, "larger") == ["      ", "  🐦  ", "      "]
        assert drawn(theme, Picture((("nest",),)), "larger") == ["VVVVVV"] * 3

    def test_a_shape_lends_its_picture(self, tmp_path: Path) -> None:
        theme = own(tmp_path, '[own]\npear = { glyph = "P ", shape = "fruit", background = "red" }')
        pear = Picture((("floor",),), {(0, 0): DrawnPiece("pear", 0)})
        assert drawn(theme, pear, "larger")[1] == "▐ P\xa0 ▌".replace("\xa0", " ")


def test_a_look_may_have_a_picture_of_its_own(tmp_path: Path) -> None:
    lines = 'large = ["12/\\\\", "\\\\__/"]'
    theme = own(tmp_path, f'[own]\nnest = {{ glyph = "nm", shape = "fruit", {lines} }}')
    assert drawn(theme, Picture((("nest",),)), "large") == ["nm/\\", "\\__/"]


def test_what_a_piece_stands_on_is_seen_around_it() -> None:
    theme = theme_loader.load_shipped("default")
    on_pit = Picture((("pit",),), {(0, 0): DrawnPiece("crate", 0)})
    for scale in PICTURE_SCALES:
        lines = terminal_picture.draw_picture(on_pit, theme, "skiddy", scale=scale)
        alone = terminal_picture.draw_picture(Picture((("pit",),)), theme, "skiddy", scale=scale)
        sides = [("".join(s.text for s in line)) for line in lines]
        around = [("".join(s.text for s in line)) for line in alone]
        assert [(line[0], line[-1]) for line in sides] == [(line[0], line[-1]) for line in around]
