"""The unfolded cube as a grid of twelve rows and nine columns, most of them no cells.

The back lies above the top face, left and right beside it, the front below, and the bottom, upside
down, below the front.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import LevelError, quoted
from engine.games.mazing_monk.cube.cube import (
    BACK,
    BOTTOM,
    CELLS,
    FACES,
    FRONT,
    LEFT,
    RIGHT,
    SIDE,
    TOP,
    place_of,
)
from engine.values.grid import type_name
from engine.values.picture import Panel

Place = tuple[int, int]
"""Row and column."""

ROWS, COLS = 4 * SIDE, 3 * SIDE
OUTSIDE = " "
"""What stands in the net where there is no cell."""

_CORNERS = {BACK: (0, 1), LEFT: (1, 0), TOP: (1, 1), RIGHT: (1, 2), FRONT: (2, 1), BOTTOM: (3, 1)}


def _place(cell: int) -> Place:
    face, x, y = place_of(cell)
    down, right = _CORNERS[face]
    return SIDE * down + (SIDE - 1 - y if face == BOTTOM else y), SIDE * right + x


PLACES: tuple[Place, ...] = tuple(map(_place, range(CELLS)))
"""Where each cell of the cube lies in the net."""
CELL_AT: Mapping[Place, int] = {place: cell for cell, place in enumerate(PLACES)}
"""The cell of the cube at a place of the net, for places that have one."""

TITLES = ("top", "bottom", "left", "right", "front", "back")
"""The names of the faces, by number."""
_SEEN = {TOP: "top", LEFT: "left", FRONT: "front"}
"""The faces that the player of the original sees."""
PANELS = tuple(
    Panel(name, title, SIDE * row, SIDE * col, SIDE, SIDE, face == BOTTOM, _SEEN.get(face, ""))
    for face, (name, title) in enumerate(zip(FACES, TITLES, strict=True))
    for row, col in (_CORNERS[face],)
)
"""The faces as they lie in the net."""


def net_text(glyphs: Sequence[str]) -> str:
    """The net of 54 glyphs, twelve lines without blanks at their ends."""
    lines = [[OUTSIDE] * COLS for _ in range(ROWS)]
    for (row, col), glyph in zip(PLACES, glyphs, strict=True):
        lines[row][col] = glyph
    return "".join("".join(line).rstrip() + "\n" for line in lines)


def read_net(value: Any, key: str, glyphs: str, meaning: str, outside: str = OUTSIDE) -> str:
    """The 54 glyphs of a net, in the order of the cells.

    ``glyphs`` are allowed on cells, with their ``meaning`` for errors, ``outside`` where there is
    no cell.

    Raises:
        LevelError: not a string, not twelve rows, a row too long, or a character that is not
            allowed there; names row and column.
    """
    if not isinstance(value, str):
        raise LevelError(f"expected a multi-line string, found {type_name(value)}", key=key)
    lines = value.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if len(lines) != ROWS:
        raise LevelError(f"expected {ROWS} rows of an unfolded cube, found {len(lines)}", key=key)
    for row, line in enumerate(lines):
        text = line.rstrip().ljust(COLS)
        if len(text) > COLS:
            raise LevelError(
                f"expected at most {COLS} characters, found {len(text)}", key=key, row=row
            )
        for col, glyph in enumerate(text):
            if (row, col) in CELL_AT:
                if glyph not in glyphs:
                    message = f"unknown glyph {quoted(glyph)}; {meaning}"
                    raise LevelError(message, key=key, row=row, col=col)
            elif glyph not in outside:
                message = f"expected a blank, where the net has no cell, found {quoted(glyph)}"
                raise LevelError(message, key=key, row=row, col=col)
    return "".join(lines[row][col] for row, col in PLACES)
