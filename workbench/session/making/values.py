"""Parameter values on screen: how they are written, and what left and right make of them."""

from __future__ import annotations

from engine.errors import ParameterError, quoted
from engine.values.expression import EXAMPLE
from engine.values.parameters import Parameter, Value
from engine.values.ranges import Range
from engine.workshop import MAX_SEED

UNSET = "any"
"""How an unset fact is written."""
RANDOM = "random"
"""In place of a seed that generation is to draw."""


def shown(parameter: Parameter, value: Value | None) -> str:
    """The value as text, as it could also be typed."""
    if value is None or value == Range():
        return UNSET
    return parameter.typed(value)


def typed(parameter: Parameter, value: Value | None) -> str:
    """The value as text to be changed: nothing for an unset fact."""
    text = shown(parameter, value)
    return "" if text == UNSET else text


def measured(parameter: Parameter, value: Value | None) -> str:
    """The value as text with the sign of its unit, such as ``10..25%``; words take room."""
    sign = "" if parameter.unit[:1].isalpha() else parameter.unit
    return shown(parameter, value) + sign


def example(parameter: Parameter, default: Value | None) -> str:
    """A setting other than the default, with its key, such as ``walls = 4..7``."""
    if parameter.kind == "expression":
        return f"{parameter.key} = {EXAMPLE}"
    if default is None and not parameter.boolean:
        half = 10**parameter.decimals // 2
        value: Value | None = Range(max(parameter.low, 0) + max(half, 1), None)
    else:
        others = [nudged(parameter, default, delta) for delta in (1, -1)]
        others.append(widened(parameter, default, -1))
        value = next((other for other in others if other not in (None, default)), default)
    return f"{parameter.key} = {shown(parameter, value)}"


def helped(parameter: Parameter, default: Value | None, *, whole: bool = False) -> str:
    """What a parameter means, what may be set, and what it is otherwise, without a full stop.

    Words that may be set are left to be gone through, unless the ``whole`` is to be said.
    """
    if parameter.kind == "choice" or parameter.boolean:
        allowed = parameter.expectation() if whole else ""
    elif parameter.kind == "expression":
        allowed = parameter.expectation()
    else:
        gap = "" if parameter.unit == "%" else " "
        allowed = f"{parameter.bounds}{gap}{parameter.unit}".rstrip()
    facts = ", ".join(filter(None, (allowed, f"default {shown(parameter, default)}")))
    return f"{parameter.help.rstrip('.')} ({facts})"


def nudged(parameter: Parameter, value: Value | None, delta: int) -> Value | None:
    """The value one step to the left (-1) or right (+1), within the parameter's bounds.

    A choice cycles, a number moves by one, a range moves as a whole, and an unset fact gets
    an end to move. An expression stays: it is typed.
    """
    if parameter.kind == "expression":
        return value
    if parameter.kind == "choice":
        assert isinstance(value, str)
        at = parameter.choices.index(value) + delta
        return parameter.choices[at % len(parameter.choices)]
    if isinstance(value, int):
        return min(max(value + delta, parameter.low), parameter.high)
    assert value is None or isinstance(value, Range)
    if parameter.boolean:
        return _next_truth(value, delta)
    if parameter.least and value is not None and value.low is not None and value.high is None:
        return _next_least(parameter, value.low + delta)
    return _moved(parameter, value or Range(), delta)


def widened(parameter: Parameter, value: Value | None, delta: int) -> Value | None:
    """The range with its upper end one step on; other kinds move as :func:`nudged` says."""
    if not isinstance(value, Range) or parameter.boolean or value.high is None:
        return nudged(parameter, value, delta)
    low = parameter.low if value.low is None else value.low
    high = min(max(value.high + delta, low), parameter.high)
    return Range(value.low, high)


def _next_truth(value: Range | None, delta: int) -> Range | None:
    order = (None, Range(1, 1), Range(0, 0))
    at = order.index(value) if value in order else 0
    return order[(at + delta) % len(order)]


def _next_least(parameter: Parameter, least: int) -> Range | None:
    """So much or more, within bounds; with nothing asked by default, the lowest asks nothing."""
    if least <= parameter.low and parameter.default is None:
        return None
    return Range(min(max(least, parameter.low), parameter.high), None)


def _moved(parameter: Parameter, value: Range, delta: int) -> Range | None:
    """The range with the ends it has moved; one that falls off its bounds is unset."""
    if value.low is None and value.high is None:
        return Range(parameter.low + 1, None) if delta > 0 else Range(None, parameter.high - 1)
    if value.low is None or value.high is None:
        end = value.low if value.high is None else value.high
        assert end is not None
        end += delta
        free = parameter.low if value.high is None else parameter.high
        if end == free or not parameter.low <= end <= parameter.high:
            return None
        return Range(end, None) if value.high is None else Range(None, end)
    if not (parameter.low <= value.low + delta and value.high + delta <= parameter.high):
        return value
    return Range(value.low + delta, value.high + delta)


def read_seed(text: str) -> int | None:
    """Return the seed that was typed, None for a random one.

    Raises:
        ParameterError: not a seed.
    """
    if text.strip() in ("", RANDOM):
        return None
    if not text.strip().isdecimal() or int(text) > MAX_SEED:
        raise ParameterError(
            f"seed: expected a whole number from 0 to {MAX_SEED}, found {quoted(text)}"
        )
    return int(text)
