"""How well colours can be distinguished from each other."""

from __future__ import annotations

from rich.color import ColorSystem
from rich.style import Style

from workbench.terminal.colour_depth import find_nearest_colour


def channel(value: int) -> float:
    """A byte of an sRGB colour as linear light."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def linear(colour: str) -> tuple[float, float, float]:
    red, green, blue = (channel(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    first, second = sorted(
        sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True))
        for c in (one, other)
    )
    return (second + 0.05) / (first + 0.05)


def contrast_of(style: Style) -> float:
    """The contrast of a text and what it is written on, where 256 colours show it if less."""
    found = []
    for system in (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT):
        shown = [
            find_nearest_colour(c, system) for c in (style.color, style.bgcolor) if c is not None
        ]
        front, back = (colour.get_truecolor().hex for colour in shown)
        found.append(contrast(front, back))
    return min(found)
