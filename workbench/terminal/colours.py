"""Which colours terminals have, and the nearest of them to any other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rich.color import Color, ColorSystem

from workbench.terminal.link import Colours

_LEVELS = (0, 95, 135, 175, 215, 255)
"""Of each channel, in the cube of 6 by 6 by 6 among the 256 colours of xterm."""

SYSTEMS: Mapping[Colours, ColorSystem] = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}
"""Rich's names for what terminals show; none for those without colours."""


@lru_cache(1024)
def nearest(colour: Color, system: ColorSystem) -> Color:
    """The colour of a system that comes closest to one.

    Rich itself rounds every channel of a dark colour down to none: nearly black becomes black,
    and a dark grey with a trace of blue becomes navy.
    """
    if system is not ColorSystem.EIGHT_BIT or colour.triplet is None:
        return colour.downgrade(system)
    wanted = colour.triplet
    red, green, blue = (
        min(range(6), key=[abs(level - channel) for level in _LEVELS].__getitem__)
        for channel in wanted
    )
    grey = min(max(round((sum(wanted) / 3 - 8) / 10), 0), 23)
    candidates = {
        16 + 36 * red + 6 * green + blue: (_LEVELS[red], _LEVELS[green], _LEVELS[blue]),
        232 + grey: (8 + 10 * grey,) * 3,
    }

    def distance(number: int) -> int:
        """The squared distance of a colour of the terminal from the one wanted."""
        return sum((a - b) ** 2 for a, b in zip(candidates[number], wanted, strict=True))

    return Color.from_ansi(min(candidates, key=distance))
