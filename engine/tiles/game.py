"""The parts that games on boards of tiles and pieces have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.game.boards import Boards, Reshaping, Thing, Tool
from engine.game.play import ListedPlay
from engine.game.position import OwnBoard, Position
from engine.tiles import structure
from engine.tiles.board import TileBoard
from engine.tiles.symmetry import TileSymmetrizing
from engine.values.grid import Symmetry
from engine.values.level import Table
from engine.values.likeness import Marks
from engine.values.picture import Picture


def tools_of(board_type: type[TileBoard], *others: Tool) -> tuple[Tool, ...]:
    """The tools for tiles and pieces, those that the game has besides, and the lock."""
    return (
        *board_type.tile_glyphs.tools("tiles"),
        *board_type.piece_glyphs.tools("pieces"),
        Tool("none", "no piece", "pieces", "."),
        *others,
        Tool("locked", "lock", "locked", "x"),
    )


class TileReshaping(Reshaping):
    """Turning and resizing boards of tiles, as they do it themselves."""

    def transformed(self, board: TileBoard, symmetry: Symmetry) -> TileBoard:
        """The board turned or mirrored."""
        return board.transformed(symmetry)

    def resized(self, board: TileBoard, top: int, bottom: int, left: int, right: int) -> TileBoard:
        """The board with other rows and columns at its sides."""
        return board.resized(top, bottom, left, right)

    def margins(self, board: TileBoard) -> tuple[int, int, int, int]:
        """The rows and columns at the sides that hold nothing of interest."""
        return board.margins()


class TileBoards(Boards):
    """Boards of tiles and pieces, all of them of one type."""

    board_type: type[TileBoard]
    reshaping = TileReshaping()
    symmetrizing = TileSymmetrizing()

    def read(self, table: Table) -> TileBoard:
        """The board of a table."""
        return self.board_type.read(table)

    def blank(self, rows: int, cols: int) -> TileBoard:
        """An empty board within a ring."""
        return self.board_type.blank(rows, cols)

    def picture(self, board: TileBoard) -> Picture:
        """Tiles, and pieces on them."""
        return board.picture()

    def paint(self, board: TileBoard, tool: Tool, row: int, col: int) -> TileBoard:
        """The board with a tool applied to one cell."""
        return board.painted(tool, row, col) if board.inside(row, col) else board

    def contents(self, board: TileBoard, row: int, col: int) -> str:
        """Tile and piece, in words."""
        return board.contents(row, col)

    def holds(self, board: TileBoard, tool: Tool, row: int, col: int) -> bool:
        """Whether a cell holds just what a tool puts there."""
        return board.inside(row, col) and board.holds(tool, row, col)

    def things(self, board: OwnBoard) -> Iterator[Thing]:
        """Pieces, tiles and inner walls, see :func:`engine.tiles.structure.things`."""
        return structure.things(board)

    def structure(self, board: OwnBoard) -> Mapping[str, float]:
        """Openness and symmetry, see :func:`engine.tiles.structure.structure`."""
        return structure.structure(board)

    def marks(self, board: TileBoard) -> Marks:
        """Walls, pieces and features."""
        return board.marks()


class TilePlay(ListedPlay):
    """Play by tilting the board."""

    def picture(self, position: Position) -> Picture:
        """The board with its pieces where they have come to."""
        board: TileBoard = position.board
        return board.picture(self.cells(position))

    def cells(self, position: Position) -> tuple[int, ...]:
        """Where each piece is, by its number in reading order; by default all that is kept."""
        return position.pieces
