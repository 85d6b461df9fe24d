"""A Mazing Monk, composed of its parts."""

from __future__ import annotations

from typing import Any

from engine.game.boards import Boards, Tool
from engine.game.game import Game
from engine.game.generator import Generator
from engine.game.play import Measure, Play
from engine.game.position import Move, Position
from engine.game.solver import Solver
from engine.games.mazing_monk import agreement
from engine.games.mazing_monk.cube import board as boards
from engine.games.mazing_monk.cube import checks, codes, net
from engine.games.mazing_monk.cube.board import LOCKED_KEY, NET_KEY, MonkBoard
from engine.games.mazing_monk.cube.net import CELL_AT
from engine.games.mazing_monk.cube.text import CubeText, NetText
from engine.games.mazing_monk.cube.words import read_word, title_of
from engine.games.mazing_monk.generate import generator, telling
from engine.games.mazing_monk.generate.limits import limits
from engine.games.mazing_monk.generate.parameters import PARAMETERS, STAGES
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.play.pointing import MonkPlacing, MonkSteering
from engine.games.mazing_monk.play.previewing import MonkPreviews
from engine.games.mazing_monk.search import solver
from engine.games.mazing_monk.thesis.modes import MonkCampaign
from engine.generate.generation import Recipe
from engine.values.budget import Control
from engine.values.picture import Picture

_SAMPLE = {"difficulty": 3, "turns": "1.."}
"""Settings that soon lead to a level, whose facts are asked for."""
_CLIMB = _SAMPLE | {"iterations": 2, "start": "level"}

TURNS_AND_WALKS = Measure(
    "turns", "turn", "turns", Measure("walks", "walk", "walks", Measure("steps", "step", "steps"))
)
"""Turns are to be few, then walks; the rest of a walk begun is counted in steps."""


class MonkBoards(Boards):
    """Unfolded cubes."""

    tools = (
        *(Tool(codes.NAMES[glyph], codes.TITLES[glyph], NET_KEY, glyph) for glyph in codes.GLYPHS),
        Tool("locked", "lock", LOCKED_KEY, codes.LOCK_GLYPH),
    )
    text_formats = (CubeText(), NetText())
    shape = (net.ROWS, net.COLS)
    read = staticmethod(boards.read_board)
    problems = staticmethod(checks.problems)
    contents = staticmethod(boards.contents)

    def blank(self, rows: int, cols: int) -> MonkBoard:
        """A cube with nothing but obstacles and the monk; it has one shape."""
        return boards.blank()

    def picture(self, board: MonkBoard) -> Picture:
        """What the unfolded cube looks like."""
        return boards.picture(
            board.cells, board.karma_needed, locked=board.locked, protective=board.protective
        )

    def has_cell(self, board: MonkBoard, row: int, col: int) -> bool:
        """Whether a place is on a face."""
        return (row, col) in CELL_AT

    def paint(self, board: MonkBoard, tool: Tool, row: int, col: int) -> MonkBoard:
        """The board with another tile on a cell, or with its lock put on or taken off."""
        cell = CELL_AT.get((row, col))
        if cell is None:
            return board
        if tool.plane == NET_KEY:
            return boards.with_tile(board, tool.key, cell)
        return boards.with_lock(board, cell)

    def holds(self, board: MonkBoard, tool: Tool, row: int, col: int) -> bool:
        """Whether a cell has a tool's tile, or a lock."""
        cell = CELL_AT.get((row, col))
        if cell is None:
            return False
        if tool.plane == NET_KEY:
            return board.cells[cell] == tool.key
        return cell in board.locked


class MonkPlay(Play):
    """Walks and turns."""

    start = staticmethod(playing.start)
    step = staticmethod(playing.played)
    picture = staticmethod(playing.picture)
    title = staticmethod(title_of)
    toward = staticmethod(playing.toward)
    tally = staticmethod(playing.tally)
    placing = MonkPlacing()
    steering = MonkSteering()
    previews = MonkPreviews()

    def choices(self, position: Position) -> tuple[Move, ...]:
        """Walks within reach, and turns."""
        return tuple(Move(word, title_of(word)) for word in playing.choices(position))

    def read_moves(self, text: str) -> tuple[str, ...]:
        """The words of a text, which stand apart by blanks."""
        words = tuple(text.split())
        for word in words:
            read_word(word)
        return words


class MonkSolver(Solver):
    """Searches by the number of turns."""

    strategies = solver.STRATEGIES
    solve = staticmethod(solver.solve)
    dispute = staticmethod(agreement.dispute)
    judgements = staticmethod(telling.judgements)

    def warm_up(self) -> None:
        """Solves a generated level by every strategy."""
        board: Any = generator.candidate(_sample_recipe()).board
        for strategy in self.strategies:
            trace = self.solve(board, strategy).trace
            trace.moves_to(len(trace) - 1)


class MonkGenerator(Generator):
    """Scatters tiles, turns the solved cube back, and hardens the level."""

    stages = STAGES
    parameters = PARAMETERS
    improves = True
    limits = staticmethod(limits)
    candidate = staticmethod(generator.candidate)
    attempts = staticmethod(generator.attempts)
    describe = staticmethod(telling.describe)
    describe_action = staticmethod(telling.describe_action)

    def warm_up(self) -> None:
        """Makes and hardens a small level."""
        found = _sample_recipe().attempt
        self.candidate(Recipe(1, found, PARAMETERS.complete(_CLIMB)))


def _sample_recipe() -> Recipe:
    """A recipe that leads to a small level."""
    recipe = Recipe(1, 0, PARAMETERS.complete(_SAMPLE))
    found = generator.attempts(recipe, 100, Control()).accepted
    assert found is not None
    return Recipe(1, found, recipe.parameters)


GAME = Game(
    interface=2,
    name="mazing-monk",
    title="A Mazing Monk",
    rules_version=1,
    generator_version=1,
    boards=MonkBoards(),
    play=MonkPlay(),
    solver=MonkSolver(),
    generator=MonkGenerator(),
    campaign=MonkCampaign(),
    measure=TURNS_AND_WALKS,
    fact_kinds=agreement.KINDS_OF_FACTS,
)
