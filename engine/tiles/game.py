"""Base classes for games on boards of tiles and pieces.

Such a game has two planes of characters (:mod:`engine.tiles.board`), a kernel that slides pieces
(:mod:`engine.tiles.packed_cells`), and a generator whose candidates are checked in compiled code
(:mod:`engine.tiles.candidate_checks`). The game's package adds the rules: the effects of its tiles,
the winning condition and the facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.game.boards import BoardObject, Boards, Reshaper, Tool
from engine.game.play import ListedPlay
from engine.game.play_position import OwnBoard, Position
from engine.tiles import structure
from engine.tiles.board import TileBoard
from engine.tiles.symmetry import TileSymmetrizer
from engine.values.grid import Symmetry
from engine.values.level import Table
from engine.values.picture import Picture
from engine.values.similarity import CellTokens


def list_tools(board_type: type[TileBoard], *others: Tool) -> tuple[Tool, ...]:
    """Return the tools for tiles and pieces, those in ``others``, and the lock tool."""
    return (
        *board_type.tile_glyphs.list_tools("tiles"),
        *board_type.piece_glyphs.list_tools("pieces"),
        Tool("none", "no piece", "pieces", "."),
        *others,
        Tool("locked", "lock", "locked", "x"),
    )


class TileReshaper(Reshaper):
    """The reshaper for boards of tiles, which calls the methods of :class:`TileBoard`."""

    def transform(self, board: TileBoard, symmetry: Symmetry) -> TileBoard:
        """Return the board rotated or mirrored."""
        return board.transform(symmetry)

    def resize(self, board: TileBoard, top: int, bottom: int, left: int, right: int) -> TileBoard:
        """Return the board with rows and columns added or removed inside its border."""
        return board.resize(top, bottom, left, right)

    def find_margins(self, board: TileBoard) -> tuple[int, int, int, int]:
        """Return the number of unused rows or columns at each side, not counting the border."""
        used, ring = board.list_used_cells(), board.ring
        if not used:
            return 0, 0, 0, 0
        rows, cols = [row for row, _ in used], [col for _, col in used]
        end, side = board.rows - 1 - ring, board.cols - 1 - ring
        spare = min(rows) - ring, end - max(rows), min(cols) - ring, side - max(cols)
        top, bottom, left, right = (max(0, number) for number in spare)
        return top, bottom, left, right


class TileBoards(Boards):
    """The boards part of a game whose boards consist of tiles and pieces."""

    board_type: type[TileBoard]
    reshaper = TileReshaper()
    symmetrizer = TileSymmetrizer()

    def read_table(self, table: Table) -> TileBoard:
        """Read a board from a ``[board]`` table."""
        return self.board_type.from_table(table)

    def create_blank(self, rows: int, cols: int) -> TileBoard:
        """Return an empty board inside a closed border."""
        return self.board_type.create_blank(rows, cols)

    def draw_picture(self, board: TileBoard) -> Picture:
        """Draw the tiles with the pieces on them."""
        return board.draw_picture()

    def paint_cell(self, board: TileBoard, tool: Tool, row: int, col: int) -> TileBoard:
        """Return the board with a tool applied to one cell."""
        return board.paint_cell(tool, row, col) if board.has_cell(row, col) else board

    def describe_cell(self, board: TileBoard, row: int, col: int) -> str:
        """Describe the tile and the piece on a cell in words."""
        return board.describe_cell(row, col)

    def has_tool_value(self, board: TileBoard, tool: Tool, row: int, col: int) -> bool:
        """Return whether a cell already contains exactly the object that a tool would put there."""
        return board.has_cell(row, col) and board.has_tool_value(tool, row, col)

    def list_objects(self, board: OwnBoard) -> Iterator[BoardObject]:
        """Yield the removable pieces, tiles and inner walls."""
        return structure.list_objects(board)

    def measure_structure(self, board: OwnBoard) -> Mapping[str, float]:
        """Measure the openness, division and symmetry of a board."""
        return structure.measure_structure(board)

    def list_tokens(self, board: TileBoard) -> CellTokens:
        """Return the walls, pieces and features of a board as tokens."""
        return board.list_tokens()


class TilePlay(ListedPlay):
    """The play part of a game in which every move tilts the board."""

    def draw_picture(self, position: Position) -> Picture:
        """Draw the board with its pieces in their current cells."""
        board: TileBoard = position.board
        return board.draw_picture(self.get_cells(position))

    def get_cells(self, position: Position) -> tuple[int, ...]:
        """Return the current cell of each piece.

        The pieces are in the reading order of the starting position. By default, their cells are
        ``position.pieces``.
        """
        return position.pieces
