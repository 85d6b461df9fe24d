"""What a terminal cannot show never reaches it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color, ColorSystem

from workbench.terminal.asciitext import plain
from workbench.terminal.colours import nearest


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Café · naïve", "Cafe - naive"),
        ("▶ won ★ ≤ 3", "> won * < 3"),
        ("日本", "????"),
        ("e\u0301a", "ea"),
        ("all of it", "all of it"),
        ("all of…", "all o.."),
        ("all …", "all.."),
        ("… of it", "..of it"),
        ("é…", "e~"),
    ],
)
def test_a_text_in_ascii(text: str, drawn: str) -> None:
    assert plain(text) == drawn


@given(st.text(st.characters(exclude_categories=("C", "Zl", "Zp"))))
def test_ascii_takes_as_many_columns(text: str) -> None:
    assert plain(text).isascii()
    assert cell_len(plain(text)) == cell_len(text)


@pytest.mark.parametrize(
    ("colour", "number"),
    [
        ("#15191e", 234),  # not black
        ("#242b33", 236),  # not navy
        ("#ffffff", 231),
        ("#000000", 16),
        ("#1f5f1a", 22),  # dark green
        ("#ff8700", 208),
    ],
)
def test_the_nearest_of_256_colours(colour: str, number: int) -> None:
    assert nearest(Color.parse(colour), ColorSystem.EIGHT_BIT).number == number


def test_colours_of_the_terminal_stay_what_they_are() -> None:
    for name in ("red", "default", "bright_blue"):
        colour = Color.parse(name)
        for system in ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR:
            assert nearest(colour, system) == colour
