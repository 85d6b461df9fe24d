"""What a deduction adds up to: use of each rule, width, and the generator's score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from engine.games.linjat.deduce.rulesets import RULES

Layers = Sequence[tuple[int, int]]
"""The layers of a deduction as (kind, width)."""

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
    """The use of every rule in a deduction, in the order in which layers try them."""
    widths: dict[str, list[int]] = {rule: [] for rule in RULES}
    for kind, width in layers:
        widths[RULES[kind - 1]].append(width)
    return {rule: Use(len(found), max(found, default=0)) for rule, found in widths.items()}


def greatest_width(layers: Layers) -> int:
    """The greatest width of any layer."""
    return max((width for _, width in layers), default=0)


def widths(layers: Layers) -> dict[str, int | float]:
    """How many ways on a deduction had.

    Returns:
        ``mean_width`` of all layers, ``first_width``, and ``narrow_run``: how many layers in a row
        had a single way on at the most.
    """
    found = [width for _, width in layers]
    stretches = [len(list(stretch)) for width, stretch in groupby(found) if width == 1]
    return {
        "mean_width": round(sum(found) / len(found), 2) if found else 0.0,
        "first_width": found[0] if found else 0,
        "narrow_run": max(stretches, default=0),
    }


def score(layers: Layers) -> int:
    """The generator's score of a deduction, by the original program's default weights."""
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
_MODES = {"easy": (1.25, 0), "medium": (1.1, 0), "hard": (0, 0), "expert": (0, 1)}
"""What a layer by fit counts for on top of that, and what every puzzle gets."""


def selection_scores(depths: Mapping[str, int], width: int) -> dict[str, float]:
    """The scores by which the published puzzles were chosen from all that were generated.

    ``depths`` are layers by rule; those that are not there were not used.

    Returns:
        By mode the score that a puzzle would have had in it.
    """
    common = sum(weight * depths.get(rule, 0) for rule, weight in _SELECTION.items())
    common += _SELECTION_WIDTH * width
    return {
        mode: common + again * depths.get("fit", 0) + gift for mode, (again, gift) in _MODES.items()
    }
