"""The definition of Fruit Dating: its boards, play, solver, generator and mutations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.game.board_codec import sort_by_appearance
from engine.game.boards import BoardObject, Tool
from engine.game.fact_checks import FactChecker
from engine.game.fact_declarations import list_compared
from engine.game.game import Game, Generator
from engine.game.loading.lazy_import import import_lazily
from engine.game.play import Play
from engine.game.play_position import Position, Status, Step
from engine.game.solver import Solver
from engine.game.verdict_validation import replay_stored_solution
from engine.games.fruit_dating import board as boards
from engine.games.fruit_dating import fruit_codes, manual
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.campaign import FruitCampaign
from engine.games.fruit_dating.mutations import FruitMutations
from engine.games.fruit_dating.parameters import PARAMETERS, STAGES
from engine.games.fruit_dating.text import FruitText
from engine.search.solver_result import NAIVE_DEPTH, SolverResult, find_strategy
from engine.stages.acceptance import Limit
from engine.stages.candidate import Recipe
from engine.tiles.game import TileBoards, TilePlay, list_tools
from engine.tiles.graph_fact_checks import GRAPH_FACT_TYPES, GRAPH_FACTS, check_graph_facts
from engine.tiles.structure import count_instant_wins
from engine.values.budget import Budget, Control
from engine.values.grid import DIRECTIONS, Symmetry

if TYPE_CHECKING:  # few commands need it
    from engine.values.script_rules import ScriptRules

_GATE_TOOLS = tuple(
    Tool(f"gate-{way}", f"one-way {way}", "gates", key)
    for way, key in zip(DIRECTIONS, fruit_codes.LOOKS, strict=True)
)


class FruitBoards(TileBoards):
    """The boards of Fruit Dating: tiles, fruit, blockers and gates."""

    board_type = FruitBoard
    tools = list_tools(FruitBoard, *_GATE_TOOLS)
    text_formats = (FruitText(),)
    find_problems = staticmethod(boards.find_problems)

    def list_objects(self, board: FruitBoard) -> Iterator[BoardObject]:
        """Yield all removable objects on a board, gates last."""
        yield from super().list_objects(board)
        for gate in board.gates:
            row, col, way = gate
            yield BoardObject("gate", row, col, board.with_gate_toggled(gate), DIRECTIONS[way])

    def measure_structure(self, board: FruitBoard) -> Mapping[str, float]:
        """Return the structural facts, including the number of pairs that touch at the start."""
        return {"touching": board.count_touching(), **super().measure_structure(board)}

    def get_script(self) -> ScriptRules:
        """Return the game's rules in PuzzleScript."""
        from engine.games.fruit_dating.fruit_script import SCRIPT

        return SCRIPT

    def format_content(self, board: FruitBoard) -> str:
        """Return the tiles, pieces and gates as text, renaming colours in order of appearance."""
        pieces = "\n".join(board.pieces)
        order = sort_by_appearance(pieces, fruit_codes.FRUIT_GLYPHS)
        renamed = pieces.translate(str.maketrans(order, fruit_codes.FRUIT_GLYPHS))
        return "\n".join((*board.tiles, renamed, repr(board.gates)))

    def turn_tool(self, tool: Tool, symmetry: Symmetry) -> Tool:
        """Return the tool that has the same effect on a turned or mirrored board.

        The tools for gates and anteaters change, because their directions turn with the board.
        """
        if tool.key not in fruit_codes.LOOKS:
            return tool
        key = boards.turn_look(tool.key, symmetry)
        return next(other for other in self.tools if (other.plane, other.key) == (tool.plane, key))


class FruitPlay(TilePlay):
    """The rules of play: pieces slide, and two fruit of the same colour leave when they meet."""

    moves = fruit_codes.MOVES

    def create_start(self, board: FruitBoard) -> Position:
        """Return the start position, with every piece on its start cell."""
        from engine.games.fruit_dating.fruit_compiler import compile_board

        return Position(board, compile_board(board).get_start_cells())

    def make_move(self, position: Position, move: str, number: int) -> Step:
        """Return the step that a tilt makes from a position."""
        from engine.games.fruit_dating.fruit_compiler import compile_board
        from engine.games.fruit_dating.solver import LOSSES
        from engine.search.successors import WON

        compiled = compile_board(position.board)
        outcome, cells = compiled.tilt_pieces(position.pieces, number)
        # An anteater may drag a fruit back, so a tilt that slides pieces can still change nothing.
        if outcome >= 0 and compiled.is_same_position(position.pieces, cells):
            return Step(move, position, position, changed=False)
        # Negative outcomes are the ways to lose.
        status: Status = "lost" if outcome < 0 else "playing"
        if outcome == WON:
            status = "won"
        note = LOSSES.get(outcome, "")
        if status != "lost":
            left = sorted(set(compiled.list_gone(position.pieces, cells)))
            note = ", ".join(f"{fruit_codes.PIECES.titles[glyph]} matched" for glyph in left)
        between: tuple[Position, ...] = ()
        slid = compiled.slide_pieces(position.pieces, number)
        # Show the pieces after the slide, before pairs leave and anteaters drag.
        if slid != cells and outcome >= 0:
            between = (Position(position.board, slid),)
        after = Position(position.board, cells, status)
        return Step(move, position, after, True, note, between)


_solve = import_lazily("engine.games.fruit_dating.solver:solve_board")
_solve_as_published = import_lazily("engine.games.fruit_dating.published.solver:solve_as_published")


class FruitSolver(Solver):
    """The Fruit Dating solver, which searches the state graph."""

    strategies = ("graph", "uniform-cost", "published", "naive")
    mechanic_titles = fruit_codes.MECHANICS
    count_facts = ("shortest_solutions",)
    compared_facts = list_compared(GRAPH_FACTS)
    depth_limits = MappingProxyType(
        {"published": fruit_codes.PUBLISHED_DEPTH, "naive": NAIVE_DEPTH}
    )

    def solve(
        self,
        board: FruitBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> SolverResult:
        """Solve a board; see :meth:`engine.game.solver.Solver.solve`.

        Raises:
            EngineError: The strategy does not exist, or there is not enough memory for the budget.
        """
        name = find_strategy(strategy, self.strategies)
        if name == "published":
            published: SolverResult = _solve_as_published(board, budget, control)
            return published
        solved: SolverResult = _solve(board, name, budget, control)
        return solved

    def derive_facts(self, facts: Mapping[str, Any]) -> Mapping[str, float | None]:
        """Return the derived facts, including ``instant_wins``.

        ``instant_wins`` is the number of moves that win from the start position.
        """
        return {**super().derive_facts(facts), "instant_wins": count_instant_wins(facts, facts)}

    def check_facts(self, stored: FactChecker, play: Play, board: FruitBoard) -> None:
        """Add a problem for each fact that contradicts another fact or the replayed solution."""
        check_graph_facts(stored)
        replay_stored_solution(stored, play, board)


class FruitGenerator(Generator):
    """The Fruit Dating generator, which scatters walls, fruit, gates and other obstacles."""

    stages = STAGES
    parameters = PARAMETERS
    build_candidate = staticmethod(
        import_lazily("engine.games.fruit_dating.generator:build_candidate")
    )
    try_candidates = staticmethod(import_lazily("engine.games.fruit_dating.generator:run_attempts"))
    describe_event = staticmethod(
        import_lazily("engine.games.fruit_dating.generator:describe_event")
    )
    describe_action = staticmethod(
        import_lazily("engine.games.fruit_dating.generator:describe_action")
    )

    def list_limits(self, recipe: Recipe) -> Iterable[Limit]:
        """Return the limits that hold for every level that a recipe can generate."""
        from engine.games.fruit_dating import generator
        from engine.games.fruit_dating.fruit_limits import list_limits

        # Call this only because it raises an error if parameters contradict each other.
        generator.create_recipe_site(recipe)
        return list_limits(recipe)


GAME = Game(
    interface=4,
    name="fruit-dating",
    title="Fruit Dating",
    rules_version=1,
    generator_version=1,
    boards=FruitBoards(),
    play=FruitPlay(),
    solver=FruitSolver(),
    generator=FruitGenerator(),
    mutations=FruitMutations(),
    campaign=FruitCampaign(),
    experiments=import_lazily(
        "engine.games.fruit_dating.published.fruit_experiments:list_experiments"
    ),
    fact_types=GRAPH_FACT_TYPES,
    goal=manual.GOAL,
    manual=manual.RULES,
)
