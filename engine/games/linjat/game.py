"""The game Linjat, assembled from its parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engine.game.boards import BoardObject, Boards, Reshaper, Tool
from engine.game.fact_declarations import list_compared, list_terms, list_types
from engine.game.game import Game
from engine.game.generator import Generator
from engine.game.loading.lazy_import import import_lazily
from engine.game.play import Play
from engine.game.play_position import Position
from engine.game.solver import Solver
from engine.games.linjat import manual, play, stored_linjat_verdicts
from engine.games.linjat.board import board as boards
from engine.games.linjat.board import (
    board_problems,
    board_transforms,
    clue_layout_facts,
    glyph_codes,
)
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.line_notation import find_span, format_move, parse_move
from engine.games.linjat.board.published_format import PuzzleRecord
from engine.games.linjat.board.text import BoardString, LinjatText, PublishedRows
from engine.games.linjat.campaign import LinjatCampaign
from engine.games.linjat.deduction import rulesets
from engine.games.linjat.explanations import linjat_verdict_text
from engine.games.linjat.generation.parameters import PARAMETERS, STAGES
from engine.games.linjat.line_input import LineInput
from engine.games.linjat.linjat_facts import LINJAT_FACTS
from engine.games.linjat.mutations import LinjatMutations
from engine.games.linjat.player_marks import LinjatPencil
from engine.search.solver_result import SolverResult, find_strategy
from engine.values.budget import Budget, Control
from engine.values.grid import Cell, Symmetry
from engine.values.mechanic_use_words import EVERY, Mechanics
from engine.values.moves import Move
from engine.values.similarity import CellToken, CellTokens


class LinjatReshaping(Reshaper):
    """Transforms for boards: rotation, reflection and resizing."""

    transform = staticmethod(board_transforms.transform_board)
    resize = staticmethod(board_transforms.resize_board)
    find_margins = staticmethod(board_transforms.measure_margins)


class LinjatBoards(Boards):
    """The operations on Linjat boards: reading, checking, drawing and editing."""

    tools = (
        *(
            Tool(glyph_codes.NAMES[glyph], glyph_codes.TITLES[glyph], "cells", glyph)
            for glyph in glyph_codes.GLYPHS
        ),
        Tool("locked", "lock", "locked", "x"),
    )
    text_formats = (LinjatText(), PublishedRows(), BoardString(), PuzzleRecord())
    reshaper = LinjatReshaping()
    read_table = staticmethod(boards.read_board)
    create_blank = staticmethod(boards.create_blank)
    find_problems = staticmethod(board_problems.find_problems)
    find_warnings = staticmethod(board_problems.find_warnings)
    draw_picture = staticmethod(boards.draw_picture)
    describe_cell = staticmethod(boards.describe_cell)
    measure_structure = staticmethod(clue_layout_facts.measure_structure)

    def paint_cell(self, board: LinjatBoard, tool: Tool, row: int, col: int) -> LinjatBoard:
        if not board.has_cell(row, col):
            return board
        if tool.plane == "cells":
            return boards.with_cell(board, tool.key, row, col)
        return boards.with_lock(board, row, col)

    def list_objects(self, board: LinjatBoard) -> Iterator[BoardObject]:
        """Yield each dot, together with the board as it would be without the dot."""
        for row, col in board.list_dots():
            yield BoardObject(
                "dot", row, col, boards.with_cell(board, glyph_codes.EMPTY_GLYPH, row, col)
            )

    def format_content(self, board: LinjatBoard) -> str:
        return "\n".join(board.cells)

    def list_tokens(self, board: LinjatBoard) -> CellTokens:
        """Return one token for each number and each dot, in two groups."""
        numbers = (CellToken(row, col, str(value)) for row, col, value in board.list_numbers())
        dots = (CellToken(row, col, glyph_codes.DOT_GLYPH) for row, col in board.list_dots())
        return {"number": frozenset(numbers), "dot": frozenset(dots)}

    def format_title(self, name: str) -> str:
        """Return the title for a name in a picture, including names for parts of drawn lines."""
        return play.format_title(name) or super().format_title(name)

    def has_tool_value(self, board: LinjatBoard, tool: Tool, row: int, col: int) -> bool:
        if not board.has_cell(row, col):
            return False
        if tool.plane == "cells":
            return board.cells[row][col] == tool.key
        return board.is_locked(row, col)


class LinjatPlay(Play):
    """The rules of play, in which each move draws one line."""

    drag_input = LineInput()
    pencil = LinjatPencil()
    action_texts = MappingProxyType(manual.ACTION_TEXTS)
    browser_rules = play.BROWSER_RULES
    create_start = staticmethod(play.start_play)
    step = staticmethod(play.play_move)
    draw_picture = staticmethod(play.draw_picture)

    def list_choices(self, position: Position) -> tuple[Move, ...]:
        """Return a move for each line that can be drawn in the position."""
        return tuple(Move(word, self.format_title(word)) for word in play.list_choices(position))

    def format_title(self, move: str) -> str:
        """Describe a move by the ends of its line and the cell of its number."""
        (row, col), (first, last) = parse_move(move)
        ends = " to ".join("{},{}".format(*end) for end in (first, last))
        return f"line from {ends}, of the number at {row},{col}"

    def read_moves(self, text: str) -> tuple[str, ...]:
        """Split ``text`` into moves at whitespace, and check the notation of each move."""
        words = tuple(text.split())
        for word in words:
            parse_move(word)
        return words

    def transform_move(
        self, move: str, map_cell: Callable[[Cell], Cell], _: Symmetry | None
    ) -> str:
        """Return a move with its number's cell and its line's ends mapped by ``map_cell``."""
        home, line = parse_move(move)
        return format_move(map_cell(home), find_span(map(map_cell, line)))


_solve = import_lazily("engine.games.linjat.solver:solve_board")
_facts_without = import_lazily("engine.games.linjat.solver:facts_without")


class LinjatSolver(Solver):
    """A solver that deduces as a person does, and counts solutions exactly.

    Args:
        switches: The active corrections from :mod:`engine.games.linjat.deduction.rulesets`, as
            bits. None means no corrections for the strategy ``published`` and all of them for the
            other strategies.
    """

    strategies = ("layers", "published", "exact", "serial")
    rules = rulesets.NAMES
    mechanic_titles = rulesets.MECHANICS
    compared_facts = list_compared(LINJAT_FACTS)
    check_facts = staticmethod(stored_linjat_verdicts.dispute_facts)
    judge_facts = staticmethod(linjat_verdict_text.judge_facts)

    def __init__(self, switches: int | None = None) -> None:
        self._switches = switches

    def with_rules(self, rules: Collection[str]) -> LinjatSolver:
        """Return a solver that uses the rule set named by ``rules``."""
        return LinjatSolver(rulesets.switches_of(rules))

    def solve(
        self,
        board: LinjatBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> SolverResult:
        name = find_strategy(strategy, self.strategies)
        solved: SolverResult = _solve(board, name, budget, control, self._switches)
        return solved

    def compute_facts_without(
        self,
        board: LinjatBoard,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Mapping[str, Any]:
        """Return the facts from the deduction and the exact count, without the human model's."""
        facts: Mapping[str, Any] = _facts_without(board, budget, control, self._switches)
        return facts

    def summarize_mechanics(self, found: Mechanics) -> Mapping[str, Mapping[str, bool | None]]:
        """Return the table ``needed_rules``, with True, False or None (unknown) for each rule."""
        words = {rule: found.get(rulesets.mechanic_of(rule)) for rule in rulesets.RULES}
        return {
            "needed_rules": {
                rule: None if word is None else word == EVERY for rule, word in words.items()
            }
        }

    def rate_difficulty(self, facts: Mapping[str, Any]) -> float | None:
        """Return the time in seconds that the human model predicts, or None if it is unknown."""
        seconds = facts.get("human_time")
        return float(seconds) if isinstance(seconds, int) else None


class LinjatGenerator(Generator):
    """A generator that adds numbers and dots to a board, and improves the puzzle by mutations."""

    stages = STAGES
    parameters = PARAMETERS
    improves = True
    list_limits = staticmethod(
        import_lazily("engine.games.linjat.generation.linjat_fact_bounds:find_limits")
    )
    build_candidate = staticmethod(
        import_lazily("engine.games.linjat.generation.generator:create_candidate")
    )
    try_candidates = staticmethod(
        import_lazily("engine.games.linjat.generation.generator:try_attempts")
    )
    describe_event = staticmethod(
        import_lazily("engine.games.linjat.generation.generator:describe_event")
    )


GAME = Game(
    interface=4,
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
    experiments=import_lazily("engine.games.linjat.published.linjat_experiments:list_experiments"),
    fact_types=list_types(LINJAT_FACTS),
    goal=manual.GOAL,
    manual=manual.RULES,
    terms={**list_terms(LINJAT_FACTS), **manual.TERMS},
)
