"""The options for the thesis's solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.values.parameter_schema import Parameter, Value, define_number

STRATEGY = "published"

ORDERS = KARMA, MOVES, NEWEST, DISTANCE, MIXED = range(5)
"""The orders in which candidates can be taken: most karma first, as in the thesis; fewest moves
first; newest first; least estimated distance to a win first; and all four in rotation."""
ORDER_NAMES = "karma", "moves", "newest", "distance", "mixed"

FIRST, ALL = "first", "all"
_SWITCH = "false", "true"

STALL_LIMIT = 4
"""The number of turns, without any walking between them, after which a candidate has to wait. This
is the thesis's value."""
MAX_STALLED = 200


@dataclass(frozen=True, slots=True)
class ThesisOptions:
    """The options for the thesis's solver. The defaults are the thesis's own choices.

    Attributes:
        stall: The number of turns, without any walking between them, after which a candidate has to
            wait, or 0 if candidates never have to wait.
        order: The order in which candidates are taken, one of :data:`ORDERS`.
        every: True to continue until all solutions are found.
        recount: True to update the costs of all records reached from a record when that record
            itself is reached again at a lower cost.
    """

    stall: int = STALL_LIMIT
    order: int = KARMA
    every: bool = False
    recount: bool = False


USUAL = ThesisOptions()

OPTIONS = (
    define_number(
        "stall", STALL_LIMIT, 0, MAX_STALLED, "", "stall limit",
        "Turns without a step after which a candidate waits for the others. 0: never.",
    ),
    Parameter(
        "order", "choice", ORDER_NAMES[KARMA], 0, 0, "", "order",
        "The candidate to expand next: most karma, fewest moves, newest, nearest to a "
        "win, or each in turn.",
        ORDER_NAMES,
    ),
    Parameter(
        "solutions", "choice", FIRST, 0, 0, "", "solutions",
        "Stop at the first solution, or find and count all solutions.",
        (FIRST, ALL),
    ),
    Parameter(
        "recount", "choice", _SWITCH[USUAL.recount], 0, 0, "", "recount",
        "Update the moves of later candidates when a candidate is reached in fewer moves.",
        _SWITCH,
    ),
)  # fmt: skip
"""The parameters with which a user chooses :class:`ThesisOptions`."""


def read_options(settings: Mapping[str, Value]) -> ThesisOptions:
    """Return the options with the values in ``settings``, and default values for missing keys."""
    values = {option.key: option.default for option in OPTIONS} | dict(settings)
    return ThesisOptions(
        int(str(values["stall"])),
        ORDER_NAMES.index(str(values["order"])),
        values["solutions"] == ALL,
        values["recount"] == _SWITCH[True],
    )
