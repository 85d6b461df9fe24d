"""The strategies of Linjat: deduction in layers, by corrected or published rules, and exact count.

Whether a board is solvable, and uniquely, is always proven by exact count. What deduction says is
told beside it, never in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.budget import Budget, Control
from engine.errors import EngineError
from engine.game import Solved
from engine.games.linjat import layers, rulesets, scoring
from engine.games.linjat.board import LinjatBoard
from engine.games.linjat.counting import Count, count_solutions
from engine.games.linjat.deduction import Deduction, deduce
from engine.games.linjat.lines import span, word_of
from engine.games.linjat.trace import LayersTrace

STRATEGIES = ("layers", "published", "exact")


def solve(
    board: LinjatBoard,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
    switches: int = rulesets.CORRECTED,
) -> Solved:
    """The verdict on a valid board.

    A state is a layer of deduction, or a node of the exact search.

    Args:
        board: the board.
        strategy: one of STRATEGIES; the first by default.
        budget: states and seconds.
        control: to stop it, and to watch its progress.
        switches: corrections of :mod:`engine.games.linjat.rulesets` for ``layers``.

    Raises:
        EngineError: no such strategy.
        LevelError: the board breaks a rule of the game.
    """
    name = STRATEGIES[0] if strategy is None else strategy
    if name not in STRATEGIES:
        raise EngineError(f"unknown strategy {name!r}; expected one of {', '.join(STRATEGIES)}")
    budget, control = budget or Budget(), control or Control()
    deduction = None
    if name != "exact":
        rules = rulesets.PUBLISHED if name == "published" else switches
        deduction = deduce(board, rules, min(budget.max_states, layers.MOST_LAYERS))
    seen = len(deduction.kinds) if deduction is not None else 0
    rest = Budget(max(0, budget.max_states - seen), budget.seconds)
    count = count_solutions(board, budget=rest, control=control)
    trace = LayersTrace(name, board, deduction, count)
    return Solved(_facts(board, deduction, count, seen), trace, path=_path(board, count))


def _facts(
    board: LinjatBoard, deduction: Deduction | None, count: Count, seen: int
) -> Mapping[str, Any]:
    """The facts in the order of the contract; None for what is not established."""
    cut = deduction is not None and deduction.end == layers.GOING_ON
    run = None if cut else deduction
    solved = run is not None and run.solved
    uses = scoring.uses(run.kinds) if run is not None else None
    return {
        "solvable": count.solvable,
        "complete": count.unique is not None and not cut,
        "moves": len(run.kinds) if run is not None and solved else None,
        "solution": _lines(board, count),
        "unique": count.unique,
        "human_solvable": solved if run is not None else None,
        "layers": len(run.kinds) if run is not None and solved else None,
        "width": scoring.greatest_width(run.kinds) if run is not None else None,
        "rule_use": None
        if uses is None
        else {rule: {"depth": use.depth, "width": use.width} for rule, use in uses.items()},
        "score": scoring.score(run.kinds) if run is not None and solved else None,
        "states_seen": seen + count.nodes,
    }


def _path(board: LinjatBoard, count: Count) -> tuple[str, ...] | None:
    """The moves that draw the first solution, lines that are longer than their number's cell."""
    if not count.found:
        return None
    return tuple(
        word_of((row, col), span(cells))
        for (row, col, value), cells in zip(board.numbers(), count.found[0], strict=True)
        if value > 1
    )


def _lines(board: LinjatBoard, count: Count) -> list[dict[str, Any]] | None:
    """The first solution as the contract has it."""
    if not count.found:
        return None
    return [
        {"row": row, "col": col, "cells": [list(cell) for cell in cells]}
        for (row, col, _), cells in zip(board.numbers(), count.found[0], strict=True)
    ]
