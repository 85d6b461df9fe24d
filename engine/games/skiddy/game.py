"""Skiddy as the workbench sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.budget import Budget, Control
from engine.errors import MoveError
from engine.game import Game, Move, Position, Solved, Step, Tool
from engine.games.skiddy import board as boards
from engine.games.skiddy import checks, codes, generator, playing, reshape, solver, telling
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.compiled import compile_board
from engine.games.skiddy.parameters import PARAMETERS, STAGES
from engine.games.skiddy.table import GONE
from engine.games.skiddy.text import SkiddyText
from engine.generation import Attempts, Candidate, Event, Recipe, Stage
from engine.grid import DIRECTIONS, DOWN, LEFT, RIGHT, UP, Symmetry
from engine.judgement import Judgement
from engine.level import Board, Problem, Table
from engine.parameters import Schema
from engine.picture import Picture, Piece
from engine.textformat import TextFormat
from engine.winning import Aim, Award

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
_LOCK_TOOL = Tool("locked", "lock", "locked", "x")


class Skiddy(Game):
    """Tilt the floor until every Skiddy has slid out."""

    name: ClassVar[str] = "skiddy"
    title: ClassVar[str] = "Skiddy"
    rules_version: ClassVar[int] = 1
    generator_version: ClassVar[int] = 1
    moves: ClassVar[tuple[Move, ...]] = tuple(
        Move(letter, DIRECTIONS[direction], direction)
        for letter, direction in zip(solver.LETTERS, (UP, RIGHT, DOWN, LEFT), strict=True)
    )
    strategies: ClassVar[tuple[str, ...]] = solver.STRATEGIES
    stages: ClassVar[tuple[Stage, ...]] = STAGES
    tools: ClassVar[tuple[Tool, ...]] = (*_TILE_TOOLS, *_PIECE_TOOLS, _LOCK_TOOL)
    text_formats: ClassVar[tuple[TextFormat, ...]] = (SkiddyText(),)
    aims: ClassVar[tuple[Aim, ...]] = (playing.MAX_COMBO,)
    medals: ClassVar[tuple[str, ...]] = playing.MEDALS

    @property
    def parameters(self) -> Schema:
        """See :attr:`engine.game.Game.parameters`."""
        return PARAMETERS

    def read_board(self, table: Table) -> SkiddyBoard:
        """See :meth:`engine.game.Game.read_board`."""
        return boards.read_board(table)

    def blank(self, rows: int, cols: int) -> SkiddyBoard:
        """See :meth:`engine.game.Game.blank`."""
        return boards.blank(rows, cols)

    def problems(self, board: Board) -> tuple[Problem, ...]:
        """See :meth:`engine.game.Game.problems`."""
        return checks.problems(_own(board))

    def warnings(self, board: Board) -> tuple[Problem, ...]:
        """See :meth:`engine.game.Game.warnings`."""
        return checks.warnings(_own(board))

    def picture(self, board: Board) -> Picture:
        """See :meth:`engine.game.Game.picture`."""
        return boards.picture(_own(board))

    def paint(self, board: Board, tool: Tool, row: int, col: int) -> SkiddyBoard:
        """See :meth:`engine.game.Game.paint`."""
        own = _own(board)
        if not own.inside(row, col):
            return own
        if tool.layer == "tiles":
            return boards.with_tile(own, tool.key, row, col)
        if tool.layer == "pieces":
            return boards.with_piece(own, tool.key, row, col)
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
        return own.is_locked(row, col)

    def transformed(self, board: Board, symmetry: Symmetry) -> SkiddyBoard:
        """See :meth:`engine.game.Game.transformed`."""
        return reshape.transformed(_own(board), symmetry)

    def resized(self, board: Board, top: int, bottom: int, left: int, right: int) -> SkiddyBoard:
        """See :meth:`engine.game.Game.resized`."""
        return reshape.resized(_own(board), top, bottom, left, right)

    def margins(self, board: Board) -> tuple[int, int, int, int]:
        """See :meth:`engine.game.Game.margins`."""
        return reshape.margins(_own(board))

    def start(self, board: Board) -> Position:
        """See :meth:`engine.game.Game.start`."""
        return Position(board, (compile_board(_own(board)).start(), False))

    def play(self, position: Position, move: str) -> Step:
        """See :meth:`engine.game.Game.play`."""
        if move not in solver.LETTERS:
            raise MoveError(f"expected one of {' '.join(solver.LETTERS)}, found {move!r}")
        compiled = compile_board(_own(position.board))
        return playing.played(compiled, position, move, solver.LETTERS.index(move))

    def missed(self, position: Position, aim: Aim) -> bool:
        """See :meth:`engine.game.Game.missed`."""
        return playing.is_broken(position)

    def awards(self, position: Position, moves: int, facts: Mapping[str, Any]) -> tuple[Award, ...]:
        """See :meth:`engine.game.Game.awards`."""
        return playing.awards(position, moves, facts)

    def position_picture(self, position: Position) -> Picture:
        """See :meth:`engine.game.Game.position_picture`."""
        own = _own(position.board)
        compiled = compile_board(own)
        start = boards.picture(own)
        pieces = {
            divmod(cell, compiled.cols): Piece(codes.PIECE_NAMES[glyph], identity)
            for identity, (glyph, cell) in enumerate(
                zip(compiled.glyphs, position.pieces[0], strict=True)
            )
            if cell != GONE
        }
        return Picture(start.tiles, pieces, locked=start.locked)

    def solve(
        self,
        board: Board,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.Game.solve`."""
        return solver.solve(_own(board), strategy, budget, control)

    def judgements(self, facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
        """See :meth:`engine.game.Game.judgements`."""
        return telling.judgements(facts)

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
        board = playing.SAMPLE
        for strategy in self.strategies:
            solved = self.solve(board, strategy, Budget(max_states=64))
            solved.trace.find(())
            if solved.traps is not None:
                solved.traps.find(Control())
            if solved.guide is not None:
                solved.guide.toward(playing.MAX_COMBO)
        self.play(self.start(board), "D")
        recipe = Recipe(1, 0, PARAMETERS.complete({}))
        self.candidate(recipe)
        self.attempts(recipe, 1, Control())


def _own(board: Board) -> SkiddyBoard:
    """The board as this game's own; others never reach it."""
    assert isinstance(board, SkiddyBoard)
    return board
