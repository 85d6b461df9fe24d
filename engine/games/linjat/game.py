"""Linjat, composed of its parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from engine.game.boards import Boards, Reshaping, Thing, Tool
from engine.game.game import Game
from engine.game.generator import Generator
from engine.game.later import later
from engine.game.play import Play
from engine.game.position import Move, Position
from engine.game.solver import Solver
from engine.games.linjat import agreement, manual, playing
from engine.games.linjat.board import board as boards
from engine.games.linjat.board import checks, codes, layout, reshape
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import read_word, span, word_of
from engine.games.linjat.board.puzzlerecord import PuzzleRecord
from engine.games.linjat.board.text import BoardString, LinjatText, PublishedRows
from engine.games.linjat.campaign import LinjatCampaign
from engine.games.linjat.deduce import rulesets
from engine.games.linjat.explain import verdict_text
from engine.games.linjat.generate.parameters import PARAMETERS, STAGES
from engine.games.linjat.mutations import LinjatMutations
from engine.games.linjat.pencil import LinjatPencil
from engine.games.linjat.placing import LinjatPlacing
from engine.search.solved import Solved, strategy_named
from engine.values.budget import Budget, Control
from engine.values.grid import Cell, Symmetry
from engine.values.likeness import Mark, Marks
from engine.values.mechanics import EVERY, Mechanics


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
    structure = staticmethod(layout.structure)

    def paint(self, board: LinjatBoard, tool: Tool, row: int, col: int) -> LinjatBoard:
        """The board with another glyph on a cell, or with its lock put on or taken off."""
        if not board.inside(row, col):
            return board
        if tool.plane == "cells":
            return boards.with_cell(board, tool.key, row, col)
        return boards.with_lock(board, row, col)

    def things(self, board: LinjatBoard) -> Iterator[Thing]:
        """The dots."""
        for row, col in board.dots():
            yield Thing("dot", row, col, boards.with_cell(board, codes.EMPTY_GLYPH, row, col))

    def content(self, board: LinjatBoard) -> str:
        """The cells."""
        return "\n".join(board.cells)

    def marks(self, board: LinjatBoard) -> Marks:
        """Numbers and dots."""
        numbers = (Mark(row, col, str(value)) for row, col, value in board.numbers())
        dots = (Mark(row, col, codes.DOT_GLYPH) for row, col in board.dots())
        return {"number": frozenset(numbers), "dot": frozenset(dots)}

    def title(self, name: str) -> str:
        """Also of the parts of lines, as they are drawn in play."""
        return playing.title(name) or super().title(name)

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
    pencil = LinjatPencil()
    start = staticmethod(playing.start)
    step = staticmethod(playing.played)
    picture = staticmethod(playing.picture)

    def choices(self, position: Position) -> tuple[Move, ...]:
        """Every line that can be drawn."""
        return tuple(Move(word, self.title(word)) for word in playing.choices(position))

    def title(self, move: str) -> str:
        """Whose line it is, and where that goes."""
        (row, col), (first, last) = read_word(move)
        ends = " to ".join("{},{}".format(*end) for end in (first, last))
        return f"line from {ends}, of the number at {row},{col}"

    def read_moves(self, text: str) -> tuple[str, ...]:
        """The words of a text, which stand apart by blanks."""
        words = tuple(text.split())
        for word in words:
            read_word(word)
        return words

    def carried(self, move: str, where: Callable[[Cell], Cell], _: Symmetry | None) -> str:
        """The number and the ends of its line go where their cells go."""
        home, line = read_word(move)
        return word_of(where(home), span(map(where, line)))


_solve = later("engine.games.linjat.solver:solve")
_facts_without = later("engine.games.linjat.solver:facts_without")


class LinjatSolver(Solver):
    """Deduces as a person would, and counts solutions.

    Args:
        switches: corrections of :mod:`engine.games.linjat.deduce.rulesets` to deduce by; by default
            none for ``published``, and all for the other strategies.
    """

    strategies = ("layers", "published", "exact", "serial")
    rules = rulesets.NAMES
    mechanics = rulesets.MECHANICS
    compared = ("unique", "human_solvable", "layers", "width")
    dispute = staticmethod(agreement.dispute)
    judgements = staticmethod(verdict_text.judgements)

    def __init__(self, switches: int | None = None) -> None:
        self._switches = switches

    def under(self, rules: Collection[str]) -> LinjatSolver:
        """The solver by the rules of some names."""
        return LinjatSolver(rulesets.switches_of(rules))

    def solve(
        self,
        board: LinjatBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.solver.Solver.solve`.

        Raises:
            EngineError: no such strategy.
            LevelError: the board breaks a rule of the game.
        """
        name = strategy_named(strategy, self.strategies)
        solved: Solved = _solve(board, name, budget, control, self._switches)
        return solved

    def facts_without(
        self,
        without: LinjatBoard,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Mapping[str, Any]:
        """Those of the layers and of the count, without the serial human model."""
        facts: Mapping[str, Any] = _facts_without(without, budget, control, self._switches)
        return facts

    def summarize_mechanics(self, found: Mechanics) -> Mapping[str, Mapping[str, bool | None]]:
        """Return which rules a puzzle needs, in ``needed_rules``."""
        words = {rule: found.get(rulesets.mechanic_of(rule)) for rule in rulesets.RULES}
        return {
            "needed_rules": {
                rule: None if word is None else word == EVERY for rule, word in words.items()
            }
        }

    def difficulty(self, facts: Mapping[str, Any]) -> float | None:
        """The time that the serial human model takes."""
        seconds = facts.get("human_time")
        return float(seconds) if isinstance(seconds, int) else None


class LinjatGenerator(Generator):
    """Covers boards with lines, hides them, and improves the puzzles by mutations."""

    stages = STAGES
    parameters = PARAMETERS
    improves = True
    limits = staticmethod(later("engine.games.linjat.generate.limits:limits"))
    candidate = staticmethod(later("engine.games.linjat.generate.generator:candidate"))
    attempts = staticmethod(later("engine.games.linjat.generate.generator:attempts"))
    describe = staticmethod(later("engine.games.linjat.generate.generator:describe"))


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
    mutations=LinjatMutations(),
    campaign=LinjatCampaign(),
    experiments=later("engine.games.linjat.published.experiments:experiments"),
    fact_kinds=agreement.KINDS_OF_FACTS,
    goal=manual.GOAL,
    manual=manual.RULES,
    terms=manual.TERMS,
)
