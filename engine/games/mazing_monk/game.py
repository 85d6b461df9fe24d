"""A Mazing Monk, composed of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.game.boards import Boards, Thing, Tool
from engine.game.game import Game
from engine.game.generator import Generator
from engine.game.later import later
from engine.game.play import Measure, Play
from engine.game.position import Move, Position
from engine.game.solver import Solver
from engine.games.mazing_monk import agreement, manual
from engine.games.mazing_monk.cube import board as boards
from engine.games.mazing_monk.cube import checks, codes, layout, net
from engine.games.mazing_monk.cube.board import LOCKED_KEY, NET_KEY, MonkBoard
from engine.games.mazing_monk.cube.net import CELL_AT
from engine.games.mazing_monk.cube.text import CubeText, NetText
from engine.games.mazing_monk.cube.words import read_word, title_of
from engine.games.mazing_monk.generate import descriptions
from engine.games.mazing_monk.generate.parameters import PARAMETERS, STAGES
from engine.games.mazing_monk.mutations import MonkMutations
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.play.pointing import MonkPlacing, MonkSteering
from engine.games.mazing_monk.play.previewing import MonkPreviews
from engine.games.mazing_monk.published.modes import MonkCampaign
from engine.games.mazing_monk.published.options import OPTIONS, STRATEGY, USUAL, Options, options_of
from engine.search.solved import Solved, strategy_named
from engine.staging.generation import Attempts, Recipe
from engine.values.budget import Budget, Control
from engine.values.likeness import Mark, Marks
from engine.values.parameters import Value
from engine.values.picture import Picture

TURNS_AND_WALKS = Measure(
    "turns", "turn", "turns", Measure("walks", "walk", "walks", Measure("steps", "step", "steps"))
)
"""Turns are to be few, then walks; the rest of a walk begun is counted in steps."""


_solve = later("engine.games.mazing_monk.search.solver:solve")
_solve_as_published = later("engine.games.mazing_monk.published.strategy:solve")
_facts_without = later("engine.games.mazing_monk.search.solver:facts_without")
_facts = later("engine.games.mazing_monk.search.solver:facts")


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
    structure = staticmethod(layout.structure)

    def blank(self, rows: int, cols: int) -> MonkBoard:
        """A cube with nothing but obstacles and the monk; it has one shape."""
        return boards.blank()

    def picture(self, board: MonkBoard) -> Picture:
        """What the unfolded cube looks like."""
        return boards.picture(
            board.cells, board.karma_needed, locked=board.locked, protective=board.protective
        )

    def content(self, board: MonkBoard) -> str:
        """The tiles of all cells, and how much karma is needed.

        No symmetry of the cube but the identity takes entrance and exit to themselves and turns to
        turns: they lead one way only, and what is left, the mirror in the diagonal of the top
        face, makes those of rows lead from front to back and those of columns the other way.
        """
        return f"{board.cells} {board.karma_needed}"

    def title(self, name: str) -> str:
        """Also of tiles at the entrance and at the exit, and of what is not visible."""
        return boards.title(name) or super().title(name)

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

    def things(self, board: MonkBoard) -> Iterator[Thing]:
        """Soldiers, karma and obstacles, which all leave path."""
        for (row, col), cell in sorted(CELL_AT.items()):
            glyph = board.cells[cell]
            if glyph in codes.THINGS:
                without = boards.with_tile(board, codes.PATH_GLYPH, cell)
                counted = glyph != codes.OBSTACLE_GLYPH
                yield Thing(codes.THINGS[glyph], row, col, without, counted=counted)

    def marks(self, board: MonkBoard) -> Marks:
        """Obstacles, karma and soldiers."""
        cells = [(*place, board.cells[cell]) for place, cell in CELL_AT.items()]
        return {
            part: frozenset(Mark(*each) for each in cells if each[2] == glyph)
            for glyph, part in codes.THINGS.items()
        }

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
    """Searches by the number of turns.

    Args:
        options: of the thesis's solver.
    """

    strategies = ("optimal", "published", "fast", "objectives", "backwards")
    options = MappingProxyType({STRATEGY: OPTIONS})
    mechanics = codes.MECHANICS
    counted = ("optimal_solutions",)
    compared = ("solvable", "turns", "walks", "optimal_solutions")
    facts = staticmethod(_facts)
    facts_without = staticmethod(_facts_without)
    dispute = staticmethod(agreement.dispute)
    judgements = staticmethod(descriptions.judgements)

    def __init__(self, options: Options = USUAL) -> None:
        self._options = options

    def having(self, settings: Mapping[str, Value]) -> MonkSolver:
        """The solver with some options set."""
        return MonkSolver(options_of(settings))

    def solve(
        self,
        board: MonkBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.solver.Solver.solve`.

        Raises:
            EngineError: no such strategy, or too little memory for the budget.
            LevelError: the board breaks a rule of the game.
        """
        name = strategy_named(strategy, self.strategies)
        if name == STRATEGY:
            published: Solved = _solve_as_published(board, budget, control, self._options)
            return published
        solved: Solved = _solve(board, name, budget, control)
        return solved


_attempts = later("engine.games.mazing_monk.generate.generator:attempts")
_judge_as_published = later("engine.games.mazing_monk.published.verifying:PublishedJudge")


class MonkGenerator(Generator):
    """Scatters tiles, turns the solved cube back, and hardens the level."""

    stages = STAGES
    parameters = PARAMETERS
    improves = True
    limits = staticmethod(later("engine.games.mazing_monk.generate.limits:limits"))
    candidate = staticmethod(later("engine.games.mazing_monk.generate.generator:candidate"))
    describe = staticmethod(descriptions.describe)
    describe_action = staticmethod(descriptions.describe_action)

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """See :meth:`engine.game.generator.Generator.attempts`; the thesis's solver may verify."""
        found: Attempts = _attempts(recipe, count, control, _judge_as_published)
        return found


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
    mutations=MonkMutations(),
    experiments=later("engine.games.mazing_monk.published.experiments:experiments"),
    campaign=MonkCampaign(),
    measure=TURNS_AND_WALKS,
    fact_kinds=agreement.KINDS_OF_FACTS,
    goal=manual.GOAL,
    manual=manual.RULES,
    terms=manual.TERMS,
)
