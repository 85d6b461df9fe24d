"""Typed generation parameters: what can be set, its range, its default, its help.

Values are written the same way on the command line, in level files and on screen: a number,
a word, or an inclusive range ``A..B``, ``A..`` or ``..B``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from engine.errors import ParameterError, quoted
from engine.values.ranges import UNBOUNDED, Range

Kind = Literal["integer", "range", "choice", "fact", "expression"]

Value = int | str | Range


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing that a designer can set.

    Attributes:
        key: the name used by ``--set`` and in level files; of a ``fact`` within a table of the
            verdict, both names with a dot between.
        kind: ``integer``; ``range`` (each level draws from it); ``choice`` (one of
            ``choices``); ``fact`` (a range that a fact of the solver must lie in); ``expression``
            (over all facts, see :mod:`engine.values.expression`).
        default: the value when nothing is set; None for an unset fact.
        low, high: inclusive bounds of every number of the value.
        choices: the words of a ``choice``.
        stage: the generation stage that first uses it; empty for what concerns all of them.
        title: short name for screens.
        help: one sentence.
        boolean: a ``fact`` that is true or false, ranged over 1 and 0.
        least: a ``fact`` of which one number is the least; ``N..N`` is just that number.
        unit: what a number counts, such as ``rows`` or ``s``, or is a share of, such as ``%`` or
            ``/1000``; empty where the title says it.
        before: what generators did before there was the parameter, where that is not the default;
            files from then do not say.
        decimals: digits behind the point that a ``fact`` is written with; its range and bounds are
            in units of the last one.
        silent: left out of level files where it has its default, which never changes.
        late: a ``fact`` that the generator does not know; it is judged of what it accepts, as
            ``expression`` is.
    """

    key: str
    kind: Kind
    default: Value | None
    low: int
    high: int
    stage: str
    title: str
    help: str
    choices: tuple[str, ...] = ()
    boolean: bool = False
    least: bool = False
    unit: str = ""
    decimals: int = 0
    before: Value | None = None
    silent: bool = False
    late: bool = False

    def parse(self, text: object) -> Value:
        """The value that a word of the command line or of a level file stands for.

        Raises:
            ParameterError: the text is of another form, or out of range.
        """
        if isinstance(text, Range):
            text = self.written(text)
        if isinstance(text, bool) or not isinstance(text, int | str | float):
            raise self._expected(text)
        word = str(text).strip()
        if self.kind == "expression":
            if not word:
                raise self._expected(text)
            return word
        if self.kind == "choice":
            if word not in self.choices:
                raise self._expected(text)
            return word
        if self.boolean and word in ("true", "false"):
            word = "1" if word == "true" else "0"
        point = rf"(?:\.\d{{1,{self.decimals}}})?" if self.decimals else ""
        end = rf"(-?\d{{1,19}}{point})?"
        match = re.fullmatch(rf"{end}(\.\.)?{end}", word, re.ASCII)
        if match is None or not (match[1] or match[3]) or (match[1] and match[3] and not match[2]):
            raise self._expected(text)
        low = self._units(match[1]) if match[1] else None
        one = low if not (match[2] or self.least) else None
        high = self._units(match[3]) if match[3] else one
        if self.kind == "integer":
            if match[2] or low is None or not self.low <= low <= self.high:
                raise self._expected(text)
            return low
        if self.kind == "range":
            low = self.low if low is None else low
            high = self.high if high is None else high
        if any(end is not None and not self.low <= end <= self.high for end in (low, high)):
            raise self._expected(text)
        if low is not None and high is not None and low > high:
            raise self._expected(text)
        return Range(low, high)

    def written(self, value: Value) -> int | str:
        """The number or word that a level file has for a value; :meth:`parse` reads it."""
        if not isinstance(value, Range):
            return value
        if self.decimals:
            return self._written_with_point(value)
        one = value.high is None if self.least else value.low == value.high
        if one and value.low is not None:
            return value.low
        exact = value.low is not None and value.low == value.high
        return f"{value.low}..{value.high}" if exact else str(value)

    def typed(self, value: Value) -> str:
        """A value as it could be typed."""
        if self.boolean and isinstance(value, Range) and value.low == value.high:
            return "true" if value.low else "false"
        return str(self.written(value))

    def found_in(self, facts: Mapping[str, Any]) -> Any:
        """What a ``fact`` is about in a verdict, as its range counts it: of a table the rating.

        None where the verdict does not have it.
        """
        found: Any = facts
        for name in self.key.split("."):
            found = found.get(name) if isinstance(found, Mapping) else None
        found = found.get("rating") if isinstance(found, Mapping) else found
        return found if found is None or not self.decimals else round(found * self._scale, 6)

    def is_in(self, facts: Mapping[str, Any]) -> bool:
        """Whether a verdict has what a ``fact`` is about, if only that there is none."""
        return self.key.partition(".")[0] in facts

    def expectation(self) -> str:
        """What a value must be, in words."""
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
        """Least and greatest value as a range, open where every number is allowed."""
        return self._written_with_point(
            Range(self.low, None if self.high >= UNBOUNDED else self.high)
        )

    @property
    def _scale(self) -> int:
        """Units of the last digit in one."""
        return int(10**self.decimals)

    def _units(self, text: str) -> int:
        return int(Decimal(text) * self._scale)

    def _written_with_point(self, value: Range) -> str:
        """A range in numbers as they are typed; one number where both ends agree."""
        low, high = (
            "" if end is None else f"{Decimal(end) / self._scale:f}"
            for end in (value.low, value.high)
        )
        return low if low == high else f"{low}..{high}"

    def _expected(self, text: object) -> ParameterError:
        return ParameterError(f"{self.key}: expected {self.expectation()}, found {quoted(text)}")


def number(
    key: str,
    default: int,
    low: int,
    high: int,
    stage: str,
    title: str,
    meaning: str,
    unit: str = "",
) -> Parameter:
    """A whole number that a designer sets; see :class:`Parameter`."""
    return Parameter(key, "integer", default, low, high, stage, title, meaning, unit=unit)


def span(
    key: str,
    default: tuple[int, int],
    low: int,
    high: int,
    stage: str,
    title: str,
    meaning: str,
    unit: str = "",
) -> Parameter:
    """A range that each level draws a number from; see :class:`Parameter`."""
    return Parameter(key, "range", Range(*default), low, high, stage, title, meaning, unit=unit)


_BOOLEAN = ("solvable", "complete", "optimal", "unique", "human_solvable")
"""Facts, of whatever game, that are true or false."""


def _fact(key: str, meaning: str, default: Range | None, high: int, **form: Any) -> Parameter:
    title = key.replace("_", " ")
    return Parameter(key, "fact", default, 0, high, "verify", title, meaning, **form)


def fact(
    key: str, meaning: str, default: tuple[int, int] | None = None, unit: str = ""
) -> Parameter:
    """A fact of the solver that a level can be accepted by; true or false, or a number."""
    boolean = key in _BOOLEAN
    wanted = Range(*default) if default else None
    return _fact(key, meaning, wanted, 1 if boolean else UNBOUNDED, boolean=boolean, unit=unit)


def share(key: str, meaning: str, most: int = 1) -> Parameter:
    """A fact from 0 to ``most`` of which two decimals count."""
    return _fact(key, meaning, None, 100 * most, decimals=2)


def rating(key: str, meaning: str, most: int, default: int | None = None) -> Parameter:
    """A fact from 0 to ``most``, the more the better: one number is the least that is accepted."""
    return _fact(key, meaning, None if default is None else Range(default), most, least=True)


RELEVANCE = (
    _fact(
        "inert", "Things without which no fact of the level would be another.", None, UNBOUNDED,
        late=True,
    ),
    _fact(
        "needed_share",
        "Share of things without which the level has no solution, or one of another length; "
        "1: every object is needed.",
        None, 100, decimals=2, late=True,
    ),
)  # fmt: skip
"""What things on the board are worth; games whose kernels judge it say so."""

WHERE = Parameter(
    "where", "expression", None, 0, 0, "verify", "where",
    "What must hold of every level that is kept, as an expression over all facts.",
)  # fmt: skip
"""The demand that every generator takes."""


SIMILARITY = _fact(
    "similarity",
    "How alike the level is to the one that is named to be like, walls, pieces and features.",
    None, 100, decimals=2, late=True,
)  # fmt: skip
"""The fact about two levels, see :mod:`engine.values.likeness`; that every generator takes, too."""
