"""Which colours terminals have, and the nearest of them to any other."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorSystem

from workbench.terminal.colour_depth import find_nearest_colour


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
    assert find_nearest_colour(Color.parse(colour), ColorSystem.EIGHT_BIT).number == number


def test_colours_of_the_terminal_stay_what_they_are() -> None:
    for name in ("red", "default", "bright_blue"):
        colour = Color.parse(name)
        for system in ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR:
            assert find_nearest_colour(colour, system) == colour
