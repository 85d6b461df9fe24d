"""Linjat, composed of its parts."""

from __future__ import annotations

from dataclasses import replace

from engine.game.boards import Boards, Reshaping, Tool
from engine.game.game import Game
from engine.game.generator import Generator
from engine.game.play import Play
from engine.game.position import Move, Position
from engine.games.linjat import agreement, playing
from engine.games.linjat.board import board as boards
from engine.games.linjat.board import checks, codes, reshape
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import read_word
from engine.games.linjat.board.puzzlerecord import PuzzleRecord
from engine.games.linjat.board.text import BoardString, LinjatText, PublishedRows
from engine.games.linjat.generate import generator
from engine.games.linjat.generate.limits import limits
from engine.games.linjat.generate.optimization import Optimization
from engine.games.linjat.generate.parameters import PARAMETERS, STAGES
from engine.games.linjat.placing import LinjatPlacing
from engine.games.linjat.solver import LinjatSolver
from engine.generate.generation import Recipe
from engine.values.budget import Control

_SMALL = {"rows": 5, "cols": 5, "numbers": 4, "iterations": 20, "islands": 2, "cover_layers": "0.."}
"""Settings that soon lead to a puzzle and to better ones."""


class LinjatReshaping(Reshaping):
    """Turning and resizing boards of numbers and dots."""

    transformed = staticmethod(reshape.transformed)
    resized = staticmethod(reshape.resized)
    margins = staticmethod(reshape.margins)


class LinjatBoards(Boards):
    """Boards of numbers and dots."""

    tools = (
        *(Tool(codes.NAMES[glyph], codes.TITLES[glyph], "cells", glyph) for glyph in codes.GLYPHS),
        Tool("locked", "lock", "locked", "x"),
    )
    text_formats = (LinjatText(), PublishedRows(), BoardString(), PuzzleRecord())
    reshaping = LinjatReshaping()
    read = staticmethod(boards.read_board)
    blank = staticmethod(boards.blank)
    problems = staticmethod(checks.problems)
    warnings = staticmethod(checks.warnings)
    picture = staticmethod(boards.picture)
    contents = staticmethod(boards.contents)

    def paint(self, board: LinjatBoard, tool: Tool, row: int, col: int) -> LinjatBoard:
        """The board with another glyph on a cell, or with its lock put on or taken off."""
        if not board.inside(row, col):
            return board
        if tool.plane == "cells":
            return boards.with_cell(board, tool.key, row, col)
        return boards.with_lock(board, row, col)

    def holds(self, board: LinjatBoard, tool: Tool, row: int, col: int) -> bool:
        """Whether a cell has a tool's glyph, or a lock."""
        if not board.inside(row, col):
            return False
        if tool.plane == "cells":
            return board.cells[row][col] == tool.key
        return board.is_locked(row, col)


class LinjatPlay(Play):
    """Play by drawing lines."""

    placing = LinjatPlacing()
    start = staticmethod(playing.start)
    step = staticmethod(playing.played)
    picture = staticmethod(playing.picture)

    def choices(self, position: Position) -> tuple[Move, ...]:
        """Every line that can be drawn."""
        return tuple(Move(word, f"line {word}") for word in playing.choices(position))

    def read_moves(self, text: str) -> tuple[str, ...]:
        """The words of a text, which stand apart by blanks."""
        words = tuple(text.split())
        for word in words:
            read_word(word)
        return words


class LinjatGenerator(Generator):
    """Covers boards with lines, hides them, and improves the puzzles by mutations."""

    stages = STAGES
    parameters = PARAMETERS
    improves = True
    limits = staticmethod(limits)
    candidate = staticmethod(generator.candidate)
    attempts = staticmethod(generator.attempts)
    describe = staticmethod(generator.describe)

    def warm_up(self) -> None:
        """Makes and improves a small puzzle."""
        recipe = Recipe(1, 0, PARAMETERS.complete(_SMALL))
        found = self.attempts(recipe, 100, Control()).accepted
        assert found is not None
        recipe = replace(recipe, attempt=found)
        self.candidate(recipe)
        # Islands are improved in threads of their own, where nothing is loaded.
        way = Optimization.of(recipe, 1)
        assert way is not None
        way.advance(1)


GAME = Game(
    interface=2,
    name="linjat",
    title="Linjat",
    rules_version=1,
    generator_version=1,
    boards=LinjatBoards(),
    play=LinjatPlay(),
    solver=LinjatSolver(),
    generator=LinjatGenerator(),
    fact_kinds=agreement.KINDS_OF_FACTS,
)
