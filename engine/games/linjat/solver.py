"""The solver's strategies for Linjat: layers, published rules, serial deduction and exact count.

Solvability and uniqueness are always proven by the exact count. The results of deduction are
reported in addition, and never replace it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.line_notation import find_span, format_move
from engine.games.linjat.deduction import deduction_score, layers, rulesets
from engine.games.linjat.deduction.deduction import Deduction, deduce_board, find_needed_rules
from engine.games.linjat.deduction.human_model import (
    HumanRating,
    SerialDeduction,
    deduce_serially,
    rate_board,
)
from engine.games.linjat.deduction.serial_steps import MAX_STEPS
from engine.games.linjat.exact.solution_count import SolutionCount, count_solutions
from engine.games.linjat.explanations.deduction_trace import DeductionTrace, SerialDeductionTrace
from engine.games.linjat.explanations.uniqueness_leaks import LeakFinder
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget, Control


def solve_board(
    board: LinjatBoard,
    strategy: str,
    budget: Budget | None,
    control: Control | None,
    switches: int | None,
) -> SolverResult:
    """Solve a board with one strategy, as described in :meth:`engine.game.solver.Solver.solve`.

    Each layer of deduction, each step of serial deduction and each node in the exact search counts
    as one state in the budget.

    Args:
        board: The board to solve.
        strategy: The name of the strategy.
        budget: The maximum numbers of states and seconds, or None for the default budget.
        control: The control for reporting progress and cancelling the solve.
        switches: The corrections to use in deduction. None means no corrections for the strategy
            ``published`` and all of them for the other strategies.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    budget, control = budget or Budget(), control or Control()
    deduction: Deduction | None = None
    if switches is None:
        switches = rulesets.PUBLISHED if strategy == "published" else rulesets.CORRECTED
    if strategy == "serial":
        deduction = deduce_serially(board, switches, limit=min(budget.max_states, MAX_STEPS))
    elif strategy != "exact":
        deduction = deduce_board(board, switches, min(budget.max_states, layers.MAX_LAYERS))
    count = _count_with_rest(deduction, board, budget, control)
    if isinstance(deduction, SerialDeduction):
        trace: DeductionTrace = SerialDeductionTrace(board, deduction, count)
    else:
        trace = DeductionTrace(strategy, board, deduction, count)
    leaks = LeakFinder(deduction) if deduction is not None and count.is_unique else None
    # The rating takes the longest, so a cancelled solve skips it.
    rating = None if control.is_cancelled else _rate_board(board, deduction, count)
    facts = _collect_facts(board, deduction, count, rating)
    path, another = _list_moves(board, count, 0), _list_moves(board, count, 1)
    by_layers = deduction is not None and not isinstance(deduction, SerialDeduction)
    mechanics = (
        partial(find_needed_rules, deduction) if deduction is not None and by_layers else None
    )
    return SolverResult(facts, trace, moves=path, another=another, leaks=leaks, mechanics=mechanics)


def facts_without(
    board: LinjatBoard, budget: Budget | None, control: Control | None, switches: int | None
) -> Mapping[str, Any]:
    """Return the facts about a board, except that those from the serial human model are None.

    The model takes longer than everything else. This implements
    :meth:`engine.game.solver.Solver.compute_facts_without`.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    budget, control = budget or Budget(), control or Control()
    switches = rulesets.CORRECTED if switches is None else switches
    deduction = deduce_board(board, switches, min(budget.max_states, layers.MAX_LAYERS))
    return _collect_facts(
        board, deduction, _count_with_rest(deduction, board, budget, control), None
    )


def _count_with_rest(
    deduction: Deduction | None, board: LinjatBoard, budget: Budget, control: Control
) -> SolutionCount:
    """Count the solutions within the part of the budget that the deduction has not used."""
    rest = Budget(max(0, budget.max_states - _count_layers(deduction)), budget.seconds)
    return count_solutions(board, budget=rest, control=control)


def _count_layers(deduction: Deduction | None) -> int:
    return len(deduction.kinds) if deduction is not None else 0


def _rate_board(
    board: LinjatBoard, deduction: Deduction | None, count: SolutionCount
) -> HumanRating | None:
    """Rate a board with the serial human model; return None if deduction does not solve it."""
    solved = deduction is not None and deduction.is_solved and count.is_solvable
    return rate_board(board, deduction.switches) if deduction is not None and solved else None


def _collect_facts(
    board: LinjatBoard,
    deduction: Deduction | None,
    count: SolutionCount,
    rating: HumanRating | None,
) -> Mapping[str, Any]:
    """Return all facts in their fixed order, with None for facts that are not known."""
    # If the budget ran out, the deduction shows neither that the rules solve the board nor that
    # they get stuck.
    cut = deduction is not None and deduction.end == layers.ONGOING
    done = None if cut else deduction
    kinds = None if done is None or isinstance(done, SerialDeduction) else done.kinds
    solved = kinds if done is not None and done.is_solved else None
    return {
        "solvable": count.is_solvable,
        "complete": count.is_unique is not None and not cut,
        "moves": None if solved is None else len(solved),
        "solution": _list_lines(board, count),
        "unique": count.is_unique,
        "human_solvable": None if done is None else done.is_solved,
        "layers": None if solved is None else len(solved),
        "width": None if kinds is None else deduction_score.find_greatest_width(kinds),
        "rule_use": None
        if kinds is None
        else {rule: asdict(use) for rule, use in deduction_score.count_rule_uses(kinds).items()},
        "score": None if solved is None else deduction_score.compute_score(solved),
        "human_time": None if rating is None else rating.seconds,
        "deduction": _collect_figures(rating, kinds),
        "states_seen": _count_layers(deduction) + count.nodes,
    }


def _collect_figures(
    rating: HumanRating | None, kinds: deduction_score.LayerKinds | None
) -> Mapping[str, Any] | None:
    """Return the value of the fact ``deduction``, or None if there is no rating."""
    if rating is None:
        return None
    return {
        **(deduction_score.summarize_widths(kinds) if kinds is not None else {}),
        "hardest_rule": rating.hardest,
        "dots": rating.dots,
        "clue_economy": rating.needed,
    }


def _list_moves(board: LinjatBoard, count: SolutionCount, number: int) -> tuple[str, ...] | None:
    """Return the moves that draw the solution at index ``number``, or None if it was not found.

    A line with a single cell needs no move.
    """
    if number >= len(count.found):
        return None
    return tuple(
        format_move((row, col), find_span(cells))
        for (row, col, value), cells in zip(board.list_numbers(), count.found[number], strict=True)
        if value > 1
    )


def _list_lines(board: LinjatBoard, count: SolutionCount) -> list[dict[str, Any]] | None:
    """Return the lines of the first solution, as stored in verdicts, or None if there is none."""
    if not count.found:
        return None
    return [
        {"row": row, "col": col, "cells": [list(cell) for cell in cells]}
        for (row, col, _), cells in zip(board.list_numbers(), count.found[0], strict=True)
    ]
