"""Fruit Dating as the workbench sees it."""

from __future__ import annotations

from typing import ClassVar

from engine.budget import Budget, Control
from engine.errors import MoveError
from engine.game import Game, Move, Position, Solved, Status, Step, Tool
from engine.games.fruit_dating import board as boards
from engine.games.fruit_dating import codes, generator, reshape, solver
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.compiled import compile_board
from engine.games.fruit_dating.parameters import PARAMETERS, STAGES
from engine.games.fruit_dating.table import GONE
from engine.games.fruit_dating.text import FruitText
from engine.generation import Attempts, Candidate, Event, Recipe, Stage
from engine.grid import DIRECTIONS, Symmetry
from engine.level import Board, Problem, Table
from engine.parameters import Schema
from engine.picture import Picture, Piece
from engine.search.successors import WON
from engine.textformat import TextFormat

_TILE_TOOLS = tuple(
    Tool(codes.TILE_NAMES[glyph], codes.TILE_TITLES[glyph], "tiles", glyph)
    for glyph in codes.TILE_GLYPHS
)
_PIECE_TOOLS = (
    *(
        Tool(codes.PIECE_NAMES[glyph], codes.PIECE_TITLES[glyph], "pieces", glyph)
        for glyph in codes.PIECE_GLYPHS[1:]
    ),
    Tool("none", "no piece", "pieces", "."),
)
_GATE_TOOLS = tuple(
    Tool(f"gate-{way}", f"one-way {way}", "gates", key)
    for way, key in zip(DIRECTIONS, ">^<v", strict=True)
)
_LOCK_TOOL = Tool("locked", "lock", "locked", "x")


class FruitDating(Game):
    """Tilt the board so that fruit of one colour meet."""

    name: ClassVar[str] = "fruit-dating"
    title: ClassVar[str] = "Fruit Dating"
    rules_version: ClassVar[int] = 1
    generator_version: ClassVar[int] = 1
    moves: ClassVar[tuple[Move, ...]] = tuple(
        Move(letter, way, direction)
        for direction, (letter, way) in enumerate(zip(solver.LETTERS, DIRECTIONS, strict=True))
    )
    strategies: ClassVar[tuple[str, ...]] = solver.STRATEGIES
    stages: ClassVar[tuple[Stage, ...]] = STAGES
    tools: ClassVar[tuple[Tool, ...]] = (*_TILE_TOOLS, *_PIECE_TOOLS, *_GATE_TOOLS, _LOCK_TOOL)
    text_formats: ClassVar[tuple[TextFormat, ...]] = (FruitText(),)

    @property
    def parameters(self) -> Schema:
        """See :attr:`engine.game.Game.parameters`."""
        return PARAMETERS

    def read_board(self, table: Table) -> FruitBoard:
        """See :meth:`engine.game.Game.read_board`."""
        return boards.read_board(table)

    def blank(self, rows: int, cols: int) -> FruitBoard:
        """See :meth:`engine.game.Game.blank`."""
        return boards.blank(rows, cols)

    def problems(self, board: Board) -> tuple[Problem, ...]:
        """See :meth:`engine.game.Game.problems`."""
        return boards.problems(_own(board))

    def picture(self, board: Board) -> Picture:
        """See :meth:`engine.game.Game.picture`."""
        return boards.picture(_own(board))

    def paint(self, board: Board, tool: Tool, row: int, col: int) -> FruitBoard:
        """See :meth:`engine.game.Game.paint`."""
        own = _own(board)
        if not own.inside(row, col):
            return own
        if tool.layer == "tiles":
            return boards.with_tile(own, tool.key, row, col)
        if tool.layer == "pieces":
            return boards.with_piece(own, tool.key, row, col)
        if tool.layer == "gates":
            return boards.with_gate(own, (row, col, ">^<v".index(tool.key)))
        return boards.with_lock(own, row, col)

    def contents(self, board: Board, row: int, col: int) -> str:
        """See :meth:`engine.game.Game.contents`."""
        return boards.contents(_own(board), row, col)

    def holds(self, board: Board, tool: Tool, row: int, col: int) -> bool:
        """See :meth:`engine.game.Game.holds`."""
        own = _own(board)
        if not own.inside(row, col):
            return False
        if tool.layer == "tiles":
            return own.tiles[row][col] == tool.key
        if tool.layer == "pieces":
            return own.pieces[row][col] == tool.key
        if tool.layer == "gates":
            return (row, col, ">^<v".index(tool.key)) in own.gates
        return own.is_locked(row, col)

    def turned(self, tool: Tool, symmetry: Symmetry) -> Tool:
        """See :meth:`engine.game.Game.turned`."""
        key = reshape.turned_glyph(tool.key, symmetry)
        return next(other for other in self.tools if (other.layer, other.key) == (tool.layer, key))

    def transformed(self, board: Board, symmetry: Symmetry) -> FruitBoard:
        """See :meth:`engine.game.Game.transformed`."""
        return reshape.transformed(_own(board), symmetry)

    def resized(self, board: Board, top: int, bottom: int, left: int, right: int) -> FruitBoard:
        """See :meth:`engine.game.Game.resized`."""
        return reshape.resized(_own(board), top, bottom, left, right)

    def margins(self, board: Board) -> tuple[int, int, int, int]:
        """See :meth:`engine.game.Game.margins`."""
        return reshape.margins(_own(board))

    def start(self, board: Board) -> Position:
        """See :meth:`engine.game.Game.start`."""
        return Position(board, compile_board(_own(board)).cells())

    def play(self, position: Position, move: str) -> Step:
        """See :meth:`engine.game.Game.play`."""
        if move not in solver.LETTERS:
            raise MoveError(f"expected one of {' '.join(solver.LETTERS)}, found {move!r}")
        compiled = compile_board(_own(position.board))
        if position.status != "playing":
            return Step(move, position, position, changed=False)
        outcome, cells = compiled.tilt(position.pieces, solver.LETTERS.index(move))
        if outcome >= 0 and compiled.same_position(position.pieces, cells):
            return Step(move, position, position, changed=False)
        status: Status = "lost" if outcome < 0 else "playing"
        if outcome == WON:
            status = "won"
        note = solver.LOSSES.get(outcome, "")
        if status != "lost":
            left = {
                glyph
                for glyph, old, new in zip(compiled.glyphs, position.pieces, cells, strict=True)
                if new == GONE != old
            }
            note = ", ".join(f"{codes.PIECE_TITLES[glyph]} matched" for glyph in sorted(left))
        between: tuple[Position, ...] = ()
        slid = compiled.slid(position.pieces, solver.LETTERS.index(move))
        if slid != cells and outcome >= 0:
            between = (Position(position.board, slid),)
        after = Position(position.board, cells, status)
        return Step(move, position, after, True, note, between)

    def position_picture(self, position: Position) -> Picture:
        """See :meth:`engine.game.Game.position_picture`."""
        own = _own(position.board)
        compiled = compile_board(own)
        start = boards.picture(own)
        pieces = {
            divmod(cell, compiled.cols): Piece(codes.PIECE_NAMES[glyph], identity)
            for identity, (glyph, cell) in enumerate(
                zip(compiled.glyphs, position.pieces, strict=True)
            )
            if cell != GONE
        }
        return Picture(start.tiles, pieces, start.gates, start.locked)

    def solve(
        self,
        board: Board,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.Game.solve`."""
        return solver.solve(_own(board), strategy, budget, control)

    def candidate(self, recipe: Recipe) -> Candidate:
        """See :meth:`engine.game.Game.candidate`."""
        return generator.candidate(recipe)

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """See :meth:`engine.game.Game.attempts`."""
        return generator.attempts(recipe, count, control)

    def describe(self, event: Event) -> str:
        """See :meth:`engine.game.Game.describe`."""
        return generator.describe(event)

    def warm_up(self) -> None:
        """See :meth:`engine.game.Game.warm_up`."""
        recipe = Recipe(1, 0, PARAMETERS.complete({}))
        made = self.candidate(recipe)
        self.attempts(recipe, 1, Control())
        for strategy in self.strategies:
            solved = self.solve(made.board, strategy, Budget(max_states=64))
            solved.trace.find(())
        self.play(self.start(made.board), "R")


def _own(board: Board) -> FruitBoard:
    """The board as this game's own; others never reach it."""
    assert isinstance(board, FruitBoard)
    return board
