"""The parameters of a game together, and complete sets of their values.

Who declares or sets some takes the single ones (:mod:`engine.values.parameter`) from here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.errors import ParameterError, quoted
from engine.values.parameter import (
    RELEVANCE,
    SIMILARITY,
    WHERE,
    Kind,
    Parameter,
    Value,
    fact,
    number,
    rating,
    share,
    span,
)
from engine.values.ranges import ANY, Range

__all__ = [
    "RELEVANCE",
    "SIMILARITY",
    "WHERE",
    "Kind",
    "Parameter",
    "Parameters",
    "Schema",
    "Value",
    "fact",
    "number",
    "rating",
    "setting_indices",
    "share",
    "span",
]


@dataclass(frozen=True, slots=True)
class Schema:
    """The parameters of one game, in the order of its stages, :data:`SIMILARITY` and :data:`WHERE`.

    Attributes:
        presets: what the values of a choice or number stand for: the defaults that other
            parameters have with it, by the choice's key, its value as text, and the other
            parameter's key. Where two choices stand for the same parameter, the one listed first
            decides, for later choices too.
    """

    parameters: tuple[Parameter, ...]
    presets: Mapping[str, Mapping[str, Mapping[str, Value]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Adds the demands that every generator takes."""
        object.__setattr__(self, "parameters", (*self.parameters, SIMILARITY, WHERE))

    def __getitem__(self, key: str) -> Parameter:
        """The parameter of that key.

        Raises:
            ParameterError: no such parameter.
        """
        for parameter in self.parameters:
            if parameter.key == key:
                return parameter
        from difflib import get_close_matches

        near = get_close_matches(key, [parameter.key for parameter in self.parameters])
        hint = f"did you mean {' or '.join(near)}?" if near else "see the game's list of parameters"
        raise ParameterError(f"unknown parameter {quoted(key)}; {hint}")

    def complete(self, settings: Mapping[str, object]) -> Parameters:
        """Every value: what is set, parsed and checked, and defaults for the rest.

        Raises:
            ParameterError: an unknown key or a bad value.
        """
        own = {key: self[key].parse(text) for key, text in settings.items()}
        values = self.defaults(own) | own
        order = [p.key for p in self.parameters]
        return Parameters({key: values[key] for key in order if key in values}, self)

    def recorded(self, settings: Mapping[str, object]) -> Mapping[str, object]:
        """The settings of a file, with what went without saying when it was written."""
        before = {p.key: p.before for p in self.parameters if p.before is not None}
        return {**before, **settings}

    def defaults(self, settings: Mapping[str, Value]) -> dict[str, Value]:
        """The value of every parameter but unset demands, where the settings do not say.

        Of the settings only those with presets matter.
        """
        values = {p.key: p.default for p in self.parameters if p.default is not None}
        preset: dict[str, Value] = {}
        for key, words in self.presets.items():
            word = settings.get(key, preset.get(key, values[key]))
            preset = {**words[str(word)], **preset}
        return values | preset

    def facts(self) -> tuple[Parameter, ...]:
        """The parameters that accept or reject by a fact of the solver."""
        return tuple(p for p in self.parameters if p.kind == "fact")


@dataclass(frozen=True)
class Parameters:
    """A complete set of checked values of a schema by key; unset demands are absent."""

    values: Mapping[str, Value]
    schema: Schema

    def table(self) -> dict[str, Any]:
        """The values as a level file holds them: numbers and words."""
        unsaid = self.schema.defaults(self.values)
        return {
            key: self.schema[key].written(value)
            for key, value in self.values.items()
            if not (self.schema[key].silent and value == unsaid.get(key))
        }

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The low and the high end of every value, of a choice its number twice.

        They stand where :func:`setting_indices` says. Expressions count as 0.
        """
        return tuple(end for each in self.schema.parameters for end in self._ends(each))

    def _ends(self, parameter: Parameter) -> tuple[int, int]:
        if parameter.kind == "expression":
            return 0, 0
        if parameter.kind == "choice":
            number = parameter.choices.index(self.word(parameter.key))
            return number, number
        if parameter.kind == "integer":
            return self.integer(parameter.key), self.integer(parameter.key)
        span = self.range(parameter.key)
        return (
            parameter.low if span.low is None else span.low,
            parameter.high if span.high is None else span.high,
        )

    @cached_property
    def asked(self) -> Mapping[Parameter, Range]:
        """The facts that are demanded something of, each with the range that it is to lie in."""
        ranges = {fact: self.range(fact.key) for fact in self.schema.facts()}
        return {fact: range_ for fact, range_ in ranges.items() if range_ != ANY}

    def having(self, key: str, value: Value) -> Parameters:
        """The set with another value of one parameter that it has."""
        return Parameters({**self.values, key: value}, self.schema)

    def integer(self, key: str) -> int:
        """The value of an ``integer`` parameter."""
        value = self.values[key]
        assert isinstance(value, int)
        return value

    def word(self, key: str) -> str:
        """The value of a ``choice`` parameter."""
        value = self.values[key]
        assert isinstance(value, str)
        return value

    def range(self, key: str) -> Range:
        """The value of a ``range`` or ``fact``; an unset fact is unbounded."""
        value = self.values.get(key, ANY)
        assert isinstance(value, Range)
        return value


def setting_indices(schema: Schema) -> Mapping[str, int]:
    """Where the low end of each parameter stands in the settings; its high end follows."""
    return {parameter.key: 2 * number for number, parameter in enumerate(schema.parameters)}
