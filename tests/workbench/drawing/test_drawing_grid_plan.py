"""Boards of the largest size, with the cursor in every row and column, in every size of cells."""

from __future__ import annotations

import pytest

from engine.game import registry
from engine.values.picture import Picture
from workbench.drawing import terminal_picture
from workbench.theme import theme_loader
from workbench.theme.cell_sizes import SCALES, Scale

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
LARGEST = 16


def largest_board(game: str) -> Picture:
    """An empty board of a game, as large as boards of it can be."""
    boards = registry.get_game(game).boards
    return boards.draw_picture(boards.create_blank(LARGEST, LARGEST))


@pytest.mark.parametrize("theme", ["default", "ascii", "emoji", "mono"])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("game", GAMES)
def test_no_cursor_changes_the_width_of_a_line(game: str, scale: Scale, theme: str) -> None:
    picture, loaded = largest_board(game), theme_loader.load_shipped(theme)
    every = [(row, col) for row in range(picture.rows) for col in range(picture.cols)]
    if picture.panels:  # not all cells of a diagonal exist
        there = [*filter(picture.has_cell, every)]
        cells = {cell for at in (0, 1) for cell in {cell[at]: cell for cell in there}.values()}
    else:
        cells = {(n, n) for n in range(LARGEST)}
    for margin in (False, True):
        width, height = terminal_picture.measure_picture(picture, scale, margin=margin)
        for cell in [None, *cells]:
            lines = terminal_picture.draw_picture(
                picture, loaded, game, scale=scale, margin=margin, cursor=cell
            )
            assert len(lines) == height
            assert {sum(part.cell_length for part in line) for line in lines} == {width}, cell


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("row", [0, 9, 10, 15])
def test_the_row_of_the_cursor_is_pointed_at(scale: Scale, row: int) -> None:
    picture, theme = largest_board("linjat"), theme_loader.load_shipped("ascii")
    lines = terminal_picture.draw_picture(
        picture, theme, "linjat", scale=scale, margin=True, cursor=(row, 0)
    )
    heads = ["".join(part.text for part in line)[:3].strip() for line in lines]
    assert [head for head in heads if head] == [
        f">{number}" if number == row else str(number) for number in range(LARGEST)
    ]
