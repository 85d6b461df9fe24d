"""The strategies of Linjat: deduction in layers or serially, published rules, and exact count.

Whether a board is solvable, and uniquely, is always proven by exact count. What deduction says is
given beside it, never in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import span, word_of
from engine.games.linjat.deduce import layers, rulesets, scoring
from engine.games.linjat.deduce.deduction import Deduction, deduce, rules_needed
from engine.games.linjat.deduce.human import HumanRating, SerialDeduction, deduce_serially, rate
from engine.games.linjat.deduce.serial import MOST_STEPS
from engine.games.linjat.exact.counting import Count, count_solutions
from engine.games.linjat.explain.leaks import Leaks
from engine.games.linjat.explain.trace import LayersTrace, SerialTrace
from engine.search.solved import Solved
from engine.values.budget import Budget, Control


def solve(
    board: LinjatBoard,
    strategy: str,
    budget: Budget | None,
    control: Control | None,
    switches: int | None,
) -> Solved:
    """The verdict on a board by a strategy, see :meth:`engine.game.solver.Solver.solve`.

    A state is a layer of deduction, a step of the serial one, or a node of the exact search.
    ``switches`` are the corrections to deduce by; by default none for ``published``, and all for
    the other strategies.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    budget, control = budget or Budget(), control or Control()
    deduction: Deduction | None = None
    if switches is None:
        switches = rulesets.PUBLISHED if strategy == "published" else rulesets.CORRECTED
    if strategy == "serial":
        deduction = deduce_serially(board, switches, limit=min(budget.max_states, MOST_STEPS))
    elif strategy != "exact":
        deduction = deduce(board, switches, min(budget.max_states, layers.MOST_LAYERS))
    count = _count_after(deduction, board, budget, control)
    if isinstance(deduction, SerialDeduction):
        trace: LayersTrace = SerialTrace(board, deduction, count)
    else:
        trace = LayersTrace(strategy, board, deduction, count)
    leaks = Leaks(deduction) if deduction is not None and count.unique else None
    rating = None if control.cancelled else _rating(board, deduction, count)
    facts = _facts(board, deduction, count, rating)
    path, another = _path(board, count, 0), _path(board, count, 1)
    by_layers = deduction is not None and not isinstance(deduction, SerialDeduction)
    mechanics = partial(rules_needed, deduction) if deduction is not None and by_layers else None
    return Solved(facts, trace, path=path, another=another, leaks=leaks, mechanics=mechanics)


def facts_without(
    board: LinjatBoard, budget: Budget | None, control: Control | None, switches: int | None
) -> Mapping[str, Any]:
    """The facts by layers, see :meth:`engine.game.solver.Solver.facts_without`.

    Those of the serial human model, which takes longer than all others, are None.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    budget, control = budget or Budget(), control or Control()
    switches = rulesets.CORRECTED if switches is None else switches
    deduction = deduce(board, switches, min(budget.max_states, layers.MOST_LAYERS))
    return _facts(board, deduction, _count_after(deduction, board, budget, control), None)


def _count_after(
    deduction: Deduction | None, board: LinjatBoard, budget: Budget, control: Control
) -> Count:
    """The count of solutions within what a deduction has left of the budget."""
    rest = Budget(max(0, budget.max_states - _layers_of(deduction)), budget.seconds)
    return count_solutions(board, budget=rest, control=control)


def _layers_of(deduction: Deduction | None) -> int:
    return len(deduction.kinds) if deduction is not None else 0


def _rating(board: LinjatBoard, deduction: Deduction | None, count: Count) -> HumanRating | None:
    """What the serial human model makes of a board; None unless deduction solves it."""
    solved = deduction is not None and deduction.solved and count.solvable
    return rate(board, deduction.switches) if deduction is not None and solved else None


def _facts(
    board: LinjatBoard, deduction: Deduction | None, count: Count, rating: HumanRating | None
) -> Mapping[str, Any]:
    """The facts in the order of the contract; None for what is not established."""
    cut = deduction is not None and deduction.end == layers.GOING_ON
    done = None if cut else deduction
    kinds = None if done is None or isinstance(done, SerialDeduction) else done.kinds
    solved = kinds if done is not None and done.solved else None
    return {
        "solvable": count.solvable,
        "complete": count.unique is not None and not cut,
        "moves": None if solved is None else len(solved),
        "solution": _lines(board, count),
        "unique": count.unique,
        "human_solvable": None if done is None else done.solved,
        "layers": None if solved is None else len(solved),
        "width": None if kinds is None else scoring.greatest_width(kinds),
        "rule_use": None
        if kinds is None
        else {rule: asdict(use) for rule, use in scoring.uses(kinds).items()},
        "score": None if solved is None else scoring.score(solved),
        "human_time": None if rating is None else rating.seconds,
        "deduction": _figures(rating, kinds),
        "states_seen": _layers_of(deduction) + count.nodes,
    }


def _figures(rating: HumanRating | None, kinds: scoring.Layers | None) -> Mapping[str, Any] | None:
    """The further facts of a solved board, from the serial human model and the layers."""
    if rating is None:
        return None
    return {
        **(scoring.widths(kinds) if kinds is not None else {}),
        "hardest_rule": rating.hardest,
        "dots": rating.dots,
        "clue_economy": rating.needed,
    }


def _path(board: LinjatBoard, count: Count, number: int) -> tuple[str, ...] | None:
    """The moves that draw a solution, lines that are longer than their number's cell."""
    if number >= len(count.found):
        return None
    return tuple(
        word_of((row, col), span(cells))
        for (row, col, value), cells in zip(board.numbers(), count.found[number], strict=True)
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
