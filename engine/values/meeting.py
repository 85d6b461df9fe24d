"""Expressions that hold of nothing, by what the numbers of facts are known to lie in."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine.values.expression import Comparison, Either, Every, Expression, Tagged
from engine.values.ranges import Range

Bounds: TypeAlias = Mapping[str, tuple[float, float]]
"""By the keys of facts, between what their numbers lie, both ends included."""
_LEAST, _MOST = -math.inf, math.inf
_ALLOWED: Mapping[Callable[[Any, Any], Any], Callable[[float], tuple[float, float]]] = {
    operator.eq: lambda wanted: (wanted, wanted),
    operator.lt: lambda wanted: (_LEAST, math.nextafter(wanted, _LEAST)),
    operator.le: lambda wanted: (_LEAST, wanted),
    operator.gt: lambda wanted: (math.nextafter(wanted, _MOST), _MOST),
    operator.ge: lambda wanted: (wanted, _MOST),
}


def bounded(bounds: Bounds, key: str, range_: Range, scale: int = 1) -> Bounds:
    """Bounds with those of one more range of a fact, ``scale`` units of which make one."""
    low = _LEAST if range_.low is None else range_.low / scale
    high = _MOST if range_.high is None else range_.high / scale
    return _narrowed(bounds, key, low, high)


def excluded(expression: Expression, bounds: Bounds) -> str:
    """Why an expression holds of no level of a seed: the key of a fact, or a tag.

    Such a level has no tags. What an opposite says is taken to be possible, as it holds of facts
    that are not known too; so an expression that passes may still hold of nothing.

    Returns:
        The key of which no number within its bounds is wanted, ``tag:WORD``, or nothing.
    """
    match expression:
        case Comparison():
            return excluded(Every((expression,)), bounds)
        case Tagged(tag):
            return f"tag:{tag}"
        case Either(parts):
            found = [excluded(part, bounds) for part in parts]
            return found[0] if all(found) else ""
        case Every(parts):
            # What holds in any case comes first; the rest has to be possible beside it.
            for part in parts:
                if isinstance(part, Comparison):
                    bounds = _compared(bounds, part)
                    low, high = bounds.get(part.key, (_LEAST, _MOST))
                    if not low <= high:
                        return part.key
            others = (part for part in parts if not isinstance(part, Comparison))
            return next(filter(None, (excluded(part, bounds) for part in others)), "")
        case _:
            return ""


def _compared(bounds: Bounds, part: Comparison) -> Bounds:
    """Bounds with what a comparison leaves of them."""
    wanted = part.wanted
    if part.compare not in _ALLOWED or not isinstance(wanted, int | float):
        return bounds
    if math.isnan(wanted):
        return {**bounds, part.key: (_MOST, _LEAST)}
    return _narrowed(bounds, part.key, *_ALLOWED[part.compare](float(wanted)))


def _narrowed(bounds: Bounds, key: str, low: float, high: float) -> Bounds:
    before = bounds.get(key, (_LEAST, _MOST))
    return {**bounds, key: (max(before[0], low), min(before[1], high))}
