"""The axes of symmetric drawing, in the margin of a board."""

from __future__ import annotations

import pytest
from rich.style import Style
from toy_game import TOY

from engine.edit import draw_tools
from workbench.drawing import terminal_picture
from workbench.drawing.cell_brush import Overlay
from workbench.theme import theme_loader
from workbench.ui.boards import board_fit

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.mark.parametrize(
    ("sign", "scale", "shape", "top", "left"),
    [
        ("|", "compact", (4, 6), "|  0 1 2|3 4 5", "    "),
        ("|", "compact", (4, 5), "|  0 1 | 3 4 ", "    "),
        ("|", "large", (4, 6), "|   0   1   2 | 3   4   5  ", " " * 8),
        ("-", "compact", (4, 4), "-  0 1 2 3 ", " _  "),
        ("+", "compact", (5, 4), "+  0 1|2 3 ", "  -  "),
        ("-", "large", (4, 4), "-   0   1   2   3  ", "   _    "),
        ("1/4", "compact", (4, 4), "1/40 1 2 3 ", "    "),
    ],
)
def test_axes(sign, scale, shape, top, left):
    theme = theme_loader.load_shipped("ascii")
    picture = TOY.boards.draw_picture(TOY.boards.create_blank(*shape))
    painted = terminal_picture.plan_picture(picture, scale, margin=True).draw_picture(
        picture, theme, "toy", Overlay()
    )
    board_fit.draw_axes(painted, sign, scale, shape, Style())
    assert "".join(text for text, _ in painted[0]) == top.ljust(len(painted[0]))
    assert "".join(line[2][0] for line in painted[1:]) == left


def test_every_mirror_has_a_sign_that_fits():
    signs = [mirror.sign for mirror in draw_tools.MIRRORS]
    assert len(set(signs)) == len(signs)
    assert all(len(sign) <= 3 and sign.isascii() for sign in signs)
