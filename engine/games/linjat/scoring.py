"""What a run of deduction adds up to: use of each rule, width, and the generator's score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


def score(layers: Layers) -> int:
    """The generator's score of a run, by the original program's default weights."""
    depths = sum(WEIGHTS[rule] * use.depth for rule, use in uses(layers).items())
    return depths + WIDTH_WEIGHT * greatest_width(layers)
