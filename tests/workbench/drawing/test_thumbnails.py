"""Thumbnails: what they show is what stands on the board, in every depth of colour."""

from __future__ import annotations

import frames
import pytest
from rich.color import Color
from rich.style import Style
from shipped import board_in, files_of

from engine.game import registry
from engine.values.picture import DrawnPiece, Picture
from workbench.drawing import thumbnails
from workbench.terminal.colour_depth import COLOUR_SYSTEMS, find_nearest_colour
from workbench.theme import theme_loader

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
DEPTHS = {"truecolor": "default", "256": "default", "16": "ansi", "none": "mono"}
"""The themes that suit depths of colour."""
HALVES = {"▀": (0, 1), "▄": (1, 0), "█": (0, 0), " ": (1, 1)}
"""What fills the upper and the lower half: 0 for ink, 1 for ground."""


def board_of(game: str) -> Picture:
    """A level with many different things on it."""
    pictures = (
        registry.get_game(game).boards.draw_picture(board_in(file)) for file in files_of(game)
    )
    return max(pictures, key=lambda picture: len({p.name for p in picture.pieces.values()}))


def shown(lines: thumbnails.Lines, system: object) -> str:
    """The text of a thumbnail, and below it the colours of every character, by letters."""
    names: dict[str, str] = {}
    styles = []
    for line in lines:
        letters = ""
        for text, style in line:
            looks = _look(style, system)
            letters += names.setdefault(looks, chr(ord("a") + len(names))) * len(text)
        styles.append(letters)
    texts = ["".join(text for text, _ in line).rstrip() for line in lines]
    legend = [f"{letter}: {looks}" for looks, letter in names.items()]
    return "\n".join([*texts, "", *styles, "", *legend])


def _look(style: Style, system: object) -> str:
    if system is None:
        return " ".join(name for name in ("bold", "reverse", "underline") if getattr(style, name))
    colours = [
        "-" if colour is None else find_nearest_colour(colour, system).name  # type: ignore[arg-type]
        for colour in (style.color, style.bgcolor)
    ]
    return " on ".join(colours) + (" bold" if style.bold else "")


@pytest.mark.parametrize("game", GAMES)
def test_frames_in_every_depth(game: str) -> None:
    parts = []
    for depth, name in DEPTHS.items():
        lines = thumbnails.draw_thumbnail(board_of(game), theme_loader.load_shipped(name), game)
        parts.append(f"== {depth}\n{shown(lines, COLOUR_SYSTEMS.get(depth))}")  # type: ignore[arg-type]
    frames.check_text("\n\n".join(parts) + "\n", f"thumbnail-{game}")


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("theme", theme_loader.list_shipped())
@pytest.mark.parametrize("game", GAMES)
def test_it_is_as_large_as_it_says(game: str, theme: str, large: bool) -> None:
    found, picture = theme_loader.load_shipped(theme), board_of(game)
    lines = thumbnails.draw_thumbnail(picture, found, game, large=large)
    widths = {sum(len(text) for text, _ in line) for line in lines}
    assert (max(widths), len(lines)) == thumbnails.measure_thumbnail(
        picture, found, game, large=large
    )
    assert len(widths) == 1


@pytest.mark.parametrize("theme", ["default", "light", "ansi"])
@pytest.mark.parametrize("game", ["fruit-dating", "skiddy"])
def test_every_cell_has_the_colour_of_what_stands_there(game: str, theme: str) -> None:
    found = theme_loader.load_shipped(theme)
    for file in files_of(game)[:12]:
        picture = registry.get_game(game).boards.draw_picture(board_in(file))
        lines = thumbnails.draw_thumbnail(picture, found, game)
        cells = [[_fills(sign, style) for text, style in line for sign in text] for line in lines]
        for row in range(picture.rows):
            for col in range(picture.cols):
                seen = cells[row // 2][col][row % 2]
                assert seen == _expected(picture, found, game, row, col), (file, row, col)
        large = thumbnails.draw_thumbnail(picture, found, game, large=True)
        cells = [[_fills(sign, style) for text, style in line for sign in text] for line in large]
        for row in range(picture.rows):
            for col in range(picture.cols):
                wanted = _expected(picture, found, game, row, col)
                assert {half for each in cells[row][2 * col : 2 * col + 2] for half in each} == {
                    wanted
                }


def _fills(text: str, style: Style) -> tuple[Color | None, Color | None]:
    """The colours of the upper and the lower half of a character."""
    pair = style.color, style.bgcolor
    assert pair[1] is None or not pair[1].is_default, "the screen's own colour of letters below"
    upper, lower = HALVES[text]
    return pair[upper], pair[lower]


def _expected(
    picture: Picture, theme: theme_loader.Theme, game: str, row: int, col: int
) -> Color | None:
    piece = picture.pieces.get((row, col))
    look = theme.get_look(
        game, piece.name if isinstance(piece, DrawnPiece) else picture.tiles[row][col]
    )
    colours = [look.style.color or Color.default(), look.style.bgcolor]
    if look.style.reverse:
        colours.reverse()
    if colours[1] is not None and not colours[1].is_default:
        return colours[1]
    return None if look.glyph.strip(" ·.") == "" else colours[0] or Color.default()


def test_what_has_no_number_changes_no_colour_between_walls_and_floors() -> None:
    rows = ("wall", "floor", "wall", "floor"), ("floor", "wall", "wall", "floor")
    lines = thumbnails.draw_thumbnail(
        Picture(rows), theme_loader.load_shipped("default"), "fruit-dating"
    )
    (line,) = lines
    assert "".join(text for text, _ in line) == "▀▄█ "
    assert len({style.color for text, style in line if text.strip()}) == 1
    assert all(style.bgcolor is None for _, style in line)
