"""The cube as text: 54 characters in the order of the thesis, or the rows of the unfolded cube.

The characters are those of level files. How much karma opens the exit is said in neither.
"""

from __future__ import annotations

import re
from typing import ClassVar

from engine.errors import LevelError, quoted
from engine.game.boards import TextFormat
from engine.games.mazing_monk.cube import codes, net
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS, FACE, FACES
from engine.values.level import Level

NAME = "mazing-monk"
_GLYPH = f"[{re.escape(codes.GLYPHS)}]"
_CUBE = re.compile(rf"\s*({_GLYPH}{{{CELLS}}}|({_GLYPH}{{{FACE}}}\s+){{5}}{_GLYPH}{{{FACE}}})\s*")
_ROW = re.compile(rf"   {_GLYPH}{{3}}\s*|{_GLYPH}{{9}}\s*")


class CubeText(TextFormat):
    """The usual text format: the 54 cells, the faces top, bottom, left, right, front, back."""

    name: ClassVar[str] = "text"
    title: ClassVar[str] = f"54 characters, the faces in the order {' '.join(FACES)}"

    def recognises(self, text: str) -> bool:
        """See :meth:`engine.game.boards.TextFormat.recognises`."""
        return _CUBE.fullmatch(text) is not None and codes.MONK_GLYPH in text

    def read(self, text: str) -> Level:
        """See :meth:`TextFormat.read`; blanks and line ends count for nothing."""
        cells = ""
        for number, line in enumerate(text.split("\n"), 1):
            for col, glyph in enumerate(line, 1):
                if glyph.isspace():
                    continue
                if glyph not in codes.GLYPHS:
                    raise LevelError(
                        f"unknown character {quoted(glyph)} at column {col}; {codes.MEANING}",
                        line=number,
                    )
                cells += glyph
        if len(cells) != CELLS:
            raise LevelError(f"expected {CELLS} characters, one a cell, found {len(cells)}")
        return Level(NAME, MonkBoard(cells))

    def write(self, level: Level) -> str:
        """See :meth:`engine.game.boards.TextFormat.write`."""
        return _own(level).cells + "\n"


class NetText(TextFormat):
    """The twelve rows of the unfolded cube, as level files have them."""

    name: ClassVar[str] = "net"
    title: ClassVar[str] = "the twelve rows of the unfolded cube"

    def recognises(self, text: str) -> bool:
        """See :meth:`engine.game.boards.TextFormat.recognises`."""
        lines = text.removesuffix("\n").split("\n")
        return len(lines) == net.ROWS and all(map(_ROW.fullmatch, lines))

    def read(self, text: str) -> Level:
        """See :meth:`engine.game.boards.TextFormat.read`."""
        try:
            return Level(NAME, MonkBoard(net.read_net(text, "", codes.GLYPHS, codes.MEANING)))
        except LevelError as error:
            line = None if error.row is None else error.row + 1
            column = "" if error.col is None else f" at column {error.col + 1}"
            raise LevelError(f"{error.message}{column}", line=line) from None

    def write(self, level: Level) -> str:
        """See :meth:`engine.game.boards.TextFormat.write`."""
        return net.net_text(_own(level).cells)


def _own(level: Level) -> MonkBoard:
    assert isinstance(level.board, MonkBoard)
    return level.board
