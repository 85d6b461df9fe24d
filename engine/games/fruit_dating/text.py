"""The text format of Fruit Dating; see :mod:`engine.tiles.text`.

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
from engine.tiles.text import TileText, list_plain_characters, read_placement
from engine.values.grid import DIRECTIONS


class FruitText(TileText[FruitBoard]):
    """The text format of Fruit Dating; see the module docstring for an example."""

    game = "fruit-dating"
    board_type = FruitBoard
    characters = list_plain_characters(FruitBoard)
    expected_glyphs = "a tile (# . ~ > ^ < v h) or a piece (A-H o c b)"
    keywords: ClassVar[tuple[str, ...]] = ("piece", "gate", "locked")

    def list_further_lines(self, board: FruitBoard) -> Iterator[str]:
        """Yield one line of text for each gate."""
        for row, col, direction in board.gates:
            yield f"gate {row},{col} {DIRECTIONS[direction]}"

    def apply_line(
        self, board: FruitBoard, number: int, keyword: str, words: list[str]
    ) -> FruitBoard:
        """Return the board after applying a line of text that adds a gate, a piece, or locks."""
        if keyword != "gate":
            return super().apply_line(board, number, keyword, words)
        row, col, way = read_placement(number, words, board, DIRECTIONS)
        gates = sorted((*board.gates, (row, col, DIRECTIONS.index(way))))
        return replace(board, gates=tuple(gates))
