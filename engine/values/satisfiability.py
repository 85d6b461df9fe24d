"""Satisfiability of expressions, given the least and greatest values of facts.

A conjunction narrows the interval of each fact that it compares. If an interval becomes empty, no
level can satisfy the expression::

    bounds = {"moves": (3, 12)}
    expression = parse_expression("moves>=20 or tag:easy", key_types)
    find_unsatisfiable(expression, bounds)   # "moves"
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine.values.expression import Comparison, Conjunction, Disjunction, Expression, HasTag
from engine.values.ranges import Range

Bounds: TypeAlias = Mapping[str, tuple[float, float]]
"""The least and greatest possible value of each fact, by key."""
_LEAST, _MOST = -math.inf, math.inf
_ALLOWED_BOUNDS: Mapping[Callable[[Any, Any], Any], Callable[[float], tuple[float, float]]] = {
    operator.eq: lambda wanted: (wanted, wanted),
    operator.lt: lambda wanted: (_LEAST, math.nextafter(wanted, _LEAST)),
    operator.le: lambda wanted: (_LEAST, wanted),
    operator.gt: lambda wanted: (math.nextafter(wanted, _MOST), _MOST),
    operator.ge: lambda wanted: (wanted, _MOST),
}


def add_range(bounds: Bounds, key: str, range_: Range, scale: int = 1) -> Bounds:
    """Return ``bounds`` with ``key`` narrowed to a range whose ends are in units of 1/``scale``."""
    low = _LEAST if range_.low is None else range_.low / scale
    high = _MOST if range_.high is None else range_.high / scale
    return _narrow_bounds(bounds, key, low, high)


def find_unsatisfiable(expression: Expression, bounds: Bounds) -> str:
    """Return the reason why no generated level can satisfy an expression.

    Generated levels have no tags. A negation is assumed to be satisfiable, because it is also true
    for unknown facts. Therefore every reported contradiction is real, but some are missed.

    Returns:
        The key of a fact that has no possible value, or ``tag:WORD``; an empty string if no
        contradiction was found.
    """
    match expression:
        case Comparison():
            return find_unsatisfiable(Conjunction((expression,)), bounds)
        case HasTag(tag):
            return f"tag:{tag}"
        case Disjunction(parts):
            found = [find_unsatisfiable(part, bounds) for part in parts]
            # A disjunction fails only if all of its parts fail. Report the reason for the first.
            return found[0] if all(found) else ""
        case Conjunction(parts):
            # Comparisons go first, because they narrow the bounds for all other parts.
            for part in parts:
                if isinstance(part, Comparison):
                    bounds = _apply_comparison(bounds, part)
                    low, high = bounds.get(part.key, (_LEAST, _MOST))
                    if not low <= high:
                        return part.key
            others = (part for part in parts if not isinstance(part, Comparison))
            return next(filter(None, (find_unsatisfiable(part, bounds) for part in others)), "")
        case _:
            return ""


def _apply_comparison(bounds: Bounds, part: Comparison) -> Bounds:
    """Return ``bounds`` narrowed by a comparison."""
    wanted = part.value
    if part.compare not in _ALLOWED_BOUNDS or not isinstance(wanted, int | float):
        return bounds
    # Every comparison with NaN is false, so the interval is empty.
    if math.isnan(wanted):
        return {**bounds, part.key: (_MOST, _LEAST)}
    return _narrow_bounds(bounds, part.key, *_ALLOWED_BOUNDS[part.compare](float(wanted)))


def _narrow_bounds(bounds: Bounds, key: str, low: float, high: float) -> Bounds:
    before = bounds.get(key, (_LEAST, _MOST))
    return {**bounds, key: (max(before[0], low), min(before[1], high))}
