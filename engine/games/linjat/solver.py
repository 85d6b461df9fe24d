"""The strategies of Linjat: deduction in layers or serially, published rules, and exact count.

Whether a board is solvable, and uniquely, is always proven by exact count. What deduction says is
given beside it, never in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import span, word_of
from engine.games.linjat.deduce import layers, rulesets, scoring
from engine.games.linjat.deduce.deduction import Deduction, deduce
from engine.games.linjat.deduce.human import HumanRating, SerialDeduction, deduce_serially, rate
from engine.games.linjat.deduce.serial import MOST_STEPS
from engine.games.linjat.exact.counting import Count, count_solutions
from engine.games.linjat.explain.leaks import Leaks
from engine.games.linjat.explain.trace import LayersTrace, SerialTrace
from engine.search.solved import Solved, strategy_named
from engine.values.budget import Budget, Control

STRATEGIES = ("layers", "published", "exact", "serial")


def solve(
    board: LinjatBoard,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
    switches: int | None = None,
) -> Solved:
    """The verdict on a valid board.

    A state is a layer of deduction, a step of the serial one, or a node of the exact search.

    Args:
        board: the board.
        strategy: one of STRATEGIES; the first by default.
        budget: states and seconds.
        control: to stop it, and to watch its progress.
        switches: corrections of :mod:`engine.games.linjat.deduce.rulesets` to deduce by; by default
            those of the strategy, none for ``published`` and all for the others.

    Raises:
        EngineError: no such strategy.
        LevelError: the board breaks a rule of the game.
    """
    name = strategy_named(strategy, STRATEGIES)
    budget, control = budget or Budget(), control or Control()
    deduction: Deduction | None = None
    if switches is None:
        switches = rulesets.PUBLISHED if name == "published" else rulesets.CORRECTED
    if name == "serial":
        deduction = deduce_serially(board, switches, limit=min(budget.max_states, MOST_STEPS))
    elif name != "exact":
        deduction = deduce(board, switches, min(budget.max_states, layers.MOST_LAYERS))
    seen = len(deduction.kinds) if deduction is not None else 0
    rest = Budget(max(0, budget.max_states - seen), budget.seconds)
    count = count_solutions(board, budget=rest, control=control)
    if isinstance(deduction, SerialDeduction):
        trace: LayersTrace = SerialTrace(board, deduction, count)
    else:
        trace = LayersTrace(name, board, deduction, count)
    leaks = Leaks(deduction) if deduction is not None and count.unique else None
    facts = _facts(board, deduction, count, seen, control)
    return Solved(facts, trace, path=_path(board, count), leaks=leaks)


def _facts(
    board: LinjatBoard, deduction: Deduction | None, count: Count, seen: int, control: Control
) -> Mapping[str, Any]:
    """The facts in the order of the contract; None for what is not established."""
    cut = deduction is not None and deduction.end == layers.GOING_ON
    done = None if cut else deduction
    rating = None
    if done is not None and done.solved and count.solvable and not control.cancelled:
        rating = rate(board, done.switches)
    run = None if isinstance(done, SerialDeduction) else done
    solved = run is not None and run.solved
    uses = scoring.uses(run.kinds) if run is not None else None
    return {
        "solvable": count.solvable,
        "complete": count.unique is not None and not cut,
        "moves": len(run.kinds) if run is not None and solved else None,
        "solution": _lines(board, count),
        "unique": count.unique,
        "human_solvable": done.solved if done is not None else None,
        "layers": len(run.kinds) if run is not None and solved else None,
        "width": scoring.greatest_width(run.kinds) if run is not None else None,
        "rule_use": None
        if uses is None
        else {rule: {"depth": use.depth, "width": use.width} for rule, use in uses.items()},
        "score": scoring.score(run.kinds) if run is not None and solved else None,
        "human_time": rating.seconds if rating is not None else None,
        "deduction": _figures(rating, run),
        "states_seen": seen + count.nodes,
    }


def _figures(rating: HumanRating | None, run: Deduction | None) -> Mapping[str, Any] | None:
    """What the serial human model and a run of layers tell further of a board that is solved."""
    if rating is None:
        return None
    return {
        **(scoring.widths(run.kinds) if run is not None else {}),
        "hardest_rule": rating.hardest,
        "dots": rating.dots,
        "clue_economy": rating.needed,
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
