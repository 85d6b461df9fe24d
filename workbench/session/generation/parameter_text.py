"""Formatting of parameter values as text, and the steps by which arrow keys change them."""

from __future__ import annotations

from engine.errors import ParameterError, quote_input
from engine.values.expression import EXAMPLE
from engine.values.parameter_schema import Parameter, Value
from engine.values.ranges import Range
from engine.workshop import MAX_SEED

UNSET = "any"
"""The text for a fact without a constraint."""
RANDOM = "random"
"""The text for a seed that will be drawn at random."""


def format_value(parameter: Parameter, value: Value | None) -> str:
    """Format a value as the user would type it."""
    if value is None or value == Range():
        return UNSET
    return parameter.format_typed(value)


def format_editable(parameter: Parameter, value: Value | None) -> str:
    """Format a value for editing, or return an empty string for an unset fact."""
    text = format_value(parameter, value)
    return "" if text == UNSET else text


def format_with_unit(parameter: Parameter, value: Value | None) -> str:
    """Format a value, with its unit if the unit is a symbol (``10..25%``) rather than a word."""
    sign = "" if parameter.unit[:1].isalpha() else parameter.unit
    return format_value(parameter, value) + sign


def format_example(parameter: Parameter, default: Value | None) -> str:
    """Return an example setting that differs from the default, such as ``walls = 4..7``."""
    if parameter.kind == "expression":
        return f"{parameter.key} = {EXAMPLE}"
    if default is None and not parameter.boolean:
        half = 10**parameter.decimals // 2
        value: Value | None = Range(max(parameter.low, 0) + max(half, 1), None)
    else:
        # A step has no effect at a bound, so try both directions and then another width.
        others = [step_value(parameter, default, delta) for delta in (1, -1)]
        others.append(widen_range(parameter, default, -1))
        value = next((other for other in others if other not in (None, default)), default)
    return f"{parameter.key} = {format_value(parameter, value)}"


def format_help(
    parameter: Parameter, default: Value | None, *, include_choices: bool = False
) -> str:
    """Format a parameter's help with its bounds and its default, without a final full stop.

    The choices are listed only if ``include_choices`` is True. The list is not needed where keys
    step through the choices.
    """
    if parameter.kind == "choice" or parameter.boolean:
        allowed = parameter.describe_expectation() if include_choices else ""
    elif parameter.kind == "expression":
        allowed = parameter.describe_expectation()
    else:
        gap = "" if parameter.unit == "%" else " "
        allowed = f"{parameter.bounds}{gap}{parameter.unit}".rstrip()
    facts = ", ".join(filter(None, (allowed, f"default {format_value(parameter, default)}")))
    return f"{parameter.help.rstrip('.')} ({facts})"


def step_value(parameter: Parameter, value: Value | None, delta: int) -> Value | None:
    """Return the value one step down (-1) or up (+1), within the parameter's bounds.

    A choice is replaced with its neighbour in the list, which wraps around. A number changes by
    one, and a range moves as a whole. An unset fact becomes a range with one open end. An
    expression stays the same, because it has to be typed.
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
        return _step_truth(value, delta)
    if parameter.is_minimum and value is not None and value.low is not None and value.high is None:
        return _build_minimum(parameter, value.low + delta)
    return _move_range(parameter, value or Range(), delta)


def widen_range(parameter: Parameter, value: Value | None, delta: int) -> Value | None:
    """Return a range with its upper end moved by ``delta``.

    Any other value, including a range without an upper end, changes as in :func:`step_value`.
    """
    if not isinstance(value, Range) or parameter.boolean or value.high is None:
        return step_value(parameter, value, delta)
    low = parameter.low if value.low is None else value.low
    high = min(max(value.high + delta, low), parameter.high)
    return Range(value.low, high)


def _step_truth(value: Range | None, delta: int) -> Range | None:
    order = (None, Range(1, 1), Range(0, 0))
    at = order.index(value) if value in order else 0
    return order[(at + delta) % len(order)]


def _build_minimum(parameter: Parameter, least: int) -> Range | None:
    """Return the range from ``least`` upward, with ``least`` clamped to the parameter's bounds.

    Return None if that range excludes nothing and the parameter has no default.
    """
    if least <= parameter.low and parameter.default is None:
        return None
    return Range(min(max(least, parameter.low), parameter.high), None)


def _move_range(parameter: Parameter, value: Range, delta: int) -> Range | None:
    """Move a range by ``delta``; return None if it has an open end and would exclude nothing."""
    if value.low is None and value.high is None:
        return Range(parameter.low + 1, None) if delta > 0 else Range(None, parameter.high - 1)
    if value.low is None or value.high is None:
        end = value.low if value.high is None else value.high
        assert end is not None
        end += delta
        # Once the moving end reaches this bound, the range excludes nothing.
        free = parameter.low if value.high is None else parameter.high
        if end == free or not parameter.low <= end <= parameter.high:
            return None
        return Range(end, None) if value.high is None else Range(None, end)
    if not (parameter.low <= value.low + delta and value.high + delta <= parameter.high):
        return value
    return Range(value.low + delta, value.high + delta)


def parse_seed(text: str) -> int | None:
    """Parse a typed seed, or return None if the seed is to be drawn at random.

    Raises:
        ParameterError: The text is not a number within the bounds for seeds.
    """
    if text.strip() in ("", RANDOM):
        return None
    if not text.strip().isdecimal() or int(text) > MAX_SEED:
        raise ParameterError(
            f"seed: expected a whole number from 0 to {MAX_SEED}, found {quote_input(text)}"
        )
    return int(text)
