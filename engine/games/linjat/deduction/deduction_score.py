"""Measures of a deduction: its use of each rule, the widths of its layers, and its scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from engine.games.linjat.deduction.rulesets import RULES

LayerKinds = Sequence[tuple[int, int]]
"""The layers of a deduction, each as (kind of rule, width)."""

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
"""A mapping from each rule to the original program's default weight for a layer credited to it."""
WIDTH_WEIGHT = -1
"""The original program's default weight for the greatest width of any layer."""


@dataclass(frozen=True, slots=True)
class RuleUse:
    """The number of layers credited to a rule (``depth``), and their greatest width."""

    depth: int
    width: int


def count_rule_uses(layers: LayerKinds) -> dict[str, RuleUse]:
    """Return how a deduction uses each rule. Rules are in the order in which a layer tries them."""
    widths: dict[str, list[int]] = {rule: [] for rule in RULES}
    for kind, width in layers:
        widths[RULES[kind - 1]].append(width)
    return {rule: RuleUse(len(found), max(found, default=0)) for rule, found in widths.items()}


def find_greatest_width(layers: LayerKinds) -> int:
    """Return the greatest width of any layer, or 0 if there are no layers."""
    return max((width for _, width in layers), default=0)


def summarize_widths(layers: LayerKinds) -> dict[str, int | float]:
    """Summarize the widths of a deduction's layers.

    Returns:
        The mean over all layers (``mean_width``), the width of the first layer (``first_width``),
        and the longest run of consecutive layers with width 1 (``narrow_run``).
    """
    found = [width for _, width in layers]
    # ``groupby`` groups equal consecutive widths, so each group of ones is a narrow run.
    stretches = [len(list(stretch)) for width, stretch in groupby(found) if width == 1]
    return {
        "mean_width": round(sum(found) / len(found), 2) if found else 0.0,
        "first_width": found[0] if found else 0,
        "narrow_run": max(stretches, default=0),
    }


def compute_score(layers: LayerKinds) -> int:
    """Return the score that the original generator gives a deduction by default."""
    depths = sum(WEIGHTS[rule] * use.depth for rule, use in count_rule_uses(layers).items())
    return depths + WIDTH_WEIGHT * find_greatest_width(layers)


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
_PRESETS = {"easy": (1.25, 0), "medium": (1.1, 0), "hard": (0, 0), "expert": (0, 1)}
"""For each preset, the extra weight for each layer credited to ``fit``, and a constant bonus."""


def compute_selection_scores(depths: Mapping[str, int], width: int) -> dict[str, float]:
    """Return the scores that were used to select puzzles for publication.

    Args:
        depths: The number of layers credited to each rule; unused rules may be omitted.
        width: The greatest width of any layer.

    Returns:
        The puzzle's score for each preset.
    """
    common = sum(weight * depths.get(rule, 0) for rule, weight in _SELECTION.items())
    common += _SELECTION_WIDTH * width
    return {
        preset: common + again * depths.get("fit", 0) + gift
        for preset, (again, gift) in _PRESETS.items()
    }
