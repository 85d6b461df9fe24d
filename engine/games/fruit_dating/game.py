"""The definition of Fruit Dating: its boards, play, solver, generator and mutations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.game.board_codec import sort_by_appearance
from engine.game.boards import BoardObject, Tool
from engine.game.fact_declarations import list_compared, list_types
from engine.game.game import Game, Generator
from engine.game.loading.lazy_import import import_lazily
from engine.games.fruit_dating import board as boards
from engine.games.fruit_dating import fruit_codes, manual
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.campaign import FruitCampaign
from engine.games.fruit_dating.mutations import FruitMutations
from engine.games.fruit_dating.parameters import PARAMETERS, STAGES
from engine.games.fruit_dating.plain_fruit_rules import RULES
from engine.games.fruit_dating.text import FruitText
from engine.search.solver_result import NAIVE_DEPTH
from engine.tiles.game import TileBoards, TileSolver, list_tools
from engine.tiles.graph_fact_checks import GRAPH_FACTS
from engine.tiles.plain_rules import RulesPlay
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


class FruitSolver(TileSolver):
    """The Fruit Dating solver, which searches the state graph."""

    mechanic_titles = fruit_codes.MECHANICS
    compared_facts = list_compared(GRAPH_FACTS)
    depth_limits = MappingProxyType(
        {"published": fruit_codes.PUBLISHED_DEPTH, "naive": NAIVE_DEPTH}
    )

    solve_board = staticmethod(import_lazily("engine.games.fruit_dating.solver:solve_board"))
    solve_as_published = staticmethod(
        import_lazily("engine.games.fruit_dating.published.solver:solve_as_published")
    )


class FruitGenerator(Generator):
    """The Fruit Dating generator, which scatters walls, fruit, gates and other obstacles."""

    stages = STAGES
    parameters = PARAMETERS
    list_limits = staticmethod(
        import_lazily("engine.games.fruit_dating.fruit_fact_bounds:list_limits")
    )
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


_BOARDS = FruitBoards()
GAME = Game(
    interface=4,
    name="fruit-dating",
    title="Fruit Dating",
    rules_version=1,
    generator_version=1,
    boards=_BOARDS,
    play=RulesPlay(RULES, _BOARDS),
    solver=FruitSolver(),
    generator=FruitGenerator(),
    mutations=FruitMutations(),
    campaign=FruitCampaign(),
    experiments=import_lazily(
        "engine.games.fruit_dating.published.fruit_experiments:list_experiments"
    ),
    fact_types=list_types(GRAPH_FACTS),
    goal=manual.GOAL,
    manual=manual.RULES,
)
