"""How ordinary code hands its arguments to machine code: as a row of 64-bit slots.

The plan of an entry follows from its annotations, so that machine code can be made, named and
called without Numba and before anything is called: for an array the slots hold its address and its
shape, for a number its value; a NamedTuple lies there member by member.
"""

from __future__ import annotations

import typing
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, NamedTuple

import numpy as np

_NUMBERS = {int: "int64", bool: "bool", np.uint64: "uint64"}


class AnnotationError(TypeError):
    """An annotation of an entry that has no form in machine code."""


class Array(NamedTuple):
    """An array: the name of its type of elements, and how many dimensions it has."""

    dtype: str
    dimensions: int


class Number(NamedTuple):
    """A number: int64, bool or uint64."""

    kind: str


class Record(NamedTuple):
    """A NamedTuple: its class, and the names and kinds of its members."""

    form: type
    names: tuple[str, ...]
    members: tuple[Kind, ...]


Kind = Array | Number | Record


@dataclass(frozen=True, slots=True)
class Plan:
    """What an entry takes and gives back.

    Attributes:
        arguments: the kind of each.
        results: of the numbers that it gives back; none for nothing.
        several: whether it gives back a tuple.

    The slots are those of the arguments and of the results.
    """

    arguments: tuple[Kind, ...]
    results: tuple[str, ...]
    several: bool

    @property
    def slots(self) -> int:
        """How many slots the arguments take."""
        return sum(map(slots_of, self.arguments))


def slots_of(kind: Kind) -> int:
    """How many slots something of a kind takes."""
    match kind:
        case Array(_, dimensions):
            return 1 + dimensions
        case Record(_, _, members):
            return sum(map(slots_of, members))
    return 1


@cache
def plan_of(function: Callable[..., Any], chosen: type | None = None) -> Plan:
    """The plan of an entry; ``chosen`` is the class of what is annotated as anything.

    Raises:
        AnnotationError: an annotation that machine code cannot take or give back.
    """
    hints = _hints_of(function)
    result = hints.pop("return", Any)
    arguments = tuple(_kind_of(hint, chosen) for hint in hints.values())
    if result is None:
        return Plan(arguments, (), several=False)
    several = typing.get_origin(result) is tuple
    given = typing.get_args(result) if several else (result,)
    if unknown := [hint for hint in given if hint not in _NUMBERS]:
        raise AnnotationError(f"a kernel cannot return {unknown[0]}")
    return Plan(arguments, tuple(_NUMBERS[hint] for hint in given), several)


def find_plan_problem(function: Callable[..., Any], chosen: type | None) -> str | None:
    """Return the reason that an entry has no plan, or None if it has one."""
    try:
        plan_of(function, chosen)
    except Exception as problem:  # annotations are code, and may fail in any way
        return f"{type(problem).__name__}: {problem}"
    return None


def _hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """What the annotations of a function mean: nearly all are names that its module knows."""
    names = getattr(function, "__globals__", {})
    return {
        argument: hint if not isinstance(hint, str) else names.get(hint) or eval(hint, names)
        for argument, hint in function.__annotations__.items()
    }


@cache
def _kind_of(hint: Any, chosen: type | None) -> Kind:
    if hint is Any and chosen is not None:
        hint = chosen
    if hint in _NUMBERS:
        return Number(_NUMBERS[hint])
    dimensions = 1
    if typing.get_origin(hint) is Annotated:
        hint, dimensions = typing.get_args(hint)
    hint = _resolve_alias(hint)
    if typing.get_origin(hint) is np.ndarray:
        (scalar,) = typing.get_args(typing.get_args(hint)[1])
        return Array(np.dtype(scalar).name, dimensions)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        members = typing.get_type_hints(hint, include_extras=True)
        names = hint._fields
        return Record(hint, names, tuple(_kind_of(members[name], chosen) for name in names))
    raise AnnotationError(f"a kernel cannot take {hint}")


def _resolve_alias(hint: Any) -> Any:
    """Return the type that a ``type`` statement stands for.

    ``NDArray`` is such an alias since NumPy 2.5, with the type of its elements as parameter.
    """
    while (value := getattr(typing.get_origin(hint) or hint, "__value__", None)) is not None:
        arguments = typing.get_args(hint)
        hint = value[arguments] if arguments else value
    return hint


@cache
def takes_any(function: Callable[..., Any]) -> bool:
    """Whether something that an entry takes is annotated as anything."""
    try:
        hints = _hints_of(function)
    except Exception:  # find_plan_problem says why
        return False
    return any(_has_any(hint) for argument, hint in hints.items() if argument != "return")


def _has_any(hint: Any) -> bool:
    """Return whether an annotation is ``Any``, or a NamedTuple with such a member."""
    if not (isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")):
        return hint is Any
    return any(map(_has_any, typing.get_type_hints(hint, include_extras=True).values()))


Flatten = Callable[..., "array[int]"]
"""Puts arguments into slots, with room for results; raises a mismatch for other types."""


class Mismatch(Exception):
    """Arguments of other types than the plan has."""


MISMATCHES = (Mismatch, AttributeError, TypeError, ValueError, OverflowError)
"""What putting arguments of other types into slots raises."""


@cache
def flatten(plan: Plan) -> Flatten:
    """A function that puts the arguments of a plan into slots.

    It is written out for the plan, since it runs before every call of machine code.
    """
    names: dict[str, Any] = {"Mismatch": Mismatch, "array": array}
    lines: list[str] = []
    slots: list[str] = []
    arguments = [f"a{number}" for number in range(len(plan.arguments))]
    for argument, kind in zip(arguments, plan.arguments, strict=True):
        lines += _written(argument, kind, names, slots)
    slots += ["0"] * len(plan.results)
    lines.append(f"return array('q', ({', '.join(slots)}))")
    source = "\n    ".join([f"def flat({', '.join(arguments)}):", *lines])
    exec(source, names)
    return typing.cast(Flatten, names["flat"])


def _written(value: str, kind: Kind, names: dict[str, Any], slots: list[str]) -> Iterator[str]:
    """The lines that check a value; what its slots hold is added to ``slots``."""
    match kind:
        case Number("uint64"):
            yield f"{value} = int({value})"
            slots.append(f"{value} - (({value} >> 63) << 64)")
        case Number("bool"):
            slots.append(f"bool({value})")
        case Number():
            slots.append(value)
        case Array(dtype, dimensions):
            code = np.dtype(dtype).str
            yield f"{value}_ = {value}.__array_interface__"
            yield f"{value}s = {value}_['shape']"
            yield (
                f"if {value}_['typestr'] != '{code}' or {value}_['strides'] is not None"
                f" or len({value}s) != {dimensions}: raise Mismatch"
            )
            slots.append(f"{value}_['data'][0]")
            slots.extend(f"{value}s[{axis}]" for axis in range(dimensions))
        case Record(form, _, members):
            names[f"{value}_form"] = form
            parts = [f"{value}_{number}" for number in range(len(members))]
            yield f"if type({value}) is not {value}_form: raise Mismatch"
            yield f"{', '.join(parts)}, = {value}"
            for part, member in zip(parts, members, strict=True):
                yield from _written(part, member, names, slots)


Give = Callable[[Sequence[int]], Any]


def give_back(plan: Plan) -> Give:
    """A function that takes what an entry gives back from the slots behind its arguments."""
    first = plan.slots
    makers = [_MAKERS[result] for result in plan.results]
    if plan.several:
        return lambda slots: tuple(
            make(slot) for make, slot in zip(makers, slots[first:], strict=False)
        )
    if not makers:
        return lambda slots: None
    (make,) = makers
    return lambda slots: make(slots[first])


_MAKERS: Mapping[str, Callable[[int], Any]] = {
    "int64": int,
    "bool": bool,
    "uint64": lambda slot: np.uint64(slot & (1 << 64) - 1),
}
