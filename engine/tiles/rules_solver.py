"""The solver of a game whose rules are a plain function, with or without an equivalent kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.game.exploration import OUTCOMES
from engine.game.fact_checks import FactChecker
from engine.game.fact_declarations import GameFact, list_compared, measure_facts
from engine.game.play import Play
from engine.game.solver import Solver
from engine.game.verdict_validation import replay_stored_solution
from engine.jit.decorators import Bytes, Words
from engine.search import successors
from engine.search.graph import Graph
from engine.search.maps.trapmap import PackedPieces
from engine.search.mechanic_analysis import label_solutions
from engine.search.plain_graph import PlainLevel
from engine.search.solver_result import RETROGRADE_FACTS, SolverResult, find_strategy
from engine.search.strategies import SolverTask, solve_by_cost, solve_by_graph
from engine.tiles.board import TileBoard
from engine.tiles.compiled_tiles import CompiledTiles
from engine.tiles.graph_fact_checks import GRAPH_FACTS, check_graph_facts
from engine.tiles.plain_rules import TileLevel, TileRules, TileState, prepare_level
from engine.tiles.structure import count_instant_wins
from engine.values.budget import Budget, Control

FACTS = ("states", *RETROGRADE_FACTS, "states_seen")
"""The facts about the state graph, which follow those that every solver reports."""

_STRATEGIES = MappingProxyType({"graph": solve_by_graph, "uniform-cost": solve_by_cost})


def build_plain_level(rules: TileRules, board: TileBoard) -> PlainLevel:
    """Convert a board to the form that the search with a plain function uses."""
    level = prepare_level(board)

    def make_move(state: TileState, number: int) -> tuple[int, TileState]:
        outcome = rules.make_move(level, state, rules.moves[number])
        if outcome is None:
            return successors.STAY, state
        return OUTCOMES[outcome.status], outcome.state

    return PlainLevel(len(rules.moves), rules.create_start(level), make_move, level.pack_state)


def make_task(rules: TileRules, board: TileBoard) -> SolverTask[Any]:
    """Convert a valid board to the form that strategies use."""
    level, titles = prepare_level(board), board.piece_glyphs.titles
    kinds = tuple(titles[level.glyphs[piece]] for piece in level.order)
    compiled = (
        build_plain_level(rules, board)
        if rules.compile_level is None
        else rules.compile_level(board)
    )
    return SolverTask(
        board,
        compiled,
        rules.moves.words,
        FACTS,
        partial(_find_occupants, level),
        PackedPieces(kinds, board.cols),
        partial(_explain_loss, rules, level),
        mechanics=partial(_find_mechanics, rules) if rules.mechanics else None,
    )


def _find_occupants(level: TileLevel, states: Words, row: int, col: int) -> Bytes:
    """Return the piece on a cell in each packed state, as a code for solver traces."""
    tiles = CompiledTiles(np.empty(0, np.int32), level.order, level.glyphs, level.start)
    return tiles.find_occupants(states, row * level.board.cols + col)


def _explain_loss(rules: TileRules, level: TileLevel, moves: tuple[str, ...]) -> str:
    """Return, in words, why the last of the moves loses."""
    state, note = rules.create_start(level), ""
    for word in moves:
        outcome = rules.make_move(level, state, rules.moves.get_move(word))
        if outcome is not None:
            state, note = outcome.state, outcome.note
    return note


def _find_mechanics(
    rules: TileRules, board: TileBoard, graph: Graph, control: Control
) -> Mapping[str, str]:
    """Return, for each mechanic, a word that says how many of the shortest solutions use it."""
    level, names = prepare_level(board), [*rules.mechanics]
    size = len(level.pack_state(rules.create_start(level)))

    def label_moves(packed: Sequence[int]) -> list[int]:
        state = level.unpack_state(bytes(packed[:size]))
        outcomes = [rules.make_move(level, state, move) for move in rules.moves]
        acting = [set(outcome.mechanics) if outcome else set[str]() for outcome in outcomes]
        unknown = set().union(*acting).difference(names)
        if unknown:
            raise EngineError(f"mechanics that the rules do not declare: {', '.join(unknown)}")
        return [sum(1 << names.index(name) for name in mechanics) for mechanics in acting]

    labelled = label_solutions(graph, 1, label_moves, control)
    return {} if labelled is None else labelled.classify_mechanics(names)


class RulesSolver(Solver):
    """The solver of a game whose rules are a :class:`~engine.tiles.plain_rules.TileRules`."""

    strategies = tuple(_STRATEGIES)
    count_facts = ("shortest_solutions",)

    def __init__(self, rules: TileRules, facts: Sequence[GameFact] = GRAPH_FACTS) -> None:
        self._rules, self._facts = rules, tuple(facts)
        self.mechanic_titles = rules.mechanics
        self.compared_facts = list_compared(facts)

    def solve(
        self,
        board: TileBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> SolverResult:
        """Solve a board; see :meth:`engine.game.solver.Solver.solve`.

        Raises:
            EngineError: The strategy does not exist.
        """
        name = find_strategy(strategy, _STRATEGIES)
        solved = _STRATEGIES[name](make_task(self._rules, board), budget, control)
        return measure_facts(self._facts, board, solved)

    def derive_facts(self, facts: Mapping[str, Any]) -> Mapping[str, float | None]:
        """Return the derived facts, including ``instant_wins``.

        That is the number of first moves that win.
        """
        return {**super().derive_facts(facts), "instant_wins": count_instant_wins(facts, facts)}

    def check_facts(self, stored: FactChecker, play: Play, board: TileBoard) -> None:
        """Add a problem for each fact that contradicts another fact or the replayed solution."""
        check_graph_facts(stored, len(self._rules.moves))
        replay_stored_solution(stored, play, board)
