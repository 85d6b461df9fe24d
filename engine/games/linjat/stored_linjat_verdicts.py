"""Validation of stored verdicts, using relations between the facts about a Linjat board."""

from __future__ import annotations

from typing import Any

from engine.game.play import Play
from engine.game.stored_fact_checks import FactChecker, are_equal
from engine.game.stored_verdict_checks import replay_solution
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.line_notation import Line, format_move, list_line_cells
from engine.games.linjat.deduction.deduction_score import WEIGHTS, WIDTH_WEIGHT
from engine.games.linjat.deduction.rulesets import RULES

_FACTS_OF_SOLVED = ("moves", "layers", "score", "human_time", "deduction")
"""The facts that exist only for boards that deduction solves."""


def dispute_facts(stored: FactChecker, play: Play, board: LinjatBoard) -> None:
    """Report stored facts that contradict each other or the board.

    This implements :meth:`engine.game.solver.Solver.check_facts`.
    """
    solvable, unique = stored.read_boolean("solvable"), stored.read_boolean("unique")
    human = stored.read_boolean("human_solvable")
    none = "expected false where there is no solution"
    stored.require(not unique or solvable is True, "unique", none)
    stored.require(not human or solvable is not False, "human_solvable", none)
    # If only ``human_solvable`` is missing, the verdict is complete if the strategy was ``exact``,
    # and incomplete if the budget cut the deduction short. Either is possible.
    if unique is None or human is not None:
        stored.require_equal("complete", unique is not None)
    _dispute_solution(stored, play, board)
    if not human:
        stored.require_absent(*_FACTS_OF_SOLVED)
    _dispute_layers(stored, human is True)
    figures = stored.read_table("deduction")
    if figures is not None:
        _dispute_figures(figures, board, stored)


def _dispute_solution(stored: FactChecker, play: Play, board: LinjatBoard) -> None:
    """Check that the stored lines match the board's numbers, and that drawing them wins."""
    lines = stored.facts.get("solution")
    if lines is None:
        return
    numbers = tuple(board.list_numbers())
    if not isinstance(lines, list) or len(lines) != len(numbers):
        stored.add_problem("solution", f"expected {len(numbers)} lines, one a number")
        return
    moves = []
    for index, ((row, col, value), entry) in enumerate(zip(numbers, lines, strict=True)):
        line = _read_line_ends(entry)
        cells = None if line is None else [list(cell) for cell in list_line_cells(line)]
        expected = {"row": row, "col": col, "cells": cells}
        if line is None or not are_equal(entry, expected):
            stored.add_problem(f"solution[{index}]", f"expected row {row}, column {col} and a line")
            return
        # The line for a 1 is complete from the start, so no move draws it.
        if value > 1:
            moves.append(format_move((row, col), line))
    replay_solution(stored, "solution", play, board, moves)


def _read_line_ends(entry: Any) -> Line | None:
    """Return the ends of a stored line, or None if the entry is malformed."""
    cells = entry.get("cells") if isinstance(entry, dict) else None
    if not isinstance(cells, list) or not cells:
        return None
    ends = []
    for cell in (cells[0], cells[-1]):
        if not isinstance(cell, list) or len(cell) != 2:
            return None
        row, col = cell
        if not all(isinstance(part, int) and 0 <= part < 100 for part in cell):
            return None
        ends.append((row, col))
    return ends[0], ends[1]


def _dispute_layers(stored: FactChecker, solved: bool) -> None:
    """Check each rule's depth and width, and the facts that are computed from them."""
    layers, width = stored.read_integer("layers"), stored.read_integer("width")
    table = stored.read_table("rule_use")
    stored.require_equal("moves", layers) if layers is not None else None
    if table is None or width is None:
        return
    depths: dict[str, int] = {}
    widths = []
    for rule in RULES:
        use = table.read_table(rule)
        if use is None:
            return
        depth, most = use.read_integer("depth"), use.read_integer("width")
        if depth is None or most is None:
            return
        use.require((depth == 0) == (most == 0), "width", f"found {most} with a depth of {depth}")
        depths[rule] = depth
        widths.append(most)
    stored.require_equal("width", max(widths))
    # The facts ``layers`` and ``score`` are stored only for solved boards.
    if solved:
        stored.require_equal("layers", sum(depths.values()))
        score = sum(WEIGHTS[rule] * depth for rule, depth in depths.items())
        stored.require_equal("score", score + WIDTH_WEIGHT * width)


def _dispute_figures(figures: FactChecker, board: LinjatBoard, stored: FactChecker) -> None:
    """Check the values in the fact ``deduction``."""
    layers, width = stored.read_integer("layers") or 0, stored.read_integer("width") or 0
    dots = len(tuple(board.list_dots()))
    figures.require_equal("dots", dots)
    figures.read_integer("clue_economy", 0, dots)
    figures.read_integer("narrow_run", 0, layers)
    figures.read_integer("first_width", 0, width)
    figures.read_number("mean_width", 0, width)
    hardest = figures.read_text("hardest_rule")
    figures.require(hardest is None or hardest in RULES, "hardest_rule", "is no rule of the game")
