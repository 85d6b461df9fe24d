"""The distance between a level's facts and an expression, which a search can minimize.

An expression such as ``moves >= 20 and traps > 3`` either holds or does not, which gives a search
no direction. The distance gives it one. With 15 moves and 4 traps, the distance is (20 - 15) / 20 =
0.25. It falls with every additional move, and reaches 0 when the expression holds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.values.expression import Comparison, Condition, Expression, fold_expression, get_fact

UNKNOWN = 1_000.0
"""The distance between an unknown fact and any target value."""


def measure_distance(expression: Expression, facts: Mapping[str, Any]) -> float:
    """Return the distance between facts and an expression, which is 0 if the expression holds.

    For a comparison of numbers, the distance is the missing amount divided by the target number.
    For conditions joined by ``and``, it is the sum of their distances, and for ``or``, the minimum.
    """

    # Compute two distances for every condition: one from being true and one from being false.
    # Negation swaps the two. By De Morgan's laws, ``and`` adds the first and minimizes the second,
    # and ``or`` does the reverse.
    def measure_condition(condition: Condition) -> tuple[float, float]:
        if not isinstance(condition, Comparison):
            return 1.0, 0.0
        found = get_fact(facts, condition.key)
        if found is None:
            return UNKNOWN, 0.0
        if condition.is_met(found):
            return 0.0, _measure_shortfall(found, _OPPOSITE[condition.compare], condition.value)
        return _measure_shortfall(found, condition.compare, condition.value), 0.0

    def join_by_and(parts: Iterable[tuple[float, float]]) -> tuple[float, float]:
        true, false = zip(*parts, strict=True)
        return sum(true), min(false)

    def join_by_or(parts: Iterable[tuple[float, float]]) -> tuple[float, float]:
        true, false = zip(*parts, strict=True)
        return min(true), sum(false)

    true: float
    true, _ = fold_expression(
        expression, measure_condition, lambda both: (both[1], both[0]), join_by_and, join_by_or
    )
    return true


_OPPOSITE: Mapping[Callable[[Any, Any], Any], Callable[[Any, Any], Any]] = {
    operator.eq: operator.ne,
    operator.ne: operator.eq,
    operator.lt: operator.ge,
    operator.ge: operator.lt,
    operator.gt: operator.le,
    operator.le: operator.gt,
}


def _measure_shortfall(found: Any, compare: Callable[[Any, Any], Any], wanted: Any) -> float:
    """Return the amount by which an unsatisfied comparison fails, which is greater than 0."""
    if isinstance(wanted, bool | str) or compare is operator.ne:
        return 1.0
    # A strict comparison fails by at least one step, even if both sides are equal.
    beyond = compare in (operator.lt, operator.gt)
    return float(abs(found - wanted) + beyond) / max(float(abs(wanted)), 1.0)
