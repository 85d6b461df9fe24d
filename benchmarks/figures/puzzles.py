"""Figures about Linjat puzzles of the shipped set and about published ones.

The published puzzles are J. Snellman's and no part of the project. Their figures need the sample of
them that the tests use too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, median, stdev
from typing import Any

from linjat_boards import SAMPLE_FILE, sample

from benchmarks.figures.rows import table_row
from engine.files import levelfile
from engine.game import registry
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduction import human_model, rulesets
from engine.games.linjat.deduction.deduction import deduce_board
from engine.games.linjat.deduction.deduction_score import (
    compute_selection_scores,
    count_rule_uses,
    find_greatest_width,
)
from workbench.paths.resources import get_shipped_levels

GAME = registry.get_game("linjat")
MODES = ("easy", "medium", "hard", "expert")
SAMPLES = 320
"""Deductions of which the times are compared: ten times as many as a time is the mean of."""
_TRUSTING = sum(
    1 << rulesets.OFF_SWITCH + k for k in (rulesets.UNCONTESTED, rulesets.SINGLE_SOLUTION)
)
RULES = {
    "the corrected rules, as shown": rulesets.CORRECTED,
    "the published rules": rulesets.PUBLISHED,
    "the published rules without rules 1 and 3": _TRUSTING,
}


def _published() -> list[dict[str, Any]]:
    """Return the published puzzles that store a score: as many of each mode."""
    puzzles = [puzzle for puzzle in sample() if "score" in puzzle]
    if not puzzles:
        sys.exit(f"expected published puzzles in {SAMPLE_FILE}, found none")
    return puzzles


def measure_scores() -> Iterator[str]:
    """Yield how many published puzzles have the score that they store, by the rules used."""
    puzzles = _published()
    for title, switches in RULES.items():
        equal: Counter[str] = Counter()
        for puzzle in puzzles:
            layers = deduce_board(read_published(puzzle["rows"]), switches).kinds
            depths = {rule: use.depth for rule, use in count_rule_uses(layers).items()}
            found = compute_selection_scores(depths, find_greatest_width(layers))[puzzle["mode"]]
            equal[puzzle["mode"]] += abs(found - float(puzzle["score"])) < 1e-9
        yield table_row(title, *(equal[mode] for mode in MODES))


def measure_published() -> Iterator[str]:
    """Yield the times of published puzzles by mode, and what they need of the unsound rules."""
    times: dict[str, list[int]] = {mode: [] for mode in MODES}
    trusting: Counter[str] = Counter()
    for puzzle in _published():
        board = read_published(puzzle["rows"])
        rating = human_model.rate_board(board, rulesets.CORRECTED)
        assert rating is not None
        times[puzzle["mode"]].append(rating.seconds)
        trusting["model"] += rating.hardest in rulesets.UNSOUND_RULES
        used = count_rule_uses(deduce_board(board, rulesets.CORRECTED).kinds)
        trusting[puzzle["mode"]] += used["uncontested"].depth > 0
    count = len(times["easy"])
    *low, high = (f"{median(times[mode]):.0f}" for mode in MODES)
    yield f"medians of {count} of each mode: {', '.join(low)} and {high} seconds"
    yield f"{trusting['model']} of {4 * count} published puzzles come to that"
    yield f"use uncontested places in {trusting['easy']} of the {count} easy ones"


def measure_samples() -> Iterator[str]:
    """Yield how far the samples of the shipped puzzles lie from their means."""
    spreads = []
    for file in sorted((get_shipped_levels() / GAME.name).glob("*.toml")):
        board = levelfile.read_level(file).board
        assert isinstance(board, LinjatBoard)
        times = [_time(board, number) for number in range(SAMPLES)]
        spreads.append(100 * stdev(times) / fmean(times))
    errors = [spread / sqrt(human_model.SAMPLES) for spread in spreads]
    yield f"standard deviation of {median(spreads):.0f} % of the mean"
    yield f"{max(spreads):.0f} % at most"
    middle, most = median(errors), max(errors)
    yield f"standard error of the time is {middle:.1f} % on the median and {most:.1f} % at most"


def _time(board: LinjatBoard, number: int) -> float:
    deduction = human_model.deduce_serially(board, rulesets.CORRECTED, number)
    return sum(deduction.estimate_seconds(step) for step in range(len(deduction.kinds)))
