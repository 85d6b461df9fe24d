"""What can be set of the thesis's solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.values.parameters import Parameter, Value, number

STRATEGY = "published"

ORDERS = KARMA, MOVES, NEWEST, DISTANCE, MIXED = range(5)
"""Which candidate is the best: the thesis's; the one with the fewest moves, of these with the most
karma; the last made; the one that looks least far from a win; of these four each in turn."""
ORDER_NAMES = "karma", "moves", "newest", "distance", "mixed"

FIRST, ALL = "first", "all"
_SWITCH = "false", "true"

STALLED = 4
"""Turns after which a monk who does not move has to wait, in the thesis."""
MOST_STALLED = 200


@dataclass(frozen=True, slots=True)
class Options:
    """How the thesis's solver searches, by default as in the thesis.

    Attributes:
        stall: turns after which a monk who does not move has to wait; 0 if he never has to.
        order: one of :data:`ORDERS`.
        every: go on to all solutions.
        recount: when a record is reached for less, what was found from it counts its moves anew.
    """

    stall: int = STALLED
    order: int = KARMA
    every: bool = False
    recount: bool = False


USUAL = Options()

OPTIONS = (
    number(
        "stall", STALLED, 0, MOST_STALLED, "", "stall limit",
        "Turns after which a candidate whose monk does not move waits for the others; 0 for never.",
    ),
    Parameter(
        "order", "choice", ORDER_NAMES[KARMA], 0, 0, "", "order",
        "The best candidate: most karma, fewest moves, newest, nearest to a win, or each in turn.",
        ORDER_NAMES,
    ),
    Parameter(
        "solutions", "choice", FIRST, 0, 0, "", "solutions",
        "Whether the search ends with the first solution, or finds all and tells how many.",
        (FIRST, ALL),
    ),
    Parameter(
        "recount", "choice", _SWITCH[USUAL.recount], 0, 0, "", "recount",
        "Whether a candidate reached for less has what was found from it count its moves anew.",
        _SWITCH,
    ),
)  # fmt: skip
"""The parameters by which :class:`Options` are set."""


def options_of(settings: Mapping[str, Value]) -> Options:
    """The options of some values of :data:`OPTIONS` by key, each usual where there is none."""
    values = {option.key: option.default for option in OPTIONS} | dict(settings)
    return Options(
        int(str(values["stall"])),
        ORDER_NAMES.index(str(values["order"])),
        values["solutions"] == ALL,
        values["recount"] == _SWITCH[True],
    )
