"""The deduction rules, and rule sets: combinations of corrections to the published rules."""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import EngineError, quote_input

UNCONTESTED, COVER, SINGLE_SOLUTION, FIT, SQUARE, DEPENDENCY, ONE_OF = range(1, 8)
"""The kinds of rules, in the order in which a layer tries them."""
_RULES = (
    (
        "uncontested",
        "uncontested place",
        "a number with no dots to cover, in room that no other number can use",
    ),
    ("cover", "dot cover", "a dot that one number alone can still reach"),
    ("single_solution", "single solution", "two places that are interchangeable"),
    ("fit", "fit", "cells that all remaining lines of a number share"),
    (
        "square",
        "two-dot square",
        "two dots that only the same two numbers reach, and neither can cover both",
    ),
    ("dependency", "dot dependency", "a number that covers one dot also covers another"),
    ("one_of", "one of two", "a cell that two numbers in line can reach, and only one can use"),
)
RULES = tuple(name for name, _, _ in _RULES)
"""The names of the rules. The rule of kind k is at index k - 1."""
TITLES = {name: title for name, title, _ in _RULES}
"""A mapping from the name of each rule to the title that players see."""
MEANINGS = {name: f"{title}: {clue}" for name, title, clue in _RULES}
"""A mapping from the name of each rule to a description, for players, of when it applies."""


def mechanic_of(rule: str) -> str:
    """Return the name of the fact that says how much a puzzle needs ``rule``."""
    return f"{rule}_rule"


MECHANICS = {mechanic_of(name): f"The rule {title}: {clue}." for name, title, clue in _RULES}
"""A mapping from the fact for each rule (see :func:`mechanic_of`) to a description of the rule."""
PLACE_TO_SPARE, EXCHANGE = range(len(RULES) + 1, len(RULES) + 3)
"""Two more kinds of conclusions, which no rule draws. They follow only if the solution is unique.
"""
KIND_NAMES = ("", *TITLES.values(), "place to spare", "exchange")
"""The name that players see for each kind of conclusion, indexed by kind."""
UNSOUND_RULES = frozenset({"uncontested", "single_solution"})
"""The deduction rules that are valid only if the board has exactly one solution."""

CORRECTIONS = (
    "dependency-everywhere",
    "square-at-distance",
    "retry-after-silent-kills",
    "single-placement-of-1",
    "overlap-check",
)
"""The names of the corrections. Bit i in a set of switches turns on the correction at index i.

Each corrects one flaw in the published rules. In order: the dependency rule considers only the
first cells on the board; the square rule ignores two dots whose distance equals the number's value;
a layer that only eliminates placements ends the deduction; a 1 has two placements, one along each
axis; and lines may overlap on a solved board. The second correction changes no deduction and is
included for completeness: two dots that one number reaches at such a distance lie on opposite sides
of it, so no other number can reach both.
"""
DEPENDENCY_EVERYWHERE, SQUARE_AT_DISTANCE, RETRY, SINGLE_ONE, OVERLAP_CHECK = (
    1 << index for index in range(len(CORRECTIONS))
)

OFF_SWITCH = len(CORRECTIONS) - 1
"""The offset of the unnamed switches that turn off rules. Bit OFF_SWITCH + k turns off the rule of
kind k."""

PUBLISHED = 0
CORRECTED = (1 << len(CORRECTIONS)) - 1
_NAMED = {"published": PUBLISHED, "corrected": CORRECTED} | {
    name: 1 << index for index, name in enumerate(CORRECTIONS)
}
NAMES = tuple(_NAMED)
"""The names that can be combined into a rule set."""


def switches_of(names: Collection[str]) -> int:
    """Return the switches for ``names``, with one bit for each correction.

    Raises:
        EngineError: A name is unknown.
    """
    switches = 0
    for name in names:
        if name not in _NAMED:
            raise EngineError(f"unknown rules {quote_input(name)}; expected {', '.join(NAMES)}")
        switches |= _NAMED[name]
    return switches
