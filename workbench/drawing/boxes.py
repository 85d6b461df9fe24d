"""Boxes that share their sides, as the characters of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.values.grid import DOWN, LEFT, RIGHT, UP

Box = tuple[int, int, int, int]
"""First and last column, first and last line of the sides."""

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


def lines(boxes: Iterable[Box], *, plain: bool, level: bool = True) -> dict[tuple[int, int], str]:
    """The characters of the sides of boxes, by column and line.

    They are ``plain`` in ASCII, and ``level`` with the sides above and below, and with corners.
    """
    ways: dict[tuple[int, int], set[int]] = {}
    for left, right, top, bottom in boxes:
        for y in range(top, bottom + 1) if level else range(top + 1, bottom):
            upright = {UP} if y == bottom else {DOWN} if y == top else {UP, DOWN}
            for x in (left, right):
                ways.setdefault((x, y), set()).update(upright)
        for x in range(left, right + 1) if level else ():
            across = {LEFT} if x == right else {RIGHT} if x == left else {LEFT, RIGHT}
            for y in (top, bottom):
                ways.setdefault((x, y), set()).update(across)
    return {spot: _plain(_LINES[frozenset(way)], plain) for spot, way in ways.items()}


def _plain(character: str, plain: bool) -> str:
    if not plain:
        return character
    return {"─": "-", "│": "|"}.get(character, "+")
