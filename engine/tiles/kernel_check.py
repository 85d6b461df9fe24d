"""Comparison of a game's kernel with the plain function that defines its rules."""

from __future__ import annotations

import numpy as np

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
    known = min(plain.expanded, compiled.expanded)
    # Up to the first difference, both graphs give the same numbers to the same states.
    for state in range(known):
        wrong = np.flatnonzero(plain.edges[state] != compiled.edges[state])
        if len(wrong):
            move = int(wrong[0])
            path = " ".join(rules.moves[each].word for each in plain.find_path(state))
            return (
                f"after {path or 'no move'}, {rules.moves[move].word} leads to "
                f"{_describe_edge(compiled, state, move)} by the kernel, "
                f"to {_describe_edge(plain, state, move)} by the plain function"
            )
    if plain.count != compiled.count or not np.array_equal(plain.states, compiled.states):
        return "the kernel packs states in another way than the plain function"
    return None


def _describe_edge(graph: Graph, state: int, move: int) -> str:
    target = int(graph.edges[state, move])
    if target >= 0:
        return f"state {target} ({graph.states[target * graph.words]:#x})"
    return {-1: "no change", -2: "nothing known", -3: "a loss"}.get(target, "a win")
