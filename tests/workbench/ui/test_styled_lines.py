"""Lines of styled text that are cut to a width."""

from __future__ import annotations

import pytest

from workbench.ui.styled_lines import cut_at_word, cut_line, justify_line, measure_width

pytestmark = pytest.mark.usefixtures("app_world")


def test_lines_are_cut_with_an_ellipsis():
    assert list(cut_line([("abcdef", "")], 4)) == [("abc…", "")]
    text = "".join(part for part, _ in justify_line([("left", "")], [("right", "")], 12))
    assert text == "left   right"


@pytest.mark.parametrize(
    ("text", "width", "drawn"),
    [
        ("six of one", 10, "six of one"),
        ("six of one, and more", 12, "six of …"),
        ("six of one, and more", 15, "six of one …"),
        ("unbroken", 5, "unbr…"),
    ],
)
def test_what_is_reported_is_cut_after_a_word(text, width, drawn):
    line = cut_at_word([(text, "")], width)
    assert "".join(part for part, _ in line) == drawn
    marked = cut_at_word([(text, "")], width, " v m")
    assert measure_width(marked) <= width
