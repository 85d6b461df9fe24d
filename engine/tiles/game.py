"""What games on boards of tiles and pieces have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from engine.errors import MoveError, quoted
from engine.game.game import Game, Position, Step, Tool
from engine.generate.generation import Recipe
from engine.tiles.board import TileBoard
from engine.values.budget import Budget, Control
from engine.values.grid import Symmetry
from engine.values.level import Board, Table
from engine.values.picture import Picture

B = TypeVar("B", bound=TileBoard)


def tools_of(board_type: type[TileBoard], *others: Tool) -> tuple[Tool, ...]:
    """The tools for tiles and pieces, those that the game has besides, and the lock."""
    return (
        *board_type.tile_glyphs.tools("tiles"),
        *board_type.piece_glyphs.tools("pieces"),
        Tool("none", "no piece", "pieces", "."),
        *others,
        Tool("locked", "lock", "locked", "x"),
    )


class TileGame(Game, Generic[B]):
    """A game on boards of tiles and pieces, all of them of one type."""

    board_type: type[B]
    sample: B
    """A small level, on which kernels are tried once."""

    def own(self, board: Board) -> B:
        """The board as this game's own; others never reach it."""
        assert isinstance(board, self.board_type)
        return board

    def read_board(self, table: Table) -> B:
        """See :meth:`engine.game.game.Game.read_board`."""
        return self.board_type.read(table)

    def blank(self, rows: int, cols: int) -> B:
        """See :meth:`engine.game.game.Game.blank`."""
        return self.board_type.blank(rows, cols)

    def picture(self, board: Board) -> Picture:
        """See :meth:`engine.game.game.Game.picture`."""
        return self.own(board).picture()

    def paint(self, board: Board, tool: Tool, row: int, col: int) -> B:
        """See :meth:`engine.game.game.Game.paint`."""
        own = self.own(board)
        return own.painted(tool, row, col) if own.inside(row, col) else own

    def contents(self, board: Board, row: int, col: int) -> str:
        """See :meth:`engine.game.game.Game.contents`."""
        return self.own(board).contents(row, col)

    def holds(self, board: Board, tool: Tool, row: int, col: int) -> bool:
        """See :meth:`engine.game.game.Game.holds`."""
        own = self.own(board)
        return own.inside(row, col) and own.holds(tool, row, col)

    def transformed(self, board: Board, symmetry: Symmetry) -> B:
        """See :meth:`engine.game.game.Game.transformed`."""
        return self.own(board).transformed(symmetry)

    def resized(self, board: Board, top: int, bottom: int, left: int, right: int) -> B:
        """See :meth:`engine.game.game.Game.resized`."""
        return self.own(board).resized(top, bottom, left, right)

    def margins(self, board: Board) -> tuple[int, int, int, int]:
        """See :meth:`engine.game.game.Game.margins`."""
        return self.own(board).margins()

    def play(self, position: Position, move: str) -> Step:
        """See :meth:`engine.game.game.Game.play`."""
        words = [known.word for known in self.moves]
        if move not in words:
            raise MoveError(f"expected one of {' '.join(words)}, found {quoted(move)}")
        if position.status != "playing":
            return Step(move, position, position, changed=False)
        return self.played(position, move, words.index(move))

    @abstractmethod
    def played(self, position: Position, move: str, number: int) -> Step:
        """What a move of that number does to a position that has not ended."""

    def position_picture(self, position: Position) -> Picture:
        """See :meth:`engine.game.game.Game.position_picture`."""
        return self.own(position.board).picture(self.cells(position))

    def cells(self, position: Position) -> tuple[int, ...]:
        """Where each piece is, by its number in reading order; by default all that is kept."""
        return position.pieces

    def warm_up(self) -> None:
        """See :meth:`engine.game.game.Game.warm_up`."""
        for strategy in self.strategies:
            solved = self.solve(self.sample, strategy, Budget(max_states=64))
            solved.trace.find(())
            if solved.traps is not None:
                solved.traps.find(Control())
            if solved.guide is not None:
                for aim in self.aims:
                    solved.guide.toward(aim)
        self.play(self.start(self.sample), self.moves[0].word)
        recipe = Recipe(1, 0, self.parameters.complete({}))
        self.candidate(recipe)
        self.attempts(recipe, 1, Control())
