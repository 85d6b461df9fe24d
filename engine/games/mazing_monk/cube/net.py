"""The unfolded cube as a grid with twelve rows and nine columns, 54 of whose places are cells.

The back face is above the top face, the left and right faces are next to it, and the front face is
below it. The bottom face is upside down below the front face.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import LevelError, quote_input
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
    locate_cell,
)
from engine.values.grid import get_type_name
from engine.values.picture import Panel

Place = tuple[int, int]
"""A place in the net, as (row, column)."""

ROWS, COLS = 4 * SIDE, 3 * SIDE
OUTSIDE = " "
"""The character for places in the net that are not cells."""

_CORNERS = {BACK: (0, 1), LEFT: (1, 0), TOP: (1, 1), RIGHT: (1, 2), FRONT: (2, 1), BOTTOM: (3, 1)}


def _locate_in_net(cell: int) -> Place:
    face, x, y = locate_cell(cell)
    down, right = _CORNERS[face]
    return SIDE * down + (SIDE - 1 - y if face == BOTTOM else y), SIDE * right + x


PLACES: tuple[Place, ...] = tuple(map(_locate_in_net, range(CELLS)))
"""The place of each cell in the net."""
CELL_AT: Mapping[Place, int] = {place: cell for cell, place in enumerate(PLACES)}
"""A mapping from places in the net to cells. Places without a cell are omitted."""

FACE_TITLES = ("top", "bottom", "left", "right", "front", "back")
"""The names of the faces, indexed by face number."""
_VISIBLE_SIDES = {TOP: "top", LEFT: "left", FRONT: "front"}
"""The faces that a player of the original game can see."""
PANELS = tuple(
    Panel(
        name,
        title,
        SIDE * row,
        SIDE * col,
        SIDE,
        SIDE,
        face == BOTTOM,
        _VISIBLE_SIDES.get(face, ""),
    )
    for face, (name, title) in enumerate(zip(FACES, FACE_TITLES, strict=True))
    for row, col in (_CORNERS[face],)
)
"""The position and title of each face in the net."""


def format_net(glyphs: Sequence[str]) -> str:
    """Format 54 glyphs as the twelve lines of the net, without trailing blanks."""
    lines = [[OUTSIDE] * COLS for _ in range(ROWS)]
    for (row, col), glyph in zip(PLACES, glyphs, strict=True):
        lines[row][col] = glyph
    return "".join("".join(line).rstrip() + "\n" for line in lines)


def read_net(value: Any, key: str, glyphs: str, meaning: str, outside: str = OUTSIDE) -> str:
    """Read the 54 glyphs in a net, and return them in the order of the cells.

    Args:
        value: The value read from the level file.
        key: The value's key, for error messages.
        glyphs: The glyphs that are allowed on cells.
        meaning: A description of these glyphs, for error messages.
        outside: The characters that are allowed at places that are not cells.

    Raises:
        LevelError: The value is not a string with twelve rows, a row is too long, or a character is
            not allowed at its place. The error names the row and column of a bad character.
    """
    if not isinstance(value, str):
        raise LevelError(f"expected a multi-line string, found {get_type_name(value)}", key=key)
    lines = value.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if len(lines) != ROWS:
        raise LevelError(f"expected {ROWS} rows of an unfolded cube, found {len(lines)}", key=key)
    for row, line in enumerate(lines):
        # Editors may have stripped trailing blanks.
        text = line.rstrip().ljust(COLS)
        if len(text) > COLS:
            raise LevelError(
                f"expected at most {COLS} characters, found {len(text)}", key=key, row=row
            )
        for col, glyph in enumerate(text):
            if (row, col) in CELL_AT:
                if glyph not in glyphs:
                    message = f"unknown glyph {quote_input(glyph)}; {meaning}"
                    raise LevelError(message, key=key, row=row, col=col)
            elif glyph not in outside:
                message = f"expected a blank, where the net has no cell, found {quote_input(glyph)}"
                raise LevelError(message, key=key, row=row, col=col)
    return "".join(lines[row][col] for row, col in PLACES)
