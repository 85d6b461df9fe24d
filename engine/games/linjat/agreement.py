"""What the facts of a stored verdict on a Linjat board have to do with each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.agreement import won_by
from engine.game.claims import Claims, Kind, same
from engine.game.play import Play
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.lines import Line, cells_of_line, word_of
from engine.games.linjat.deduce.rulesets import RULES
from engine.games.linjat.deduce.scoring import WEIGHTS, WIDTH_WEIGHT

KINDS_OF_FACTS: Mapping[str, Kind] = {
    "solution": ({"row": int, "col": int, "cells": ((int,),)},),
    "unique": bool,
    "human_solvable": bool,
    **dict.fromkeys(("layers", "width", "score", "human_time"), int),
    "rule_use": {rule: {"depth": int, "width": int} for rule in RULES},
    "deduction": {
        "mean_width": float,
        "hardest_rule": str,
        **dict.fromkeys(("first_width", "narrow_run", "dots", "clue_economy"), int),
    },
}
"""The kinds of the facts; see :attr:`engine.game.game.Game.fact_kinds`."""
_OF_SOLVED = ("moves", "layers", "score", "human_time", "deduction")
"""Facts of a board that the human rules solve."""


def dispute(stored: Claims, play: Play, board: LinjatBoard) -> None:
    """Disputes what cannot be true; see :meth:`engine.game.solver.Solver.dispute`."""
    solvable, unique = stored.truth("solvable"), stored.truth("unique")
    human = stored.truth("human_solvable")
    none = "expected false where there is no solution"
    stored.must(not unique or solvable is True, "unique", none)
    stored.must(not human or solvable is not False, "human_solvable", none)
    if unique is None or human is not None:  # the exact count alone is complete without the latter
        stored.must_be("complete", unique is not None)
    _dispute_solution(stored, play, board)
    if not human:
        stored.must_be_absent(*_OF_SOLVED)
    _dispute_layers(stored, human is True)
    figures = stored.table("deduction")
    if figures is not None:
        _dispute_figures(figures, board, stored)


def _dispute_solution(stored: Claims, play: Play, board: LinjatBoard) -> None:
    """The lines are those of the board's numbers, and win."""
    lines = stored.facts.get("solution")
    if lines is None:
        return
    numbers = tuple(board.numbers())
    if not isinstance(lines, list) or len(lines) != len(numbers):
        stored.dispute("solution", f"expected {len(numbers)} lines, one a number")
        return
    moves = []
    for index, ((row, col, value), entry) in enumerate(zip(numbers, lines, strict=True)):
        line = _line_of(entry)
        cells = None if line is None else [list(cell) for cell in cells_of_line(line)]
        expected = {"row": row, "col": col, "cells": cells}
        if line is None or not same(entry, expected):
            stored.dispute(f"solution[{index}]", f"expected row {row}, column {col} and a line")
            return
        if value > 1:
            moves.append(word_of((row, col), line))
    won_by(stored, "solution", play, board, moves)


def _line_of(entry: Any) -> Line | None:
    """The ends of a stored line, None if it is none."""
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


def _dispute_layers(stored: Claims, solved: bool) -> None:
    """How often each rule was used, and what follows from that."""
    layers, width = stored.whole("layers"), stored.whole("width")
    table = stored.table("rule_use")
    stored.must_be("moves", layers) if layers is not None else None
    if table is None or width is None:
        return
    depths: dict[str, int] = {}
    widths = []
    for rule in RULES:
        use = table.table(rule)
        if use is None:
            return
        depth, most = use.whole("depth"), use.whole("width")
        if depth is None or most is None:
            return
        use.must((depth == 0) == (most == 0), "width", f"found {most} with a depth of {depth}")
        depths[rule] = depth
        widths.append(most)
    stored.must_be("width", max(widths))
    if solved:
        stored.must_be("layers", sum(depths.values()))
        score = sum(WEIGHTS[rule] * depth for rule, depth in depths.items())
        stored.must_be("score", score + WIDTH_WEIGHT * width)


def _dispute_figures(figures: Claims, board: LinjatBoard, stored: Claims) -> None:
    """Checks the further figures of the serial model and the layers."""
    layers, width = stored.whole("layers") or 0, stored.whole("width") or 0
    dots = len(tuple(board.dots()))
    figures.must_be("dots", dots)
    figures.whole("clue_economy", 0, dots)
    figures.whole("narrow_run", 0, layers)
    figures.whole("first_width", 0, width)
    figures.number("mean_width", 0, width)
    hardest = figures.text("hardest_rule")
    figures.must(hardest is None or hardest in RULES, "hardest_rule", "is no rule of the game")
