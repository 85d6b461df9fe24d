"""Typed parameters of generators, with their ranges, defaults, help texts and notation.

Values are written the same way on the command line, in level files and on screen: as a number, a
word, or an inclusive range ``A..B``, ``A..`` or ``..B``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from engine.errors import MAX_QUOTED, ParameterError, quote_input, suggest_similar
from engine.values.ranges import UNBOUNDED, Range

ParameterKind = Literal["integer", "range", "choice", "fact", "expression"]

Value = int | str | Range


@dataclass(frozen=True, slots=True)
class Parameter:
    """A setting of a generator that a designer can change.

    Attributes:
        key: The name used by ``--set`` and in level files. For a ``fact`` inside a table of the
            verdict, the key is the names of the table and the fact, joined by a dot.
        kind: The kind of value: ``integer``; ``range`` (each level draws a number from it);
            ``choice`` (one of ``choices``); ``fact`` (the range in which a fact of the solver must
            lie); ``expression`` (over all facts, see :mod:`engine.values.expression`).
        default: The value to use if none is set; None for a fact that is not constrained by
            default.
        low, high: The inclusive bounds for every number in the value.
        choices: The allowed words of a ``choice``.
        stage: The generation stage that uses the parameter first; empty if all stages use it.
        title: A short name for screens.
        help: The help text, one sentence.
        boolean: True for a ``fact`` that is true or false. Its range uses 1 for true and 0 for
            false.
        is_minimum: True for a ``fact`` whose value ``N`` means at least that number. For exactly
            that number, the value is ``N..N``.
        unit: The unit of a number, such as ``rows`` or ``s``, or of a share, such as ``%`` or
            ``/1000``; empty if the title states it.
        before: The value that generators used before the parameter existed, if it differs from the
            default. Files written before then do not contain the parameter.
        decimals: The number of decimal places of a ``fact``. Its range and its bounds are integers
            in units of the last place.
        silent: True if level files omit the parameter when it has its default value. Such a default
            must never change.
        late: True for a ``fact`` that the generator does not compute. Like an ``expression``, it is
            checked after the generator accepts a level.
    """

    key: str
    kind: ParameterKind
    default: Value | None
    low: int
    high: int
    stage: str
    title: str
    help: str
    choices: tuple[str, ...] = ()
    boolean: bool = False
    is_minimum: bool = False
    unit: str = ""
    decimals: int = 0
    before: Value | None = None
    silent: bool = False
    late: bool = False

    def parse_value(self, text: object) -> Value:
        """Parse a value from the command line or from a level file.

        Raises:
            ParameterError: The text is malformed or out of range.
        """
        if isinstance(text, Range):
            text = self.format_value(text)
        # True and False are integers in Python, but not valid numbers here.
        if isinstance(text, bool) or not isinstance(text, int | str | float):
            raise self._create_error(text)
        word = str(text).strip()
        if self.kind == "expression":
            if not word:
                raise self._create_error(text)
            return word
        if self.kind == "choice":
            if word not in self.choices:
                raise self._create_error(text)
            return word
        if self.boolean and word in ("true", "false"):
            word = "1" if word == "true" else "0"
        point = rf"(?:\.\d{{1,{self.decimals}}})?" if self.decimals else ""
        end = rf"(-?\d{{1,19}}{point})?"
        # The groups are the low end, the dots and the high end. A single number matches only the
        # first group.
        match = re.fullmatch(rf"{end}(\.\.)?{end}", word, re.ASCII)
        if match is None or not (match[1] or match[3]) or (match[1] and match[3] and not match[2]):
            raise self._create_error(text)
        low = self._parse_units(match[1]) if match[1] else None
        # A single number N means N..N, or N.. for a fact with a minimum.
        one = low if not (match[2] or self.is_minimum) else None
        high = self._parse_units(match[3]) if match[3] else one
        if self.kind == "integer":
            if match[2] or low is None or not self.low <= low <= self.high:
                raise self._create_error(text)
            return low
        # A range to draw from needs both ends, but a fact's range may be open.
        if self.kind == "range":
            low = self.low if low is None else low
            high = self.high if high is None else high
        if any(end is not None and not self.low <= end <= self.high for end in (low, high)):
            raise self._create_error(text)
        if low is not None and high is not None and low > high:
            raise self._create_error(text)
        return Range(low, high)

    def format_value(self, value: Value) -> int | str:
        """Format a value for a level file, as a number or word that :meth:`parse_value` reads."""
        if not isinstance(value, Range):
            return value
        if self.decimals:
            return self._format_range(value)
        one = value.high is None if self.is_minimum else value.low == value.high
        if one and value.low is not None:
            return value.low
        exact = value.low is not None and value.low == value.high
        return f"{value.low}..{value.high}" if exact else str(value)

    def format_typed(self, value: Value) -> str:
        """Format a value the way a user would type it."""
        if self.boolean and isinstance(value, Range) and value.low == value.high:
            return "true" if value.low else "false"
        return str(self.format_value(value))

    def get_fact(self, facts: Mapping[str, Any]) -> Any:
        """Return the fact that the parameter refers to, in the units of the parameter's range.

        Returns:
            The fact, or its rating if the fact is a table; None if the verdict has no such fact.
        """
        found: Any = facts
        for name in self.key.split("."):
            found = found.get(name) if isinstance(found, Mapping) else None
        found = found.get("rating") if isinstance(found, Mapping) else found
        return found if found is None or not self.decimals else round(found * self._scale, 6)

    def has_fact(self, facts: Mapping[str, Any]) -> bool:
        """Return whether a verdict contains the parameter's fact, even if its value is None."""
        return self.key.partition(".")[0] in facts

    def describe_expectation(self) -> str:
        """Describe the allowed values in words, for error messages."""
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "expression":
            from engine.values.expression import EXAMPLE

            return f"an expression such as {EXAMPLE}"
        if self.boolean:
            return "true or false"
        if self.kind == "integer":
            return f"a whole number from {self.low} to {self.high}"
        kind = f"a number of up to {self.decimals} decimals" if self.decimals else "a whole number"
        return f"{kind} or a range A..B, A.. or ..B within {self.bounds}"

    @property
    def bounds(self) -> str:
        """The range of allowed numbers as text, without an upper end if there is no upper bound."""
        return self._format_range(Range(self.low, None if self.high >= UNBOUNDED else self.high))

    @property
    def full_title(self) -> str:
        """The title, followed by the key if that is another word."""
        same = self.title.replace(" ", "_") == self.key
        return self.title if same else f"{self.title} ({self.key})"

    @property
    def _scale(self) -> int:
        """The number of range units that make up 1, such as 100 with two decimal places."""
        return int(10**self.decimals)

    def _parse_units(self, text: str) -> int:
        return int(Decimal(text) * self._scale)

    def _format_range(self, value: Range) -> str:
        """Format a range with decimals, or one number if both ends are equal."""
        low, high = (
            "" if end is None else f"{Decimal(end) / self._scale:f}"
            for end in (value.low, value.high)
        )
        return low if low == high else f"{low}..{high}"

    def _create_error(self, text: object) -> ParameterError:
        hint = suggest_similar(str(text)[:MAX_QUOTED], self.choices) if self.choices else ""
        expected = f"expected {self.describe_expectation()}, found {quote_input(text)}"
        return ParameterError(f"{self.key}: {expected}" + f"; {hint}" * bool(hint))


def define_number(
    key: str,
    default: int,
    low: int,
    high: int,
    stage: str,
    title: str,
    meaning: str,
    unit: str = "",
) -> Parameter:
    """Define a parameter whose value is a whole number; see :class:`Parameter`."""
    return Parameter(key, "integer", default, low, high, stage, title, meaning, unit=unit)


def define_range(
    key: str,
    default: tuple[int, int],
    low: int,
    high: int,
    stage: str,
    title: str,
    meaning: str,
    unit: str = "",
) -> Parameter:
    """Define a parameter from whose range each level draws a number; see :class:`Parameter`."""
    return Parameter(key, "range", Range(*default), low, high, stage, title, meaning, unit=unit)


def define_fact(
    key: str,
    meaning: str,
    default: tuple[int, int | None] | None = None,
    boolean: bool = False,
    **form: Any,
) -> Parameter:
    """Define a parameter that constrains a fact, which is a count unless ``boolean`` is true.

    ``form`` holds further fields of :class:`Parameter`.
    """
    found = Parameter(
        key, "fact", Range(*default) if default else None, 0, 1 if boolean else UNBOUNDED, "verify",
        key.rpartition(".")[2].replace("_", " "), meaning, boolean=boolean,
    )  # fmt: skip
    return replace(found, **form)


def define_share(key: str, meaning: str, most: int = 1, **form: Any) -> Parameter:
    """Define a parameter that constrains a fact whose values are between 0 and ``most``.

    The bounds of the constraint have two decimals. ``form`` is that of :func:`define_fact`.
    """
    return define_fact(key, meaning, high=100 * most, decimals=2, **form)


RELEVANCE = (
    define_fact("inert", "Number of objects that make no difference to any fact.", late=True),
    define_share(
        "needed_share",
        "Share of objects without which no solution has this length. 1: every object is needed.",
        late=True,
    ),
)
"""The relevance facts of every game. Games whose kernels compute relevance override them."""

WHERE = Parameter(
    "where", "expression", None, 0, 0, "verify", "where",
    "A condition that every level must satisfy, as an expression over its facts.",
)  # fmt: skip
"""The parameter for a condition on facts, which every generator accepts."""


SIMILARITY = define_share(
    "similarity",
    "Similarity to the level that you compare with, in walls, pieces and features.",
    late=True,
)
"""The parameter that constrains the similarity to another level; every generator accepts it.

:mod:`engine.values.similarity` defines similarity.
"""
