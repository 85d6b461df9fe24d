"""Linjat as the workbench sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from engine.game.claims import Claims, Kind
from engine.game.game import Game, Move, Position, Step, Tool
from engine.game.placing import Fault
from engine.game.textformat import TextFormat
from engine.games.linjat import agreement, checking, playing, solver
from engine.games.linjat.board import board as boards
from engine.games.linjat.board import checks, codes, reshape
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import cells_of_board, read_word
from engine.games.linjat.board.puzzlerecord import PuzzleRecord
from engine.games.linjat.board.text import BoardString, LinjatText, PublishedRows, read_published
from engine.games.linjat.deduce import rulesets
from engine.games.linjat.explain import telling
from engine.games.linjat.generate import generator
from engine.games.linjat.generate.candidates import site_of
from engine.games.linjat.generate.limits import limits
from engine.games.linjat.generate.optimization import Optimization
from engine.games.linjat.generate.parameters import PARAMETERS, STAGES
from engine.generate.demands import Limit
from engine.generate.generation import Attempts, Candidate, Event, Recipe, Stage
from engine.values.budget import Budget, Control
from engine.values.grid import Cell, Symmetry
from engine.values.judgement import Judgement
from engine.values.level import Board, Problem, Table
from engine.values.parameters import Schema
from engine.values.picture import Picture
from engine.values.solved import Solved

_SAMPLE = (" 3  ", "    ", ". 3 ", "    ")
"""A puzzle with two solutions, so that the exact search has to split."""

_SMALL = {"rows": 5, "cols": 5, "numbers": 4, "iterations": 20, "islands": 2, "cover_layers": "0.."}
"""Settings that soon lead to a puzzle and to better ones."""


class Linjat(Game):
    """Draw a line of its length through every number and cover every dot."""

    name: ClassVar[str] = "linjat"
    title: ClassVar[str] = "Linjat"
    rules_version: ClassVar[int] = 1
    generator_version: ClassVar[int] = 1
    moves: ClassVar[tuple[Move, ...]] = ()
    strategies: ClassVar[tuple[str, ...]] = solver.STRATEGIES
    rules: ClassVar[tuple[str, ...]] = rulesets.NAMES
    fact_kinds: ClassVar[Mapping[str, Kind]] = agreement.KINDS_OF_FACTS
    stages: ClassVar[tuple[Stage, ...]] = STAGES
    improves: ClassVar[bool] = True
    difficulty_unit: ClassVar[str] = "s"
    tools: ClassVar[tuple[Tool, ...]] = (
        *(Tool(codes.NAMES[glyph], codes.TITLES[glyph], "cells", glyph) for glyph in codes.GLYPHS),
        Tool("locked", "lock", "locked", "x"),
    )
    text_formats: ClassVar[tuple[TextFormat, ...]] = (
        LinjatText(),
        PublishedRows(),
        BoardString(),
        PuzzleRecord(),
    )

    def __init__(self, switches: int | None = None) -> None:
        self._switches = switches

    def under(self, rules: Collection[str]) -> Linjat:
        """See :meth:`engine.game.game.Game.under`."""
        return Linjat(rulesets.switches_of(rules))

    @property
    def parameters(self) -> Schema:
        """See :attr:`engine.game.game.Game.parameters`."""
        return PARAMETERS

    def read_board(self, table: Table) -> LinjatBoard:
        """See :meth:`engine.game.game.Game.read_board`."""
        return boards.read_board(table)

    def blank(self, rows: int, cols: int) -> LinjatBoard:
        """See :meth:`engine.game.game.Game.blank`."""
        return boards.blank(rows, cols)

    def problems(self, board: Board) -> tuple[Problem, ...]:
        """See :meth:`engine.game.game.Game.problems`."""
        return checks.problems(_own(board))

    def warnings(self, board: Board) -> tuple[Problem, ...]:
        """See :meth:`engine.game.game.Game.warnings`."""
        return checks.warnings(_own(board))

    def picture(self, board: Board) -> Picture:
        """See :meth:`engine.game.game.Game.picture`."""
        return boards.picture(_own(board))

    def paint(self, board: Board, tool: Tool, row: int, col: int) -> LinjatBoard:
        """See :meth:`engine.game.game.Game.paint`."""
        own = _own(board)
        if not own.inside(row, col):
            return own
        if tool.layer == "cells":
            return boards.with_cell(own, tool.key, row, col)
        return boards.with_lock(own, row, col)

    def contents(self, board: Board, row: int, col: int) -> str:
        """See :meth:`engine.game.game.Game.contents`."""
        return boards.contents(_own(board), row, col)

    def holds(self, board: Board, tool: Tool, row: int, col: int) -> bool:
        """See :meth:`engine.game.game.Game.holds`."""
        own = _own(board)
        if not own.inside(row, col):
            return False
        if tool.layer == "cells":
            return own.cells[row][col] == tool.key
        return own.is_locked(row, col)

    def transformed(self, board: Board, symmetry: Symmetry) -> LinjatBoard:
        """See :meth:`engine.game.game.Game.transformed`."""
        return reshape.transformed(_own(board), symmetry)

    def resized(self, board: Board, top: int, bottom: int, left: int, right: int) -> LinjatBoard:
        """See :meth:`engine.game.game.Game.resized`."""
        return reshape.resized(_own(board), top, bottom, left, right)

    def margins(self, board: Board) -> tuple[int, int, int, int]:
        """See :meth:`engine.game.game.Game.margins`."""
        return reshape.margins(_own(board))

    def start(self, board: Board) -> Position:
        """See :meth:`engine.game.game.Game.start`."""
        own = _own(board)
        cells_of_board(own)  # refuses a draft
        return playing.start(own)

    def play(self, position: Position, move: str) -> Step:
        """See :meth:`engine.game.game.Game.play`."""
        return playing.played(_own(position.board), position, move)

    def choices(self, position: Position) -> tuple[Move, ...]:
        """See :meth:`engine.game.game.Game.choices`."""
        words = playing.choices(_own(position.board), position)
        return tuple(Move(word, f"line {word}") for word in words)

    def read_moves(self, text: str) -> tuple[str, ...]:
        """See :meth:`engine.game.game.Game.read_moves`; words stand apart by blanks."""
        words = tuple(text.split())
        for word in words:
            read_word(word)
        return words

    def position_picture(self, position: Position) -> Picture:
        """See :meth:`engine.game.game.Game.position_picture`."""
        return playing.picture(_own(position.board), position)

    # Moves that name places; see :class:`engine.game.placing.PlacedMoves`.

    def dragged(self, position: Position, begin: Cell, end: Cell) -> str | None:
        """See :meth:`engine.game.placing.PlacedMoves.dragged`."""
        return playing.dragged(_own(position.board), position, begin, end)

    def grips(self, position: Position, cell: Cell) -> bool:
        """See :meth:`engine.game.placing.PlacedMoves.grips`."""
        return checking.grips(_own(position.board), position, cell)

    def follows(self, position: Position, begin: Cell, end: Cell) -> bool:
        """See :meth:`engine.game.placing.PlacedMoves.follows`."""
        return checking.follows(_own(position.board), position, begin, end)

    def cleared(self, position: Position, cell: Cell) -> str | None:
        """See :meth:`engine.game.placing.PlacedMoves.cleared`."""
        return checking.cleared(_own(position.board), position, cell)

    def told(self, position: Position, cell: Cell) -> str:
        """See :meth:`engine.game.placing.PlacedMoves.told`."""
        return checking.told(_own(position.board), position, cell)

    def faults(self, position: Position) -> tuple[Fault, ...]:
        """See :meth:`engine.game.placing.PlacedMoves.faults`."""
        return checking.faults(_own(position.board), position)

    def solve(
        self,
        board: Board,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.game.Game.solve`."""
        return solver.solve(_own(board), strategy, budget, control, self._switches)

    def dispute(self, stored: Claims, board: Board) -> None:
        """See :meth:`engine.game.game.Game.dispute`."""
        agreement.dispute(stored, self, _own(board))

    def judgements(self, facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
        """See :meth:`engine.game.game.Game.judgements`."""
        return telling.judgements(facts)

    def difficulty(self, facts: Mapping[str, Any]) -> float | None:
        """See :meth:`Game.difficulty`; the time that the serial human model takes."""
        seconds = facts.get("human_time")
        return float(seconds) if isinstance(seconds, int) else None

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """See :attr:`engine.game.game.Game.limits`."""
        site_of(recipe)
        return limits(recipe)

    def candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        """See :meth:`engine.game.game.Game.candidate`."""
        return generator.candidate(recipe, control or Control())

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """See :meth:`engine.game.game.Game.attempts`."""
        return generator.attempts(recipe, count, control)

    def describe(self, event: Event) -> str:
        """See :meth:`engine.game.game.Game.describe`."""
        return generator.describe(event)

    def warm_up(self) -> None:
        """See :meth:`engine.game.game.Game.warm_up`."""
        board = read_published(_SAMPLE)
        for strategy in self.strategies:
            trace = self.solve(board, strategy).trace
            trace.moves_to(len(trace) - 1)
        recipe = Recipe(1, 0, PARAMETERS.complete(_SMALL))
        found = self.attempts(recipe, 100, Control()).accepted
        assert found is not None
        recipe = replace(recipe, attempt=found)
        self.candidate(recipe)
        # Islands are improved in threads of their own, where nothing is loaded.
        way = Optimization.of(recipe, 1)
        assert way is not None
        way.advance(1)


def _own(board: Board) -> LinjatBoard:
    """The board as this game's own; others never reach it."""
    assert isinstance(board, LinjatBoard)
    return board
