"""The schema of a game's parameters, and complete sets of their values.

For convenience, this module also exports the names in :mod:`engine.values.parameter`.

A :class:`Schema` turns a few settings into a :class:`Parameters` value, which has a value for every
parameter. A preset is a choice or a number whose value implies defaults for other parameters::

    parameters = game.parameters.complete_settings({"difficulty": "3", "rows": 8})
    parameters.get_integer("rows")      # 8, as set
    parameters.get_range("moves")       # 5..6, the default for difficulty 3

Kernels receive the values as one array of numbers, with two numbers for each parameter
(:attr:`Parameters.ends`). :func:`index_settings` returns the index of the first of the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.errors import MAX_QUOTED, ParameterError, quote_input
from engine.values.parameter import (
    RELEVANCE,
    SIMILARITY,
    WHERE,
    Parameter,
    ParameterKind,
    Value,
    define_fact,
    define_number,
    define_range,
    define_share,
)
from engine.values.ranges import ANY, Range

__all__ = [
    "RELEVANCE",
    "SIMILARITY",
    "WHERE",
    "Parameter",
    "ParameterKind",
    "Parameters",
    "Schema",
    "Value",
    "define_fact",
    "define_number",
    "define_range",
    "define_share",
    "find_fact_outside",
    "index_settings",
]

_SYNONYMS = {"columns": "cols", "height": "rows", "width": "cols"}
"""The usual keys for other words that users try, whatever titles a game gives its parameters."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The parameters of one game in the order of its stages, followed by the common parameters.

    The common parameters are :data:`SIMILARITY` and :data:`WHERE`.

    Attributes:
        presets: The defaults that the value of a choice or number implies. For example,
            ``presets["difficulty"]["3"]`` maps the keys of other parameters to their defaults if
            ``difficulty`` is 3. If two presets imply a default for the same parameter, the preset
            listed first wins.
    """

    parameters: tuple[Parameter, ...]
    presets: Mapping[str, Mapping[str, Mapping[str, Value]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Add the parameters that every generator accepts."""
        object.__setattr__(self, "parameters", (*self.parameters, SIMILARITY, WHERE))

    def __getitem__(self, key: str) -> Parameter:
        """Return the parameter with the given key.

        Raises:
            ParameterError: There is no such parameter.
        """
        for parameter in self.parameters:
            if parameter.key == key:
                return parameter
        near = self._find_similar_keys(key)
        hint = f"did you mean {' or '.join(near)}?" if near else "see the game's list of parameters"
        raise ParameterError(f"unknown parameter {quote_input(key)}; {hint}")

    def _find_similar_keys(self, word: str) -> list[str]:
        """Return up to three keys that a user may have meant, by their spelling or their title."""
        from difflib import get_close_matches

        word = word[:MAX_QUOTED].strip().lower().replace("-", "_").replace(" ", "_")
        keys = [parameter.key for parameter in self.parameters]
        titles: dict[str, list[str]] = {}
        for parameter in self.parameters:
            titles.setdefault(parameter.title.lower().replace(" ", "_"), []).append(parameter.key)
        named = [*titles.get(word, ()), *(key for key in keys if _SYNONYMS.get(word) == key)]
        if named:
            return [*dict.fromkeys(named)][:3]
        close = get_close_matches(word, [*keys, *titles])
        found = [key for each in close for key in ([each] if each in keys else titles[each])]
        return [*dict.fromkeys(found)][:3]

    def complete_settings(self, settings: Mapping[str, object]) -> Parameters:
        """Parse and check the settings, and add defaults for all other parameters.

        Raises:
            ParameterError: A key is unknown or a value is invalid.
        """
        own = {key: self[key].parse_value(text) for key, text in settings.items()}
        values = self.list_defaults(own) | own
        order = [p.key for p in self.parameters]
        return Parameters({key: values[key] for key in order if key in values}, self)

    def restore_settings(self, settings: Mapping[str, object]) -> Mapping[str, object]:
        """Add values for parameters that did not exist yet when a file's settings were written."""
        before = {p.key: p.before for p in self.parameters if p.before is not None}
        return {**before, **settings}

    def list_defaults(self, settings: Mapping[str, Value]) -> dict[str, Value]:
        """Return all defaults, including those of the presets that ``settings`` choose.

        A fact without a default is left out.
        """
        values = {p.key: p.default for p in self.parameters if p.default is not None}
        preset: dict[str, Value] = {}
        for key, words in self.presets.items():
            word = settings.get(key, preset.get(key, values[key]))
            # Earlier presets take precedence, so a later one must not overwrite their values.
            preset = {**words[str(word)], **preset}
        return values | preset

    def list_facts(self) -> tuple[Parameter, ...]:
        """Return the parameters that constrain facts."""
        return tuple(p for p in self.parameters if p.kind == "fact")


@dataclass(frozen=True)
class Parameters:
    """Valid values for all parameters of a schema, keyed by parameter, except for unset facts."""

    values: Mapping[str, Value]
    schema: Schema

    def to_table(self) -> dict[str, Any]:
        """Return the values as numbers and words, in the form that a level file stores.

        Silent parameters that have their default values are left out.
        """
        unsaid = self.schema.list_defaults(self.values)
        return {
            key: self.schema[key].format_value(value)
            for key, value in self.values.items()
            if not (self.schema[key].silent and value == unsaid.get(key))
        }

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The low end and the high end of every value, in the order of :func:`index_settings`.

        For an integer or a choice, both ends are its number. For an expression, both are 0.
        """
        return tuple(end for each in self.schema.parameters for end in self._get_ends(each))

    def _get_ends(self, parameter: Parameter) -> tuple[int, int]:
        if parameter.kind == "expression":
            return 0, 0
        if parameter.kind == "choice":
            number = parameter.choices.index(self.get_word(parameter.key))
            return number, number
        if parameter.kind == "integer":
            return self.get_integer(parameter.key), self.get_integer(parameter.key)
        span = self.get_range(parameter.key)
        return (
            parameter.low if span.low is None else span.low,
            parameter.high if span.high is None else span.high,
        )

    @cached_property
    def demands(self) -> Mapping[Parameter, Range]:
        """The parameters of all constrained facts, each with its allowed range."""
        ranges = {fact: self.get_range(fact.key) for fact in self.schema.list_facts()}
        return {fact: range_ for fact, range_ in ranges.items() if range_ != ANY}

    def with_value(self, key: str, value: Value) -> Parameters:
        """Return the parameters with the value of ``key`` replaced."""
        return Parameters({**self.values, key: value}, self.schema)

    def get_integer(self, key: str) -> int:
        """Return the value of an ``integer`` parameter."""
        value = self.values[key]
        assert isinstance(value, int)
        return value

    def get_word(self, key: str) -> str:
        """Return the value of a ``choice`` parameter."""
        value = self.values[key]
        assert isinstance(value, str)
        return value

    def get_range(self, key: str) -> Range:
        """Return the value of a ``range`` or ``fact`` parameter. An unset fact is unbounded."""
        value = self.values.get(key, ANY)
        assert isinstance(value, Range)
        return value


def find_fact_outside(
    wanted: Mapping[Parameter, Range], facts: Mapping[str, Any]
) -> Parameter | None:
    """Return the first parameter whose fact is outside its range, or None if there is none."""
    outside = (fact for fact, range_ in wanted.items() if fact.get_fact(facts) not in range_)
    return next(outside, None)


def index_settings(schema: Schema) -> Mapping[str, int]:
    """Map each parameter to the index of its low end in :attr:`Parameters.ends`.

    The high end follows it.
    """
    return {parameter.key: 2 * number for number, parameter in enumerate(schema.parameters)}
