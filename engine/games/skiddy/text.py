"""Skiddy as text; see :mod:`engine.tiles.text`.

::

    skiddy
    title: Level 1-1

    #####
    #r.r#
    #...#
    #R###

    locked 0,1

``#`` block, ``.`` or a blank floor, ``o`` pit, ``R`` ``B`` goals, ``r`` ``b`` Skiddies, ``c``
crate, ``i`` ice cube; a piece on a pit is ``1`` red, ``2`` blue, ``3`` crate, ``4`` ice cube. A
line that begins with ``;`` above the board is a title too.
"""

from __future__ import annotations

from typing import ClassVar

from engine.games.skiddy.board import SkiddyBoard
from engine.tiles.text import Shown, TileText, plainly_shown

_ON_PIT = {("o", piece): digit for piece, digit in zip("rbci", "1234", strict=True)}


class SkiddyText(TileText[SkiddyBoard]):
    """The usual text format of Skiddy."""

    game: ClassVar[str] = "skiddy"
    board_type = SkiddyBoard
    shown: ClassVar[Shown] = plainly_shown(SkiddyBoard) | _ON_PIT
    glyphs: ClassVar[str] = "# . o R B, a piece (r b c i), or 1 2 3 4 for a piece on a pit"
    blank: ClassVar[str] = " "
    title_mark: ClassVar[str] = ";"
