"""Fruit Dating as text; see :mod:`engine.tiles.text`.

::

    fruit-dating
    title: First date

    ########
    #A...oA#
    #..~...#
    ########

    piece 2,3 b
    gate 1,4 right
    locked 1,1 1,6
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from engine.games.fruit_dating.board import FruitBoard
from engine.tiles.text import Shown, TileText, placed, plainly_shown
from engine.values.grid import DIRECTIONS


class FruitText(TileText[FruitBoard]):
    """The usual text format of Fruit Dating."""

    game: ClassVar[str] = "fruit-dating"
    board_type = FruitBoard
    shown: ClassVar[Shown] = plainly_shown(FruitBoard)
    glyphs: ClassVar[str] = "a tile (# . ~ > ^ < v h) or a piece (A-H o c b)"
    keywords: ClassVar[tuple[str, ...]] = ("piece", "gate", "locked")

    def further(self, board: FruitBoard) -> Iterator[str]:
        """See :meth:`engine.tiles.text.TileText.further`."""
        for row, col, direction in board.gates:
            yield f"gate {row},{col} {DIRECTIONS[direction]}"

    def with_line(
        self, board: FruitBoard, number: int, keyword: str, words: list[str]
    ) -> FruitBoard:
        """See :meth:`engine.tiles.text.TileText.with_line`."""
        if keyword != "gate":
            return super().with_line(board, number, keyword, words)
        row, col, way = placed(number, words, board, DIRECTIONS)
        gates = sorted((*board.gates, (row, col, DIRECTIONS.index(way))))
        return replace(board, gates=tuple(gates))
