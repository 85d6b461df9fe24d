"""Boxes that share sides, drawn with line characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.values.grid import DOWN, LEFT, RIGHT, UP

Box = tuple[int, int, int, int]
"""The sides of a box: its first and last column, and its first and last line."""

_LINES: Mapping[frozenset[int], str] = {
    frozenset(ways): character
    for character, ways in {
        "─": (LEFT, RIGHT),
        "│": (UP, DOWN),
        "┌": (RIGHT, DOWN),
        "┐": (LEFT, DOWN),
        "└": (RIGHT, UP),
        "┘": (LEFT, UP),
        "├": (UP, DOWN, RIGHT),
        "┤": (UP, DOWN, LEFT),
        "┬": (LEFT, RIGHT, DOWN),
        "┴": (LEFT, RIGHT, UP),
        "┼": (LEFT, RIGHT, UP, DOWN),
    }.items()
}


def draw_boxes(
    boxes: Iterable[Box], *, ascii_only: bool, horizontal: bool = True
) -> dict[tuple[int, int], str]:
    """Return the characters that draw the sides of boxes, keyed by column and line.

    Args:
        boxes: The boxes, which may share sides.
        ascii_only: True to use only ASCII characters.
        horizontal: True to draw corners and horizontal sides as well as vertical sides.
    """
    # The directions in which lines leave a position determine its character.
    ways: dict[tuple[int, int], set[int]] = {}
    for left, right, top, bottom in boxes:
        for y in range(top, bottom + 1) if horizontal else range(top + 1, bottom):
            # A vertical line leaves a corner in one direction, and any other position in both.
            upright = {UP} if y == bottom else {DOWN} if y == top else {UP, DOWN}
            for x in (left, right):
                ways.setdefault((x, y), set()).update(upright)
        for x in range(left, right + 1) if horizontal else ():
            across = {LEFT} if x == right else {RIGHT} if x == left else {LEFT, RIGHT}
            for y in (top, bottom):
                ways.setdefault((x, y), set()).update(across)
    return {spot: _to_ascii(_LINES[frozenset(way)], ascii_only) for spot, way in ways.items()}


def _to_ascii(character: str, ascii_only: bool) -> str:
    if not ascii_only:
        return character
    return {"─": "-", "│": "|"}.get(character, "+")
