"""The colour systems of terminals, and a function that finds the nearest colour in a system."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rich.color import Color, ColorSystem

from workbench.terminal.capabilities import Colours

_CUBE_LEVELS = (0, 95, 135, 175, 215, 255)
"""The six levels of each channel in xterm's colour cube, which consists of colours 16 to 231."""

COLOUR_SYSTEMS: Mapping[Colours, ColorSystem] = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}
"""Rich's colour system for each colour depth except ``none``."""


@lru_cache(1024)
def find_nearest_colour(colour: Color, system: ColorSystem) -> Color:
    """Return the colour in ``system`` that is nearest to ``colour``.

    Rich's own conversion distorts dark colours by rounding their channels down to zero. An almost
    black colour becomes black, and a dark grey with a trace of blue becomes navy.
    """
    if system is not ColorSystem.EIGHT_BIT or colour.triplet is None:
        return colour.downgrade(system)
    wanted = colour.triplet
    # There are two candidates: the nearest colour in the cube, found channel by channel, and the
    # nearest of the 24 greys (colours 232 to 255, with levels 8, 18, ..., 238).
    red, green, blue = (
        min(range(6), key=[abs(level - channel) for level in _CUBE_LEVELS].__getitem__)
        for channel in wanted
    )
    grey = min(max(round((sum(wanted) / 3 - 8) / 10), 0), 23)
    candidates = {
        16 + 36 * red + 6 * green + blue: (
            _CUBE_LEVELS[red],
            _CUBE_LEVELS[green],
            _CUBE_LEVELS[blue],
        ),
        232 + grey: (8 + 10 * grey,) * 3,
    }

    def measure_distance(number: int) -> int:
        # The squared Euclidean distance gives the same order as the distance itself.
        return sum((a - b) ** 2 for a, b in zip(candidates[number], wanted, strict=True))

    return Color.from_ansi(min(candidates, key=measure_distance))
