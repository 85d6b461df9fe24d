"""Text formats for the cube: 54 characters in the thesis's order, or the unfolded cube.

The characters are those of level files. Neither format stores how much karma opens the exit.
"""

from __future__ import annotations

import re
from typing import ClassVar

from engine.errors import LevelError, quote_input
from engine.game.boards import TextFormat
from engine.games.mazing_monk.cube import cube_codes, net
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS, FACE, FACES
from engine.values.level import Level

NAME = "mazing-monk"
_GLYPH = f"[{re.escape(cube_codes.GLYPHS)}]"
_CUBE = re.compile(rf"\s*({_GLYPH}{{{CELLS}}}|({_GLYPH}{{{FACE}}}\s+){{5}}{_GLYPH}{{{FACE}}})\s*")
_ROW = re.compile(rf"   {_GLYPH}{{3}}\s*|{_GLYPH}{{9}}\s*")


class CubeText(TextFormat):
    """The default text format, which writes the 54 cells as one string.

    The faces are in the order top, bottom, left, right, front, back.
    """

    name: ClassVar[str] = "text"
    title: ClassVar[str] = f"54 characters, the faces in the order {' '.join(FACES)}"

    def can_read(self, text: str) -> bool:
        """Return True if ``text`` consists of the glyphs of all 54 cells and includes the monk."""
        return _CUBE.fullmatch(text) is not None and cube_codes.MONK_GLYPH in text

    def read(self, text: str) -> Level:
        """Read a level, ignoring blanks and line breaks."""
        cells = ""
        for number, line in enumerate(text.split("\n"), 1):
            for col, glyph in enumerate(line, 1):
                if glyph.isspace():
                    continue
                if glyph not in cube_codes.GLYPHS:
                    raise LevelError(
                        f"unknown character {quote_input(glyph)} at column {col}; "
                        f"{cube_codes.MEANING}",
                        line=number,
                    )
                cells += glyph
        if len(cells) != CELLS:
            raise LevelError(f"expected {CELLS} characters, one a cell, found {len(cells)}")
        return Level(NAME, MonkBoard(cells))

    def write(self, level: Level) -> str:
        """Return the level's 54 cells on one line."""
        return _get_board(level).cells + "\n"


class NetText(TextFormat):
    """The text format of level files: the twelve rows of the unfolded cube."""

    name: ClassVar[str] = "net"
    title: ClassVar[str] = "the twelve rows of the unfolded cube"

    def can_read(self, text: str) -> bool:
        """Return True if ``text`` has the shape of an unfolded cube."""
        lines = text.removesuffix("\n").split("\n")
        return len(lines) == net.ROWS and all(map(_ROW.fullmatch, lines))

    def read(self, text: str) -> Level:
        """Read a level from the twelve rows of the unfolded cube."""
        try:
            return Level(
                NAME, MonkBoard(net.read_net(text, "", cube_codes.GLYPHS, cube_codes.MEANING))
            )
        except LevelError as error:
            line = None if error.row is None else error.row + 1
            column = "" if error.col is None else f" at column {error.col + 1}"
            raise LevelError(f"{error.message}{column}", line=line) from None

    def write(self, level: Level) -> str:
        """Return the level's unfolded cube in twelve rows."""
        return net.format_net(_get_board(level).cells)


def _get_board(level: Level) -> MonkBoard:
    assert isinstance(level.board, MonkBoard)
    return level.board
