"""How far facts are from what an expression wants, so that wishes are met by degrees."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.values.expression import Comparison, Condition, Expression, fact, fold

UNKNOWN = 1_000.0
"""How far a fact is from any value that it should have while it is not known."""


def distance(expression: Expression, facts: Mapping[str, Any]) -> float:
    """How far facts are from what an expression wants; 0 where it holds, and only there.

    Of a comparison of numbers it is how much is missing, as a share of the number wanted. Of
    several joined by ``and`` it is the sum, of several joined by ``or`` the least.
    """

    def apart(condition: Condition) -> tuple[float, float]:
        """How far a condition is from being true, and from being false."""
        if not isinstance(condition, Comparison):
            return 1.0, 0.0
        found = fact(facts, condition.key)
        if found is None:
            return UNKNOWN, 0.0
        if condition.holds(found):
            return 0.0, _missing(found, _OPPOSITE[condition.compare], condition.wanted)
        return _missing(found, condition.compare, condition.wanted), 0.0

    def every(parts: Iterable[tuple[float, float]]) -> tuple[float, float]:
        """All have to be true; one that is false is enough."""
        true, false = zip(*parts, strict=True)
        return sum(true), min(false)

    def either(parts: Iterable[tuple[float, float]]) -> tuple[float, float]:
        """One that is true is enough; all have to be false."""
        true, false = zip(*parts, strict=True)
        return min(true), sum(false)

    true: float
    true, _ = fold(expression, apart, lambda both: (both[1], both[0]), every, either)
    return true


_OPPOSITE: Mapping[Callable[[Any, Any], Any], Callable[[Any, Any], Any]] = {
    operator.eq: operator.ne,
    operator.ne: operator.eq,
    operator.lt: operator.ge,
    operator.ge: operator.lt,
    operator.gt: operator.le,
    operator.le: operator.gt,
}


def _missing(found: Any, compare: Callable[[Any, Any], Any], wanted: Any) -> float:
    """How much a comparison that does not hold is short of it, more than nothing."""
    if isinstance(wanted, bool | str) or compare is operator.ne:
        return 1.0
    beyond = compare in (operator.lt, operator.gt)
    return float(abs(found - wanted) + beyond) / max(float(abs(wanted)), 1.0)
