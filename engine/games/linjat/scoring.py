"""What a run of deduction adds up to: use of each rule, width, and the generator's score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from engine.games.linjat.rulesets import RULES

Layers = Sequence[tuple[int, int]]
"""The layers of a run as (kind, width)."""

WEIGHTS = MappingProxyType(
    {
        "uncontested": -1,
        "cover": 1,
        "single_solution": -50,
        "fit": 1,
        "square": 1,
        "dependency": 1,
        "one_of": 1,
    }
)
"""What a layer of each rule counts for, by default, in the original program."""
WIDTH_WEIGHT = -1
"""What the greatest width counts for, likewise."""


@dataclass(frozen=True, slots=True)
class Use:
    """How often a rule fired, and for how many numbers at once at most."""

    depth: int
    width: int


def uses(layers: Layers) -> dict[str, Use]:
    """The use of every rule in a run, in the order in which layers try them."""
    widths: dict[str, list[int]] = {rule: [] for rule in RULES}
    for kind, width in layers:
        widths[RULES[kind - 1]].append(width)
    return {rule: Use(len(found), max(found, default=0)) for rule, found in widths.items()}


def greatest_width(layers: Layers) -> int:
    """The greatest width of any layer."""
    return max((width for _, width in layers), default=0)


def widths(layers: Layers) -> dict[str, int | float]:
    """How many ways on a run had.

    Returns:
        ``mean_width`` of all layers, ``first_width``, and ``narrow_run``: how many layers in a row
        had a single way on at the most.
    """
    found = [width for _, width in layers]
    runs = [len(list(run)) for width, run in groupby(found) if width == 1]
    return {
        "mean_width": round(sum(found) / len(found), 2) if found else 0.0,
        "first_width": found[0] if found else 0,
        "narrow_run": max(runs, default=0),
    }


def score(layers: Layers) -> int:
    """The generator's score of a run, by the original program's default weights."""
    depths = sum(WEIGHTS[rule] * use.depth for rule, use in uses(layers).items())
    return depths + WIDTH_WEIGHT * greatest_width(layers)


_SELECTION = {
    "cover": 1,
    "fit": 1,
    "square": 10,
    "dependency": 50,
    "one_of": 20,
    "single_solution": -200,
    "uncontested": -50,
}
_SELECTION_WIDTH = -2
_FIT_AGAIN = {"easy": 1.25, "medium": 1.1}


def selection_score(mode: str, layers: Layers) -> float:
    """The score by which the published puzzles were chosen from all that were generated.

    Args:
        mode: easy, medium, hard or expert.
        layers: the layers of the run that solves the puzzle.
    """
    found = uses(layers)
    depths = sum(weight * found[rule].depth for rule, weight in _SELECTION.items())
    extra = _FIT_AGAIN.get(mode, 0) * found["fit"].depth + (mode == "expert")
    return depths + extra + _SELECTION_WIDTH * greatest_width(layers)
