"""The calling convention of machine code, which takes its arguments as an array of 64-bit slots.

The *plan* of an entry follows from its annotations. So machine code can be generated before the
first call, and called without Numba. A number takes one slot. An array takes one slot for its
address and one for its size in each dimension. The slots of a NamedTuple are those of its members,
in order. Example::

    def find(site: Longs, seed: int) -> bool

    slot 0      address of site
    slot 1      length of site
    slot 2      seed
    slot 3      result, written by the machine code
"""

from __future__ import annotations

import typing
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple

import numpy as np

_NUMBERS = {int: "int64", bool: "bool", np.uint64: "uint64"}


class AnnotationError(TypeError):
    """An error for an annotation whose type machine code cannot take or return."""


class ArraySlots(NamedTuple):
    """An array argument: the name of its item type and its number of dimensions."""

    dtype: str
    dimensions: int


class NumberSlot(NamedTuple):
    """A number argument, whose kind is ``int64``, ``bool`` or ``uint64``."""

    kind: str


class RecordSlots(NamedTuple):
    """A NamedTuple argument: its class, and the names and kinds of its members."""

    record_class: type
    names: tuple[str, ...]
    members: tuple[SlotKind, ...]


SlotKind = ArraySlots | NumberSlot | RecordSlots


class CallPlan(NamedTuple):
    """The kinds of an entry's arguments and results.

    Attributes:
        arguments: The kind of each argument.
        results: The types of the returned numbers; empty if the entry returns nothing.
        returns_tuple: True if the entry returns a tuple.
    """

    arguments: tuple[SlotKind, ...]
    results: tuple[str, ...]
    returns_tuple: bool

    @property
    def slot_count(self) -> int:
        """The number of slots that the arguments take."""
        return sum(map(count_slots, self.arguments))


def count_slots(kind: SlotKind) -> int:
    """Return the number of slots that an argument takes."""
    match kind:
        case ArraySlots(_, dimensions):
            return 1 + dimensions
        case RecordSlots(_, _, members):
            return sum(map(count_slots, members))
    return 1


@cache
def make_plan(function: Callable[..., Any], argument_class: type | None = None) -> CallPlan:
    """Return the plan of an entry.

    Args:
        function: The entry's function.
        argument_class: The class that replaces the annotation ``Any``; None if there is no such
            annotation.

    Raises:
        AnnotationError: Machine code cannot take or return an annotated type.
    """
    hints = _resolve_hints(function)
    result = hints.pop("return", Any)
    arguments = tuple(_find_kind(hint, argument_class) for hint in hints.values())
    if result is None:
        return CallPlan(arguments, (), returns_tuple=False)
    several = typing.get_origin(result) is tuple
    given = typing.get_args(result) if several else (result,)
    if unknown := [hint for hint in given if hint not in _NUMBERS]:
        raise AnnotationError(f"a kernel cannot return {unknown[0]}")
    return CallPlan(arguments, tuple(_NUMBERS[hint] for hint in given), several)


def find_plan_problem(function: Callable[..., Any], argument_class: type | None) -> str | None:
    """Return a description of the error in an entry's annotations, or None if there is none."""
    try:
        make_plan(function, argument_class)
    except Exception as problem:  # annotations are code, and may fail in any way
        return f"{type(problem).__name__}: {problem}"
    return None


def _resolve_hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the evaluated annotations of a function, keyed by argument name."""
    names = getattr(function, "__globals__", {})
    # Annotations are strings, because the modules postpone their evaluation. Nearly all of them are
    # names in the module, so a look-up usually suffices.
    return {
        argument: hint if not isinstance(hint, str) else names.get(hint) or eval(hint, names)
        for argument, hint in function.__annotations__.items()
    }


@cache
def _find_kind(hint: Any, argument_class: type | None) -> SlotKind:
    if hint is Any and argument_class is not None:
        hint = argument_class
    if hint in _NUMBERS:
        return NumberSlot(_NUMBERS[hint])
    dimensions = 1
    # NumPy's types lack the number of dimensions, so Annotated provides it.
    if typing.get_origin(hint) is Annotated:
        hint, dimensions = typing.get_args(hint)
    hint = _resolve_alias(hint)
    if typing.get_origin(hint) is np.ndarray:
        (scalar,) = typing.get_args(typing.get_args(hint)[1])
        return ArraySlots(np.dtype(scalar).name, dimensions)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        members = typing.get_type_hints(hint, include_extras=True)
        names = hint._fields
        return RecordSlots(
            hint, names, tuple(_find_kind(members[name], argument_class) for name in names)
        )
    raise AnnotationError(f"a kernel cannot take {hint}")


def _resolve_alias(hint: Any) -> Any:
    """Return the type that an alias refers to, or ``hint`` if it is not an alias.

    Since NumPy 2.5 ``NDArray`` is an alias, defined by a ``type`` statement with the item type as
    its parameter.
    """
    while (value := getattr(typing.get_origin(hint) or hint, "__value__", None)) is not None:
        arguments = typing.get_args(hint)
        hint = value[arguments] if arguments else value
    return hint


@cache
def has_any_argument(function: Callable[..., Any]) -> bool:
    """Return True if an entry's argument, or a member of an argument, is annotated as ``Any``."""
    try:
        hints = _resolve_hints(function)
    except Exception:  # find_plan_problem reports the error
        return False
    return any(_has_any(hint) for argument, hint in hints.items() if argument != "return")


def _has_any(hint: Any) -> bool:
    """Return True if an annotation is ``Any``, or a NamedTuple with such a member at any depth."""
    if not (isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")):
        return hint is Any
    return any(map(_has_any, typing.get_type_hints(hint, include_extras=True).values()))


Flattener = Callable[..., "array[int]"]
"""A function that returns slots that hold its arguments, followed by slots for the results.

If an argument has the wrong type, the function raises one of :data:`MISMATCH_ERRORS`.
"""


class Mismatch(Exception):
    """An error for arguments whose types differ from those of the plan."""


MISMATCH_ERRORS = (Mismatch, AttributeError, TypeError, ValueError, OverflowError)
"""The errors that a flattener may raise if an argument has the wrong type."""


@cache
def make_flattener(plan: CallPlan) -> Flattener:
    """Return a function that writes arguments into slots according to a plan.

    The function runs before every call to machine code, so it must be fast. Therefore its source
    code is generated for the plan.
    """
    names: dict[str, Any] = {"Mismatch": Mismatch, "array": array}
    lines: list[str] = []
    slots: list[str] = []
    arguments = [f"a{number}" for number in range(len(plan.arguments))]
    for argument, kind in zip(arguments, plan.arguments, strict=True):
        lines += _write_checks(argument, kind, names, slots)
    # The machine code writes the results into the last slots.
    slots += ["0"] * len(plan.results)
    lines.append(f"return array('q', ({', '.join(slots)}))")
    source = "\n    ".join([f"def flat({', '.join(arguments)}):", *lines])
    exec(source, names)
    return typing.cast(Flattener, names["flat"])


def _write_checks(
    value: str, kind: SlotKind, names: dict[str, Any], slots: list[str]
) -> Iterator[str]:
    """Yield code lines that check a value, and append an expression for each slot to ``slots``."""
    match kind:
        case NumberSlot("uint64"):
            # Slots are signed, so a word with its highest bit set becomes the negative number with
            # the same bits.
            yield f"{value} = int({value})"
            slots.append(f"{value} - (({value} >> 63) << 64)")
        case NumberSlot("bool"):
            slots.append(f"bool({value})")
        case NumberSlot():
            slots.append(value)
        case ArraySlots(dtype, dimensions):
            # The array interface has None for strides if the array is contiguous in C order, and
            # only then.
            code = np.dtype(dtype).str
            yield f"{value}_ = {value}.__array_interface__"
            yield f"{value}s = {value}_['shape']"
            yield (
                f"if {value}_['typestr'] != '{code}' or {value}_['strides'] is not None"
                f" or len({value}s) != {dimensions}: raise Mismatch"
            )
            slots.append(f"{value}_['data'][0]")
            slots.extend(f"{value}s[{axis}]" for axis in range(dimensions))
        case RecordSlots(form, _, members):
            # Require the exact class, because a subclass might order its members differently.
            names[f"{value}_form"] = form
            parts = [f"{value}_{number}" for number in range(len(members))]
            yield f"if type({value}) is not {value}_form: raise Mismatch"
            yield f"{', '.join(parts)}, = {value}"
            for part, member in zip(parts, members, strict=True):
                yield from _write_checks(part, member, names, slots)


ResultReader = Callable[[Sequence[int]], Any]


def make_result_reader(plan: CallPlan) -> ResultReader:
    """Return a function that reads an entry's results from the slots after its arguments."""
    first = plan.slot_count
    makers = [_MAKERS[result] for result in plan.results]
    # The results are in the last slots, so both sequences have the same length.
    if plan.returns_tuple:
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
