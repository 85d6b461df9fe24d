"""The game A Mazing Monk, assembled from its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.game.boards import BoardObject, Boards, Tool
from engine.game.fact_declarations import list_compared, list_types
from engine.game.game import Game
from engine.game.generator import Generator
from engine.game.loading.lazy_import import import_lazily
from engine.game.play import Measure, Play
from engine.game.play_position import Position
from engine.game.solver import Solver
from engine.games.mazing_monk import manual, stored_monk_verdicts
from engine.games.mazing_monk.cube import board as boards
from engine.games.mazing_monk.cube import cube_codes, cube_layout_facts, cube_problems, net
from engine.games.mazing_monk.cube.board import LOCKED_KEY, NET_KEY, MonkBoard
from engine.games.mazing_monk.cube.monk_notation import describe_move, parse_move
from engine.games.mazing_monk.cube.net import CELL_AT
from engine.games.mazing_monk.cube.text import CubeText, NetText
from engine.games.mazing_monk.generation import event_text
from engine.games.mazing_monk.generation.parameters import PARAMETERS, STAGES
from engine.games.mazing_monk.monk_facts import MONK_FACTS
from engine.games.mazing_monk.mutations import MonkMutations
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.play.monk_input import MonkDragInput, MonkStepInput
from engine.games.mazing_monk.play.move_previews import MonkPreviews
from engine.games.mazing_monk.published.campaign import MonkCampaign
from engine.games.mazing_monk.published.solver_options import (
    OPTIONS,
    STRATEGY,
    USUAL,
    ThesisOptions,
    read_options,
)
from engine.search.solver_result import SolverResult, find_strategy
from engine.stages.candidate import Attempts, Recipe
from engine.values.budget import Budget, Control
from engine.values.moves import Move
from engine.values.parameter_schema import Value
from engine.values.picture import Picture
from engine.values.similarity import CellToken, CellTokens

TURNS_AND_WALKS = Measure(
    "turns", "turn", "turns", Measure("walks", "walk", "walks", Measure("steps", "step", "steps"))
)
"""The measure for solutions: the number of turns, with ties broken by walks and then by steps."""


# The searches and the generator need NumPy, so they are imported on the first call.
_solve = import_lazily("engine.games.mazing_monk.search.solver:solve_board")
_solve_by_thesis = import_lazily("engine.games.mazing_monk.published.thesis_strategy:solve_board")
_facts_without = import_lazily("engine.games.mazing_monk.search.solver:compute_facts_without")
_facts = import_lazily("engine.games.mazing_monk.search.solver:compute_facts")


class MonkBoards(Boards):
    """The operations on boards, which are shown as unfolded cubes."""

    tools = (
        *(
            Tool(cube_codes.NAMES[glyph], cube_codes.TITLES[glyph], NET_KEY, glyph)
            for glyph in cube_codes.GLYPHS
        ),
        Tool("locked", "lock", LOCKED_KEY, cube_codes.LOCK_GLYPH),
    )
    text_formats = (CubeText(), NetText())
    shape = (net.ROWS, net.COLS)
    read_table = staticmethod(boards.read_board)
    find_problems = staticmethod(cube_problems.find_problems)
    describe_cell = staticmethod(boards.describe_cell)
    measure_structure = staticmethod(cube_layout_facts.measure_structure)

    def create_blank(self, rows: int, cols: int) -> MonkBoard:
        """Create a cube with obstacles everywhere except under the monk, ignoring the size."""
        return boards.create_blank()

    def draw_picture(self, board: MonkBoard) -> Picture:
        """Return a picture of the unfolded cube."""
        return boards.draw_picture(
            board.cells, board.karma_needed, locked=board.locked, protective=board.protective
        )

    def format_content(self, board: MonkBoard) -> str:
        """Return the tiles on all cells and the needed karma, which together identify a board.

        No symmetry needs to be considered. It would have to map the entrance and the exit to
        themselves, and turns to turns. Only the reflection in the top face's diagonal keeps the
        entrance and exit, but it maps row turns to column turns from back to front, which are not
        moves.
        """
        return f"{board.cells} {board.karma_needed}"

    def format_title(self, name: str) -> str:
        """Return the title for a tile name in a picture."""
        return boards.format_title(name) or super().format_title(name)

    def has_cell(self, board: MonkBoard, row: int, col: int) -> bool:
        """Return True if the place at (row, col) is on a face of the cube."""
        return (row, col) in CELL_AT

    def paint_cell(self, board: MonkBoard, tool: Tool, row: int, col: int) -> MonkBoard:
        """Return the board with the tool's tile on a cell, or with the cell's lock toggled."""
        cell = CELL_AT.get((row, col))
        if cell is None:
            return board
        if tool.plane == NET_KEY:
            return boards.replace_tile(board, tool.key, cell)
        return boards.toggle_lock(board, cell)

    def list_objects(self, board: MonkBoard) -> Iterator[BoardObject]:
        """Yield all soldiers, karma and obstacles, each with a board on which path replaces it."""
        for (row, col), cell in sorted(CELL_AT.items()):
            glyph = board.cells[cell]
            if glyph in cube_codes.THINGS:
                without = boards.replace_tile(board, cube_codes.PATH_GLYPH, cell)
                # Relevance does not count obstacles among the inert and needed objects.
                counted = glyph != cube_codes.OBSTACLE_GLYPH
                yield BoardObject(cube_codes.THINGS[glyph], row, col, without, counted=counted)

    def list_tokens(self, board: MonkBoard) -> CellTokens:
        """Return one token for each obstacle, piece of karma and soldier, grouped by kind."""
        cells = [(*place, board.cells[cell]) for place, cell in CELL_AT.items()]
        return {
            part: frozenset(CellToken(*each) for each in cells if each[2] == glyph)
            for glyph, part in cube_codes.THINGS.items()
        }

    def has_tool_value(self, board: MonkBoard, tool: Tool, row: int, col: int) -> bool:
        """Return True if a cell has the tool's tile or, if the tool is the lock, is locked."""
        cell = CELL_AT.get((row, col))
        if cell is None:
            return False
        if tool.plane == NET_KEY:
            return board.cells[cell] == tool.key
        return cell in board.locked


class MonkPlay(Play):
    """The rules of play, in which moves are walks and turns."""

    create_start = staticmethod(rules.create_start)
    step = staticmethod(rules.apply_move)
    draw_picture = staticmethod(rules.draw_picture)
    format_title = staticmethod(describe_move)
    get_move_toward = staticmethod(rules.get_move_toward)
    count_play = staticmethod(rules.count_play)
    drag_input = MonkDragInput()
    step_input = MonkStepInput()
    previews = MonkPreviews()
    action_texts = MappingProxyType(manual.ACTION_TEXTS)
    browser_rules = rules.BROWSER_RULES

    def list_choices(self, position: Position) -> tuple[Move, ...]:
        """Return the possible walks, followed by the possible turns."""
        return tuple(Move(word, describe_move(word)) for word in rules.list_choices(position))

    def read_moves(self, text: str) -> tuple[str, ...]:
        """Split ``text`` into moves at blanks, and check the notation of each."""
        words = tuple(text.split())
        for word in words:
            parse_move(word)
        return words


class MonkSolver(Solver):
    """A solver that minimizes the number of turns.

    Args:
        options: The options for the strategy ``published``, which is the thesis's solver.
    """

    strategies = ("optimal", "published", "fast", "objectives", "backwards")
    options = MappingProxyType({STRATEGY: OPTIONS})
    mechanic_titles = cube_codes.MECHANICS
    count_facts = ("optimal_solutions",)
    compared_facts = list_compared(MONK_FACTS)
    compute_facts = staticmethod(_facts)
    compute_facts_without = staticmethod(_facts_without)
    check_facts = staticmethod(stored_monk_verdicts.check_facts)
    judge_facts = staticmethod(event_text.judge_facts)

    def __init__(self, options: ThesisOptions = USUAL) -> None:
        self._options = options

    def with_options(self, settings: Mapping[str, Value]) -> MonkSolver:
        """Return a solver that uses ``settings`` as the options for the strategy ``published``."""
        return MonkSolver(read_options(settings))

    def solve(
        self,
        board: MonkBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> SolverResult:
        """Solve a valid board.

        Raises:
            EngineError: The strategy is unknown, or there is too little memory for the budget.
            LevelError: The board breaks a rule of the game.
        """
        name = find_strategy(strategy, self.strategies)
        if name == STRATEGY:
            published: SolverResult = _solve_by_thesis(board, budget, control, self._options)
            return published
        solved: SolverResult = _solve(board, name, budget, control)
        return solved


_attempts = import_lazily("engine.games.mazing_monk.generation.generator:try_candidates")
_make_verifier = import_lazily("engine.games.mazing_monk.published.thesis_verifier:ThesisVerifier")


class MonkGenerator(Generator):
    """A generator that makes levels backwards or at random, and can improve them by a climb."""

    stages = STAGES
    parameters = PARAMETERS
    improves = True
    list_limits = staticmethod(
        import_lazily("engine.games.mazing_monk.generation.monk_fact_bounds:list_limits")
    )
    build_candidate = staticmethod(
        import_lazily("engine.games.mazing_monk.generation.generator:build_candidate")
    )
    describe_event = staticmethod(event_text.describe_event)
    describe_action = staticmethod(event_text.describe_action)

    def try_candidates(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Try up to ``count`` candidates until one is accepted.

        If the recipe asks for it, the thesis's solver verifies each candidate.
        """
        found: Attempts = _attempts(recipe, count, control, _make_verifier)
        return found


GAME = Game(
    interface=4,
    name="mazing-monk",
    title="A Mazing Monk",
    rules_version=1,
    generator_version=1,
    boards=MonkBoards(),
    play=MonkPlay(),
    solver=MonkSolver(),
    generator=MonkGenerator(),
    mutations=MonkMutations(),
    experiments=import_lazily(
        "engine.games.mazing_monk.published.thesis_experiments:list_experiments"
    ),
    campaign=MonkCampaign(),
    measure=TURNS_AND_WALKS,
    fact_types=list_types(MONK_FACTS),
    goal=manual.GOAL,
    manual=manual.RULES,
    terms=manual.TERMS,
)
