"""The solver of a game whose rules are a plain function, with or without an equivalent kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.game.exploration import OUTCOMES
from engine.game.fact_declarations import GameFact, list_compared, measure_facts
from engine.jit.decorators import Bytes, Words
from engine.search import successors
from engine.search.graph import Graph
from engine.search.maps.trapmap import PackedPieces
from engine.search.mechanic_analysis import label_solutions
from engine.search.plain_graph import PlainLevel
from engine.search.solver_result import RETROGRADE_FACTS, SolverResult
from engine.search.strategies import SolverTask, solve_by_cost, solve_by_graph
from engine.tiles.board import TileBoard
from engine.tiles.compiled_tiles import CompiledTiles
from engine.tiles.game import TileSolver
from engine.tiles.graph_fact_checks import GRAPH_FACTS
from engine.tiles.plain_rules import TileLevel, TileRules, TileState, prepare_level
from engine.values.budget import Budget, Control
from engine.values.mechanic_use_words import choose_word

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
        return OUTCOMES[outcome.status] + outcome.win_kind, outcome.state

    return PlainLevel(len(rules.moves), rules.create_start(level), make_move, level.pack_state)


def make_task(
    rules: TileRules, board: TileBoard, fact_names: Sequence[str] = FACTS
) -> SolverTask[Any]:
    """Convert a valid board to the form that strategies use."""
    level, titles = prepare_level(board), board.piece_glyphs.titles
    titles = {**titles, **{glyph: board.merged[glyph] for glyph in _find_merged(level)}}
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
        tuple(fact_names),
        partial(find_occupants, board),
        PackedPieces(kinds, board.cols),
        partial(explain_loss, rules, board),
        rules.win_titles,
        partial(find_mechanics, rules) if rules.mechanics else None,
    )


def _find_merged(level: TileLevel) -> set[str]:
    """Return the glyphs on a board that states do not distinguish from other glyphs on it."""
    pairs = {*zip(level.kinds, level.glyphs, strict=True)}
    shared = Counter(kind for kind, _ in pairs)
    return {glyph for kind, glyph in pairs if shared[kind] > 1}


def find_occupants(board: TileBoard, states: Words, row: int, col: int) -> Bytes:
    """Return the piece on a cell in each packed state, as a code for solver traces."""
    level = prepare_level(board)
    tiles = CompiledTiles(np.empty(0, np.int32), level.order, level.glyphs, level.start)
    return tiles.find_occupants(states, row * board.cols + col, _find_merged(level))


def explain_loss(rules: TileRules, board: TileBoard, moves: tuple[str, ...]) -> str:
    """Return, in words, why the last of the moves loses."""
    level, note = prepare_level(board), ""
    state = rules.create_start(level)
    for word in moves:
        outcome = rules.make_move(level, state, rules.moves.get_move(word))
        if outcome is not None:
            state, note = outcome.state, outcome.note
    return note


def find_mechanics(
    rules: TileRules, board: TileBoard, graph: Graph, control: Control
) -> Mapping[str, str]:
    """Return, for each mechanic, a word that says how many of the shortest solutions use it.

    The result is empty if the level has no solution.

    Raises:
        Cancelled: ``control`` was cancelled.
        EngineError: A move involves a mechanic that the rules do not declare.
    """
    level = prepare_level(board)
    joint = rules.list_joint_mechanics(level)
    names = [name for name in rules.mechanics if name not in joint]
    parts = sorted({part for each in joint.values() for part in each})
    bits = {name: 1 << bit for bit, name in enumerate((*names, *parts))}
    size = len(level.pack_state(rules.create_start(level)))

    def label_moves(packed: Sequence[int]) -> list[int]:
        state = level.unpack_state(bytes(packed[:size]))
        outcomes = [rules.make_move(level, state, move) for move in rules.moves]
        acting = [set(outcome.mechanics) if outcome else set[str]() for outcome in outcomes]
        every = set[str]().union(*acting)
        if unknown := every - bits.keys():
            raise EngineError(f"mechanics that the rules do not declare: {', '.join(unknown)}")
        threats = every.intersection(rules.threats)
        return [sum(bits[name] for name in mechanics | threats) for mechanics in acting]

    labelled = label_solutions(graph, max(1, len(rules.win_titles)), label_moves, control)
    if labelled is None:
        return {}
    found = labelled.classify_mechanics(names)
    for name, each in joint.items():
        found[name] = choose_word(*labelled.check_combination(sum(bits[part] for part in each)))
    return {name: found[name] for name in rules.mechanics}


class RulesSolver(TileSolver):
    """The solver of a game whose rules are a :class:`~engine.tiles.plain_rules.TileRules`."""

    strategies = tuple(_STRATEGIES)

    def __init__(self, rules: TileRules, facts: Sequence[GameFact] = GRAPH_FACTS) -> None:
        self._rules, self._facts = rules, tuple(facts)
        self.mechanic_titles = rules.mechanics
        self.compared_facts = list_compared(facts)

    def solve_board(
        self, board: TileBoard, strategy: str, budget: Budget | None, control: Control | None
    ) -> SolverResult:
        """Solve a board with a strategy, and add the facts that have a function to measure them."""
        solved = _STRATEGIES[strategy](make_task(self._rules, board), budget, control)
        return measure_facts(self._facts, board, solved)
