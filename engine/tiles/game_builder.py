"""Games on tiles, composed of declarations.

A game declares its board, its rules, the stages of its generator and the problems that a board can
have. From these, :func:`compose_game` builds a complete game, including the editor's tools, the
text format, symmetry, mutations, and the solver with its traces and maps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.game.fact_declarations import (
    GameFact,
    list_parameters,
    list_terms,
    list_types,
    replace_fact,
)
from engine.game.game import Game
from engine.game.manual import Rule
from engine.tiles.board import GONE, MAX_SIDE, TileBoard
from engine.tiles.game import TileBoards, list_tools
from engine.tiles.graph_fact_checks import GRAPH_FACTS
from engine.tiles.mutations import TileMutations
from engine.tiles.plain_rules import RulesPlay, TileRules
from engine.tiles.rules_solver import RulesSolver
from engine.tiles.scatter_generator import Scatter, ScatterGenerator
from engine.tiles.text import TileText, list_plain_characters
from engine.values.grid import MIN_SIDE, iterate_cells
from engine.values.level import Problem
from engine.values.parameter_schema import Value

BoardCheck = Callable[[Any], Iterable[Problem]]
"""A function that yields a problem for each rule of the game that a board breaks."""


def _find_no_problems(board: TileBoard) -> Iterable[Problem]:
    return ()


class ComposedText(TileText[Any]):
    """The text format of a composed game, with the characters of its level files."""

    def __init__(self, game: str, board_type: type[TileBoard]) -> None:
        self.game, self.board_type = game, board_type
        self.characters = list_plain_characters(board_type)
        expected = board_type.tile_glyphs.expected, board_type.piece_glyphs.expected
        self.expected_glyphs = " ".join(expected)


class ComposedBoards(TileBoards):
    """The boards of a composed game."""

    def __init__(self, game: str, board_type: type[TileBoard], find_problems: BoardCheck) -> None:
        self.board_type = board_type
        self.tools = list_tools(board_type)
        self.text_formats = (ComposedText(game, board_type),)
        self._find_problems = find_problems

    def find_problems(self, board: TileBoard) -> tuple[Problem, ...]:
        """Return the problems of size, border and pieces, and then those of the game."""
        if shape := [*_find_shape_problems(board)]:
            # The game's own checks may rely on a valid shape.
            return tuple(shape)
        return (*board.find_miscounted(), *board.find_misplaced(), *self._find_problems(board))


def _find_shape_problems(board: TileBoard) -> Iterator[Problem]:
    if max(board.rows, board.cols) > MAX_SIDE or min(board.rows, board.cols) < MIN_SIDE:
        allowed = f"{MIN_SIDE} by {MIN_SIDE} to {MAX_SIDE} by {MAX_SIDE} are allowed"
        yield Problem(f"{board.rows} rows of {board.cols} tiles; {allowed}")
        return
    for row, col, tile in iterate_cells(board.tiles):
        if board.is_border(row, col) and tile not in board.solid:
            yield Problem("the border must be closed", row, col, "board.tiles")
    # The number of this cell means that a piece has left the board.
    row, col = divmod(GONE, board.cols)
    if board.has_cell(row, col) and board.pieces[row][col] != ".":
        yield Problem("no piece can be on the last cell of a board this large", row, col)


def compose_game(
    name: str,
    title: str,
    interface: int,
    board_class: type[TileBoard],
    rules: TileRules,
    scatters: Sequence[Scatter],
    size: tuple[int, int, int],
    *,
    find_problems: BoardCheck = _find_no_problems,
    facts: Sequence[GameFact] = (),
    moves: tuple[int, int] | None = None,
    presets: Sequence[Mapping[str, Value]] = (),
    goal: str = "",
    manual: tuple[Rule, ...] = (),
    terms: Mapping[str, str] | None = None,
    themes: Path | None = None,
    rules_version: int = 1,
    generator_version: int = 1,
) -> Game:
    """Compose a game on tiles from its declarations.

    Args:
        name: The name of the game in level files.
        title: The title on screens.
        interface: The version of the game interface for which the game is written.
        board_class: The class of the boards.
        rules: The rules of play.
        scatters: The stages of the generator.
        size: The default number of rows, the default number of columns, and the minimum for each of
            them.
        find_problems: A function that yields the problems of a board other than misplaced pieces
            and wrong numbers of unique objects, which are always found.
        facts: The game's own facts, which are listed after those about the state graph.
        moves: The default range for the length of the shortest solution.
        presets: The settings of the presets gentle, tricky and fiendish; empty for no presets.
        goal: The winning condition, in one line.
        manual: The rules for players.
        terms: Explanations of the game's words, one sentence each, keyed by word.
        themes: The folder of the game's own theme files; None if there is none.
        rules_version: The version of the rules.
        generator_version: The version of the generator.
    """
    for scatter in scatters:
        scatter.check_glyph(board_class)
    boards = ComposedBoards(name, board_class, find_problems)
    all_facts = (*replace_fact(GRAPH_FACTS, "moves", wanted=moves), *facts)
    solver = RulesSolver(rules, all_facts)
    return Game(
        interface=interface,
        name=name,
        title=title,
        rules_version=rules_version,
        generator_version=generator_version,
        boards=boards,
        play=RulesPlay(rules, boards),
        solver=solver,
        generator=ScatterGenerator(
            boards,
            solver,
            board_class,
            size,
            scatters,
            list_parameters(all_facts),
            presets,
        ),
        mutations=TileMutations(),
        fact_types=list_types(all_facts),
        goal=goal,
        manual=manual,
        terms={**list_terms(all_facts), **(terms or {})},
        themes=themes,
    )
