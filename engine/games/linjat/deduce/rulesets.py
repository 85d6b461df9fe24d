"""Rule sets: which corrections of the published rules are switched on."""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import EngineError, quoted

UNCONTESTED, COVER, SINGLE_SOLUTION, FIT, SQUARE, DEPENDENCY, ONE_OF = range(1, 8)
"""Kinds of deduction, in the order in which a layer tries them."""
_RULES = (
    (
        "uncontested",
        "uncontested place",
        "a number without dots to serve, and room that none shares",
    ),
    ("cover", "dot cover", "a dot that one number alone can still reach"),
    ("single_solution", "single solution", "two places that nothing tells apart"),
    ("fit", "fit", "cells that every line left for a number has"),
    (
        "square",
        "two-dot square",
        "two dots that the same two numbers share, and none can cover both",
    ),
    ("dependency", "dot dependency", "whoever covers one dot also covers another"),
    ("one_of", "one of two", "a cell that two numbers in line want, and only one can have"),
)
RULES = tuple(name for name, _, _ in _RULES)
"""Their names; that of kind k is at k - 1."""
TITLES = {name: title for name, title, _ in _RULES}
"""What players may call them."""
MEANINGS = {name: f"{title}: {clue}" for name, title, clue in _RULES}
"""What players look for by each of them."""


def mechanic_of(rule: str) -> str:
    """Return the name of the fact that says whether a puzzle needs a rule."""
    return f"{rule}_rule"


MECHANICS = {mechanic_of(name): f"The rule {title}: {clue}." for name, title, clue in _RULES}
"""The rules by the names of these facts."""
PLACE_TO_SPARE, EXCHANGE = range(len(RULES) + 1, len(RULES) + 3)
"""Kinds of thoughts of who trusts in a single solution, beside those of the rules."""
NAMES_OF_KINDS = ("", *TITLES.values(), "place to spare", "exchange")
"""What players may call deductions and thoughts, by kind."""
UNSOUND = frozenset({"uncontested", "single_solution"})
"""Rules that do not follow from the rules of the game."""

CORRECTIONS = (
    "dependency-everywhere",
    "square-at-distance",
    "retry-after-silent-kills",
    "single-placement-of-1",
    "overlap-check",
)
"""The corrections by name; switch number i is bit i.

In the published rules the dependency rule sees only the first cells of the board; the square rule
spares dots that are just as far apart as the number is long; a layer that only rules out
placements ends the deduction; a 1 has two placements, one along each axis; and lines may overlap
on a solved board. The second correction is there for completeness: two dots in one line with a
number never have the same other number in their reach, so it changes no deduction.
"""
DEPENDENCY_EVERYWHERE, SQUARE_AT_DISTANCE, RETRY, SINGLE_ONE, OVERLAP_CHECK = (
    1 << index for index in range(len(CORRECTIONS))
)

OFF_AT = len(CORRECTIONS) - 1
"""Switch number OFF_AT + k, which has no name, takes the rule of kind k away."""

PUBLISHED = 0
CORRECTED = (1 << len(CORRECTIONS)) - 1
_NAMED = {"published": PUBLISHED, "corrected": CORRECTED} | {
    name: 1 << index for index, name in enumerate(CORRECTIONS)
}
NAMES = tuple(_NAMED)
"""The words that make up a rule set."""


def switches_of(names: Collection[str]) -> int:
    """The switches that some names turn on, one bit each: a whole rule set, or corrections.

    Raises:
        EngineError: an unknown name.
    """
    switches = 0
    for name in names:
        if name not in _NAMED:
            raise EngineError(f"unknown rules {quoted(name)}; expected {', '.join(NAMES)}")
        switches |= _NAMED[name]
    return switches
