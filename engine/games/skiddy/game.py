"""Skiddy as the workbench sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from engine.game.claims import Claims, Kind
from engine.game.game import Move, Position, Step, Tool
from engine.game.textformat import TextFormat
from engine.games.skiddy import agreement, generator, playing, solver, telling
from engine.games.skiddy.board import SkiddyBoard, problems, warnings
from engine.games.skiddy.compiled import compile_board
from engine.games.skiddy.figures import MOVE_DIRECTIONS
from engine.games.skiddy.limits import limits
from engine.games.skiddy.parameters import PARAMETERS, STAGES
from engine.games.skiddy.text import SkiddyText
from engine.generate.demands import Limit
from engine.generate.generation import Attempts, Candidate, Event, Recipe, Stage
from engine.tiles.game import TileGame, tools_of
from engine.values.budget import Budget, Control
from engine.values.grid import DIRECTIONS
from engine.values.judgement import Aim, Award, Judgement
from engine.values.level import Board, Problem
from engine.values.parameters import Schema
from engine.values.solved import Solved


class Skiddy(TileGame[SkiddyBoard]):
    """Tilt the floor until every Skiddy has slid out."""

    name: ClassVar[str] = "skiddy"
    title: ClassVar[str] = "Skiddy"
    rules_version: ClassVar[int] = 1
    generator_version: ClassVar[int] = 1
    moves: ClassVar[tuple[Move, ...]] = tuple(
        Move(letter, DIRECTIONS[direction], direction)
        for letter, direction in zip(solver.LETTERS, MOVE_DIRECTIONS, strict=True)
    )
    strategies: ClassVar[tuple[str, ...]] = solver.STRATEGIES
    fact_kinds: ClassVar[Mapping[str, Kind]] = agreement.KINDS_OF_FACTS
    stages: ClassVar[tuple[Stage, ...]] = STAGES
    tools: ClassVar[tuple[Tool, ...]] = tools_of(SkiddyBoard)
    text_formats: ClassVar[tuple[TextFormat, ...]] = (SkiddyText(),)
    aims: ClassVar[tuple[Aim, ...]] = (playing.MAX_COMBO,)
    medals: ClassVar[tuple[str, ...]] = playing.MEDALS
    board_type = SkiddyBoard
    sample = playing.SAMPLE

    @property
    def parameters(self) -> Schema:
        """See :attr:`engine.game.game.Game.parameters`."""
        return PARAMETERS

    def problems(self, board: Board) -> tuple[Problem, ...]:
        """See :meth:`engine.game.game.Game.problems`."""
        return problems(self.own(board))

    def warnings(self, board: Board) -> tuple[Problem, ...]:
        """See :meth:`engine.game.game.Game.warnings`."""
        return warnings(self.own(board))

    def start(self, board: Board) -> Position:
        """See :meth:`engine.game.game.Game.start`."""
        return Position(board, (compile_board(self.own(board)).cells(), False))

    def played(self, position: Position, move: str, number: int) -> Step:
        """See :meth:`engine.tiles.game.TileGame.played`."""
        return playing.played(compile_board(self.own(position.board)), position, move, number)

    def cells(self, position: Position) -> tuple[int, ...]:
        """See :meth:`engine.tiles.game.TileGame.cells`."""
        cells: tuple[int, ...] = position.pieces[0]
        return cells

    def missed(self, position: Position, aim: Aim) -> bool:
        """See :meth:`engine.game.game.Game.missed`."""
        return playing.is_broken(position)

    def awards(self, position: Position, moves: int, facts: Mapping[str, Any]) -> tuple[Award, ...]:
        """See :meth:`engine.game.game.Game.awards`."""
        return playing.awards(position, moves, facts)

    def solve(
        self,
        board: Board,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.game.Game.solve`."""
        return solver.solve(self.own(board), strategy, budget, control)

    def dispute(self, stored: Claims, board: Board) -> None:
        """See :meth:`engine.game.game.Game.dispute`."""
        agreement.dispute(stored, self, self.own(board))

    def judgements(self, facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
        """See :meth:`engine.game.game.Game.judgements`."""
        return telling.judgements(facts)

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """See :attr:`engine.game.game.Game.limits`."""
        generator.site_of(recipe)
        return limits(recipe)

    def candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        """See :meth:`engine.game.game.Game.candidate`."""
        return generator.candidate(recipe)

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """See :meth:`engine.game.game.Game.attempts`."""
        return generator.attempts(recipe, count, control)

    def describe(self, event: Event) -> str:
        """See :meth:`engine.game.game.Game.describe`."""
        return generator.describe(event)
