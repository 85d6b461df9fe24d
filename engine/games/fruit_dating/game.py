"""Fruit Dating, composed of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engine.game.agreement import letters_win
from engine.game.boards import Thing, Tool
from engine.game.claims import Claims
from engine.game.game import Game, Generator
from engine.game.later import later
from engine.game.packing import in_order_of_appearance
from engine.game.play import Play
from engine.game.position import Move, Position, Status, Step
from engine.game.solver import Solver
from engine.games.fruit_dating import board as boards
from engine.games.fruit_dating import codes, manual
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.campaign import FruitCampaign
from engine.games.fruit_dating.mutations import FruitMutations
from engine.games.fruit_dating.parameters import PARAMETERS, STAGES
from engine.games.fruit_dating.text import FruitText
from engine.search.solved import FACTS_AHEAD, NAIVE_DEPTH, Solved, strategy_named
from engine.staging.demands import Limit
from engine.staging.generation import Recipe
from engine.tiles.agreement import GRAPH_KINDS, graph_agrees
from engine.tiles.game import TileBoards, TilePlay, tools_of
from engine.tiles.structure import instant_wins
from engine.values.budget import Budget, Control
from engine.values.grid import DIRECTIONS, Symmetry

_GATE_TOOLS = tuple(
    Tool(f"gate-{way}", f"one-way {way}", "gates", key)
    for way, key in zip(DIRECTIONS, codes.LOOKS, strict=True)
)


class FruitBoards(TileBoards):
    """Boards of fruit and gates."""

    board_type = FruitBoard
    tools = tools_of(FruitBoard, *_GATE_TOOLS)
    text_formats = (FruitText(),)
    problems = staticmethod(boards.problems)

    def things(self, board: FruitBoard) -> Iterator[Thing]:
        """Also the gates, after all others."""
        yield from super().things(board)
        for gate in board.gates:
            row, col, way = gate
            yield Thing("gate", row, col, board.with_gate(gate), DIRECTIONS[way])

    def structure(self, board: FruitBoard) -> Mapping[str, float]:
        """Also the pairs that touch at the start."""
        return {"touching": board.touching(), **super().structure(board)}

    def content(self, board: FruitBoard) -> str:
        """Tiles, pieces and gates; the colours are called by the order of their first fruit."""
        pieces = "\n".join(board.pieces)
        order = in_order_of_appearance(pieces, codes.FRUIT_GLYPHS)
        renamed = pieces.translate(str.maketrans(order, codes.FRUIT_GLYPHS))
        return "\n".join((*board.tiles, renamed, repr(board.gates)))

    def turned(self, tool: Tool, symmetry: Symmetry) -> Tool:
        """The tool that draws the image of what a tool draws: gates turn."""
        if tool.key not in codes.LOOKS:
            return tool
        key = boards.turned_look(tool.key, symmetry)
        return next(other for other in self.tools if (other.plane, other.key) == (tool.plane, key))


class FruitPlay(TilePlay):
    """Fruit slides; two of one colour that meet are gone."""

    moves = tuple(
        Move(letter, way, direction)
        for direction, (letter, way) in enumerate(zip(codes.LETTERS, DIRECTIONS, strict=True))
    )

    def start(self, board: FruitBoard) -> Position:
        """Every piece where the board has it."""
        from engine.games.fruit_dating.compiled import compile_board

        return Position(board, compile_board(board).cells())

    def made(self, position: Position, move: str, number: int) -> Step:
        """Slides and matches."""
        from engine.games.fruit_dating.compiled import compile_board
        from engine.games.fruit_dating.solver import LOSSES
        from engine.search.successors import WON

        compiled = compile_board(position.board)
        outcome, cells = compiled.tilt(position.pieces, number)
        if outcome >= 0 and compiled.same_position(position.pieces, cells):
            return Step(move, position, position, changed=False)
        status: Status = "lost" if outcome < 0 else "playing"
        if outcome == WON:
            status = "won"
        note = LOSSES.get(outcome, "")
        if status != "lost":
            left = sorted(set(compiled.gone(position.pieces, cells)))
            note = ", ".join(f"{codes.PIECES.titles[glyph]} matched" for glyph in left)
        between: tuple[Position, ...] = ()
        slid = compiled.slid(position.pieces, number)
        if slid != cells and outcome >= 0:
            between = (Position(position.board, slid),)
        after = Position(position.board, cells, status)
        return Step(move, position, after, True, note, between)


_solve = later("engine.games.fruit_dating.solver:solve")
_solve_as_published = later("engine.games.fruit_dating.published.solver:solve")


class FruitSolver(Solver):
    """Searches the graph of states."""

    strategies = ("graph", "uniform-cost", "published", "naive")
    mechanics = codes.MECHANICS
    counted = ("shortest_solutions",)
    compared = ("moves", "states", *FACTS_AHEAD)
    limited = MappingProxyType({"published": codes.PUBLISHED_DEPTH, "naive": NAIVE_DEPTH})

    def solve(
        self,
        board: FruitBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.solver.Solver.solve`.

        Raises:
            EngineError: no such strategy, or too little memory for the budget.
        """
        name = strategy_named(strategy, self.strategies)
        if name == "published":
            published: Solved = _solve_as_published(board, budget, control)
            return published
        solved: Solved = _solve(board, name, budget, control)
        return solved

    def derived(self, facts: Mapping[str, Any]) -> Mapping[str, float | None]:
        """Also the moves that win at once."""
        return {**super().derived(facts), "instant_wins": instant_wins(facts, facts)}

    def dispute(self, stored: Claims, play: Play, board: FruitBoard) -> None:
        """Disputes what cannot be true of a graph, and a solution that does not win."""
        graph_agrees(stored)
        letters_win(stored, play, board)


class FruitGenerator(Generator):
    """Scatters walls, fruit and gates."""

    stages = STAGES
    parameters = PARAMETERS
    candidate = staticmethod(later("engine.games.fruit_dating.generator:candidate"))
    attempts = staticmethod(later("engine.games.fruit_dating.generator:attempts"))
    describe = staticmethod(later("engine.games.fruit_dating.generator:describe"))
    describe_action = staticmethod(later("engine.games.fruit_dating.generator:describe_action"))

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """What no level of a recipe goes beyond."""
        from engine.games.fruit_dating import generator
        from engine.games.fruit_dating.limits import limits

        generator.site_of(recipe)
        return limits(recipe)


GAME = Game(
    interface=2,
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
    experiments=later("engine.games.fruit_dating.published.experiments:experiments"),
    fact_kinds=GRAPH_KINDS,
    goal=manual.GOAL,
    manual=manual.RULES,
)
