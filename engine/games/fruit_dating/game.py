"""Fruit Dating as the workbench sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from engine.game.agreement import letters_win
from engine.game.claims import Claims, Kind
from engine.game.game import Move, Position, Status, Step, Tool
from engine.game.textformat import TextFormat
from engine.games.fruit_dating import board as boards
from engine.games.fruit_dating import codes, generator, solver
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.compiled import compile_board
from engine.games.fruit_dating.limits import limits
from engine.games.fruit_dating.parameters import PARAMETERS, STAGES
from engine.games.fruit_dating.text import FruitText
from engine.generate.demands import Limit
from engine.generate.generation import Attempts, Candidate, Event, Recipe, Stage
from engine.search.solved import Solved
from engine.search.successors import WON
from engine.tiles.agreement import GRAPH_KINDS, graph_agrees
from engine.tiles.game import TileGame, tools_of
from engine.values.budget import Budget, Control
from engine.values.grid import DIRECTIONS, Symmetry
from engine.values.level import Board, Problem
from engine.values.parameters import Schema

_GATE_TOOLS = tuple(
    Tool(f"gate-{way}", f"one-way {way}", "gates", key)
    for way, key in zip(DIRECTIONS, codes.LOOKS, strict=True)
)


class FruitDating(TileGame[FruitBoard]):
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
    fact_kinds: ClassVar[Mapping[str, Kind]] = GRAPH_KINDS
    stages: ClassVar[tuple[Stage, ...]] = STAGES
    tools: ClassVar[tuple[Tool, ...]] = tools_of(FruitBoard, *_GATE_TOOLS)
    text_formats: ClassVar[tuple[TextFormat, ...]] = (FruitText(),)
    board_type = FruitBoard
    sample = FruitBoard(("#####", "#...#", "#####"), (".....", ".A.A.", "....."))

    @property
    def parameters(self) -> Schema:
        """See :attr:`engine.game.game.Game.parameters`."""
        return PARAMETERS

    def problems(self, board: Board) -> tuple[Problem, ...]:
        """See :meth:`engine.game.game.Game.problems`."""
        return boards.problems(self.own(board))

    def turned(self, tool: Tool, symmetry: Symmetry) -> Tool:
        """See :meth:`engine.game.game.Game.turned`."""
        if tool.key not in codes.LOOKS:
            return tool
        key = boards.turned_look(tool.key, symmetry)
        return next(other for other in self.tools if (other.layer, other.key) == (tool.layer, key))

    def start(self, board: Board) -> Position:
        """See :meth:`engine.game.game.Game.start`."""
        return Position(board, compile_board(self.own(board)).cells())

    def played(self, position: Position, move: str, number: int) -> Step:
        """See :meth:`engine.tiles.game.TileGame.played`."""
        compiled = compile_board(self.own(position.board))
        outcome, cells = compiled.tilt(position.pieces, number)
        if outcome >= 0 and compiled.same_position(position.pieces, cells):
            return Step(move, position, position, changed=False)
        status: Status = "lost" if outcome < 0 else "playing"
        if outcome == WON:
            status = "won"
        note = solver.LOSSES.get(outcome, "")
        if status != "lost":
            left = sorted(set(compiled.gone(position.pieces, cells)))
            note = ", ".join(f"{codes.PIECES.titles[glyph]} matched" for glyph in left)
        between: tuple[Position, ...] = ()
        slid = compiled.slid(position.pieces, number)
        if slid != cells and outcome >= 0:
            between = (Position(position.board, slid),)
        after = Position(position.board, cells, status)
        return Step(move, position, after, True, note, between)

    def solve(
        self,
        board: Board,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.game.Game.solve`."""
        return solver.solve(self.own(board), strategy, budget, control)

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """See :attr:`engine.game.game.Game.limits`."""
        generator.site_of(recipe)
        return limits(recipe)

    def dispute(self, stored: Claims, board: Board) -> None:
        """See :meth:`engine.game.game.Game.dispute`."""
        graph_agrees(stored)
        letters_win(stored, self, board)

    def candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        """See :meth:`engine.game.game.Game.candidate`."""
        return generator.candidate(recipe)

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """See :meth:`engine.game.game.Game.attempts`."""
        return generator.attempts(recipe, count, control)

    def describe(self, event: Event) -> str:
        """See :meth:`engine.game.game.Game.describe`."""
        return generator.describe(event)
