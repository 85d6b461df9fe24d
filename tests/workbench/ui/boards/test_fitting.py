"""The axes of symmetric drawing, in the margin of a board."""

from __future__ import annotations

import pytest
from rich.style import Style
from toy_game import TOY

from engine.edit import editing
from workbench.drawing import canvas
from workbench.drawing.brush import Overlay
from workbench.theme import theming
from workbench.ui.boards import fitting

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
    theme = theming.load_shipped("ascii")
    picture = TOY.boards.picture(TOY.boards.blank(*shape))
    painted = canvas.plan(picture, scale, margin=True).paint(picture, theme, "toy", Overlay())
    fitting.add_axes(painted, sign, scale, shape, Style())
    assert "".join(text for text, _ in painted[0]) == top.ljust(len(painted[0]))
    assert "".join(line[2][0] for line in painted[1:]) == left


def test_every_mirror_has_a_sign_that_fits():
    signs = [mirror.sign for mirror in editing.MIRRORS]
    assert len(set(signs)) == len(signs)
    assert all(len(sign) <= 3 and sign.isascii() for sign in signs)
