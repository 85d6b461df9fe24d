"""Comparison of a game's kernel with the plain function that defines its rules."""

from __future__ import annotations

import numpy as np

from engine.search.breadth_first import LOST_EDGE, STAY_EDGE, UNKNOWN_EDGE, WON_EDGE
from engine.search.graph import Graph, search_graph
from engine.search.plain_graph import search_plain_graph
from engine.tiles.board import TileBoard
from engine.tiles.plain_rules import TileRules
from engine.tiles.rules_solver import build_plain_level
from engine.values.budget import Budget


def find_kernel_fault(rules: TileRules, board: TileBoard, max_states: int = 20_000) -> str | None:
    """Return the first difference between the graphs of a kernel and of the plain function.

    Args:
        rules: The rules, which must have a kernel.
        board: A valid board.
        max_states: The maximum number of states to compare.

    Returns:
        A description of the difference; None if the graphs are equal.
    """
    assert rules.compile_level is not None
    budget = Budget(max_states)
    plain = search_plain_graph(build_plain_level(rules, board), budget)
    compiled = search_graph(rules.compile_level(board), budget)
    if plain.words != compiled.words or plain.moves != compiled.moves:
        return (
            f"the kernel has {compiled.words} words and {compiled.moves} moves, "
            f"the plain function {plain.words} and {plain.moves}"
        )
    count, known = min(plain.count, compiled.count), min(plain.expanded, compiled.expanded)
    words = plain.words * count
    other = (plain.states[:words] != compiled.states[:words]).reshape(count, -1).any(axis=1)
    if other[0]:
        return "the kernel packs the start in another way than the plain function"
    # Up to the first difference, both graphs give the same numbers to the same states. A move that
    # leads to a new state may differ in that state alone.
    for state in range(known):
        targets = plain.edges[state]
        new = np.array([0 <= target < count and other[target] for target in targets])
        wrong = np.flatnonzero((targets != compiled.edges[state]) | new)
        if len(wrong):
            move = int(wrong[0])
            path = " ".join(rules.moves[each].word for each in plain.find_path(state))
            return (
                f"after {path or 'no move'}, {rules.moves[move].word} leads to "
                f"{_describe_edge(rules, compiled, state, move)} by the kernel, "
                f"to {_describe_edge(rules, plain, state, move)} by the plain function"
            )
    return None


def _describe_edge(rules: TileRules, graph: Graph, state: int, move: int) -> str:
    target = int(graph.edges[state, move])
    if target >= 0:
        words = graph.states[target * graph.words : (target + 1) * graph.words]
        return f"state {target} ({' '.join(f'{word:#x}' for word in words)})"
    if target > WON_EDGE:
        return {STAY_EDGE: "no change", UNKNOWN_EDGE: "nothing known", LOST_EDGE: "a loss"}[target]
    return f"a win ({rules.win_titles[WON_EDGE - target]})" if rules.win_titles else "a win"
